// The recipes of docs/assistants.md: what each names is started and asked, with the packaged command and an incident's folder in place of theirs.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import * as v from 'valibot';
import { parse } from 'yaml';

type Tell = (name: string, why?: string) => void;

const started = v.strictObject({ command: v.string(), args: v.array(v.string()) });
const description = v.string();
/** As each client's documentation has it. */
const shapes = {
  'VS Code': v.strictObject({ servers: v.record(v.string(), started) }),
  Cursor: v.strictObject({ mcpServers: v.record(v.string(), started) }),
  k8sgpt: v.strictObject({ mcpServers: v.record(v.string(), started) }),
  HolmesGPT: v.strictObject({
    mcp_servers: v.record(
      v.string(),
      v.strictObject({
        description,
        config: v.strictObject({ mode: v.literal('stdio'), ...started.entries }),
        llm_instructions: v.string(),
      }),
    ),
  }),
};

interface Block {
  readonly section: string;
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of a page, each with the heading above it. */
function blocksOf(page: string): readonly Block[] {
  return page.split(/^## /m).flatMap((part) => {
    const section = part.slice(0, part.indexOf('\n'));
    return [...part.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(
      ([, language = '', text = '']) => ({ section, language, text }),
    );
  });
}

/** `server`: what `kubelet-debugger mcp` stands for; `folder`: with a kubelet.log in it. */
export async function recipes(
  server: readonly string[],
  folder: string,
  tell: Tell,
): Promise<void> {
  const [cli = ''] = server;
  const here = (arg: string): string =>
    arg
      .replace(/^(?:\$\{workspaceFolder\}|\/var\/log\/incident|logs)(?=$|\/)/, folder)
      .replaceAll('/', path.sep);
  const transport = ({ command, args }: v.InferOutput<typeof started>): StdioClientTransport => {
    if (command !== 'kubelet-debugger') throw new Error(`it starts ${command}`);
    return new StdioClientTransport({
      command: process.execPath,
      args: [cli, ...args.map(here)],
      cwd: path.dirname(folder),
    });
  };
  const attempt = async (name: string, work: () => Promise<void>): Promise<void> => {
    await work().then(
      () => {
        tell(`recipe of ${name}`);
      },
      (error: unknown) => {
        tell(`recipe of ${name}`, String(error));
      },
    );
  };
  const blocks = blocksOf(
    readFileSync(path.join(path.dirname(cli), '../docs/assistants.md'), 'utf8'),
  );
  const textOf = (section: string, language: string): string => {
    const found = blocks.find((one) => one.section === section && one.language === language);
    if (found === undefined) throw new Error(`there is no ${language} in it`);
    return found.text;
  };
  const opening = ['open_logs', { paths: ['kubelet.log'], year: 2026 }] as const;
  const why = ['why_pod', { pod: 'default/web-1', at: '11:10:40' }] as const;

  for (const name of ['VS Code', 'Cursor', 'k8sgpt'] as const)
    await attempt(name, async () => {
      const read = v.parse(shapes[name], JSON.parse(textOf(name, 'json')));
      const servers = 'servers' in read ? read.servers : read.mcpServers;
      const { kubelet } = servers;
      if (kubelet === undefined) throw new Error('it names no server kubelet');
      await answers(transport(kubelet), [opening, why]);
    });
  await attempt('Claude Code', async () => {
    const words = textOf('Claude Code', 'sh').trim().split(/\s+/);
    const [command = '', ...args] = words.slice(words.indexOf('--') + 1);
    if (words.slice(0, 4).join(' ') !== 'claude mcp add kubelet') throw new Error(words.join(' '));
    await answers(transport({ command, args }), [opening, why]);
  });
  await attempt('HolmesGPT', async () => {
    const read = v.parse(shapes.HolmesGPT, parse(textOf('HolmesGPT', 'yaml')));
    const { config } = read.mcp_servers['kubelet'] ?? {};
    if (config === undefined) throw new Error('it names no server kubelet');
    const { command, args } = config;
    // It starts the server for each question.
    await answers(transport({ command, args }), [['summary', {}]]);
    await answers(transport({ command, args }), [why]);
  });
  await attempt('HTTP', async () => {
    const [line = ''] = textOf('Over HTTP', 'sh').split('\n');
    const [command, ...args] = line.trim().split(/\s+/);
    if (command !== 'kubelet-debugger') throw new Error(line);
    const child = spawn(process.execPath, [cli, ...args.map(here)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface(child.stdout);
    const address = await new Promise<string>((resolve) => lines.once('line', resolve));
    if (!/^http:\/\/127\.0\.0\.1:\d+\/mcp\/[0-9a-f]{32}$/.test(address)) throw new Error(address);
    const wire = new StreamableHTTPClientTransport(new URL(address));
    await answers(wire, [opening, why]);
    child.kill();
  });
}

type Call = readonly [tool: string, asked: Readonly<Record<string, unknown>>];

/** Throws what is said instead of an answer. */
async function answers(transport: Transport, calls: readonly Call[]): Promise<void> {
  const client = new Client({ name: 'recipes', version: '0' });
  await client.connect(transport);
  try {
    for (const [name, asked] of calls) {
      const { isError, content } = await client.callTool({ name, arguments: { ...asked } });
      if (isError === true) throw new Error(`${name}: ${JSON.stringify(content)}`);
    }
  } finally {
    await client.close();
  }
}

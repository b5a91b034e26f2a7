// Real clients that others wrote drive the server: the Inspector's command line, the conformance suite, a client by the Python SDK; what
// clients do that cancel or vanish; and the recipes of the docs. The last line is `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { conformance, inspector, python } from '../../scripts/mcpPeers.mjs';
import { calls, prepare } from './calls.ts';
import { endings } from './endings.ts';
import { recipes } from './recipes.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'kubelet-debugger-mcp-'));
const server = [path.join(root, 'dist/cli.cjs'), 'mcp'];
const limit = 60_000;
let [passed, failed] = [0, 0];

function tell(name: string, why?: string): void {
  if (why === undefined) passed++;
  else failed++;
  console.log(why === undefined ? `ok ${name}` : `FAIL ${name}: ${why}`);
}

function run(command: string, args: readonly string[]): { status: number | null; out: string } {
  const env = { ...process.env, MCP_CATALOG_PATH: path.join(folder, 'catalog.json') };
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: limit,
    env,
  });
  return { status, out: status === 0 ? stdout : `${stdout}${stderr}` };
}

/** The Inspector starts a server for each call: the log is open from its start. */
function inspect(tool: string, asked: Readonly<Record<string, unknown>>): void {
  const logs = tool === 'open_logs' ? [] : ['kubelet.log'];
  const pairs = Object.entries(asked).flatMap(([key, value]) => [
    '--tool-arg',
    `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  ]);
  const { status, out } = run(process.execPath, [
    ...[inspector, '--cli', process.execPath, ...server, ...logs],
    ...['--method', 'tools/call', '--tool-name', tool, ...pairs],
  ]);
  const isGood = status === 0 && /"structuredContent"/.test(out) && !/"isError": true/.test(out);
  tell(`inspector ${tool}`, isGood ? undefined : out.slice(0, 500));
}

async function conform(): Promise<void> {
  const http = spawn(process.execPath, [...server, '--http', 'kubelet.log'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve) => {
    http.stdout.once('data', (text) => {
      resolve(String(text).trim());
    });
  });
  for (const scenario of [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ]) {
    const { status, out } = run(process.execPath, [
      ...[conformance, 'server', '--url', address, '--scenario', scenario],
    ]);
    const isGood = status === 0 && /, 0 failed/.test(out);
    tell(`conformance ${scenario}`, isGood ? undefined : out.slice(-1_000));
  }
  http.kill();
}

function drivePython(): void {
  const file = path.join(folder, 'client.json');
  const command = process.execPath;
  writeFileSync(file, JSON.stringify({ command, args: server, cwd: folder, calls }));
  const { status, out } = run(python, [path.join(root, 'test/mcp/client.py'), file]);
  const [, good = '0', bad = '1'] = /(\d+) passed, (\d+) failed\s*$/.exec(out) ?? [];
  console.log(out.replace(/\d+ passed, \d+ failed\s*$/, ''));
  passed += Number(good);
  failed += status === 0 ? Number(bad) : Math.max(1, Number(bad));
}

prepare(folder);
for (const [tool, asked] of calls) inspect(tool, asked);
await endings(server, folder, tell);
await recipes(server, folder, tell);
await conform();
drivePython();
rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

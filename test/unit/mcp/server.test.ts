// What the server refuses, in a sentence each, and goes on; pages; what is noted down.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goFunctionAt } from '../../../src/mcp/goFunction.ts';
import { askedLog } from '../../../src/mcp/askedLog.ts';
import { serveHttp } from '../../../src/mcp/http.ts';
import { allowedStores } from '../../../src/cli/mcp.ts';
import { FakeLoki } from '../../support/fakeLoki.ts';
import { callTool, mcpHere } from '../../support/mcp.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kubelet-debugger-mcp-'));
const root = path.join(folder, 'logs');
const noted = path.join(folder, 'asked.jsonl');
const fixture = 'test/fixtures/lab/cni-del-error-v2/kubelet.log.gz';
let client: Client;

beforeAll(async () => {
  mkdirSync(root);
  writeFileSync(path.join(root, 'kubelet.log'), gunzipSync(readFileSync(fixture)));
  writeFileSync(path.join(folder, 'secret.log'), 'I1121 13:10:00.000000 298 kubelet.go:1] it');
  symlinkSync(path.join(folder, 'secret.log'), path.join(root, 'link.log'));
  client = await mcpHere(root, { redact: false, log: askedLog(noted) });
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function refusal(tool: string, asked: Readonly<Record<string, unknown>>): Promise<string> {
  const { isError, content } = await callTool(client, tool, asked);
  expect(isError).toBe(true);
  return content[0]?.text ?? '';
}

test('before anything is open', async () => {
  expect(await refusal('summary', {})).toBe('No log is open.');
});

test('files outside of the roots, also by dots and links', async () => {
  const outside = /is outside the folders that may be read/;
  for (const file of ['../secret.log', path.join(folder, 'secret.log'), 'link.log', '/etc/passwd'])
    expect(await refusal('open_logs', { paths: [file] })).toMatch(outside);
  // Whether there is something is told to nobody.
  expect(await refusal('open_logs', { paths: ['../nothing.log'] })).toMatch(outside);
  expect(await refusal('open_logs', { paths: ['nothing.log'] })).toBe(
    'nothing.log does not exist.',
  );
  expect(await refusal('open_logs', { paths: ['loki://x'] })).toMatch(/is no log store/);
  expect(await refusal('goroutines', { path: '../secret.log' })).toMatch(outside);
});

test('what is asked wrongly, and then goes on', async () => {
  await callTool(client, 'open_logs', { paths: ['kubelet.log'], year: 2026 });
  expect(await refusal('why_pod', { pod: 'default/nope' })).toMatch(/^The log mentions no pod/);
  expect(await refusal('state_at', { at: '2027-01-01T00:00:00Z' })).toMatch(/is outside the log/);
  expect(await refusal('state_at', { at: 'noon' })).toMatch(/^A time is written like/);
  expect(await refusal('explain_line', { line: '7:7' })).toMatch(/^There is no line 7:7/);
  expect(await refusal('pods', { cursor: 'x' })).toMatch(/^cursor is/);
  expect(await refusal('pods', { nothing: 1 })).toMatch(/nothing/);
  await expect(callTool(client, 'rm', {})).rejects.toThrow('There is no tool rm.');
  expect((await callTool(client, 'summary')).isError).toBeUndefined();
});

test('pages have each row once', async () => {
  const ids: string[] = [];
  let total: unknown;
  for (let cursor: unknown = '0'; cursor !== undefined;) {
    const asked = { filter: 'sev>=E', cursor, maxBytes: 2_000 };
    const { structuredContent: answer } = await callTool(client, 'grep', asked);
    const { rows, next } = answer as { rows: { lines: string[] }[]; next?: string };
    ids.push(...rows.flatMap(({ lines }) => lines));
    cursor = next;
    total = answer?.['total'] ?? total;
  }
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBe(total);
});

test('a line leads back to itself, and is a resource', async () => {
  const { structuredContent } = await callTool(client, 'explain_line', { line: '0:37134' });
  const { rows } = structuredContent as { rows: { lines: string[]; text: string }[] };
  expect(rows[0]?.lines).toEqual(['0:37134']);
  const read = await client.readResource({ uri: 'kubelet-log://0-37134/kubelet.log' });
  expect(JSON.stringify(read)).toContain('StopPodSandbox from runtime service failed');
  await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow('no resource');
});

test('names are pseudonyms unless who asks has said them, and pseudonyms are understood', async () => {
  const hidden = await mcpHere(root, { redact: true });
  await callTool(hidden, 'open_logs', { paths: ['kubelet.log'], year: 2026 });
  const said = JSON.stringify(await callTool(hidden, 'why_pod', { pod: 'default/web-1' }));
  expect(said).toContain('default/web-1');
  const pods = JSON.stringify(await callTool(hidden, 'pods'));
  expect(pods).not.toMatch(/web-\d|node-a\b/);
  const [pseudonym = ''] = /default\/pod-\d+/.exec(pods) ?? [];
  expect((await callTool(hidden, 'why_pod', { pod: pseudonym })).isError).toBeUndefined();
});

test('a log store only when whoever starts the server allowed it, without what signs in', async () => {
  const loki = await new FakeLoki().listen();
  const text = readFileSync(path.join(root, 'kubelet.log'), 'utf8').split('\n').slice(0, 400);
  loki.push(
    'node-a',
    text.map((line, index) => [
      BigInt(Date.parse('2026-11-21T11:00:00Z') + index) * 1_000_000n,
      line,
    ]),
  );
  const name = `loki+${loki.url}`;
  const secret = name.replace('//', '//reader:hunter2hunter2@');
  const stores = allowedStores([secret]);
  const allowed = await mcpHere(root, { redact: false, stores });
  const asked = { since: '2026-11-21T10:59:00Z', until: '2026-11-21T11:30:00Z' };
  const said = JSON.stringify(await callTool(allowed, 'open_logs', { paths: [name], ...asked }));
  expect(said).toContain('node-a');
  expect(allowed.getInstructions()).toContain(name);
  const authorization = `Basic ${Buffer.from('reader:hunter2hunter2').toString('base64')}`;
  expect(loki.asked.at(-1)?.headers.authorization).toBe(authorization);
  const wrong = await callTool(allowed, 'open_logs', { paths: [name], since: 'noon' });
  expect(wrong.content[0]?.text).toMatch(/^since wants a time like/);
  const other = await callTool(allowed, 'open_logs', { paths: [`${name}/x`] });
  expect(other.content[0]?.text).toMatch(/is no log store that may be read. Those are: loki/);
  loki.close();
  const gone = await callTool(allowed, 'open_logs', { paths: [name], ...asked });
  expect(JSON.stringify([said, wrong, other, gone, allowed.getInstructions()])).not.toContain(
    'hunter2',
  );
  const { content } = await callTool(client, 'open_logs', { paths: [name] });
  expect(content[0]?.text).toMatch(/names them with --allow-store/);
});

test('what was asked is noted down', () => {
  const lines = readFileSync(noted, 'utf8').trimEnd().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries[0]).toMatchObject({ tool: 'summary', failed: true });
  expect(entries.at(-2)).toMatchObject({ tool: 'explain_line', asked: { line: '0:37134' } });
});

test('over HTTP only who knows the address, and no page from elsewhere', async () => {
  let open = 0;
  const served = await serveHttp(0, () => {
    open++;
    return Promise.resolve(() => {
      open--;
      return Promise.resolve();
    });
  });
  const status = (address: string, headers: Readonly<Record<string, string>>): Promise<number> =>
    new Promise((resolve, reject) => {
      http
        .request(address, { method: 'POST', headers: { ...headers } }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
        .on('error', reject)
        .end('{}');
    });
  const { address } = served;
  expect(await status(address.replace(/.$/, 'x'), {})).toBe(404);
  expect(await status(address, { host: 'evil.example' })).toBe(403);
  expect(await status(address, { origin: 'https://evil.example' })).toBe(403);
  expect(await status(address, { origin: 'http://127.0.0.1.evil.example' })).toBe(403);
  expect([403, 404]).not.toContain(await status(address, { origin: 'http://localhost:3000' }));
  // It has not begun as the protocol wants it.
  await expect.poll(() => open).toBe(0);
  await served.close();
});

test('a Go function with its comment', () => {
  const text = 'package a\n\n// F does.\nfunc F() {\n\tx()\n}\n\nvar y = 1\n';
  expect(goFunctionAt(text, 5)).toBe('// F does.\nfunc F() {\n\tx()\n}\n');
  expect(goFunctionAt(text, 8)).toBeUndefined();
});

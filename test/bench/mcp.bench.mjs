// The server for assistants: how long it takes to start, against `node -e 0`, and each tool on an open log of a million lines.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { gunzipSync } from 'node:zlib';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { fail, root, runNode } from '../../scripts/lib.mjs';

const LINES = 1_000_000;
const ROUNDS = 20;
const STARTS = 11;
if (runNode([path.join(root, 'esbuild.mjs')]) !== 0) fail('The bundles cannot be built.');
const server = [path.join(root, 'dist/cli.cjs'), 'mcp'];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-debugger-bench-'));
const at = (list, share) => list.toSorted((a, b) => a - b)[Math.floor(share * (list.length - 1))];

const [bare, started] = [[], []];
for (let i = 0; i < STARTS; i++) {
  let began = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  bare.push(performance.now() - began);
  began = performance.now();
  await new Promise((resolve) => {
    const child = spawn(process.execPath, server, { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdout.once('data', () => {
      started.push(performance.now() - began);
      child.stdin.end();
      child.once('exit', resolve);
    });
    const clientInfo = { name: 'bench', version: '0' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
    child.stdin.write(`${JSON.stringify(message)}\n`);
  });
}
const [node, mcp] = [at(bare, 0.5), at(started, 0.5)];
console.log(
  `mcp start: ${mcp.toFixed(0)} ms (node -e 0: ${node.toFixed(0)} ms, ratio ${(mcp / node).toFixed(2)})`,
);

/** A capture again and again, each time with other pods and at a later time. */
function writeLog(file) {
  const capture = path.join(root, 'test/fixtures/lab/cni-del-error-v4/kubelet.log.gz');
  const lines = gunzipSync(fs.readFileSync(capture)).toString().trimEnd().split('\n');
  const out = fs.openSync(file, 'w');
  for (let copy = 0; copy * lines.length < LINES; copy++) {
    const [day, hour] = [String(1 + Math.floor(copy / 24)).padStart(2, '0'), copy % 24];
    const renamed = lines
      .join('\n')
      .replace(/^([IWEF])\d{4} \d\d:/gm, `$101${day} ${String(hour).padStart(2, '0')}:`)
      .replaceAll(/\bweb-(\d)/g, `web-${copy}-$1`)
      .replaceAll(/\b[0-9a-f]{8}(?=-[0-9a-f]{4}-)/g, (id) =>
        ((parseInt(id, 16) + copy) % 2 ** 32).toString(16).padStart(8, '0'),
      );
    fs.writeSync(out, `${renamed}\n`);
  }
  fs.closeSync(out);
}

writeLog(path.join(folder, 'kubelet.log'));
const client = new Client({ name: 'bench', version: '0' });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [...server, '--no-redact', '--root', folder],
  }),
);
const call = (name, asked) =>
  client.callTool({ name, arguments: asked }, undefined, { timeout: 600_000 });
let began = performance.now();
const opened = await call('open_logs', { paths: ['kubelet.log'], year: 2026 });
console.log(`mcp open: ${((performance.now() - began) / 1000).toFixed(1)} s`);
if (opened.isError) fail(opened.content[0].text);
const first = await call('grep', { filter: 'sev>=E msg~"StopPodSandbox"' });
const [{ lines: [line] = [] } = {}] = first.structuredContent.rows;
const pod = 'default/web-30-1';
const time = '2026-01-02T06:11:40Z';
const calls = [
  ['summary', {}],
  ['findings', {}],
  ['why_pod', { pod, at: time }],
  ['pods', { at: time }],
  ['pod_story', { pod }],
  ['state_at', { pod, at: time }],
  ['diff_states', { from: '2026-01-02T06:11:30Z', to: time }],
  ['overdue', { at: time }],
  ['queues', { at: time }],
  ['containers', { pod }],
  ['network', { pod }],
  ['pleg', { at: time }],
  ['timeline_window', { from: '2026-01-02T06:11:30Z', to: time }],
  ['grep', { filter: 'sev>=E' }],
  ['explain_line', { line }],
  ['read_lines', { line }],
  [
    'whose',
    { id: /sandbox \\+"([0-9a-f]{64})/.exec(first.structuredContent.rows[0].text)?.[1] ?? pod },
  ],
];
const all = [];
for (const [tool, asked] of calls) {
  const times = [];
  for (let i = 0; i < ROUNDS; i++) {
    began = performance.now();
    const { isError, content } = await call(tool, asked);
    if (isError) fail(`${tool}: ${content[0].text}`);
    times.push(performance.now() - began);
  }
  all.push(...times);
  console.log(`mcp ${tool}: ${at(times, 0.5).toFixed(1)} ms, p95 ${at(times, 0.95).toFixed(1)} ms`);
}
console.log(`mcp tools: p95 ${at(all, 0.95).toFixed(1)} ms`);
await client.close();
fs.rmSync(folder, { recursive: true });

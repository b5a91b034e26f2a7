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

const fixture = path.join(root, 'test/fixtures/lab/cni-del-error-v4');
const unpacked = (name) => gunzipSync(fs.readFileSync(path.join(fixture, name))).toString();
const lines = unpacked('kubelet.log.gz').trimEnd().split('\n');

/** The capture again and again, each time with other pods and at a later time. */
function writeLog(file) {
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

/** The number, from 1, of a line of the message that most lines have, of those a severity begins. */
function mostFrequent(severity) {
  const places = lines.map((text) =>
    text.startsWith(severity) ? / \w+\.go:\d+]/.exec(text)?.[0] : '',
  );
  const counts = new Map();
  for (const place of places) if (place) counts.set(place, (counts.get(place) ?? 0) + 1);
  const [[most]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return 1 + places.indexOf(most);
}

writeLog(path.join(folder, 'kubelet.log'));
fs.writeFileSync(path.join(folder, 'goroutines.txt'), unpacked('goroutines-1.txt.gz'));
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
const errors = (await call('grep', { filter: 'sev>=E msg~"StopPodSandbox"', maxBytes: 60_000 }))
  .structuredContent.rows;

/** What is asked in a round: each is about another pod, time and line than the one before. */
function callsOf(round) {
  const copy = 20 + round;
  const on = `2026-01-${String(1 + Math.floor(copy / 24)).padStart(2, '0')}`;
  const hour = `${on}T${String(copy % 24).padStart(2, '0')}`;
  const [time, before] = [`${hour}:11:40Z`, `${hour}:11:30Z`];
  const pod = `default/web-${copy}-1`;
  const line = errors[round % errors.length].lines[0];
  const [, id = pod] = /sandbox \\+"([0-9a-f]{64})/.exec(errors[round % errors.length].text) ?? [];
  const frequent = (severity) => `kubelet.log:${mostFrequent(severity) + copy * lines.length}`;
  return [
    ['summary', {}],
    ['findings', { pod }],
    ['findings', {}],
    ['why_pod', { pod, at: time }],
    ['pods', { at: time }],
    ['pod_story', { pod }],
    ['state_at', { pod, at: time }],
    ['diff_states', { from: before, to: time }],
    ['overdue', { at: time }],
    ['queues', { at: time }],
    ['containers', { pod }],
    ['network', { pod }],
    ['pleg', { at: time }],
    ['events', { kind: 'network', from: before, to: time }],
    ['latencies', { at: time }],
    ['timeline_window', { from: before, to: time }],
    ['grep', { filter: `sev>=E pod=${pod}` }],
    ['explain_line', { line }, 'of an error'],
    ['explain_line', { line: frequent('I') }, 'of the most frequent message'],
    ['explain_line', { line: frequent('E') }, 'of the most frequent error'],
    ['read_lines', { line }],
    ['whose', { id }],
    ['goroutines', { path: 'goroutines.txt' }],
    ['compare', { at: time }],
  ];
}

const times = new Map();
for (let round = 0; round < ROUNDS; round++)
  for (const [tool, asked, of = ''] of callsOf(round)) {
    began = performance.now();
    const { isError, content } = await call(tool, asked);
    if (isError) fail(`${tool}: ${content[0].text}`);
    const name = `${tool} ${of}`.trim();
    times.set(name, [...(times.get(name) ?? []), performance.now() - began]);
  }
for (const [name, [first, ...rest]] of times)
  console.log(
    `mcp ${name}: first ${first.toFixed(1)} ms, then median ${at(rest, 0.5).toFixed(1)}, p95 ${at(rest, 0.95).toFixed(1)} ms`,
  );
const p95 = at([...times.values()].flat(), 0.95);
console.log(`mcp tools: p95 ${p95.toFixed(1)} ms`);
await client.close();
fs.rmSync(folder, { recursive: true });

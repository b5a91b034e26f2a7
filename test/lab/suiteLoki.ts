// 200 simulated nodes in a real Loki: what the store counts, which nodes say what, and the faults of one node and of all, found
// by the command line as a person would.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { fleetLogs, pushToLoki, type NodeLog } from './fleet.ts';
import { RealLoki } from './loki.ts';

type Test = (name: string, run: () => Promise<void>) => Promise<void>;

const nodes = 200;
const faulty = 17;
const badNode = 'node-017';

interface Said {
  readonly id: string;
  readonly lines: number;
  readonly nodes: readonly { readonly node: string; readonly lines: number }[];
}

export async function fleetInLoki(test: Test, say: (text: string) => void): Promise<void> {
  let loki: RealLoki | undefined;
  let logs: readonly NodeLog[] = [];
  await test('a Loki takes the logs of 200 simulated nodes', async () => {
    const built = spawnSync(process.execPath, ['esbuild.mjs'], { encoding: 'utf8' });
    assert.equal(built.status, 0, built.stderr);
    loki = await RealLoki.start(say);
    logs = fleetLogs(nodes, faulty, new Date(Date.now() - 30 * 60_000));
    const pushed = await pushToLoki(loki.url, logs);
    say(`  ${pushed} lines of ${logs.length} nodes`);
  });
  if (loki === undefined) return;
  const store = `loki+${loki.url}`;
  await test('the store counts which nodes say what', () => counts(store, logs, say));
  await test('what is read is what was written, each line once', () => readsAll(store, logs, say));
  await test('the faults of all nodes and of one are found, each with its nodes', () =>
    findsBoth(store, say));
  await test('only the nodes that say something are read', () =>
    readsThoseThatSay(store, logs, say));
  await test('a node is followed: what comes is found, and nothing twice', () =>
    follows(store, loki?.url ?? '', say));
  await loki.stop();
}

async function counts(
  store: string,
  logs: readonly NodeLog[],
  say: (text: string) => void,
): Promise<void> {
  const began = Date.now();
  const fleet = JSON.parse(await cli('fleet', store, '--format', 'json')) as {
    lines: number;
    nodes: { node: string; lines: number }[];
    says: Said[];
  };
  say(
    `  ${fleet.says.length} signatures of ${fleet.lines} lines in ${since(began)}, no line fetched`,
  );
  const written = logs.map(({ node, lines }) => ({ node, lines: lines.length }));
  assert.deepEqual(fleet.nodes, written);
  const of = (id: string): Said | undefined => fleet.says.find((said) => said.id === id);
  assert.equal(of('image-pull-backoff')?.nodes.length, nodes);
  assert.deepEqual(
    of('cni-del-fails')?.nodes.map(({ node }) => node),
    [badNode],
  );
}

/** By pages that this Loki keeps small, so that they end among lines of one stamp. */
async function readsAll(
  store: string,
  logs: readonly NodeLog[],
  say: (text: string) => void,
): Promise<void> {
  const began = Date.now();
  const found = await cli('grep', store, 'sev>=D');
  const rows = found.trimEnd().split('\n');
  const byNode = new Map<string, string[]>();
  for (const row of rows) {
    const [, node = '', line = ''] = /^(node-\d+):\d+:(.*)$/s.exec(row) ?? [];
    byNode.set(node, [...(byNode.get(node) ?? []), line]);
  }
  say(`  ${rows.length} lines fetched in ${since(began)}`);
  for (const { node, lines } of logs)
    assert.deepEqual(
      byNode.get(node),
      lines.map(({ text }) => text),
      node,
    );
}

async function findsBoth(store: string, say: (text: string) => void): Promise<void> {
  const began = Date.now();
  const { findings } = JSON.parse(await cli('findings', store, '--format', 'json')) as {
    findings: { id: string; node: string; severity: string; explanation: string }[];
  };
  const loud = findings.filter(({ severity }) => severity !== 'info');
  say(`  ${loud.length} findings on ${nodes} nodes in ${since(began)}`);
  const nodesOf = (id: string): string[] =>
    [...new Set(loud.filter((each) => each.id === id).map(({ node }) => node))].sort();
  assert.deepEqual(nodesOf('cni-del-fails'), [badNode]);
  assert.equal(nodesOf('image-pull-backoff').length, nodes);
  const [one] = loud.filter(({ id }) => id === 'cni-del-fails');
  assert.match(one?.explanation ?? '', /Of 200 nodes, only this one has it/);
  const [all] = loud.filter(({ id }) => id === 'image-pull-backoff');
  assert.match(all?.explanation ?? '', /All 200 nodes have it/);
}

async function readsThoseThatSay(
  store: string,
  logs: readonly NodeLog[],
  say: (text: string) => void,
): Promise<void> {
  const began = Date.now();
  const options = ['--saying', 'cni-del-fails', '--format', 'json'];
  const { lines, sources } = JSON.parse(await cli('summary', store, ...options)) as {
    lines: number;
    sources: readonly { name: string }[];
  };
  say(`  ${lines} lines of ${sources.length} node fetched in ${since(began)}`);
  assert.deepEqual(
    sources.map(({ name }) => name),
    [badNode],
  );
  assert.equal(lines, logs.find(({ node }) => node === badNode)?.lines.length);
}

async function follows(store: string, url: string, say: (text: string) => void): Promise<void> {
  const child = spawn(
    process.execPath,
    ['dist/cli.cjs', 'findings', store, '--node', 'late', '--follow', '--format', 'json'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (part: string) => (output += part));
  const [log] = fleetLogs(1, 1, new Date(Date.now() - 10 * 60_000));
  const lines = log?.lines ?? [];
  const began = Date.now();
  for (let at = 0; at < lines.length; at += 40) {
    await pushToLoki(url, [{ node: 'late', lines: lines.slice(at, at + 40) }]);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  while (!output.includes('"cni-del-fails"') && Date.now() - began < 30_000)
    await new Promise((resolve) => setTimeout(resolve, 100));
  child.kill('SIGINT');
  await ended;
  say(`  found ${since(began)} after the first push`);
  const keys = output.match(/"key": ?"[^"]+"/g) ?? [];
  assert.equal(new Set(keys).size, keys.length);
  assert.match(output, /"cni-del-fails"/);
}

function since(began: number): string {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`;
}

async function cli(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['dist/cli.cjs', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  assert.equal(code, 0, `${args.join(' ')} ended with ${String(code)}`);
  return Buffer.concat(parts).toString();
}

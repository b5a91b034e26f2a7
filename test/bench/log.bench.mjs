// How fast a big kubelet log is indexed, against lnav at its own indexing and rg at finding a pod, on the same file in the same run.
import { buildSync } from 'esbuild';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import zlib from 'node:zlib';
import { cacheDir, onPath, root } from '../../scripts/lib.mjs';

const SIZE = 540e6;
const RUNS = 3;
const captures = path.join(root, 'test/fixtures/captures');
const dir = path.join(cacheDir, 'bench');
fs.mkdirSync(dir, { recursive: true });
const file = path.join(dir, 'kubelet-540MB.log');

/** The captures over and over, each time with other UIDs, ids and namespaces: as many pods as such a log would have. */
function makeLog() {
  const texts = ['churn-v2', 'churn-v4', 'vol-v4', 'teardown-v2']
    .map((name) => path.join(captures, name, 'kubelet.log.gz'))
    .filter((name) => fs.existsSync(name))
    .map((name) => zlib.gunzipSync(fs.readFileSync(name)).toString('latin1'));
  const out = fs.openSync(`${file}.part`, 'w');
  let seed = 1;
  const digits = (count) => {
    let text = '';
    while (text.length < count) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      text += seed.toString(16).padStart(8, '0');
    }
    return text.slice(0, count);
  };
  const ids = /\b(?:[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g;
  for (let size = 0, round = 0; size < SIZE; round++) {
    const met = new Map();
    const renamed = (id) => {
      if (!met.has(id))
        met.set(
          id,
          id.replace(/[0-9a-f]+/g, (run) => digits(run.length)),
        );
      return met.get(id);
    };
    const text = texts[round % texts.length]
      .replace(ids, renamed)
      .replaceAll('default/', `team-${round % 97}/`);
    fs.writeSync(out, text, undefined, 'latin1');
    size += text.length;
  }
  fs.closeSync(out);
  fs.renameSync(`${file}.part`, file);
}

/** What stands for a pod in the middle of the file: a UID, a name, a sandbox. */
function somePod() {
  const fd = fs.openSync(file, 'r');
  const bytes = Buffer.alloc(16 << 20);
  fs.readSync(fd, bytes, 0, bytes.length, Math.floor(SIZE / 2));
  fs.closeSync(fd);
  const text = bytes.toString('latin1');
  const found = (expression) => expression.exec(text)?.[1] ?? '';
  return {
    uid: found(/podUID="([0-9a-f-]{36})"/),
    pod: found(/pod="(team-\d+\/[^"]+)"/),
    sandbox: found(/\b([0-9a-f]{64})\b/),
  };
}

function timed(command, args) {
  const began = performance.now();
  const { stdout, status, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { ms: performance.now() - began, stdout, ok: status === 0 && error === undefined };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

function report(name, value, unit, peer, peerValue, ratio) {
  const beside =
    peerValue === undefined
      ? `(${peer}: not installed)`
      : `(${peer}: ${peerValue.toFixed(1)}, ratio ${ratio.toFixed(2)})`;
  console.log(`${name}: ${value.toFixed(1)} ${unit} ${beside}`);
}

if (!fs.existsSync(file)) makeLog();
const target = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  logLevel: 'error',
};
const entry = (from, to) =>
  buildSync({ ...target, entryPoints: [path.join(root, from)], outfile: path.join(dir, to) });
// A module may wait at its top only as ESM; the worker is found beside it.
buildSync({
  ...target,
  format: 'esm',
  entryPoints: [path.join(root, 'test/bench/indexFile.ts')],
  outfile: path.join(dir, 'indexFile.mjs'),
  banner: { js: `const __dirname = ${JSON.stringify(dir)};` },
});
entry('src/engine/host/node/indexWorker.ts', 'indexer.cjs');

// What a person has: the command, which also tells the runs, the pods and the share of lines understood.
const built = timed(process.execPath, [path.join(root, 'esbuild.mjs')]);
if (!built.ok) throw new Error('the build failed');
const summary = () => {
  const args = [path.join(root, 'dist/cli.cjs'), 'summary', file, '--no-cache'];
  const ran = timed(process.execPath, args);
  if (!ran.ok) throw new Error('summary failed');
  return ran.ms;
};

const pod = somePod();
const filters = Object.entries(pod).map(([key, value]) => `${key}=${value}`);
const lnav = onPath('lnav');
const rg = onPath('rg');
const index = (cache, asked = filters) => {
  const ran = timed(process.execPath, [path.join(dir, 'indexFile.mjs'), file, cache, ...asked]);
  if (!ran.ok) throw new Error('indexing failed');
  return { ...JSON.parse(ran.stdout), ms: ran.ms };
};
const runs = { ours: [], again: [], summary: [], lnav: [], rg: filters.map(() => []) };
const cache = fs.mkdtempSync(path.join(dir, 'index-'));
index(cache);
for (let run = 0; run < RUNS; run++) {
  runs.ours.push(index(''));
  runs.again.push(index(cache));
  runs.summary.push(summary());
  const query = ';select log_level,count(*) from all_logs group by log_level';
  if (lnav) runs.lnav.push(timed(lnav, ['-n', '-c', query, file]).ms);
  if (rg)
    Object.values(pod).forEach((value, i) =>
      runs.rg[i].push(timed(rg, ['-c', '-F', value, file]).ms),
    );
}
const kept = fs.readdirSync(cache).map((name) => fs.statSync(path.join(cache, name)).size);
fs.rmSync(cache, { recursive: true });
const of = (key, list = runs.ours) => median(list.map((run) => run[key]));
const bytes = of('bytes');
const rate = (ms) => bytes / 1e3 / ms;
const peerRate = lnav ? rate(median(runs.lnav)) : undefined;
// Of both whole processes, start to end: what a person waits for.
report('index rate', rate(of('ms')), 'MB/s', 'lnav', peerRate, rate(of('ms')) / peerRate);
const summaryRate = rate(median(runs.summary));
report('summary rate', summaryRate, 'MB/s', 'lnav', peerRate, summaryRate / peerRate);
report(
  'open again',
  of('indexed', runs.again),
  'ms',
  'first',
  of('indexed'),
  of('indexed', runs.again) / of('indexed'),
);
Object.keys(pod).forEach((key, i) => {
  const own = median(runs.ours.map(({ answers }) => answers[i].ms));
  const peer = rg ? median(runs.rg[i]) : undefined;
  report(`all lines of a ${key}`, own, 'ms', 'rg', peer, own / peer);
});
console.log(
  `first rows: ${of('firstRows').toFixed(0)} ms (limit: 1000, ratio ${(of('firstRows') / 1000).toFixed(2)})`,
);
console.log(
  `memory: ${(of('peak') / 1e6).toFixed(0)} MB (file: ${(bytes / 1e6).toFixed(0)}, ratio ${(of('peak') / bytes).toFixed(2)})`,
);
console.log(
  `index kept: ${((kept[0] ?? 0) / 1e6).toFixed(0)} MB (file: ${(bytes / 1e6).toFixed(0)}, ratio ${((kept[0] ?? 0) / bytes).toFixed(2)})`,
);
console.log(`CPU time of indexing: ${of('cpu').toFixed(0)} ms`);

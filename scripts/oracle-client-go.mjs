// oracle-client-go.mjs [--seeds N] [--seed S] [--kinds a,b] [--mutations]: judges src/informer by the real client-go.
// New random scripts at each run, run on both sides; a difference prints the shortest script that shows it. The real
// informer also works against our HTTP server. --mutations puts faults into a copy of our code instead, one after the
// other, and fails if any goes unnoticed.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { cacheDir, fail, onPath, root, run, runNode, say } from './lib.mjs';

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(crypto.randomInt(1, 2 ** 31)) },
    kinds: { type: 'string' },
    mutations: { type: 'boolean', default: false },
  },
});

const source = path.join(root, 'test/oracle/client-go');

/** The Go programs, built once for what their source is, and kept outside of it. */
function build() {
  const go = onPath(process.platform === 'win32' ? 'go.exe' : 'go');
  if (go === undefined)
    fail('This comparison needs Go 1.26 or newer on the PATH (https://go.dev/dl).');
  const hash = crypto.createHash('sha256');
  for (const name of fs.readdirSync(source).sort()) {
    hash.update(name).update(fs.readFileSync(path.join(source, name)));
  }
  const dir = path.join(cacheDir, 'oracle-client-go', hash.digest('hex').slice(0, 16));
  fs.mkdirSync(dir, { recursive: true });
  const builds = {
    1.37: [],
    1.32: ['-modfile=go.1.32.mod', '-tags', 'client_go_1_32'],
    1.22: ['-modfile=go.1.22.mod', '-tags', 'client_go_1_22'],
    1.9: ['-modfile=go.1.9.mod', '-tags', 'client_go_1_9'],
  };
  const binaries = {};
  for (const [name, args] of Object.entries(builds)) {
    binaries[name] = path.join(dir, name);
    if (fs.existsSync(binaries[name])) continue;
    say(`building client-go ${name}`);
    const part = `${binaries[name]}.${process.pid}`;
    const code = run(go, ['test', '-c', '-p', '2', ...args, '-o', part, '.'], { cwd: source });
    if (code !== 0) fail(`The Go program did not build (exit ${code}).`);
    fs.renameSync(part, binaries[name]);
  }
  return binaries;
}

bootstrap();
const binaries = build();
const common = [
  ...Object.entries(binaries).flatMap(([version, binary]) => [`--${version}`, binary]),
  ...['--seed', options.seed],
  ...(options.kinds === undefined ? [] : ['--kinds', options.kinds]),
];
const node = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'];
const differential = path.join(root, 'test/oracle/differential');
process.exitCode = options.mutations
  ? runNode([...node, path.join(differential, 'mutations.ts'), ...common, '--seeds', options.seeds])
  : runNode([
      ...node,
      path.join(differential, 'main.ts'),
      ...common,
      ...['--seeds', options.seeds],
      '--server',
      ...['--scenarios', path.join(root, 'test/fixtures/informer/scenarios')],
    ]);

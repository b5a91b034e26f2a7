// node scripts/oracle-kubelet.mjs [--seeds N] [--seed S] [--kind KIND] [--kubelet 1.34] [--mutants]
// Compares our model with the kubelet's own code: fetches its module, adds the test files of test/oracle/kubelet/go
// to a copy in the cache, builds them, and runs random scripts through both. The last line says `N passed, N failed`.
// With --mutants the deliberate faults of test/oracle/kubelet/mutations.mjs must be found instead.
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { mutations } from '../test/oracle/kubelet/mutations.mjs';
import { asOld, firstWithModules, makeModule } from './oldKubelet.mjs';
import { cacheDir, fail, onPath, root, runNode, say } from './lib.mjs';

const versions = {
  1.34: { kubernetes: 'v1.34.2', staging: 'v0.34.2' },
  1.23: { kubernetes: 'v1.23.17', staging: 'v0.23.17' },
  // The last of the classic pod workers; its files stand alone.
  1.21: { kubernetes: 'v1.21.14', staging: 'v0.21.14', alone: true },
  // That of the write-ups, older than Go's modules: pod workers and computePodActions are cut out of their packages.
  1.9: { kubernetes: 'v1.9.4', old: true },
};
/** Share of the seeds for each version, and the package whose test binary knows the kind. */
const share = { 1.34: 1, 1.23: 1 / 3, 1.21: 1 / 3, 1.9: 1 / 3 };
const kinds = {
  podcache: 'kubelet',
  podconfig: 'kubelet',
  workqueue: 'kubelet',
  podworkers: 'kubelet',
  pleg: 'pleg',
  podactions: 'kuberuntime',
};
const goSources = path.join(root, 'test/oracle/kubelet/go');
const oldScript = crypto
  .createHash('sha256')
  .update(fs.readFileSync(path.join(root, 'scripts/oldKubelet.mjs')))
  .digest('hex')
  .slice(0, 16);

function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
}

function go(args, cwd) {
  const command = onPath('nice') === undefined ? ['go', ...args] : ['nice', 'go', ...args];
  const { status, stdout, stderr, error } = spawnSync(command[0], command.slice(1), {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...process.env, GOWORK: 'off', GOFLAGS: '-mod=mod' },
  });
  if (status !== 0) fail(`go ${args.slice(0, 3).join(' ')} failed: ${error?.message ?? stderr}`);
  return stdout;
}

/** A copy of the module that builds outside of its repository: its staging modules come from the registry too. */
function moduleCopy(version) {
  const { kubernetes, staging, old } = versions[version];
  const copy = path.join(cacheDir, 'oracle-kubelet', `kubernetes-${kubernetes}`);
  // What was made of an old one by another form of the script is made anew.
  const ready = path.join(copy, old ? `.ready-${oldScript}` : '.ready');
  if (fs.existsSync(ready)) return copy;
  say(`fetching k8s.io/kubernetes ${kubernetes}`);
  fs.mkdirSync(path.dirname(copy), { recursive: true });
  const download = (tag) =>
    JSON.parse(go(['mod', 'download', '-json', `k8s.io/kubernetes@${tag}`], path.dirname(copy)));
  const { Dir } = download(kubernetes);
  fs.rmSync(copy, { recursive: true, force: true });
  fs.cpSync(Dir, copy, { recursive: true, filter: (from) => !from.startsWith(`${Dir}/vendor`) });
  spawnSync('chmod', ['-R', 'u+w', copy]);
  if (old) {
    makeModule(copy, fs.readFileSync(download(firstWithModules).GoMod, 'utf8'));
    fs.writeFileSync(ready, '');
    return copy;
  }
  const { Replace } = JSON.parse(go(['mod', 'edit', '-json'], copy));
  const replaced = Replace.filter(({ New }) => New.Path.startsWith('./staging')).map(
    ({ Old }) => `-replace=${Old.Path}=${Old.Path}@${staging}`,
  );
  go(['mod', 'edit', ...replaced], copy);
  fs.writeFileSync(ready, '');
  return copy;
}

/** The test binary of a package with our files in it; kept under a name that its sources give. */
function binary(version, room) {
  const { alone, old } = versions[version];
  const files = (alone ? [version] : ['common', ...(old ? ['1.21'] : []), version])
    .map((name) => path.join(goSources, name, room))
    .filter((dir) => fs.existsSync(dir))
    .flatMap((dir) => fs.readdirSync(dir).map((name) => path.join(dir, name)))
    .filter((file) => !old || !/(?:podworkers|_later)_oracle_test\.go$/.test(file));
  const hash = crypto.createHash('sha256').update(versions[version].kubernetes);
  if (old) hash.update(oldScript);
  for (const file of files) hash.update(fs.readFileSync(file));
  const key = hash.digest('hex').slice(0, 16);
  const out = path.join(cacheDir, 'oracle-kubelet', `${room}-${version}-${key}.test`);
  if (fs.existsSync(out)) return out;
  const copy = moduleCopy(version);
  const own = old ? 'pkg/kubelet/oracle' : 'pkg/kubelet';
  const target = room === 'kubelet' ? own : `pkg/kubelet/${room}`;
  for (const file of files) {
    const text = fs.readFileSync(file, 'utf8');
    // The classic workers' own loop over requests is not needed beside the common one.
    const fitting =
      file.includes('/1.21/') && old
        ? text.replace('func TestOracle(', 'func classicOracle(')
        : text;
    fs.writeFileSync(path.join(copy, target, path.basename(file)), old ? asOld(fitting) : text);
  }
  say(`building the test binary of ${target} ${version}`);
  go(['test', '-c', '-vet=off', '-o', out, `./${target}`], copy);
  return out;
}

if (onPath('go') === undefined) {
  fail('The oracle runs the kubelet’s own code: please install Go 1.25 or newer.');
}
const wanted = {
  kinds: option('kind') === undefined ? Object.keys(kinds) : [option('kind')],
  versions: option('kubelet') === undefined ? Object.keys(versions) : [option('kubelet')],
};
const jobs = wanted.kinds.flatMap((kind) =>
  wanted.versions
    .filter((version) => fs.existsSync(path.join(goSources, version, kinds[kind] ?? '-')))
    .filter((version) => !versions[version].alone || kind === 'podworkers')
    .map((version) => {
      const minor = version.slice('1.'.length);
      return [kind, minor, binary(version, kinds[kind]), share[version]].join('=');
    }),
);
const seed = option('seed', String(crypto.randomInt(1 << 30)));
say(`seed ${seed}`);
const compare = 'test/oracle/kubelet/compare.ts';
const seeds = option('seeds', '300');
process.exitCode = process.argv.includes('--mutants') ? mutants() : compareIn(root, jobs);

function compareIn(folder, chosen, options = {}) {
  const file = path.join(folder, compare);
  return runNode(['--no-warnings', file, seeds, seed, ...chosen], options);
}

/** Plants each fault into a copy of the model, and counts those that no script shows. */
function mutants() {
  const folder = path.join(root, '.cache/mutant');
  let passed = 0;
  let failed = 0;
  const faults = mutations.filter(({ kind }) => wanted.kinds.includes(kind));
  for (const { kind, file, from, to } of faults) {
    fs.rmSync(folder, { recursive: true, force: true });
    for (const part of ['src/base', 'src/kubelet', 'test/oracle/kubelet']) {
      fs.cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
    }
    const target = path.join(folder, 'src/kubelet', file);
    const text = fs.readFileSync(target, 'utf8');
    const chosen = jobs.filter((job) => job.startsWith(`${kind}=`));
    const planted = text.includes(from);
    fs.writeFileSync(target, text.replace(from, to));
    const found = planted && compareIn(folder, chosen, { stdio: 'ignore' }) !== 0;
    console.log(`${found ? 'found    ' : 'NOT FOUND'} ${kind}: ${from.trim()} -> ${to.trim()}`);
    if (found) passed += 1;
    else failed += 1;
  }
  fs.rmSync(folder, { recursive: true, force: true });
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

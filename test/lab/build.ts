// Builds the lab's Go programs, each once: they are kept outside the source, under a name made from all that goes into them.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addTruth } from './truth.ts';
import { cacheDir, claim, isClaimed } from './run.ts';

const sources = import.meta.dirname;
export const binariesDir = path.join(cacheDir, 'bin');

interface GoModule {
  /** The folder of the sources, and which of its module files is meant. */
  readonly folder: string;
  readonly modFile: string;
  readonly version: string;
}

/** The kubelets that the lab can run, by minor. 1.34 also gives the control plane. */
export const minors: Readonly<Record<string, GoModule>> = {
  '1.34': { folder: 'go', modFile: 'go.mod', version: 'v1.34.2' },
  '1.36': { folder: 'go', modFile: 'newest.mod', version: 'v1.36.3' },
  '1.23': { folder: 'go123', modFile: 'go.mod', version: 'v1.23.17' },
};

export interface Wanted {
  readonly minor: string;
  readonly program: 'control' | 'kubelet';
  /** With the file that writes down the kubelet's own memory. */
  readonly truth: boolean;
}

/** The names in `binariesDir` of what is wanted, built if they are not there yet. */
export async function build(
  wanted: readonly Wanted[],
  say: (text: string) => void,
): Promise<string[]> {
  mkdirSync(binariesDir, { recursive: true });
  const names: string[] = [];
  for (const item of wanted) names.push(await buildOne(item, say));
  return names;
}

async function buildOne(wanted: Wanted, say: (text: string) => void): Promise<string> {
  const { minor, program, truth } = wanted;
  const module = minors[minor];
  if (module === undefined)
    throw new Error(
      `no kubelet ${minor} can be built; there are ${Object.keys(minors).join(', ')}`,
    );
  const kind = truth ? 'truth-kubelet' : program;
  const name = `${kind}-${module.version}-${fingerprint(module, truth)}`;
  const target = path.join(binariesDir, name);
  if (existsSync(target)) return name;
  const release = await buildLock(say);
  try {
    if (!existsSync(target)) {
      await compile(wanted, module, target, say);
      removeOthers(`${kind}-${module.version}-`, name);
    }
  } finally {
    release();
  }
  return name;
}

/** What older sources made is of no use; but another checkout of this project may be using what is younger than a week. */
export function removeOthers(prefix: string, name: string): void {
  for (const other of readdirSync(binariesDir)) {
    if (!other.startsWith(prefix) || other === name) continue;
    const file = path.join(binariesDir, other);
    if (Date.now() - statSync(file).atimeMs > 7 * 24 * 3_600_000) rmSync(file);
  }
}

async function compile(
  wanted: Wanted,
  module: GoModule,
  target: string,
  say: (text: string) => void,
): Promise<void> {
  const kind = wanted.truth ? 'truth-kubelet' : wanted.program;
  const began = Date.now();
  say(`building ${kind} ${module.version}; the first time takes minutes`);
  const work = await vendored(module, say);
  const overlay = wanted.truth ? ['-overlay', addTruth(work)] : [];
  const partial = `${target}.${process.pid}`;
  const flags = `-s -w -X k8s.io/component-base/version.gitVersion=${module.version}`;
  const shared = ['-mod=vendor', '-trimpath', '-v', ...overlay, '-ldflags', flags];
  await go(work, ['build', ...shared, '-o', partial, `./${wanted.program}`], say);
  renameSync(partial, target);
  say(`built ${kind} ${module.version} in ${Math.round((Date.now() - began) / 1000)} s`);
}

/** One build at a time on a machine: two would only fight for its cores, and for the same folder. Returns what lets the next one begin. */
export async function buildLock(say: (text: string) => void): Promise<() => void> {
  const lock = path.join(cacheDir, 'building');
  mkdirSync(cacheDir, { recursive: true });
  for (let told = false; ;) {
    try {
      mkdirSync(lock);
      claim(lock);
      return () => {
        rmSync(lock, { recursive: true, force: true });
      };
    } catch (error) {
      const isHeld = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!isHeld) throw error;
      const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (!isClaimed(lock) && Date.now() - made > 2000)
        rmSync(lock, { recursive: true, force: true });
    }
    if (!told) say('another build is under way; waiting for it');
    told = true;
    await sleep(500);
  }
}

/** Changes with the Go sources, the module files and, for the truth, with what is added to the kubelet. */
function fingerprint(module: GoModule, truth: boolean): string {
  const hash = createHash('sha256');
  const folder = path.join(sources, module.folder);
  const files = filesBelow(folder).filter((f) => f.endsWith('.go') || isOwnMod(f, module));
  if (truth) files.push(...filesBelow(path.join(sources, 'truth')), path.join(sources, 'truth.ts'));
  for (const file of files.sort()) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

function isOwnMod(file: string, module: GoModule): boolean {
  return [module.modFile, sumFile(module)].includes(path.basename(file));
}

function sumFile(module: GoModule): string {
  return module.modFile.replace(/mod$/, 'sum');
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(dir, entry.name);
    return entry.isDirectory() ? filesBelow(file) : [file];
  });
}

/** A copy of the module with all it needs vendored: the module cache is read-only, and the truth needs sources that it can change. */
async function vendored(module: GoModule, say: (text: string) => void): Promise<string> {
  const hash = createHash('sha256').update(
    readFileSync(path.join(sources, module.folder, module.modFile)),
  );
  const work = path.join(cacheDir, 'src', `${module.version}-${hash.digest('hex').slice(0, 12)}`);
  const folder = path.join(sources, module.folder);
  if (!existsSync(path.join(work, 'vendor/modules.txt'))) {
    rmSync(work, { recursive: true, force: true });
    const partial = `${work}.${process.pid}`;
    rmSync(partial, { recursive: true, force: true });
    cpSync(folder, partial, { recursive: true });
    useModFile(module, partial);
    say(`fetching the sources of Kubernetes ${module.version}`);
    await go(partial, ['mod', 'vendor'], say);
    renameSync(partial, work);
  }
  cpSync(folder, work, {
    recursive: true,
    filter: (file) => statSync(file).isDirectory() || file.endsWith('.go'),
  });
  return work;
}

function useModFile(module: GoModule, dir: string): void {
  if (module.modFile === 'go.mod') return;
  renameSync(path.join(dir, module.modFile), path.join(dir, 'go.mod'));
  renameSync(path.join(dir, sumFile(module)), path.join(dir, 'go.sum'));
}

/** Runs the go command at low priority; `-v` names each package, which is the progress. */
export function go(
  cwd: string,
  args: readonly string[],
  say: (text: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false' };
    const child = spawn('nice', ['-n', '10', 'go', ...args], {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let packages = 0;
    let tail = '';
    let told = Date.now();
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (part: string) => {
      packages += part.split('\n').length - 1;
      tail = (tail + part).slice(-4000);
      if (Date.now() - told < 15_000) return;
      told = Date.now();
      say(`  ${packages} packages compiled`);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`go ${args.slice(0, 2).join(' ')} failed:\n${tail}`));
    });
  });
}

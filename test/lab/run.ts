// One run of the lab on disk: its folder, what marks it as alive, and what a killed one leaves behind. A run owns its folder
// and the control groups that carry its id; its processes, mounts and networks live in namespaces that die with it.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Downloads, builds and runs go here, outside the source (the same place as in scripts/lib.mjs). */
export const cacheDir = path.join(
  process.env['KUBELET_DEBUGGER_CACHE'] ??
    path.join(
      process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'),
      'kubelet-debugger',
    ),
  'lab',
);
const runsDir = path.join(cacheDir, 'runs');
const cgroupRoot = '/sys/fs/cgroup';

export interface Run {
  readonly id: string;
  readonly dir: string;
}

/** A new run's folder, marked with the process that owns it before anybody can take it for a leftover. */
export function newRun(): Run {
  const id = `${Math.floor(Date.now() / 1000).toString(36)}-${process.pid}`;
  const hidden = path.join(runsDir, `.${id}`);
  mkdirSync(hidden, { recursive: true, mode: 0o700 });
  claim(hidden);
  const dir = path.join(runsDir, id);
  renameSync(hidden, dir);
  return { id, dir };
}

/** Notes that a folder is this process's own. */
export function claim(dir: string): void {
  writeFileSync(path.join(dir, 'owner'), `${process.pid} ${startTime('self') ?? ''}\n`);
}

/** Whether the process that claimed a folder still runs. */
export function isClaimed(dir: string): boolean {
  return isAlive(path.join(dir, 'owner'));
}

/** The runs whose owner still runs, newest first. */
export function liveRuns(): Run[] {
  return allRuns().filter((run) => isClaimed(run.dir));
}

function allRuns(): Run[] {
  if (!existsSync(runsDir)) return [];
  const ids = readdirSync(runsDir).filter((id) => !id.startsWith('.'));
  const runs = ids.map((id) => ({ id, dir: path.join(runsDir, id) }));
  return runs.sort((a, b) => madeAt(b.dir) - madeAt(a.dir));
}

/** Another process may remove its run at any moment. */
function madeAt(dir: string): number {
  return statSync(dir, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** A process is known by its id and the time it started, so that a reused id is not taken for it. */
function isAlive(file: string): boolean {
  try {
    const [pid = '', started = ''] = readFileSync(file, 'utf8').trim().split(' ');
    return startTime(pid) === started && started !== '';
  } catch {
    return false;
  }
}

function startTime(pid: string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/** Removes what runs whose owner was killed have left; the ids of those runs. */
export async function removeLeftovers(): Promise<string[]> {
  const dead = allRuns().filter((run) => !isClaimed(run.dir));
  for (const run of dead) await removeRun(run);
  return dead.map((run) => run.id);
}

/** Ends every process of a run, then removes its control groups and its folder. */
export async function removeRun(run: Run): Promise<void> {
  const groups = cgroupsOf(run.id);
  for (let tries = 0; tries < 100; tries++) {
    const pids = groups.flatMap((dir) => processesBelow(dir));
    if (pids.length === 0) break;
    for (const pid of new Set(pids)) kill(pid);
    await sleep(50);
  }
  for (const dir of groups) await removeGroup(dir);
  rmSync(run.dir, { recursive: true, force: true, maxRetries: 5 });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended since it was listed.
  }
}

/** The top control group of a run in each hierarchy: one with the unified hierarchy, one for each controller without. */
function cgroupsOf(id: string): string[] {
  return hierarchies()
    .map((dir) => path.join(dir, cgroupName(id)))
    .filter((dir) => existsSync(dir));
}

export function cgroupName(id: string): string {
  return `kubelet-lab-${id}`;
}

/** Whether this machine has the one unified hierarchy (cgroup v2). */
export function isUnified(): boolean {
  return existsSync(path.join(cgroupRoot, 'cgroup.controllers'));
}

/** Where the control group hierarchies are mounted; links such as `cpu,cpuacct` and a unified one beside them are left out. */
export function hierarchies(): string[] {
  if (isUnified()) return [cgroupRoot];
  return readdirSync(cgroupRoot, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(cgroupRoot, entry.name))
    .filter((dir) => existsSync(path.join(dir, 'cgroup.procs')))
    .filter((dir) => !existsSync(path.join(dir, 'cgroup.controllers')));
}

function processesBelow(dir: string): number[] {
  const own = readFileSync(path.join(dir, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean);
  return [...own.map(Number), ...groupsIn(dir).flatMap(processesBelow)];
}

function groupsIn(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(dir, entry.name));
}

/** The kernel lets go of a group a moment after its last process is gone. */
async function removeGroup(dir: string): Promise<void> {
  for (const inner of groupsIn(dir)) await removeGroup(inner);
  for (let tries = 0; ; tries++) {
    try {
      rmdirSync(dir);
      return;
    } catch (error) {
      if (!existsSync(dir)) return;
      if (tries > 100) throw error;
      await sleep(50);
    }
  }
}

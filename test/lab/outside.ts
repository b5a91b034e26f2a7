// The lab as the machine sees it: one process tree in namespaces of its own, one port on the loopback, one folder. Starts the
// conductor in there, and cleans up behind it however it ended.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type net from 'node:net';
import path from 'node:path';
import type { Plan } from './cluster.ts';
import { joinTo } from './join.ts';
import { newRun, removeLeftovers, removeRun } from './run.ts';

/** A path of a Unix socket must be short, so a cache in a very deep folder is refused. */
const longestSocketPath = 100;

export type Wish = Omit<Plan, 'runId' | 'dir' | 'port'>;

export interface Outside {
  readonly dir: string;
  /** Resolves with the conductor's exit code, when everything is cleaned up. */
  readonly done: Promise<number>;
  /** Asks the conductor to end. */
  readonly stop: () => void;
}

/** Starts a run; what it says goes to this process's standard output. */
export async function startOutside(wish: Wish, say: (text: string) => void): Promise<Outside> {
  const leftovers = await removeLeftovers();
  if (leftovers.length > 0) say(`cleaned up after killed runs: ${leftovers.join(', ')}`);
  const run = newRun();
  say(`its folder is ${run.dir}`);
  if (path.join(run.dir, 'control.sock').length > longestSocketPath) {
    await removeRun(run);
    throw new Error(
      `the path ${run.dir} is too long for a socket; set KUBELET_DEBUGGER_CACHE to a shorter one`,
    );
  }
  const forward = await forwardPort(path.join(run.dir, 'api.sock'));
  const plan: Plan = { ...wish, runId: run.id, dir: run.dir, port: forward.port };
  const planFile = path.join(run.dir, 'plan.json');
  writeFileSync(planFile, JSON.stringify(plan));
  const child = spawnConductor(planFile);
  const done = new Promise<number>((resolve) => {
    child.once('close', (code) => {
      forward.server.close();
      void removeRun(run).then(() => {
        resolve(code ?? 1);
      });
    });
  });
  return {
    dir: run.dir,
    done,
    stop: () => {
      child.stdio[3]?.destroy();
    },
  };
}

/** `sh` is the first process of the process namespace: it waits for whatever is left behind by others, and when it ends, all end. */
function spawnConductor(planFile: string): ChildProcess {
  const spaces = ['--net', '--mount', '--pid', '--uts', '--ipc', '--fork', '--mount-proc'];
  const conductor = path.join(import.meta.dirname, 'inside.ts');
  const child = spawn(
    'setpriv',
    [
      ...['--pdeathsig', 'KILL', 'unshare', ...spaces, '--kill-child=KILL'],
      ...[
        'sh',
        '-c',
        '"$@" <&3 & wait $!',
        'sh',
        process.execPath,
        ...process.execArgv,
        conductor,
        planFile,
      ],
    ],
    // In a session of its own: Ctrl-C is for the command, which asks the conductor to end in good order.
    { stdio: ['ignore', 'inherit', 'inherit', 'pipe'], detached: true },
  );
  return child;
}

/** A port on the loopback, passed on through a socket file. */
function forwardPort(socketPath: string): Promise<{ server: net.Server; port: number }> {
  const server = joinTo({ path: socketPath });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({ server, port: typeof address === 'object' ? (address?.port ?? 0) : 0 });
    });
  });
}

/** Calls back when one of the commands that lead to this one (npm, sh, node) is gone, so that nothing outlives who asked for it. */
export function whenAbandoned(callback: () => void): void {
  const chain: number[] = [];
  for (let pid = process.ppid; pid > 1; pid = parentOf(pid)) {
    if (!/npm|lab\.mjs/.test(commandLine(pid))) break;
    chain.push(pid);
  }
  const timer = setInterval(() => {
    if (chain.every((pid) => commandLine(pid) !== '')) return;
    clearInterval(timer);
    callback();
  }, 500);
  timer.unref();
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

// What of this machine a lab might leave changed: named networks, mounts, loopback addresses, control groups, loop devices, and
// processes in process namespaces other than our own. Labs that others run at the same time are left out.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hierarchies, liveRuns } from './run.ts';

export interface MachineProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

export function machineProcesses(): MachineProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return [{ pid: Number(name), parent, command }];
    } catch {
      // It ended while the list was read.
      return [];
    }
  });
}

/** Lines that are the same before and after a lab that has cleaned up. */
export function machineState(): Readonly<Record<string, readonly string[]>> {
  const others = liveRuns().map((run) => run.id);
  const lines = (text: string) =>
    text
      .split('\n')
      .filter((line) => line !== '' && !others.some((id) => line.includes(id)))
      .sort();
  const ip = (...args: string[]) => execFileSync('ip', args, { encoding: 'utf8' });
  return {
    networks: lines(ip('netns', 'list')),
    links: lines(ip('-o', 'link', 'show')).map((line) => line.split(': ')[1] ?? ''),
    loopback: lines(ip('-o', 'addr', 'show', 'lo')),
    mounts: lines(readFileSync('/proc/self/mounts', 'utf8')),
    loops: lines(execFileSync('losetup', ['-a'], { encoding: 'utf8' })),
    groups: lines(
      hierarchies()
        .flatMap((dir) => readdirSync(dir).map((name) => `${dir}/${name}`))
        .filter((g) => g.includes('kubelet-lab'))
        .join('\n'),
    ),
    processes: lines(foreignProcesses(others).join('\n')),
  };
}

/** Processes in process namespaces of their own, but for those of the labs with these ids. */
function foreignProcesses(others: readonly string[]): string[] {
  const own = readlinkSync('/proc/self/ns/pid');
  const all = machineProcesses();
  const theirs = new Set(
    all.filter((p) => others.some((id) => p.command.includes(id))).map((p) => p.pid),
  );
  for (let grew = true; grew;) {
    const more = all.filter((p) => theirs.has(p.parent) && !theirs.has(p.pid));
    for (const { pid } of more) theirs.add(pid);
    grew = more.length > 0;
  }
  return all
    .filter(({ pid }) => !theirs.has(pid) && namespaceOf(pid) !== own)
    .map(({ pid, command }) => `${pid} ${command}`);
}

function namespaceOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return readlinkSync('/proc/self/ns/pid');
  }
}

// What a node has left, in words: the numbers of `/stats/summary` against the limits at which a kubelet begins to evict.
import { formatBytes } from '../../base/formatBytes.ts';
import type { DiskStats, NodeStats } from '../../kubelet/event.ts';
import type { ResourceRow } from '../../protocol/clusterApi.ts';

/** The kubelet's own defaults for Linux (pkg/kubelet/apis/config/v1beta1/defaults_linux.go); a node may have others. */
const evictsBelow = { memory: 100 << 20, disk: 0.1, imageDisk: 0.15, inodes: 0.05 };

export function resourceRows({ memory, disk, imageDisk, processes }: NodeStats): ResourceRow[] {
  const { available, used } = memory ?? {};
  const whole = available === undefined || used === undefined ? undefined : available + used;
  const { most, used: running } = processes ?? {};
  const left = most === undefined || running === undefined ? undefined : most - running;
  return [
    ...row('Memory', available, whole, formatBytes, evictsBelow.memory / (whole ?? Infinity)),
    ...diskRows('Disk', disk, evictsBelow.disk),
    // Where images lie on the same disk, it is told once.
    ...(same(disk, imageDisk) ? [] : diskRows('Image disk', imageDisk, evictsBelow.imageDisk)),
    ...row('Processes', left, most, count, 0),
  ];
}

function same(a: DiskStats | undefined, b: DiskStats | undefined): boolean {
  return a?.capacity === b?.capacity && a?.inodes === b?.inodes;
}

function diskRows(name: string, disk: DiskStats | undefined, below: number): ResourceRow[] {
  return [
    ...row(name, disk?.available, disk?.capacity, formatBytes, below),
    ...row(`${name} inodes`, disk?.inodesFree, disk?.inodes, count, evictsBelow.inodes),
  ];
}

function row(
  name: string,
  available: number | undefined,
  whole: number | undefined,
  text: (value: number) => string,
  evicts: number,
): ResourceRow[] {
  if (available === undefined) return [];
  const free = whole === undefined || whole <= 0 ? undefined : Math.min(1, available / whole);
  const short = free === undefined ? Infinity : free / Math.max(evicts, 0.001);
  return [
    {
      name,
      text: `${text(available)} free${whole === undefined ? '' : ` of ${text(whole)}`}`,
      free,
      severity: short <= 1 ? 'error' : short <= 1.5 ? 'warning' : 'none',
    },
  ];
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}

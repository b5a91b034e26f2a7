// Logs that name neither node nor host. Knows: two kubelets that ran at once, as processes of their own, ran on two nodes. What may
// be a rotation or a continuation of another log stays with it.
import type { SourceId } from '../../../base/input.ts';
import { SECOND } from '../../../base/time.ts';
import type { FactTable, Kind } from './factTable.ts';
import type { Inputs } from './inputs.ts';

/** One process may end a moment after the next has begun. */
const handOver = 10 * SECOND;

/** What a file is called besides: the piece of a rotation, klog's own severity, time and pid, the packing. */
const besides =
  /(?<!\.(?:log|txt|jsonl?|INFO|WARNING|ERROR|FATAL))(?:\.(?:log|txt|jsonl?|INFO|WARNING|ERROR|FATAL))*(?:[.-]\d[\dTZ:._-]*)?(?:\.(?:gz|xz|zst|bz2))?$/i;

/** What only a kubelet says: other programs write klog, too. */
const byKubelet: readonly Kind[] = ['config', 'pleg.event'];

interface Bare {
  readonly source: SourceId;
  /** The file's name without its endings; logs of one are pieces of one. */
  name: string;
  readonly pids: Set<number>;
  from: number;
  to: number;
}

/** The node of each source by the name of its file; undefined unless two kubelets ran at once, or where a log tells of none. */
export function bareNodesOf(
  { sources }: Inputs,
  facts: FactTable,
): ReadonlyMap<SourceId, string> | undefined {
  const logs = new Map<SourceId, Bare>();
  for (const { table, name } of sources) {
    if (table.length === 0) continue;
    if (name === undefined) return undefined;
    const base = name.replace(besides, '');
    const { source } = table;
    logs.set(source, { source, name: base, pids: new Set(), from: Infinity, to: -Infinity });
  }
  facts.each(byKubelet, ({ input, at }, index) => {
    const log = logs.get(input.source);
    const pid = facts.pidAt(index);
    if (log === undefined || pid === 0) return;
    log.pids.add(pid);
    if (at < log.from) log.from = at;
    if (at > log.to) log.to = at;
  });
  const all = [...logs.values()];
  const folder = folderOf(all.map(({ name }) => name));
  for (const log of all) log.name = log.name.slice(folder);
  if (all.some(({ pids }) => pids.size === 0)) return undefined;
  const ranAtOnce = all.some((one) => all.some((other) => areApart(one, other)));
  return ranAtOnce ? named(all) : undefined;
}

/** The length of the path to the folder that all are in. */
function folderOf(names: readonly string[]): number {
  const [first = ''] = names;
  let end = first.lastIndexOf('/') + 1;
  while (end > 0 && !names.every((name) => name.startsWith(first.slice(0, end))))
    end = first.lastIndexOf('/', end - 2) + 1;
  return end;
}

function areApart(one: Bare, other: Bare): boolean {
  const together = Math.min(one.to, other.to) - Math.max(one.from, other.from);
  return together > handOver && !areOfOne(one, other);
}

function areOfOne(one: Bare, other: Bare): boolean {
  return one.name === other.name || [...one.pids].some((pid) => other.pids.has(pid));
}

/** Each with those that are pieces of it, by the shortest of their names. */
function named(logs: readonly Bare[]): ReadonlyMap<SourceId, string> {
  const groups: Bare[][] = [];
  for (const log of logs) {
    const its = groups.filter((group) => group.some((other) => areOfOne(log, other)));
    for (const group of its) groups.splice(groups.indexOf(group), 1);
    groups.push([...its.flat(), log]);
  }
  return new Map(
    groups.flatMap((group) => {
      const [name = ''] = group.map((log) => log.name).sort((a, b) => a.length - b.length);
      return group.map(({ source }) => [source, name] as const);
    }),
  );
}

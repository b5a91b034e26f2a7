// Goroutines as rows, grouped by what they are for; a worker at work is compared with the workers that the log tells of.
import { ordered } from '../../base/ordered.ts';
import { withoutSecrets } from '../../base/secrets.ts';
import type { Micros } from '../../base/time.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import {
  doingOf,
  goroutineRoles,
  podNameLengths,
  repositoryPath,
  roleOf,
  workerSyncOf,
  type GoroutineRole,
  type WorkerSync,
} from '../../kubelet/goroutineRoles.ts';
import { leastWait, waitWords, type GoFrame, type Goroutine } from '../../log/goroutineDump.ts';
import type {
  GoroutineGroup,
  GoroutinePage,
  StackFrameRow,
  StackOrder,
  StackRow,
} from '../../protocol/goroutineApi.ts';
import type { Ordered } from '../../protocol/cursor.ts';
import type { OpenDump } from '../goroutineDumps.ts';
import { podName, type Incident } from './incident.ts';
import { maybe, plain } from './pageRows.ts';

const MOST_STACKS = 200;
const MOST_PODS = 5;

/** The log that is open, at the moment that the dump is compared with. */
export interface Compared {
  readonly incident: Incident;
  readonly moment: Moment;
}

/** With all stacks of each group, the longest waits first. */
export function wholeGoroutines(dump: OpenDump, compared: Compared | undefined): GoroutinePage {
  const byRole = new Map<string, Goroutine[]>();
  for (const goroutine of dump.goroutines) {
    const { id } = roleOf(goroutine);
    const members = byRole.get(id);
    if (members === undefined) byRole.set(id, [goroutine]);
    else members.push(goroutine);
  }
  const groups = goroutineRoles.flatMap((role) => {
    const members = byRole.get(role.id);
    return members === undefined ? [] : [group(role, members, compared)];
  });
  const { name, at, node, version, goroutines } = dump;
  const run = compared?.incident.history.runs.at(-1)?.version.value;
  return {
    name: plain(name),
    at,
    node: maybe(node),
    version: maybe(version ?? run),
    total: goroutines.length,
    compared: compared?.moment.time,
    groups,
    standing: groups
      .flatMap(({ stacks }) => stacks.filter(({ notable }) => notable))
      .sort((a, b) => b.minutes - a.minutes)
      .slice(0, MOST_STACKS),
  };
}

/** Of each group no more stacks than a page has room for: the first in the order asked for. */
export function goroutinePage(
  dump: OpenDump,
  compared: Compared | undefined,
  order: Ordered<StackOrder> = {},
): GoroutinePage {
  return firstStacks(wholeGoroutines(dump, compared), order);
}

function firstStacks(
  page: GoroutinePage,
  { by, order = 'up' }: Ordered<StackOrder>,
): GoroutinePage {
  const groups = page.groups.map((group): GoroutineGroup => {
    const sorted =
      by === undefined
        ? group.stacks
        : ordered(group.stacks, (stack) => columnOf(stack, by), order);
    const stacks = sorted.slice(0, MOST_STACKS);
    return { ...group, stacks, more: sorted.length - stacks.length };
  });
  return { ...page, groups };
}

function columnOf({ doing, state, minutes, count }: StackRow, by: StackOrder): string | number {
  return { doing: doing ?? state, minutes, count }[by];
}

function group(
  role: GoroutineRole,
  members: readonly Goroutine[],
  compared: Compared | undefined,
): GoroutineGroup {
  const stacks = new Map<string, Goroutine[]>();
  for (const goroutine of members) {
    const key = workerSyncOf(goroutine) === undefined ? stackKey(goroutine) : `${goroutine.id}`;
    const same = stacks.get(key);
    if (same === undefined) stacks.set(key, [goroutine]);
    else same.push(goroutine);
  }
  const rows = [...stacks.values()]
    .map((same) => stackRow(same, compared))
    .sort((a, b) => b.minutes - a.minutes || Number(b.notable) - Number(a.notable) || a.id - b.id);
  const { id, title, about, background = false } = role;
  return {
    id,
    title,
    about,
    background,
    count: members.length,
    stacks: rows,
    more: 0,
  };
}

/** A page with those stacks alone, and groups that have some. */
export async function keptStacks(
  page: GoroutinePage,
  order: Ordered<StackOrder>,
  keep: (group: GoroutineGroup) => Promise<readonly StackRow[]>,
): Promise<GoroutinePage> {
  const groups: GoroutineGroup[] = [];
  for (const group of page.groups) {
    const kept = await keep(group);
    const count = kept.reduce((sum, stack) => sum + stack.count, 0);
    if (kept.length > 0) groups.push({ ...group, count, stacks: kept });
  }
  return firstStacks({ ...page, groups }, order);
}

/** The same for goroutines that stand at the same place. */
export function stackKey({ state, frames }: Goroutine): string {
  return [state, ...frames.map((frame) => `${frame.function}:${frame.line}`)].join('\n');
}

function stackRow(same: readonly Goroutine[], compared: Compared | undefined): StackRow {
  const [first] = same;
  if (first === undefined) throw new RangeError('a stack is that of one goroutine at least');
  const minutes = same.reduce((most, each) => Math.max(most, each.minutes), 0);
  const doing = doingOf(first);
  const sync = workerSyncOf(first);
  const tied = sync === undefined ? { pods: [], why: '' } : tie(first, sync, compared);
  return {
    id: first.id,
    count: same.length,
    state: plain(withoutSecrets(first.state)),
    minutes,
    lockedToThread: first.lockedToThread,
    doing: maybe(sync === undefined || doing === undefined ? doing : `${sync}: ${doing}`),
    // Starred while it is whole: a part of a secret looks like none.
    top: plain(shortName(withoutSecrets(telling(first)))),
    notable: minutes > 0 && doing !== undefined && !/^idle|next change/.test(doing),
    ...tied,
  };
}

/** The innermost frame that says more than that it waits. */
function telling({ frames, createdBy }: Goroutine): string {
  const own =
    frames.find(({ function: name }) => /^k8s\.io\/(?!apimachinery\/pkg\/util\/wait)/.test(name)) ??
    frames.find(({ function: name }) => /^[^/(.]+\.[^/]+\//.test(name));
  return (own ?? frames[0] ?? createdBy)?.function ?? 'unknown';
}

const states: Record<WorkerSync, string> = {
  SyncPod: 'sync',
  SyncTerminatingPod: 'terminating',
  SyncTerminatedPod: 'terminated',
};

/** The pods whose workers, as the log has them, may be in that call for that long. */
function tie(
  goroutine: Goroutine,
  sync: WorkerSync,
  compared: Compared | undefined,
): { readonly pods: StackRow['pods']; readonly why: string } {
  if (compared === undefined)
    return { pods: [], why: 'Open the log of that kubelet to see whose worker it may be.' };
  const lengths = podNameLengths(goroutine);
  const fits = podsThatFit(goroutine, sync, compared);
  const pods = fits.slice(0, MOST_PODS).map((pod) => ({ key: pod.key, name: plain(podName(pod)) }));
  const wait = waitWords(goroutine.minutes);
  const criteria = [
    `its worker is ${states[sync]} and at work`,
    wait === '' ? '' : `has been so${wait}`,
    lengths === undefined
      ? ''
      : `its name has ${lengths.name} letters, its namespace ${lengths.namespace}, as in the call's arguments`,
  ].filter((criterion) => criterion !== '');
  const reasons = criteria.join(', ');
  if (fits.length === 0) return { pods, why: `No matching pod in the log: ${reasons}.` };
  return {
    pods,
    why:
      fits.length === 1
        ? `The one pod of which this is so: ${reasons}.`
        : `${fits.length} pods of which this is so: ${reasons}.`,
  };
}

/** The pods whose workers, at the moment, may be in a sync for as long as a goroutine is. */
export function podsThatFit(
  goroutine: Goroutine,
  sync: WorkerSync,
  { incident, moment }: Compared,
): readonly PodHistory[] {
  const lengths = podNameLengths(goroutine);
  const since = moment.time - leastWait(goroutine.minutes);
  return incident.history
    .podsBy(moment)
    .filter(({ worker }) => worker.state.at(moment).value === states[sync])
    .filter(({ worker }) => worker.working.at(moment).value !== false)
    .filter((pod) => lengths === undefined || hasLengths(pod, lengths))
    .filter((pod) => stateSince(pod, moment) <= since);
}

function hasLengths(
  pod: PodHistory,
  lengths: NonNullable<ReturnType<typeof podNameLengths>>,
): boolean {
  return pod.name.length === lengths.name && pod.namespace.length === lengths.namespace;
}

function stateSince({ worker }: PodHistory, moment: Moment): Micros | number {
  return worker.state.changeAt(moment)?.at ?? -Infinity;
}

export function stackFrames({ goroutines }: OpenDump, id: number): readonly StackFrameRow[] {
  const found = goroutines.find((each) => each.id === id);
  if (found === undefined) return [];
  const rows = found.frames.map((frame) => frameRow(frame, false));
  return found.createdBy === undefined ? rows : [...rows, frameRow(found.createdBy, true)];
}

function frameRow(frame: GoFrame, creator: boolean): StackFrameRow {
  const whole = withoutSecrets(frame.function);
  const name = shortName(whole);
  const path = whole.slice(0, whole.length - name.length);
  const [, last = ''] = /^([^.]*)\./.exec(name) ?? [];
  return {
    function: plain(name.slice(last.length + 1)),
    package: plain(path + last),
    file: plain(/[^/]*$/.exec(frame.file)?.[0] ?? frame.file),
    line: frame.line,
    path: repositoryPath(frame),
    creator,
  };
}

/** `kubelet.(*podWorkers).podWorkerLoop`: without the path of the package. */
function shortName(name: string): string {
  const arguments_ = name.indexOf('[');
  const end = name.lastIndexOf('/', arguments_ < 0 ? undefined : arguments_);
  return name.slice(end + 1);
}

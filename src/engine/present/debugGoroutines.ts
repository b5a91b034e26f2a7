// The frames that a goroutine sample shows of a thread, where one was taken so near to the moment that they were there then, too.
import { formatDuration, formatTimeOfDay, micros, MINUTE, SECOND } from '../../base/time.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import { roleOf, workerSyncOf } from '../../kubelet/goroutineRoles.ts';
import { type Goroutine, leastWait } from '../../log/goroutineDump.ts';
import type { DebugFrame, DebugThreadId } from '../../protocol/debugApi.ts';
import type { StackFrameRow } from '../../protocol/goroutineApi.ts';
import type { OpenDump } from '../goroutineDumps.ts';
import { podsThatFit, stackFrames, stackKey } from './goroutines.ts';
import type { DebugBeside, DebugContext } from './debugNode.ts';
import { podName } from './incident.ts';

/** A worker that did not change its state may have gone on within it: so far from a sample nobody knows, unless it waited. */
const NEAR = 2 * MINUTE;
/** The loops go round each second. */
const NEAR_OF_LOOPS = 2 * SECOND;

const roles: Readonly<Record<DebugThreadId, string>> = {
  syncLoop: 'sync-loop',
  pleg: 'pleg',
  status: 'status',
};

/** A goroutine of a sample, and how it is known to be of a thread. */
interface Found {
  readonly dump: OpenDump;
  readonly goroutine: Goroutine;
  readonly why: string;
}

/** The frames of a pod's worker, innermost first, below a label that says when they were seen. Undefined: no sample has them. */
export function sampledWorker(
  context: DebugContext,
  pod: PodHistory,
): readonly DebugFrame[] | undefined {
  for (const dump of nearestFirst(context)) {
    const found = workerIn(context, dump, pod);
    if (found !== undefined) return framesOf(context, found);
  }
  return undefined;
}

/** The same for a part of the kubelet that is one goroutine. */
export function sampledPart(
  context: DebugContext,
  thread: DebugThreadId,
): readonly DebugFrame[] | undefined {
  const role = roles[thread];
  const [dump] = nearestFirst(context);
  if (role === undefined || dump === undefined) return undefined;
  if (Math.abs(timeOf(dump, context) - context.moment.time) > NEAR_OF_LOOPS) return undefined;
  const members = dump.goroutines.filter((each) => roleOf(each).id === role);
  const [goroutine] = members;
  if (goroutine === undefined || members.length > 1) return undefined;
  return framesOf(context, { dump, goroutine, why: '' });
}

/** Those that may be looked at from here; a dump whose time nobody knows is compared with the moment itself. */
function nearestFirst(context: DebugContext): readonly OpenDump[] {
  const { index, beside, moment } = context;
  const away = (dump: OpenDump): number => Math.abs(timeOf(dump, context) - moment.time);
  return [...index.dumps, ...beside.dumps]
    .filter((dump) => moment.hindsight === 'now' || wasThere(dump, context))
    .sort((a, b) => away(a) - away(b));
}

/** What was known beside the tape at a moment of the mode `then`, to those who are told of the inputs up to there alone. */
export function besideThen(context: DebugContext): DebugBeside {
  const { beside, moment } = context;
  return {
    inputs: beside.inputs,
    journals: beside.journals,
    hasMachine: beside.hasMachine,
    stores: beside.stores,
    dumps: beside.dumps.filter((dump) => wasThere(dump, context)),
    // The eyes look at the whole tape: they are to be asked in the same mode.
    machineAt: (_, parts) => beside.machineAt(moment, parts),
  };
}

function wasThere(dump: OpenDump, context: DebugContext): boolean {
  const { index, moment } = context;
  const { input } = dump;
  return input === undefined
    ? timeOf(dump, context) <= moment.time
    : index.incident.tape.positionOfInput(input) <= moment.position;
}

function timeOf({ at }: OpenDump, { moment }: DebugContext): number {
  return at ?? moment.time;
}

function workerIn(context: DebugContext, dump: OpenDump, pod: PodHistory): Found | undefined {
  const { index, moment } = context;
  const { incident } = index;
  const time = micros(timeOf(dump, context));
  const then: Moment = { time, position: incident.tape.positionAtTime(time), hindsight: 'now' };
  if (!isSameSync(pod, then, moment)) return undefined;
  const compared = { incident, moment: then };
  const fits = dump.goroutines
    .map((goroutine) => ({ goroutine, sync: workerSyncOf(goroutine) }))
    .filter(({ goroutine }) => isNear(goroutine, time, moment))
    .map(({ goroutine, sync }) => ({
      goroutine,
      pods: sync === undefined ? [] : podsThatFit(goroutine, sync, compared),
    }))
    .filter(({ pods }) => pods.some(({ key }) => key === pod.key));
  const [first] = fits;
  if (first === undefined) return undefined;
  const { goroutine } = first;
  if (fits.length === 1 && first.pods.length === 1)
    return { dump, goroutine, why: `the only one that fits ${podName(pod)}` };
  // Which of several it is does not matter when all stand at the same place.
  if (fits.some((other) => stackKey(other.goroutine) !== stackKey(goroutine))) return undefined;
  const workers = Math.max(fits.length, first.pods.length);
  return { dump, goroutine, why: `one of ${workers} workers at the same place` };
}

/** Between the two its state did not change, and it was never idle. */
function isSameSync({ worker }: PodHistory, a: Moment, b: Moment): boolean {
  const from = Math.min(a.time, b.time);
  const to = Math.max(a.time, b.time);
  return (
    worker.state.changeAt(a)?.at === worker.state.changeAt(b)?.at &&
    !worker.working.changes.some(({ at, value }) => at > from && at <= to && value.value === false)
  );
}

/** Whether it stood there at the moment, as its wait tells, or not much earlier or later. */
function isNear({ minutes }: Goroutine, at: number, { time }: Moment): boolean {
  return Math.abs(at - time) <= NEAR || (time <= at && time >= at - leastWait(minutes));
}

function framesOf(context: DebugContext, { dump, goroutine, why }: Found): readonly DebugFrame[] {
  const { id, state, minutes } = goroutine;
  const wait = minutes === 0 ? state : `${state}, ${minutes} min`;
  const seen = seenText(context, dump);
  const label: DebugFrame = {
    name: [`goroutine ${id} [${wait}]`, seen, why].filter((part) => part !== '').join(', '),
    kind: 'label',
    known: 'seen',
    go: undefined,
    place: context.index.place(dump.input),
    began: undefined,
  };
  const rows = stackFrames(dump, id);
  return [label, ...rows.map((row) => frameOf(context, dump, row, seen))];
}

function seenText({ moment }: DebugContext, { at, name }: OpenDump): string {
  if (at === undefined) return `of ${name}, whose time is not told`;
  const away = at - moment.time;
  const apart =
    Math.abs(away) < SECOND
      ? ''
      : ` (${formatDuration(Math.abs(away))} ${away > 0 ? 'after' : 'before'} here)`;
  return `seen at ${formatTimeOfDay(at).slice(0, 8)}${apart}`;
}

function frameOf(
  context: DebugContext,
  { version, input }: OpenDump,
  row: StackFrameRow,
  sample: string,
): DebugFrame {
  const own = context.index.runAt(context.moment.time)?.version.value;
  const name = row.path === undefined ? `${row.package}.${row.function}` : row.function;
  return {
    name: row.creator ? `created by ${name}` : name,
    kind: 'go',
    known: 'seen',
    go: { file: row.file, path: row.path, version: version ?? own, line: row.line },
    place: context.index.place(input),
    began: undefined,
    sample,
  };
}

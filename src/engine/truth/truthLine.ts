// One line of a truth file. What its program didn't write is undefined, never a default.
import * as v from 'valibot';
import { parseRfc3339, type Micros } from '../../base/time.ts';
import type { ContainerState } from '../../kubelet/pod.ts';
import type { TruthKind } from './truthFile.ts';

/** An update of a pod, as far as it was written down. */
export interface TruthUpdate {
  readonly updateType: string | undefined;
  readonly startTime: Micros | undefined;
  readonly evict: boolean;
  readonly gracePeriod: number | undefined;
}

/** A time of a field is told apart from its text, so that it can be shown on the tape's clock. */
export type TruthField = readonly [name: string, value: string | Micros];

export interface TruthWorker {
  /** `web-1_default`. */
  readonly fullname: string;
  readonly state: string;
  readonly working: boolean;
  /** `activeUpdate` (from 1.27): what it has in hand, or had last. */
  readonly active: TruthUpdate | undefined;
  readonly pending: TruthUpdate | undefined;
  readonly fields: readonly TruthField[];
}

interface TruthContainer {
  readonly id: string;
  readonly name: string;
  readonly state: ContainerState;
}

export interface TruthPod {
  readonly name: string;
  readonly containers: readonly TruthContainer[];
  readonly sandboxes: readonly TruthContainer[];
}

export type TruthEvent =
  | { readonly kind: 'worker'; readonly uid: string; readonly worker: TruthWorker | undefined }
  /** All workers, of a file that has them all in each line. */
  | { readonly kind: 'workers'; readonly workers: ReadonlyMap<string, TruthWorker> }
  | { readonly kind: 'goroutines'; readonly uids: ReadonlySet<string> }
  | { readonly kind: 'enqueue'; readonly uid: string; readonly due: Micros }
  | { readonly kind: 'work'; readonly uids: readonly string[] }
  | { readonly kind: 'set'; readonly uid: string; readonly entry: TruthEntry }
  | {
      readonly kind: 'delete' | 'observed';
      readonly uid: string;
      readonly time: Micros | undefined;
    }
  | { readonly kind: 'wait' | 'got'; readonly uid: string; readonly time: Micros | undefined }
  | { readonly kind: 'updateTime'; readonly time: Micros }
  | { readonly kind: 'begin'; readonly uid: string | undefined }
  | {
      readonly kind: 'end';
      readonly uid: string | undefined;
      readonly relistTime: Micros | undefined;
      readonly reinspect: ReadonlySet<string>;
      /** Undefined: as they were. */
      readonly records: ReadonlyMap<string, TruthRecord> | undefined;
    };

export interface TruthEntry {
  readonly modified: Micros;
  readonly err: string | undefined;
  readonly pod: TruthPod | undefined;
}

export interface TruthRecord {
  readonly old?: TruthPod | undefined;
  readonly current?: TruthPod | undefined;
}

const time = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const at = parseRfc3339(dataset.value);
    if (at === undefined) {
      addIssue({ message: 'no time' });
      return NEVER;
    }
    return at;
  }),
);
/** Go's zero time is written as null. */
const maybeTime = v.nullish(time);
const flag = v.optional(v.boolean(), false);

const update = v.nullish(
  v.object({
    updateType: v.string(),
    startTime: maybeTime,
    killPodOptions: v.nullish(
      v.object({
        evict: flag,
        gracePeriodSecondsOverride: v.nullish(v.number()),
      }),
    ),
  }),
);

function updateOf(read: v.InferOutput<typeof update>): TruthUpdate | undefined {
  if (read === null || read === undefined) return undefined;
  return {
    updateType: read.updateType,
    startTime: read.startTime ?? undefined,
    evict: read.killPodOptions?.evict === true,
    gracePeriod: read.killPodOptions?.gracePeriodSecondsOverride ?? undefined,
  };
}

/** Of an update that is there and nothing else is known of. */
export const someUpdate: TruthUpdate = {
  updateType: undefined,
  startTime: undefined,
  evict: false,
  gracePeriod: undefined,
};

const scalar = v.union([v.boolean(), v.number(), v.string(), v.null()]);
const status = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((all) => ({
    all,
    own: v.parse(
      v.object({
        fullname: v.string(),
        working: v.boolean(),
        terminatingAt: maybeTime,
        terminatedAt: maybeTime,
        pendingUpdate: update,
        activeUpdate: update,
      }),
      all,
    ),
  })),
);

function workerOf({ all, own }: v.InferOutput<typeof status>): TruthWorker {
  const { fullname, working, terminatingAt, terminatedAt, pendingUpdate, activeUpdate } = own;
  const terminating = (terminatingAt ?? undefined) === undefined ? 'sync' : 'terminating';
  const fields = Object.entries(all).flatMap(([name, value]): TruthField[] => {
    const read = v.safeParse(scalar, value);
    if (!read.success || name === 'working' || name.endsWith('Update')) return [];
    const { output } = read;
    const at = typeof output === 'string' && name.endsWith('At') ? parseRfc3339(output) : undefined;
    const text = output === null ? 'not yet' : String(output);
    return [[name, at ?? text]];
  });
  return {
    fullname,
    working,
    state: (terminatedAt ?? undefined) === undefined ? terminating : 'terminated',
    active: updateOf(activeUpdate),
    pending: updateOf(pendingUpdate),
    fields,
  };
}

const rowFlags = [
  'started',
  'terminationRequested',
  'startedTerminating',
  'terminated',
  'deleted',
  'evicted',
  'finished',
  'restartRequested',
] as const;
const row = v.object({
  uid: v.string(),
  pod: v.string(),
  state: v.string(),
  working: v.boolean(),
  pending: v.boolean(),
  active: v.boolean(),
  gracePeriod: v.number(),
  ...v.entriesFromList(rowFlags, v.boolean()),
});

function workerOfRow(read: v.InferOutput<typeof row>): TruthWorker {
  return {
    fullname: read.pod,
    state: read.state,
    working: read.working,
    active: read.active ? someUpdate : undefined,
    pending: read.pending ? someUpdate : undefined,
    fields: [
      ...rowFlags.map((name): TruthField => [name, String(read[name])]),
      ['gracePeriod', String(read.gracePeriod)],
    ],
  };
}

const stateWords: Readonly<Record<string, ContainerState>> = {
  created: 'created',
  running: 'running',
  exited: 'exited',
  CONTAINER_CREATED: 'created',
  CONTAINER_RUNNING: 'running',
  CONTAINER_EXITED: 'exited',
  SANDBOX_READY: 'running',
  SANDBOX_NOTREADY: 'exited',
};
const container = v.pipe(
  v.object({ id: v.string(), name: v.optional(v.string(), ''), state: v.string() }),
  v.transform(({ id, name, state }): TruthContainer => ({
    id,
    name,
    state: stateWords[state] ?? 'unknown',
  })),
);
const containers = v.array(container);
const pod = v.pipe(
  v.nullish(v.object({ pod: v.string(), containers, sandboxes: containers })),
  v.transform((read): TruthPod | undefined =>
    read === null || read === undefined ? undefined : { ...read, name: nameOf(read.pod) },
  ),
);

/** `default/web-1` of `web-1_default`, as the kubelet forms full names. */
export function nameOf(fullname: string): string {
  const cut = fullname.lastIndexOf('_');
  return cut < 0 ? fullname : `${fullname.slice(cut + 1)}/${fullname.slice(0, cut)}`;
}

const uid = v.string();
const head = { t: time };
const cacheOps = v.variant('op', [
  v.object({
    op: v.literal('set'),
    uid,
    timestamp: time,
    error: v.nullish(v.string()),
    pod: v.optional(v.string()),
    containers: v.optional(containers, []),
    sandboxes: v.optional(containers, []),
  }),
  v.object({ op: v.literal('updateTime'), timestamp: time }),
  v.object({ op: v.picklist(['delete', 'observed', 'wait', 'got']), uid, timestamp: maybeTime }),
]);
const plegOps = v.variant('op', [
  v.object({ op: v.literal('begin'), uid: v.optional(uid) }),
  v.object({
    op: v.literal('end'),
    uid: v.optional(uid),
    relistTime: maybeTime,
    reinspect: v.optional(v.array(uid), []),
    records: v.optional(v.record(uid, v.object({ old: pod, current: pod }))),
  }),
]);
const queueOps = v.variant('op', [
  v.object({ op: v.literal('enqueue'), uid, due: time }),
  v.object({ op: v.literal('work'), uids: v.array(uid) }),
]);

type Reader = (line: unknown) => TruthEvent;

const readers: Readonly<Record<TruthKind, Reader>> = {
  truth(line) {
    const { workers } = v.parse(v.object({ workers: v.array(row) }), line);
    return { kind: 'workers', workers: new Map(workers.map((one) => [one.uid, workerOfRow(one)])) };
  },
  podsyncstatus(line) {
    const read = v.parse(v.object({ uid, status: v.nullable(status) }), line);
    const worker = read.status === null ? undefined : workerOf(read.status);
    return { kind: 'worker', uid: read.uid, worker };
  },
  podworkers(line) {
    const { goroutines } = v.parse(v.object({ goroutines: v.array(uid) }), line);
    return { kind: 'goroutines', uids: new Set(goroutines) };
  },
  workqueue(line) {
    const { op, ...read } = v.parse(queueOps, line);
    return { kind: op, ...read } as TruthEvent;
  },
  podcache(line) {
    const read = v.parse(cacheOps, line);
    if (read.op === 'updateTime') return { kind: read.op, time: read.timestamp };
    if (read.op !== 'set')
      return { kind: read.op, uid: read.uid, time: read.timestamp ?? undefined };
    const { pod: fullname, sandboxes } = read;
    const of =
      fullname === undefined
        ? undefined
        : { name: nameOf(fullname), containers: read.containers, sandboxes };
    const entry = { modified: read.timestamp, err: read.error ?? undefined, pod: of };
    return { kind: 'set', uid: read.uid, entry };
  },
  pleg(line) {
    const read = v.parse(plegOps, line);
    if (read.op === 'begin') return { kind: 'begin', uid: read.uid };
    const { relistTime, reinspect, records } = read;
    return {
      kind: 'end',
      uid: read.uid,
      relistTime: relistTime ?? undefined,
      reinspect: new Set(reinspect),
      records: records === undefined ? undefined : new Map(Object.entries(records)),
    };
  },
};

/** A line and its time; undefined for what is none of its kind. */
export function truthLine(
  kind: TruthKind,
  text: string,
): { readonly at: Micros; readonly event: TruthEvent } | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return { at: v.parse(v.object(head), line).t, event: readers[kind](line) };
  } catch {
    return undefined;
  }
}

// The truth files of one folder as steps in the order of time, with an index by what they are about: what was held after any step is
// looked up, nothing is folded.
import { NumberList } from '../../simulate/journal/numberColumn.ts';
import type { Micros } from '../../base/time.ts';
import type { MachinePartId } from '../../protocol/machineApi.ts';
import type { TruthFile, TruthKind } from './truthFile.ts';
import { truthLine, type TruthEvent, type TruthWorker } from './truthLine.ts';

/** Parts of the kubelet that truth files tell of, and which file does. */
export const toldParts = {
  podWorkers: ['podsyncstatus', 'truth'],
  workQueue: ['workqueue'],
  podCache: ['podcache'],
  pleg: ['pleg'],
} as const satisfies Partial<Record<MachinePartId, readonly TruthKind[]>>;

export interface TruthStep<E extends TruthEvent = TruthEvent> {
  readonly at: Micros;
  readonly run: number;
  readonly part: keyof typeof toldParts;
  readonly event: E;
}

/** The event that has a kind, alone or among others. */
type OfKind<K, E = TruthEvent> = E extends { readonly kind: infer Own }
  ? K extends Own
    ? E
    : never
  : never;

interface Run {
  readonly run: number;
  /** Its first step. */
  readonly first: number;
  readonly kinds: ReadonlySet<TruthKind>;
}

const partOf: Readonly<Record<TruthKind, TruthStep['part']>> = {
  truth: 'podWorkers',
  podsyncstatus: 'podWorkers',
  podworkers: 'podWorkers',
  workqueue: 'workQueue',
  podcache: 'podCache',
  pleg: 'pleg',
};

export class KubeletTruth {
  readonly folder: string;
  readonly steps: readonly TruthStep[];
  readonly runs: readonly Run[];
  private readonly byKind = new Map<string, NumberList>();
  private readonly subjects = new Map<string, Set<string>>();

  constructor(folder: string, files: readonly TruthText[]) {
    this.folder = folder;
    const isWhole = (run: number): boolean =>
      files.some(({ file }) => file.kind === 'podsyncstatus' && file.run === run);
    const steps = files.flatMap(({ file, steps: own }) =>
      file.kind === 'truth' && isWhole(file.run) ? [] : own,
    );
    this.steps = steps.sort((a, b) => a.at - b.at);
    const runs = new Map<number, { first: number; kinds: Set<TruthKind> }>();
    for (const { file } of files) {
      const known = runs.get(file.run) ?? { first: steps.length, kinds: new Set() };
      runs.set(file.run, known);
      known.kinds.add(file.kind);
    }
    for (const [index, { run, event }] of steps.entries()) {
      const own = runs.get(run);
      if (own !== undefined) own.first = Math.min(own.first, index);
      this.index(index, event.kind, '');
      for (const uid of subjectsOf(event)) this.index(index, event.kind, uid);
    }
    this.runs = Array.from(runs, ([run, one]) => ({ run, ...one })).sort(
      (a, b) => a.first - b.first,
    );
  }

  private index(step: number, kind: string, uid: string): void {
    const key = `${kind} ${uid}`;
    const list = this.byKind.get(key) ?? new NumberList();
    this.byKind.set(key, list);
    list.push(step);
    if (uid === '') return;
    const uids = this.subjects.get(kind) ?? new Set();
    this.subjects.set(kind, uids.add(uid));
  }

  /** How many steps come by a time. */
  countTo(at: number): number {
    let low = 0;
    let high = this.steps.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.steps[middle]?.at ?? Infinity) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  runAt(step: number): Run | undefined {
    return this.runs.findLast(({ first }) => first <= step);
  }

  /** All that steps of a kind are about. */
  uidsOf(kind: TruthEvent['kind']): Iterable<string> {
    return this.subjects.get(kind) ?? [];
  }

  /** Steps of a kind and the same run by a step, the last ones first; of one pod, or of all. */
  *back<K extends TruthEvent['kind']>(
    kind: K,
    step: number,
    uid = '',
  ): Generator<TruthStep<OfKind<K>> & { readonly step: number }, undefined> {
    const list = this.byKind.get(`${kind} ${uid}`);
    const first = this.runAt(step)?.first ?? 0;
    for (let i = (list?.countTo(step) ?? 0) - 1; i >= 0; i--) {
      const at = list?.at(i) ?? -1;
      if (at < first) return undefined;
      const found = this.steps[at];
      if (isOf(found, kind)) yield { ...found, step: at };
    }
    return undefined;
  }

  last<K extends TruthEvent['kind']>(
    kind: K,
    step: number,
    uid = '',
  ): (TruthStep<OfKind<K>> & { readonly step: number }) | undefined {
    return this.back(kind, step, uid).next().value;
  }

  /** Every file tells of some parts: why one is unknown in a run; undefined: it is told. */
  whyUntold(part: MachinePartId, run: Run): string | undefined {
    const kinds = Object.hasOwn(toldParts, part) ? toldParts[part as keyof typeof toldParts] : [];
    if (kinds.length === 0) return 'no truth file has this part of the kubelet';
    if (kinds.some((kind) => run.kinds.has(kind))) return undefined;
    return `there is no ${kinds[0]}-${run.run}.jsonl beside the log`;
  }
}

function isOf<K extends TruthEvent['kind']>(
  step: TruthStep | undefined,
  kind: K,
): step is TruthStep<OfKind<K>> {
  return step?.event.kind === kind;
}

function subjectsOf(event: TruthEvent): Iterable<string> {
  if ('uid' in event) return event.uid === undefined ? [] : [event.uid];
  return event.kind === 'work' ? event.uids : [];
}

/** One file that is being read. */
export class TruthText {
  readonly file: TruthFile;
  readonly steps: TruthStep[] = [];
  /** Lines that were not read as what the file should hold. */
  bad = 0;
  private rest = '';
  private readonly decoder = new TextDecoder();
  /** Of a file that has all workers in each line: those of the line before. */
  private rows: ReadonlyMap<string, TruthWorker> = new Map();

  constructor(file: TruthFile) {
    this.file = file;
  }

  append(bytes: Uint8Array): void {
    const lines = (this.rest + this.decoder.decode(bytes, { stream: true })).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) this.line(line);
  }

  finish(): void {
    this.line(this.rest);
    this.rest = '';
  }

  private line(text: string): void {
    if (text.trim() === '') return;
    const { kind, run } = this.file;
    const read = truthLine(kind, text);
    if (read === undefined) {
      this.bad += 1;
      return;
    }
    const { at, event } = read;
    const part = partOf[kind];
    const events = event.kind === 'workers' ? this.changes(event.workers) : [event];
    this.steps.push(...events.map((one) => ({ at, run, part, event: one })));
  }

  private changes(workers: ReadonlyMap<string, TruthWorker>): readonly TruthEvent[] {
    const gone = [...this.rows.keys()].filter((uid) => !workers.has(uid));
    const others = [...workers].filter(
      ([uid, worker]) => JSON.stringify(worker) !== JSON.stringify(this.rows.get(uid)),
    );
    this.rows = workers;
    return [
      ...others.map(([uid, worker]) => ({ kind: 'worker', uid, worker }) as const),
      ...gone.map((uid) => ({ kind: 'worker', uid, worker: undefined }) as const),
    ];
  }
}

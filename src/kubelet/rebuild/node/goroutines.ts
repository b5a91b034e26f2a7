// What a goroutine dump proves of pod workers: those inside a sync were working then, and for as long as they had waited. A dump names no
// pod: only where as many pods can be meant as there are goroutines are these they. Else it is silent, or says that it can't be.
import { inferred, type InputId, type Value } from '../../../base/input.ts';
import { micros, type Micros } from '../../../base/time.ts';
import { leastWait, waitWords } from '../../../log/goroutineDump.ts';
import type { SampledWorker, WorkType } from '../../event.ts';
import type { PodWorkersMachine } from '../../version/index.ts';
import type { Disagreement, PodEvent, WorkerTracks } from '../history.ts';
import { type Life, lifeKey } from '../identity/life.ts';
import type { Run } from '../facts/runs.ts';
import type { SampleFact } from '../facts/samples.ts';
import { OpenTrack, type Track } from '../track.ts';
import { tracksOf } from '../worker/workerTracks.ts';

export interface DumpFindings {
  /** Tracks of those pods of which a dump proves that they work. */
  readonly workers: ReadonlyMap<Life, WorkerTracks>;
  /** For their stories. */
  readonly events: readonly { readonly life: Life; readonly event: PodEvent }[];
  readonly disagreements: readonly Disagreement[];
}

const kinds: readonly WorkType[] = ['sync', 'terminating', 'terminated'];
const functions = {
  sync: 'SyncPod',
  terminating: 'SyncTerminatingPod',
  terminated: 'SyncTerminatedPod',
} as const;

export function readDumps(
  samples: readonly SampleFact[],
  workers: ReadonlyMap<Life, WorkerTracks>,
  runAt: (position: number) => Pick<Run, 'machine' | 'started'> | undefined,
): DumpFindings {
  const reader = new DumpReader(workers);
  let listed = false;
  for (const { event, at, position, input } of samples) {
    listed ||= event.kind === 'sample.pods';
    const run = runAt(position);
    // Of a log that begins late nobody knows which pods it has not named.
    if (event.kind !== 'sample.goroutines' || run === undefined || !(run.started || listed))
      continue;
    reader.take(event.workers, { at, position, input }, run.machine);
  }
  return reader;
}

type Place = Pick<SampleFact, 'at' | 'position' | 'input'>;

class DumpReader implements DumpFindings {
  readonly workers: Map<Life, WorkerTracks>;
  readonly events: { readonly life: Life; readonly event: PodEvent }[] = [];
  readonly disagreements: Disagreement[] = [];

  constructor(workers: ReadonlyMap<Life, WorkerTracks>) {
    this.workers = new Map(workers);
  }

  take(busy: readonly SampledWorker[], place: Place, machine: PodWorkersMachine): void {
    // Up to 1.21 one function did the work of all states.
    if (machine === 'classic') this.match(busy, place, undefined);
    else
      for (const work of kinds)
        this.match(
          busy.filter((one) => one.work === work),
          place,
          work,
        );
  }

  private match(busy: readonly SampledWorker[], place: Place, work: WorkType | undefined): void {
    if (busy.length === 0) return;
    const able = [...this.workers].filter(([, tracks]) => canBeIn(tracks, place.at, work));
    const free = able.filter(([, { working }]) => valueAt(working, place.at).value !== false);
    // An idle worker takes up work within a moment: too few are told only when none of the others can be meant either.
    const meant = free.length === busy.length ? free : able.length === busy.length ? able : [];
    if (able.length < busy.length) this.tooFew(busy, able.length, place, work);
    const minutes = Math.min(...busy.map((one) => one.minutes));
    const [only] = busy.length === 1 ? busy : [];
    for (const [life, tracks] of meant) this.prove(life, tracks, { ...place, minutes, work }, only);
  }

  private prove(
    life: Life,
    tracks: WorkerTracks,
    proof: Place & { readonly minutes: number; readonly work: WorkType | undefined },
    only: SampledWorker | undefined,
  ): void {
    const { at, position, input, minutes } = proof;
    const doing = only?.doing === undefined ? '' : `, ${only.doing}`;
    const inside = `its worker is inside ${functionOf(proof.work)}${waitWords(minutes)}${doing}`;
    const since = micros(at - leastWait(minutes));
    const working = workingFrom(tracks.working, since, at, input, position);
    if (working === undefined) {
      const idle = valueAt(tracks.working, at);
      const text = `by the goroutine dump ${inside}; by the log it was idle meanwhile`;
      const log = idle.provedBy;
      this.disagreements.push({ at, position, podKey: lifeKey(life), text, input, log });
      return;
    }
    this.workers.set(life, { ...tracksOf(tracks), working });
    const text = `goroutine dump: ${inside}`;
    this.events.push({
      life,
      event: { at, position, kind: 'goroutine', text, severity: 'info', input },
    });
  }

  private tooFew(
    busy: readonly SampledWorker[],
    able: number,
    { at, position, input }: Place,
    work: WorkType | undefined,
  ): void {
    const pods = able === 1 ? '1 pod' : `${able} pods`;
    const text = `by the goroutine dump ${busy.length === 1 ? '1 worker is' : `${busy.length} workers are`} inside ${functionOf(work)}; by the log ${pods} can be`;
    this.disagreements.push({ at, position, podKey: undefined, text, input, log: [] });
  }
}

function functionOf(work: WorkType | undefined): string {
  return work === undefined ? 'syncPod' : functions[work];
}

function valueAt<T>(track: Track<T>, time: Micros): Value<T> {
  return track.at({ time, position: Infinity, hindsight: 'now' });
}

/** Whether a worker may have been in the state at a time: what is unknown of it does not speak against it. */
function canBeIn(tracks: WorkerTracks, at: Micros, work: WorkType | undefined): boolean {
  if (tracks.present.changes.every((change) => change.at > at)) return false;
  if (valueAt(tracks.present, at).value === false) return false;
  if (valueAt(tracks.finished, at).value === true) return false;
  const state = valueAt(tracks.state, at).value;
  return work === undefined || state === undefined || state === work;
}

/** The track with `true` from `since` to `at` where nothing was known; undefined when it says otherwise in between. */
function workingFrom(
  track: Track<boolean>,
  since: Micros,
  at: Micros,
  input: InputId,
  position: number,
): Track<boolean> | undefined {
  const changes = track.changes.filter((change) => change.at > since && change.at <= at);
  const values = [valueAt(track, since), ...changes.map(({ value }) => value)];
  if (values.some(({ value }) => value === false)) return undefined;
  const after = track.changeAt({ time: at, position: Infinity, hindsight: 'now' });
  const proven = new OpenTrack<boolean>();
  for (const change of track.changes)
    if (change.at <= since) proven.set(change.at, change.value, change.provenAt);
  proven.set(since, inferred(true, input), position);
  if (after !== undefined)
    proven.set(micros(at + 1), after.value, Math.max(after.provenAt, position));
  for (const change of track.changes)
    if (change.at > at) proven.set(change.at, change.value, change.provenAt);
  return proven;
}

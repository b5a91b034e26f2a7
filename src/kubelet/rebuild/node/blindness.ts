// What was rebuilt is unknown from the begin of a gap on. That a worker is there shows the next line about its pod; the rest only a line
// of a pod that still runs, or the next change.
import type { Gap, GapKind } from '../../../base/input.ts';
import type { Micros } from '../../../base/time.ts';
import type { Fact } from '../facts/fact.ts';
import { isSignOfSync, isSignOfWorker } from '../worker/clues.ts';
import type { WorkerTracks } from '../history.ts';
import { OpenTrack, type Track } from '../track.ts';

/** Gaps in which lines that were printed are lost. A silence may be a calm night, and a cut line still tells what it is. */
const losing: ReadonlySet<GapKind> = new Set(['suppressed', 'rotation', 'missing', 'disconnected']);

export function isLosing({ kind }: Gap): boolean {
  return losing.has(kind);
}

interface Stretch {
  readonly gap: Gap;
  /** The first line about the pod after the gap. */
  readonly until: Fact | undefined;
  /** The first line after it that only a pod in the state sync causes, when that is its state. */
  readonly runs: Fact | undefined;
}

/** The tracks of one worker with the gaps of the tape in them. */
export function blinded(
  worker: WorkerTracks,
  facts: readonly Fact[],
  gaps: readonly Gap[],
): WorkerTracks {
  if (gaps.length === 0) return worker;
  const stretches = gaps
    .filter(isLosing)
    .map((gap) => stretchOf(gap, facts, worker))
    .sort((a, b) => a.gap.from - b.gap.from);
  if (stretches.length === 0) return worker;
  return {
    present: cut(
      worker.present,
      stretches.map((one) => ({ ...one, runs: one.until })),
    ),
    state: cut(worker.state, stretches),
    working: cut(worker.working, stretches),
    pending: cut(worker.pending, stretches),
    started: cut(worker.started, stretches),
    terminationRequested: cut(worker.terminationRequested, stretches),
    startedTerminating: cut(worker.startedTerminating, stretches),
    terminated: cut(worker.terminated, stretches),
    deleted: cut(worker.deleted, stretches),
    evicted: cut(worker.evicted, stretches),
    finished: cut(worker.finished, stretches),
    gracePeriod: cut(worker.gracePeriod, stretches),
  };
}

function stretchOf(gap: Gap, facts: readonly Fact[], worker: WorkerTracks): Stretch {
  const until = facts.find((fact) => fact.at >= gap.to && isSignOfWorker(fact));
  const runs = facts.find((fact) => fact.at >= gap.to && isSignOfSync(fact));
  const state = worker.state.changes.findLast(({ at }) => at <= (runs?.at ?? 0))?.value;
  return { gap, until, runs: state?.value === 'sync' ? runs : undefined };
}

function cut<T>(track: Track<T>, stretches: readonly Stretch[]): Track<T> {
  const result = new OpenTrack<T>();
  for (const change of track.changes) {
    const lost = stretches.some(({ gap, until }) => isWithin(change.at, gap, until));
    if (!lost) result.set(change.at, change.value, change.provenAt);
  }
  for (const { gap, runs } of stretches) {
    const before = track.changes.findLast((change) => change.at < gap.from);
    if (before === undefined) continue;
    result.set(
      gap.from,
      { known: 'unknown', provedBy: gap.provedBy, why: gap.text },
      before.provenAt,
    );
    // Another gap begins before it is told.
    const isBlind = stretches.some(
      (other) => other.gap.from < (runs?.at ?? 0) && (runs?.at ?? 0) < other.gap.to,
    );
    if (runs === undefined || isBlind) continue;
    const now = track.changes.findLast((change) => change.at <= runs.at);
    if (now !== undefined && now.at < gap.to) result.set(runs.at, now.value, runs.position);
  }
  return result;
}

function isWithin(at: Micros, gap: Gap, until: Fact | undefined): boolean {
  return at >= gap.from && (until === undefined || at <= until.at);
}

// What a rebuild claims of pod workers at chosen moments, laid beside what they really held then. What is unknown is no claim.
import { micros, parseRfc3339, type Micros } from '../../src/base/time.ts';
import type { History, PodHistory } from '../../src/kubelet/rebuild/history.ts';
import { scoredFields, type ScoredField } from './scoreWorkers.ts';

interface Held {
  readonly at: number;
  readonly workers: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

export interface Judgement {
  readonly field: ScoredField;
  readonly known: 'seen' | 'inferred';
  readonly isRight: boolean;
  /** Of a wrong one: pod, moment, what was claimed, what it was. */
  readonly text: string;
}

/** As far from a change of the truth as a claim must be to count: lines and states are not of one instant. */
const GUARD = 60_000;

/** `truth`: the JSON lines of a simulated kubelet. Moments near one of its changes are left out. */
export function judgeClaims(
  history: History,
  truth: readonly string[],
  moments: readonly Micros[],
): Judgement[] {
  const held = truth.map(parse);
  const near = (at: number): boolean => held.some((one) => Math.abs(one.at - at) < GUARD);
  return moments
    .filter((at) => !near(at))
    .flatMap((at) => {
      const now = held.findLast((one) => one.at <= at)?.workers ?? new Map<string, never>();
      return history.pods
        .filter(({ uid }) => uid.value !== undefined)
        .flatMap((pod) => ofPod(pod, now.get(pod.uid.value ?? ''), at));
    });
}

function parse(line: string): Held {
  const { t, workers } = JSON.parse(line) as { t: string; workers: Record<string, unknown>[] };
  return {
    at: parseRfc3339(t) ?? NaN,
    workers: new Map(workers.map((row) => [String(row['uid']), row])),
  };
}

function ofPod(
  pod: PodHistory,
  row: Readonly<Record<string, unknown>> | undefined,
  at: Micros,
): Judgement[] {
  const moment = { time: micros(at), position: Infinity, hindsight: 'now' } as const;
  const claims: Judgement[] = [];
  const judge = (field: ScoredField, was: unknown): void => {
    const { known, value } = pod.worker[field].at(moment);
    if (known === 'unknown') return;
    const text = `${pod.name} ${field} at ${new Date(at / 1000).toISOString()}: ${known} ${String(value)}, was ${String(was)}`;
    claims.push({ field, known, isRight: value === was, text });
  };
  judge('present', row !== undefined);
  if (row === undefined || pod.worker.present.at(moment).value !== true) return claims;
  // Workers up to 1.21 hold no states: what the truth does not have is not judged.
  for (const field of scoredFields) if (field in row) judge(field, row[field]);
  return claims;
}

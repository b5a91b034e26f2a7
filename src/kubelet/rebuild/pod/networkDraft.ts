// An operation of a sandbox's network while its lines are gathered, and how it ended: by a line of its own, or by what shows it to be over.
import { inferred, seen, unknown, type InputId } from '../../../base/input.ts';
import { micros, type Micros } from '../../../base/time.ts';
import type { Fact } from '../facts/fact.ts';
import type { NetworkAttempt, NetworkOperation } from '../history.ts';
import { type Life, lifeKey } from '../identity/life.ts';
import type { LogEnd } from '../logEnd.ts';
import { gcSilence } from './gcTries.ts';
import { firstOf } from './tries.ts';

export interface Draft {
  /** Of its first line. */
  readonly position: number;
  readonly command: 'ADD' | 'DEL';
  sandboxId: string | undefined;
  life: Life | undefined;
  podName: string | undefined;
  plugin: string | undefined;
  readonly attempts: AttemptDraft[];
  /** The one of them that runs. */
  calling: AttemptDraft | undefined;
  /** Place of the one whose failure the kubelet prints: the next lines are the caller's. */
  failing: number | undefined;
  /** Place of the last one that its caller has given up: what fails after it is another. */
  given: number | undefined;
  /** Places of those that killPodWithSyncResult has given up, no line having told for whom. */
  readonly unnamed: number[];
  /** What showed that it succeeded in the end. */
  end: Fact | undefined;
  /** The sandbox of a teardown is gone: `removeSandbox` of kuberuntime_gc.go removes what StopPodSandbox has stopped, nothing else. */
  removed: Fact | undefined;
}

export type AttemptDraft = {
  -readonly [K in keyof NetworkAttempt]: NetworkAttempt[K];
};

/** When a pod's worker was done with all its containers and sandboxes, if it was: at the latest, where no line tells it. */
export type TerminatedAt = (life: Life) => { at: Micros; provedBy: readonly InputId[] } | undefined;

export function finish(
  draft: Draft,
  terminatedAt: TerminatedAt,
  hangs: readonly NetworkAttempt[],
  to: LogEnd,
): NetworkOperation {
  const [first] = draft.attempts;
  const last = draft.attempts.at(-1);
  const end = last === undefined ? undefined : endOf(draft, last, terminatedAt, hangs, to);
  return {
    command: draft.command,
    podKey: draft.life === undefined ? undefined : lifeKey(draft.life),
    podName: draft.podName,
    sandboxId: draft.sandboxId,
    plugin: draft.plugin,
    attempts: draft.attempts,
    from: first === undefined ? micros(NaN) : (first.begun.value ?? firstOf(first).at),
    until: end?.until ?? unknown('it had not succeeded when the log ends'),
    outcome: end?.outcome ?? outcomeOf(draft),
  };
}

function outcomeOf({ attempts }: Draft): NetworkOperation['outcome'] {
  const last = attempts.at(-1);
  const provedBy = last?.provedBy.slice(0, 1) ?? [];
  const isFirst = attempts.every(({ ok }) => ok.value !== false);
  return last?.running === true && isFirst
    ? seen('running', ...provedBy)
    : inferred('failing', ...provedBy);
}

function endOf(
  draft: Draft,
  last: AttemptDraft,
  terminatedAt: TerminatedAt,
  hangs: readonly NetworkAttempt[],
  to: LogEnd,
): Pick<NetworkOperation, 'until' | 'outcome'> | undefined {
  if (last.ok.value === true)
    return { until: seen(last.at, ...last.provedBy), outcome: seen('succeeded', ...last.provedBy) };
  if (draft.end !== undefined)
    return {
      until: inferred(draft.end.at, draft.end.input),
      outcome: inferred('succeeded', draft.end.input),
    };
  const cut = endOfCut(last);
  if (draft.command === 'ADD') return cut;
  const done = draft.life === undefined ? undefined : terminatedAt(draft.life);
  if (done !== undefined && done.at >= last.at)
    return {
      until: inferred(done.at, ...done.provedBy),
      outcome: inferred('succeeded', ...done.provedBy),
    };
  const { removed } = draft;
  if (removed !== undefined && removed.at >= last.at)
    return {
      until: inferred(removed.at, removed.input),
      outcome: inferred('succeeded', removed.input),
    };
  if (cut !== undefined) return cut;
  if (last.by !== 'gc') return undefined;
  const { from, until } = gcSilence(last, hangs);
  if (!to.reaches(from)) return undefined;
  return {
    until: inferred(until, ...last.provedBy),
    outcome: inferred('succeeded', ...last.provedBy),
  };
}

/** Of a try that ran until its process ended. */
function endOfCut({
  at,
  ok,
  running,
  networks,
  provedBy,
}: AttemptDraft): Pick<NetworkOperation, 'until' | 'outcome'> | undefined {
  if (ok.known !== 'unknown' || running || networks.length === 0) return undefined;
  return { until: inferred(at, ...provedBy), outcome: unknown(ok.why, ...provedBy) };
}

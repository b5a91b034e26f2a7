// A pod that was deleted while no kubelet ran: its ADD tells nothing of that, what its new worker then does shows it.
import { MILLISECOND, SECOND } from '../../../base/time.ts';
import { type Clues, type InferContext, isApiAway, LEAVES_API, step } from './clues.ts';
import { type Fact, isKillError } from '../facts/fact.ts';
import { LogEnd } from '../logEnd.ts';
import type { WorkerFact } from './workerFact.ts';

/** From the status line of a worker's end to the DELETE of its pod. */
const LEAVES_SOON = 200 * MILLISECOND;

/**
 * A pod that was deleted while the kubelet was down comes as an ADD and is killed at once: no container starts after that kill, and
 * the one DELETE that comes is that of its end.
 */
export function deletedBefore(
  clues: Clues,
  context: InferContext,
  created: WorkerFact,
): WorkerFact | undefined {
  const { run } = context;
  const kill = clues.firstKill;
  if (!run.started || clues.add === undefined) return undefined;
  if (kill === undefined) return deletedWithout(clues, context, created);
  const [deleted] = clues.deletes;
  const soon = kill.at - created.at < 2 * SECOND;
  const last = clues.deletes.length < 2 && (deleted === undefined || deleted.at > kill.at);
  const restarted = clues.starts.some((fact) => fact.at > kill.at + SECOND);
  if (
    !(soon || leavesAtOnce(clues, context, kill)) ||
    !last ||
    restarted ||
    clues.evicted !== undefined
  )
    return undefined;
  if (clues.all.some((fact) => fact.event.kind === 'loop.probe' && fact.at < kill.at))
    return undefined;
  if (syncsOn(clues, kill) || staysLong(clues, context)) return undefined;
  const reason = { kind: 'terminating', reason: 'deleted' } as const;
  return { ...step(reason, clues.add, 0, kill), at: created.at };
}

/** A pod that leaves the API server the moment its end is over had been deleted before: its hooks may have held the kill up. */
function leavesAtOnce(
  { deletes, prints, errors }: Clues,
  { run }: InferContext,
  kill: Fact,
): boolean {
  const [deleted] = deletes;
  const end = prints.findLast(({ position }) => position < (deleted?.position ?? -1));
  if (!run.statusPrints || deleted === undefined || end === undefined || deletes.length > 1)
    return false;
  const isLate = deleted.at - end.at > LEAVES_SOON || end.at < kill.at;
  return !isLate && !errors.some(({ at }) => at < kill.at);
}

/**
 * Deleted while the kubelet was down, without a sandbox: the status lines of both steps of its end come before the one DELETE. A sync
 * would have made a sandbox in between, or have failed.
 */
function deletedWithout(
  clues: Clues,
  { run, isSandbox }: InferContext,
  created: WorkerFact,
): WorkerFact | undefined {
  const { add, deletes, prints } = clues;
  const [deleted] = deletes;
  const end = prints[2];
  if (add === undefined || deleted === undefined || deletes.length !== 1) return undefined;
  if (!run.statusPrints) return deletedWithSandbox(clues, created, isSandbox);
  if (end === undefined || end.position > deleted.position) return undefined;
  const synced = [...clues.starts, ...clues.errors, ...clues.deaths];
  if (synced.some(({ position }) => position < deleted.position)) return undefined;
  return { ...step({ kind: 'terminating', reason: 'deleted' }, add, 0, end), at: created.at };
}

/** The same before 1.29: all that there is, a sandbox, goes unasked before the one DELETE. A sync would have made a container in it. */
function deletedWithSandbox(
  clues: Clues,
  created: WorkerFact,
  isSandbox: (id: string) => boolean,
): WorkerFact | undefined {
  const { add, starts, deaths, prints, errors, exits } = clues;
  const [gone] = deaths;
  const others = [...starts, ...deaths].filter(({ event }) => !isSandbox(event.id));
  if (add === undefined || gone === undefined || gone.position > (clues.deletes[0]?.position ?? -1))
    return undefined;
  if (others.length + prints.length + errors.length + exits.length > 0) return undefined;
  return { ...step({ kind: 'terminating', reason: 'deleted' }, add, 0, gone), at: created.at };
}

/** The kill was that of a sync: it made a sandbox before it, or it failed with more than a kill after it. */
function syncsOn(clues: Clues, kill: Fact): boolean {
  return (
    clues.all.some(
      ({ event, position }) =>
        event.kind === 'sandbox.needed' && event.need === 'none' && position < kill.position,
    ) || clues.errors.some(({ event, at }) => at >= kill.at && !isKillError(event.error))
  );
}

/** A deleted pod leaves the API server soon after its end; one that stays longer was not deleted. */
function staysLong(clues: Clues, { run, to }: InferContext): boolean {
  const end = run.statusPrints ? clues.prints.at(-1) : clues.deaths.at(-1);
  if (end === undefined) return false;
  const [asked] = clues.deletes;
  const gone = asked === undefined ? to : new LogEnd(asked.at);
  return gone.isAfter(end.at + LEAVES_API) && !isApiAway(run, end.at);
}

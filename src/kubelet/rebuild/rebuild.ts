// The rebuild: what a kubelet held and did, from its log alone. Evidence says what happened, the model what must have happened
// between two lines; each value knows which it is. It decides nothing about good or bad: that is diagnosis.
import { seen, type Gap } from '../../base/input.ts';
import { micros, type Micros } from '../../base/time.ts';
import type { NodeConditionType } from '../event.ts';
import { blinded } from './node/blindness.ts';
import { findDisagreements } from './node/disagreements.ts';
import { endLines } from './identity/endLines.ts';
import { type Fact, isKillError } from './facts/fact.ts';
import { collectFacts, type Facts } from './facts/facts.ts';
import type { FactTable } from './facts/factTable.ts';
import { WorkerFold } from './worker/foldWorker.ts';
import type { History, NetworkOperation, WorkerTracks } from './history.ts';
import { Identities } from './identity/identify.ts';
import { IdIndex } from './identity/ids.ts';
import type { Inputs } from './facts/inputs.ts';
import { isStatic, type Life, nameKey } from './identity/life.ts';
import { Lives } from './identity/lives.ts';
import { rebuildNetwork, type RebuiltOperation, type TerminatedAt } from './pod/network.ts';
import { Owners } from './identity/owners.ts';
import { rebuildPleg } from './node/pleg.ts';
import { readDumps } from './node/goroutines.ts';
import { withPulls } from './pod/pulls.ts';
import { findRuns, type Run, turns } from './facts/runs.ts';
import { RebuiltPod } from './pod/rebuiltPod.ts';
import { rebuildStats, withListedPods } from './facts/samples.ts';
import { tieFacts, type TiedLife } from './identity/tied.ts';
import { OpenTrack, type Track } from './track.ts';
import { rebuildWorker } from './worker/worker.ts';

export interface RebuildOptions {
  /** Stretches in which inputs are missing. Default: none known. */
  readonly gaps?: readonly Gap[];
  /** Of these inputs, when they are known already. */
  readonly facts?: Facts;
}

export function rebuild(inputs: Inputs, options: RebuildOptions = {}): History {
  const facts = options.facts ?? collectFacts(inputs);
  const { table, samples } = withListedPods(facts.table);
  const runs = findRuns(table, facts.wording, facts.from, inputs);
  const lives = new Lives(table);
  const owners = new Owners(table, lives);
  const ids = new IdIndex(table, lives, owners);
  const tied = withPulls(
    tieFacts(table, lives, ids, owners, endLines(table, lives, owners, runs)).filter(
      (one) => one.facts.length > 0,
    ),
    table,
  );
  const gaps = options.gaps ?? [];
  const folded = workersOf(tied, { runs, ids, lives, to: facts.to, gaps });
  const dumps = readDumps(samples, folded, (position) =>
    runs.findLast((run) => run.firstPosition <= position),
  );
  const { workers } = dumps;
  const terminated = (life: Life): ReturnType<TerminatedAt> => {
    const change = workers.get(life)?.terminated.firstTo(true);
    return change === undefined ? undefined : { at: change.at, provedBy: change.value.provedBy };
  };
  const network = rebuildNetwork(table, lives, ids, terminated, facts.to);
  const operations = operationsOf(network);
  const told = tied.map((one) => {
    const worker = workers.get(one.life) ?? new WorkerFold(0).fold([]);
    return {
      life: one.life,
      pod: new RebuiltPod(one, worker, operations.get(one.life) ?? [], ids),
    };
  });
  const pods = told.map(({ pod }) => pod);
  let byKey: ReadonlyMap<string, RebuiltPod> | undefined;
  const podOf = (key: string): RebuiltPod | undefined => (byKey ??= keysOf(told)).get(key);
  const disagreements = [...findDisagreements(samples, lives, told), ...dumps.disagreements].sort(
    (a, b) => a.position - b.position,
  );
  for (const one of disagreements) podOf(one.podKey ?? '')?.disagree(one);
  for (const { life, event } of dumps.events) podOf(nameKey(life))?.witness(event);
  const pleg = rebuildPleg(table, samples, lives, ids);
  ids.forgetNumbers();
  const identities = new Identities(lives, ids, tied);
  return {
    from: facts.from,
    to: facts.to,
    runs,
    pods,
    pleg,
    network: network.map((one) => one.operation),
    loopSkips: loopSkips(table),
    conditions: conditions(table),
    gaps,
    stats: rebuildStats(samples),
    disagreements,
    understood: facts.understood,
    pod: podOf,
    podsNamed: (namespace, name) =>
      pods.filter((pod) => pod.namespace === namespace && pod.name === name),
    identify: (text) => identities.find(text),
  };
}

/** A key that was given out before its pod's UID was known stays good. */
function keysOf(
  pods: readonly { readonly life: Life; readonly pod: RebuiltPod }[],
): ReadonlyMap<string, RebuiltPod> {
  const byKey = new Map<string, RebuiltPod>();
  for (const { life, pod } of pods) byKey.set(nameKey(life), pod).set(pod.key, pod);
  return byKey;
}

interface WorkerContext {
  readonly runs: readonly Run[];
  readonly ids: IdIndex;
  readonly lives: Lives;
  readonly to: Micros;
  readonly gaps: readonly Gap[];
}

/** In the order of their first lines: a static pod waits for the older one of its name. */
function workersOf(
  tied: readonly TiedLife[],
  { runs, ids, lives, to, gaps }: WorkerContext,
): ReadonlyMap<Life, WorkerTracks> {
  const workers = new Map<Life, WorkerTracks>();
  const fold = new WorkerFold(tied.reduce((sum, { facts }) => sum + facts.length, 0));
  const isSandbox = (id: string): boolean => ids.get(id)?.isSandbox === true;
  for (const { life, facts } of tied) {
    const waitsUntil =
      life.source === 'api' ? undefined : endOfOlder({ life, facts }, lives, workers, tied);
    const worker = rebuildWorker(
      fold,
      facts,
      runs,
      (fact) => runOf(runs, fact),
      to,
      isSandbox,
      waitsUntil,
      // A new process may find its file gone, and then back.
      life.returns || (runs.length > 1 && isStatic(life.source)),
    );
    workers.set(life, blinded(worker, facts, gaps));
  }
  fold.settle();
  return workers;
}

const NEVER = micros(Infinity);

/** When the last of the older pods of a static pod's name was done; `Infinity` when the kill of one has failed, and it never was. */
function endOfOlder(
  { life, facts }: Pick<TiedLife, 'life' | 'facts'>,
  lives: Lives,
  workers: ReadonlyMap<Life, WorkerTracks>,
  tied: readonly TiedLife[],
): Micros | undefined {
  let end: Micros | undefined;
  for (let older = lives.olderOf(life); older !== undefined; older = lives.olderOf(older)) {
    // Replaced while no kubelet ran, it holds no name in the new process.
    if (older.removed === life.from) break;
    const at = finishedFrom(facts[0]?.at ?? 0, older, workers.get(older));
    const finished = at ?? (hasFailedKill(older, tied) ? NEVER : undefined);
    if (finished !== undefined && finished > (end ?? -Infinity)) end = finished;
  }
  return end;
}

/** A pod that came back finished before too. */
function finishedFrom(
  from: number,
  { returns }: Life,
  worker: WorkerTracks | undefined,
): Micros | undefined {
  if (!returns) return worker?.finished.firstTo(true)?.at;
  return worker?.finished.changes.find(({ at, value }) => value.value === true && at > from)?.at;
}

function hasFailedKill(life: Life, tied: readonly TiedLife[]): boolean {
  const facts = tied.find((one) => one.life === life)?.facts ?? [];
  return facts.some(({ event }) => event.kind === 'worker.error' && isKillError(event.error));
}

function operationsOf(
  network: readonly RebuiltOperation[],
): ReadonlyMap<Life, readonly NetworkOperation[]> {
  const byLife = new Map<Life, NetworkOperation[]>();
  for (const { life, operation } of network) {
    if (life === undefined) continue;
    const list = byLife.get(life);
    if (list === undefined) byLife.set(life, [operation]);
    else list.push(operation);
  }
  return byLife;
}

function runOf(runs: readonly Run[], { position }: Fact): number {
  let low = 0;
  let high = runs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((runs[middle]?.firstPosition ?? Infinity) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function conditions(facts: FactTable): ReadonlyMap<NodeConditionType, Track<boolean>> {
  const tracks = new Map<NodeConditionType, OpenTrack<boolean>>();
  facts.each(['node.condition'], ({ event, at, position, input }) => {
    if (event.kind !== 'node.condition') return;
    const track = tracks.get(event.type) ?? new OpenTrack<boolean>();
    tracks.set(event.type, track);
    // It records them anew with each start.
    if (track.changes.at(-1)?.value.value !== event.status)
      track.set(at, seen(event.status, input), position);
  });
  return tracks;
}

function loopSkips(facts: FactTable): Track<string> {
  const track = new OpenTrack<string>();
  if (!facts.has('loop.skip')) return track;
  const isSkip = facts.flags(['loop.skip']);
  const isEither = facts.flags(['loop.skip', ...turns]);
  for (let index = facts.next(isSkip, 0); index >= 0;) {
    const fact = facts.list[index];
    const skipped = fact?.event.kind === 'loop.skip' ? fact.event.reason : undefined;
    if (fact !== undefined) track.set(fact.at, seen(skipped ?? '', fact.input), fact.position);
    index = facts.next(skipped === undefined ? isSkip : isEither, index + 1);
  }
  return track;
}

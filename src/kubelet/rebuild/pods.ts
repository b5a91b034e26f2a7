// The pods of some facts: whose each fact is, what their workers held, and what of the network is theirs.
import { type Gap, type InputId, isSameInput } from '../../base/input.ts';
import { micros, type Micros } from '../../base/time.ts';
import { countWhile } from '../../base/bisect.ts';
import { blinded } from './node/blindness.ts';
import { endLines } from './identity/endLines.ts';
import { killedLives } from './identity/killedLives.ts';
import { sandboxLives } from './identity/sandboxLives.ts';
import { type Fact, isKillError } from './facts/fact.ts';
import type { FactTable } from './facts/factTable.ts';
import { WorkerFold } from './worker/foldWorker.ts';
import type { NetworkOperation, WorkerTracks } from './history.ts';
import { IdIndex, type KnownIds } from './identity/ids.ts';
import { isStatic, type Life } from './identity/life.ts';
import { type KnownLives, Lives } from './identity/lives.ts';
import { LogEnd } from './logEnd.ts';
import { rebuildNetwork, type RebuiltOperation } from './pod/network.ts';
import type { TerminatedAt } from './pod/networkDraft.ts';
import { Owners } from './identity/owners.ts';
import { readDumps, type DumpFindings } from './node/goroutines.ts';
import { withPulls } from './pod/pulls.ts';
import type { Run } from './facts/runs.ts';
import type { SampleFact } from './facts/samples.ts';
import { RebuiltPod, type PastOf } from './pod/rebuiltPod.ts';
import { tieFacts, type TiedLife } from './identity/tied.ts';
import { rebuildWorker } from './worker/worker.ts';

/** What all pods of a node have in common. */
export interface Shared {
  readonly runs: readonly Run[];
  readonly gaps: readonly Gap[];
  readonly samples: readonly SampleFact[];
  readonly to: Micros;
  /** Of several rebuilds with few pods each. */
  readonly fold?: WorkerFold;
}

export interface RebuiltPods {
  readonly lives: KnownLives;
  readonly ids: KnownIds;
  readonly tied: readonly TiedLife[];
  /** Undefined of a life of which no line tells. */
  one(life: Life): TiedPod | undefined;
  readonly dumps: DumpFindings;
  readonly network: readonly RebuiltOperation[];
  readonly told: readonly { readonly life: Life; readonly pod: RebuiltPod }[];
  /** Those of `told`. */
  readonly pods: readonly RebuiltPod[];
}

export interface TiedPod {
  readonly tied: TiedLife;
  readonly worker: WorkerTracks | undefined;
}

/** The same, with what finds out whose the facts are. */
export interface TiedPods extends RebuiltPods {
  readonly lives: Lives;
  readonly ids: IdIndex;
  readonly workers: ReadonlyMap<Life, WorkerTracks>;
  /** With the same facts they stay as they are while the log ends before this time (µs). */
  readonly holdsUntil: number;
}

/** `pastOf`: of each pod what was known of it earlier; these have none when they are the past themselves. */
export function rebuildPods(table: FactTable, shared: Shared, pastOf?: PastOf): TiedPods {
  const { runs, samples } = shared;
  const to = new LogEnd(shared.to);
  const lives = new Lives(table);
  const owners = new Owners(table, lives);
  const ids = new IdIndex(table, lives, owners);
  const tied = withPulls(
    tieFacts(
      table,
      lives,
      ids,
      owners,
      new Map([
        ...endLines(table, lives, owners, runs),
        ...killedLives(table, lives),
        ...sandboxLives(table, lives, ids),
      ]),
    ).filter((one) => one.facts.length > 0),
    table,
  );
  const folded = workersOf(tied, { ...shared, to, ids, lives });
  const dumps = readDumps(samples, folded, (position) =>
    runs.findLast((run) => run.firstPosition <= position),
  );
  const { workers } = dumps;
  let byLife: ReadonlyMap<Life, TiedLife> | undefined;
  const tiedOf = (life: Life): TiedLife | undefined =>
    (byLife ??= new Map(tied.map((each) => [each.life, each]))).get(life);
  const terminated = (life: Life): ReturnType<TerminatedAt> => {
    const change = workers.get(life)?.terminated.firstTo(true);
    if (change === undefined) return undefined;
    const { at, value } = change;
    const line = lineOf(tiedOf(life)?.facts ?? [], at, value.provedBy);
    return { at: line?.at ?? at, provedBy: value.provedBy };
  };
  const network = rebuildNetwork(table, lives, ids, terminated, runs, to);
  ids.forgetNumbers();
  const operations = operationsOf(network);
  const told = tied.map((one) => {
    const { life } = one;
    const worker = workers.get(life) ?? new WorkerFold(0).fold([]);
    return {
      life,
      pod: new RebuiltPod(one, worker, operations.get(life) ?? [], ids, runs, pastOf),
    };
  });
  const one = (life: Life): TiedPod | undefined => {
    const own = tiedOf(life);
    return own && { tied: own, worker: workers.get(life) };
  };
  const pods = told.map(({ pod }) => pod);
  const holdsUntil = to.next;
  return { lives, ids, tied, one, workers, holdsUntil, dumps, network, told, pods };
}

/** Of what is inferred for a moment, the line of that moment, else the nearest of those that prove it. */
function lineOf(
  facts: readonly Fact[],
  at: Micros,
  provedBy: readonly InputId[],
): Fact | undefined {
  const [nearest] = facts
    .filter((fact) => fact.at === at || provedBy.some((one) => isSameInput(one, fact.input)))
    .sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
  return nearest;
}

interface WorkerContext extends Omit<Shared, 'to'> {
  readonly to: LogEnd;
  readonly ids: IdIndex;
  readonly lives: Lives;
}

/** In the order of their first lines: a static pod waits for the older one of its name. */
function workersOf(
  tied: readonly TiedLife[],
  { runs, ids, lives, to, gaps, fold: common }: WorkerContext,
): ReadonlyMap<Life, WorkerTracks> {
  const workers = new Map<Life, WorkerTracks>();
  const fold = common ?? new WorkerFold(tied.reduce((sum, { facts }) => sum + facts.length, 0));
  const isSandbox = (id: string): boolean => ids.get(id)?.isSandbox === true;
  const older = new OlderPods(tied, lives, workers);
  for (const one of tied) {
    const { life, facts } = one;
    const waitsUntil = life.source === 'api' ? undefined : older.endBefore(one);
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
  if (common === undefined) fold.settle();
  return workers;
}

const NEVER = micros(Infinity);

/** When the pods of static pods' names were done: each life is asked once, however many there are of its name. */
class OlderPods {
  private readonly lives: Lives;
  private readonly workers: ReadonlyMap<Life, WorkerTracks>;
  private readonly facts: ReadonlyMap<Life, readonly Fact[]>;
  /** By life, when it and all before it of its name were done; of one that came back, it depends on who asks. */
  private readonly ends = new Map<Life, Micros | undefined>();

  constructor(tied: readonly TiedLife[], lives: Lives, workers: ReadonlyMap<Life, WorkerTracks>) {
    this.lives = lives;
    this.workers = workers;
    this.facts = new Map(tied.map(({ life, facts }) => [life, facts]));
  }

  /** When the last of the older pods of its name was done; `Infinity` when the kill of one has failed, and it never was. */
  endBefore({ life, facts }: TiedLife): Micros | undefined {
    const met: { readonly older: Life; readonly finished: Micros | undefined }[] = [];
    let end: Micros | undefined;
    let isWhole = true;
    for (
      let older = this.lives.olderOf(life);
      older !== undefined;
      older = this.lives.olderOf(older)
    ) {
      // Replaced while no kubelet ran, it holds no name in the new process.
      isWhole = older.removed !== life.from;
      if (!isWhole) break;
      if (this.ends.has(older)) {
        end = this.ends.get(older);
        break;
      }
      const at = finishedFrom(facts[0]?.at ?? 0, older, this.workers.get(older));
      met.push({ older, finished: at ?? (this.hasFailedKill(older) ? NEVER : undefined) });
    }
    // From the oldest on.
    for (const { older, finished } of met.reverse()) {
      if (finished !== undefined && finished > (end ?? -Infinity)) end = finished;
      isWhole &&= !older.returns && this.workers.has(older);
      if (isWhole) this.ends.set(older, end);
    }
    return end;
  }

  private hasFailedKill(life: Life): boolean {
    const facts = this.facts.get(life) ?? [];
    return facts.some(({ event }) => event.kind === 'worker.error' && isKillError(event.error));
  }
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
  return Math.max(0, countWhile(runs, ({ firstPosition }) => firstPosition <= position) - 1);
}

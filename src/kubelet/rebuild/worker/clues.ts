// The facts of one life in one run of the kubelet, sorted by what they are evidence for.
import { countWhile } from '../../../base/bisect.ts';
import { MILLISECOND, micros, MINUTE, SECOND, type Micros } from '../../../base/time.ts';
import type { KubeletEvent } from '../../event.ts';
import { type Fact, isKillError, isOf, type Of } from '../facts/fact.ts';
import type { Run } from '../facts/runs.ts';
import { isListedLive } from '../facts/samples.ts';
import type { LogEnd } from '../logEnd.ts';
import type { WorkerFact, WorkerStep } from './workerFact.ts';

/** Longer stretches of doubt than this are left unknown; shorter ones are settled in their middle. */
export const DOUBT = 120 * MILLISECOND;
/** How far a line may stand before the moment that was inferred for its cause. */
export const SLACK = 20 * MILLISECOND;
/** The least that passes before a failed sync is tried again, when nothing wakes the worker. */
export const BACK_OFF = 10 * SECOND;

/** A call that hangs is given up after this (runtimeRequestTimeout), and its error has a line. */
export const CALL = 2 * MINUTE;

export function isHang({ event }: Fact): boolean {
  return event.kind === 'worker.error' && /[Dd]eadline ?[Ee]xceeded/.test(event.error);
}

/** A deleted pod whose worker has finished leaves the API server within this time. */
export const LEAVES_API = 10 * SECOND;

export interface Clues {
  readonly all: readonly Fact[];
  readonly add: Of<'config'> | undefined;
  readonly deletes: readonly Of<'config'>[];
  /** A sample that shows it deleted when no line has said so: the line is lost, or the log begins later. */
  readonly listedDeleted: Fact | undefined;
  readonly updates: readonly Of<'config'>[];
  readonly remove: Of<'config'> | undefined;
  /** The word that its REMOVE did nothing. */
  readonly unready: Fact | undefined;
  /** "No sandbox …", "No ready sandbox …": the start of a sync, and from 1.29 on each making of a status. */
  readonly prints: readonly Of<'sandbox.needed'>[];
  readonly deaths: readonly Of<'pleg.event'>[];
  readonly starts: readonly Of<'pleg.event'>[];
  readonly kills: readonly Of<'container.killing'>[];
  /** The first sign of a kill: itself, the hook before it, or the end of its network (v≥3). */
  readonly firstKill: Fact | undefined;
  readonly teardowns: readonly Of<'network.teardown'>[];
  readonly errors: readonly Of<'worker.error'>[];
  readonly cleaned: Fact | undefined;
  /** The last pass of housekeeping that still met its control group, without a directory. */
  readonly lingers: Fact | undefined;
  readonly denied: Fact | undefined;
  readonly evicted: Fact | undefined;
  /** The eviction manager's word that the pod is killed. */
  readonly evictionDone: Fact | undefined;
  /** The container deaths that PLEG saw, those of pods that the sync loop no longer knows among them. */
  readonly exits: readonly Of<'pleg.finished'>[];
  readonly orphaned: Fact | undefined;
  readonly stopped: Fact | undefined;
}

/** How the life stood when the run before this one ended. */
export interface Before {
  readonly deleted: boolean;
  readonly ended: boolean;
  /** Its containers were over. */
  readonly completed: boolean;
  /** It was killed unasked: for its deadline. */
  readonly overdue: boolean;
}

export interface InferContext {
  readonly run: Run;
  readonly before: Before | undefined;
  /** What was last seen to run when the run before this one ended. */
  readonly running: ReadonlySet<string>;
  /** The end of the run, or of the tape. */
  readonly to: LogEnd;
  readonly isSandbox: (id: string) => boolean;
  /** The next run makes a worker for it that kills it, though no source has it: something of it runs still. */
  readonly isFoundAlive: boolean;
  /** When an older static pod of the same name was done, for which this one has to wait; `Infinity` when it never was. */
  readonly waitsUntil: Micros | undefined;
}

export function sortOut(all: readonly Fact[]): Clues {
  const found = new Found();
  for (const fact of all) found.take(fact);
  const { config, kills } = found;
  return {
    all,
    add: config.find((fact) => fact.event.op === 'ADD'),
    deletes: config.filter((fact) => fact.event.op === 'DELETE'),
    listedDeleted: listedDeleted(found.listed, config),
    updates: config.filter((fact) => fact.event.op === 'UPDATE'),
    remove: config.findLast((fact) => fact.event.op === 'REMOVE'),
    unready: found.unready,
    prints: found.prints,
    deaths: found.deaths,
    starts: found.starts,
    kills,
    firstKill: found.firstKill,
    teardowns: found.teardowns,
    errors: found.errors,
    cleaned: found.cleaned,
    lingers: found.lingers,
    denied: found.denied,
    evicted: evictionOf(found),
    evictionDone: found.evicted[0],
    exits: found.exits,
    orphaned: found.orphaned,
    stopped: found.stopped,
  };
}

function isKill(kind: KubeletEvent['kind']): boolean {
  return (
    kind === 'container.killing' || kind === 'container.preStop' || kind === 'network.teardown'
  );
}

/** What is looked for among the facts, found in one pass. */
class Found {
  readonly config: Of<'config'>[] = [];
  readonly listed: Of<'sample.pod'>[] = [];
  readonly prints: Of<'sandbox.needed'>[] = [];
  readonly deaths: Of<'pleg.event'>[] = [];
  readonly starts: Of<'pleg.event'>[] = [];
  readonly kills: Of<'container.killing'>[] = [];
  readonly teardowns: Of<'network.teardown'>[] = [];
  readonly errors: Of<'worker.error'>[] = [];
  readonly exits: Of<'pleg.finished'>[] = [];
  readonly evicting: Fact[] = [];
  readonly ranked: Fact[] = [];
  readonly evicted: Fact[] = [];
  notEvicted: Fact | undefined;
  firstKill: Clues['firstKill'];
  cleaned: Fact | undefined;
  lingers: Fact | undefined;
  denied: Fact | undefined;
  orphaned: Fact | undefined;
  stopped: Fact | undefined;
  unready: Fact | undefined;

  take(fact: Fact): void {
    // Read once: events are of so many shapes that each look at one is a search.
    const { kind } = fact.event;
    if (isKill(kind)) this.firstKill ??= fact;
    if (kind === 'pleg.event' && isOf(kind, fact)) {
      const { type } = fact.event;
      if (type === 'ContainerDied') this.deaths.push(fact);
      else if (type === 'ContainerStarted') this.starts.push(fact);
    } else if (kind === 'sandbox.needed' && isOf(kind, fact)) {
      const { need } = fact.event;
      if (need === 'notReady' || need === 'none') this.prints.push(fact);
    } else if (kind === 'config' && isOf(kind, fact)) this.config.push(fact);
    else if (kind === 'pleg.finished' && isOf(kind, fact)) this.exits.push(fact);
    else if (kind === 'worker.error' && isOf(kind, fact)) this.errors.push(fact);
    else if (kind === 'container.killing' && isOf(kind, fact)) this.kills.push(fact);
    else if (kind === 'network.teardown' && isOf(kind, fact)) this.teardowns.push(fact);
    else if (kind === 'sample.pod' && isOf(kind, fact)) this.listed.push(fact);
    else this.takeMark(fact);
  }

  /** What comes once in a life, or hardly ever. */
  private takeMark(fact: Fact): void {
    switch (fact.event.kind) {
      case 'volumes.cleaned':
        this.cleaned = fact;
        break;
      case 'volumes.pathGone':
        this.lingers = fact;
        break;
      case 'admission.denied':
        this.denied ??= fact;
        break;
      case 'pod.evicting':
        this.evicting.push(fact);
        break;
      case 'eviction.ranked':
        this.ranked.push(fact);
        break;
      case 'pod.evicted':
        this.evicted.push(fact);
        break;
      case 'pod.evictionFailed':
        this.notEvicted ??= fact;
        break;
      case 'worker.terminating':
        if (fact.event.reason === 'orphaned') this.orphaned ??= fact;
        break;
      case 'worker.stopped':
        this.stopped ??= fact;
        break;
      case 'config.unready':
        this.unready = fact;
        break;
      default:
        break;
    }
  }
}

/** Whether it is one of the first lines of a kill. */
export function isSignOfKill({ event }: Fact): boolean {
  return isKill(event.kind) || (event.kind === 'worker.error' && isKillError(event.error));
}

/** How much later a line may stand than the sample that shows what it says: clocks differ. */
const CLOCKS = 5 * SECOND;

function listedDeleted(
  listed: readonly Of<'sample.pod'>[],
  config: readonly Of<'config'>[],
): Fact | undefined {
  const first = listed.find(({ event }) => event.deleted);
  const line = config.find(({ event }) => event.op === 'DELETE');
  const isEarly = line === undefined || (first !== undefined && line.at > first.at + CLOCKS);
  return isEarly ? first : undefined;
}

/** How long the eviction manager waits for a kill at least (killPodNow in pkg/kubelet/pod_workers.go). */
const EVICTION_WAITS = 10 * SECOND;

/**
 * The moment an eviction began: its own line (v≥3), else the kill that follows the ranking, known by the success in the end, or the one
 * for which the eviction manager then waited in vain.
 */
function evictionOf({ evicting, ranked, evicted, kills, notEvicted }: Found): Fact | undefined {
  const [own] = evicting;
  const [done = notEvicted] = evicted;
  if (own !== undefined || done === undefined) return own;
  const waited = done === notEvicted ? EVICTION_WAITS : 0;
  const ranking = ranked.findLast((fact) => fact.position < done.position);
  // Over a limit of its own a pod is evicted without a ranking.
  if (ranking === undefined)
    return (
      kills.find(
        ({ at, position }) => position < done.position && done.at - at < waited + BACK_OFF,
      ) ?? done
    );
  const kill = kills.find((fact) => fact.position > ranking.position);
  return kill !== undefined && kill.position < done.position ? kill : ranking;
}

/** A step that one fact proves, or two when the second makes the first certain. */
export function step(what: WorkerStep, proof: Fact, delay: number, completedBy?: Fact): WorkerFact {
  return {
    at: micros(proof.at + delay),
    step: what,
    known: 'inferred',
    provedBy: completedBy === undefined ? [proof.input] : [proof.input, completedBy.input],
    provenAt: Math.max(proof.position, completedBy?.position ?? -1),
  };
}

/** Whether the API server was not to be reached about then, so that what has ended can't leave it. */
export function isApiAway({ apiFailures }: Run, at: number, from = at): boolean {
  const next = apiFailures[countWhile(apiFailures, (failed) => failed < from - LEAVES_API)];
  return next !== undefined && next - at < MINUTE;
}

/** What only the state sync does. */
export function isSignOfSync({ event }: Fact): boolean {
  switch (event.kind) {
    case 'pleg.event':
      return event.type === 'ContainerStarted';
    case 'config':
      return event.op === 'UPDATE';
    case 'worker.error':
      return !isKillError(event.error);
    case 'worker.begin':
    case 'worker.end':
      return event.work === 'sync';
    case 'loop.probe':
    case 'sandbox.failed':
      return true;
    default:
      return isListedLive(event);
  }
}

/** What shows that the pod has a worker. */
export function isSignOfWorker({ event }: Fact): boolean {
  switch (event.kind) {
    case 'sample.pod':
      return isListedLive(event);
    case 'config':
      return event.op !== 'REMOVE';
    case 'pleg.event':
    case 'sandbox.needed':
    case 'sandbox.failed':
    case 'container.killing':
    case 'container.preStop':
    case 'worker.error':
    case 'worker.terminating':
    case 'loop.probe':
      return true;
    default:
      return false;
  }
}

// When a worker worked and when it was idle, as far as v=2 tells: what woke it, what ended a sync, and how long a quiet sync can
// last. It says "unknown" between a wake-up and the time by which a sync without trouble must be over.
import { micros, SECOND, type Micros } from '../../base/time.ts';
import type { Fact } from './facts.ts';
import type { Run } from './runs.ts';
import type { WorkerFact } from './workerFact.ts';

/** A woken worker waits for a relist (a second and its length) at most, and its sync then takes milliseconds. */
const QUIET_SYNC = 1.5 * SECOND;
/** No retry comes sooner after a failed sync (backOffPeriod). */
const BACK_OFF = 10 * SECOND;
const NETWORK_BACK_OFF = SECOND;

interface Ending {
  readonly terminating: Micros | undefined;
  readonly finished: Micros | undefined;
}

/** Steps of kind `working`, in order. `created` is the worker's first moment, `steps` how it ended. */
export function inferWorking(
  facts: readonly Fact[],
  run: Run,
  created: WorkerFact,
  steps: readonly WorkerFact[],
  isSandbox: (id: string) => boolean,
): readonly WorkerFact[] {
  const ending: Ending = {
    terminating: steps.find((one) => one.step.kind === 'terminating')?.at,
    finished: steps.find((one) => one.step.kind === 'finished')?.at,
  };
  const log = new WorkLog(run, created, ending, isSandbox);
  for (const fact of facts) {
    if (fact.at < created.at && fact.position < created.provenAt) continue;
    if (ending.finished !== undefined && fact.at >= ending.finished) break;
    log.take(fact);
  }
  return log.close();
}

class WorkLog {
  private readonly out: WorkerFact[] = [];
  private readonly run: Run;
  private readonly ending: Ending;
  private readonly isSandbox: (id: string) => boolean;
  private lastProof: WorkerFact;
  /** Until when a sync that began may still go on; then the worker counts as idle. */
  private quietAt: number | undefined;
  /** The first sync makes containers: nothing bounds it before one has started. */
  private starting = true;
  private ended = false;
  private retryAfter: number | undefined;
  private retryIsLong = false;

  constructor(run: Run, created: WorkerFact, ending: Ending, isSandbox: (id: string) => boolean) {
    this.run = run;
    this.ending = ending;
    this.isSandbox = isSandbox;
    this.lastProof = created;
    if (created.step.kind === 'created') this.say(created.at, true);
    else this.say(created.at, undefined);
  }

  take(fact: Fact): void {
    this.lapse(fact.at);
    const { event } = fact;
    this.lastProof = proof(fact);
    const { terminating } = this.ending;
    if (terminating !== undefined && fact.at >= terminating) this.end();
    switch (event.kind) {
      case 'worker.error':
        this.failed(fact, event.error);
        break;
      case 'sandbox.needed':
        this.say(fact.at, true);
        this.quietAt = this.ended ? undefined : fact.at + QUIET_SYNC;
        this.starting ||= !this.ended;
        break;
      case 'container.killing':
        this.say(fact.at, true);
        this.quietAt = undefined;
        this.starting = true;
        break;
      case 'pleg.event':
        if (event.type === 'ContainerStarted' && !this.isSandbox(event.id)) this.starting = false;
        this.wake(fact);
        break;
      case 'loop.probe':
        this.wake(fact);
        break;
      case 'config':
        if (event.op === 'UPDATE') this.wake(fact);
        break;
      default:
        break;
    }
  }

  close(): readonly WorkerFact[] {
    const { terminating, finished } = this.ending;
    if (terminating !== undefined) {
      this.lapse(terminating);
      this.end();
    }
    if (finished !== undefined) this.say(finished, false);
    else this.lapse(Infinity);
    return this.out;
  }

  /** Termination was asked for: the worker is at it until it fails or ends. */
  private end(): void {
    if (this.ended) return;
    this.ended = true;
    this.quietAt = undefined;
    this.starting = false;
    this.retryAfter = undefined;
    this.say(this.ending.terminating ?? this.lastProof.at, true);
  }

  private wake(fact: Fact): void {
    if (this.ended) {
      this.say(fact.at, true);
      this.retryAfter = undefined;
      return;
    }
    this.say(fact.at, undefined);
    this.quietAt = this.starting ? undefined : fact.at + QUIET_SYNC;
  }

  private failed(fact: Fact, error: string): void {
    const begun = this.retryAfter === undefined ? undefined : this.tickBefore(fact.at);
    if (begun !== undefined && this.retryAfter !== undefined && begun >= this.retryAfter) {
      this.rewind(begun);
      this.say(micros(begun), true);
    }
    this.say(fact.at, false);
    const soon = error.includes('network is not ready') ? NETWORK_BACK_OFF : BACK_OFF;
    this.quietAt = undefined;
    this.retryAfter = fact.at + soon;
    this.retryIsLong = isSlow(error);
  }

  /** The retry of a failed sync begins at a tick of the sync loop, once a second. */
  private tickBefore(at: number): number | undefined {
    const { loopStart } = this.run;
    if (this.retryIsLong || loopStart === undefined) return undefined;
    return loopStart + Math.floor((at - loopStart) / SECOND) * SECOND;
  }

  /** What had been left open since the back-off is known now: idle until the retry. */
  private rewind(begun: number): void {
    const last = this.out.at(-1);
    if (
      last?.step.kind === 'working' &&
      last.step.value === undefined &&
      last.at >= (this.retryAfter ?? Infinity) - 1 &&
      last.at <= begun
    )
      this.out.pop();
  }

  /** Lets what was due before `at` come: a quiet sync is over, a retry may have begun. */
  private lapse(at: number): void {
    if (this.quietAt !== undefined && this.quietAt < at) {
      this.say(micros(this.quietAt), false);
      this.quietAt = undefined;
    }
    if (this.retryAfter !== undefined && this.retryAfter < at) {
      const open = this.ended || this.retryIsLong;
      if (open) this.say(micros(this.retryAfter), undefined);
    }
  }

  private say(at: Micros, value: boolean | undefined): void {
    const last = this.out.at(-1);
    if (last?.step.kind === 'working' && last.step.value === value && last.at <= at) return;
    this.out.push({ ...this.lastProof, at, step: { kind: 'working', value }, known: 'inferred' });
  }
}

/** Failures behind which the next try may take long without a line: pulls, volume waits, calls that hang. */
function isSlow(error: string): boolean {
  return /ImagePull|DeadlineExceeded|unmounted volumes|timed out|context deadline/.test(error);
}

function proof(fact: Fact): WorkerFact {
  return {
    at: fact.at,
    step: { kind: 'working', value: undefined },
    known: 'inferred',
    provedBy: [fact.input],
    provenAt: fact.position,
  };
}

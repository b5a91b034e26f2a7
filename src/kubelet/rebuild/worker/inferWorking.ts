// When a worker worked and when it was idle, as far as v=2 tells: what woke it, what ended a sync, and how long a quiet sync can
// last. It says "unknown" between a wake-up and the time by which a sync without trouble must be over.
import { countWhile } from '../../../base/bisect.ts';
import { MILLISECOND, micros, SECOND, type Micros } from '../../../base/time.ts';
import { ownLines } from './classicWorking.ts';
import { BACK_OFF } from './clues.ts';
import { type Fact, isKillError } from '../facts/fact.ts';
import { AFTER_HANG, newsAt, RELIST, slowAt } from './relists.ts';
import type { Run } from '../facts/runs.ts';
import type { WorkerFact } from './workerFact.ts';

/** A woken worker waits for a relist (a second and its length) at most, and its sync then takes milliseconds. */
const QUIET_SYNC = 1.5 * SECOND;
/** Events of one relist follow each other within this time. */
const AT_ONCE = 5 * MILLISECOND;
/** What hangs hangs for this long before a pass of housekeeping meets it. */
const HOUSEKEEPING = 2 * SECOND;
const NETWORK_BACK_OFF = SECOND;
/** Making a sandbox takes longer than this. */
const AT_LEAST = 60 * MILLISECOND;

interface Ending {
  readonly terminating: Micros | undefined;
  readonly terminated: Micros | undefined;
  readonly finished: Micros | undefined;
}

/** Steps of kind `working`, in order. `created` is the worker's first moment, `steps` tell how it ended. */
export function inferWorking(
  facts: readonly Fact[],
  run: Run,
  created: WorkerFact,
  steps: readonly WorkerFact[],
  isSandbox: (id: string) => boolean,
): readonly WorkerFact[] {
  const begin = steps.find((one) => one.step.kind === 'terminating')?.at;
  // A list that shows a pod deleted doesn't tell since when: its worker may be in the back-off of a failure.
  const isListed = facts.some((fact) => fact.event.kind === 'sample.pod' && fact.at === begin);
  const ending: Ending = {
    terminating: isListed ? undefined : begin,
    terminated: steps.find((one) => one.step.kind === 'terminated')?.at,
    finished: steps.find((one) => one.step.kind === 'finished')?.at,
  };
  const held = steps.find((one) => one.step.kind === 'waitsToStart');
  const released = steps.find((one) => one.step.kind === 'started');
  const log = new WorkLog(run, created, ending, isSandbox);
  if (held !== undefined) log.hold(held, released);
  const own = run.machine === 'classic' ? ownLines(facts) : undefined;
  for (const fact of facts) {
    if (fact.at < created.at && fact.position < created.provenAt) continue;
    if (held !== undefined && fact.at < (released?.at ?? Infinity)) continue;
    if (ending.finished !== undefined && fact.at >= ending.finished) break;
    log.take(fact);
    if (own?.has(fact) === true) log.shows(fact);
  }
  return log.close();
}

class WorkLog {
  private readonly out: WorkerFact[] = [];
  private readonly run: Run;
  private readonly ending: Ending;
  private readonly isSandbox: (id: string) => boolean;
  private readonly created: WorkerFact;
  /** What was taken last. */
  private fact: Fact | undefined;
  /** What is to be said, unless something else comes first: a quiet sync is over, or its end can't be told. */
  private due: { readonly at: number; readonly value: boolean | undefined } | undefined;
  /** A sync that makes containers: nothing bounds it before one has started. */
  private making = true;
  private ended = false;
  /** The end itself has been seen at work. */
  private killing = false;
  /** Where the sync that goes on now was seen to begin. */
  private begun: Micros | undefined;
  private retryAfter: number | undefined;
  private retryIsLong = false;
  /** Whether the worker was asked once more during the sync that goes on: it then begins the next at once. */
  private again: 'yes' | 'maybe' | 'no' = 'no';
  /** Whether the next try may have begun as soon as the last one had failed. */
  private mayGoOn = false;
  private failedAt: Micros | undefined;
  private wokenAt = -Infinity;
  /** The sandbox that started last. */
  private sandbox: string | undefined;
  /** When it killed a container whose death has not been told. */
  private killedAt: Micros | undefined;

  constructor(run: Run, created: WorkerFact, ending: Ending, isSandbox: (id: string) => boolean) {
    this.run = run;
    this.ending = ending;
    this.isSandbox = isSandbox;
    this.created = created;
    const fresh = created.step.kind === 'created';
    this.say(created.at, fresh ? true : undefined);
    if (!fresh) return;
    this.begun = created.at;
    this.due = { at: created.at + AT_LEAST, value: undefined };
  }

  /** A static pod that may not start yet is idle but for its retries. */
  hold(held: WorkerFact, released: WorkerFact | undefined): void {
    this.due = undefined;
    this.say(held.at, false);
    if (released !== undefined) this.say(released.at, true);
  }

  take(fact: Fact): void {
    const { terminating } = this.ending;
    // What was due after the end began never comes.
    this.lapse(this.ended ? fact.at : Math.min(fact.at, terminating ?? Infinity));
    const { event } = fact;
    this.fact = fact;
    if (terminating !== undefined && fact.at >= terminating) this.end();
    switch (event.kind) {
      case 'worker.error':
        this.failed(fact, event.error);
        break;
      case 'sandbox.needed':
        this.killing ||= this.ended;
        this.begin(fact);
        this.making = !this.ended;
        break;
      case 'container.killing':
      case 'container.preStop':
      case 'network.teardown':
        if (this.isOfAnother(fact)) {
          this.say(fact.at, undefined);
          break;
        }
        this.killing ||= this.ended;
        this.begin(fact);
        this.killedAt = fact.at;
        this.due = undefined;
        this.making = !this.ended;
        break;
      case 'status.generated':
        // By the sync functions alone from 1.22 on; before, of what is deleted by the sync loop, too.
        if (!this.ended || this.run.machine === 'classic') break;
        this.killing = true;
        this.begin(fact);
        break;
      case 'network.netns':
      case 'network.failed':
        if (this.sandbox !== undefined && event.sandboxId === this.sandbox) this.stops(fact);
        break;
      case 'pleg.event':
        if (event.type === 'ContainerStarted' && this.isSandbox(event.id)) this.sandbox = event.id;
        if (this.making && event.type === 'ContainerStarted')
          this.making = this.isSandbox(event.id);
        this.wake(fact);
        break;
      case 'loop.probe':
        this.wake(fact);
        break;
      case 'loop.sync':
        if (this.run.machine === 'classic') this.wake(fact);
        break;
      case 'config':
        if (event.op === 'UPDATE') this.wake(fact);
        break;
      default:
        break;
    }
  }

  /** Up to 1.21 a line of its own sync: that goes on, and ends soon if it makes nothing. */
  shows({ at, event }: Fact): void {
    if (this.ended || !ofQuietSync.has(event.kind)) return;
    this.making ||= event.kind === 'container.creating';
    if (this.saidLast() === false) this.say(at, undefined);
    if (this.making) {
      if (this.due?.value === false) this.due = undefined;
      return;
    }
    const waits = this.again === 'no' ? QUIET_SYNC : QUIET_SYNC + RELIST;
    this.due = { at: Math.max(this.due?.at ?? 0, this.answered(at + waits)), value: false };
  }

  /** Up to 1.21 the pod killer tears down what was removed, while another pod of that name may have a worker: the line has the name alone. */
  private isOfAnother({ event }: Fact): boolean {
    return event.kind === 'network.teardown' && this.run.machine === 'classic' && !this.ended;
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

  /** A line that only a sync prints, at its beginning. */
  private begin(fact: Fact): void {
    this.begun ??= fact.at;
    // Who was asked once more before may be at that already.
    if (this.again === 'yes' && this.saidLast() !== true) this.again = 'maybe';
    this.say(fact.at, true);
    this.retryAfter = undefined;
    if (!this.ended) this.due = { at: fact.at + AT_LEAST, value: undefined };
  }

  /**
   * A line of the teardown of its last sandbox, which the collector leaves alone while the pod ends (evictSandboxes of kuberuntime_gc.go): the
   * try that goes on may have begun at a tick before.
   */
  private stops({ at }: Fact): void {
    const isOver = at >= (this.ending.terminated ?? Infinity);
    if (!this.ended || isOver || this.run.machine === 'classic') return;
    this.begun ??= micros(this.tickBefore(at) ?? at);
    this.rewind(this.begun);
    this.say(this.begun, true);
    this.retryAfter = undefined;
  }

  /** Termination was asked for: the worker is at it until it fails or ends. */
  private end(): void {
    if (this.ended) return;
    this.ended = true;
    this.making = false;
    this.due = undefined;
    this.retryAfter = undefined;
    this.begun = this.ending.terminating;
    this.say(this.ending.terminating ?? this.fact?.at ?? this.created.at, true);
  }

  private wake(fact: Fact): void {
    if (this.ended) {
      // It may be at work already, and take this next.
      if (this.saidLast() !== false) this.again = 'yes';
      this.begun ??= fact.at;
      this.say(fact.at, true);
      this.retryAfter = undefined;
      return;
    }
    this.leaveOpen(fact);
    const value = this.saidLast();
    const isBusy = value === true || this.making || fact.at - this.wokenAt < AT_ONCE;
    if (value !== false && this.again !== 'yes') this.again = isBusy ? 'yes' : 'maybe';
    this.wokenAt = fact.at;
    this.say(fact.at, undefined);
    if (this.making) return;
    this.begun = undefined;
    // One that waits for a relist already, for news of its mirror pod maybe, waits for the next one after it.
    const waits = value === false ? QUIET_SYNC : QUIET_SYNC + RELIST;
    this.due = { at: this.answered(fact.at + waits), value: false };
  }

  /** The kill of a sync may have ended long before a relist tells of the death. */
  private leaveOpen({ event, at }: Fact): void {
    if (
      event.kind !== 'pleg.event' ||
      event.type !== 'ContainerDied' ||
      this.killedAt === undefined
    )
      return;
    const since = newsAt(this.run, at).since;
    if (this.saidLast() === true)
      this.say(micros(Math.max(since, this.killedAt + AT_LEAST)), undefined);
    this.killedAt = undefined;
  }

  /** The time itself, or when a runtime that did not answer then must have: a sync waits for it. */
  private answered(at: number): number {
    const { slowPasses } = this.run;
    const next = slowPasses[countWhile(slowPasses, ({ to }) => to < at)];
    if (next !== undefined && next.from - HOUSEKEEPING - RELIST <= at) return next.to + AFTER_HANG;
    const slow = slowAt(this.run, at);
    return slow === undefined ? at : slow.to + QUIET_SYNC;
  }

  private failed(fact: Fact, error: string): void {
    const begun = this.begun ?? this.wentOn(fact.at) ?? this.tickBefore(fact.at);
    if (begun !== undefined) {
      this.rewind(begun);
      this.say(micros(begun), true);
    }
    this.due = undefined;
    this.begun = undefined;
    // It was the sync that the end had to wait for, which comes next.
    const goesOn = this.ended && !this.killing && !isKillError(error);
    // The work queue gave it back meanwhile, where the try that fails began before the retry of the one before was due.
    const wasDue = this.mayGoOn && fact.at > (this.retryAfter ?? Infinity);
    const again = wasDue && this.ended ? 'yes' : this.again;
    this.again = 'no';
    const next = again === 'no' || (this.ended && again !== 'yes') ? false : undefined;
    this.mayGoOn = next === undefined;
    this.say(fact.at, goesOn ? true : next);
    if (goesOn) return;
    // The next kill may wait for a relist, or hang as the one before.
    if (next === undefined && !this.ended)
      this.due = { at: this.answered(fact.at + QUIET_SYNC), value: false };
    if (again === 'yes' && !this.ended) this.begun = fact.at;
    const soon = error.includes('network is not ready') ? NETWORK_BACK_OFF : BACK_OFF;
    this.failedAt = fact.at;
    this.retryAfter = fact.at + soon;
    this.retryIsLong = isSlow(error);
  }

  /** What fails sooner than a retry comes, though nothing woke it, began when the last one had failed. */
  private wentOn(at: number): Micros | undefined {
    const { failedAt = this.created.at, retryAfter = -Infinity } = this;
    return this.mayGoOn && at <= retryAfter && this.wokenAt < failedAt ? failedAt : undefined;
  }

  /**
   * The retry of a failed sync begins at a tick of the sync loop, once a second; one that takes long shows nothing of its begin, and what
   * PLEG asked for after the tick may be what failed.
   */
  private tickBefore(at: number): number | undefined {
    const { loopStart } = this.run;
    if (this.retryIsLong || loopStart === undefined || this.retryAfter === undefined)
      return undefined;
    const tick = loopStart + Math.floor((at - loopStart) / SECOND) * SECOND;
    return tick >= this.retryAfter && tick > this.wokenAt ? tick : undefined;
  }

  private saidLast(): boolean | undefined {
    const last = this.out.at(-1);
    return last?.step.kind === 'working' ? last.step.value : undefined;
  }

  /** What had been left open is known now: the failure tells of the whole sync. */
  private rewind(begun: number): void {
    for (;;) {
      const last = this.out.at(-1);
      if (last?.step.kind !== 'working' || last.step.value !== undefined) return;
      const isRetry = this.retryAfter !== undefined && last.at >= this.retryAfter - 1;
      if (last.at < begun && !isRetry) return;
      this.out.pop();
    }
  }

  /** Lets what was due before `at` come: a quiet sync is over, a retry may have begun. */
  private lapse(at: number): void {
    if (this.due !== undefined && this.due.at < at) {
      this.say(micros(this.due.at), this.due.value);
      if (this.due.value === false) {
        this.begun = undefined;
        this.again = 'no';
      }
      this.due = undefined;
    }
    if (this.retryAfter === undefined || this.retryAfter >= at) return;
    if (this.ended || this.retryIsLong) this.say(micros(this.retryAfter), undefined);
  }

  private say(when: Micros, value: boolean | undefined): void {
    const { fact, created } = this;
    // A line may stand before the moment that was inferred for the worker's creation.
    const at = micros(Math.max(when, created.at));
    const last = this.out.at(-1);
    if (last?.step.kind === 'working' && last.step.value === value && last.at <= at) return;
    this.out.push({
      at,
      step: { kind: 'working', value },
      known: 'inferred',
      provedBy: fact === undefined ? created.provedBy : [fact.input],
      provenAt: fact?.position ?? created.provenAt,
    });
  }
}

/** What a sync prints that need not kill or make anything. */
const ofQuietSync: ReadonlySet<Fact['event']['kind']> = new Set([
  'status.generated',
  'pod.actions',
  'container.creating',
]);

/** Failures behind which the next try may take long without a line: pulls, volume waits, calls that hang. */
function isSlow(error: string): boolean {
  return /ErrImagePull|DeadlineExceeded|unmounted volumes|timed out|context deadline/.test(error);
}

// Mirrors the bookkeeping of podSyncStatus in pkg/kubelet/pod_workers.go (v1.34): the steps of one worker become its fields over
// time. It believes the steps; who made them is another's business.
import type { TerminationReason, WorkType } from '../../event.ts';
import type { WorkerState, WorkerTracks } from '../history.ts';
import { ProofColumns, TrackColumns, TrackDraft } from './packedTracks.ts';
import { NEXT_AT_ONCE } from './undelivered.ts';
import type { WorkerFact } from './workerFact.ts';
import { type Flag, flagNames, FoldedWorker, type WorkerColumns } from './workerTracks.ts';

const between = 'it happened in this stretch, no line says when';

type Drafts = Readonly<Record<Flag, TrackDraft<boolean>>> & {
  readonly state: TrackDraft<WorkerState>;
  readonly gracePeriod: TrackDraft<number>;
};

function roomOf(changes: number): number {
  return Math.max(64, Math.ceil(changes));
}

/** Folds the workers of a log, one after another: their tracks share columns. */
export class WorkerFold {
  private readonly proofs: ProofColumns;
  private readonly columns: WorkerColumns;
  private readonly drafts: Drafts;
  private state: WorkerState | undefined;
  private working: boolean | undefined;
  private pending: boolean | undefined;
  /** Work is being done right now (between begin and end). */
  private busy = false;
  private requeued = false;
  /** An update came while it was at work, which no line of its own tells. */
  private asked = false;
  private reason: TerminationReason | undefined;

  /** `facts`: about how many there are of all pods; a change comes of nearly each. */
  constructor(facts: number) {
    const proofs = new ProofColumns(roomOf(facts / 2));
    const flags = new TrackColumns<boolean>(proofs, between, roomOf(facts));
    const states = new TrackColumns<WorkerState>(proofs, between, roomOf(facts / 8));
    const periods = new TrackColumns<number>(proofs, between, roomOf(facts / 8));
    this.proofs = proofs;
    this.columns = { flags, states, periods };
    this.drafts = {
      present: new TrackDraft(flags),
      state: new TrackDraft(states),
      working: new TrackDraft(flags),
      pending: new TrackDraft(flags),
      started: new TrackDraft(flags),
      terminationRequested: new TrackDraft(flags),
      startedTerminating: new TrackDraft(flags),
      terminated: new TrackDraft(flags),
      deleted: new TrackDraft(flags),
      evicted: new TrackDraft(flags),
      finished: new TrackDraft(flags),
      gracePeriod: new TrackDraft(periods),
    };
  }

  /** The tracks of one worker, whose steps must stand in order of time. */
  fold(facts: readonly WorkerFact[]): WorkerTracks {
    this.state = undefined;
    this.working = undefined;
    this.pending = undefined;
    this.busy = false;
    this.requeued = false;
    this.asked = false;
    this.reason = undefined;
    for (let index = 0; index < facts.length; index++) {
      const fact = facts[index];
      if (fact !== undefined) this.step(fact, facts, index);
    }
    const { drafts, columns } = this;
    for (const flag of flagNames) drafts[flag].close();
    drafts.gracePeriod.close();
    return new FoldedWorker(columns, drafts.state.close());
  }

  /** There is no other worker: gives back the room for them. */
  settle(): void {
    this.proofs.settle();
    this.columns.flags.settle();
    this.columns.states.settle();
    this.columns.periods.settle();
  }

  private step(fact: WorkerFact, facts: readonly WorkerFact[], index: number): void {
    const { step } = fact;
    switch (step.kind) {
      case 'created':
        this.created(fact);
        break;
      case 'existing':
        this.put('present', true, fact);
        break;
      case 'syncing':
        this.syncing(fact);
        break;
      case 'notified':
        this.notified(step.work, fact);
        break;
      case 'requeued':
        this.requeued = true;
        this.setPending(true, fact);
        break;
      case 'asked':
        this.asked = true;
        this.put('pending', true, fact);
        break;
      case 'begin':
        this.begin(step.work, fact);
        break;
      case 'end':
        this.end(fact, facts, index);
        break;
      case 'maybeTerminating':
        this.reason = 'completed';
        this.blur(['state', 'terminationRequested', 'startedTerminating', 'gracePeriod'], fact);
        break;
      case 'terminating':
        this.terminating(step.reason, fact);
        break;
      case 'acknowledged':
        this.acknowledged(fact);
        break;
      case 'maybeAcknowledged':
        this.blur(['startedTerminating'], fact);
        break;
      case 'grace':
        this.grace(step.seconds, fact);
        break;
      case 'maybeGrace':
        if (this.state === 'terminating') this.blur(['gracePeriod'], fact);
        break;
      case 'maybeTerminated':
        this.blur(['state', 'terminated'], fact);
        break;
      case 'terminated':
        this.terminated(fact);
        break;
      case 'maybeFinished':
        this.blur(['finished', 'working'], fact);
        break;
      case 'finished':
        this.finished(fact);
        break;
      case 'maybeForgotten':
        this.blur(['present', 'working'], fact);
        break;
      case 'forgotten':
        this.gone(fact);
        break;
      case 'gone':
        this.gone(fact);
        // What it worked on went with its process: the next one begins anew, though it may do the same.
        this.blur(['working', 'pending'], fact);
        break;
      case 'working':
        if (step.value === undefined) this.blur(['working'], fact);
        else this.setWorking(step.value, fact);
        break;
      case 'started':
        this.put('started', true, fact);
        break;
      case 'orphaned':
        this.put('deleted', true, fact);
        break;
      case 'quiet':
        this.busy = false;
        this.requeued = false;
        this.pending = undefined;
        this.blur(['pending'], fact);
        break;
      case 'waitsToStart':
        if (step.isEntered) this.put('started', false, fact);
        else this.blur(['started'], fact);
        this.setWorking(false, fact);
        // startPodSync (1.27 on) puts the update back, managePodLoop drops it.
        this.setPending(step.isEntered, fact);
        break;
    }
  }

  private gone(fact: WorkerFact): void {
    this.put('present', false, fact);
    this.state = undefined;
  }

  private syncing(fact: WorkerFact): void {
    this.state = 'sync';
    this.reason = undefined;
    this.put('present', true, fact);
    this.drafts.state.set(fact.known, 'sync', fact);
    this.put('started', true, fact);
    for (const flag of flags) this.put(flag, false, fact);
    this.drafts.gracePeriod.set(fact.known, 0, fact);
  }

  private created(fact: WorkerFact): void {
    this.syncing(fact);
    this.busy = false;
    this.requeued = false;
    this.setWorking(true, fact);
    this.setPending(false, fact);
  }

  private notified(work: WorkType | undefined, fact: WorkerFact): void {
    if (work !== undefined && this.state === 'sync') this.reach(work, fact);
    if (work === 'terminated' && this.reason === 'completed') this.blur(['gracePeriod'], fact);
    if (this.working === true && this.busy) this.setPending(true, fact);
    this.setWorking(true, fact);
  }

  private begin(work: WorkType, fact: WorkerFact): void {
    if (this.state === undefined || rank[work] > rank[this.state]) this.reach(work, fact);
    this.put('started', true, fact);
    this.busy = true;
    this.requeued = false;
    this.asked = false;
    this.setWorking(true, fact);
    this.setPending(false, fact);
  }

  private end(fact: WorkerFact, facts: readonly WorkerFact[], index: number): void {
    this.busy = false;
    if (this.requeued || this.pending === true || goesOn(facts, index)) return;
    this.setWorking(false, fact);
    if (this.asked) this.setPending(false, fact);
  }

  /** A later state that no line announced: the worker began there (a pod that had ended before the kubelet started). */
  private reach(work: WorkType, fact: WorkerFact): void {
    if (work === 'sync') {
      this.state = 'sync';
      this.drafts.state.set(fact.known, 'sync', fact);
      return;
    }
    if (this.state !== 'terminating') this.terminating('terminal', fact);
    if (work === 'terminated') this.terminated(fact);
  }

  private terminating(reason: TerminationReason, fact: WorkerFact): void {
    if (this.state === 'terminating' || this.state === 'terminated') return;
    this.state = 'terminating';
    const isFirst = this.reason === undefined;
    this.reason = reason;
    this.drafts.state.set(fact.known, 'terminating', fact);
    this.put('terminationRequested', true, fact);
    if (reason === 'deleted' || reason === 'orphaned') {
      if (isFirst) this.put('deleted', true, fact);
      else this.blur(['deleted'], fact);
    }
    if (reason === 'evicted') this.put('evicted', true, fact);
    if (reason === 'completed') this.put('startedTerminating', true, fact);
    this.blur(['gracePeriod'], fact);
    if (reason === 'completed') this.requeued = true;
    if (this.busy && reason !== 'completed') this.setPending(true, fact);
    this.setWorking(true, fact);
  }

  private acknowledged(fact: WorkerFact): void {
    // The lines of who asked for it and of its begin are lost.
    if (this.state === 'sync') {
      this.begin('terminating', fact);
      this.blur(['deleted', 'evicted'], fact);
    }
    this.put('startedTerminating', true, fact);
  }

  private grace(seconds: number | undefined, fact: WorkerFact): void {
    if (seconds === undefined) return;
    this.drafts.gracePeriod.set(fact.known, Math.max(1, seconds), fact);
  }

  private terminated(fact: WorkerFact): void {
    this.put('startedTerminating', true, fact);
    this.putTerminated(fact);
    this.requeued = true;
  }

  private putTerminated(fact: WorkerFact): void {
    if (this.state === 'sync') this.blur(['gracePeriod'], fact);
    this.state = 'terminated';
    this.put('terminationRequested', true, fact);
    this.drafts.state.set(fact.known, 'terminated', fact);
    this.put('terminated', true, fact);
  }

  private finished(fact: WorkerFact): void {
    if (this.state !== 'terminated') this.putTerminated(fact);
    this.put('finished', true, fact);
    this.busy = false;
    this.asked = false;
    this.setWorking(false, fact);
    this.blur(['pending'], fact);
  }

  /** Inference says when a worker works in steps of its own. */
  private setWorking(value: boolean, fact: WorkerFact): void {
    if (fact.known === 'inferred' && fact.step.kind !== 'working') return;
    this.working = value;
    this.put('working', value, fact);
  }

  private setPending(value: boolean, fact: WorkerFact): void {
    if (fact.known === 'inferred') return;
    this.pending = value;
    this.drafts.pending.set(fact.pendingKnown ?? 'seen', value, fact);
  }

  private put(field: Flag, value: boolean, fact: WorkerFact): void {
    this.drafts[field].set(fact.known, value, fact);
  }

  private blur(fields: readonly (keyof WorkerTracks)[], fact: WorkerFact): void {
    for (const field of fields) this.drafts[field].blur(fact);
  }
}

const flags = [
  'terminationRequested',
  'startedTerminating',
  'terminated',
  'deleted',
  'evicted',
  'finished',
] as const;

const rank: Readonly<Record<WorkType, number>> = { sync: 0, terminating: 1, terminated: 2 };

/** Whether the worker took its next update right after this one: it never was idle in between. */
function goesOn(facts: readonly WorkerFact[], index: number): boolean {
  const at = facts[index]?.at ?? 0;
  for (let i = index + 1; i < facts.length; i++) {
    const next = facts[i];
    if (next === undefined || next.at - at > NEXT_AT_ONCE) return false;
    if (next.step.kind === 'begin') return true;
  }
  return false;
}

// What happened to one pod's worker, each step with its time and proof: written by the lines of v≥4 (direct) or by inference
// from what v=2 shows, and read by one fold for both.
import type { InputId } from '../../../base/input.ts';
import type { Micros } from '../../../base/time.ts';
import type { TerminationReason, WorkType } from '../../event.ts';

export type WorkerStep =
  | { readonly kind: 'created' }
  /** The entry existed already when the tape began. */
  | { readonly kind: 'existing' }
  /** An entry that existed before is seen to be in the state sync. */
  | { readonly kind: 'syncing' }
  | { readonly kind: 'notified'; readonly work: WorkType | undefined }
  | { readonly kind: 'requeued' }
  /** Up to 1.26: an update came that has to wait. */
  | { readonly kind: 'asked' }
  | { readonly kind: 'begin'; readonly work: WorkType }
  | { readonly kind: 'end'; readonly work: WorkType }
  | { readonly kind: 'terminating'; readonly reason: TerminationReason }
  /** From here to the next `terminating` it may have begun, so that who asks then is not asked. */
  | { readonly kind: 'maybeTerminating' }
  | { readonly kind: 'maybeAcknowledged' }
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'grace'; readonly seconds: number | undefined }
  /** Asked again, perhaps for another grace period. */
  | { readonly kind: 'maybeGrace' }
  /** From here to the next `terminated` it may have happened. */
  | { readonly kind: 'maybeTerminated' }
  | { readonly kind: 'terminated' }
  | { readonly kind: 'maybeFinished' }
  | { readonly kind: 'finished' }
  /** Up to 1.21: from here on no more than the sync that runs is left of it. */
  | { readonly kind: 'maybeForgotten' }
  | { readonly kind: 'forgotten' }
  /** The process ended, and its memory with it. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'working'; readonly value: boolean | undefined }
  /** Its own lines end here: what it has to do next is told no more. */
  | { readonly kind: 'quiet' }
  /** Up to 1.26 no entry says so (`startedAt` of podSyncStatus came then): only the loop of the worker knows. */
  | { readonly kind: 'waitsToStart'; readonly isEntered: boolean }
  | { readonly kind: 'started' }
  /** Housekeeping found it gone from its source: it counts as deleted. */
  | { readonly kind: 'orphaned' };

export interface WorkerFact {
  readonly at: Micros;
  readonly step: WorkerStep;
  readonly known: 'seen' | 'inferred';
  /** Up to 1.26 an update that comes to wait leaves no line: how its own lines tell that none does. */
  readonly pendingKnown?: 'inferred';
  readonly provedBy: readonly InputId[];
  /** Position of the input that completes the proof. */
  readonly provenAt: number;
}

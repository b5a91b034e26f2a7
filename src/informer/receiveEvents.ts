// Mirrors handleAnyWatch of tools/cache/reflector.go (client-go v0.37).
import { SECOND, type Micros } from '../base/time.ts';
import type { Failure } from './failure.ts';
import type { WatchEvent } from './listerWatcher.ts';
import type { KubeObject } from './object.ts';
import type { RequestError } from './requestError.ts';
import type { Answer, Effect, ReflectorContext, Routine } from './routine.ts';
import type { ReflectorStore } from './store.ts';

/** Set to `true` on the bookmark that ends the initial events of a streaming list. */
export const initialEventsAnnotation = 'k8s.io/initial-events-end';

export interface ReceiveOptions<T> {
  /** When the request was made. */
  readonly start: Micros;
  /** Where events go: the reflector's store, or a streaming list's temporary one. */
  readonly store: ReflectorStore<T>;
  /** Return, leaving the stream open, on the bookmark that ends the initial events. */
  readonly untilInitialEventsEnd: boolean;
  /** The version of each event, and whether any but ADDED has come yet. */
  readonly onVersion: (resourceVersion: string, otherThanAdded: boolean) => void;
}

/** How a stream ended: with an error, in order (`closed`), or not at all (`initial-events-end`). */
export type Received =
  | { readonly end: 'error'; readonly error: RequestError }
  | { readonly end: 'closed' }
  | { readonly end: 'initial-events-end' };

const receive: Effect = { do: 'receive' };

/** Takes events off the open stream into a store, and ends the stream unless it is to be gone on with. */
export function* receiveEvents<T extends KubeObject>(
  context: ReflectorContext<T>,
  options: ReceiveOptions<T>,
): Routine<T, Received> {
  let otherThanAdded = false;
  let eventCount = 0;
  let keepStream = false;
  try {
    for (;;) {
      const answer: Answer<T> = yield receive;
      const resync = context.takeResyncFailure();
      if (resync !== undefined) {
        return { end: 'error', error: { type: 'store', message: resync.message } };
      }
      if (answer.is === 'failed') return { end: 'error', error: answer.error };
      if (answer.is === 'closed') break;
      // Anything else was only to wake us up for a resync that failed.
      if (answer.is !== 'event' || !understood(context, answer.event)) continue;
      const { type, object } = answer.event;
      if (type !== 'ADDED' && knownTypes.has(type)) otherThanAdded = true;
      applyEvent(context, options.store, answer.event);
      options.onVersion(object.metadata?.resourceVersion ?? '', otherThanAdded);
      eventCount += 1;
      context.lastEventAt = context.clock.now();
      if (type !== 'BOOKMARK') continue;
      context.lastBookmarkAt = context.lastEventAt;
      const ends = object.metadata?.annotations?.[initialEventsAnnotation] === 'true';
      if (ends && options.untilInitialEventsEnd) {
        keepStream = true;
        return { end: 'initial-events-end' };
      }
    }
  } finally {
    if (!keepStream) context.stopStream();
  }
  if (eventCount === 0 && context.clock.now() - options.start < SECOND) {
    return { end: 'error', error: { type: 'very-short-watch' } };
  }
  return { end: 'closed' };
}

const knownTypes = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK']);

/** What is not understood is skipped as if it had not come. */
function understood<T extends KubeObject>(
  context: ReflectorContext<T>,
  { type, object }: WatchEvent<T>,
): boolean {
  const { expectedType } = context;
  const expected =
    expectedType === undefined ||
    (object.apiVersion === expectedType.apiVersion && object.kind === expectedType.kind);
  if (expected && object.metadata !== undefined) return true;
  const what = `${object.apiVersion ?? '?'} ${object.kind ?? '?'}`;
  context.tell({ type: 'warning', text: `skipped an event ${type} with an object ${what}` });
  return false;
}

/** A store that fails, and a type that is unknown, are told and do not stop the watch: the version moves on. */
function applyEvent<T extends KubeObject>(
  context: ReflectorContext<T>,
  store: ReflectorStore<T>,
  { type, object }: WatchEvent<T>,
): void {
  let failure: Failure | undefined;
  switch (type) {
    case 'ADDED':
      failure = store.add(object);
      break;
    case 'MODIFIED':
      failure = store.update(object);
      break;
    case 'DELETED':
      failure = store.delete(object);
      break;
    case 'BOOKMARK':
      if (context.behaviour.storesVersion) {
        failure = store.bookmark?.(object.metadata?.resourceVersion ?? '');
      }
      break;
    default:
      context.tell({ type: 'warning', text: `an event of the unknown type ${type}` });
  }
  if (failure !== undefined) {
    context.tell({ type: 'warning', text: `the store refused ${type}: ${failure.message}` });
  }
}

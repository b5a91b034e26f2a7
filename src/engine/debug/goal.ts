import type { DebugMove, DebugThreadId } from '../../protocol/debugApi.ts';
import { positionOf, type DebugContext } from '../present/debugNode.ts';
import { nearest } from './breakpoints.ts';

/**
 * Where a step from the context's position ends when no breakpoint comes first; undefined: at the edge of the tape. `events`:
 * positions of inputs that move the rebuilt state.
 */
export function goalOf(
  context: DebugContext,
  events: Uint32Array,
  move: DebugMove,
  step: 1 | -1,
  thread: DebugThreadId,
): number | undefined {
  const { index, moment } = context;
  const { position } = moment;
  const pod = index.incident.history.pod(thread);
  switch (move) {
    case 'run':
      return undefined;
    case 'line': {
      const next = position + step;
      return next < 0 || next >= index.incident.tape.length ? undefined : next;
    }
    case 'event': {
      const own = pod?.events.map((event) => event.position) ?? events;
      return nearest(own, position, step);
    }
    case 'sync': {
      if (pod === undefined) return nextOfThread(context, events, thread, step);
      const ends = [pod.worker.state, pod.worker.working, pod.worker.present].flatMap((track) =>
        track.changes.filter((_, i) => i > 0).map((change) => positionOf(context, change)),
      );
      return nearest(
        ends.filter((end) => end < index.incident.tape.length).sort((a, b) => a - b),
        position,
        step,
      );
    }
  }
}

function nextOfThread(
  { index, moment }: DebugContext,
  events: Uint32Array,
  thread: DebugThreadId,
  step: 1 | -1,
): number | undefined {
  for (
    let at = nearest(events, moment.position, step);
    at !== undefined;
    at = nearest(events, at, step)
  )
    if (index.threadAt(at) === thread) return at;
  return undefined;
}

/** The thread that stays chosen: a person who steps a pod's worker stays with it, though the sync loop wrote the line. */
export function followedThread(
  { index }: DebugContext,
  thread: DebugThreadId,
  move: DebugMove,
  position: number,
): DebugThreadId | undefined {
  const pod = index.incident.history.pod(thread);
  if (pod === undefined || move === 'line') return undefined;
  return index.podOf(position) === undefined && move === 'event' ? undefined : thread;
}

import { timeOn } from '../../replay/cursor.ts';
import type { DebugContext } from '../present/debugNode.ts';

/** The same tape, looked at from another position. */
export function contextAt({ index, moment, beside }: DebugContext, position: number): DebugContext {
  return {
    index,
    beside,
    moment: { ...moment, position, time: timeOn(index.incident.tape, position) },
  };
}

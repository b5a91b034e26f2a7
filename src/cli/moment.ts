import type { Micros } from '../base/time.ts';
import { timeNamed } from '../engine/namedTime.ts';
import type { Session } from '../engine/session.ts';
import { UsageError } from './output.ts';

/** A time as `--at` takes it: RFC 3339, or a time of day on the log’s last day. */
export function momentNamed(session: Session, text: string): Micros {
  const time = timeNamed(session.incident.history, text);
  if (time === undefined)
    throw new UsageError(`--at wants a time like 2026-11-21T09:34:10Z or 09:34:10, not ${text}.`);
  return time;
}

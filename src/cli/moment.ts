import { civilFromDays, DAY, parseRfc3339, type Micros } from '../base/time.ts';
import type { Session } from '../engine/session.ts';
import { UsageError } from './output.ts';

/** A time as `--at` takes it: RFC 3339, or a time of day on the log’s last day. */
export function momentNamed(session: Session, text: string): Micros {
  const whole = parseRfc3339(text);
  if (whole !== undefined) return whole;
  const { year, month, day } = civilFromDays(Math.floor(session.incident.history.to / DAY));
  const time = parseRfc3339(
    `${date(year, month, day)}T${/^\d\d:\d\d$/.test(text) ? `${text}:00` : text}`,
  );
  if (time === undefined) {
    throw new UsageError(`--at wants a time like 2026-11-21T09:34:10Z or 09:34:10, not ${text}.`);
  }
  return time;
}

function date(year: number, month: number, day: number): string {
  return [
    String(year).padStart(4, '0'),
    String(month).padStart(2, '0'),
    String(day).padStart(2, '0'),
  ].join('-');
}

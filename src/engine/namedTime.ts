import { civilFromDays, DAY, parseRfc3339, type Micros } from '../base/time.ts';
import type { History } from '../kubelet/rebuild/history.ts';

/** A time as persons write it: RFC 3339, or a time of day on the log’s last day. */
export function timeNamed({ to }: Pick<History, 'to'>, text: string): Micros | undefined {
  const whole = parseRfc3339(text);
  if (whole !== undefined) return whole;
  const { year, month, day } = civilFromDays(Math.floor(to / DAY));
  return parseRfc3339(
    `${date(year, month, day)}T${/^\d\d:\d\d$/.test(text) ? `${text}:00` : text}`,
  );
}

function date(year: number, month: number, day: number): string {
  return [
    String(year).padStart(4, '0'),
    String(month).padStart(2, '0'),
    String(day).padStart(2, '0'),
  ].join('-');
}

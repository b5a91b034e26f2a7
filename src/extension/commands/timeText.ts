// Times as people type them. Knows text and the span of the log, nothing of VS Code.
import {
  DAY,
  HOUR,
  MILLISECOND,
  MINUTE,
  SECOND,
  micros,
  parseRfc3339,
  type Micros,
} from '../../base/time.ts';

export interface TimeSpan {
  readonly from: Micros;
  readonly to: Micros;
  readonly now: Micros;
}

/**
 * `09:34`, `09:34:10.84` (on the day of the log that is nearest to the cursor), RFC 3339, or a step from the
 * cursor: `+5s`, `-2m30s`, `+150ms`. Undefined for anything else. The answer may lie outside the log.
 */
export function parseTimeText(text: string, span: TimeSpan): Micros | undefined {
  const trimmed = text.trim();
  return stepFrom(trimmed, span.now) ?? timeOfDay(trimmed, span) ?? parseRfc3339(trimmed);
}

/** Without a time: from the begin, to the end of the log. */
export interface TimeWindow {
  readonly from?: Micros;
  readonly to?: Micros;
}

/** `09:30..09:40`, where either time may be left out; each as `parseTimeText` has it. Undefined for anything else. */
export function parseWindow(text: string, span: TimeSpan): TimeWindow | undefined {
  const [first = '', second, ...more] = text.trim().split('..');
  if (second === undefined || more.length > 0) return undefined;
  const [from, to] = [parseTimeText(first, span), parseTimeText(second, span)];
  const isTime = (typed: string, time: Micros | undefined): boolean =>
    typed.trim() === '' || time !== undefined;
  if (!isTime(first, from) || !isTime(second, to)) return undefined;
  if (from !== undefined && to !== undefined && to <= from) return undefined;
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

const units: Readonly<Record<string, number>> = {
  us: 1,
  µs: 1,
  ms: MILLISECOND,
  s: SECOND,
  m: MINUTE,
  min: MINUTE,
  h: HOUR,
  d: DAY,
};

function stepFrom(text: string, now: Micros): Micros | undefined {
  const m = /^([+-])((?:\s*\d+(?:\.\d+)?\s*(?:us|µs|ms|min|[smhd]))+)$/.exec(text);
  if (m === null) return undefined;
  let length = 0;
  for (const [, amount, unit] of (m[2] ?? '').matchAll(/(\d+(?:\.\d+)?)\s*([a-zµ]+)/g))
    length += Number(amount) * (units[unit ?? ''] ?? 0);
  return micros(Math.round(now + (m[1] === '-' ? -length : length)));
}

function timeOfDay(text: string, { from, to, now }: TimeSpan): Micros | undefined {
  const m = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?$/.exec(text);
  if (m === null) return undefined;
  const [, hour, minute, second = '0', fraction = ''] = m;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const clock =
    Number(hour) * HOUR +
    Number(minute) * MINUTE +
    Number(second) * SECOND +
    Number(fraction.padEnd(6, '0').slice(0, 6));
  const days: number[] = [];
  for (let day = Math.floor(from / DAY) - 1; day <= Math.floor(to / DAY) + 1; day++)
    days.push(day * DAY + clock);
  const cost = (time: number): number =>
    (time < from ? from - time : Math.max(0, time - to)) * DAY + Math.abs(time - now);
  days.sort((a, b) => cost(a) - cost(b));
  const [best] = days;
  return best === undefined ? undefined : micros(best);
}

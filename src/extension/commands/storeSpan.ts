// A span of time as people type it. Knows text, nothing of VS Code.
import {
  DAY,
  HOUR,
  micros,
  MILLISECOND,
  MINUTE,
  parseRfc3339,
  SECOND,
  type Micros,
} from '../../base/time.ts';
import type { StoreQuery } from '../../protocol/storeApi.ts';

const units: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY };

/**
 * `2026-11-21T09:30 2026-11-21T10:00` (UTC where no zone is told), `2026-11-21T09:30Z 20m`, or `2h`: up to now. Undefined for anything else.
 * @param now milliseconds since 1970
 */
export function parseSpan(text: string, now: number): StoreQuery | undefined {
  const [first = '', second, ...more] = text.trim().split(/[\s,]+/);
  if (more.length > 0) return undefined;
  const end = micros(now * MILLISECOND);
  const back = lengthOf(first);
  if (back !== undefined)
    return second === undefined ? { from: micros(end - back), to: end } : undefined;
  const from = timeOf(first);
  if (from === undefined) return undefined;
  const length = second === undefined ? undefined : lengthOf(second);
  const to =
    second === undefined ? end : length === undefined ? timeOf(second) : micros(from + length);
  return to === undefined || to <= from ? undefined : { from, to };
}

function lengthOf(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (units[unit] ?? 0);
}

/** With seconds or without. */
function timeOf(text: string): Micros | undefined {
  return parseRfc3339(text.replace(/(T\d\d:\d\d)(Z|[+-]\d\d:?\d\d)?$/, '$1:00$2'));
}

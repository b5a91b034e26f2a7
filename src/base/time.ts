import { brander, type Brand } from './brand.ts';

/**
 * Microseconds since 1970-01-01T00:00:00Z; klog and journald are that exact, and a double holds them exactly
 * until the year 2255. Differences are plain numbers of microseconds.
 */
export type Micros = Brand<number, 'Micros'>;

export const micros = brander<number, 'Micros'>();

export const MILLISECOND = 1_000;
export const SECOND = 1_000_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Days from 1970-01-01 to a date of the proleptic Gregorian calendar; month is 1 to 12. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The date of a day counted from 1970-01-01: the inverse of `daysFromCivil`. */
export function civilFromDays(days: number): { year: number; month: number; day: number } {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const mp = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * mp + 2) / 5) + 1;
  const month = mp < 10 ? mp + 3 : mp - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** RFC 3339 in UTC with all six digits: `2026-11-21T09:34:10.753780Z`. */
export function formatRfc3339(time: Micros): string {
  const days = Math.floor(time / DAY);
  const { year, month, day } = civilFromDays(days);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${formatTimeOfDay(time)}Z`;
}

/** Null where no line tells the time. */
export function rfc3339OrNull(time: Micros): string | null {
  return Number.isFinite(time) ? formatRfc3339(time) : null;
}

/** The time of day in UTC with all six digits: `09:34:10.753780`. */
export function formatTimeOfDay(time: Micros): string {
  const rest = time - Math.floor(time / DAY) * DAY;
  const seconds = Math.floor(rest / SECOND);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${clock.map((part) => pad(part, 2)).join(':')}.${pad(Math.round(rest % SECOND), 6)}`;
}

const rfc3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?\s*(Z|z|[+-]\d\d:?\d\d)?$/;

/** Reads RFC 3339; without a zone it is taken as UTC. Digits past the microsecond are cut off. */
export function parseRfc3339(text: string): Micros | undefined {
  const m = rfc3339.exec(text.trim());
  if (m === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = m;
  const days = daysFromCivil(Number(year), Number(month), Number(day));
  const clock = Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * SECOND;
  const part = Number(fraction.padEnd(6, '0').slice(0, 6));
  return micros(days * DAY + clock + part - zoneOffset(zone));
}

function zoneOffset(zone: string): number {
  const m = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  if (m === null) return 0;
  return (m[1] === '-' ? -1 : 1) * (Number(m[2]) * HOUR + Number(m[3]) * MINUTE);
}

/** A length of time as people say it: `45 s`, `3 min 20 s`, `2 h 5 min`, `12.3 ms`. */
export function formatDuration(length: number): string {
  const abs = Math.abs(length);
  const sign = length < 0 ? '−' : '';
  if (abs < MILLISECOND) return `${sign}${Math.round(abs)} µs`;
  if (abs < SECOND) return `${sign}${trimmed(abs / MILLISECOND)} ms`;
  if (abs < MINUTE) return `${sign}${trimmed(abs / SECOND)} s`;
  const seconds = Math.round(abs / SECOND);
  if (seconds < 3600) return `${sign}${Math.floor(seconds / 60)} min${rest(seconds % 60, 's')}`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 24 * 60) return `${sign}${Math.floor(minutes / 60)} h${rest(minutes % 60, 'min')}`;
  const hours = Math.round(minutes / 60);
  return `${sign}${Math.floor(hours / 24)} d${rest(hours % 24, 'h')}`;
}

function trimmed(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}

function rest(value: number, unit: string): string {
  return value === 0 ? '' : ` ${value} ${unit}`;
}

import { civilFromDays, DAY, HOUR, MINUTE, type Micros } from '../base/time.ts';
import { at, COLON, decode, digits, isDigit, isLetter, SPACE } from './bytes.ts';
import type { LineHead } from './lineHead.ts';

const monthLetters = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** 1 to 12 for an English month's three letters at `i`, or 0. */
export function monthAt(bytes: Uint8Array, i: number): number {
  const a = at(bytes, i) | 32;
  const b = at(bytes, i + 1) | 32;
  const c = at(bytes, i + 2) | 32;
  for (let m = 0; m < 36; m += 3) {
    if (
      monthLetters.charCodeAt(m) === a &&
      monthLetters.charCodeAt(m + 1) === b &&
      monthLetters.charCodeAt(m + 2) === c
    )
      return m / 3 + 1;
  }
  return 0;
}

/** Reads `hh:mm:ss` with a fraction if there is one into `head.outerClock`; where it ends, or -1. */
export function readClock(bytes: Uint8Array, i: number, head: LineHead): number {
  if (at(bytes, i + 2) !== COLON || at(bytes, i + 5) !== COLON) return -1;
  const hour = digits(bytes, i, 2);
  const minute = digits(bytes, i + 3, 2);
  const second = digits(bytes, i + 6, 2);
  if (hour < 0 || minute < 0 || second < 0 || hour > 24 || minute > 59 || second > 60) return -1;
  let clock = ((hour * 60 + minute) * 60 + second) * 1e6;
  let end = i + 8;
  const point = at(bytes, end);
  if ((point === 46 || point === 44) && isDigit(at(bytes, end + 1))) {
    let unit = 100_000;
    for (end++; isDigit(at(bytes, end)); end++) {
      clock += unit * (at(bytes, end) - 48);
      unit = Math.floor(unit / 10);
    }
  }
  head.outerClock = clock;
  return end;
}

/** Reads `YYYY-MM-DD` (or with slashes) into the wrapper's date; where it ends, or -1. */
export function readDate(bytes: Uint8Array, i: number, head: LineHead): number {
  const sign = at(bytes, i + 4);
  if ((sign !== 45 && sign !== 47) || at(bytes, i + 7) !== sign) return -1;
  const year = digits(bytes, i, 4);
  const month = digits(bytes, i + 5, 2);
  const day = digits(bytes, i + 8, 2);
  if (year < 1970 || year > 2200 || month < 1 || month > 12 || day < 1 || day > 31) return -1;
  head.outerYear = year;
  head.outerMonth = month;
  head.outerDay = day;
  return i + 10;
}

/**
 * Reads `YYYY-MM-DD` `T` or blank `hh:mm:ss[.fraction]` and a zone if one follows into the wrapper's stamp; where it ends, or -1.
 * Digits past the microsecond are passed over.
 */
export function readIso(bytes: Uint8Array, i: number, to: number, head: LineHead): number {
  const sign = at(bytes, i + 10);
  if (i + 19 > to || (sign !== 84 && sign !== 116 && sign !== SPACE)) return -1;
  if (readDate(bytes, i, head) < 0) return -1;
  const end = readClock(bytes, i + 11, head);
  return end < 0 || end > to ? -1 : readZone(bytes, end, to, head);
}

/** Reads `Z`, `+hh:mm`, `+hhmm`, `+hh`, or those and names like `UTC` behind a blank; where it ends: `i` when there is none. */
export function readZone(bytes: Uint8Array, i: number, to: number, head: LineHead): number {
  head.outerZone = NaN;
  const start = at(bytes, i) === SPACE ? i + 1 : i;
  const first = at(bytes, start);
  if (first === 90 && !isLetter(at(bytes, start + 1))) {
    head.outerZone = 0;
    return start + 1;
  }
  if (first === 43 || first === 45) {
    const end = readNumericZone(bytes, start, head);
    return end < 0 ? i : end;
  }
  return start > i ? readNamedZone(bytes, start, to, head, i) : i;
}

function readNumericZone(bytes: Uint8Array, i: number, head: LineHead): number {
  const hour = digits(bytes, i + 1, 2);
  if (hour < 0 || hour > 14) return -1;
  const minuteAt = at(bytes, i + 3) === COLON ? i + 4 : i + 3;
  const minute = digits(bytes, minuteAt, 2);
  const sign = at(bytes, i) === 45 ? -1 : 1;
  head.outerZone = sign * (hour * HOUR + Math.max(minute, 0) * MINUTE);
  return minute < 0 ? i + 3 : minuteAt + 2;
}

/** Hours east of UTC of the zone names that journals and consoles print and that mean one zone only. */
const zoneHours: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  PST: -8,
  PDT: -7,
  MST: -7,
  MDT: -6,
  CDT: -5,
  EST: -5,
  EDT: -4,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  JST: 9,
  KST: 9,
};

/** Microseconds east of UTC of `+0430` or `CET`; undefined for a name that means several or none. */
export function zoneNamed(name: string): number | undefined {
  const m = /^([+-])(\d\d):?(\d\d)?$/.exec(name);
  if (m !== null)
    return (m[1] === '-' ? -1 : 1) * (Number(m[2]) * HOUR + Number(m[3] ?? 0) * MINUTE);
  const hours = zoneHours[name];
  return hours === undefined ? undefined : hours * HOUR;
}

/** What stands behind a stamp, too, and names no zone. */
const levelWords: ReadonlySet<string> = new Set(
  'TRACE DEBUG INFO WARN ERR ERROR CRIT ALERT EMERG FATAL PANIC'.split(' '),
);

function readNamedZone(
  bytes: Uint8Array,
  i: number,
  to: number,
  head: LineHead,
  none: number,
): number {
  let end = i;
  while (end < to && at(bytes, end) >= 65 && at(bytes, end) <= 90) end++;
  if (end - i < 3 || end - i > 5 || (end < to && at(bytes, end) !== SPACE && at(bytes, end) !== 93))
    return none;
  const name = decode(bytes, i, end);
  if (levelWords.has(name)) return none;
  const hours = zoneHours[name];
  if (hours !== undefined) head.outerZone = hours * HOUR;
  return end;
}

/** Date and microseconds of the day, in UTC. */
export function civilOf(time: Micros): { year: number; month: number; day: number; clock: number } {
  const days = Math.floor(time / DAY);
  return { ...civilFromDays(days), clock: time - days * DAY };
}

const MAX_ZONE = 14 * HOUR;
/** A line and its wrapper are no further apart where they tell a zone: journald may lag, but a starved one tells none. */
const MAX_LAG = 5 * MINUTE;

/** The zone in which two stamps of one moment are so far apart; undefined where no zone is. */
export function zoneOf(apart: number): number | undefined {
  const zone = Math.round(apart / (15 * MINUTE)) * 15 * MINUTE;
  if (Math.abs(zone) > MAX_ZONE || Math.abs(apart - zone) > MAX_LAG) return undefined;
  const isZone = zone % (30 * MINUTE) === 0 || quarters.has(zone / MINUTE);
  return isZone ? zone : undefined;
}

/** Zones that are no multiple of half an hour: Nepal, Eucla, the Chatham Islands. */
const quarters: ReadonlySet<number> = new Set([345, 525, 765, 825]);

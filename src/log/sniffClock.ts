import { civilFromDays, DAY, HOUR, MILLISECOND, MINUTE, SECOND } from '../base/time.ts';
import { zoneNamed } from './stamps.ts';

/** What texts inside the first lines tell of their clock. */
export interface SniffedClock {
  /** Year of the first line. */
  readonly year: number | undefined;
  /** Microseconds east of UTC of the lines' local time. */
  readonly zone: number | undefined;
}

const header = /\b[IWEF](\d\d)(\d\d) (\d\d):(\d\d):(\d\d)\.\d{6} /;
const absolute = /\b(20\d\d)-(\d\d)-(\d\d)[T ]\d\d:\d\d:\d\d/g;
/** The kubelet prints this time in its own zone: header + delay, at most 2 min 2 s. */
const retry =
  /No retries permitted until (20\d\d-\d\d-\d\d) (\d\d):(\d\d):(\d\d)\S* ([+-])(\d\d)(\d\d)/;

/** klog's header has no year and no zone, but absolute times inside the text often lie beside their line's own. */
export function sniffClock(text: string): SniffedClock {
  const firstMonth = Number(header.exec(text)?.[1] ?? 0);
  let year: number | undefined;
  let zone: number | undefined;
  for (const m of text.matchAll(absolute)) {
    const start = text.lastIndexOf('\n', m.index) + 1;
    const head = header.exec(text.slice(start, Math.min(m.index, start + 200)));
    if (head === null) continue;
    const [, month, day, hour, minute, second] = head;
    year ??= yearBeside(m, Number(month), Number(day), firstMonth);
    zone ??= zoneBeside(
      text.slice(Math.max(0, m.index - 30), m.index + 80),
      clockOf(hour, minute, second),
    );
    if (year !== undefined && zone !== undefined) break;
  }
  return { year: year ?? exportedYear(text), zone: zone ?? markerZone(text) };
}

/** A stamp on a line of its own, as exports of objects over several lines have it. */
const exported =
  /"?\b(?:timestamp|receiveTimestamp|TimeGenerated)"?:\s*(?:['"]?(20\d\d)-(\d\d)-(\d\d)T|(\d{13})\b)/;

function exportedYear(text: string): number | undefined {
  const stamp = exported.exec(text);
  const head = header.exec(text);
  if (stamp === null || head === null) return undefined;
  const [, year, month, day, milliseconds] = stamp;
  const date =
    milliseconds === undefined
      ? { year: Number(year), month: Number(month), day: Number(day) }
      : civilFromDays(Math.floor((Number(milliseconds) * MILLISECOND) / DAY));
  const isNear = date.month === Number(head[1]) && Math.abs(date.day - Number(head[2])) <= 1;
  return isNear ? date.year : undefined;
}

/** journalctl's first line, whose stamps are those of its entries. */
const marker = /^-- (?:Logs begin|Journal begins) at \w+ [\d-]{10} [\d:]{8} (\S+)/m;

function markerZone(text: string): number | undefined {
  const name = marker.exec(text)?.[1]?.replace(/,$/, '');
  // UTC is the zone of who asked for it by --utc, too.
  const zone = name === undefined ? undefined : zoneNamed(name);
  return zone === 0 ? undefined : zone;
}

/** The year of a date in the line that is the line's own; counted back when January has come since the first line. */
function yearBeside(
  m: RegExpExecArray,
  month: number,
  day: number,
  firstMonth: number,
): number | undefined {
  if (Number(m[2]) !== month || Math.abs(Number(m[3]) - day) > 1) return undefined;
  return Number(m[1]) - (firstMonth > month ? 1 : 0);
}

function zoneBeside(line: string, clock: number): number | undefined {
  const m = retry.exec(line);
  if (m === null) return undefined;
  const later = clockOf(m[2], m[3], m[4]) - clock;
  if (later < -SECOND || later > 5 * MINUTE) return undefined;
  return (m[5] === '-' ? -1 : 1) * (Number(m[6]) * HOUR + Number(m[7]) * MINUTE);
}

function clockOf(hour?: string, minute?: string, second?: string): number {
  return Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * SECOND;
}

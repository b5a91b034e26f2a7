import {
  civilFromDays,
  DAY,
  daysFromCivil,
  HOUR,
  MILLISECOND,
  MINUTE,
  SECOND,
} from '../base/time.ts';
import { zoneNamed, zoneOf } from './stamps.ts';

/** What texts inside the first lines tell of their clock. */
export interface SniffedClock {
  /** An instant within a day of a line that has no year. */
  readonly near?: number | undefined;
  /** No line is later than this instant. */
  readonly notAfter?: number | undefined;
  /** Microseconds east of UTC of the lines' local time. */
  readonly zone?: number | undefined;
}

const header = /\b[IWEF](\d\d)(\d\d) (\d\d):(\d\d):(\d\d)\.\d{6} /;
const absolute = /\b(20\d\d)-(\d\d)-(\d\d)[T ]\d\d:\d\d:\d\d/g;
/** The kubelet prints this time in its own zone: header + delay, at most 2 min 2 s. */
const retry =
  /No retries permitted until (20\d\d-\d\d-\d\d) (\d\d):(\d\d):(\d\d)\S* ([+-])(\d\d)(\d\d)/;

/** The kubelet stamps a status as it sends it, in UTC (pkg/kubelet/nodestatus/setters.go), and prints it when that fails. */
const beat = /lastHeartbeatTime\W{1,12}20\d\d-\d\d-\d\dT(\d\d:\d\d:\d\d)Z/;

/** A daemon's own clock as it answers `docker info`, which minikube prints at once. */
const daemon = /SystemTime:(20\d\d-\d\d-\d\d) (\d\d:\d\d:\d\d)\S* ([+-]\d{4})/;

/** When a trace began (k8s.io/utils/trace), minutes before its line at most. */
const trace = /\((\d\d)-([A-Z][a-z]{2})-(20\d\d) \d\d:\d\d:\d\d\.\d{3}\) \(total time: /;

/** klog's header has no year and no zone, but absolute times inside the text often lie beside their line's own. */
export function sniffClock(shown: string): SniffedClock {
  // As deep as a list's item stands, and in a quote.
  const text = shown.replace(/^[ \t>]+/gm, '');
  let near: number | undefined;
  let zone: number | undefined;
  for (const m of text.matchAll(absolute)) {
    const start = text.lastIndexOf('\n', m.index) + 1;
    const head = header.exec(text.slice(start, Math.min(m.index, start + 200)));
    if (head === null) continue;
    const [, month, day, hour, minute, second] = head;
    near ??= dateBeside(m, Number(month), Number(day));
    const clock = clockOf(hour, minute, second);
    const line = text.slice(Math.max(0, m.index - 30), m.index + 80);
    zone ??=
      zoneBeside(line, clock) ??
      zoneOfDaemon(line, daysFromCivil(Number(m[1]), Number(month), Number(day)) * DAY + clock);
    if (near !== undefined && zone !== undefined) break;
  }
  const status = statusClock(text);
  const marker = markerClock(text);
  return {
    near:
      near ??
      traceDate(text) ??
      exportedDate(text) ??
      journalDate(text) ??
      neighboursDate(text) ??
      dateOfTexts(text),
    notAfter: status.notAfter ?? marker.notAfter,
    zone: zone ?? status.zone ?? marker.zone ?? zoneOfNeighbours(text),
  };
}

function traceDate(text: string): number | undefined {
  const [, day, name, year] = trace.exec(text) ?? [];
  const month = name === undefined ? NaN : monthNamed(name);
  return Number.isInteger(month)
    ? daysFromCivil(Number(year), month, Number(day)) * DAY
    : undefined;
}

/** A stamp on a line of its own, as exports of objects over several lines have it. */
const exported =
  /"?\b(?:timestamp|receiveTimestamp|TimeGenerated)"?:\s*(?:['"]?(20\d\d)-(\d\d)-(\d\d)T|(\d{13})\b)/;

function exportedDate(text: string): number | undefined {
  const stamp = exported.exec(text);
  const head = header.exec(text);
  if (stamp === null || head === null) return undefined;
  const [, year, month, day, milliseconds] = stamp;
  const date =
    milliseconds === undefined
      ? { year: Number(year), month: Number(month), day: Number(day) }
      : civilFromDays(Math.floor((Number(milliseconds) * MILLISECOND) / DAY));
  const isNear = date.month === Number(head[1]) && Math.abs(date.day - Number(head[2])) <= 1;
  return isNear ? daysFromCivil(date.year, date.month, date.day) * DAY : undefined;
}

/** A line of another logger, which has the year: a driver logs by klog and logrus at once. */
const ownStamp = /^\s{0,8}(?:time=")?(20\d\d)-(\d\d)-(\d\d)[T ]\d\d:/m;

function neighboursDate(text: string): number | undefined {
  const stamp = ownStamp.exec(text);
  const head = header.exec(text);
  return stamp === null || head === null
    ? undefined
    : dateBeside(stamp, Number(head[1]), Number(head[2]));
}

/** A date without a year at a line's head. */
const anyHead = /^(?:[IWEF](\d\d)(\d\d)|([A-Z][a-z]{2}) ([ \d]\d)) \d\d:\d\d:\d\d/m;
const anyDate = /(?<![\d-])(20\d\d)-(\d\d)-(\d\d)[T ]\d\d:\d\d/g;

/** The year of what else the text dates: objects that were made, answers that were given on the day of its first line. */
function dateOfTexts(text: string): number | undefined {
  const head = anyHead.exec(text);
  if (head === null) return undefined;
  const month = head[1] === undefined ? monthNamed(head[3] ?? '') : Number(head[1]);
  const day = Number(head[2] ?? head[4]);
  const dates = text.matchAll(anyDate);
  const years = new Set(
    Array.from(dates, (date) => dateBeside(date, month, day)).filter((date) => date !== undefined),
  );
  return years.size === 1 ? [...years][0] : undefined;
}

/** The journal's head without a year, then a logger's own stamp with one. */
const loggerStamp =
  /^([A-Z][a-z]{2}) ([ \d]\d) \d\d:\d\d:\d\d[.\d]* \S+ [^\s:]+: (?:time="|\{"level":"\w{1,8}","ts":")?(20\d\d)-(\d\d)-(\d\d)[T ]\d\d:/m;

function journalDate(text: string): number | undefined {
  const m = loggerStamp.exec(text);
  if (m === null) return undefined;
  const [, name = '', day, year, month, own] = m;
  const isNear = monthNamed(name) === Number(month) && Math.abs(Number(day) - Number(own)) <= 1;
  return isNear ? daysFromCivil(Number(year), Number(month), Number(own)) * DAY : undefined;
}

/** 1 of `Jan`; no whole number of what is no month. */
function monthNamed(name: string): number {
  return 'JanFebMarAprMayJunJulAugSepOctNovDec'.indexOf(name) / 3 + 1;
}

/** journalctl's first line, whose stamps are those of its entries. */
const marker =
  /^-- (?:Logs begin|Journal begins) at \S+ ([\d-]{10}) ([\d:]{8}) (\S+), end(?:s|ing)? at \S+ ([\d-]{10}) ([\d:]{8})/m;

function markerClock(text: string): SniffedClock {
  const [, , , name, date, time] = marker.exec(text) ?? [];
  if (name === undefined) return {};
  const zone = zoneNamed(name);
  const notAfter = wallClock(date, time) - (zone ?? 0);
  // UTC is the zone of who asked for it by --utc, too.
  return { notAfter, zone: zone === 0 ? undefined : zone };
}

/** `systemctl status`, whose last lines are a journal's: `Active: active (running) since Mon 2023-01-02 03:04:05 CET; 2min 3s ago`. */
const status =
  /^[ \t*●×]{0,20}Active: [^\n]{1,80}? since \S+ (20\d\d-\d\d-\d\d) (\d\d:\d\d:\d\d)(?: ([A-Z]{2,5}|[+-]\d{2,4}))?; ([^\n]{1,60}?) ago/m;

function statusClock(text: string): SniffedClock {
  const [, date, time, name = '', age = ''] = status.exec(text) ?? [];
  if (date === undefined) return {};
  const zone = zoneNamed(name);
  return { notAfter: wallClock(date, time) - (zone ?? 0) + spanOf(age), zone };
}

/** As systemd prints spans: `1 month 2 days`, `2h 3min`, `850ms`. */
function spanOf(text: string): number {
  const parts = text.matchAll(/(?<!\d)(\d{1,9}) ?(y|mon|w|d|h|min|ms|s)/g);
  return Array.from(parts, ([, count, unit = '']) => Number(count) * (units[unit] ?? 0)).reduce(
    (sum, part) => sum + part,
    0,
  );
}

const units: Readonly<Record<string, number>> = {
  y: 365.25 * DAY,
  mon: 30.44 * DAY,
  w: 7 * DAY,
  d: DAY,
  h: HOUR,
  min: MINUTE,
  ms: MILLISECOND,
  s: SECOND,
};

/** A logger's own stamp with a zone. */
const zoned =
  /^([^\n]{0,80}?)(?:time=")?\b(20\d\d-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)[.,\d]* ?(Z|[+-]\d\d:?\d\d)(?=[\s"\]])/gm;
/** A head of the journal without a year, then nothing else: the logger's stamp follows. */
const journalHead = /^[A-Z][a-z]{2} [ \d]\d (\d\d:\d\d:\d\d)[.\d]* \S+ [^\s:]+: (?=$|[IWEF]\d{4} )/;
const klogHead = /^[IWEF]\d{4} (\d\d:\d\d:\d\d)\.\d{6} /;

/** So many stamps are looked at: one that has no neighbour without a zone is followed by others like it. */
const MOST_ZONED = 200;

/**
 * The zone of lines without one, told by a program that prints its own: behind the journal's head in the same line, or in a neighbouring
 * line where both show the same time of day.
 */
function zoneOfNeighbours(text: string): number | undefined {
  let looked = 0;
  for (const m of text.matchAll(zoned)) {
    if (++looked > MOST_ZONED) return undefined;
    const [line, before = '', date, time, name = ''] = m;
    const own = name === 'Z' ? 0 : (zoneNamed(name) ?? 0);
    const head = journalHead.exec(before);
    if (head !== null) return zoneOf(dayApart(clockIn(head[1]) - clockIn(time)) + own);
    if (own === 0) continue;
    const beside = [lineBefore(text, m.index), lineAfter(text, m.index + line.length)].map(
      clockInHead,
    );
    if (beside.some((clock) => Math.abs(dayApart((clock ?? NaN) - clockIn(time))) <= MINUTE))
      return date === undefined ? undefined : own;
  }
  return undefined;
}

function clockInHead(line: string): number | undefined {
  const m = journalHead.exec(line) ?? klogHead.exec(line);
  return m === null ? undefined : clockIn(m[1]);
}

/** The distance of two times of day, the shorter way round. */
function dayApart(apart: number): number {
  return apart - Math.round(apart / DAY) * DAY;
}

function lineBefore(text: string, at: number): string {
  const from = text.lastIndexOf('\n', at - 2) + 1;
  return at < 2 ? '' : text.slice(from, Math.min(at, from + 200));
}

function lineAfter(text: string, at: number): string {
  const from = text.indexOf('\n', at) + 1;
  return from === 0 ? '' : text.slice(from, from + 200);
}

/** The date in the line, when it is the line's own. */
function dateBeside(m: RegExpExecArray, month: number, day: number): number | undefined {
  if (Number(m[2]) !== month || Math.abs(Number(m[3]) - day) > 1) return undefined;
  return daysFromCivil(Number(m[1]), month, day) * DAY;
}

function zoneBeside(line: string, clock: number): number | undefined {
  const sent = beat.exec(line)?.[1];
  if (sent !== undefined) return zoneOf(dayApart(clock - clockIn(sent)));
  const m = retry.exec(line);
  if (m === null) return undefined;
  const later = clockOf(m[2], m[3], m[4]) - clock;
  if (later < -SECOND || later > 5 * MINUTE) return undefined;
  return (m[5] === '-' ? -1 : 1) * (Number(m[6]) * HOUR + Number(m[7]) * MINUTE);
}

/** `local`: what the line's head shows. */
function zoneOfDaemon(line: string, local: number): number | undefined {
  const [, date, time, name = ''] = daemon.exec(line) ?? [];
  return date === undefined
    ? undefined
    : zoneOf(local - wallClock(date, time) + (zoneNamed(name) ?? 0));
}

/** `2023-01-02` and `03:04:05` as if they were in UTC. */
function wallClock(date = '', time = ''): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return daysFromCivil(year, month, day) * DAY + clockIn(time);
}

function clockIn(time = ''): number {
  const [hour, minute, second] = time.split(':');
  return clockOf(hour, minute, second);
}

function clockOf(hour?: string, minute?: string, second?: string): number {
  return Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * SECOND;
}

// Stamps that loggers of containers' programs write in a form of their own: Apache, BIND, PHP, Java, Python, Ruby, the kernel's audit.
import { at, decode, SPACE, TAB } from '../bytes.ts';
import type { LineHead } from '../lineHead.ts';
import { programNumber } from '../program.ts';
import { civilOf, monthAt, readClock, readIso, zoneNamed } from '../stamps.ts';
import { micros } from '../../base/time.ts';
import { setStamp } from './jsonEnvelope.ts';
import { DONE, NO_MATCH, type Format } from './format.ts';
import { severityNamed } from './words.ts';

const month = '(?<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const clock = '(?<clock>\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?)';
const zone = '(?: (?<zone>UTC|GMT|CES?T|[EMP][SD]T|[+-]\\d\\d:?\\d\\d))?';
const year = '(?<year>20\\d\\d|19[7-9]\\d)';
const level =
  '(?<level>TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|CRITICAL|FATAL|[Dd]ebug|[Ii]nfo|[Nn]otice|[Ww]arn(?:ing)?|[Ee]rror|[Ff]atal)';

/** What stands before the text, by where day, month, year and clock are in it. */
const forms: readonly RegExp[] = [
  // BIND, Tomcat; PHP's with brackets.
  `\\[?(?<day>\\d\\d)-${month}-${year} ${clock}${zone}\\]?:? `,
  // Old Redis, which tells no year (serverLogRaw in server.c, 4.0).
  `(?:\\[\\d{1,7}\\]|\\d{1,7}:[A-Z]) (?<day>\\d\\d) ${month} (?:${year} )?${clock} [.*#-] `,
  // C's asctime and date(1): Apache, OpenVPN, shell scripts.
  `\\[${weekday} ${month} {1,2}(?<day>\\d{1,2}) (?<clock>\\d\\d:\\d\\d:\\d\\d\\.\\d{1,6}) ${year}\\] `,
  `\\[${weekday} ${month} {1,2}(?<day>\\d{1,2}) ${clock} ${year}\\] (?=\\[(?:[\\w-]+:)?${level}\\])`,
  `${weekday} ${month} {1,2}(?<day>\\d{1,2}) ${clock}${zone} ${year}[:,]? (?:- )?(?=\\S)`,
  // The common log format of web servers.
  `(?:[!-~]{1,80} ){0,5}\\[(?<day>\\d\\d)/${month}/${year}:${clock}${zone}\\] `,
  // Open5GS (lib/core/ogs-log.c), which tells no year.
  `(?<number>\\d\\d)/(?<day>\\d\\d) (?<clock>\\d\\d:\\d\\d:\\d\\d\\.\\d{3}): (?=\\[)`,
  // Kubernetes' e2e tests (test/e2e/framework/log.go), which tell no year.
  `${month} {1,2}(?<day>\\d{1,2}) (?<clock>\\d\\d:\\d\\d:\\d\\d\\.\\d{3}): (?=[A-Z]+: )`,
  // java.util.logging.
  `${month} (?<day>\\d\\d?), ${year} (?<half>\\d{1,2}:\\d\\d:\\d\\d [AP]M) `,
].map((form) => new RegExp(`^${form}`));

/** A level before an ISO stamp: Python's and Java's loggers, Ruby's `I, [`, Tornado's `[I `. */
const ledBy = new RegExp(
  `^(?:\\[?${level} {0,4}\\]?:?[ \\t]+(?:\\[[\\w./:-]{1,60}\\] )?|[DIWEF], |\\[(?=[DIWECF] \\d))(?:[DIWECF] )?\\[?(?=\\d{4}[-/]\\d\\d[-/]\\d\\d[T ])`,
);
/** Seconds since 1970: zap's console form of many operators, and the kernel's audit, as auditd and journald keep it. */
const sinceEpoch = new RegExp(
  `^(?<seconds>1\\.\\d{5,18}e\\+09|1\\d{9}\\.\\d{3,9})[\\t ]+${level}[\\t ]+`,
);
const ofAudit =
  /^(?:node=\S{1,80} )?(?:type=[A-Z_]+ msg=|audit: type=\d+ )audit\((?<seconds>\d{9,10}\.\d{3}):\d+\): ?/;

/** No head is longer. */
const REACH = 240;

const other = programNumber('other');
const kernel = programNumber('kernel');

function setProgram(program: number, head: LineHead): void {
  if (head.program !== 0) return;
  head.program = program;
  head.guessed = true;
}

function readForm(text: string, bytes: Uint8Array, from: number, head: LineHead): number {
  for (const form of forms) {
    const found = form.exec(text);
    if (found?.groups === undefined) continue;
    const { groups } = found;
    const start = from + text.indexOf(groups['month'] ?? '');
    head.outerMonth =
      groups['month'] === undefined ? Number(groups['number']) : monthAt(bytes, start);
    head.outerDay = Number(groups['day']);
    if (head.outerMonth < 1 || head.outerMonth > 12 || head.outerDay < 1 || head.outerDay > 31)
      return NO_MATCH;
    head.outerYear = Number(groups['year'] ?? 0);
    if (groups['half'] !== undefined) head.outerClock = clockOfHalf(groups['half']);
    else if (readClock(bytes, from + text.indexOf(groups['clock'] ?? ''), head) < 0)
      return NO_MATCH;
    head.outerZone = zoneNamed(groups['zone'] ?? '') ?? NaN;
    head.severity = severityBehind(text.slice(found[0].length));
    return from + found[0].length;
  }
  return NO_MATCH;
}

/** `5:47:02 PM` in microseconds of the day. */
function clockOfHalf(text: string): number {
  const [hour = 0, minute = 0, second = 0] = text.split(/[: ]/).map(Number);
  return (((hour % 12) + (text.endsWith('PM') ? 12 : 0)) * 3600 + minute * 60 + second) * 1e6;
}

/** Of `[core:error] …`, `WARN: …`. */
function severityBehind(text: string): number {
  return severityNamed(/^\[?(?:\w+:)?(\w+)[\]:]?(?: |$)/.exec(text)?.[1] ?? '');
}

function readLed(
  text: string,
  bytes: Uint8Array,
  from: number,
  to: number,
  head: LineHead,
): number {
  const found = ledBy.exec(text);
  if (found === null) return NO_MATCH;
  const end = readIso(bytes, from + found[0].length, to, head);
  if (end < 0) return NO_MATCH;
  head.severity = severityNamed(found.groups?.['level'] ?? '');
  return at(bytes, end) === 93 ? end + 1 : end;
}

function readSeconds(text: string, from: number, head: LineHead): number {
  const found = sinceEpoch.exec(text) ?? ofAudit.exec(text);
  if (found === null) return NO_MATCH;
  setStamp(civilOf(micros(Math.round(Number(found.groups?.['seconds']) * 1e6))), head);
  const word = found.groups?.['level'];
  head.severity = severityNamed(word ?? '');
  if (word === undefined) setProgram(kernel, head);
  return from + found[0].length;
}

export const dated: Format = {
  name: 'dated',
  read(bytes, from, to, head) {
    // What a wrapper stamped has its time, and need not own the lines that follow in the same wrapper.
    if (head.outerMonth > 0) return NO_MATCH;
    const text = decode(bytes, from, Math.min(to, from + REACH));
    if (!mayBe.test(text)) return NO_MATCH;
    let end = readSeconds(text, from, head);
    if (end < 0) end = readLed(text, bytes, from, to, head);
    if (end < 0) end = readForm(text, bytes, from, head);
    if (end < 0) return NO_MATCH;
    while (at(bytes, end) === SPACE || at(bytes, end) === TAB) end++;
    head.bodyFrom = Math.min(end, to);
    setProgram(other, head);
    return DONE;
  },
  samples: [
    {
      line: `16-Jul-2021 17:47:02.823 reading keys from 'a'`,
      format: 'dated',
      time: '2021-07-16T17:47:02.823000Z',
      program: 'other',
      message: `reading keys from 'a'`,
    },
    {
      line: `[16-Jul-2021 17:47:02 UTC] NOTICE: fpm is running, pid 1`,
      format: 'dated',
      time: '2021-07-16T17:47:02.000000Z',
      severity: 'info',
    },
    {
      line: `[7] 16 Jul 17:47:02.823 # Server started`,
      format: 'dated',
      time: '2024-07-16T17:47:02.823000Z',
      message: 'Server started',
    },
    {
      line: `[Fri Jul 16 17:47:02.823456 2021] [core:error] [pid 7] no file`,
      format: 'dated',
      time: '2021-07-16T17:47:02.823456Z',
      severity: 'error',
      program: 'other',
    },
    { line: `[Fri Jul 16 17:47:02 2021] [error] no file`, format: 'dated', program: 'other' },
    {
      line: `Fri Jul  6 17:47:02 CEST 2021 WARN: no file`,
      format: 'dated',
      time: '2021-07-06T15:47:02.000000Z',
      severity: 'warning',
      message: 'WARN: no file',
    },
    {
      line: `10.0.0.9 - - [16/Jul/2021:17:47:02 +0200] "GET / HTTP/1.1" 200 5`,
      format: 'dated',
      time: '2021-07-16T15:47:02.000000Z',
      program: 'other',
    },
    {
      line: `07/16 17:47:07.617: [app] INFO: no file (a.c:129)`,
      format: 'dated',
      time: '2024-07-16T17:47:07.617000Z',
    },
    {
      line: `Jul  6 17:47:07.617: INFO: waiting`,
      format: 'dated',
      time: '2024-07-06T17:47:07.617000Z',
    },
    {
      line: `Jul 6, 2021 5:47:02 PM a.b.C start`,
      format: 'dated',
      time: '2021-07-06T17:47:02.000000Z',
      message: 'a.b.C start',
    },
    {
      line: `INFO  [main] 2021-07-16 17:47:02,823 A.java:12 - started`,
      format: 'dated',
      time: '2021-07-16T17:47:02.823000Z',
      severity: 'info',
    },
    {
      line: `I, [2021-07-16T17:47:02.823456 #7]  INFO -- : started`,
      format: 'dated',
      time: '2021-07-16T17:47:02.823456Z',
    },
    {
      line: `[I 2021-07-16 17:47:02.823 Hub app:1] started`,
      format: 'dated',
      time: '2021-07-16T17:47:02.823000Z',
    },
    {
      line: `1.6230751360458152e+09\tINFO\tsetup\tstarted`,
      format: 'dated',
      time: '2021-06-07T14:12:16.045815Z',
      severity: 'info',
      message: 'setup\tstarted',
    },
    {
      line: `type=AVC msg=audit(1715083182.707:151): apparmor="DENIED"`,
      format: 'dated',
      time: '2024-05-07T11:59:42.707000Z',
      program: 'kernel',
    },
  ],
};

/** Of most lines this first look is enough: a clock, or seconds since 1970. */
const mayBe = /\d\d:\d\d:\d\d|\d:\d\d:\d\d [AP]M|\d{9}\.\d{3}|e\+09/;

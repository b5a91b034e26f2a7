// What journalctl prints as short, short-precise, short-iso, short-full, with-unit, and the same from syslog files:
// `STAMP host ident[pid]: `. Month names follow the locale of who ran it.
import {
  at,
  COLON,
  decode,
  digits,
  isDigit,
  isLetter,
  skipSpaces,
  SPACE,
  startsWith,
} from '../bytes.ts';
import type { LineHead } from '../lineHead.ts';
import { programOf } from '../program.ts';
import { monthAt, readClock, readIso } from '../stamps.ts';
import { DONE, NO_MATCH, type Format } from './format.ts';

/** Strips `host ident[pid]: ` or `host ident: `, also where the host was left out; where the rest begins, or -1. */
export function stripWriter(bytes: Uint8Array, from: number, to: number, head: LineHead): number {
  let i = from;
  while (i < to && at(bytes, i) > SPACE) i++;
  if (i === from || at(bytes, i) !== SPACE) return NO_MATCH;
  // No host is called so.
  const isProgram =
    at(bytes, i - 1) === COLON && (at(bytes, i - 2) === 93 || isKernel(bytes, from, i));
  return stripProgram(bytes, isProgram ? from : skipSpaces(bytes, i, to), to, head);
}

function isKernel(bytes: Uint8Array, from: number, to: number): boolean {
  return startsWith(bytes, from, to, 'kernel:');
}

/** Strips `ident[pid]: ` or `ident: `; where the rest begins, or -1. */
export function stripProgram(bytes: Uint8Array, from: number, to: number, head: LineHead): number {
  let i = from;
  let hash = 17;
  while (i < to && at(bytes, i) > SPACE && at(bytes, i) !== 91 && at(bytes, i) !== COLON) {
    hash = Math.imul(hash, 31) + at(bytes, i);
    i++;
  }
  if (i === from) return NO_MATCH;
  const identTo = i;
  let pid = -1;
  if (at(bytes, i) === 91) {
    const start = ++i;
    while (i < to && isDigit(at(bytes, i))) i++;
    if (i === start || i - start > 10 || at(bytes, i) !== 93) return NO_MATCH;
    pid = digits(bytes, start, i - start);
    i++;
  }
  if (i >= to || at(bytes, i) !== COLON) return NO_MATCH;
  if (i + 1 < to && at(bytes, i + 1) !== SPACE) return NO_MATCH;
  setWriter(bytes, from, identTo, pid, hash, head);
  return Math.min(i + 2, to);
}

function setWriter(
  bytes: Uint8Array,
  from: number,
  to: number,
  pid: number,
  hash: number,
  head: LineHead,
): void {
  head.program = programOf(bytes, from, to);
  head.outerPid = pid;
  head.pid = pid;
  head.writer = ((Math.imul(hash, 31) + pid) << 1) | 1;
}

function readShort(bytes: Uint8Array, from: number, to: number, head: LineHead): number {
  const month = monthAt(bytes, from);
  if (month === 0 || at(bytes, from + 3) !== SPACE) return NO_MATCH;
  return dayAndWriter(bytes, from + 4, to, month, head);
}

/** From the day on: `dd hh:mm:ss host ident[pid]: `; pages print two spaces as one, and so a day of one digit. */
function dayAndWriter(
  bytes: Uint8Array,
  i: number,
  to: number,
  month: number,
  head: LineHead,
): number {
  const isBare = at(bytes, i + 1) === SPACE;
  const dayTo = isBare ? i + 1 : i + 2;
  const day = at(bytes, i) === SPACE ? digits(bytes, i + 1, 1) : digits(bytes, i, dayTo - i);
  if (day < 1 || day > 31 || at(bytes, dayTo) !== SPACE) return NO_MATCH;
  const end = readClock(bytes, dayTo + 1, head);
  if (end < 0 || at(bytes, end) !== SPACE) return NO_MATCH;
  const rest = stripWriter(bytes, end + 1, to, head);
  if (rest < 0) return NO_MATCH;
  head.outerMonth = month;
  head.outerDay = day;
  return rest;
}

/** Months as other languages abbreviate them: a row a month. */
const foreignMonths: ReadonlyMap<string, number> = new Map(
  [
    'janv ene gen янв sty oca led січ jan',
    'févr fev фев lut şub úno лют feb',
    'mars mär märz mrt мар bře бер',
    'avr avril abr апр kwi nis dub кві apr',
    'mai mag mei maj мая май kvě тра',
    'juin giu июн cze haz čen чер jun',
    'juil lug июл lip tem čec лип jul',
    'août ago авг sie ağu srp сер aug',
    'sept set сен сент wrz eyl zář вер sep',
    'okt out ott окт paź eki říj жов oct',
    'ноя нояб lis kas лис nov',
    'déc dic dez дек gru ara pro гру dec',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
);

/** `5월 03 17:40:32 …`, `янв 20 …`, `juin 10 …`: of a name that is not known the payload's date must do. */
function readForeign(bytes: Uint8Array, from: number, to: number, head: LineHead): number {
  let i = from;
  let month = 0;
  let foreign = false;
  for (; i < to && i < from + 24 && at(bytes, i) > SPACE; i++) {
    if (isDigit(at(bytes, i))) month = month * 10 + at(bytes, i) - 48;
    if (at(bytes, i) >= 0x80) foreign = true;
  }
  if (
    at(bytes, i) !== SPACE ||
    month > 12 ||
    !isDigit(at(bytes, i + 2) === SPACE ? at(bytes, i + 1) : at(bytes, i + 2))
  )
    return NO_MATCH;
  if (month === 0)
    month = foreignMonths.get(decode(bytes, from, i).toLowerCase().replace(/\.$/, '')) ?? 0;
  return foreign || (month > 0 && isLetter(at(bytes, from)))
    ? dayAndWriter(bytes, i + 1, to, month, head)
    : NO_MATCH;
}

/** `Thu 2024-02-15 20:28:32 UTC host ident[pid]: `. */
function readFull(bytes: Uint8Array, from: number, to: number, head: LineHead): number {
  if (at(bytes, from + 3) !== SPACE || at(bytes, from + 8) !== 45) return NO_MATCH;
  const end = readIso(bytes, from + 4, to, head);
  if (end < 0 || at(bytes, end) !== SPACE) return NO_MATCH;
  return stripWriter(bytes, end + 1, to, head);
}

/**
 * Prints of journalctl that are no entries: `-- Logs begin at Thu 2019-04-11 23:51:07 +0430, end at … --`, `-- Reboot --`. Their times
 * are those of the journal, not of a line (`sniffClock`).
 */
function readMarker(bytes: Uint8Array, from: number, to: number, head: LineHead): number {
  if (!startsWith(bytes, from, to, '-- ') || to - from < 8) return NO_MATCH;
  // `-- /stdout --` ends what minikube tells of a command.
  if (at(bytes, from + 3) === SLASH) return NO_MATCH;
  head.messageFrom = from;
  head.messageTo = Math.min(to, from + 16);
  return DONE;
}

const SLASH = 47;
const message = `"Started kubelet"`;

export const journaldShort: Format = {
  name: 'journald-short',
  starts: 'JFMASONDjfmasond',
  read: readShort,
  samples: [
    {
      line: `Oct 24 11:07:02 node1 kubelet[397647]: E1024 11:07:02.248625  397647 a.go:116] "Sandbox failed" err="x"`,
      format: 'journald-short/klog',
      time: '2024-10-24T11:07:02.248625Z',
      severity: 'error',
      program: 'kubelet',
      pid: 397647,
      site: 'a.go:116',
      message: 'Sandbox failed',
    },
    {
      line: `Oct 4 11:07:02 node1 dockerd: plain words of a page`,
      format: 'journald-short',
      time: '2024-10-04T11:07:02.000000Z',
      program: 'dockerd',
      message: 'plain words of a page',
    },
    {
      line: `May 08 05:02:09.123456 node-7 hyperkube[1487]: plain words`,
      format: 'journald-short',
      time: '2024-05-08T05:02:09.123456Z',
      program: 'kubelet',
      pid: 1487,
      message: 'plain words',
    },
    {
      line: `May 08 05:02:09.123456 node-7 kubenswrapper[1487]: plain words`,
      format: 'journald-short',
      time: '2024-05-08T05:02:09.123456Z',
      program: 'kubelet',
      pid: 1487,
      message: 'plain words',
    },
    {
      line: `Jan  6 09:41:08 node-7 kubelet: E0106 09:41:08.000001    1 a.go:1] text`,
      format: 'journald-short/klog',
      time: '2024-01-06T09:41:08.000001Z',
      message: 'text',
    },
    {
      line: `Nov 16 21:02:17 c-0 kubelet[7914]: {"ts":1700168537001.5,"caller":"kubelet/kubelet.go:9","msg":"Hi","v":0}`,
      format: 'journald-short/klog-json',
      time: '2023-11-16T21:02:17.001500Z',
      severity: 'info',
      pid: 7914,
      message: 'Hi',
    },
    {
      line: `Nov 16 21:02:17 systemd[1]: kubelet.service: no result`,
      format: 'journald-short',
      program: 'systemd',
      pid: 1,
      message: 'kubelet.service: no result',
    },
    {
      line: `Nov 16 21:02:17 c-0  kubelet[7]: no result`,
      format: 'journald-short',
      program: 'kubelet',
      message: 'no result',
    },
    {
      line: `Nov 16 21:02:17 c-0 kernel: Out of memory: Killed process 4711 (java)`,
      format: 'journald-short',
      program: 'kernel',
      message: 'Out of memory: Killed process 4711 (java)',
    },
  ],
};

export const journaldForeign: Format = {
  name: 'journald-short',
  read: readForeign,
  samples: [
    {
      line: `5월 03 17:40:32 h kubelet[5]: I0503 17:40:32.000001 5 server.go:1] ${message}`,
      format: 'journald-short/klog',
      time: '2024-05-03T17:40:32.000001Z',
      message: 'Started kubelet',
    },
    {
      line: `янв 20 00:20:07 h kubelet[5]: E0120 00:20:07.000001 5 server.go:1] ${message}`,
      format: 'journald-short/klog',
      time: '2024-01-20T00:20:07.000001Z',
    },
    {
      line: `juin 10 17:39:22 h systemd[1]: Started kubelet.`,
      format: 'journald-short',
      program: 'systemd',
      time: '2024-06-10T17:39:22.000000Z',
    },
    {
      line: `févr. 10 17:39:22 h kubelet[1]: text`,
      format: 'journald-short',
      time: '2024-02-10T17:39:22.000000Z',
    },
  ],
};

export const journaldFull: Format = {
  name: 'journald-full',
  starts: 'MTWFS',
  read: readFull,
  samples: [
    {
      line: `Thu 2024-02-15 20:28:32 UTC node-1 kubelet[248]: I0215 20:28:32.100000 248 server.go:1] ${message}`,
      format: 'journald-full/klog',
      time: '2024-02-15T20:28:32.100000Z',
      pid: 248,
    },
    {
      line: `Thu 2024-02-15 20:28:32 CET node-1 kubelet.service[248]: hello`,
      format: 'journald-full',
      time: '2024-02-15T19:28:32.000000Z',
      program: 'kubelet',
      message: 'hello',
    },
  ],
};

export const journaldMarker: Format = {
  name: 'journald-marker',
  starts: '-',
  read: readMarker,
  samples: [
    {
      line: `-- Logs begin at Thu 2019-04-11 23:51:07 +0430, end at Fri 2019-04-12 00:01:07 +0430. --`,
      format: 'journald-marker',
    },
    { line: `-- Reboot --`, format: 'journald-marker', message: '-- Reboot --' },
  ],
};

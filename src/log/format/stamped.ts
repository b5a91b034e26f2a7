// Lines that begin with an ISO stamp, and what may follow it: a container runtime's stream, a writer, a level, another logger.
import {
  at,
  COLON,
  indexOfByte,
  indexOfText,
  isDigit,
  isLetter,
  QUOTE,
  skipSpaces,
  SPACE,
  startsWith,
  TAB,
} from '../bytes.ts';
import type { LayerName, LineHead } from '../lineHead.ts';
import { programOf } from '../program.ts';
import { readIso } from '../stamps.ts';
import { DONE, NO_MATCH, type Format, type Sample } from './format.ts';
import { stripWriter } from './journald.ts';
import { severityWord } from './words.ts';

/** What follows the stamp, at `i`, just behind it. */
type Rest = (bytes: Uint8Array, i: number, to: number, head: LineHead) => number;

function stamped(name: LayerName, rest: Rest, samples: readonly Sample[]): Format {
  return {
    name,
    starts: '12',
    read(bytes, from, to, head) {
      const end = readIso(bytes, from, to, head);
      return end < 0 ? NO_MATCH : rest(bytes, end, to, head);
    },
    samples,
  };
}

const klogLine = `E1104 09:12:01.000001 1 a.go:9] words`;

/** ` stdout F `: the CRI log format; `P` says that the line goes on. */
export const cri = stamped(
  'cri',
  (bytes, i, to, head) => {
    const stream = startsWith(bytes, i, to, ' stdout ') || startsWith(bytes, i, to, ' stderr ');
    const tag = at(bytes, i + 8);
    if (!stream || (tag !== 70 && tag !== 80)) return NO_MATCH;
    if (i + 9 < to && at(bytes, i + 9) !== SPACE && at(bytes, i + 9) !== COLON) return NO_MATCH;
    head.partial = tag === 80;
    return Math.min(i + 10, to);
  },
  [
    {
      line: `2024-11-04T09:12:01.123456789Z stderr F ${klogLine}`,
      format: 'cri/klog',
      time: '2024-11-04T09:12:01.000001Z',
      message: 'words',
    },
  ],
);

/** ` host ident[pid]: `, then sometimes a level word of the collector. */
export const journaldIso = stamped(
  'journald-iso',
  (bytes, i, to, head) => {
    if (at(bytes, i) !== SPACE) return NO_MATCH;
    const rest = stripWriter(bytes, i + 1, to, head);
    if (rest < 0) return NO_MATCH;
    const word = levelWord(bytes, rest, to);
    return word > 0 && startsKlog(bytes, word) ? word : rest;
  },
  [
    {
      line: `2024-02-15T20:28:32+0000 host kubelet[248]: I0215 20:28:32.500000 248 a.go:1] hi`,
      format: 'journald-iso/klog',
      time: '2024-02-15T20:28:32.500000Z',
      pid: 248,
    },
    {
      line: `2024-02-15T20:28:32.123456+0200 host systemd[1]: Started kubelet`,
      format: 'journald-iso',
      time: '2024-02-15T18:28:32.123456Z',
      program: 'systemd',
      message: 'Started kubelet',
    },
    {
      line: `2026-04-19T03:02:12.948 controller-0 kubelet[4179744]: info I0419 03:02:12.940000 4179744 a.go:1] hi`,
      format: 'journald-iso/klog',
      time: '2026-04-19T03:02:12.940000Z',
      message: 'hi',
    },
  ],
);

/** ` host app pid msgid sd msg`: RFC 5424 as rsyslog writes it to files, without its priority. */
export const syslogIso = stamped(
  'syslog-iso',
  (bytes, i, to, head) => stripSyslogWords(bytes, i, to, head),
  [
    {
      line: `2024-02-07T02:45:40.500544+00:00 NodeQ kubelet 24578 - -  I0207 02:45:40.500000 24578 a.go:1] hi`,
      format: 'syslog-iso/klog',
      time: '2024-02-07T02:45:40.500000Z',
      pid: 24578,
    },
    {
      line: `2024-02-07T02:45:40.500544Z NodeQ NSX 24578 - [nsx@6876 comp="nsx-ncp" level="ERROR"] no port`,
      format: 'syslog-iso',
      severity: 'error',
      message: 'no port',
    },
  ],
);

/** ` host app pid msgid sd ` behind an RFC 5424 stamp; the structured data may be a bracketed group. */
export function stripSyslogWords(bytes: Uint8Array, i: number, to: number, head: LineHead): number {
  const host = wordEnd(bytes, i, to);
  const app = wordEnd(bytes, host, to);
  const pid = wordEnd(bytes, app, to);
  const id = wordEnd(bytes, pid, to);
  if (id < 0) return NO_MATCH;
  const numeric = pid - app <= 11 && isDigit(at(bytes, app + 1));
  if (!numeric && at(bytes, app + 1) !== 45) return NO_MATCH;
  const data = at(bytes, id + 1) === 91 ? dataEnd(bytes, id + 1, to) : wordEnd(bytes, id, to);
  if (data < 0) return NO_MATCH;
  let value = 0;
  for (let k = app + 1; numeric && k < pid && isDigit(at(bytes, k)); k++)
    value = value * 10 + at(bytes, k) - 48;
  const level = at(bytes, id + 1) === 91 ? indexOfText(bytes, ' level="', id, data) : -1;
  if (level >= 0)
    head.severity = severityWord(bytes, level + 8, indexOfByte(bytes, QUOTE, level + 8, data));
  head.program = programOf(bytes, host + 1, app);
  head.outerPid = head.pid = numeric ? value : -1;
  head.writer = ((Math.imul(app - host, 31) + value) << 1) | 1;
  return skipSpaces(bytes, data, to);
}

/** The end of the word behind the blank at `i`, or -1. */
function wordEnd(bytes: Uint8Array, i: number, to: number): number {
  if (i < 0 || at(bytes, i) !== SPACE) return -1;
  let k = i + 1;
  while (k < to && at(bytes, k) > SPACE) k++;
  return k > i + 1 ? k : -1;
}

function dataEnd(bytes: Uint8Array, i: number, to: number): number {
  for (let k = i + 1; k < to; k++) {
    if (at(bytes, k) === 92) k++;
    else if (at(bytes, k) === 93 && at(bytes, k + 1) !== 91) return k + 1;
  }
  return -1;
}

/** ` host [err] [kubelet] `: a forwarder's brackets; its level is that of the stream, not of the line. */
export const forwarder = stamped(
  'forwarder',
  (bytes, i, to, head) => {
    const host = wordEnd(bytes, i, to);
    if (host < 0 || at(bytes, host + 1) !== 91) return NO_MATCH;
    const level = indexOfByte(bytes, 93, host, Math.min(to, host + 20));
    if (level < 0 || at(bytes, level + 1) !== SPACE || at(bytes, level + 2) !== 91) return NO_MATCH;
    const name = indexOfByte(bytes, 93, level + 2, Math.min(to, level + 60));
    if (name < 0) return NO_MATCH;
    head.program = programOf(bytes, level + 3, name);
    return skipSpaces(bytes, name + 1, to);
  },
  [
    {
      line: `2017-12-18T22:36:59.048Z node-b3 [err] [kubelet] E1218 22:36:58.900000 1 a.go:1] hi`,
      format: 'forwarder/klog',
      time: '2017-12-18T22:36:58.900000Z',
      severity: 'error',
    },
  ],
);

/** ` [INFO][28563] ipam.go 676: text`: what calico's plug-in writes to the kubelet's standard error. */
export const calico = stamped(
  'calico',
  (bytes, i, to, head) => {
    if (at(bytes, i) !== SPACE || at(bytes, i + 1) !== 91) return NO_MATCH;
    const end = indexOfByte(bytes, 93, i, Math.min(to, i + 12));
    const severity = end < 0 ? 0 : severityWord(bytes, i + 2, end);
    if (severity === 0 || at(bytes, end + 1) !== 91) return NO_MATCH;
    const pid = indexOfByte(bytes, 93, end + 1, Math.min(to, end + 14));
    if (pid < 0) return NO_MATCH;
    head.severity = severity;
    head.bodyFrom = skipSpaces(bytes, pid + 1, to);
    return DONE;
  },
  [
    {
      line: `2018-02-12 19:13:26.811 [INFO][28563] ipam.go 676: Releasing address`,
      format: 'calico',
      time: '2018-02-12T19:13:26.811000Z',
      severity: 'info',
      message: 'ipam.go 676: Releasing address',
    },
  ],
);

/** Tab or blank, a level, and the rest: zap's console form and its like, with the level also in brackets or behind a dash or a bar. */
export const zap = stamped(
  'zap',
  (bytes, i, to, head) => {
    const gap = at(bytes, i);
    if (gap !== TAB && gap !== SPACE) return NO_MATCH;
    const begin = skipSpaces(bytes, i + 1, to);
    const mark = marks.has(at(bytes, i + 1)) ? at(bytes, i + 1) : 0;
    const isOpen = mark === 91;
    const start = mark === 0 ? begin : isOpen ? i + 2 : skipSpaces(bytes, i + 2, to);
    let end = start;
    while (end < to && isLetter(at(bytes, end))) end++;
    const severity = severityWord(bytes, start, end) || letterBeforeBar(bytes, start, end);
    if (severity === 0 || (isOpen && at(bytes, end) !== 93)) return NO_MATCH;
    if (isOpen || at(bytes, end) === COLON) end++;
    if (at(bytes, end) !== TAB && at(bytes, end) !== SPACE) return NO_MATCH;
    head.severity = severity;
    head.bodyFrom = end + 1;
    const closing = at(bytes, end + 1);
    if ((mark === 45 || closing === 124) && marks.has(closing) && at(bytes, end + 2) === SPACE)
      head.bodyFrom = end + 3;
    return DONE;
  },
  [
    {
      line: '2026-02-06T10:34:54.428Z        ERROR   BV      driver/node.go:192   no login',
      format: 'zap',
      severity: 'error',
    },
    {
      line: `2024-01-01 00:00:00.250123 E | cephcluster: no cluster`,
      format: 'zap',
      severity: 'error',
      message: 'cephcluster: no cluster',
    },
    {
      line: `2024-01-01 00:00:00,250 - ERROR - no cluster`,
      format: 'zap',
      severity: 'error',
      message: 'no cluster',
    },
    {
      line: `2024-01-01T00:00:00.250Z [ERROR] no cluster`,
      format: 'zap',
      time: '2024-01-01T00:00:00.250000Z',
      severity: 'error',
      message: 'no cluster',
    },
    {
      line: `2024/01/01 00:00:00 ERROR: no cluster`,
      format: 'zap',
      severity: 'error',
      message: 'no cluster',
    },
    {
      line: `2024-01-01T00:00:00.250Z\tWARN\tnetwork/a.go:12\tplug-in is slow\t{"a": 1}`,
      format: 'zap',
      time: '2024-01-01T00:00:00.250000Z',
      severity: 'warning',
      message: 'network/a.go:12\tplug-in is slow\t{"a": 1}',
    },
  ],
);

/** What may stand around a level: `[`, `-`, `|`. */
const marks: ReadonlySet<number> = new Set([91, 45, 124]);

/** `E | `, as capnslog prints a level; 0: none. */
function letterBeforeBar(bytes: Uint8Array, start: number, end: number): number {
  if (end !== start + 1 || at(bytes, end) !== SPACE || at(bytes, end + 1) !== 124) return 0;
  return capnsLevels.get(at(bytes, start)) ?? 0;
}

const capnsLevels: ReadonlyMap<number, number> = new Map([
  [68, 1],
  [73, 2],
  [78, 2],
  [87, 3],
  [69, 4],
  [67, 5],
]);

/** Nothing at all: the console of a cloud puts the stamp, the node and the line on three lines. */
export const stampLine = stamped(
  'stamp-line',
  (bytes, i, to, head) => {
    if (skipSpaces(bytes, i, to) < to || isDockerStamp(bytes, i, to)) return NO_MATCH;
    head.bodyFrom = to;
    return DONE;
  },
  [
    {
      line: `2022-06-20 13:11:03.123 PDT`,
      format: 'stamp-line',
      time: '2022-06-20T20:11:03.123000Z',
    },
  ],
);

/** `….123456789Z `, all nine digits and the blank behind it: an empty line of a container. */
function isDockerStamp(bytes: Uint8Array, i: number, to: number): boolean {
  return (
    to === i + 1 && at(bytes, i) === SPACE && at(bytes, i - 1) === 90 && at(bytes, i - 11) === 46
  );
}

/** A comma and the message, quoted as CSV does: what query consoles export. */
export const csv = stamped(
  'csv',
  (bytes, i, to, head) => {
    if (at(bytes, i) !== 44) return NO_MATCH;
    if (at(bytes, i + 1) !== QUOTE) return i + 1;
    unquoteCsv(bytes, i + 2, to, head);
    return 0;
  },
  [
    {
      line: `2024-11-04T09:12:01.123Z,"E1104 09:12:01.000001 1 a.go:9] ""m"" k=""v"""`,
      format: 'csv/klog',
      severity: 'error',
      message: 'm',
    },
  ],
);

/** Puts the text up to the closing quote into the head, doubled quotes made single. */
function unquoteCsv(bytes: Uint8Array, from: number, to: number, head: LineHead): void {
  const out = new Uint8Array(to - from);
  let size = 0;
  for (let i = from; i < to; i++) {
    if (at(bytes, i) === QUOTE && at(bytes, ++i) !== QUOTE) break;
    out[size++] = at(bytes, i);
  }
  head.bytes = out;
  head.to = size;
}

/** GitLab's mark behind a stamp: the number of a stream, out or error, ` ` or `+` of a line that goes on. */
const isGitlabs = (bytes: Uint8Array, i: number): boolean =>
  isDigit(at(bytes, i)) &&
  isDigit(at(bytes, i + 1)) &&
  (at(bytes, i + 2) === 79 || at(bytes, i + 2) === 69) &&
  (at(bytes, i + 3) === SPACE || at(bytes, i + 3) === 43);

/** Only the stamp, as `docker logs -t`, `kubectl logs --timestamps`, consoles of builds and cloud tails write it. */
export const dockerTimestamps = stamped(
  'docker-timestamps',
  (bytes, end, to) => {
    // Falco's and others' stamp ends with a colon.
    const i = at(bytes, end) === COLON ? end + 1 : end;
    const gap = at(bytes, i);
    if (gap !== SPACE && gap !== TAB) return NO_MATCH;
    const rest = skipSpaces(bytes, i + 1, to);
    if (isGitlabs(bytes, rest)) return Math.min(rest + 4, to);
    return startsWith(bytes, rest, to, '| ') ? rest + 2 : rest;
  },
  [
    {
      line: `2019-08-01T10:00:00.000013013Z W0801 10:00:00.000001       1 a.go:1] text`,
      format: 'docker-timestamps/klog',
      time: '2019-08-01T10:00:00.000001Z',
      severity: 'warning',
    },
    {
      line: `2024-05-22T12:43:46.962646Z 00O Jan  6 09:41:08 node-7 kubelet[1]: text`,
      format: 'docker-timestamps/journald-short',
      program: 'kubelet',
      message: 'text',
    },
    {
      line: `2024-11-17T12:30:37.822140088+0000: Notice Unexpected connection`,
      format: 'docker-timestamps',
      time: '2024-11-17T12:30:37.822140Z',
      message: 'Notice Unexpected connection',
    },
    {
      line: `2019-08-01T10:00:00.000013013Z {"ts":1795253816831.5,"caller":"a/b.go:1","msg":"m","v":0}`,
      format: 'docker-timestamps/klog-json',
      message: 'm',
    },
  ],
);

/** Go's plain logger: `2019/06/28 10:01:02 text`. */
export const goLog: Format = {
  name: 'go-log',
  starts: '12DEFIW',
  read(bytes, from, to, head) {
    let word = from;
    while (word < from + 8 && isLetter(at(bytes, word))) word++;
    const severity = severityWord(bytes, from, word);
    const isLed = severity > 0 && at(bytes, word) === COLON && at(bytes, word + 1) === SPACE;
    const stamp = isLed ? word + 2 : from;
    if (at(bytes, stamp + 4) !== 47) return NO_MATCH;
    const end = readIso(bytes, stamp, to, head);
    if (end < 0 || at(bytes, end) !== SPACE) return NO_MATCH;
    head.severity = severity;
    head.bodyFrom = end + 1;
    return DONE;
  },
  samples: [
    {
      line: `INFO: 2020/01/21 10:45:47.224212 connection shutting down due to error: x`,
      format: 'go-log',
      time: '2020-01-21T10:45:47.224212Z',
      severity: 'info',
      message: 'connection shutting down due to error: x',
    },
    {
      line: `2019/06/28 10:01:02 http: TLS handshake error`,
      format: 'go-log',
      time: '2019-06-28T10:01:02.000000Z',
      message: 'http: TLS handshake error',
    },
  ],
};

/** The end of a level word of a collector at `i` with the blank behind it, or 0. */
function levelWord(bytes: Uint8Array, i: number, to: number): number {
  let end = i;
  while (end < to && end < i + 9 && isLetter(at(bytes, end))) end++;
  return severityWord(bytes, i, end) > 0 && at(bytes, end) === SPACE ? end + 1 : 0;
}

function startsKlog(bytes: Uint8Array, i: number): boolean {
  const letter = at(bytes, i);
  const known = letter === 73 || letter === 87 || letter === 69 || letter === 70;
  return known && isDigit(at(bytes, i + 1));
}

// Mirrors k8s.io/klog/v2 internal/buffer/buffer.go (v2.130) and glog: `Immdd hh:mm:ss.uuuuuu pid file.go:line] body`.
import {
  at,
  BACKSLASH,
  COLON,
  digits,
  indexOfByte,
  isDigit,
  NEWLINE,
  QUOTE,
  skipDigits,
  skipSpaces,
  SPACE,
} from '../bytes.ts';
import type { LineHead } from '../lineHead.ts';
import { DONE, NO_MATCH, type Format } from './format.ts';

/** Severity of klog's letter, as an index into `severities`; 0 for another byte. */
export function severityOf(letter: number): number {
  if (letter === 73) return 2;
  if (letter === 69) return 4;
  if (letter === 87) return 3;
  return letter === 70 ? 5 : 0;
}

const levelWords = ['INFO:', 'WARNING:', 'ERROR:', 'FATAL:'];

/** Where the digits of the date begin, or -1: one patched distribution writes whole words for the letter. */
function dateStart(bytes: Uint8Array, from: number, to: number): number {
  if (isDigit(at(bytes, from + 1))) return from + 1;
  const colon = indexOfByte(bytes, COLON, from, Math.min(from + 9, to));
  if (colon < 0) return -1;
  const word = levelWords.find((name) => name.charCodeAt(0) === at(bytes, from));
  return word?.length === colon + 1 - from ? colon + 1 : -1;
}

/** Reads `hh:mm:ss.uuuuuu` at `i` as microseconds of the day, or -1. */
function clockAt(bytes: Uint8Array, i: number): number {
  if (at(bytes, i + 2) !== COLON || at(bytes, i + 5) !== COLON || at(bytes, i + 8) !== 46)
    return -1;
  const hour = digits(bytes, i, 2);
  const minute = digits(bytes, i + 3, 2);
  const second = digits(bytes, i + 6, 2);
  const micro = digits(bytes, i + 9, 6);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return -1;
  if (second < 0 || second > 60 || micro < 0) return -1;
  return ((hour * 60 + minute) * 60 + second) * 1e6 + micro;
}

function readKlog(bytes: Uint8Array, from: number, to: number, head: LineHead): number {
  const severity = severityOf(at(bytes, from));
  if (severity === 0 || to - from < 26) return NO_MATCH;
  const date = dateStart(bytes, from, to);
  if (date < 0 || at(bytes, date + 4) !== SPACE) return NO_MATCH;
  const month = digits(bytes, date, 2);
  const day = digits(bytes, date + 2, 2);
  const clock = clockAt(bytes, date + 5);
  if (month < 1 || month > 12 || day < 1 || day > 31 || clock < 0) return NO_MATCH;
  const pidFrom = skipSpaces(bytes, date + 20, to);
  const pidTo = skipDigits(bytes, pidFrom, to);
  if (pidTo === pidFrom || pidTo - pidFrom > 10 || at(bytes, pidTo) !== SPACE) return NO_MATCH;
  const site = siteEnd(bytes, pidTo + 1, to);
  if (site < 0) return NO_MATCH;
  head.severity = severity;
  head.month = month;
  head.day = day;
  head.clock = clock;
  head.pid = digits(bytes, pidFrom, pidTo - pidFrom);
  head.siteFrom = afterSlash(bytes, pidTo + 1, site);
  head.siteTo = site;
  readBody(bytes, site + 1 < to && bytes[site + 1] === SPACE ? site + 2 : site + 1, to, head);
  return DONE;
}

/** The place of the `]` that ends `file.go:line` at `from`, or -1. */
export function siteEnd(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  const limit = Math.min(to, from + 160);
  for (; i < limit; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === COLON || byte <= SPACE) break;
  }
  if (i === from || at(bytes, i) !== COLON) return -1;
  const end = skipDigits(bytes, i + 1, limit);
  return end > i + 1 && end < to && bytes[end] === 93 ? end : -1;
}

export function afterSlash(bytes: Uint8Array, from: number, to: number): number {
  for (let i = to - 1; i >= from; i--) if (bytes[i] === 47) return i + 1;
  return from;
}

/** Tells a structured body, `"message" key=value …`, from printf text. */
export function readBody(bytes: Uint8Array, from: number, to: number, head: LineHead): void {
  head.bodyFrom = from;
  head.structured = false;
  if (at(bytes, from) !== QUOTE) return;
  const end = closingQuote(bytes, from, to);
  if (end < 0 || !pairsFollow(bytes, end + 1, to)) return;
  head.structured = true;
  head.messageFrom = from + 1;
  head.messageTo = end;
}

/** The place of the quote that closes the one at `from`, or -1. */
export function closingQuote(bytes: Uint8Array, from: number, to: number): number {
  for (let i = from + 1; i < to; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) return i;
    if (byte === BACKSLASH) i++;
    else if (byte === NEWLINE) return -1;
  }
  return -1;
}

/** True when `[i, to)` is empty or begins as ` key=`. */
function pairsFollow(bytes: Uint8Array, i: number, to: number): boolean {
  const start = skipSpaces(bytes, i, to);
  if (start >= to) return true;
  if (start === i) return false;
  for (let k = start; k < to; k++) {
    const byte = bytes[k] ?? 0;
    if (byte === 61) return k > start;
    if (byte <= SPACE || byte === QUOTE) return false;
  }
  return false;
}

export const klog: Format = {
  name: 'klog',
  starts: 'IWEF',
  read: readKlog,
  samples: [
    {
      line: `I0621 09:14:02.118043    1511 kubelet.go:2447] "SyncLoop ADD" source="api" pods=["shop/web-0"]`,
      format: 'klog',
      time: '2024-06-21T09:14:02.118043Z',
      severity: 'info',
      program: 'kubelet',
      pid: 1511,
      site: 'kubelet.go:2447',
      message: 'SyncLoop ADD',
    },
    {
      line: `E1111 10:27:01.031123 1234 kubelet/kubelet.go:1343] skipping pod synchronization - [PLEG is not healthy]`,
      format: 'klog',
      severity: 'error',
      site: 'kubelet.go:1343',
      message: 'skipping pod synchronization - [PLEG is not healthy]',
    },
    {
      line: `F0110 21:30:25.764536 2852731 ???:1] log file is full`,
      format: 'klog',
      severity: 'fatal',
      pid: 2852731,
      site: '???:1',
    },
    {
      line: `INFO:1211 11:42:07.972324    9486 kuberuntime_manager.go:384] No sandbox for pod "a_b(c)"`,
      format: 'klog',
      severity: 'info',
      message: 'No sandbox for pod "a_b(c)"',
    },
  ],
};

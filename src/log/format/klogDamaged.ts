// klog headers as templates and scrolling leave them: the stamp lost, or its colons, dots and brackets.
import { at, digits, skipDigits, skipSpaces, SPACE } from '../bytes.ts';
import type { LineHead } from '../lineHead.ts';
import { DONE, NO_MATCH, type Format } from './format.ts';
import { afterSlash, readBody, severityOf, siteEnd } from './klog.ts';

function readDamaged(bytes: Uint8Array, from: number, to: number, head: LineHead): number {
  const severity = severityOf(at(bytes, from));
  const month = digits(bytes, from + 1, 2);
  const day = digits(bytes, from + 3, 2);
  if (severity === 0 || month < 1 || month > 12 || day < 1 || day > 31) return NO_MATCH;
  if (at(bytes, from + 5) !== SPACE) return NO_MATCH;
  const clock = strippedClock(bytes, from + 6);
  const pidFrom = skipSpaces(bytes, clock < 0 ? from + 5 : from + 19, to);
  const pidTo = skipDigits(bytes, pidFrom, to);
  if (pidTo === pidFrom || pidTo - pidFrom > 10 || at(bytes, pidTo) !== SPACE) return NO_MATCH;
  const whole = siteEnd(bytes, pidTo + 1, to);
  const site = whole < 0 ? siteWithoutColon(bytes, pidTo + 1, to) : whole;
  if (site < 0) return NO_MATCH;
  head.severity = severity;
  head.month = month;
  head.day = day;
  if (clock < 0) head.month = 0;
  else head.clock = clock;
  head.pid = digits(bytes, pidFrom, pidTo - pidFrom);
  head.siteFrom = afterSlash(bytes, pidTo + 1, site);
  head.siteTo = whole < 0 ? head.siteFrom : site;
  readBody(bytes, skipSpaces(bytes, site + 1, to), to, head);
  return DONE;
}

/** `021610.528207` as microseconds of the day, or -1. */
function strippedClock(bytes: Uint8Array, i: number): number {
  const hour = digits(bytes, i, 2);
  const minute = digits(bytes, i + 2, 2);
  const second = digits(bytes, i + 4, 2);
  const micro = digits(bytes, i + 7, 6);
  if (at(bytes, i + 6) !== 46 || hour < 0 || minute < 0 || second < 0 || micro < 0) return -1;
  return hour > 23 || minute > 59 ? -1 : ((hour * 60 + minute) * 60 + second) * 1e6 + micro;
}

/** `kubelet.go1764]`: the place of its bracket, or -1. */
function siteWithoutColon(bytes: Uint8Array, from: number, to: number): number {
  for (let i = from; i < Math.min(to, from + 80) && at(bytes, i) > SPACE; i++) {
    if (at(bytes, i) === 93) return i > from + 3 ? i : -1;
  }
  return -1;
}

export const klogDamaged: Format = {
  name: 'klog-damaged',
  starts: 'IWEF',
  read: readDamaged,
  samples: [
    {
      line: `E0730    1387 kubelet.go:1856] skipping pod synchronization`,
      format: 'klog-damaged',
      severity: 'error',
      pid: 1387,
      site: 'kubelet.go:1856',
      message: 'skipping pod synchronization',
    },
    {
      line: `E0524 021610.528207 8402 kubelet.go1764] Failed creating a mirror pod for kube-apiserver`,
      format: 'klog-damaged',
      time: '2024-05-24T02:16:10.528207Z',
      message: 'Failed creating a mirror pod for kube-apiserver',
    },
  ],
};

// `Mon dd hh:mm:ss[.uuuuuu] host ident[pid]: `, as journalctl's short and short-precise and syslog files print it.
import { at, COLON, digits, isDigit, SPACE } from '../bytes.ts';
import type { LineHead } from '../lineHead.ts';
import { programOf } from '../program.ts';

export const samples = [
  `Oct 24 11:07:02 node1 kubelet[397647]: E1024 11:07:02.248625  397647 remote_runtime.go:116] "RunPodSandbox from runtime service failed" err="x"`,
  `May 08 05:02:09.123456 node-7 hyperkube[1487]: I0508 05:02:09.123000 1487 server.go:1] text`,
  `Jan  6 09:41:08 node-7 kubelet: E0106 09:41:08.000001    1 a.go:1] text`,
];

const months = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** 1 to 12 for an English month's three letters at `i`, or 0. */
export function monthAt(bytes: Uint8Array, i: number): number {
  const a = at(bytes, i) | 32;
  const b = at(bytes, i + 1) | 32;
  const c = at(bytes, i + 2) | 32;
  for (let m = 0; m < 12; m++) {
    if (
      months.charCodeAt(m * 3) === a &&
      months.charCodeAt(m * 3 + 1) === b &&
      months.charCodeAt(m * 3 + 2) === c
    )
      return m + 1;
  }
  return 0;
}

/** Strips the prefix at `from`: where the rest begins, or -1 when it doesn't stand there. */
export function stripJournaldShort(
  bytes: Uint8Array,
  from: number,
  to: number,
  head: LineHead,
): number {
  const month = monthAt(bytes, from);
  if (month === 0 || at(bytes, from + 3) !== SPACE) return -1;
  const tens = at(bytes, from + 4);
  const day = tens === SPACE ? digits(bytes, from + 5, 1) : digits(bytes, from + 4, 2);
  if (day < 1 || day > 31 || at(bytes, from + 6) !== SPACE) return -1;
  const stamp = shortClock(bytes, from + 7, head);
  if (stamp < 0 || at(bytes, stamp) !== SPACE) return -1;
  const rest = stripHostAndProgram(bytes, stamp + 1, to, head);
  if (rest < 0) return -1;
  head.outerMonth = month;
  head.outerDay = day;
  return rest;
}

/** Reads `hh:mm:ss` and a fraction if there is one into `outerClock`; where it ends, or -1. */
export function shortClock(bytes: Uint8Array, i: number, head: LineHead): number {
  if (at(bytes, i + 2) !== COLON || at(bytes, i + 5) !== COLON) return -1;
  const hour = digits(bytes, i, 2);
  const minute = digits(bytes, i + 3, 2);
  const second = digits(bytes, i + 6, 2);
  if (hour < 0 || minute < 0 || second < 0 || hour > 24 || minute > 59 || second > 60) return -1;
  let clock = ((hour * 60 + minute) * 60 + second) * 1e6;
  let end = i + 8;
  if (at(bytes, end) === 46 || at(bytes, end) === 44) {
    let unit = 1e5;
    for (end++; isDigit(at(bytes, end)); end++) {
      clock += Math.floor(unit) * (at(bytes, end) - 48);
      unit /= 10;
    }
  }
  head.outerClock = clock;
  return end;
}

/** Strips `host ident[pid]: ` or `host ident: `; where the rest begins, or -1. */
export function stripHostAndProgram(
  bytes: Uint8Array,
  from: number,
  to: number,
  head: LineHead,
): number {
  let i = from;
  while (i < to && at(bytes, i) > SPACE) i++;
  if (i === from || at(bytes, i) !== SPACE) return -1;
  return stripProgram(bytes, i + 1, to, head);
}

/** Strips `ident[pid]: ` or `ident: `; where the rest begins, or -1. */
export function stripProgram(bytes: Uint8Array, from: number, to: number, head: LineHead): number {
  let i = from;
  while (i < to && at(bytes, i) > SPACE && at(bytes, i) !== 91 && at(bytes, i) !== COLON) i++;
  if (i === from) return -1;
  const identTo = i;
  let pid = -1;
  if (at(bytes, i) === 91) {
    const start = i + 1;
    for (i = start; i < to && isDigit(at(bytes, i));) i++;
    if (i === start || i - start > 10 || at(bytes, i) !== 93) return -1;
    pid = digits(bytes, start, i - start);
    i++;
  }
  if (at(bytes, i) !== COLON) return -1;
  head.program = programOf(bytes, from, identTo);
  head.outerPid = pid;
  head.pid = pid;
  return at(bytes, i + 1) === SPACE ? i + 2 : i + 1;
}

// Logrus lines, `time="…" level=info msg="…" key=value`: containerd, CRI-O, dockerd, k3s; k0s puts the kubelet's lines into `msg`.
// Go's own log/slog writes the same (handler.go TextHandler), its time without quotes, as newer Cilium does.
import {
  at,
  decode,
  encode,
  indexOfText,
  isDigit,
  isLetter,
  QUOTE,
  SPACE,
  startsWith,
} from '../bytes.ts';
import { goUnescape } from '../goString.ts';
import type { LineHead } from '../lineHead.ts';
import { programNumber, programOf } from '../program.ts';
import { readIso } from '../stamps.ts';
import { DONE, NO_MATCH, type Format } from './format.ts';
import { closingQuote } from './klog.ts';
import { severityWord } from './words.ts';

interface Parts {
  readonly stampFrom: number;
  readonly severity: number;
  readonly messageFrom: number;
  readonly messageTo: number;
}

/** How far into a line its level stands. */
const REACH = 200;

function partsOf(bytes: Uint8Array, from: number, to: number): Parts | undefined {
  if (!startsWithKey(bytes, from, to)) return undefined;
  const level = Math.max(...levelKeys.map((key) => valueOf(bytes, key, from, to)));
  if (level < 0) return withoutLevel(bytes, from, to);
  // Its stamp may be missing, or stand behind the level.
  const stamp = Math.max(...stampKeys.map((key) => valueOf(bytes, key, from, to)));
  const [stampFrom] = stamp < 0 ? [to] : valueAt(bytes, stamp, Math.min(to, stamp + 55));
  let levelEnd = level;
  while (levelEnd < to && at(bytes, levelEnd) > SPACE) levelEnd++;
  const msg = messageKeys.map((key) => keyAt(bytes, key, from, to)).find((place) => place >= 0);
  if (msg === undefined) return undefined;
  const [messageFrom, messageTo] = valueAt(bytes, msg, to);
  return { stampFrom, severity: severityWord(bytes, level, levelEnd), messageFrom, messageTo };
}

/** `ts=… caller=a.go:1 msg=…`: go-kit needs no level; what it calls its message is up to who logs. */
function withoutLevel(bytes: Uint8Array, from: number, to: number): Parts | undefined {
  const stampKey = stampKeys.find((key) => startsWith(bytes, from, to, key));
  const caller = valueOf(bytes, 'caller=', from, to);
  if (stampKey === undefined || caller < 0) return undefined;
  const msg = keyAt(bytes, 'msg=', from, to);
  const [, callerTo] = valueAt(bytes, caller, to);
  const [messageFrom, messageTo] =
    msg < 0 ? [Math.min(callerTo + 1, to), to] : valueAt(bytes, msg, to);
  const [stampFrom] = valueAt(bytes, from + stampKey.length, to);
  return { stampFrom, severity: 0, messageFrom, messageTo };
}

/** Of logrus, slog, go-kit and log15 (Grafana's): go-kit puts what it likes before the level, and may have no more than an error to say. */
const stampKeys = ['time=', 'ts=', 't='];
const levelKeys = ['level=', 'lvl='];
const messageKeys = ['msg=', 'err=', 'error='];

function startsWithKey(bytes: Uint8Array, from: number, to: number): boolean {
  let end = from;
  while (end < to && end < from + 20 && isLetter(at(bytes, end))) end++;
  return end > from && at(bytes, end) === 61;
}

/** Where the value of a key begins that stands near the start of the line; -1: nowhere. */
function valueOf(bytes: Uint8Array, key: string, from: number, to: number): number {
  return keyAt(bytes, key, from, Math.min(to, from + REACH));
}

function keyAt(bytes: Uint8Array, key: string, from: number, to: number): number {
  if (startsWith(bytes, from, to, key)) return from + key.length;
  const found = indexOfText(bytes, ` ${key}`, from, to);
  return found < 0 ? -1 : found + 1 + key.length;
}

/** The inside of a quoted value, or a bare word; a cut value goes to the end. */
function valueAt(bytes: Uint8Array, i: number, to: number): readonly [from: number, to: number] {
  if (at(bytes, i) !== QUOTE) {
    let end = i;
    while (end < to && at(bytes, end) > SPACE) end++;
    return [i, end];
  }
  const end = closingQuote(bytes, i, to);
  return [i + 1, end < 0 ? to : end];
}

function read(bytes: Uint8Array, from: number, to: number, head: LineHead): number {
  const parts = partsOf(bytes, from, to);
  if (parts === undefined) return NO_MATCH;
  const { messageFrom, messageTo } = parts;
  if (parts.stampFrom < to) readIso(bytes, parts.stampFrom, to, head);
  if (isKlogStart(bytes, messageFrom) || startsWith(bytes, messageFrom, messageTo, 'time=')) {
    // Another program's line inside keeps its header.
    const inner = encode(goUnescape(decode(bytes, messageFrom, messageTo)));
    head.program = componentOf(bytes, messageTo, to) ?? head.program;
    head.bytes = inner;
    head.to = inner.length;
    return 0;
  }
  head.severity = parts.severity;
  head.bodyFrom = from;
  head.structured = true;
  head.messageFrom = messageFrom;
  head.messageTo = messageTo;
  if (
    head.program === 0 &&
    cri.test(decode(bytes, messageFrom, Math.min(messageTo, messageFrom + 60)))
  ) {
    head.program = programNumber('containerd');
    head.guessed = true;
  }
  return DONE;
}

/** Words that containerd's CRI server begins its messages with, for its log without a journal around it. */
const cri =
  /^(RunPodSandbox|StopPodSandbox|RemovePodSandbox|CreateContainer|StartContainer|StopContainer|RemoveContainer|PullImage|ImageCreate|ImageUpdate|TearDown network|TaskExit|cleaning up dead shim|shim disconnected|Forcibly stopping sandbox|received exit event|apply failure|ExecSync|starting containerd)/;

/** The program that `component=` names, as k0s has it. */
function componentOf(bytes: Uint8Array, from: number, to: number): number | undefined {
  const component = indexOfText(bytes, ' component=', from, to);
  if (component < 0) return undefined;
  const [name, end] = valueAt(bytes, component + 11, to);
  return programOf(bytes, name, end);
}

function isKlogStart(bytes: Uint8Array, i: number): boolean {
  const letter = at(bytes, i);
  const known = letter === 73 || letter === 87 || letter === 69 || letter === 70;
  return (
    known && isDigit(at(bytes, i + 1)) && isDigit(at(bytes, i + 4)) && at(bytes, i + 5) === SPACE
  );
}

export const logrus: Format = {
  name: 'logrus',
  starts: 'abcdefghijklmnopqrstuvwxyz',
  read,
  samples: [
    {
      line: `time="2023-01-09T15:02:07.25Z" level=error msg="StopPodSandbox for \\"9d0f\\" failed" error="x y"`,
      format: 'logrus',
      time: '2023-01-09T15:02:07.250000Z',
      severity: 'error',
      program: 'containerd',
      message: 'StopPodSandbox for "9d0f" failed',
    },
    {
      line: `ts=2020-03-19T00:43:25.091559392Z caller=warming.go:198 component=warmer info="refreshing image"`,
      format: 'logrus',
      time: '2020-03-19T00:43:25.091559Z',
      severity: 'unknown',
      message: 'component=warmer info=',
    },
    {
      line: `ts=2020-03-19T00:43:25.091559392Z caller=main.go:383 msg="using in cluster config"`,
      format: 'logrus',
      message: 'using in cluster config',
    },
    {
      line: `time="2024-02-07 02:45:40.500544000Z" level=warning msg=short`,
      format: 'logrus',
      time: '2024-02-07T02:45:40.500544Z',
      severity: 'warning',
      message: 'short',
    },
    {
      line: `time=2026-03-21T10:15:17.114884242+01:00 level=info msg="Mounted cgroupv2 filesystem" location=/run/cilium/cgroupv2`,
      format: 'logrus',
      time: '2026-03-21T09:15:17.114884Z',
      severity: 'info',
      message: 'Mounted cgroupv2 filesystem',
    },
    {
      line: `Jun 07 11:54:49 srv k0s[28890]: time="2021-06-07 11:54:49" level=info msg="E0607 11:54:49.430419    5587 server.go:808] \\"Failed to start healthz server\\" err=\\"in use\\"" component=kubelet`,
      format: 'journald-short/logrus/klog',
      severity: 'error',
      program: 'kubelet',
      pid: 5587,
      site: 'server.go:808',
      message: 'Failed to start healthz server',
    },
    {
      line: `Jun 07 11:54:49 srv k0s[28890]: time="2021-06-07 11:54:49" level=info msg="time=\\"2021-06-07T11:54:49.4Z\\" level=error msg=\\"no pull\\" error=\\"x y\\"" component=containerd`,
      format: 'journald-short/logrus/logrus',
      time: '2021-06-07T11:54:49.400000Z',
      severity: 'error',
      program: 'containerd',
      message: 'no pull',
    },
    {
      line: `Nov  8 23:55:07 srv kubelet[778]: level=warning msg="no such thing" subsys=cilium-cni`,
      format: 'journald-short/logrus',
      severity: 'warning',
      message: 'no such thing',
    },
    {
      line: `t=2024-02-07T02:45:40+0000 lvl=eror msg="no such thing" logger=http`,
      format: 'logrus',
      time: '2024-02-07T02:45:40.000000Z',
      severity: 'error',
      message: 'no such thing',
    },
    {
      line: `component=driver level=error ts=2024-02-07T02:45:40.5Z err="no such thing"`,
      format: 'logrus',
      time: '2024-02-07T02:45:40.500000Z',
      severity: 'error',
      message: 'no such thing',
    },
    {
      line: `ts=2024-02-07T02:45:40.5Z caller=main.go:9 level=error msg="no such thing" err="a b"`,
      format: 'logrus',
      time: '2024-02-07T02:45:40.500000Z',
      severity: 'error',
      message: 'no such thing',
    },
  ],
};

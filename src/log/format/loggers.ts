// Loggers of what a node has beside Kubernetes: Open vSwitch, gluster, fluent-bit, Talos; and journals without their stamps.
import {
  at,
  COLON,
  decode,
  digits,
  indexOfByte,
  isDigit,
  isLetter,
  skipSpaces,
  SPACE,
  startsWith,
} from '../bytes.ts';
import type { LineHead } from '../lineHead.ts';
import { programNumber } from '../program.ts';
import { monthAt, readClock, readIso } from '../stamps.ts';
import { DONE, NO_MATCH, type Format } from './format.ts';
import { stripProgram } from './journald.ts';
import { severityNamed, severityWord } from './words.ts';

const other = programNumber('other');

function setGuessed(program: number, head: LineHead): void {
  if (head.program !== 0) return;
  head.program = program;
  head.guessed = true;
}

const PIPE = 124;

/** `STAMP|00012|bridge(handler1)|WARN|text`, and `ovs|00012|…` where syslog has the stamp (vlog.h of Open vSwitch). */
export const openVswitch: Format = {
  name: 'open-vswitch',
  starts: '12o',
  read(bytes, from, to, head) {
    const isSyslog = startsWith(bytes, from, to, 'ovs|');
    const stamp = isSyslog ? from + 3 : readIso(bytes, from, to, head);
    if (stamp < 0 || at(bytes, stamp) !== PIPE || !isDigit(at(bytes, stamp + 1))) return NO_MATCH;
    const number = indexOfByte(bytes, PIPE, stamp + 1, Math.min(to, stamp + 12));
    const module =
      number < 0 ? -1 : indexOfByte(bytes, PIPE, number + 1, Math.min(to, number + 60));
    const level = module < 0 ? -1 : indexOfByte(bytes, PIPE, module + 1, Math.min(to, module + 8));
    if (level < 0) return NO_MATCH;
    head.severity = severityWord(bytes, module + 1, level);
    head.bodyFrom = level + 1;
    setGuessed(other, head);
    return DONE;
  },
  samples: [
    {
      line: `2023-04-11T09:15:13.123Z|00012|bridge(handler1)|WARN|no such device`,
      format: 'open-vswitch',
      time: '2023-04-11T09:15:13.123000Z',
      severity: 'warning',
      program: 'other',
      message: 'no such device',
    },
    {
      line: `Apr 11 09:15:13 node1 ovs-vswitchd[123]: ovs|00012|bridge|ERR|no such device`,
      format: 'journald-short/open-vswitch',
      severity: 'error',
      message: 'no such device',
    },
  ],
};

/** Levels of gluster's log, as one letter (logging.c). */
const letters: Readonly<Record<string, number>> = {
  M: 5,
  A: 5,
  C: 5,
  E: 4,
  W: 3,
  N: 2,
  I: 2,
  D: 1,
  T: 1,
};

/** `[STAMP] E [file.c:9:function] text` of gluster, `[STAMP] [error] text` of fluent-bit, `[STAMP] ERROR text`; without a level Jenkins's, before any line. */
export const bracketed: Format = {
  name: 'bracketed',
  starts: '[',
  read(bytes, from, to, head) {
    const end = readIso(bytes, from + 1, to, head);
    if (end < 0 || at(bytes, end) !== 93 || at(bytes, end + 1) !== SPACE) return NO_MATCH;
    const i = end + 2;
    const letter = String.fromCharCode(at(bytes, i));
    if (at(bytes, i + 1) === SPACE && at(bytes, i + 2) === 91) {
      if (!Object.hasOwn(letters, letter)) return skipSpaces(bytes, i, to);
      head.severity = letters[letter] ?? 0;
      head.bodyFrom = behindBrackets(bytes, i + 2, to);
    } else {
      const inBrackets = letter === '[';
      const wordFrom = inBrackets ? skipSpaces(bytes, i + 1, to) : i;
      let wordTo = wordFrom;
      while (wordTo < to && isLetter(at(bytes, wordTo))) wordTo++;
      const severity = severityWord(bytes, wordFrom, wordTo);
      if (severity === 0 || (inBrackets && at(bytes, wordTo) !== 93))
        return skipSpaces(bytes, i, to);
      head.severity = severity;
      head.bodyFrom = skipSpaces(bytes, inBrackets ? wordTo + 1 : wordTo, to);
    }
    setGuessed(other, head);
    return DONE;
  },
  samples: [
    {
      line: `[2018-03-05 10:20:30.123456 +0000] E [MSGID: 101019] [xlator.c:486:xlator_init] 0-vol: no volume`,
      format: 'bracketed',
      time: '2018-03-05T10:20:30.123456Z',
      severity: 'error',
      program: 'other',
      message: '0-vol: no volume',
    },
    {
      line: `[2018/03/05 10:20:30] [ warn] [output:es:es.0] no flush`,
      format: 'bracketed',
      severity: 'warning',
      message: '[output:es:es.0] no flush',
    },
    {
      line: `[2018-03-05 10:20:30,123] ERROR in app: no flush`,
      format: 'bracketed',
      severity: 'error',
      message: 'in app: no flush',
    },
    {
      line: `[2018-03-05T10:20:30.123Z] E0305 10:20:30.100000 7 a.go:1] x`,
      format: 'bracketed/klog',
      time: '2018-03-05T10:20:30.100000Z',
      severity: 'error',
    },
    {
      line: `[2018-03-05 10:20:30 +0000] [7] [INFO] Booting worker`,
      format: 'bracketed',
      time: '2018-03-05T10:20:30.000000Z',
      message: '[7] [INFO] Booting worker',
    },
  ],
};

/** Where the text begins behind `[MSGID: 1] [file.c:9:function] `. */
function behindBrackets(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  while (at(bytes, i) === 91) {
    const close = indexOfByte(bytes, 93, i, Math.min(to, i + 200));
    if (close < 0) break;
    i = skipSpaces(bytes, close + 1, to);
  }
  return i;
}

/** `1:M 05 Mar 2024 10:20:30.123 * text`: process, role, stamp, level of Redis and Valkey (serverLogRaw in server.c). */
export const redis: Format = {
  name: 'redis',
  starts: '123456789',
  read(bytes, from, to, head) {
    let i = from;
    while (i < from + 8 && isDigit(at(bytes, i))) i++;
    if (at(bytes, i) !== COLON || at(bytes, i + 2) !== SPACE) return NO_MATCH;
    const day = digits(bytes, i + 3, 2);
    const month = monthAt(bytes, i + 6);
    const year = digits(bytes, i + 10, 4);
    if (day < 1 || day > 31 || month === 0 || year < 1970) return NO_MATCH;
    const end = readClock(bytes, i + 15, head);
    const severity = end < 0 || end + 3 > to ? undefined : levelsOfRedis.get(at(bytes, end + 1));
    if (severity === undefined || at(bytes, end + 2) !== SPACE) return NO_MATCH;
    head.outerYear = year;
    head.outerMonth = month;
    head.outerDay = day;
    head.severity = severity;
    head.bodyFrom = end + 3;
    setGuessed(other, head);
    return DONE;
  },
  samples: [
    {
      line: `1:M 05 Mar 2024 10:20:30.123 * Ready to accept connections`,
      format: 'redis',
      time: '2024-03-05T10:20:30.123000Z',
      severity: 'info',
      program: 'other',
      message: 'Ready to accept connections',
    },
    { line: `9:C 05 Mar 2024 10:20:30.123 # no memory`, format: 'redis', severity: 'warning' },
  ],
};

/** Marks of Redis: `.` debug, `-` verbose, `*` notice, `#` warning. */
const levelsOfRedis: ReadonlyMap<number, number> = new Map([
  [46, 1],
  [45, 1],
  [42, 2],
  [35, 3],
]);

const kernelProgram = programNumber('kernel');
const systemdProgram = programNumber('systemd');
/** Facility and level of a record of /dev/kmsg, as `talosctl dmesg` prints them. */
const kmsg = /^(?:[\w.:-]{1,64}: )?(kern|user|daemon|auth|syslog): {1,8}(\w{3,8}): \[/;
const MOST_OF_KMSG = 100;

/** `10.5.0.2: user: warning: [STAMP]: text` of `talosctl dmesg`; its own services write there at one level, the kernel at its own. */
export const talosKernel: Format = {
  name: 'kmsg',
  read(bytes, from, to, head) {
    const start = skipSpaces(bytes, from, to);
    const first = at(bytes, start);
    if (!isLetter(first) && !isDigit(first)) return NO_MATCH;
    const colon = indexOfByte(bytes, COLON, start, Math.min(to, start + 65));
    if (colon < 0 || at(bytes, colon + 1) !== SPACE) return NO_MATCH;
    const found = kmsg.exec(decode(bytes, start, Math.min(to, start + MOST_OF_KMSG)));
    if (found === null) return NO_MATCH;
    const end = readIso(bytes, start + found[0].length, to, head);
    if (end < 0 || at(bytes, end) !== 93 || at(bytes, end + 1) !== COLON) return NO_MATCH;
    const isKernel = found[1] === 'kern';
    head.program = isKernel ? kernelProgram : other;
    if (isKernel) head.severity = severityNamed(found[2] ?? '');
    return skipSpaces(bytes, end + 2, to);
  },
  samples: [
    {
      line: `10.5.0.2: user: warning: [2024-03-05T10:20:30.123456789Z]: [talos] no kubelet`,
      format: 'kmsg/talos',
      time: '2024-03-05T10:20:30.123456Z',
      severity: 'unknown',
      program: 'other',
      message: 'no kubelet',
    },
    {
      line: ` user: warning: [2024-03-05T10:20:30.123456789Z]: [talos] no kubelet`,
      format: 'kmsg/talos',
      time: '2024-03-05T10:20:30.123456Z',
      message: 'no kubelet',
    },
    {
      line: `kern:     err: [2024-03-05T10:20:30.123456789Z]: Out of memory`,
      format: 'kmsg',
      severity: 'error',
      program: 'kernel',
    },
  ],
};

/** What systemd and the kernel say of a node, and nobody else: exports of a journal keep the text alone. */
const ofSystemd =
  /^(?:[\w@.\\:-]{1,200}\.(?:service|mount|socket|slice|scope|target|timer|device|path): (?:Deactivated successfully|Succeeded\.|Consumed |Failed with result|Main process exited|Scheduled restart job|Control process exited|Start request repeated|Service (?:hold-off|RestartSec)|Unit (?:entered failed|not needed)|Changed dead|A process of this unit|Triggering OnFailure|Killing process|State ')|(?:Removed|Created) slice \S|(?:Started|Stopped) libcontainer container |Started Kubernetes systemd probe\.)/;
const ofKernel =
  /^(?:audit: type=\d+ audit\(|AVC apparmor="|IPv4: martian (?:source|destination) |ll header: [0-9a-f]{8}: |oom-kill:constraint=|Memory cgroup out of memory: |Out of memory: Kill(?:ed)? process |IPv6: ADDRCONF\(|[\w.-]{1,15}: port \d+\([\w.-]{1,15}\) entered |device \S{1,15} (?:entered|left) promiscuous mode$|EXT4-fs (?:error )?\(|XFS \(\w|nf_conntrack: table full)/;

/** A line of theirs without any head. */
export const headless: Format = {
  name: 'unstamped',
  read(bytes, from, to, head) {
    if (head.program !== 0 || !isLetter(at(bytes, from))) return NO_MATCH;
    const text = decode(bytes, from, Math.min(to, from + 240));
    const isKernels = ofKernel.test(text);
    if (!isKernels && !ofSystemd.test(text)) return NO_MATCH;
    setGuessed(isKernels ? kernelProgram : systemdProgram, head);
    return DONE;
  },
  samples: [
    {
      line: `run-containerd-a-rootfs.mount: Deactivated successfully.`,
      format: 'unstamped',
      program: 'systemd',
      message: 'run-containerd-a-rootfs.mount: Deactivated successfully.',
    },
    {
      line: `Removed slice libcontainer container kubepods-burstable-pod25cb986c.slice.`,
      format: 'unstamped',
      program: 'systemd',
    },
    {
      line: `IPv4: martian source 10.0.0.1 from 10.0.0.2, on dev eth0`,
      format: 'unstamped',
      program: 'kernel',
    },
  ],
};

/** What a journal calls programs that log on any node; others may begin a line of any text, but for one with a process's number. */
const usual =
  /^(?:[\w.-]{1,64} )?(?:(?:kubelet|systemd|containerd|dockerd|docker|crio|cri-dockerd|k3s|rke2|k0s|kubelite|etcd)\[\d{1,10}\]|[a-z][\w.-]{1,40}\[\d{3,10}\]|systemd-[a-z]{3,20}|kernel): /;

/** `systemd[1]: text`, `node1 kubelet[9]: text`: who copied a journal left its stamps out. */
export const unstamped: Format = {
  name: 'unstamped',
  read(bytes, from, to, head) {
    if (!isLetter(at(bytes, from)) && !isDigit(at(bytes, from))) return NO_MATCH;
    const colon = indexOfByte(bytes, COLON, from, Math.min(to, from + 100));
    if (colon < 0 || at(bytes, colon + 1) !== SPACE) return NO_MATCH;
    const before = at(bytes, colon - 1);
    if (before !== 93 && !isLetter(before)) return NO_MATCH;
    const found = usual.exec(decode(bytes, from, colon + 2));
    if (found === null) return NO_MATCH;
    const host = indexOfByte(bytes, SPACE, from, colon);
    return stripProgram(bytes, host < 0 ? from : host + 1, to, head);
  },
  samples: [
    {
      line: `systemd[1]: kubelet.service: Failed with result 'exit-code'.`,
      format: 'unstamped',
      program: 'systemd',
      message: `kubelet.service: Failed with result 'exit-code'.`,
    },
    {
      line: `dbus[1453]: [system] Failed to activate service 'a.b': timed out`,
      format: 'unstamped',
      program: 'other',
      message: `[system] Failed to activate service 'a.b': timed out`,
    },
    {
      line: `systemd-logind: Failed to start session scope session-7.scope: Connection timed out`,
      format: 'unstamped',
      program: 'systemd',
      message: 'Failed to start session scope session-7.scope: Connection timed out',
    },
    {
      line: `node1 kubelet[7]: E0503 07:13:29.120233    7 a.go:1] text`,
      format: 'unstamped/klog',
      program: 'kubelet',
      severity: 'error',
    },
  ],
};

// What tools and people put in front of whole lines: bullets, node addresses, file names of grep, quote marks, colours.
import {
  at,
  decode,
  encode,
  indexOfByte,
  isDigit,
  isLetter,
  skipSpaces,
  SPACE,
  startsWith,
  TAB,
} from '../bytes.ts';
import { LineHead } from '../lineHead.ts';
import { programNumber, programOf } from '../program.ts';
import { unescapeControls } from '../rsyslog.ts';
import { readIso } from '../stamps.ts';
import { dated } from './dated.ts';
import { DONE, NO_MATCH, type Format } from './format.ts';
import { journaldForeign, journaldFull, journaldShort } from './journald.ts';
import { klog } from './klog.ts';

/** `* ` before each line of `minikube logs`, and its headings `* ==> kubelet <==`. */
export const minikube: Format = {
  name: 'minikube',
  starts: '*=',
  read(bytes, from, to, head) {
    const rest = at(bytes, from) === 42 ? skipSpaces(bytes, from + 1, to) : from;
    if (startsWith(bytes, rest, to, '==> ')) {
      head.bodyFrom = rest;
      return DONE;
    }
    return rest > from + 1 || rest === to ? rest : NO_MATCH;
  },
  samples: [
    {
      line: `* Oct 13 19:15:53 minikube kubelet[926]: E1013 19:15:53.000001     926 a.go:1] x`,
      format: 'minikube/journald-short/klog',
      time: '2024-10-13T19:15:53.000001Z',
    },
    { line: `* ==> kubelet <==`, format: 'minikube', message: '==> kubelet <==' },
  ],
};

/** `[2023-12-04T10:22:33.123456250Z][kubelet][I] `: its level is not that of the line inside. */
export const dockerDesktop: Format = {
  name: 'docker-desktop',
  starts: '[',
  read(bytes, from, to, head) {
    const end = readIso(bytes, from + 1, to, head);
    if (end < 0 || at(bytes, end) !== 93 || at(bytes, end + 1) !== 91) return NO_MATCH;
    const name = indexOfByte(bytes, 93, end + 2, Math.min(to, end + 60));
    if (name < 0) return NO_MATCH;
    head.program = programOf(bytes, end + 2, name);
    // What stands behind the line's end is none of it.
    const hasLevel = name + 4 <= to && at(bytes, name + 1) === 91 && at(bytes, name + 3) === 93;
    return skipSpaces(bytes, hasLevel ? name + 4 : name + 1, to);
  },
  samples: [
    {
      line: `[2023-12-04T10:22:33.123456250Z][kubelet][I] E1204 10:22:33.120000 768 a.go:1] x`,
      format: 'docker-desktop/klog',
      time: '2023-12-04T10:22:33.120000Z',
      severity: 'error',
    },
  ],
};

/** `10.200.7.5: ` before each line that talosctl prints, or a tag and a tab of fluentd, when JSON follows; `[talos] ` before its own. */
export const talos: Format = {
  name: 'talos',
  starts: '[123456789abcdefghijklmnopqrstuvwxyz',
  read(bytes, from, to, head) {
    if (at(bytes, from) === 91) {
      if (!startsWith(bytes, from, to, ofTalos)) return NO_MATCH;
      head.program = otherProgram;
      return from + ofTalos.length;
    }
    let end = from;
    while (end < to && end < from + 64 && isHostByte(at(bytes, end))) end++;
    const rest = at(bytes, end) === TAB ? end + 1 : end + 2;
    if (at(bytes, end) !== TAB && (at(bytes, end) !== 58 || at(bytes, end + 1) !== SPACE))
      return NO_MATCH;
    return end > from && startsWith(bytes, rest, to, '{"') ? rest : NO_MATCH;
  },
  samples: [
    {
      line: `10.44.0.3: {"ts":1745319440100.5,"caller":"internal/log.go:32","msg":"m","err":"e"}`,
      format: 'talos/klog-json',
      time: '2025-04-22T10:57:20.100500Z',
      severity: 'error',
    },
    {
      line: `[talos] 2024/03/05 10:20:30 no kubelet`,
      format: 'talos/go-log',
      time: '2024-03-05T10:20:30.000000Z',
      program: 'other',
      message: 'no kubelet',
    },
  ],
};

const ofTalos = '[talos] ';
const otherProgram = programNumber('other');

function isHostByte(byte: number): boolean {
  return isLetter(byte) || isDigit(byte) || byte === 46 || byte === 45;
}

/** How far into a line a header is looked for when nothing else matches. */
const REACH = 240;

/**
 * Anything before a klog header or the kubelet's JSON: `kubelet.log:21065:`, the numbers of `cat -n`, `> `, back-ticks, unknown
 * collectors; before other heads only what tools and people are known to put there. Tried last.
 */
export const prefixed: Format = {
  name: 'prefixed',
  read(bytes, from, to, head) {
    const limit = Math.min(to - 20, from + REACH);
    for (let i = from + 1; i < limit; i++) {
      const before = at(bytes, i - 1);
      if (isLetter(before) || isDigit(before) || before === 34) continue;
      const isKlog = klogAt(bytes, i, to, head) || startsWith(bytes, i, to, '{"ts":');
      if (!isKlog && !isDressedHead(bytes, from, i, to, head)) continue;
      setComponent(bytes, from, i, isKlog, head);
      head.to = withoutMarks(bytes, i, to);
      return i;
    }
    return NO_MATCH;
  },
  samples: [
    {
      line: `kubelet.err.log:21065:E0503 07:13:29.120233    1208 kubelet.go:1874] text`,
      format: 'prefixed/klog',
      severity: 'error',
      pid: 1208,
    },
    {
      line: `> Mar 04 18:05:30 node-1 systemd[1]: Started kubelet.`,
      format: 'prefixed/journald-short',
      time: '2024-03-04T18:05:30.000000Z',
      message: 'Started kubelet.',
    },
    {
      line: ` 12月 11 11:42:07 node-1 kubelet[9486]: Flag`,
      format: 'prefixed/journald-short',
      program: 'kubelet',
      message: 'Flag',
    },
    {
      line: `❌  Mar 04 18:05:30 minikube kubelet[7]: E0304 18:05:30.100000     7 a.go:1] text`,
      format: 'prefixed/journald-short/klog',
      time: '2024-03-04T18:05:30.100000Z',
    },
    {
      line: `[pod/kube-system/calico-node-4xk2p/calico-node] 2021-03-04 18:05:30.100 [INFO][55] ipam.go 1: text`,
      format: 'prefixed/calico',
      time: '2021-03-04T18:05:30.100000Z',
    },
    {
      line: `[tiller] 2020/03/19 00:41:42 getting history`,
      format: 'prefixed/go-log',
      time: '2020-03-19T00:41:42.000000Z',
      message: 'getting history',
    },
    {
      line: `[csi-plugin-2lqzc csi-plugin] time="2021-03-04T18:05:30Z" level=error msg="text"`,
      format: 'prefixed/logrus',
      severity: 'error',
      message: 'text',
    },
    {
      line: `calico-node-4xk2p calico-node time="2021-03-04T18:05:30Z" level=info msg="text"`,
      format: 'prefixed/logrus',
      message: 'text',
    },
    {
      line: `10.5.0.2: 2021-03-04T18:05:30.100Z stderr F text`,
      format: 'prefixed/cri',
      message: 'text',
    },
    // https://github.com/openshift/microshift/issues/2493
    {
      line: `Oct 20 12:06:40 localhost.localdomain microshift[138928]: etcd W1020 12:06:40.014905 138928 logging.go:59] [core] text`,
      format: 'journald-short/prefixed/klog',
      program: 'etcd',
      message: '[core] text',
    },
    {
      line: `Oct 20 12:06:40 localhost.localdomain microshift[138928]: kubelet W1020 12:06:40.014905 138928 a.go:59] text`,
      format: 'journald-short/prefixed/klog',
      program: 'kubelet',
    },
    {
      line: `    {"level":"warn","ts":"2020-08-24T00:57:10.263+0800","caller":"a/b.go:6","msg":"text"}`,
      format: 'prefixed/json-envelope',
      time: '2020-08-23T16:57:10.263000Z',
      message: 'text',
    },
    {
      line: `kube-scheduler-1  | W0503 07:13:29.120233      11 reflector.go:424] text`,
      format: 'prefixed/klog',
      program: 'kube-scheduler',
    },
    {
      line: `kube-scheduler-1  | 2024/08/22 16:18:53 Running command:`,
      format: 'prefixed/go-log',
      time: '2024-08-22T16:18:53.000000Z',
      program: 'kube-scheduler',
    },
    {
      line: `node-1 | E0503 07:13:29.120233    7 a.go:1] x`,
      format: 'prefixed/klog',
      program: 'kubelet',
    },
    {
      line: `build\tStart cluster\t2024-08-22T16:18:53.1234567Z text`,
      format: 'prefixed/docker-timestamps',
      time: '2024-08-22T16:18:53.123456Z',
      message: 'text',
    },
    {
      line: `hss         | Fri Jul 16 17:47:18 UTC 2021 WARN: text`,
      format: 'prefixed/dated',
      time: '2021-07-16T17:47:18.000000Z',
    },
    { line: `   123\tI0503 07:13:29.120233    1208 a.go:1] text`, format: 'prefixed/klog' },
    {
      line: '> `W0503 07:13:29.120233    1208 a.go:1] text`',
      format: 'prefixed/klog',
      message: 'text',
    },
  ],
};

/**
 * Behind a program that hosts several components stands whose line it is, as MicroShift writes it: `kubelet I0102 …`. Compose puts the
 * name of the container before each line, `etcd-1  | …`; one that is no component's may be a node's.
 */
function setComponent(
  bytes: Uint8Array,
  from: number,
  i: number,
  isKlog: boolean,
  head: LineHead,
): void {
  if (at(bytes, i - 1) !== SPACE) return;
  const mark = at(bytes, i - 2);
  if (head.writer === 0 && (mark === PIPE || mark === 93)) setWriter(bytes, from, i, head);
  if (!isLetter(at(bytes, from))) return;
  let end = from;
  while (end < i - 1 && isHostByte(at(bytes, end))) end++;
  if (end - from > MAX_COMPONENT) return;
  if (end === i - 1 && isKlog && head.writer !== 0) head.program = programOf(bytes, from, end);
  const isOfCompose = mark === PIPE && skipSpaces(bytes, end, i) === i - 2;
  const program = isOfCompose ? programOf(bytes, from, end) : otherProgram;
  if (program !== otherProgram) head.program = program;
}

/** Each container is a writer of its own: no line of one goes on with what another said. */
function setWriter(bytes: Uint8Array, from: number, to: number, head: LineHead): void {
  let hash = 0;
  for (let k = from; k < to; k++) hash = Math.imul(hash, 31) + at(bytes, k);
  // Odd numbers are of processes.
  head.writer = hash << 1 || 2;
}

const MAX_COMPONENT = 60;
const PIPE = 124;

/** Quote marks, bullets, emojis, line numbers; `[pod/ns/name/container] ` of kubectl, `[pod container] ` of kubetail, `pod container ` of stern, `node: ` of talosctl, `container  | ` of Compose, `job⇥step⇥` of `gh run view --log`. */
const dress =
  /^(?:[\s>*|•●○×-]|\p{Extended_Pictographic}|\ufe0f|\d+[:\t])+$|^\[[a-z0-9][\w./ -]{1,300}\] $|^(?:[a-z0-9][a-z0-9.-]{0,252} ){2,3}$|^[a-z0-9][a-z0-9.-]{0,252}(?:: | +\| )$|^[^\t]{1,100}\t[^\t]{1,100}\t\ufeff?$/u;

/** The head of another line than klog's at `i`, with nothing but dress before it. */
function isDressedHead(
  bytes: Uint8Array,
  from: number,
  i: number,
  to: number,
  head: LineHead,
): boolean {
  const first = at(bytes, i);
  const mayBe =
    isDigit(first) ||
    first >= 0x80 ||
    first === 91 ||
    first === 116 ||
    first === 123 ||
    (first >= 65 && first <= 90);
  if (!mayBe || at(bytes, i - 1) > SPACE) return false;
  if (!isHead(bytes, i, to, head) && !isDatedHead(bytes, i, to)) return false;
  const prefix = decode(bytes, from, i);
  // A date behind blanks alone stands in a text.
  return (
    dress.test(prefix) && (prefix.trim() !== '' || !isDigit(first) || !isDateMark(at(bytes, i + 4)))
  );
}

/** Behind the name of a container, of a program that stamps its lines in a form of its own. */
function isDatedHead(bytes: Uint8Array, i: number, to: number): boolean {
  const end = at(bytes, i - 2);
  return (end === PIPE || end === 93) && dated.read(bytes, i, to, new LineHead()) === DONE;
}

/** What parts year, month and day: `-`, `/`. */
function isDateMark(byte: number): boolean {
  return byte === 45 || byte === 47;
}

function isHead(bytes: Uint8Array, i: number, to: number, head: LineHead): boolean {
  const first = at(bytes, i);
  if (first === 116) return startsWith(bytes, i, to, 'time="');
  if (first === 123) return startsWith(bytes, i, to, '{"level":"');
  if (isDigit(first) && isDateMark(at(bytes, i + 4))) return readIso(bytes, i, to, head) >= 0;
  return [journaldShort, journaldFull, journaldForeign].some(
    (format) => format.read(bytes, i, to, head) >= 0,
  );
}

/** Marks of Markdown that stand before the line stand behind it too. */
function withoutMarks(bytes: Uint8Array, i: number, to: number): number {
  const mark = at(bytes, i - 1);
  if (mark !== 42 && mark !== 96) return to;
  let end = to;
  while (end > i && at(bytes, end - 1) === mark) end--;
  return end;
}

function klogAt(bytes: Uint8Array, i: number, to: number, head: LineHead): boolean {
  const letter = at(bytes, i);
  if (letter !== 73 && letter !== 87 && letter !== 69 && letter !== 70) return false;
  if (!isDigit(at(bytes, i + 1)) || at(bytes, i + 5) !== SPACE) return false;
  return klog.read(bytes, i, to, head) === DONE;
}

/** Blanks that don't break, which pages and chats put where several stood: the text with plain ones. */
export const pasted: Format = {
  name: 'pasted',
  read(bytes, from, to, head) {
    const text = decode(bytes, from, to);
    if (!text.slice(0, REACH).includes('\u00a0')) return NO_MATCH;
    head.bytes = encode(text.replaceAll('\u00a0', ' '));
    head.to = head.bytes.length;
    return 0;
  },
  samples: [
    {
      line: `E0503 07:13:29.120233\u00a0\u00a0\u00a0 1208 a.go:1] text`,
      format: 'pasted/klog',
      severity: 'error',
      pid: 1208,
    },
  ],
};

/** `#011text`: rsyslog's writing of a tab in front of a line, with whatever else it escaped behind. */
export const escaped: Format = {
  name: 'escaped',
  starts: '#',
  read(bytes, from, to, head) {
    if (!startsWith(bytes, from, to, '#011')) return NO_MATCH;
    head.bytes = encode(unescapeControls(decode(bytes, from, to)));
    head.to = head.bytes.length;
    return 0;
  },
  samples: [
    {
      line: `#011I0503 07:13:29.120233    1208 a.go:1] text`,
      format: 'escaped/prefixed/klog',
      message: 'text',
    },
  ],
};

/** Colours: the text without its escape sequences. */
export const ansi: Format = {
  name: 'ansi',
  starts: '\x1b',
  read(bytes, from, to, head) {
    if (at(bytes, from + 1) !== 91) return NO_MATCH;
    const out = new Uint8Array(to - from);
    let size = 0;
    for (let i = from; i < to; i++) {
      if (at(bytes, i) === 27 && at(bytes, i + 1) === 91) i = sequenceEnd(bytes, i + 2, to);
      else out[size++] = at(bytes, i);
    }
    head.bytes = out;
    head.to = size;
    return 0;
  },
  samples: [
    {
      line: `\x1b[31mE0503 07:13:29.120233    1208 a.go:1] text\x1b[0m`,
      format: 'ansi/klog',
      severity: 'error',
      message: 'text',
    },
  ],
};

/** The place of the letter that ends a control sequence. */
function sequenceEnd(bytes: Uint8Array, i: number, to: number): number {
  let k = i;
  while (k < to && (at(bytes, k) < 64 || at(bytes, k) > 126)) k++;
  return k;
}

/** A byte order mark in front of the first line, or NULs that a crash left in front of one. */
export const byteOrderMark: Format = {
  name: 'byte-order-mark',
  starts: '\xef\0\x1e',
  read(bytes, from, to) {
    if (startsWith(bytes, from, to, '\xef\xbb\xbf')) return from + 3;
    let i = from;
    while (i < to && (at(bytes, i) === 0 || at(bytes, i) === 30)) i++;
    return i > from && i < to ? i : NO_MATCH;
  },
  samples: [
    {
      line: `\ufeffI0503 07:13:29.120233    1208 a.go:1] text`,
      format: 'byte-order-mark/klog',
    },
  ],
};

/** The four lines that klog writes at the start of a file: the first has a year. */
export const klogFileHeader: Format = {
  name: 'klog-file-header',
  starts: 'LRB',
  read(bytes, from, to, head) {
    const created = 'Log file created at: ';
    if (startsWith(bytes, from, to, created)) {
      readIso(bytes, from + created.length, to, head);
      return DONE;
    }
    const known = ['Running on machine: ', 'Binary: Built with gc', 'Log line format: ['];
    if (!known.some((text) => startsWith(bytes, from, to, text))) return NO_MATCH;
    head.messageFrom = from;
    head.messageTo = from + 15;
    return DONE;
  },
  samples: [
    {
      line: `Log file created at: 2020/02/04 11:00:01`,
      format: 'klog-file-header',
      time: '2020-02-04T11:00:01.000000Z',
    },
    { line: `Running on machine: WIN1`, format: 'klog-file-header' },
  ],
};

/** What the kubelet prints before its logger is set up. */
export const flagNotice: Format = {
  name: 'flag-notice',
  starts: 'F',
  read(bytes, from, to, head) {
    if (!startsWith(bytes, from, to, 'Flag --')) return NO_MATCH;
    if (!/^Flag --[\w-]+ has been deprecated/.test(decode(bytes, from, Math.min(to, from + 120))))
      return NO_MATCH;
    head.severity = 3;
    return DONE;
  },
  samples: [
    {
      line: `Flag --cgroup-driver has been deprecated, This parameter should be set via the config file`,
      format: 'flag-notice',
      severity: 'warning',
      program: 'kubelet',
    },
  ],
};

/** The last words of a Go program, which its runtime writes without a logger; the stacks below belong to them. */
export const goCrash: Format = {
  name: 'go-crash',
  starts: 'pfSru',
  read(bytes, from, to, head) {
    if (!crash.test(decode(bytes, from, Math.min(to, from + 40)))) return NO_MATCH;
    head.severity = 5;
    return DONE;
  },
  samples: [
    {
      line: `panic: runtime error: invalid memory address or nil pointer dereference`,
      format: 'go-crash',
      severity: 'fatal',
      program: 'kubelet',
    },
    { line: `fatal error: concurrent map writes`, format: 'go-crash', severity: 'fatal' },
    {
      line: `runtime/cgo: pthread_create failed: Resource temporarily unavailable`,
      format: 'go-crash',
      severity: 'fatal',
    },
    { line: `SIGABRT: abort`, format: 'go-crash', severity: 'fatal' },
  ],
};

const crash = /^(?:panic: |fatal error: |SIG[A-Z]+: |runtime\/cgo: |unexpected fault address )/;

/** The kernel's own ring buffer: `[12345.678901] text`, or `[Thu Feb 15 20:28:32 2024] text`; `[Feb15 20:28] text` and `[  +0.000012] text` of `dmesg --human`, which minikube asks. */
export const kernel: Format = {
  name: 'kernel',
  starts: '[',
  read(bytes, from, to, head) {
    const end = indexOfByte(bytes, 93, from, Math.min(to, from + 30));
    if (end < 0 || at(bytes, end + 1) !== SPACE) return NO_MATCH;
    const text = decode(bytes, from + 1, end);
    if (!/^ *\+?\d+\.\d{6}$/.test(text) && !setDated(text, head) && !setMinute(text, head))
      return NO_MATCH;
    head.program = programOf(kernelName, 0, kernelName.length);
    head.bodyFrom = end + 2;
    return DONE;
  },
  samples: [
    {
      line: `[12345.678901] Memory cgroup out of memory: Killed process 4711`,
      format: 'kernel',
      program: 'kernel',
      message: 'Memory cgroup out of memory: Killed process 4711',
    },
    {
      line: `[Thu Feb 15 20:28:32 2024] oom-kill:constraint=CONSTRAINT_MEMCG`,
      format: 'kernel',
      time: '2024-02-15T20:28:32.000000Z',
    },
    {
      line: `[Feb15 20:28] Memory cgroup out of memory`,
      format: 'kernel',
      time: '2024-02-15T20:28:00.000000Z',
      program: 'kernel',
    },
    { line: `[  +0.000012] Call Trace:`, format: 'kernel', program: 'kernel' },
  ],
};

const kernelName = Uint8Array.from('kernel', (char) => char.charCodeAt(0));
const ctime = /^\w{3} (\w{3}) +(\d+) (\d\d):(\d\d):(\d\d) (\d{4})$/;
const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** dmesg's short time (`%b%e %H:%M`, dmesg.c of util-linux), without year and seconds. */
function setMinute(text: string, head: LineHead): boolean {
  const [, month = '', day, hour, minute] =
    /^([A-Z][a-z]{2})([ \d]\d) (\d\d):(\d\d)$/.exec(text) ?? [];
  const index = months.indexOf(month);
  if (month === '' || index < 0) return false;
  head.outerMonth = index / 3 + 1;
  head.outerDay = Number(day);
  head.outerClock = (Number(hour) * 60 + Number(minute)) * 60e6;
  return true;
}

function setDated(text: string, head: LineHead): boolean {
  const m = ctime.exec(text);
  if (m === null) return false;
  const [, month = '', day, hour, minute, second, year] = m;
  const index = months.indexOf(month);
  if (index < 0) return false;
  head.outerYear = Number(year);
  head.outerMonth = index / 3 + 1;
  head.outerDay = Number(day);
  head.outerClock = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1e6;
  return true;
}

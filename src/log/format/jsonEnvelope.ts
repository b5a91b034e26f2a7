// JSON objects that hold a line of another program: the journal's, docker's json-file, and what clouds and collectors export.
import { micros, parseRfc3339 } from '../../base/time.ts';
import { at, decode, encode, NEWLINE, SPACE } from '../bytes.ts';
import { isObject, parseJson } from '../klogBody.ts';
import type { LayerName, LineHead } from '../lineHead.ts';
import { programNamed, programNumber } from '../program.ts';
import { civilOf } from '../stamps.ts';
import { DONE, NO_MATCH, type Format, type Sample } from './format.ts';
import { severityNamed, syslogSeverity } from './words.ts';

type Members = Readonly<Record<string, unknown>>;

/** Members that hold the line, and those that hold its stamp, in order of trust. */
const textKeys = [
  'MESSAGE',
  'log',
  'message',
  'textPayload',
  'line',
  'Message',
  'LogEntry',
  'LogMessage',
  '_raw',
  'body',
  'msg',
];

/** Members that hold the object which holds the line. */
const childKeys = ['jsonPayload', 'properties', '_source', 'result'];

const timeKeys = [
  '_SOURCE_REALTIME_TIMESTAMP',
  '__REALTIME_TIMESTAMP',
  'time',
  '@timestamp',
  'timestamp',
  'TimeGenerated',
  'date',
  'ts',
  '_time',
  'timeUnixNano',
  'Timestamp',
  '@t',
  'asctime',
];

/** Folders of etcd's source, of which zap prints the last and the file. */
const etcdCaller =
  /^(?:etcdmain|etcdserver|embed|mvcc|backend|rafthttp|raft|membership|v3rpc|v3compactor|fileutil|flags|lease|snap|wal|osutil|traceutil|v2store|v2http|cindex|zapgrpc)\/\w+\.go:\d+$/;

/** Fills the head from an envelope's members; false when it holds no line. */
export function readMembers(members: Members, head: LineHead): boolean {
  const holder = [members, ...childKeys.map((key) => childOf(members, key))].find(
    (each) => textIn(each) !== undefined,
  );
  const text = holder === undefined ? undefined : textIn(holder);
  if (holder === undefined || text === undefined) return false;
  if (!setTime(members, head)) setTime(holder, head);
  setWriter(members['SYSLOG_IDENTIFIER'] === undefined ? holder : members, head);
  if (head.program === 0 && etcdCaller.test(String(members['caller']))) {
    head.program = programNumber('etcd');
    head.guessed = true;
  }
  const level = members['level'] ?? members['severity'];
  const priority = Number(members['PRIORITY'] ?? NaN);
  if (typeof level === 'string') head.severity = severityNamed(level);
  else if (priority < 6) head.severity = syslogSeverity(priority);
  const { msg } = members;
  const error = members['error'] ?? members['err'];
  // The kubelet's own JSON, printed by another program: with blanks, say.
  if (typeof members['ts'] === 'number' && text === msg && 'caller' in members)
    return setText(JSON.stringify(members), head);
  // logrus, go-kit, zap: what would stand behind the message in its text form.
  return setText(text === msg ? text + pairsOf({ ...members, error }) : text, head);
}

/** What tells of a failure, and what etcd names with its slowness, its alarms and other members. */
const told = ['error', 'took', 'exceeded-duration', 'alarm', 'remote-peer-id'];

function pairsOf(members: Members): string {
  return told
    .filter((key) => typeof members[key] === 'string')
    .map((key) => ` ${key}=${JSON.stringify(members[key])}`)
    .join('');
}

function setText(text: string, head: LineHead): true {
  const line = encode(text);
  head.bytes = line;
  head.to = line.at(-1) === NEWLINE ? line.length - 1 : line.length;
  return true;
}

function childOf(members: Members, key: string): Members {
  const child = members[key];
  return isObject(child) ? child : {};
}

function textIn(members: Members): string | undefined {
  for (const key of textKeys) {
    const value = members[key];
    if (typeof value === 'string') return value;
    // The journal gives a message that isn't UTF-8 as a list of bytes.
    if (Array.isArray(value) && value.every((byte) => typeof byte === 'number'))
      return decode(Uint8Array.from(value));
  }
  return undefined;
}

function setTime(members: Members, head: LineHead): boolean {
  // MongoDB's: `"t":{"$date":"…"}`.
  const dates = [...timeKeys.map((key) => members[key]), childOf(members, 't')['$date']];
  const time = dates.map(timeOf).find((each) => each !== undefined);
  if (time === undefined) return false;
  setStamp(civilOf(micros(time)), head);
  return true;
}

/** The wrapper's stamp, in UTC. */
export function setStamp(
  { year, month, day, clock }: ReturnType<typeof civilOf>,
  head: LineHead,
): void {
  head.outerYear = year;
  head.outerMonth = month;
  head.outerDay = day;
  head.outerClock = clock;
  head.outerZone = 0;
}

/** A stamp as text (RFC 3339) or as a number of seconds, milli-, micro- or nanoseconds, told by its size. */
export function timeOf(value: unknown): number | undefined {
  const number = typeof value === 'number' ? value : Number(value ?? NaN);
  if (typeof value === 'string' && !/^\d+(\.\d+)?$/.test(value)) return parseRfc3339(value);
  if (!(number > 1e8)) return undefined;
  if (number < 1e11) return Math.round(number * 1e6);
  if (number < 1e14) return Math.round(number * 1e3);
  return number < 1e17 ? Math.round(number) : Math.round(number / 1e3);
}

function setWriter(members: Members, head: LineHead): void {
  const name = members['SYSLOG_IDENTIFIER'] ?? members['_COMM'] ?? members['ident'];
  if (typeof name === 'string') head.program = programNumber(programNamed(name));
  const pid = Number(members['_PID'] ?? members['SYSLOG_PID'] ?? NaN);
  if (!Number.isInteger(pid) || pid < 0 || pid > 0xffffffff) return;
  head.outerPid = head.pid = pid;
  head.writer = (pid << 1) | 1;
}

function envelope(
  name: LayerName,
  owns: (members: Members) => boolean,
  samples: readonly Sample[],
): Format {
  return {
    name,
    starts: '{',
    read(bytes, from, to, head) {
      if (at(bytes, from + 1) > 34) return NO_MATCH;
      let end = to;
      while (end > from && at(bytes, end - 1) === SPACE) end--;
      if (at(bytes, end - 1) !== 125) return NO_MATCH;
      const members = parseJson(decode(bytes, from, end));
      if (!isObject(members) || !owns(members) || !readMembers(members, head)) return NO_MATCH;
      head.partial = name === 'docker-json' && !String(members['log']).endsWith('\n');
      return 0;
    },
    samples,
  };
}

export const journaldJson = envelope(
  'journald-json',
  (members) => '__REALTIME_TIMESTAMP' in members || '__CURSOR' in members,
  [
    {
      line: `{"MESSAGE":"I0215 20:28:32.100000 248 a.go:1] \\"hi\\" k=1","__REALTIME_TIMESTAMP":"1708028912100050","_PID":"248","SYSLOG_IDENTIFIER":"kubelet","PRIORITY":"6"}`,
      format: 'journald-json/klog',
      time: '2024-02-15T20:28:32.100000Z',
      program: 'kubelet',
      pid: 248,
      message: 'hi',
    },
    {
      line: `{"MESSAGE":[104,195,40],"__REALTIME_TIMESTAMP":"1708028912100050","_PID":"1","SYSLOG_IDENTIFIER":"systemd","PRIORITY":"3"}`,
      format: 'journald-json',
      time: '2024-02-15T20:28:32.100050Z',
      severity: 'error',
      program: 'systemd',
      message: 'h\ufffd(',
    },
  ],
);

export const dockerJson = envelope(
  'docker-json',
  // Collectors that take the time out have joined the parts of a line, and dropped its end.
  (members) => typeof members['log'] === 'string' && 'stream' in members && 'time' in members,
  [
    {
      line: `{"log":"E0703 12:00:01.100000 1 kubelet.go:9] \\"m\\" k=\\"v\\"\\n","stream":"stderr","time":"2021-07-03T12:00:01.123456789Z"}`,
      format: 'docker-json/klog',
      time: '2021-07-03T12:00:01.100000Z',
      message: 'm',
    },
  ],
);

/** The first members of a logger's object: zap's, logrus's. */
const firstMembers =
  /^\{ ?"(?:(?:level|severity)": ?"(\w{1,9})", ?)?"(?:ts|time|timestamp)": ?(?:"([^"]{19,40})"|(\d{9,13}(?:\.\d{1,9})?))(?:, ?"level": ?"(\w{1,9})")?/;
const REACH = 300;

/** An object whose end is lost or in the next lines: a log driver parts what is longer than 16 KiB, and who copies cuts. */
export const cutJson: Format = {
  name: 'json-envelope',
  starts: '{',
  read(bytes, from, to, head) {
    if (at(bytes, from + 1) > 34) return NO_MATCH;
    const text = decode(bytes, from, Math.min(to, from + REACH));
    const [whole, first, stamp, seconds, second] = firstMembers.exec(text) ?? [];
    // The kubelet's own is put together again.
    if (whole === undefined || text.startsWith('{"ts":')) return NO_MATCH;
    const time = timeOf(stamp ?? seconds);
    if (time === undefined) return NO_MATCH;
    setStamp(civilOf(micros(time)), head);
    head.severity = severityNamed(first ?? second ?? '');
    if (etcdCaller.test(/"caller": ?"([^"]+)"/.exec(text)?.[1] ?? '')) {
      head.program = programNumber('etcd');
      head.guessed = true;
    }
    return DONE;
  },
  samples: [
    {
      line: `{"level":"error","ts":1623180677.0551498,"logger":"a","msg":"no reconciling","error":"x: `,
      format: 'json-envelope',
      time: '2021-06-08T19:31:17.055150Z',
      severity: 'error',
    },
    {
      line: `{"level":"info","ts":"2023-02-22T08:21:08.399Z","caller":"rafthttp/peer.go:330","msg":"stopping rem`,
      format: 'json-envelope',
      time: '2023-02-22T08:21:08.399000Z',
      severity: 'info',
      program: 'etcd',
    },
  ],
};

export const jsonEnvelope = envelope('json-envelope', () => true, [
  {
    line: `{"_index":"logs","_id":"1","_source":{"@timestamp":"2023-05-05T01:02:03.5Z","message":"I0505 01:02:03.400000 5 a.go:1] hi"}}`,
    format: 'json-envelope/klog',
    time: '2023-05-05T01:02:03.400000Z',
  },
  {
    line: `{"time":"2023-05-05T01:02:03.5Z","category":"kubelet","properties":{"log":"I0505 01:02:03.400000 5 a.go:1] hi"}}`,
    format: 'json-envelope/klog',
    time: '2023-05-05T01:02:03.400000Z',
  },
  {
    line: `{"ts": 1753141980841.6128, "caller": "kubelet/kubelet.go:2406", "msg": "Skipping", "err": "x"}`,
    format: 'json-envelope/klog-json',
    time: '2025-07-21T23:53:00.841613Z',
    severity: 'error',
    site: 'kubelet.go:2406',
    message: 'Skipping',
  },
  {
    line: `{"@timestamp":"2023-05-05T01:02:03.5Z","log":"I0505 01:02:03.400000 5 a.go:1] hi","host":"h"}`,
    format: 'json-envelope/klog',
    time: '2023-05-05T01:02:03.400000Z',
  },
  {
    line: `{"level":"warn","ts":"2024-02-15T20:28:32Z","msg":"etcd is slow","took":1}`,
    format: 'json-envelope',
    time: '2024-02-15T20:28:32.000000Z',
    severity: 'warning',
    message: 'etcd is slow',
  },
  {
    line: `{"error":"rpc error: code = DeadlineExceeded","level":"error","msg":"StopContainer for \\"abc\\" failed","time":"2024-10-05T13:37:04.971540932Z"}`,
    format: 'json-envelope',
    time: '2024-10-05T13:37:04.971540Z',
    severity: 'error',
    message: 'StopContainer for "abc" failed error="rpc error: code = DeadlineExceeded"',
  },
  {
    line: `{"caller":"plugin.go:9","err":"no socket","level":"warn","msg":"trying again","ts":"2024-10-05T13:37:04.5Z"}`,
    format: 'json-envelope',
    time: '2024-10-05T13:37:04.500000Z',
    severity: 'warning',
    message: 'trying again error="no socket"',
  },
  {
    line: `{"level":"info","ts":1623075137.8653576,"logger":"leader","msg":"Became the leader."} `,
    format: 'json-envelope',
    time: '2021-06-07T14:12:17.865358Z',
    message: 'Became the leader.',
  },
  {
    line: `{"t":{"$date":"2021-06-07T14:12:17.865+00:00"},"s":"I","c":"NETWORK","id":1,"ctx":"a","msg":"Listening"}`,
    format: 'json-envelope',
    time: '2021-06-07T14:12:17.865000Z',
    message: 'Listening',
  },
  {
    line: `{"jsonPayload":{"message":"I0505 01:02:03.400000 5 a.go:1] hi"},"timestamp":"2023-05-05T01:02:03.5Z"}`,
    format: 'json-envelope/klog',
    message: 'hi',
  },
]);

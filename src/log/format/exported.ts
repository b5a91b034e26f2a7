// Lines of what query consoles and clouds export: rows of CSV, and members of JSON or YAML printed over several lines. Only the member that
// holds the log's line is taken apart; the lines around it stay its surroundings.
import { micros } from '../../base/time.ts';
import {
  at,
  decode,
  encode,
  indexOfByte,
  indexOfText,
  isDigit,
  QUOTE,
  SPACE,
  startsWith,
  TAB,
} from '../bytes.ts';
import { isObject, parseJson } from '../klogBody.ts';
import type { LineHead } from '../lineHead.ts';
import { civilOf, monthAt } from '../stamps.ts';
import { DONE, NO_MATCH, type Format } from './format.ts';
import { setStamp, timeOf } from './jsonEnvelope.ts';
import { severityOf } from './klog.ts';

/** A line of klog, of a syslog file, or of the kubelet's JSON begins here. */
function isLogStart(bytes: Uint8Array, i: number, to: number): boolean {
  // What stands behind the line is not of it, and may not have come yet.
  const isAt = (place: number, byte: number): boolean => place < to && at(bytes, place) === byte;
  const numbered = [1, 2, 3, 4].every((k) => isDigit(at(bytes, i + k)));
  if (severityOf(at(bytes, i)) > 0 && numbered && isAt(i + 5, SPACE)) return true;
  if (monthAt(bytes, i) > 0 && isAt(i + 3, SPACE) && isAt(i + 9, 58)) return true;
  return ['{"ts":', '{""ts"":', '{\\"ts\\":'].some((text) => startsWith(bytes, i, to, text));
}

function take(text: string, head: LineHead): number {
  head.bytes = encode(text.replace(/\r?\n$/, ''));
  head.to = head.bytes.length;
  return 0;
}

/** `6/21/2024, 9:14:02.118 AM`, as Azure's portal writes it, in UTC. */
const american = /^(\d+)\/(\d+)\/(\d{4}), (\d+):(\d\d):(\d\d)(?:\.(\d{1,6}))? ([AP])M$/;

function americanTime(text: string): number | undefined {
  const m = american.exec(text);
  if (m === null) return undefined;
  const [, month = '', day = '', year = '', hour, minute = '', second = '', fraction = '0', half] =
    m;
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0);
  const [mm, dd, hh] = [month, day, String(hours)].map((part) => part.padStart(2, '0'));
  return timeOf(`${year}-${mm}-${dd}T${hh}:${minute}:${second}.${fraction}Z`);
}

/** A field, quoted or not. */
const fields = /(?:^|,)(?:"((?:[^"]|"")*)"?|([^,]*))/g;

/** The quote in front of the field that is a log's line, or -1. */
function logField(bytes: Uint8Array, from: number, to: number): number {
  if (at(bytes, from) === QUOTE && isLogStart(bytes, from + 1, to)) return from;
  let comma = indexOfText(bytes, ',"', from, to);
  while (comma >= 0 && !isLogStart(bytes, comma + 2, to))
    comma = indexOfText(bytes, ',"', comma + 2, to);
  return comma < 0 ? -1 : comma + 1;
}

/** A row with a quoted field that holds the line: its stamp is the first field that is one. */
export const csvRow: Format = {
  name: 'csv',
  starts: '"0123456789',
  read(bytes, from, to, head) {
    const quote = logField(bytes, from, to);
    if (quote < 0) return NO_MATCH;
    for (const [, quoted, bare] of decode(bytes, from, to).matchAll(fields)) {
      const text = quoted ?? bare ?? '';
      const time = /^\d{1,9}$/.test(text) ? undefined : (timeOf(text) ?? americanTime(text));
      if (time === undefined) continue;
      setStamp(civilOf(micros(time)), head);
      break;
    }
    const [, quoted = ''] = /^"((?:[^"]|"")*)/.exec(decode(bytes, quote, to)) ?? [];
    return take(quoted.replaceAll('""', '"'), head);
  },
  samples: [
    {
      line: `1718961242118,"Jun 21 09:14:02 ip-10-0-0-7 kubelet: I0621 09:14:02.118043    1511 a.go:7] ""m"" k=""v"""`,
      format: 'csv/journald-short/klog',
      time: '2024-06-21T09:14:02.118043Z',
      message: 'm',
    },
    {
      line: `"6/21/2024, 9:14:02.118 PM",aks-0,"E0621 21:14:02.118043    1511 a.go:7] ""m"" k=""v""",kubelet`,
      format: 'csv/klog',
      time: '2024-06-21T21:14:02.118043Z',
      message: 'm',
    },
    {
      line: `2024-06-21T09:14:02.118Z,"node","kubelet","I0621 09:14:02.118043    1511 a.go:7] text"`,
      format: 'csv/klog',
      time: '2024-06-21T09:14:02.118043Z',
    },
  ],
};

/** Names of members that hold a line, as their own line of an export begins. */
const member =
  /^\s*(?:- )?(?:"(?:MESSAGE|message|log|line|textPayload|_raw|body)"\s*:|(?:MESSAGE|message|log|line|textPayload):)\s+/;

/** What Loki stamps a line with, in the line above it. */
const nanoseconds = /^\s+"(\d{19})",\s*$/;

/** An item of a list: a line, or an object that holds one. So a stream of Loki is printed over several lines. */
function readItem(
  bytes: Uint8Array,
  from: number,
  quote: number,
  to: number,
  head: LineHead,
): number {
  if (isLogStart(bytes, quote + 1, to) || startsWith(bytes, quote + 1, to, '{\\"'))
    return take(unquoted(decode(bytes, quote, to)), head);
  const time = to - from > 200 ? undefined : nanoseconds.exec(decode(bytes, from, to))?.[1];
  if (time === undefined) return NO_MATCH;
  setStamp(civilOf(micros(Math.floor(Number(time) / 1e3))), head);
  return DONE;
}

function skipBlanks(bytes: Uint8Array, from: number): number {
  let i = from;
  while (at(bytes, i) === SPACE || at(bytes, i) === TAB) i++;
  return i;
}

/** `"message": "…",` and `MESSAGE: '…'`: a member of an object that was printed over several lines. */
export const memberLine: Format = {
  name: 'json-member',
  starts: ' \t"-MmltL_b',
  read(bytes, from, to, head) {
    const first = skipBlanks(bytes, from);
    if (first > from && at(bytes, first) === QUOTE) {
      const item = readItem(bytes, from, first, to, head);
      if (item !== NO_MATCH) return item;
    }
    const opens = indexOfByte(bytes, 58, from, Math.min(to, from + 80));
    if (opens < 0) return NO_MATCH;
    const i = skipBlanks(bytes, opens + 1);
    if ((at(bytes, i) !== QUOTE && at(bytes, i) !== 39) || !isLogStart(bytes, i + 1, to))
      return NO_MATCH;
    if (!member.test(decode(bytes, from, i))) return NO_MATCH;
    return take(unquoted(decode(bytes, i, to)), head);
  },
  samples: [
    {
      line: `            "message": "Jun 21 09:14:02 ip-10-0-0-7 kubelet: I0621 09:14:02.118043    1511 a.go:7] \\"m\\" k=\\"v\\"",`,
      format: 'json-member/journald-short/klog',
      message: 'm',
    },
    {
      line: `  MESSAGE: 'E0621 09:14:02.118043    1511 a.go:7] "m" err="can''t"'`,
      format: 'json-member/klog',
      severity: 'error',
      message: 'm',
    },
    {
      line: `            "{\\"kubernetes\\":null,\\"message\\":\\"E0621 09:14:02.118043    1511 a.go:7] \\\\\\"m\\\\\\"\\"}"`,
      format: 'json-member/json-envelope/klog',
      severity: 'error',
      message: 'm',
    },
    {
      line: `            "1656092504317000000",`,
      format: 'json-member',
      time: '2022-06-24T17:41:44.317000Z',
    },
  ],
};

/** What stands in the quotes of JSON or YAML; of a line that is cut, what is left. */
function unquoted(text: string): string {
  if (text.startsWith("'")) return text.slice(1).replace(/'\s*$/, '').replaceAll("''", "'");
  const value = parseJson(`{"text":${text.trimEnd().replace(/,$/, '')}}`);
  return isObject(value) && typeof value['text'] === 'string' ? value['text'] : text.slice(1);
}

// The lines of a finding by attempt: one try of an operation, from its begin to its own ending words.
import { withoutSecrets } from '../../base/secrets.ts';
import { shownText } from '../../base/shownText.ts';
import { SECOND, type Micros } from '../../base/time.ts';
import { errorOfRecord } from '../../diagnosis/error/errorOf.ts';
import { causeWithin, takeApart, type TakenApart } from '../../diagnosis/error/takeApart.ts';
import type { Finding, FindingEvidence } from '../../diagnosis/finding.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import { stagesOf } from '../../kubelet/rebuild/pod/tries.ts';
import type { LogRecord } from '../../log/record.ts';
import type { FindingAttempt, FindingAttempts } from '../../protocol/rows.ts';
import type { Tape } from '../../replay/tape.ts';
import type { Incident } from './incident.ts';

/** Lines of one attempt hand their error on at once; the stamps of a journal have whole seconds. */
const HANDED_ON = SECOND;
/** A line that has no error belongs to one beside it that has the same sandbox or container. */
const BESIDE = SECOND / 100;
/** Of a storm not all lines that count beside those cited are looked at. */
const MOST_NEAR = 100;
const LONGEST_ENDING = 300;
const LONGEST_ROW = 220;
const LONGEST_TEXT = 2_000;

interface Told extends Pick<FindingEvidence, 'input' | 'role'> {
  readonly position: number;
  readonly at: Micros;
  readonly record: LogRecord;
  /** The same for all lines of one statement. */
  readonly statement: string;
  /** Its error without quotes and escapes, from the outermost layer on. */
  readonly error: string | undefined;
  readonly ending: string | undefined;
  /** It says no more than a code, as calls of all kinds do that time out together. */
  readonly isBare: boolean;
  readonly pod: string | undefined;
}

/**
 * The first attempt and the last, and of those between as many as are asked for. An attempt is a line that counts, with those that hand its
 * error on; of each the finding cites, all that it cites.
 */
export function attemptsOf(incident: Incident, finding: Finding, between: number): FindingAttempts {
  const { tape, history } = incident;
  const { positions, times, sums } = finding.counted;
  const cited = finding.evidence.flatMap((one) => told(tape, one) ?? []);
  const isCited = (position: number): boolean => cited.some((line) => line.position === position);
  const isNear = (time = NaN): boolean => cited.some(({ at }) => Math.abs(at - time) <= HANDED_ON);
  const near = positions.filter((position, index) => isNear(times[index]) && !isCited(position));
  const lines = [...cited, ...near.slice(0, MOST_NEAR).flatMap((one) => counting(tape, one))];
  const groups = groupsOf(lines.sort(inOrder), new Set(positions));
  const met = new Set(lines.map(({ position }) => position));
  const others = positions.filter((position) => !met.has(position));
  const some = [...others.slice(0, between), ...others.slice(between).slice(-1)];
  groups.push(...some.flatMap((position) => counting(tape, position).map((line) => [line])));
  groups.sort(([a], [b]) => (a && b ? inOrder(a, b) : 0));
  const shown =
    groups.length <= between + 2 ? groups : [...groups.slice(0, between + 1), ...groups.slice(-1)];
  const numbers = new Map(positions.map((position, index) => [position, sums[index]]));
  const pod = finding.podKey === undefined ? undefined : history.pod(finding.podKey);
  const begins = beginsOf(pod, pod?.network ?? history.network);
  return {
    total: groups.length + others.length - some.length,
    shown: shown.map((group) => attemptOf(group, numbers, begins)),
  };
}

function inOrder(a: Told, b: Told): number {
  return a.position - b.position;
}

function counting(tape: Tape, position: number): Told[] {
  const input = tape.record(position)?.id;
  const line = input && told(tape, { input, role: 'cause' });
  return line === undefined ? [] : [line];
}

function told(tape: Tape, { input, role }: Pick<Told, 'input' | 'role'>): Told | undefined {
  const position = tape.positionOfInput(input);
  const record = tape.record(position);
  if (record === undefined) return undefined;
  const { structured, message, file, fileLine } = record;
  const error = errorIn(record);
  return {
    ...{ input, role, position, record },
    at: tape.timeAt(position),
    statement: structured ? message : `${file}:${fileLine}`,
    error: error?.layers.map(({ text }) => text).join(': '),
    ending: error && causeWithin(error, LONGEST_ENDING),
    isBare: error?.layers.every(({ by, code }) => by === 'gRPC' || code !== undefined) === true,
    pod: record.field('pod'),
  };
}

/** What the statement of a structured line says is no error: that stands in a field. */
function errorIn(record: LogRecord): TakenApart | undefined {
  if (!record.structured || record.fields.length === 0) return errorOfRecord(record);
  if (record.message === 'Event occurred' && record.field('type') === 'Warning')
    return takeApart(withoutSecrets(record.field('message') ?? ''));
  return (record.field('err') ?? record.field('error')) === undefined
    ? undefined
    : errorOfRecord(record);
}

/** In the order of their first lines. Lines of two attempts may stand between each other. */
function groupsOf(lines: readonly Told[], counted: ReadonlySet<number>): Told[][] {
  const groups: Told[][] = [];
  const counts = ({ position }: Told): boolean => counted.has(position);
  for (const line of lines) {
    const own = groups.findLast(
      (group) => !(counts(line) && group.some(counts)) && isOfOne(group, line),
    );
    if (own === undefined) groups.push([line]);
    else own.push(line);
  }
  return groups;
}

/** Each call of the runtime that fails has such a line. */
const call = /from (?:runtime|image) service failed/;

/** Whether a line hands on the error of an attempt, or names in the same moment what it is about. */
function isOfOne(group: readonly Told[], line: Told): boolean {
  const before = group.at(-1);
  if (before === undefined || !(line.at - before.at <= HANDED_ON)) return false;
  const isAnother = (one: Told): boolean =>
    one.statement === line.statement ||
    (call.test(one.statement) && call.test(line.statement)) ||
    (one.pod !== undefined && line.pod !== undefined && one.pod !== line.pod);
  return !group.some(isAnother) && group.some((one) => isTied(one, line));
}

function isTied(one: Told, line: Told): boolean {
  const isBeside = line.at - one.at <= BESIDE && line.at % SECOND !== 0;
  if (one.error === undefined || line.error === undefined)
    return isBeside && idsOf(line).some((id) => one.record.text.includes(id));
  const isSame = one.error.endsWith(line.error) || line.error.endsWith(one.error);
  return isSame && (isBeside || !(one.isBare || line.isBare));
}

function idsOf({ record }: Told): readonly string[] {
  return record.text.match(/\b[0-9a-f]{64}\b/g) ?? [];
}

type Begins = (group: readonly Told[]) => FindingAttempt['began'];

/** When an attempt began, where a line tells: that of its call of a plug-in, else that of its worker's sync. */
function beginsOf(pod: PodHistory | undefined, network: PodHistory['network']): Begins {
  const calls = new Map<number, FindingAttempt['began']>();
  for (const { attempts } of network)
    for (const { begun, ...attempt } of attempts)
      if (begun.value !== undefined)
        for (const { position } of stagesOf({ begun, ...attempt }))
          calls.set(position, { at: begun.value, known: begun.known, input: begun.provedBy[0] });
  const marks = (kind: string) => pod?.marks(kind) ?? [];
  const [begun, failed, done] = [marks('worker.begin'), marks('worker.error'), marks('worker.end')];
  const isIn = (list: typeof begun, from: number, to: number): boolean =>
    list.some(({ position }) => position > from && position < to);
  return (group) => {
    const call = group.map(({ position }) => calls.get(position)).find((one) => one !== undefined);
    if (call !== undefined) return call;
    const end = failed.find(({ position }) => group.some((line) => line.position === position));
    const begin = end && begun.findLast(({ position }) => position < end.position);
    if (end === undefined || begin === undefined) return undefined;
    const isOver = [failed, done].some((list) => isIn(list, begin.position, end.position));
    return isOver ? undefined : { at: begin.at, known: 'seen', input: begin.input };
  };
}

function attemptOf(
  group: readonly Told[],
  numbers: ReadonlyMap<number, number | undefined>,
  begins: Begins,
): FindingAttempt {
  // What all of its lines end with: some tell of more layers.
  const [ending] = group.flatMap((line) => line.ending ?? []).sort((a, b) => a.length - b.length);
  return {
    number: group.map(({ position }) => numbers.get(position)).find((one) => one !== undefined),
    at: group.at(-1)?.at,
    began: begins(group),
    ending: ending && shownText(ending),
    lines: group.map(({ role, at, record, input, ...line }) => ({
      ...{ role, at, input },
      text: shownText(cutMiddle(record.text, LONGEST_TEXT)),
      said: shownText(cutMiddle(saidBy(record, line.error, ending), LONGEST_ROW)),
    })),
  };
}

/** Its words and its error, without the ending that is told once; of a line without an error, what it names. */
function saidBy(record: LogRecord, error: string | undefined, ending: string | undefined): string {
  const { structured, message, fields } = record;
  if (error === undefined)
    return [message, ...fields.map(({ key, value }) => `${key}=${value}`)].join(' ');
  const whole = structured ? `${message}: ${error}` : error;
  return ending !== undefined && whole.length > ending.length && whole.endsWith(ending)
    ? `${whole.slice(0, -ending.length)}…`
    : whole;
}

/** What is wrong stands at the end of an error. */
function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.floor(most / 3);
  return `${text.slice(0, head)}…${text.slice(head + 1 - most)}`;
}

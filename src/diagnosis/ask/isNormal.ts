// “Is this line normal?”: what a line proves, whether a fault or a known harmless pattern explains it, and how often its like stands.
import { formatDuration, MILLISECOND, type Micros } from '../../base/time.ts';
import type { InputId } from '../../base/input.ts';
import { isKnownHarmless } from '../../kubelet/evidence/known.ts';
import { read } from '../../kubelet/evidence/rules.ts';
import { writersOf } from '../../kubelet/evidence/writers.ts';
import type { LogRecord, Severity } from '../../log/record.ts';
import type { Tape } from '../../replay/tape.ts';
import type { Finding } from '../finding.ts';
import { askedBy, Matcher } from '../match.ts';
import { flatten, objectsOf } from '../objects.ts';
import { rules as builtIn } from '../rules/index.ts';
import { chain } from '../suspect.ts';
import {
  inferredSentence,
  nameOf,
  seenSentence,
  unknownSentence,
  type Answer,
  type AskedOf,
  type Sentence,
} from './answer.ts';

export function isNormal(asked: AskedOf, input: InputId): Answer {
  const question = 'Is this line normal?';
  const position = asked.tape.positionOfInput(input);
  const record = asked.tape.record(position);
  if (record === undefined)
    return { question, sentences: [unknownSentence('That line is not in the log.')] };
  return {
    question,
    sentences: [
      ...verdict(asked, record),
      ...meaning(asked, record, position),
      ...printedBy(record),
      ...frequency(asked.tape, position, record),
    ],
  };
}

function verdict(asked: AskedOf, record: LogRecord): Sentence[] {
  const ids = fittingRules(asked, record);
  const explaining = explains(asked.findings, record, ids);
  const [fault] = explaining.filter(isFault);
  if (fault !== undefined) return blames('it belongs to', fault, record);
  const beside = standsBeside(asked, record, ids);
  if (explaining.every(isUnknown) && beside !== undefined)
    return blames('it stands beside', beside, record);
  const [unknown] = explaining.filter(isUnknown);
  if (unknown !== undefined)
    return [
      unknownSentence(`${unknown.title} (${unknown.id}).`),
      inferredSentence(unknown.explanation, record.id),
    ];
  const [harmless] = explaining;
  if (harmless !== undefined)
    return [
      inferredSentence(
        `Yes, it only looks like a fault: ${harmless.title} (${harmless.id}).`,
        record.id,
      ),
      inferredSentence(harmless.explanation, record.id),
    ];
  if (ids.length > 0)
    return [
      inferredSentence(
        `Yes, here: it looks like ${ids.join(' or ')}, but the lines around it rule that out.`,
        record.id,
      ),
    ];
  return [quietVerdict(record)];
}

function blames(how: string, fault: Finding, record: LogRecord): Sentence[] {
  return [
    inferredSentence(
      `No: ${how} ${fault.title} (${fault.severity}, ${fault.id}).`,
      ...fault.evidence.map(({ input }) => input),
    ),
    inferredSentence(fault.explanation, record.id),
  ];
}

function isUnknown({ verdict }: Finding): boolean {
  return verdict === 'unknown';
}

function isFault({ severity }: Finding): boolean {
  return severity !== 'info';
}

/**
 * A fault that cites the line for what led to it, that took the place of what the line looks like, or that cites another line of the
 * same chain: a loud one, or one of the same file, at the same moment.
 */
function standsBeside(
  { findings, tape }: AskedOf,
  record: LogRecord,
  ids: readonly string[],
): Finding | undefined {
  const isLoud = loud.includes(record.severity);
  const time = tape.timeAt(tape.positionOfInput(record.id));
  const inChain = ({ input }: Finding['evidence'][number]): boolean => {
    const position = tape.positionOfInput(input);
    // Most stand elsewhere, and are not read.
    if (!(Math.abs(tape.timeAt(position) - time) <= chain)) return false;
    const other = tape.record(position);
    if (other?.time === undefined || record.time === undefined) return false;
    return isLoud || (record.file !== '' && other.file === record.file);
  };
  const isConcerned = concerning(record);
  return findings
    .filter((finding) => isFault(finding) && isConcerned(finding))
    .find(
      ({ evidence, ruledOut, first, last }) =>
        evidence.some(({ input }) => isOf(record, input)) ||
        (isWithin(record, first, last) && ruledOut.some(({ id }) => ids.includes(id))) ||
        evidence.some(inChain),
    );
}

function isOf({ id }: LogRecord, input: InputId): boolean {
  return input.source === id.source && input.offset === id.offset;
}

function isWithin({ time }: LogRecord, first: Micros, last: Micros): boolean {
  return time === undefined || (time >= first && time <= last);
}

/** Whether a finding may be of the pod that a line names. */
function concerning(record: LogRecord): (finding: Finding) => boolean {
  const { pod } = objectsOf(flatten(record));
  return (finding) => pod === undefined || finding.pod === undefined || finding.pod === pod;
}

const loud: readonly Severity[] = ['warning', 'error', 'fatal'];

function quietVerdict(record: LogRecord): Sentence {
  const isLoud = loud.includes(record.severity);
  const isKnown = read(record) !== undefined || isKnownHarmless(record);
  if (isLoud && !isKnown)
    return unknownSentence(
      `Unknown: no rule matches this ${record.severity}, and nothing here shows that it is harmless.`,
    );
  if (isLoud)
    return inferredSentence(
      `Not a fault by itself: this ${record.severity} is known, and no fault was found behind it.`,
      record.id,
    );
  return isKnown
    ? inferredSentence('Normal: healthy kubelets log this line.', record.id)
    : unknownSentence('Probably normal: it is below a warning, and no rule matches it.');
}

/** Ids of the rules with a sign that this line fits. */
function fittingRules({ tape, packRules = [] }: AskedOf, record: LogRecord): readonly string[] {
  const table = tape.sources.find((source) => source.table.source === record.id.source)?.table;
  if (table === undefined) return [];
  const writer = writersOf(table).at(record.ordinal, record);
  const matcher = new Matcher(askedBy([...builtIn, ...packRules], {}));
  const found = matcher.match(record, flatten(record), writer);
  return [
    ...new Set(
      found.filter(({ asked }) => asked.sign.role !== 'context').map(({ asked }) => asked.by),
    ),
  ];
}

/** Findings that cite the line; else those of a rule that fits it, of the pod that it names, at its time. */
function explains(
  findings: readonly Finding[],
  record: LogRecord,
  ids: readonly string[],
): readonly Finding[] {
  const citing = findings.filter(({ evidence }) =>
    evidence.some(({ input, role }) => role !== 'context' && isOf(record, input)),
  );
  if (citing.length > 0) return citing;
  const isConcerned = concerning(record);
  return findings.filter(
    (finding) =>
      ids.includes(finding.id) &&
      isConcerned(finding) &&
      isWithin(record, finding.first, finding.last),
  );
}

/** What it tells of its pod, in the words of the pod's story. */
function meaning({ history }: AskedOf, record: LogRecord, position: number): Sentence[] {
  const { pod = '', uid } = objectsOf(flatten(record));
  const [namespace = '', name = ''] = pod.split('/');
  const key = uid === undefined ? undefined : history.identify(uid)?.podKey;
  const known = key === undefined ? undefined : history.pod(key);
  const lives = known === undefined ? history.podsNamed(namespace, name) : [known];
  return lives.flatMap((life) =>
    life.events
      .filter((event) => event.position === position)
      .map((event) => seenSentence(`Means: ${nameOf(life)}: ${event.text}.`, event.input)),
  );
}

/** The oldest minor whose messages were read: what it prints may be older. */
const OLDEST = 9;

/** Which kubelets print it, and how loud they have to be. */
function printedBy(record: LogRecord): Sentence[] {
  const rule = read(record)?.rule;
  if (rule === undefined || rule.files[0] === '') return [];
  const { since, until, v } = rule;
  const range = [
    ...(since > OLDEST ? [`from 1.${since} on`] : []),
    ...(until === undefined ? [] : [`up to 1.${until}`]),
    ...(v === 0 ? [] : [`with --v=${v} or higher`]),
  ];
  return range.length === 0
    ? []
    : [inferredSentence(`Kubelets log it ${range.join(', ')}.`, record.id)];
}

/** How many lines have the same message, or stand at the same place of the source. */
function frequency(tape: Tape, position: number, record: LogRecord): Sentence[] {
  const { source, ordinal } = tape.place(position);
  const table = tape.sources[source]?.table;
  if (table === undefined || (record.file === '' && !record.structured)) return [];
  const message = table.message[ordinal];
  let count = 0;
  let first = NaN;
  let last = NaN;
  for (let row = 0; row < table.length; row++) {
    if (table.message[row] !== message) continue;
    count++;
    if (Number.isNaN(first)) first = table.time[row] ?? NaN;
    last = table.time[row] ?? NaN;
  }
  if (count < 2) return [seenSentence('It appears once in this log.', record.id)];
  const every = (last - first) / (count - 1);
  const pace = every >= MILLISECOND ? `, every ${formatDuration(every)} on average` : '';
  return [seenSentence(`It appears ${count} times in this log${pace}.`, record.id)];
}

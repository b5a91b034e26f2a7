// “Is this line normal?”: what a line proves, whether a fault or a known harmless pattern explains it, and how often its like stands.
import { formatDuration, MILLISECOND } from '../../base/time.ts';
import type { InputId } from '../../base/input.ts';
import { isKnownHarmless } from '../../kubelet/evidence/known.ts';
import { read } from '../../kubelet/evidence/rules.ts';
import type { LogRecord } from '../../log/record.ts';
import type { Tape } from '../../replay/tape.ts';
import type { Finding } from '../finding.ts';
import { Matcher } from '../match.ts';
import { flatten, objectsOf } from '../objects.ts';
import { rules as builtIn } from '../rules/index.ts';
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
  const { findings } = asked;
  const ids = fittingRules(asked, record);
  const explaining = explains(findings, record, ids);
  const faults = explaining.filter(({ severity }) => severity !== 'info');
  const [fault] = faults;
  if (fault !== undefined)
    return [
      inferredSentence(
        `No: it belongs to ${fault.title} (${fault.severity}, ${fault.id}).`,
        ...fault.evidence.map(({ input }) => input),
      ),
      inferredSentence(fault.explanation, record.id),
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
        `Yes, here: it is what ${ids.join(' or ')} looks like, and what stands around it rules that out.`,
        record.id,
      ),
    ];
  return [quietVerdict(record)];
}

function quietVerdict(record: LogRecord): Sentence {
  const loud =
    record.severity === 'error' || record.severity === 'warning' || record.severity === 'fatal';
  const isKnown = read(record) !== undefined || isKnownHarmless(record);
  if (loud && !isKnown)
    return unknownSentence(
      `No rule knows this ${record.severity}: nothing here says that it is harmless.`,
    );
  if (loud)
    return inferredSentence(
      `Alone it is no fault: this ${record.severity} is known, and no fault is found behind it.`,
      record.id,
    );
  return isKnown
    ? inferredSentence('Yes: a kubelet that is well writes it.', record.id)
    : unknownSentence('Nothing speaks against it: it is below a warning, and no rule knows it.');
}

/** Ids of the rules with a sign that this line fits. */
function fittingRules({ packRules = [] }: AskedOf, record: LogRecord): readonly string[] {
  const rules = [...builtIn, ...packRules];
  const matcher = new Matcher(
    rules.flatMap((rule) => rule.signs.map((sign) => ({ by: rule.id, sign }))),
  );
  const found = matcher.match(record, flatten(record));
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
    evidence.some(
      ({ input, role }) =>
        role !== 'context' &&
        input.source === record.id.source &&
        input.offset === record.id.offset,
    ),
  );
  if (citing.length > 0) return citing;
  const { pod } = objectsOf(flatten(record));
  return findings.filter(
    (finding) =>
      ids.includes(finding.id) &&
      (pod === undefined || finding.pod === undefined || finding.pod === pod) &&
      (record.time === undefined || (record.time >= finding.first && record.time <= finding.last)),
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
      .map((event) => seenSentence(`It tells of ${nameOf(life)}: ${event.text}.`, event.input)),
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
    ...(v === 0 ? [] : [`with --v=${v} or more`]),
  ];
  return range.length === 0
    ? []
    : [inferredSentence(`Kubelets print it ${range.join(', ')}.`, record.id)];
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
  if (count < 2) return [seenSentence('It is the only line of its kind in this log.', record.id)];
  const every = (last - first) / (count - 1);
  const pace = every >= MILLISECOND ? `, on average every ${formatDuration(every)}` : '';
  return [seenSentence(`${count} lines of its kind stand in this log${pace}.`, record.id)];
}

import type { Answer } from '../../diagnosis/ask/answer.ts';
import { isNormal } from '../../diagnosis/ask/isNormal.ts';
import { whatHappened } from '../../diagnosis/ask/whatHappened.ts';
import { whyKilled } from '../../diagnosis/ask/whyKilled.ts';
import { whyStuck } from '../../diagnosis/ask/whyStuck.ts';
import { shownLine } from '../../base/shownText.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { AnswerRow, Question } from '../../protocol/askApi.ts';
import { ChannelError } from '../../protocol/channel.ts';
import { findingsBy } from './findingsBy.ts';
import type { Incident } from './incident.ts';

const mostProof = 3;
const longestLine = 600;
const longestSentence = 1_000;

/** The answer to a question at a moment. */
export function answerRow(incident: Incident, moment: Moment, question: Question): AnswerRow {
  const known = { ...incident, findings: findingsBy(incident, moment) };
  const answer = answerTo(known, moment, question);
  return {
    question: shownLine(answer.question, longestSentence),
    sentences: answer.sentences.map(({ text, known, provedBy }) => ({
      text: shownLine(text, longestSentence),
      known,
      proof: distinct(provedBy)
        .slice(0, mostProof)
        .map((input) => proofRow(incident, input)),
    })),
  };
}

function answerTo(incident: Incident, moment: Moment, question: Question): Answer {
  switch (question.kind) {
    case 'killed':
      return whyKilled(incident, podOf(incident, question.podKey), moment);
    case 'stuck':
      return whyStuck(incident, podOf(incident, question.podKey), moment);
    case 'happened':
      return whatHappened(incident, question.time ?? moment.time);
    case 'normal':
      return isNormal(incident, question.input);
  }
}

function podOf({ history }: Incident, podKey: string): PodHistory {
  const pod = history.pod(podKey);
  if (pod === undefined) throw new ChannelError('That pod is not in this log.', 'no-pod');
  return pod;
}

type Proof = Answer['sentences'][number]['provedBy'][number];

function distinct(inputs: readonly Proof[]): Proof[] {
  const met = new Set<string>();
  return inputs.filter(({ source, offset }) => {
    const key = `${source} ${offset}`;
    return met.has(key) ? false : met.add(key);
  });
}

function proofRow(
  { tape }: Incident,
  input: Proof,
): AnswerRow['sentences'][number]['proof'][number] {
  const record = tape.record(tape.positionOfInput(input));
  return {
    input,
    file: tape.sources[tape.indexOfSource(input.source)]?.name ?? '',
    line: record?.line ?? 0,
    text: shownLine(record?.text ?? '', longestLine),
  };
}

/** An answer for a terminal: one sentence a line, its proof below it. */
export function answerText({ question, sentences }: AnswerRow): string {
  const lines = sentences.flatMap(({ text, known, proof }) => [
    `  ${text}${known === 'seen' ? '' : ` (${known})`}`,
    ...proof.map(({ file, line }) => `    ${file}:${line}`),
  ]);
  return `${[question, ...lines].join('\n')}\n`;
}

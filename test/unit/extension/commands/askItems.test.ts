import { expect, test } from 'vitest';
import { sourceId } from '../../../../src/base/input.ts';
import { answerCopy, answerItems } from '../../../../src/extension/commands/askItems.ts';
import type { AnswerRow } from '../../../../src/protocol/askApi.ts';

const input = { source: sourceId(0), offset: 7 };
const proof = [{ input, file: 'kubelet.log', line: 3, text: 'I1121 the line' }];

const answer: AnswerRow = {
  question: 'Why is default/web-1 stuck?',
  sentences: [
    { text: 'It waits.', known: 'inferred', proof },
    { text: `CNI DEL failed: ${'word '.repeat(30)}end.`, known: 'seen', proof },
    { text: 'Nobody knows $(flame).', known: 'unknown', proof: [] },
  ],
};

test('each sentence is an item that leads to its line', () => {
  const [waits, failed, unknown] = answerItems(answer);
  expect(waits).toEqual({
    label: 'It waits.',
    description: 'inferred, line 3',
    detail: 'I1121 the line',
    input,
  });
  expect(failed?.label.length).toBeLessThanOrEqual(90);
  expect(`${failed?.label ?? ''} ${failed?.detail ?? ''}`).toBe(answer.sentences[1]?.text);
  expect(unknown).toMatchObject({ description: 'unknown', detail: undefined, input: undefined });
});

test('a text of the log makes no icon', () => {
  expect(answerItems(answer)[2]?.label).not.toContain('$(flame)');
});

test('the copy names how each sentence is known, and its lines', () => {
  expect(answerCopy(answer).split('\n').slice(0, 2)).toEqual([
    'Why is default/web-1 stuck?',
    '- It waits. [inferred; kubelet.log:3]',
  ]);
});

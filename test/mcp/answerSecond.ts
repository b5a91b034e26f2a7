// The second set of questions about captures, answered by the fixed plans. Its last line is `N passed, N failed`.
//   node test/mcp/answerSecond.ts [ID…]
// The first score of all, with plans that were written before any expectation was read: 109 of 115, at most 2 calls and 14459 bytes a question.
//   worker-state 13 of 13, terminating-hold 11 of 11, relist 9 of 9, container-event 11 of 12, restart-count 9 of 9, sandbox-cni 10 of 10,
//   duration 7 of 9, order 10 of 10, pods-at 9 of 10, fault 8 of 10, healthy 12 of 12
import { readFileSync } from 'node:fs';
import { plans2, type Kind } from './plans2.ts';
import { sayScore, scoreSet, type Question } from './scoreSet.ts';

const wanted = new Set(process.argv.slice(2));
const all = JSON.parse(readFileSync('test/mcp/questions-2.json', 'utf8')) as (Question & {
  readonly kind: Kind;
})[];
const questions = all.filter(({ id }) => wanted.size === 0 || wanted.has(id));
sayScore(
  await scoreSet(
    questions,
    (ask, question) => plans2[question.kind](ask, question),
    wanted.size > 0,
  ),
);

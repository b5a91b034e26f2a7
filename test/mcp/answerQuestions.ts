// Questions about captures, answered by the fixed plans, and what a `grep` of the same size gives. Its last line is `N passed, N failed`.
//   node test/mcp/answerQuestions.ts [ID…]
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { groupBy } from '../../src/diagnosis/verdict.ts';
import { connectEngine } from '../../src/engine/client.ts';
import { nodeSources } from '../../src/engine/host/node/nodeSources.ts';
import { portPair } from '../../src/engine/host/portPair.ts';
import { serveEngine } from '../../src/engine/serve.ts';
import { plans, type Ask } from './plans.ts';
import { judge, judgeGrep, type Answered, type Params, type Question } from './judge.ts';

/** Of the questions, so many are to be answered rightly. */
const LEAST = 0.95;
const MOST_CALLS = 3;
const MOST_BYTES = 16_000;
const captures = 'test/fixtures/lab';

interface Result {
  readonly question: Question;
  readonly wrong: string | undefined;
  readonly calls: number;
  readonly bytes: number;
  readonly byGrep: boolean;
}

const wanted = process.argv.slice(2);
const all = JSON.parse(readFileSync('test/mcp/questions.json', 'utf8')) as Question[];
const questions = all.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const results: Result[] = [];
for (const [capture, asked] of groupBy(
  questions,
  (one) => `${one.capture} ${one.logs.join(' ')}`,
)) {
  const [name = '', ...logs] = capture.split(' ');
  const files = logs.map((log) => path.join(captures, name, log));
  const [near, far] = portPair();
  const served = serveEngine(far, nodeSources());
  const engine = await connectEngine(near);
  const sources = files.map((file) => ({ kind: 'path', path: file }) as const);
  await engine.call('open', [{ sources, year: 2026 }]);
  const text = files.map((file) => gunzipSync(readFileSync(file)).toString()).join('\n');
  for (const question of asked) {
    let [calls, bytes] = [0, 0];
    const ids = new Set<string>();
    const ask: Ask = async (tool, given) => {
      const { answer, text } = await engine.call('assist', [tool, given, false]);
      calls++;
      const content = [{ type: 'text', text }];
      bytes += Buffer.byteLength(JSON.stringify({ content, structuredContent: answer }));
      for (const { lines } of answer.rows) for (const id of lines) ids.add(id);
      return answer;
    };
    const said = await plans[question.kind](ask, paramsOf(question)).catch((error: unknown) =>
      problem(error),
    );
    const wrong = judge(question, said) ?? limits(said, calls, bytes, ids);
    const byGrep = judgeGrep(question, grep(text, question));
    results.push({ question, wrong, calls, bytes, byGrep });
    if (wrong !== undefined || wanted.length > 0)
      console.log(
        `${wrong === undefined ? 'ok' : 'FAIL'} ${question.id} ${question.capture} (${calls} calls, ${bytes} bytes): ${wrong ?? ''}\n  ${JSON.stringify(said)}\n  ${JSON.stringify(question.answer)}`,
      );
  }
  engine.dispose();
  served.dispose();
}

/** What the words of the question say: the UID only where it is among them. */
function paramsOf({ question, params: { uid, ...params } }: Question): Params {
  return uid !== undefined && question.includes(uid) ? { ...params, uid } : params;
}

function problem(error: unknown): Readonly<Record<string, Answered>> {
  const value = error instanceof Error ? error.message : String(error);
  return { error: { value, lines: [] } };
}

/** What a person would look for first, as much as the plans may read: the pod, or words of the kind. */
function grep(text: string, { kind, params }: Question): string {
  const words = {
    'pleg-unhealthy': 'PLEG|relist',
    'kubelet-runs': 'Kubelet version',
    'cni-failed': 'CNI|network',
  };
  const name = params.pod?.split('/')[1];
  const sought = new RegExp(
    name ?? (words as Record<string, string>)[kind] ?? '^E|"severity":"?[eE]',
    '',
  );
  const found = text
    .split('\n')
    .filter((line) => sought.test(line))
    .join('\n');
  return found.slice(0, MOST_BYTES);
}

/** What is wrong beside the answer. */
function limits(
  said: Readonly<Record<string, Answered>>,
  calls: number,
  bytes: number,
  ids: ReadonlySet<string>,
): string | undefined {
  if (calls > MOST_CALLS) return `${calls} calls`;
  if (bytes > MOST_BYTES) return `${bytes} bytes`;
  const lines = Object.values(said).flatMap((part) => part.lines);
  return lines.every((id) => ids.has(id)) ? undefined : 'a line that no answer gave';
}

for (const [kind, of] of groupBy(results, ({ question }) => question.kind)) {
  const right = of.filter(({ wrong }) => wrong === undefined).length;
  const byGrep = of.filter((one) => one.byGrep).length;
  console.log(`${kind.padEnd(22)} ${right} of ${of.length}; grep ${byGrep}`);
}
const right = results.filter(({ wrong }) => wrong === undefined).length;
const most = Math.max(...results.map(({ bytes }) => bytes));
console.log(
  `right ${(right / results.length).toFixed(3)}; at most ${Math.max(...results.map(({ calls }) => calls))} calls, ${most} bytes`,
);
// Some of what is asked no line of the log tells.
const failed = right < LEAST * results.length ? results.length - right : 0;
console.log(`${right} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

// What the lines of a fault say, in their own words: the title of a rule leaves out much of it.
import { withoutSecrets } from '../base/secrets.ts';
import { shortened } from './shortened.ts';
import type { Hit } from './rule.ts';
import { works } from './watched.ts';

const mostQuoted = 3;
const longest = 240;

/** The first line of each form, quoted; none that the title quotes, and none that is of a state in which all is well. */
export function ownWords(hits: readonly Hit[], title: string): readonly string[] {
  const said = new Map<string, string>();
  for (const { line, sign, below } of hits) {
    if (said.size === mostQuoted) break;
    if (sign.role !== undefined || line.severity === 'info' || line.severity === 'debug') continue;
    const words = wordsAt(line.body, below);
    const form = words.replace(/[\w-]*\d[\w-]*/g, '#');
    if (words !== '' && !said.has(form) && !isIn(title, words)) said.set(form, `“${words}”`);
  }
  return [...said.values()];
}

/** Letters at the end of a long text that are enough to know it by. */
const mostOfTail = 60;

/** Of a unit that fails to start its description is all that the line has. */
function isIn(title: string, words: string): boolean {
  return title.includes(words.replace(/^Failed to start |\.$/g, '').slice(-mostOfTail));
}

/** A line by which it worked before it failed once more. */
export function workedBetween(hits: readonly Hit[]): readonly string[] {
  const isMain = ({ sign }: Hit): boolean => sign.role === undefined;
  const own = hits.slice(hits.findIndex(isMain), hits.findLastIndex(isMain));
  const between = own.find(
    ({ line, sign }) => sign.role === 'context' && works.text.test(line.body),
  );
  return between === undefined ? [] : [`In between it works: “${wordsAt(between.line.body, 0)}”.`];
}

/** Of a record of several lines the one that was meant; without the kernel’s stamp. */
function wordsAt(body: string, below: number): string {
  const line = body.split('\n')[below] ?? body;
  return shortened(withoutSecrets(line).replace(/^\[ *[\d.]+\] ?/, ''), longest);
}

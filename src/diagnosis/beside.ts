// What stands beside a failure whose own words say little: the error that the same program told just before or after it.
import { withoutSecrets } from '../base/secrets.ts';
import { MILLISECOND, SECOND } from '../base/time.ts';
import { speaksOfFailure } from './failureWords.ts';
import type { Inquiry } from './inquiry.ts';
import { lineAt } from './scan.ts';
import type { Line } from './rule.ts';
import { hangingWordOf } from './lastWords.ts';

/** µs */
const near = 3 * SECOND;
/** µs: what a program does and how that ends. */
const atOnce = 100 * MILLISECOND;
/** Records on each side. */
const mostBetween = 12;
const longest = 200;

/** Words that tell nothing of why it failed. */
const little = /^(?:exit (?:status|code) \d+|signal: \w+)$|^[^\n:=]{1,60} failed to start$/;

export interface Beside {
  readonly text: string;
  /** It tells why, where the words of the failure do not. */
  readonly isCause: boolean;
}

export function saysLittle(innermost: string): boolean {
  return little.test(innermost.trim());
}

/** The line of the same program near these that says most of an error, in its own words; undefined: there is none. */
export function errorBeside(lines: readonly Line[], ask: Inquiry): string | undefined {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const own = new Set(lines);
  const mine = ask.errorOf(last)?.innermost;
  let best: string | undefined;
  let most = 0;
  for (const { line } of ask.hitsOf('loud')) {
    if (own.has(line) || line.writer !== last.writer || !isNear(line, first, last)) continue;
    if (!speaksOfFailure.test(line.body)) continue;
    const error = ask.errorOf(line);
    const innermost = error?.innermost ?? line.body;
    if (innermost === mine) continue;
    if (saysLittle(innermost) && error !== undefined) continue;
    const says = (error?.layers.some(({ by }) => by === 'operating system') === true ? 2 : 0) + 1;
    if (says <= most) continue;
    most = says;
    best = wordsOfBody(line);
  }
  return best;
}

function isNear({ at, position }: Line, first: Line, last: Line): boolean {
  return (
    at >= first.at - near &&
    at <= last.at + near &&
    position >= first.position - mostBetween &&
    position <= last.position + mostBetween
  );
}

/** What the same process said at once before, of whatever level. */
export function saidBeforeIt(line: Line, ask: Inquiry): string | undefined {
  const before = lineAt(ask.tape, line.position - 1);
  if (before?.pid === undefined || before.pid !== line.pid) return undefined;
  if (line.at - before.at > atOnce || before.writer !== line.writer) return undefined;
  // What was taken back, or went well, is no step that failed.
  return /success|succeed|roll(?:ed)? ?back/i.test(before.body) ? undefined : wordsOfBody(before);
}

function wordsOfBody(line: Line): string {
  const words = withoutSecrets(hangingWordOf(line) ?? line.body).replace(
    /^\S+\.go[: ]\d+[\]:]? /,
    '',
  );
  return words
    .replace(/ \w+="[^"]*"$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest);
}

// What stands beside a failure whose own words say little: the error that the same program told just before or after it.
import type { Program } from '../log/record.ts';
import { withoutSecrets } from '../base/secrets.ts';
import { MILLISECOND, SECOND } from '../base/time.ts';
import { placesOf, type TakenApart } from './error/takeApart.ts';
import { speaksOfFailure } from './failureWords.ts';
import type { Inquiry } from './inquiry.ts';
import { namesError } from './loud.ts';
import { lineAt } from './scan.ts';
import type { Hit, Line } from './rule.ts';
import { hangingWordOf } from './lastWords.ts';
import { shortened } from './shortened.ts';

/** µs */
const near = 10 * SECOND;
/** µs: what a program does and how that ends. */
const atOnce = 100 * MILLISECOND;
/** Records on each side. */
const mostBetween = 12;
const longest = 200;

/** Words that tell nothing of why it failed. */
const little =
  /^(?:exit (?:status|code) \d+|signal: \w+)$|^[^\n:=]{1,60} failed to start$|\btimed out waiting for the condition$/;

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
  const own = new Set(lines.map(({ position }) => position));
  const mine = ask.errorOf(last)?.innermost;
  let best: string | undefined;
  let most = 0;
  for (const line of linesNear(first, last, ask)) {
    if (own.has(line.position) || line.writer !== last.writer) continue;
    if (!speaksOfFailure.test(withoutNames(line.body)) || wentWell.test(line.body)) continue;
    const error = ask.errorOf(line);
    const innermost = error?.innermost ?? line.body;
    if (innermost === mine && !namesMore(line, lines)) continue;
    if (saysLittle(innermost) && error !== undefined) continue;
    const says = weightOf(line, error);
    if (says <= most) continue;
    most = says;
    best = wordsOfBody(line);
  }
  return best;
}

/** An error of the system; any error; what is only remarked. */
function weightOf({ severity, body }: Line, error: TakenApart | undefined): number {
  if (severity === 'info' || severity === 'debug') return 1;
  if (error?.layers.some(({ by }) => by === 'operating system') === true) return 4;
  return namesError(body) ? 3 : 2;
}

/** The same error with the address or the file that none of these names. */
function namesMore({ body }: Line, lines: readonly Line[]): boolean {
  const names = (text: string): boolean => Object.values(placesOf(text)).some(Boolean);
  return names(body) && !lines.some((line) => names(line.body));
}

/** Those of a log that lies on the tape, in their order. */
function linesNear(first: Line, last: Line, ask: Inquiry): readonly Line[] {
  const found: Line[] = [];
  const from = Math.max(0, first.position - mostBetween);
  // What stands behind it is read where a log is so short that it is read anew as it grows.
  const behind = ask.isExcerpt ? mostBetween : 0;
  const to = Math.min(ask.tape.length - 1, last.position + behind);
  for (let position = from; position <= to; position++) {
    const line = lineAt(ask.tape, position);
    if (line !== undefined && line.at >= first.at - near && line.at <= last.at + near)
      found.push(line);
  }
  return found;
}

/** What the same process said at once before, of whatever level; in an excerpt that has no ids of processes, the same program. */
export function saidBeforeIt(line: Line, ask: Inquiry): string | undefined {
  const before = line.position === 0 ? undefined : lineAt(ask.tape, line.position - 1);
  if (before === undefined || before.pid !== line.pid) return undefined;
  if (line.pid === undefined && !ask.isExcerpt) return undefined;
  if (line.at - before.at > atOnce || before.writer !== line.writer) return undefined;
  // The same error is nothing beside it.
  const error = ask.errorOf(line)?.innermost;
  if (error !== undefined && before.body.includes(error)) return undefined;
  // What was taken back, or went well, is no step that failed.
  return wentWell.test(before.body) ? undefined : wordsOfBody(before);
}

/** What stands before a known fault whose own lines name no place: where it names one, or speaks of a failure. Of an excerpt. */
export function besideKnown(hits: readonly Hit[], ask: Inquiry): string | undefined {
  const first = hits[0]?.line;
  if (first === undefined || !ask.isExcerpt || doMuch.includes(first.writer)) return undefined;
  const names = (text: string): boolean => Object.values(placesOf(text)).some(Boolean);
  if (hits.some(({ line }) => names(line.body))) return undefined;
  const said = saidBeforeIt(first, ask);
  return said !== undefined && (names(said) || speaksOfFailure.test(said)) ? said : undefined;
}

/** They do many things at once. */
const doMuch: readonly Program[] = ['kernel', 'kubelet', 'systemd'];

const wentWell = /success|succeed|roll(?:ed)? ?back/i;

/** What is set or measured may be called `…_timeout`. */
function withoutNames(body: string): string {
  return body.replace(/\S+[/_]\S+|'[^'\s]*'/g, ' ');
}

/** Of a record of several lines one: others may be of another matter. */
function wordsOfBody(line: Line): string {
  const [said = ''] = (hangingWordOf(line) ?? line.body).split('\n');
  const words = withoutSecrets(said).replace(/^\S+\.go[: ]\d+[\]:]? /, '');
  // Of the pairs of a structured line the error alone.
  const short = words
    .replace(/^([^"]*?)(?: \w+="[^"]*")* error="([^"]+)".*$/, '$1: $2')
    .replace(/(?: \w+="[^"/:]*")+$/, '');
  return shortened(short, longest);
}

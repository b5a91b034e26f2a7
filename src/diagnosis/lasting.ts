// Whether a log that ends soon after a trouble leaves open if it lasts. It does not where another line tells: the program ended, the same was said
// again later, or what it is about got on.
import { SECOND } from '../base/time.ts';
import { namesOf, stemsOf } from './calm.ts';
import type { Inquiry } from './inquiry.ts';
import type { Hit, Line } from './rule.ts';
import { span, times } from './verdict.ts';

/** µs: a try that is this much later is another one. */
const later = 20 * SECOND;
/** Letters of an error that are enough to know it again by. */
const fewest = 12;

export function leavesOpen(hits: readonly Hit[], ask: Inquiry): boolean {
  const [first, last] = [hits[0]?.line, hits.at(-1)?.line];
  if (first === undefined || last === undefined) return true;
  return !hasEnded(first, ask) && !comesAgain(hits, first, ask) && !getsOn(last, ask);
}

/** A program that ends does not try again; one that systemd stopped does not either. */
function hasEnded(first: Line, ask: Inquiry): boolean {
  const isBehind = ({ position }: Line): boolean => position >= first.position;
  return (
    ask.hitsOf('loud').some(({ line }) => line.severity === 'fatal' && isBehind(line)) ||
    ask.said('ended').some(isBehind)
  );
}

function comesAgain(hits: readonly Hit[], first: Line, ask: Inquiry): boolean {
  if (times(hits) >= 2 && span(hits) >= later) return true;
  const error = errorOf(first, ask);
  if (error === undefined || error.length < fewest) return false;
  return ask
    .hitsOf('loud')
    .some(({ line }) => line.at - first.at >= later && errorOf(line, ask) === error);
}

/** Without its numbers. */
function errorOf(line: Line, ask: Inquiry): string | undefined {
  return ask.errorOf(line)?.innermost.replace(/\d+/g, '#');
}

/** A later line of the same program says that something worked which may be the same: it names the same object, or has a word of the other. */
function getsOn(last: Line, ask: Inquiry): boolean {
  const [objects, words] = [namesOf(last.body), stemsOf(last.body)];
  return ask
    .said('works')
    .some(
      ({ position, writer, body }) =>
        position > last.position &&
        writer === last.writer &&
        ([...namesOf(body)].some((one) => objects.has(one)) ||
          [...stemsOf(body)].some((one) => words.has(one))),
    );
}

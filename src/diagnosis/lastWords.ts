// What a program prints before it ends, when it no longer logs: a bare line, which a reader of logs takes for more of the line before it.
import { SECOND } from '../base/time.ts';
import type { Program } from '../log/record.ts';
import type { Line, Questions } from './rule.ts';
import { shortened } from './shortened.ts';

/** `containerd: failed to load …`, `Error: …`. */
export const lastWord =
  /^(?:[a-z][\w.-]{0,30}: )?(?:[Ff]ailed to|[Ff]atal|[Ee]rror|[Uu]nable to|[Cc]annot|[Cc]ould not|[Ii]nvalid|panic)\b/;
const failsToStart = /^[^\n:=]{1,60} failed to start\b/;
/** As a journal heads each of its lines. */
const headOfJournal = /^[A-Z][a-z]{2} [ \d]\d [\d:]{8} \S{1,80} [\w.@-]{1,60}\[\d+\]: /;
const quiet: readonly Line['severity'][] = ['info', 'debug', 'warning'];

/** Behind a line of a lower level, the words with which its program ends, up to the end of the record; undefined: there are none. */
export function hangingWordOf({ severity, body, writer }: Line): string | undefined {
  // What a kubelet prints below a line are the options that it knows.
  if (writer === 'kubelet' || !quiet.includes(severity) || !body.includes('\n')) return undefined;
  const lines = body.split('\n').map((line) => line.replace(headOfJournal, ''));
  const from = lines.findIndex(
    (line, index) => index > 0 && (lastWord.test(line) || failsToStart.test(line)),
  );
  return from < 0 ? undefined : lines.slice(from).join('\n');
}

/** µs from the last words of a process to what systemd says of its end. */
const within = 5 * SECOND;
const mostWords = 240;

/** The last error before the end of a unit, of a program that may be the unit’s. */
export function saidBefore(
  end: Line,
  ask: Questions,
  isOfUnit: (line: Line) => boolean,
): string | undefined {
  const said = ask
    .hitsOf('loud')
    .findLast(
      ({ line }) => line.position < end.position && end.at - line.at <= within && isOfUnit(line),
    )?.line;
  const words = said && (hangingWordOf(said) ?? lastOf(said.body));
  return words && shortened(words, mostWords);
}

/** Of lines that hang on one another the last that is a last word, without what a journal heads it with. */
function lastOf(body: string): string {
  const lines = body.split('\n').map((line) => line.replace(headOfJournal, ''));
  return lines.findLast((line) => lastWord.test(line)) ?? body;
}

/** What the program of this unit said last, as a sentence; undefined: nothing is known. */
export function lastWordsOf(unit: string, end: Line, ask: Questions): string | undefined {
  const programs = programsOf(unit);
  const words = saidBefore(end, ask, ({ writer }) => programs.includes(writer));
  return words && `Its last error before that: “${words}”.`;
}

/** Whose lines are a unit's, by its name or its description. Of k3s and its like any component may be the one that ends it. */
function programsOf(unit: string): readonly Program[] {
  if (/^cri-docker/.test(unit)) return ['cri-dockerd'];
  if (/docker/i.test(unit)) return ['dockerd'];
  if (/^crio|Container Runtime Interface/.test(unit)) return ['crio'];
  const name = /^(?:kubelet|containerd)/.exec(unit)?.[0];
  if (name !== undefined) return [name as Program];
  return unit.startsWith('snap.') ? ['host', 'kubelet', 'other'] : ['host', 'kubelet'];
}

/** What systemd says of the end of a unit right after the words of a program that ends. */
export function endBehind({ position, at }: Line, ask: Questions): string | undefined {
  return ask
    .said('ended')
    .find((end) => end.writer === 'systemd' && end.position > position && end.at - at <= within)
    ?.body;
}

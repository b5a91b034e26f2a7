// Words in which rules judge: how often, how long, how far a back-off has grown, whether a start explains it.
import { MINUTE, SECOND } from '../base/time.ts';
import { goDuration } from './duration.ts';
import type { Hit, Line, Questions, Sign, Suspicion, Verdict } from './rule.ts';

export const fault: Verdict = {};

/** The lines mean a trap: info under the trap's id. */
export function harmless(id: string): Verdict {
  return { id, severity: 'info' };
}

/** Worth a mention under the rule's own id, not a fault. */
export const aside: Verdict = { severity: 'info' };

export function groupBy<T, K>(
  list: readonly T[],
  keyOf: (entry: T, index: number) => K,
): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  list.forEach((entry, index) => {
    const key = keyOf(entry, index);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  });
  return groups;
}

/** How often it happened: a chain of four lines of different statements is one time, and what surrounds it does not count. */
export function times(hits: readonly Hit[]): number {
  return sumOf(timesOf(hits));
}

/** The hits of the statement that says it most often; a line that two signs fit, or that is printed twice, says it once. */
export function timesOf(hits: readonly Hit[]): readonly Hit[] {
  const hasMain = hits.some(({ sign }) => sign.role === undefined);
  const main = hasMain ? hits.filter(({ sign }) => sign.role === undefined) : hits;
  const each = onceEach(firstOfEach(main));
  const lists = [...groupBy(each, statementOf).values()];
  const most = Math.max(...lists.map(sumOf));
  return lists.find((list) => sumOf(list) === most) ?? [];
}

function firstOfEach(hits: readonly Hit[]): readonly Hit[] {
  const isNew = ({ line }: Hit, index: number): boolean =>
    line.writer !== 'kernel' && line.position > (hits[index - 1]?.line.position ?? -1);
  if (hits.every(isNew)) return hits;
  const met = new Set<string | number>();
  return hits.filter((hit) => {
    const id = idOf(hit);
    return !met.has(id) && met.add(id);
  });
}

/** Two lines of one text and one time are a line and its copy: a journal and what was copied from it, two writers of one log. More are a storm. */
export function onceEach(hits: readonly Hit[]): readonly Hit[] {
  const copies = new Set<Hit>();
  for (const near of ofOneSecond(hits)) {
    if (new Set(near.map(({ line }) => line.body)).size === near.length) continue;
    const byText = groupBy(near, ({ line }) => line.body);
    for (const [one, other, ...more] of byText.values())
      if (one !== undefined && other?.weight === 1 && more.length === 0 && isOneTime(one, other))
        copies.add(other);
  }
  return copies.size === 0 ? hits : hits.filter((hit) => !copies.has(hit));
}

/** Those of which two or more are of one second. */
function ofOneSecond(hits: readonly Hit[]): Iterable<readonly Hit[]> {
  const secondOf = (hit: Hit | undefined): number => Math.floor((hit?.line.at ?? NaN) / SECOND);
  const inOrder = hits.every(
    (hit, index) => index === 0 || secondOf(hits[index - 1]) <= secondOf(hit),
  );
  if (!inOrder) return groupBy(hits, secondOf).values();
  const found: (readonly Hit[])[] = [];
  let from = 0;
  for (let to = 1; to <= hits.length; to++) {
    if (secondOf(hits[to]) === secondOf(hits[from])) continue;
    if (to - from > 1) found.push(hits.slice(from, to));
    from = to;
  }
  return found;
}

/** Of one second: a stamp of a journal has no more. */
function isOneTime({ line: one }: Hit, { line: other }: Hit): boolean {
  // Without a time two lines are two.
  if (one.at <= 0 || isOfManyEvents(one)) return false;
  return one.at === other.at || one.at % SECOND === 0 || other.at % SECOND === 0;
}

/** What the kernel prints of one event has its process or device in it; what has no number in it may be of several of one second. */
function idOf({ line }: Hit): string | number {
  return line.writer === 'kernel' && !isOfManyEvents(line)
    ? `${line.at} ${line.body}`
    : line.position;
}

function isOfManyEvents({ writer, at, body }: Hit['line']): boolean {
  return writer === 'kernel' && at % SECOND === 0 && !/\d/.test(body);
}

/** A line without a statement, as those of kernel and systemd are, is told from others by its sign: each kind of line of a report is one. */
export function statementOf({ line, sign }: Hit): string | Hit['sign'] {
  const isNone = line.writer === 'kernel' || line.writer === 'systemd';
  return isNone || line.statement.startsWith(':') ? sign : line.statement;
}

function sumOf(hits: readonly Hit[]): number {
  return hits.reduce((sum, { weight }) => sum + weight, 0);
}

/** µs from the first hit to the last. */
export function span(hits: readonly Hit[]): number {
  const first = hits[0];
  const last = hits.at(-1);
  return first === undefined || last === undefined ? 0 : last.line.at - first.line.at;
}

/** Hits that follow each other within `pause` µs, apart from those of another time: each start of a kubelet says its own. */
export function bursts(hits: readonly Hit[], pause: number): Hit[][] {
  const all: Hit[][] = [];
  for (const hit of hits) {
    const current = all.at(-1);
    const last = current?.at(-1);
    if (current !== undefined && last !== undefined && hit.line.at - last.line.at <= pause)
      current.push(hit);
    else all.push([hit]);
  }
  return all;
}

export function distinct(hits: readonly Hit[], value: (hit: Hit) => string | undefined): number {
  return new Set(hits.map(value).filter((entry) => entry !== undefined)).size;
}

/** The longest `durationBeforeRetry` of the hits, µs. */
export function longestBackoff(hits: readonly Hit[]): number {
  let longest = 0;
  for (const { line } of hits) {
    const text = /durationBeforeRetry ([0-9a-zµ.]+)/.exec(line.body)?.[1];
    const wait = text === undefined ? undefined : goDuration(text);
    if (wait !== undefined && wait > longest) longest = wait;
  }
  return longest;
}

/** All hits lie in the first `length` µs of a process whose start the log shows. */
export function inStartWindow({ hits }: Suspicion, ask: Questions, length: number): boolean {
  return hits.every(({ line }) => {
    const since = ask.sinceStart(line);
    return since !== undefined && since <= length;
  });
}

/** The log goes on for at least `length` µs after the last hit without another. */
export function quietAfter({ hits }: Suspicion, ask: Questions, length: number): boolean {
  const last = hits.at(-1);
  return last !== undefined && ask.goesOn(last.line.at, length);
}

/** The log is a cut of less than a minute and ends with it: whether it lasts, nothing shows. */
export function breaksOff({ hits }: Suspicion, ask: Questions): boolean {
  const last = hits.at(-1);
  if (last === undefined || ask.goesOn(ask.from, MINUTE)) return false;
  return !ask.goesOn(last.line.at, 2 * SECOND);
}

/** Too few times to be a fault in a log that goes on; nothing shows that it is over where the log breaks off in it. */
export function tooFew(suspicion: Suspicion, ask: Questions): Verdict {
  return breaksOff(suspicion, ask) ? untold : aside;
}

/** Said where a log breaks off in what may heal by itself. */
export const untold: NonNullable<Verdict> = {
  severity: 'low',
  trust: 0.6,
  note: 'This log ends before it shows whether that lasts.',
};

const ofTeardown = /failed \(delete\)|failed to destroy network|KillPodSandbox|StopPodSandbox/;

/** Each pod failed a few times within `length` µs, and its next try worked within a minute: it started, or was taken down. */
export function healedSoon(
  { hits }: Suspicion,
  ask: Questions,
  { tries = Infinity, length = 30 * SECOND } = {},
): boolean {
  const byPod = groupBy(hits, ({ line }) => ask.podOf(line));
  return [...byPod].every(([pod, own]) => {
    const last = own.at(-1)?.line.at ?? 0;
    const isTeardown = own.every(({ line }) => ofTeardown.test(line.body));
    const done = isTeardown ? 'config.remove' : 'pleg.containerStarted';
    return (
      times(own) <= tries &&
      span(own) <= length &&
      ask.eventsOf(pod, done).some(({ at }) => at >= last && at - last < MINUTE)
    );
  });
}

/** One try that fails is nothing. */
export function unlessHealedAtOnce(suspicion: Suspicion, ask: Questions): Verdict {
  return healedSoon(suspicion, ask, { tries: 1 }) ? aside : fault;
}

/** A daemon that comes up with its node is late for the first pods. */
export function unlessAtBoot(suspicion: Suspicion, ask: Questions): Verdict {
  const isEarly = inStartWindow(suspicion, ask, 3 * MINUTE);
  return isEarly && healedSoon(suspicion, ask, { length: 2 * MINUTE })
    ? aside
    : unlessHealedAtOnce(suspicion, ask);
}

/** What a few tries heal is told aside. */
export function unlessHealed(suspicion: Suspicion, ask: Questions): Verdict {
  return healedSoon(suspicion, ask) ? aside : fault;
}

/** The pod was deleted before it was said, and none of its name was added since. */
export function alreadyDeleted({ line }: Hit, ask: Questions): boolean {
  const pod = ask.podOf(line);
  const before = ({ at }: { readonly at: number }): boolean => at <= line.at;
  const deleted = ask.eventsOf(pod, 'config.delete').findLast(before);
  const added = ask.eventsOf(pod, 'config.add').findLast(before);
  return deleted !== undefined && (added === undefined || added.at <= deleted.at);
}

/** What works again says so, in a line that its rule knows as context. */
export function unlessBack(suspicion: Suspicion): Verdict {
  if (suspicion.hits.every(({ sign }) => sign.role === 'context')) return undefined;
  const by = backBy(suspicion);
  return by === undefined
    ? fault
    : { ...aside, shownBy: by, note: 'A later line shows that it works.' };
}

/** The last line, where it is of what works, and each object that has failed is named in such a line behind that. */
export function backBy({ rule, hits }: Suspicion): Line | undefined {
  const last = hits.at(-1);
  const isBack = ({ sign, facts, line }: Hit): boolean => {
    const name = facts['device'] ?? facts['target'];
    if (sign.role === 'context' || rule.by !== 'node' || name === undefined) return true;
    // A portal has its port behind a colon or a comma; the kernel counts connections.
    const word = /^\d+:\d+$/.test(name) ? `connection${name}` : name.replace(/[:,]\d+$/, '');
    return hits.some(
      (other) =>
        other.sign.role === 'context' &&
        other.line.position > line.position &&
        other.line.body.toLowerCase().includes(word.toLowerCase()),
    );
  };
  return last?.sign.role === 'context' && hits.every(isBack) ? last.line : undefined;
}

const shown: Sign = { text: /^/, role: 'context' };

/** A line that shows how it ended. */
export function shownBy(line: Line): Hit {
  return { line, sign: shown, facts: {}, weight: 1, below: 0 };
}

/** A fault from the n-th time on, else the trap (or a mention). */
export function repeated(n: number, otherwise?: string) {
  return (suspicion: Suspicion, ask: Questions): Verdict =>
    times(suspicion.hits) >= n
      ? fault
      : otherwise === undefined
        ? tooFew(suspicion, ask)
        : harmless(otherwise);
}

/** A volume operation that a retry or two heals is nothing: the back-off has grown, or it went on for a while. */
export function keptFailing(backoff: number, otherwise?: string) {
  return ({ hits }: Suspicion): Verdict => {
    const grown = longestBackoff(hits) >= backoff || span(hits) >= Math.max(backoff, 30 * SECOND);
    if (grown) return fault;
    return otherwise === undefined ? aside : harmless(otherwise);
  };
}

export const startWindow = 30 * SECOND;

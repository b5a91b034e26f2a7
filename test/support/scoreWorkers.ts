// Compares worker states rebuilt from a log with what the kubelet really held: both laid side by side in time. Moments within
// 60 ms of a change of the truth are left out (it is sampled each 20 ms). Coverage: the share of worker × time for which the
// rebuilt side claims a value; precision: the share of the claims that are right. A worker that only one side has is a wrong
// claim of the field `present`.
import { parseRfc3339 } from '../../src/base/time.ts';

export const scoredFields = [
  'state',
  'working',
  'pending',
  'started',
  'terminationRequested',
  'startedTerminating',
  'terminated',
  'deleted',
  'evicted',
  'finished',
  'gracePeriod',
] as const;

export type ScoredField = 'present' | (typeof scoredFields)[number];

type Row = Readonly<Record<string, unknown>>;

interface Line {
  readonly at: number;
  readonly workers: ReadonlyMap<string, Row>;
}

/** µs of worker × time. */
export interface Tally {
  total: number;
  known: number;
  right: number;
}

export interface Score {
  readonly fields: ReadonlyMap<ScoredField, Tally>;
  /** Wrong claims as `field uid` → µs. */
  readonly wrong: ReadonlyMap<string, number>;
}

const GUARD = 60_000;
const LAST = 1_000_000;

export function scoreWorkers(rebuilt: string, truths: readonly string[]): Score {
  const mine = parse(rebuilt);
  const fields = new Map<ScoredField, Tally>(
    (['present', ...scoredFields] as const).map((field) => [
      field,
      { total: 0, known: 0, right: 0 },
    ]),
  );
  const wrong = new Map<string, number>();
  for (const truth of truths) compare(mine, parse(truth), fields, wrong);
  return { fields, wrong };
}

/**
 * The truth without the workers whose UID the log never names: nobody could tell of them. At v=2 that is a static pod that was
 * replaced before it had started.
 */
export function nameable(truth: string, log: string): string {
  return truth
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { t, workers } = JSON.parse(line) as { t: string; workers: Row[] };
      return JSON.stringify({ t, workers: workers.filter(({ uid }) => log.includes(String(uid))) });
    })
    .join('\n');
}

export function pool(scores: readonly Score[]): ReadonlyMap<ScoredField, Tally> {
  const sum = new Map<ScoredField, Tally>();
  for (const { fields } of scores)
    for (const [field, one] of fields) {
      const all = sum.get(field) ?? { total: 0, known: 0, right: 0 };
      all.total += one.total;
      all.known += one.known;
      all.right += one.right;
      sum.set(field, all);
    }
  return sum;
}

export function precision(tally: Tally | undefined): number {
  return tally === undefined || tally.known === 0 ? 1 : tally.right / tally.known;
}

export function coverage(tally: Tally | undefined): number {
  return tally === undefined || tally.total === 0 ? 1 : tally.known / tally.total;
}

function parse(text: string): readonly Line[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { t, workers } = JSON.parse(line) as { t: string; workers: Row[] };
      const rows = workers.map((row): [string, Row] => [String(row['uid']), row]);
      return { at: parseRfc3339(t) ?? NaN, workers: new Map(rows) };
    })
    .sort((a, b) => a.at - b.at);
}

function compare(
  mine: readonly Line[],
  truth: readonly Line[],
  fields: Map<ScoredField, Tally>,
  wrong: Map<string, number>,
): void {
  truth.forEach((line, i) => {
    const from = line.at + GUARD;
    const to = (truth[i + 1]?.at ?? line.at + LAST) - GUARD;
    if (to <= from) return;
    const cuts = [from, ...mine.map((one) => one.at).filter((at) => at > from && at < to), to];
    cuts.slice(1).forEach((end, k) => {
      const start = cuts[k] ?? from;
      const held = mine.findLast((one) => one.at <= start)?.workers ?? new Map<string, Row>();
      stretch(line.workers, held, end - start, fields, wrong);
    });
  });
}

function stretch(
  truth: ReadonlyMap<string, Row>,
  mine: ReadonlyMap<string, Row>,
  length: number,
  fields: Map<ScoredField, Tally>,
  wrong: Map<string, number>,
): void {
  const fault = (field: string, uid: string): void => {
    const key = `${field} ${uid}`;
    wrong.set(key, (wrong.get(key) ?? 0) + length);
  };
  for (const uid of new Set([...truth.keys(), ...mine.keys()])) {
    const was = truth.get(uid);
    const said = mine.get(uid);
    const both = was !== undefined && said !== undefined;
    tally(fields.get('present'), length, true, both);
    if (!both) {
      fault('present', uid);
      continue;
    }
    for (const field of scoredFields) {
      // Workers up to 1.21 hold no states: what the truth does not have is not scored.
      if (!(field in was)) continue;
      const claim = said[field] ?? undefined;
      const right = claim === was[field];
      tally(fields.get(field), length, claim !== undefined, right);
      if (claim !== undefined && !right) fault(field, uid);
    }
  }
}

function tally(one: Tally | undefined, length: number, claimed: boolean, right: boolean): void {
  if (one === undefined) return;
  one.total += length;
  if (claimed) one.known += length;
  if (claimed && right) one.right += length;
}

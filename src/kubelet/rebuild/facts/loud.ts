// A kubelet whose verbosity was changed while it ran (PUT /debug/flags/v): only in some stretches of its run do the lines of v≥4 say what
// the workers did. Outside them it is inferred.
import { micros, SECOND, type Micros } from '../../../base/time.ts';
import type { Fact } from './fact.ts';
import type { KubeletEvent } from '../../event.ts';
import type { FactTable, Kind } from './factTable.ts';

export interface Stretch {
  readonly from: Micros;
  readonly to: Micros;
}

/** A sync loop at v≥4 prints at least each two seconds; one that prints nothing else either hangs. */
const SILENT = 5 * SECOND;

/** Where the lines of v≥4 begin again after a silence, and the stretch of them that this ends. */
export interface Again {
  readonly position: number;
  readonly from: Micros;
  readonly ended: Stretch | undefined;
}

/** The stretches of v≥4; undefined when the whole run is one. */
export function loudStretches(
  facts: FactTable,
  first: number,
  end: number,
): readonly Stretch[] | undefined {
  return stretchesBy(loudAgain(facts, first, end), facts, first, end);
}

/** One for each stretch, in order. */
export function loudAgain(facts: FactTable, first: number, end: number): readonly Again[] {
  const found: Again[] = [];
  let from: Micros | undefined;
  let last = micros(-Infinity);
  /** The first line since then that at v≥4 would have others beside it. */
  let alone: Micros | undefined;
  const look = ({ at, event, position }: Fact): void => {
    if (isLoneLine(event.kind)) {
      if (at - last > SILENT) alone ??= at;
      return;
    }
    if (!isLoud(event)) return;
    const isAgain = alone !== undefined && at - alone > SILENT;
    if (isAgain || from === undefined) {
      const ended = from === undefined ? undefined : { from, to: last };
      from = isAgain ? at : (facts.list[first]?.at ?? at);
      found.push({ position, from, ended });
    }
    alone = undefined;
    last = at;
  };
  facts.each(either, look, first, end);
  return found;
}

/** The stretches among the facts up to `end`, of which `again` tells. */
export function stretchesBy(
  again: readonly Again[],
  facts: FactTable,
  first: number,
  end: number,
): readonly Stretch[] | undefined {
  const { from } = again.at(-1) ?? {};
  if (from === undefined) return [];
  const found = again.flatMap(({ ended }) => ended ?? []);
  const isOfLoud = facts.flags(loud);
  let index = end - 1;
  while (index > first && !isLoudAt(facts, index, isOfLoud)) index--;
  const last = facts.list[index]?.at ?? from;
  let alone = false;
  const isLone = facts.flags(lone);
  for (
    let i = facts.next(isLone, index + 1, end);
    i >= 0 && !alone;
    i = facts.next(isLone, i + 1, end)
  )
    alone = (facts.list[i]?.at ?? 0) - last > SILENT;
  if (!alone && found.length === 0 && from === facts.list[first]?.at) return undefined;
  return [...found, { from, to: alone ? last : micros(Infinity) }];
}

function isLoudAt(facts: FactTable, index: number, flags: Uint8Array): boolean {
  const fact = facts.list[index];
  return flags[facts.codeAt(index)] === 1 && fact !== undefined && isLoud(fact.event);
}

function isLoud(event: KubeletEvent): boolean {
  return event.kind !== 'loop.housekeeping' || event.took === undefined;
}

function isLoneLine(kind: Kind): boolean {
  return kind === 'config' || kind === 'pleg.event';
}

const lone: readonly Kind[] = ['config', 'pleg.event'];

const loud: readonly Kind[] = [
  'worker.first',
  'worker.notified',
  'worker.requeued',
  'worker.begin',
  'worker.end',
  'loop.housekeeping',
  'loop.sync',
];

const either: readonly Kind[] = [...lone, ...loud];

export function isIn({ from, to }: Stretch, at: Micros): boolean {
  return at >= from && at <= to;
}

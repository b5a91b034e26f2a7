// How far apart the clocks of two logs are, told by the sandboxes and containers that both name: a runtime and its kubelet say the
// same id within a moment of each other. A log without a zone beside one with a zone is the usual case.
import { MINUTE, SECOND } from '../base/time.ts';
import type { LogTable } from '../log/record.ts';

/** What would bring a source onto the clock of another (µs, to be added to its times), and by how many ids that is told. */
export interface ClockProposal {
  readonly offset: number;
  /** Index of the source that it was held against. */
  readonly beside: number;
  readonly ids: number;
}

/** Less than this tells nothing: the programs name an id one after the other, not at once. */
const LEAST_OFFSET = 10 * SECOND;
/** Ids that agree, and which share of all that is to be. */
const LEAST_IDS = 3;
const LEAST_SHARE = 0.7;
const AGREEING = 5 * SECOND;
/** Zones are multiples of this. */
const ZONE_STEP = 15 * MINUTE;
/** So many ids are looked at: more say no more. */
const MOST_IDS = 2_000;

/** By index of the source; sources that agree with the others, or share nothing with them, have none. */
export function clockProposals(tables: readonly LogTable[]): ReadonlyMap<number, ClockProposal> {
  const proposals = new Map<number, ClockProposal>();
  const zoned = tables.findIndex((table) => !isBareKlog(table));
  const beside = Math.max(0, zoned);
  const reference = tables[beside];
  if (reference === undefined) return proposals;
  tables.forEach((table, index) => {
    if (index === beside) return;
    const proposal = proposalFor(table, reference);
    if (proposal !== undefined) proposals.set(index, { ...proposal, beside });
  });
  return proposals;
}

/** Lines of klog alone tell no zone. */
function isBareKlog(table: LogTable): boolean {
  return [...table.formats.keys()].every((format) =>
    /^(klog(-damaged|-file-header)?|text)$/.test(format),
  );
}

function proposalFor(
  table: LogTable,
  reference: LogTable,
): { offset: number; ids: number } | undefined {
  const apart = distances(table, reference).sort((a, b) => a - b);
  const middle = apart[Math.floor(apart.length / 2)] ?? 0;
  const agreeing = apart.filter((distance) => Math.abs(distance - middle) <= AGREEING);
  if (agreeing.length < LEAST_IDS || agreeing.length < LEAST_SHARE * apart.length) return undefined;
  if (Math.abs(middle) < LEAST_OFFSET) return undefined;
  const zone = Math.round(middle / ZONE_STEP) * ZONE_STEP;
  const offset = Math.abs(middle - zone) <= AGREEING ? zone : Math.round(middle / SECOND) * SECOND;
  return { offset, ids: agreeing.length };
}

/** For each id that both name, how much later the reference first does (µs). */
function distances(table: LogTable, reference: LogTable): number[] {
  const apart: number[] = [];
  const { identities } = table;
  for (let number = 1; number < identities.size && apart.length < MOST_IDS; number++) {
    const id = identities.at(number);
    if (id.length !== 64) continue;
    const other = firstTime(reference, id);
    const own = Number.isNaN(other) ? NaN : firstTime(table, id);
    if (!Number.isNaN(own)) apart.push(other - own);
  }
  return apart;
}

function firstTime(table: LogTable, id: string): number {
  const [row] = table.rowsNaming(id) ?? [];
  return row === undefined ? NaN : (table.time[row] ?? NaN);
}

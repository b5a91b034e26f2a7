// Lines of a tape by the filter language, for a person who types: as far as they are shown, and never for long at a time.
import { completeFilter } from '../log/filter.ts';
import type { FilterCompletion, FoundLines, LineQuery } from '../protocol/findApi.ts';
import type { InputRow } from '../protocol/rows.ts';
import { compileCondition, type Condition } from './debug/condition.ts';
import type { Incident } from './present/incident.ts';
import { inputRow } from './present/inputs.ts';

/** Milliseconds after which other questions come through. */
const SLICE = 8;
const ROWS_BETWEEN_LOOKS = 256;
const MOST_COMPLETIONS = 50;

export async function findLines(
  incident: Incident,
  { filter, caret, most }: LineQuery,
  signal: AbortSignal,
): Promise<FoundLines> {
  const completions = completionsAt(incident, filter, caret);
  const nothing = { completions, problem: undefined, rows: [], more: false };
  if (filter.trim() === '') return nothing;
  const condition = compileCondition(incident, filter);
  if (!condition.ok) return { ...nothing, problem: condition.error };
  const positions = await matching(incident, condition.value, most + 1, signal);
  const rows = positions.slice(0, most).flatMap((position) => rowAt(incident, position));
  return { completions, problem: undefined, rows, more: positions.length > most };
}

async function matching(
  { tape }: Incident,
  holds: Condition,
  most: number,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const found: number[] = [];
  let until = performance.now() + SLICE;
  for (let position = 0; position < tape.length && found.length < most; position++) {
    if (holds(position)) found.push(position);
    if (position % ROWS_BETWEEN_LOOKS > 0 || performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    signal.throwIfAborted();
    until = performance.now() + SLICE;
  }
  return found;
}

function rowAt({ tape }: Incident, position: number): readonly InputRow[] {
  const record = tape.record(position);
  return record === undefined ? [] : [inputRow(tape, position, record)];
}

/** What any of the sources knows, and the pods of the tape. */
export function completionsAt(
  { tape, history }: Incident,
  filter: string,
  caret: number,
): readonly FilterCompletion[] {
  const names = (key: string): readonly string[] => {
    if (key === 'pod') return history.pods.map(({ namespace, name }) => `${namespace}/${name}`);
    if (key === 'node') return (history.nodes ?? []).map(({ name }) => name);
    if (key === 'uid') return history.pods.flatMap(({ uid }) => uid.value ?? []);
    return [];
  };
  const found = new Map<string, FilterCompletion>();
  const tables = tape.sources.length === 0 ? [undefined] : tape.sources.map(({ table }) => table);
  for (const table of tables)
    for (const completion of completeFilter(filter, caret, table, names))
      found.set(completion.text, completion);
  return [...found.values()].slice(0, MOST_COMPLETIONS);
}

// What a log tells of one Go file: which of its statements wrote lines, what they wrote last, and how long its functions took where both
// ends of a sync were seen.
import type { Micros } from '../../base/time.ts';
import type { GoFileRow, GoLineRow, GoTimeRow } from '../../protocol/debugApi.ts';
import { firstFrom } from '../debug/breakpoints.ts';
import type { DebugContext } from './debugNode.ts';
import { goPath, syncFunctionOf } from './goFunctions.ts';
import { goSourceOf, runOf } from './goSource.ts';

const MOST_TEXT = 300;

/** `path` in the repository; lines of other files with its base name are left out. */
export function goFileRow(context: DebugContext, path: string): GoFileRow {
  const { index, moment } = context;
  const file = path.slice(path.lastIndexOf('/') + 1);
  const lines: GoLineRow[] = [];
  for (const [line, positions] of index.writtenBy(file)) {
    const first = index.record(positions[0] ?? -1);
    if (first === undefined) continue;
    const told = goSourceOf(first, runOf(first, index.incident.history.runs));
    if (told?.paths.includes(path) !== true) continue;
    const before = firstFrom(positions, moment.position + 1);
    const position = positions[before - 1];
    const last = position === undefined ? undefined : index.record(position);
    lines.push({
      line,
      hits: positions.length,
      before,
      last:
        last === undefined || position === undefined
          ? undefined
          : {
              at: index.incident.tape.timeAt(position),
              input: last.id,
              text: last.message.slice(0, MOST_TEXT),
              fields: last.fields.slice(0, 6).map(({ key, raw }) => `${key}=${raw}`),
            },
    });
  }
  return { lines: lines.sort((a, b) => a.line - b.line), times: times(context, path) };
}

/** The positions of the lines that statements from one line to another wrote, ascending. */
export function hitsWithin(
  { index }: DebugContext,
  path: string,
  from: number,
  to: number,
): readonly number[] {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return [...index.writtenBy(file)]
    .filter(([line]) => line >= from && line <= to)
    .flatMap(([, positions]) => positions)
    .sort((a, b) => a - b);
}

/**
 * Of each function that workers run in their states, up to 1.21 of the one that they run in all: how long, where a line says that it began
 * and one that it ended.
 */
function times({ index, moment }: DebugContext, path: string): readonly GoTimeRow[] {
  const { history, tape } = index.incident;
  // All of them stand in that file, in every minor.
  if (goPath('kubelet.go', undefined) !== path) return [];
  const end = moment.position >= tape.length - 1 ? Infinity : moment.time;
  const found = new Map<string, { runs: number; total: number; longest: number }>();
  for (const { worker } of history.pods) {
    const { changes } = worker.working;
    changes.forEach(({ at, value }, i) => {
      const next = changes[i + 1];
      const isSeen = value.value === true && value.known === 'seen' && next?.value.known === 'seen';
      if (!isSeen || next.at > end) return;
      const state = worker.state.at({ ...moment, time: at, position: tape.length }).value;
      if (state === undefined) return;
      const length = next.at - at;
      const name = syncFunctionOf(state, index.minorAt(at));
      const own = found.get(name) ?? { runs: 0, total: 0, longest: 0 };
      own.runs++;
      own.total += length;
      own.longest = Math.max(own.longest, length);
      found.set(name, own);
    });
  }
  return [...found].map(([name, { runs, total, longest }]) => ({
    name,
    runs,
    total: total as Micros,
    longest: longest as Micros,
  }));
}

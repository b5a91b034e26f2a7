// Lines that a client may jump to or put a breakpoint on. `lineShift` is what its lines lack to count from 1.
import type { Ask } from './host.ts';
import { goFileOf, type LogSources } from './logSources.ts';
import { maybeNumber, number, record, Refusal, type Args } from './messages.ts';

/** Inputs that are offered for one Go statement. */
const MAX_OCCURRENCES = 20;

/** Where a jump to a line goes: that input of a log; for a Go statement the inputs that it wrote, those around the cursor. */
export async function gotoTargets(
  ask: Ask,
  sources: LogSources,
  args: Args,
  lineShift: number,
): Promise<object> {
  const source = record(args, 'source');
  const shown = number(args, 'line');
  const line = shown + lineShift;
  const file = goFileOf(source);
  if (file !== undefined) {
    const found = await ask('debugOccurrences', [file, line, MAX_OCCURRENCES]);
    return {
      targets: found.map(({ position, text: label }) => ({ id: position, label, line: shown })),
    };
  }
  const own = await sources.lineOf(source, line);
  const input = await ask('inputAtLine', [own.source, own.line]);
  if (input === undefined) throw new Refusal(`This log has no line ${own.line}.`);
  return { targets: [{ id: input.position, label: input.text.slice(0, 100), line: shown }] };
}

/** Lines in a range that a breakpoint can be put on: each of a log, of a Go file those that wrote something. */
export async function breakpointLocations(
  ask: Ask,
  sources: LogSources,
  args: Args,
  lineShift: number,
): Promise<object> {
  const source = record(args, 'source');
  const from = number(args, 'line');
  const to = maybeNumber(args, 'endLine') ?? from;
  const file = goFileOf(source);
  if (file === undefined) {
    await sources.lineOf(source, from + lineShift);
    return { breakpoints: [{ line: from }] };
  }
  const lines = await ask('debugGoLines', [file]);
  return {
    breakpoints: lines
      .map((line) => ({ line: line - lineShift }))
      .filter(({ line }) => line >= from && line <= to),
  };
}

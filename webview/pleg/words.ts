// The page in sentences: for its head, and for those who do not see its charts.
import { formatDuration, formatTimeOfDay } from '../../src/base/time.ts';
import type { PlegPage } from '../../src/protocol/pageApi.ts';

export function lead(page: PlegPage): string {
  const { health, relist, stalls, verbosity, culprits, timeouts, at } = page;
  const open = stalls.find(({ from, to }) => from <= at && at <= to);
  const blame = culprits[0];
  const named =
    blame !== undefined && blame.share >= 0.6
      ? ` ${blame.count} of ${timeouts} time-outs name ${blame.pod}.`
      : '';
  if (open !== undefined)
    return `No relist has succeeded since ${formatTimeOfDay(open.from).slice(0, 12)}, ${formatDuration(at - open.from)} before the cursor: the sync loop skips all pods until one does.${named}`;
  const state =
    health.known === 'unknown'
      ? 'Nothing read so far tells whether relists succeed.'
      : `Relists succeed: PLEG is ${health.text}.`;
  const told = relist.known === 'unknown' ? '' : ` ${relist.text}.`;
  const level = Number(verbosity.text);
  const hidden =
    verbosity.known !== 'unknown' && level < 5
      ? ` At verbosity ${level} a relist leaves no line of its own; the events that it finds prove it, and only trouble is told.`
      : '';
  return `${state}${told}${hidden}`;
}

/** What the first chart shows, in words. */
export function chartSentence({ relists, ages, stalls }: PlegPage): string {
  const intervals = relists.flatMap(({ interval }) => interval ?? []).sort((a, b) => a - b);
  const middle = intervals[Math.floor(intervals.length / 2)];
  const longest = intervals.at(-1);
  const seen =
    middle === undefined || longest === undefined
      ? 'No relist leaves a line.'
      : `${relists.length} relists, ${formatDuration(middle)} apart in the median, ${formatDuration(longest)} at most.`;
  const stalled = stalls
    .map(
      ({ from, to }) =>
        `from ${formatTimeOfDay(from).slice(0, 8)} for ${formatDuration(to - from)}`,
    )
    .join(', ');
  const oldest = Math.max(0, ...ages.map(({ age }) => age));
  return stalls.length === 0
    ? `Relists over time. ${seen}`
    : `Relists over time. ${seen} Stalled ${stalled}; the last relist was up to ${formatDuration(oldest)} old.`;
}

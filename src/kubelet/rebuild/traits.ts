// What all pods have in common, held against what it was when fewer lines had come.
import type { Run } from './facts/runs.ts';
import type { Shared } from './pods.ts';

/** What of that which all pods have in common is told of lines that were read before: another one makes all of them others. */
export function traitsOf({ runs, gaps }: Shared): string {
  return JSON.stringify([
    gaps.length,
    gaps.at(-1),
    runs.map((run) => [
      [run.firstPosition, run.started, run.minor, run.machine, run.tellsLingering],
      run.tearsDownFirst,
      [run.statusPrints, run.workerLines, run.loud, run.loopStart, run.apiListed],
    ]),
  ]);
}

/** What changes of that as the log goes on, as a text that is another when anything of it is. */
export function newsOf({ runs, gaps }: Pick<Shared, 'runs' | 'gaps'>): string {
  return `${gaps.length} ${runs.map(newsOfRun).join(' ')}`;
}

function newsOfRun(run: Run): string {
  const { skips, slowPasses, apiFailures, madeRoom, listFailures, slowRelists, sourcesTold } = run;
  const lists = [skips, slowPasses, apiFailures, madeRoom, listFailures, slowRelists, sourcesTold];
  const told = [run.to, run.loopStart, run.apiListed, run.workerLines, slowRelists.at(-1)?.to];
  return [...lists.map((list) => list.length), ...told, JSON.stringify(run.loud)].join(',');
}

/** When the first of the stretches begins that a run tells now and did not before, or did and doesn't. */
export function otherSpansFrom(before: Run | undefined, now: Run | undefined): number {
  let first = Infinity;
  for (const kind of ['skips', 'slowPasses', 'slowRelists'] as const) {
    const [old, own] = [before?.[kind] ?? [], now?.[kind] ?? []];
    // The last of the shorter list may have grown.
    const from = Math.max(0, Math.min(old.length, own.length) - 1);
    for (let index = from; index < Math.max(old.length, own.length); index++) {
      const [a, b] = [old[index], own[index]];
      if (a?.from === b?.from && a?.to === b?.to) continue;
      first = Math.min(first, a?.from ?? Infinity, b?.from ?? Infinity);
    }
  }
  return first;
}

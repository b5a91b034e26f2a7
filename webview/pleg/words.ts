// The page in sentences: for its head, and for those who do not see its charts.
import { middleOf } from '../../src/base/rhythm.ts';
import { formatDuration, formatTimeOfDay } from '../../src/base/time.ts';
import type { PlegPage } from '../../src/protocol/pageApi.ts';
import { t } from '../shared/l10n.ts';
import { inWords } from '../shared/said.ts';

export function lead(page: PlegPage): string {
  const { health, relist, stalls, verbosity, culprits, timeouts, at } = page;
  const open = stalls.find(({ from, to }) => from <= at && at <= to);
  const blame = culprits[0];
  const named =
    blame !== undefined && blame.share >= 0.6
      ? t('{0} of {1} timeouts name {2}.', blame.count, timeouts, blame.pod)
      : '';
  if (open !== undefined) {
    const since = [
      formatTimeOfDay(open.from).slice(0, 12),
      formatDuration(at - open.from),
    ] as const;
    // For its first three minutes the kubelet still syncs: pleg.go, relistThreshold.
    const told =
      health.text === 'healthy'
        ? t(
            'No relist has succeeded since {0}, {1} before the cursor; PLEG is still healthy.',
            ...since,
          )
        : t(
            'No relist has succeeded since {0}, {1} before the cursor; the sync loop skips all pods until one does.',
            ...since,
          );
    return `${told} ${named}`.trimEnd();
  }
  const state =
    health.known === 'unknown'
      ? t('Nothing read so far shows whether relists succeed.')
      : health.text === 'healthy'
        ? t('Relists succeed: PLEG is {0}.', inWords(health.text))
        : t('PLEG is {0}.', inWords(health.text));
  const told = relist.known === 'unknown' ? '' : `${relist.text}.`;
  const level = Number(verbosity.text);
  const hidden =
    relist.known === 'unknown' && verbosity.known !== 'unknown' && level < 5
      ? t(
          'At verbosity {0} relists are not logged; the events they find prove them, and only failures are logged.',
          level,
        )
      : '';
  return [state, told, hidden].filter(Boolean).join(' ');
}

/** What the first chart shows, in words. */
export function chartSentence({ relists, ages, stalls }: PlegPage): string {
  const intervals = relists.flatMap(({ interval }) => interval ?? []).sort((a, b) => a - b);
  const middle = middleOf(intervals);
  const longest = intervals.at(-1);
  // One relist is apart from none.
  const none = relists.length === 0 ? t('Relists are not logged.') : '';
  const seen =
    middle === undefined || longest === undefined
      ? none
      : t(
          '{0} relists, {1} apart in the median, {2} at most.',
          relists.length,
          formatDuration(middle),
          formatDuration(longest),
        );
  const stalled = stalls
    .map(({ from, to }) =>
      t('from {0} for {1}', formatTimeOfDay(from).slice(0, 8), formatDuration(to - from)),
    )
    .join(', ');
  const oldest = Math.max(0, ...ages.map(({ age }) => age));
  const about = t('Relists over time.');
  const gaps =
    stalls.length === 0
      ? ''
      : t('Stalled {0}; the last relist was up to {1} old.', stalled, formatDuration(oldest));
  return [about, seen, gaps].filter(Boolean).join(' ');
}

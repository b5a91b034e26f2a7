// Items and the cursor in words: for tooltips, the list and the screen reader.
import { formatDuration, formatTimeOfDay, micros } from '../../src/base/time.ts';
import type { TimelineLane } from '../../src/protocol/rows.ts';
import { COUNTERS, QUIET } from './arrange.ts';
import { counterTitles } from './counterWords.ts';
import type { TimelineItem } from './items.ts';
import { t } from '../shared/l10n.ts';
import { rowSeverities } from '../shared/words.ts';

/** The lane's own name, which is that of its pod or of what it shows of a node. */
export function laneName({ kind, name, counter }: TimelineLane): string {
  if (counter !== undefined) return counterTitles[counter];
  return kind === 'pod' || kind === 'counter' ? name : laneNames[kind];
}

export function groupTitle({
  name: heading,
  count,
}: {
  readonly name: string;
  readonly count: number;
}): string {
  if (heading === QUIET) return t('{0} pods without anything here', count.toLocaleString('en'));
  return heading === COUNTERS ? t('Counters') : heading;
}

/** Where there are several nodes, with the node. */
export function laneTitle(lane: TimelineLane | undefined): string {
  if (lane === undefined) return '';
  return lane.node === '' ? laneName(lane) : `${laneName(lane)} · ${lane.node}`;
}

const laneNames: Readonly<Record<Exclude<TimelineLane['kind'], 'pod' | 'counter'>, string>> = {
  loop: t('Sync loop'),
  pleg: 'PLEG',
  node: t('Node'),
  findings: t('Findings'),
  gaps: t('Gaps'),
};

export function titleOf(item: TimelineItem): string {
  const many = item.count > 1 ? ` × ${item.count}` : '';
  return `${item.look.name}${many}`;
}

export function timeOf(item: TimelineItem): string {
  const start = formatTimeOfDay(micros(item.start));
  if (item.end <= item.start) return start;
  if (isUntold(item)) return `${start} – ${t('end unknown')}`;
  const end = formatTimeOfDay(micros(item.end));
  return `${start} – ${end} (${formatDuration(item.end - item.start)})`;
}

/** Of a phase nothing but its end can be unknown. */
export function isUntold({ known, kind }: Told): boolean {
  return known === 'unknown' && kind?.slug.startsWith('phase.') === true;
}

type Told = Pick<TimelineItem, 'known'> & Partial<Pick<TimelineItem, 'kind'>>;

export function knownOf(item: Told): string {
  if (isUntold(item)) return t('no line tells its end');
  switch (item.known) {
    case 'seen':
      return t('seen');
    case 'inferred':
      return t('inferred');
    case 'unknown':
      return t('unknown: lost, suppressed or not logged at this verbosity');
  }
}

export function sentenceOf(item: TimelineItem, lane: string): string {
  const loud = item.kind.severity === 'none' ? '' : `, ${rowSeverities[item.kind.severity]}`;
  return `${lane}: ${titleOf(item)}${loud}, ${timeOf(item)}, ${knownOf(item)}`;
}

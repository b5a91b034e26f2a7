// Items and the cursor in words: for tooltips, the list and the screen reader.
import { formatDuration, formatTimeOfDay, micros } from '../../src/base/time.ts';
import type { TimelineLane } from '../../src/protocol/rows.ts';
import type { TimelineItem } from './items.ts';
import { t } from '../shared/l10n.ts';
import { rowSeverities } from '../shared/words.ts';

/** Where there are several nodes, with the node: lanes that stand for no pod have it in their names. */
export function laneTitle(lane: TimelineLane | undefined): string {
  const { name = '', node = '', podKey } = lane ?? {};
  return node === '' || podKey === undefined ? name : `${name} · ${node}`;
}

export function titleOf(item: TimelineItem): string {
  const many = item.count > 1 ? ` × ${item.count}` : '';
  return `${item.look.name}${many}`;
}

export function timeOf(item: TimelineItem): string {
  const start = formatTimeOfDay(micros(item.start));
  if (item.end <= item.start) return start;
  const end = formatTimeOfDay(micros(item.end));
  return `${start} – ${end} (${formatDuration(item.end - item.start)})`;
}

export function knownOf(item: TimelineItem): string {
  switch (item.known) {
    case 'seen':
      return t('seen');
    case 'inferred':
      return t('inferred by the model');
    case 'unknown':
      return t('unknown: lost, suppressed or below the verbosity');
  }
}

export function sentenceOf(item: TimelineItem, lane: string): string {
  const loud = item.kind.severity === 'none' ? '' : `, ${rowSeverities[item.kind.severity]}`;
  return `${lane}: ${titleOf(item)}${loud}, ${timeOf(item)}, ${knownOf(item)}`;
}

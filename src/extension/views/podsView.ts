// Pods at the cursor: each with its worker's state, its queue, and what it waits for.
import { formatDuration, formatTimeOfDay, type Micros } from '../../base/time.ts';
import type { Page } from '../../protocol/engineApi.ts';
import type { PodRow } from '../../protocol/rows.ts';
import {
  countText,
  howKnown,
  shortTime,
  textRow,
  valueRow,
  valueText,
  workerIcon,
  type Shown,
  type TreeRow,
} from './row.ts';

export interface PodsShown extends Page<PodRow> {
  readonly now: Micros;
  readonly filter: string;
  /** Of findings, by key. */
  readonly titles: ReadonlyMap<string, string>;
}

export function showPods({ rows, total, now, filter, titles }: PodsShown): Shown {
  const stuck = rows.filter(isStuck).length;
  const filtered = filter === '' ? undefined : `Filter: ${filter}`;
  return {
    rows: rows.map((row) => podRow(row, now, titles)),
    total,
    message: total === 0 && filter !== '' ? `No pod matches “${filter}”.` : filtered,
    description: countText(total, stuck, 'stuck'),
  };
}

function isStuck(row: PodRow): boolean {
  return row.icon === 'stuck' || row.waits.some((wait) => wait.overdue);
}

function podRow(row: PodRow, now: Micros, titles: PodsShown['titles']): TreeRow {
  const overdue = row.waits.find((wait) => wait.overdue) ?? row.waits[0];
  const since = row.since === undefined ? undefined : formatDuration(now - row.since);
  return {
    id: row.key,
    label: row.name,
    description: [
      valueText(row.state),
      since,
      overdue === undefined ? undefined : `waits for ${overdue.text}`,
      row.namespace === 'default' ? undefined : row.namespace,
    ]
      .filter((part) => part !== undefined)
      .join(' · '),
    icon: workerIcon(row.icon),
    tooltip: [
      `${row.namespace}/${row.name}`,
      `Worker: ${row.state.text}${row.since === undefined ? '' : `, since ${formatTimeOfDay(row.since)}`}.`,
      howKnown(row.state),
      ...row.waits.map((wait) => `Waits for ${wait.text}.`),
    ],
    spoken: row.label,
    provedBy: row.state.provedBy,
    input: row.input,
    podKey: row.key,
    children: podDetails(row, titles),
    copy: `${row.namespace}/${row.name} ${row.uid.text}`,
  };
}

function podDetails(row: PodRow, titles: PodsShown['titles']): readonly TreeRow[] {
  const id = (part: string): string => `${row.key}/${part}`;
  const details: TreeRow[] = row.waits.map((wait, index) => ({
    ...textRow(id(`wait${index}`), `Waits for ${wait.text}`),
    icon: wait.overdue
      ? { id: 'warning', color: 'kubeletWorker.stuck' }
      : { id: 'watch', color: undefined },
    tooltip: [
      `Waits for ${wait.text}.`,
      `Since ${formatTimeOfDay(wait.since)}${wait.due === undefined ? '' : `; expected by ${formatTimeOfDay(wait.due)}`}.`,
    ],
    spoken: `Waits for ${wait.text}${wait.overdue ? ', overdue' : ''}`,
    provedBy: wait.provedBy,
  }));
  details.push(
    valueRow(id('state'), 'State', row.state, workerIcon(row.icon)),
    valueRow(id('queue'), 'Queue', row.queue),
    valueRow(id('uid'), 'UID', row.uid, { id: 'key', color: undefined }),
  );
  if (row.lastEvent !== undefined)
    details.push({
      ...textRow(id('last'), row.lastEvent.text),
      description: shortTime(row.lastEvent.at),
      icon: { id: 'history', color: undefined },
      spoken: `Last event at ${shortTime(row.lastEvent.at)}: ${row.lastEvent.text}`,
      provedBy: [row.lastEvent.input],
    });
  for (const finding of row.findings)
    details.push(
      textRow(id(`finding/${finding}`), titles.get(finding) ?? finding, {
        icon: { id: 'lightbulb', color: undefined },
      }),
    );
  return details.map((detail) => ({ ...detail, podKey: row.key }));
}

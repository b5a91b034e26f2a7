// Pods at the cursor: by its icon how each fares, by its words its worker's state, its queue, and what it waits for.
import { l10n } from 'vscode';
import { formatDuration, formatTimeOfDay, type Micros } from '../../base/time.ts';
import type { Page } from '../../protocol/engineApi.ts';
import type { PodHealth, PodRow } from '../../protocol/rows.ts';
import {
  countText,
  healthIcon,
  healthWord,
  howKnown,
  inWords,
  shortTime,
  textRow,
  valueRow,
  valueText,
  workerIcon,
  workerWord,
  type Shown,
  type TreeRow,
} from './row.ts';

export const podGroupings = ['none', 'namespace', 'state'] as const;
export type PodGrouping = (typeof podGroupings)[number];

export interface PodsShown extends Page<PodRow> {
  readonly grouping: PodGrouping;
  readonly now: Micros;
}

export function showPods({ rows, total, now, grouping }: PodsShown): Shown {
  const stuck = rows.filter(isStuck).length;
  const made = rows.map((row) => ({ row, shown: podRow(row, now) }));
  const shown = grouping === 'none' ? made.map((pod) => pod.shown) : groupsOf(made, grouping);
  return {
    rows: shown,
    total: shown.length + total - rows.length,
    description: countText(total, stuck, l10n.t('stuck')),
  };
}

interface ShownPod {
  readonly row: PodRow;
  readonly shown: TreeRow;
}

/** Groups in the order of their first pod: what is stuck comes first. */
function groupsOf(pods: readonly ShownPod[], by: 'namespace' | 'state'): readonly TreeRow[] {
  const groups = new Map<string, ShownPod[]>();
  for (const pod of pods) {
    const name = by === 'namespace' ? pod.row.namespace : pod.row.icon;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [pod]);
    else group.push(pod);
  }
  return [...groups].map(([name, members]) => {
    const [first] = members;
    const stuck = members.filter(({ row }) => isStuck(row)).length;
    const isState = by === 'state' && first !== undefined;
    return {
      id: `${by} ${name}`,
      label: isState ? workerWord(first.row.icon) : name,
      description: countText(members.length, isState ? 0 : stuck, l10n.t('stuck')),
      icon: isState ? workerIcon(first.row.icon) : { id: 'symbol-namespace', color: undefined },
      expanded: true,
      children: members.map(({ shown }) => shown),
    };
  });
}

function isStuck(row: PodRow): boolean {
  return row.icon === 'stuck' || row.waits.some((wait) => wait.overdue);
}

function podRow(row: PodRow, now: Micros): TreeRow {
  const { health } = row;
  const since = row.since === undefined ? undefined : formatDuration(now - row.since);
  return {
    id: row.key,
    label: row.name,
    description: [
      valueText(row.state),
      reasonText(row) ?? since,
      row.namespace === 'default' ? undefined : row.namespace,
    ]
      .filter((part) => part !== undefined)
      .join(' · '),
    icon: healthIcon(health),
    tooltip: [
      `${row.namespace}/${row.name}`,
      l10n.t('Health: {0}.', healthText(health)),
      howKnown(health),
      row.since === undefined
        ? l10n.t('Worker: {0}.', row.state.text)
        : l10n.t('Worker: {0}, since {1}.', row.state.text, formatTimeOfDay(row.since)),
      howKnown(row.state),
      ...row.waits.map((wait) => l10n.t('Waits for {0}.', inWords(wait.text))),
    ],
    spoken: row.label,
    provedBy: row.state.provedBy,
    input: row.input,
    podKey: row.key,
    children: podDetails(row),
    copy: `${row.namespace}/${row.name} ${row.uid.text}`,
  };
}

/** What it waits for, else what is told against it. */
function reasonText({ waits, health }: PodRow): string | undefined {
  const wait = waits.find(({ overdue }) => overdue) ?? waits[0];
  if (wait !== undefined) return l10n.t('waits for {0}', inWords(wait.text));
  return health.is === 'failing' || health.is === 'degraded' ? inWords(health.text) : undefined;
}

/** `failing: CNI DEL fails (bridge)`. */
function healthText(health: PodHealth): string {
  const { is, text } = health;
  return is === 'unknown' || is === 'ended'
    ? inWords(text)
    : `${healthWord(health)}: ${inWords(text)}`;
}

function podDetails(row: PodRow): readonly TreeRow[] {
  const id = (part: string): string => `${row.key}/${part}`;
  const details: TreeRow[] = row.waits.map((wait, index) => ({
    ...textRow(id(`wait${index}`), l10n.t('Waits for {0}', inWords(wait.text))),
    icon: wait.overdue
      ? { id: 'warning', color: 'kubeletWorker.stuck' }
      : { id: 'watch', color: undefined },
    tooltip: [
      l10n.t('Waits for {0}.', inWords(wait.text)),
      wait.due === undefined
        ? l10n.t('Since {0}.', formatTimeOfDay(wait.since))
        : l10n.t(
            'Since {0}; expected by {1}.',
            formatTimeOfDay(wait.since),
            formatTimeOfDay(wait.due),
          ),
    ],
    spoken: wait.overdue
      ? l10n.t('Waits for {0}, overdue', inWords(wait.text))
      : l10n.t('Waits for {0}', inWords(wait.text)),
    provedBy: wait.provedBy,
  }));
  details.push(
    valueRow(
      id('health'),
      l10n.t('Health'),
      { ...row.health, text: healthText(row.health) },
      healthIcon(row.health),
    ),
    valueRow(id('state'), l10n.t('Worker'), row.state, workerIcon(row.icon)),
    valueRow(id('queue'), l10n.t('Queue'), row.queue),
    valueRow(id('uid'), l10n.t('UID'), row.uid, { id: 'key', color: undefined }),
  );
  if (row.lastEvent !== undefined)
    details.push({
      ...textRow(id('last'), row.lastEvent.text),
      description: shortTime(row.lastEvent.at),
      icon: { id: 'history', color: undefined },
      spoken: l10n.t('Last event at {0}: {1}', shortTime(row.lastEvent.at), row.lastEvent.text),
      provedBy: [row.lastEvent.input],
    });
  row.findings.forEach((finding, index) => {
    details.push(
      textRow(id(`finding/${finding}`), row.titles[index] ?? finding, {
        icon: { id: 'lightbulb', color: undefined },
      }),
    );
  });
  return details.map((detail) => ({ ...detail, podKey: row.key }));
}

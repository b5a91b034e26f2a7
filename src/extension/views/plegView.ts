// What the Pod Lifecycle Event Generator told the sync loop up to the cursor, newest first, and how its relists fare.
import { l10n } from 'vscode';
import { formatTimeOfDay } from '../../base/time.ts';
import type { PlegRow, PlegView } from '../../protocol/rows.ts';
import {
  inWords,
  podWords,
  severityIcon,
  shortTime,
  textRow,
  valueRow,
  type Icon,
  type Shown,
  type TreeRow,
} from './row.ts';

export function showPleg(view: PlegView): Shown {
  return {
    rows: [
      valueRow('health', l10n.t('Health'), view.health, {
        id: 'pulse',
        color: view.health.known === 'unknown' ? 'kubeletWorker.unknown' : undefined,
      }),
      valueRow('relist', l10n.t('Relist'), view.relist, {
        id: 'refresh',
        color: view.relist.known === 'unknown' ? 'kubeletWorker.unknown' : undefined,
      }),
      ...view.rows.map(plegRow),
    ],
    total: view.total + 2,
    description: view.total === 0 ? undefined : String(view.total),
    message: view.total === 0 ? l10n.t('No PLEG events up to this point.') : undefined,
  };
}

function plegRow(row: PlegRow): TreeRow {
  const id = `${row.at}/${row.podKey ?? row.pod}/${row.events.length === 0 ? 'span' : 'second'}`;
  const [first] = row.events;
  const { name, namespace } = podWords(row.pod);
  const words = [shortTime(row.at).slice(0, 8), row.pod === '' ? undefined : inWords(row.text)];
  return {
    id,
    label: name === '' ? row.text : name,
    description: [...words, namespace].filter((word) => word !== undefined).join(' · '),
    icon: row.severity === 'none' ? eventIcon(first?.type) : severityIcon(row.severity),
    tooltip: [row.text, l10n.t('In the second from {0}.', formatTimeOfDay(row.at))],
    spoken: row.label,
    provedBy: row.events.map((event) => event.input),
    podKey: row.podKey,
    children: row.events.map((event, index) =>
      textRow(`${id}/${index}`, event.type, {
        description: `${event.of} · ${shortTime(event.at)}`,
        icon: eventIcon(event.type),
        tooltip: [event.text, `${event.type} ${event.id}`],
        spoken: l10n.t('{0}, {1}, at {2}', event.type, event.of, shortTime(event.at)),
        provedBy: [event.input],
        podKey: row.podKey,
        copy: event.id,
      }),
    ),
  };
}

function eventIcon(type: string | undefined): Icon {
  switch (type) {
    case 'ContainerStarted':
      return { id: 'play', color: 'kubeletWorker.sync' };
    case 'ContainerDied':
      return { id: 'debug-stop', color: 'kubeletWorker.terminating' };
    case 'ContainerRemoved':
      return { id: 'trash', color: 'kubeletWorker.gone' };
    default:
      return { id: 'circle-small-filled', color: undefined };
  }
}

// Each set-up and teardown of a sandbox's network: how it went, how often it was tried, and what it holds up.
import { l10n } from 'vscode';
import { formatDuration, formatTimeOfDay, type Micros } from '../../base/time.ts';
import type { Page } from '../../protocol/engineApi.ts';
import type { NetworkRow } from '../../protocol/rows.ts';
import {
  countText,
  howKnown,
  inWords,
  podWords,
  severityIcon,
  shortTime,
  textRow,
  valueRow,
  valueText,
  type Icon,
  type Shown,
  type TreeRow,
} from './row.ts';

export interface NetworkShown extends Page<NetworkRow> {
  readonly now: Micros;
}

export function showNetwork({ rows, total, now }: NetworkShown): Shown {
  const failing = rows.filter((row) => row.severity === 'error').length;
  return {
    rows: rows.map((row, index) => ({
      ...networkRow(row, now),
      expanded: index === 0 && row.severity === 'error',
    })),
    total,
    message: total === 0 ? l10n.t('No CNI calls logged up to this point.') : undefined,
    description: countText(total, failing, l10n.t('failing')),
  };
}

function networkRow(row: NetworkRow, now: Micros): TreeRow {
  const passed = formatDuration((row.until ?? now) - row.from);
  const lasted = isBound(row) ? l10n.t('at most {0}', passed) : passed;
  const { name, namespace } = podWords(row.pod);
  const id = row.podKey === undefined ? row.sandboxId?.slice(0, 12) : undefined;
  return {
    id: row.key,
    label: `${row.command} ${id ?? name}`,
    description: [
      row.isCalled ? row.plugin : l10n.t('no plugin called'),
      valueText(row.outcome),
      row.failures === 0 ? undefined : `${row.failures} ×`,
      row.failures === 0 && row.until !== undefined ? undefined : lasted,
      id === undefined ? namespace : row.pod,
    ]
      .filter((part) => part !== undefined)
      .join(' · '),
    icon: row.severity === 'none' ? commandIcon(row.command) : severityIcon(row.severity),
    tooltip: [
      l10n.t('CNI {0} for {1}: {2}.', row.command, row.pod, row.outcome.text),
      ...(row.message === undefined ? [] : [row.message]),
      ...(row.blocks === undefined ? [] : [`${row.blocks}.`]),
      howKnown(row.outcome),
    ],
    spoken: row.label,
    provedBy: row.outcome.provedBy,
    input: row.input,
    podKey: row.podKey,
    children: details(row).map((detail) => ({ ...detail, podKey: row.podKey })),
    copy: row.message ?? row.label,
  };
}

function details(row: NetworkRow): readonly TreeRow[] {
  const id = (part: string): string => `${row.key}/${part}`;
  const list: TreeRow[] = [];
  if (row.message !== undefined)
    list.push(textRow(id('message'), row.message, { icon: { id: 'quote', color: undefined } }));
  if (row.blocks !== undefined)
    list.push(
      textRow(id('blocks'), inWords(row.blocks), {
        icon: { id: 'lock', color: 'kubeletWorker.stuck' },
      }),
    );
  list.push(valueRow(id('outcome'), l10n.t('Outcome'), row.outcome));
  list.push({
    id: id('span'),
    label: l10n.t('Time'),
    description: `${shortTime(row.from)} – ${untilText(row)}`,
    icon: { id: 'watch', color: undefined },
    tooltip: [
      l10n.t(
        'From {0} until {1}.',
        formatTimeOfDay(row.from),
        row.until === undefined || isBound(row) ? untilText(row) : formatTimeOfDay(row.until),
      ),
    ],
  });
  if (row.sandboxId !== undefined)
    list.push({
      id: id('sandbox'),
      label: l10n.t('Sandbox'),
      description: row.sandboxId,
      icon: { id: 'package', color: undefined },
      copy: row.sandboxId,
    });
  row.attempts.forEach((attempt, index) => {
    list.push(
      textRow(id(`attempt${index}`), attempt.text, {
        description: `${shortTime(attempt.at)}${callerText(attempt)}`,
        icon: { id: 'debug-step-over', color: undefined },
        provedBy: attempt.provedBy,
      }),
    );
  });
  return list;
}

function untilText(row: NetworkRow): string {
  if (row.until === undefined)
    return row.untilKnown === 'unknown' ? l10n.t('unknown') : l10n.t('ongoing at the cursor');
  const until = shortTime(row.until);
  const last = row.attempts.at(-1)?.at;
  return isBound(row) ? l10n.t('between {0} and {1}', shortTime(last ?? row.from), until) : until;
}

function isBound({ until, untilKnown }: NetworkRow): boolean {
  return until !== undefined && untilKnown === 'inferred';
}

function callerText({ by, failed }: NetworkRow['attempts'][number]): string {
  if (by === 'sync') return ` · ${l10n.t('by the pod worker')}`;
  if (by === 'podKiller') return ` · ${l10n.t('by podKiller')}`;
  if (by === 'gc') return ` · ${l10n.t('by container GC')}`;
  return failed ? ` · ${l10n.t('by whom the log does not tell')}` : '';
}

function commandIcon(command: NetworkRow['command']): Icon {
  return { id: command === 'ADD' ? 'plug' : 'debug-disconnect', color: undefined };
}

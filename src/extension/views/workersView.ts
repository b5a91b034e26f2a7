// Pod workers at the cursor: what each is at, which update waits and what it replaced, and when the pod is due again.
import { l10n } from 'vscode';
import { formatTimeOfDay } from '../../base/time.ts';
import type { UpdateRow, WorkerQueueRow, WorkerQueues } from '../../protocol/workerQueueApi.ts';
import {
  countText,
  inWords,
  podWords,
  severityIcon,
  shortTime,
  textRow,
  valueRow,
  valueText,
  workerIcon,
  type Icon,
  type Shown,
  type TreeRow,
} from './row.ts';

export function showWorkerQueues({ rows, total, counts, sample }: WorkerQueues): Shown {
  const sampled = sample === undefined ? [] : [sampleRow(sample)];
  const count = countText(counts.workers, counts.waiting, l10n.t('with an update waiting'));
  return {
    rows: [...sampled, ...rows.map(workerRow)],
    total: total + sampled.length,
    description: counts.isWhole ? count : leastText(count, counts.unsure),
    message:
      counts.workers === 0
        ? l10n.t('No pod worker is known at the cursor.')
        : counts.untold === counts.workers
          ? l10n.t('No line up to here tells which update waits.')
          : undefined,
  };
}

/** Where there may be more workers than lines tell of. */
function leastText(count: string | undefined, unsure: number): string | undefined {
  if (count !== undefined) return l10n.t('at least {0}', count);
  return unsure === 0 ? undefined : l10n.t('{0} more may be there', unsure);
}

function sampleRow({ at, text, log, input }: NonNullable<WorkerQueues['sample']>): TreeRow {
  const differs = log !== undefined && log !== text;
  return {
    ...textRow('sample', 'kubelet_working_pods'),
    description: `${text} · ${shortTime(at)}`,
    icon: differs ? severityIcon('warning') : { id: 'graph', color: undefined },
    tooltip: [
      l10n.t('Counted by the last housekeeping before {0}: {1}.', formatTimeOfDay(at), text),
      log === undefined ? '' : l10n.t('By the log: {0}.', log),
    ],
    provedBy: [input],
    copy: text,
  };
}

function workerRow(row: WorkerQueueRow): TreeRow {
  const { name, namespace } = podWords(row.pod);
  return {
    id: row.podKey,
    label: name,
    description: [workText(row), namespace].filter((text) => text !== undefined).join(' · '),
    icon: row.severity === 'none' ? workerIcon(row.icon) : severityIcon(row.severity),
    tooltip: [row.label, row.why],
    spoken: row.label,
    input: row.input,
    podKey: row.podKey,
    children: details(row).map((detail) => ({ ...detail, podKey: row.podKey })),
    copy: row.label,
  };
}

function workText(row: WorkerQueueRow): string {
  if (row.waitingUpdate !== undefined)
    return l10n.t('waits: {0} · works on {1}', valueText(row.waiting), valueText(row.active));
  return row.activeUpdate === undefined
    ? l10n.t('{0} · next sync {1}', activity(row), valueText(row.next))
    : l10n.t('works on {0}', valueText(row.active));
}

function activity({ active }: WorkerQueueRow): string {
  return active.known === 'unknown' ? l10n.t('work unknown') : l10n.t('idle');
}

const watch: Icon = { id: 'watch', color: undefined };

function details(row: WorkerQueueRow): readonly TreeRow[] {
  const id = (part: string): string => `${row.podKey}/${part}`;
  const asked = (part: string, update: UpdateRow | undefined): readonly TreeRow[] =>
    update?.askedBy === undefined
      ? []
      : [
          textRow(id(part), l10n.t('Asked for by {0}', update.askedBy), {
            description: shortTime(update.at),
            icon: { id: 'arrow-small-right', color: undefined },
            ...(update.input === undefined ? {} : { provedBy: [update.input] }),
          }),
        ];
  const updates = (part: string, list: readonly UpdateRow[], text: (of: UpdateRow) => string) =>
    list.map((update, index) =>
      textRow(id(`${part}${index}`), text(update), {
        description: shortTime(update.at),
        icon: { id: 'replace', color: undefined },
        ...(update.input === undefined ? {} : { provedBy: [update.input] }),
      }),
    );
  return [
    valueRow(id('state'), l10n.t('State'), row.state, workerIcon(row.icon)),
    valueRow(id('active'), l10n.t('Works on'), row.active),
    ...asked('activeBy', row.activeUpdate),
    valueRow(id('waiting'), l10n.t('Waits'), row.waiting),
    ...asked('waitingBy', row.waitingUpdate),
    ...updates('replaced', row.replaced, (update) =>
      l10n.t('It replaced: {0}', update.askedBy ?? inWords(update.work.text)),
    ),
    ...updates('asked', row.asked, (update) =>
      l10n.t('Came meanwhile: {0}', update.askedBy ?? inWords(update.work.text)),
    ),
    {
      ...valueRow(id('next'), l10n.t('Next sync'), row.next, watch),
      tooltip: [row.next.text, row.why],
    },
    ...(row.why === '' || row.why === row.next.text
      ? []
      : [textRow(id('why'), inWords(row.why), { icon: { id: 'info', color: undefined } })]),
    ...(row.plan === undefined
      ? []
      : [
          valueRow(id('plan'), l10n.t('Last plan'), row.plan, {
            id: 'checklist',
            color: undefined,
          }),
        ]),
  ];
}

// What is on the tape: the logs, the kubelet's runs in them, and where nothing can be known.
import { l10n } from 'vscode';
import { formatDuration, formatRfc3339 } from '../../base/time.ts';
import { namesApart } from '../baseName.ts';
import type { SessionInfo } from '../../protocol/engineApi.ts';
import type { GapRow, RunRow, SourceRow, WriterRow } from '../../protocol/rows.ts';
import { messages } from '../messages.ts';
import { shortTime, textRow, valueRow, valueText, type Shown, type TreeRow } from './row.ts';

export function showSources(info: SessionInfo): Shown {
  const names = namesApart(info.sources.map(({ name }) => name));
  const rows = [
    ...info.sources.map((source, index) => sourceRow(source, index, names[index] ?? source.name)),
    ...info.runs.map(runRow),
    ...info.gaps.map(gapRow),
    ...unmatchedRow(info),
  ];
  return {
    rows,
    total: rows.length,
    description:
      info.from === undefined || info.to === undefined
        ? undefined
        : formatDuration(info.to - info.from),
  };
}

function sourceRow(source: SourceRow, index: number, name: string): TreeRow {
  const id = `source${index}`;
  const formats = source.formats.map(({ format }) => format).join(', ');
  const failed = source.state === 'failed';
  const details: TreeRow[] = [];
  const add = (part: string, label: string, description: string): void => {
    details.push({ id: `${id}/${part}`, label, description, copy: description });
  };
  if (source.problem !== undefined)
    details.push(
      textRow(`${id}/problem`, source.problem, {
        icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
      }),
    );
  add('format', l10n.t('Format'), formats === '' ? l10n.t('not recognised') : formats);
  if (source.writers.length > 0)
    add('writers', l10n.t('Written by'), source.writers.map(writerText).join(', '));
  add('lines', l10n.t('Lines'), source.lines.toLocaleString('en'));
  add('size', l10n.t('Size'), formatBytes(source.bytes));
  if (source.unparsedLines > 0)
    add('unparsed', l10n.t('Lines without a header'), source.unparsedLines.toLocaleString('en'));
  if (source.from !== undefined && source.to !== undefined) {
    add('from', l10n.t('From'), formatRfc3339(source.from));
    add('to', l10n.t('To'), formatRfc3339(source.to));
  }
  if (source.clockOffset !== 0)
    add('clock', l10n.t('Clock offset'), formatDuration(source.clockOffset));
  if (source.proposedOffset !== undefined)
    add('proposal', l10n.t('Clock'), messages.clockApart(source.proposedOffset));
  return {
    id,
    label: name,
    description: failed
      ? (source.problem ?? l10n.t('could not be read'))
      : `${l10n.t('{0} lines', source.lines.toLocaleString('en'))}${stateText(source)}`,
    icon: failed
      ? { id: 'error', color: 'problemsErrorIcon.foreground' }
      : { id: source.state === 'following' ? 'radio-tower' : 'file', color: undefined },
    tooltip: [source.path ?? source.name, source.problem ?? ''],
    spoken: failed
      ? l10n.t('Log {0} could not be read: {1}', name, source.problem ?? '')
      : l10n.t('Log {0}, {1} lines{2}', name, source.lines, stateText(source)),
    children: details,
    copy: source.path ?? source.name,
  };
}

function writerText({ program, known, records }: WriterRow): string {
  const count = records.toLocaleString('en');
  const name = programText(program);
  return known === 'inferred' ? l10n.t('{0} {1} (inferred)', name, count) : `${name} ${count}`;
}

/** Programs by their own names. */
function programText(program: string): string {
  if (program === 'text') return l10n.t('no program (text)');
  if (program === 'other') return l10n.t('other programs');
  if (program === 'host') return l10n.t('a program that runs several components');
  return program === 'unknown' ? l10n.t('unknown programs') : program;
}

function stateText(source: SourceRow): string {
  if (source.state === 'reading') return ` · ${l10n.t('reading')}`;
  return source.state === 'following' ? ` · ${l10n.t('following')}` : '';
}

function runRow(run: RunRow, index: number): TreeRow {
  const id = `run${index}`;
  const until = run.to === undefined ? '' : `–${shortTime(run.to)}`;
  return {
    id,
    label: `kubelet ${valueText(run.version)}`,
    description: [
      run.node.known === 'unknown' ? undefined : l10n.t('node {0}', valueText(run.node)),
      run.verbosity.known === 'unknown' ? undefined : `-v=${valueText(run.verbosity)}`,
      `${shortTime(run.from)}${until}`,
    ]
      .filter((part) => part !== undefined)
      .join(' · '),
    icon: { id: 'server-process', color: undefined },
    tooltip: [
      l10n.t('A kubelet run that started at {0}.', formatRfc3339(run.from)),
      l10n.t('A restart loses everything that was in memory.'),
    ],
    provedBy: run.input === undefined ? [] : [run.input],
    children: [
      valueRow(`${id}/version`, l10n.t('Version'), run.version),
      valueRow(`${id}/runtime`, l10n.t('Container runtime'), run.runtime),
      valueRow(`${id}/node`, l10n.t('Node'), run.node),
      valueRow(`${id}/verbosity`, l10n.t('Verbosity'), run.verbosity),
      ...(run.pid === undefined
        ? []
        : [{ id: `${id}/pid`, label: l10n.t('Process'), description: String(run.pid) }]),
    ],
  };
}

function gapRow(gap: GapRow, index: number): TreeRow {
  return textRow(`gap${index}`, gap.text, {
    description: `${shortTime(gap.from)} · ${formatDuration(gap.to - gap.from)}`,
    icon: { id: 'eye-closed', color: 'kubeletWorker.unknown' },
    tooltip: [gap.text, l10n.t('This log can’t show what happened in between.')],
    spoken: l10n.t(
      'Gap of {0} at {1}: {2}',
      formatDuration(gap.to - gap.from),
      shortTime(gap.from),
      gap.text,
    ),
    provedBy: gap.input === undefined ? [] : [gap.input],
  });
}

function unmatchedRow(info: SessionInfo): readonly TreeRow[] {
  if (info.unmatchedMessages === 0 || info.inputs === 0) return [];
  const share = Math.round((1000 * info.unmatchedMessages) / info.inputs) / 10;
  return [
    {
      id: 'unmatched',
      label:
        info.unmatchedMessages === 1
          ? l10n.t('1 line not understood')
          : l10n.t('{0} lines not understood', info.unmatchedMessages.toLocaleString('en')),
      description: `${share} %`,
      icon: { id: 'question', color: 'kubeletWorker.unknown' },
      tooltip: [
        l10n.t('Their messages match no rule. They are kept and shown in the log unchanged.'),
      ],
    },
  ];
}

function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  if (bytes < 1e9) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${(bytes / 1e9).toFixed(2)} GB`;
}

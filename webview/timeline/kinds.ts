// How each kind of item looks and what it is called: a colour of the theme, a band of its lane, a shape.
import { kindWords } from '../../src/protocol/kindWords.ts';
import type { RowSeverity, TimelineKind } from '../../src/protocol/rows.ts';
import { t } from '../shared/l10n.ts';
import { inWords } from '../shared/said.ts';

/** `state`: what the worker is in, the broad bar; `step`: what it is at, the slim bar below; `mark`: a moment. */
export type Band = 'state' | 'step' | 'mark';

export interface Look {
  readonly band: Band;
  /** Ids of theme colours, the first that the theme has. */
  readonly colors: readonly string[];
  readonly name: string;
}

const stateColors: Readonly<Record<string, string>> = {
  sync: 'kubeletWorker.sync',
  terminating: 'kubeletWorker.terminating',
  terminated: 'kubeletWorker.terminated',
  finished: 'kubeletWorker.finished',
  unknown: 'kubeletWorker.unknown',
};

const stepColors: Readonly<Record<string, string>> = {
  queue: 'charts.lines',
  sandbox: 'charts.purple',
  network: 'charts.orange',
  pull: 'charts.blue',
  start: 'charts.green',
  ready: 'charts.green',
  running: 'kubeletWorker.sync',
  kill: 'charts.orange',
  teardown: 'charts.orange',
  unmount: 'charts.purple',
  cleanup: 'kubeletWorker.terminated',
  backoff: 'charts.yellow',
};

export function lookOf({ slug, shape, severity, name: own }: TimelineKind): Look {
  const name = own ?? inWords(kindWords(slug));
  if (shape === 'mark') return { band: 'mark', name, colors: [severityColor(severity)] };
  const state = stateColors[slug];
  if (state !== undefined) return { band: 'state', name, colors: [state] };
  const step = /^phase\.(.*)$/.exec(slug)?.[1];
  if (step !== undefined) {
    const color =
      severity === 'error' ? 'kubeletWorker.stuck' : (stepColors[step] ?? 'charts.blue');
    return { band: 'step', name, colors: [color, 'charts.blue'] };
  }
  if (slug.startsWith('gap.'))
    return { band: 'state', name: t('gap: {0}', name), colors: ['kubeletWorker.unknown'] };
  return { band: 'state', name, colors: [severityColor(severity)] };
}

export function severityColor(severity: RowSeverity): string {
  switch (severity) {
    case 'error':
      return 'editorError.foreground';
    case 'warning':
      return 'editorWarning.foreground';
    case 'info':
      return 'editorInfo.foreground';
    case 'none':
      return 'descriptionForeground';
  }
}

// What a tree shows, as plain data: views make these of the engine's rows, engineTree.ts makes tree items of them.
import { l10n } from 'vscode';
import type { InputId } from '../../base/input.ts';
import { formatTimeOfDay, type Micros } from '../../base/time.ts';
import { plainLine, plainText } from '../../base/plainText.ts';
import type { FindingTarget } from '../contributions.ts';
import { inTrees, speaker } from '../../protocol/sayings.ts';
import type {
  FindingRow,
  PodHealth,
  RowSeverity,
  ShownValue,
  WorkerIcon,
} from '../../protocol/rows.ts';

/** A codicon and a colour id of package.json or of VS Code. */
export interface Icon {
  readonly id: string;
  readonly color: string | undefined;
}

export interface TreeRow {
  /** Unique in its view and stable while the tape grows: what is unfolded stays so. */
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly icon?: Icon | undefined;
  /** Paragraphs of the tooltip; the proving lines are added when it is shown. */
  readonly tooltip?: readonly string[] | undefined;
  /** What a screen reader says; label and description when absent. */
  readonly spoken?: string | undefined;
  readonly provedBy?: readonly InputId[] | undefined;
  /** Where picking the row moves the cursor; the first proof when absent. */
  readonly input?: InputId | undefined;
  readonly podKey?: string | undefined;
  /** The finding that its menu mutes, or shows in full. */
  readonly finding?: FindingTarget['finding'];
  readonly children?: readonly TreeRow[] | undefined;
  /** It has rows below it that are asked for when it is unfolded. */
  readonly asks?: boolean | undefined;
  /** The node of the connected cluster that its menu acts on. */
  readonly node?: string | undefined;
  /** Words for `when` clauses of its menu, beside those of what it carries. */
  readonly menu?: readonly string[] | undefined;
  readonly expanded?: boolean | undefined;
  /** What `Copy` copies; label and description when absent. */
  readonly copy?: string | undefined;
  /** An address that the row's menu opens. */
  readonly link?: string | undefined;
  /** Shows more rows of its view when picked. */
  readonly more?: boolean | undefined;
}

/** The row as it may be shown: a log's text is only ever text, and no longer than anyone reads. */
export function plainRow(row: TreeRow): TreeRow {
  return {
    ...row,
    label: plainLine(row.label, 200),
    description: row.description === undefined ? undefined : plainLine(row.description, 250),
    spoken: row.spoken === undefined ? undefined : plainLine(row.spoken, 500),
    tooltip: row.tooltip?.map((paragraph) => plainText(paragraph.slice(0, 4000))),
    children: row.children?.map(plainRow),
  };
}

/** A row as text, to be pasted elsewhere. */
export function copyText({
  label,
  description,
  copy,
}: Pick<TreeRow, 'label' | 'description' | 'copy'>): string {
  return copy ?? (description === undefined ? label : `${label} ${description}`);
}

/** What one view shows at one moment. */
export interface Shown {
  readonly rows: readonly TreeRow[];
  /** How many there are in all; more than `rows` when the list is cut. */
  readonly total: number;
  /** A line above the rows. */
  readonly message?: string | undefined;
  /** Beside the view's title. */
  readonly description?: string | undefined;
  readonly badge?: { readonly value: number; readonly tooltip: string } | undefined;
}

/** An icon of our own font for each, and a colour: package.json contributes them by these names. */
export function workerIcon(icon: WorkerIcon): Icon {
  return { id: `kubelet-worker-${icon}`, color: `kubeletWorker.${icon}` };
}

export function workerWord(icon: WorkerIcon): string {
  switch (icon) {
    case 'sync':
      return l10n.t('in sync');
    case 'working':
      return l10n.t('at work');
    case 'terminating':
      return l10n.t('terminating');
    case 'stuck':
      return l10n.t('stuck');
    case 'terminated':
      return l10n.t('terminated');
    case 'finished':
      return l10n.t('finished');
    case 'gone':
      return l10n.t('gone');
    case 'unknown':
      return l10n.t('unknown');
  }
}

/** Of a pod: how it fares, which is not what its worker does. */
export function healthIcon({ is }: PodHealth): Icon {
  switch (is) {
    case 'failing':
      return severityIcon('error');
    case 'degraded':
      return severityIcon('warning');
    case 'waiting':
      return { id: 'watch', color: 'charts.blue' };
    case 'ok':
      return { id: 'pass', color: 'charts.green' };
    case 'ended':
      return { id: 'circle-slash', color: 'disabledForeground' };
    case 'unknown':
      return { id: 'question', color: 'descriptionForeground' };
  }
}

export function healthWord({ is }: PodHealth): string {
  switch (is) {
    case 'failing':
      return l10n.t('failing');
    case 'degraded':
      return l10n.t('degraded');
    case 'waiting':
      return l10n.t('waiting');
    case 'ok':
      return l10n.t('ok');
    case 'ended':
      return l10n.t('ended');
    case 'unknown':
      return l10n.t('unknown');
  }
}

export function severityIcon(severity: RowSeverity): Icon {
  switch (severity) {
    case 'error':
      return { id: 'error', color: 'problemsErrorIcon.foreground' };
    case 'warning':
      return { id: 'warning', color: 'problemsWarningIcon.foreground' };
    case 'info':
      return { id: 'info', color: 'problemsInfoIcon.foreground' };
    case 'none':
      return { id: 'circle-small-filled', color: 'descriptionForeground' };
  }
}

export function findingIcon(severity: FindingRow['severity']): Icon {
  switch (severity) {
    case 'critical':
      return { id: 'flame', color: 'problemsErrorIcon.foreground' };
    case 'high':
      return severityIcon('error');
    case 'medium':
      return severityIcon('warning');
    case 'low':
      return severityIcon('info');
    case 'info':
      return { id: 'pass', color: 'descriptionForeground' };
  }
}

export function severityWord(severity: FindingRow['severity']): string {
  switch (severity) {
    case 'critical':
      return l10n.t('critical');
    case 'high':
      return l10n.t('high');
    case 'medium':
      return l10n.t('medium');
    case 'low':
      return l10n.t('low');
    case 'info':
      return l10n.t('info');
  }
}

export function roleWord(role: FindingRow['evidence'][number]['role']): string {
  switch (role) {
    case 'cause':
      return l10n.t('cause');
    case 'consequence':
      return l10n.t('consequence');
    case 'context':
      return l10n.t('context');
  }
}

/** The name tells pods apart, so it stands first; the namespace behind it where it says something. */
export function podWords(pod: string): { readonly name: string; readonly namespace?: string } {
  const end = pod.indexOf('/');
  const [namespace, name] = [pod.slice(0, Math.max(0, end)), pod.slice(end + 1)];
  return namespace === '' || namespace === 'default' ? { name } : { name, namespace };
}

/** A named value as a row: what is inferred or unknown says so beside it, and why in the tooltip. */
export function valueRow(id: string, name: string, value: ShownValue, icon?: Icon): TreeRow {
  return {
    id,
    label: name,
    description: valueText(value),
    icon: icon ?? knownIcon(value),
    tooltip: [`${name}: ${value.text}`, howKnown(value)],
    spoken:
      value.known === 'inferred'
        ? l10n.t('{0}: {1}, inferred', name, value.text)
        : `${name}: ${value.text}`,
    provedBy: value.provedBy,
    copy: value.text,
  };
}

export function valueText(value: ShownValue): string {
  switch (value.known) {
    case 'seen':
      return inWords(value.text);
    case 'inferred':
      return l10n.t('{0} (inferred)', inWords(value.text));
    case 'unknown':
      return l10n.t('unknown');
  }
}

/** What the engine says in words that pages have translated (webview/shared/said.ts); else as it is. */
export const inWords = speaker((text) => {
  const { bundle = {} } = l10n;
  const own = Object.hasOwn(bundle, text) ? bundle[text] : undefined;
  return typeof own === 'string' ? own : undefined;
}, inTrees);

export function howKnown(value: ShownValue): string {
  switch (value.known) {
    case 'seen':
      return value.provedBy.length === 0
        ? l10n.t('Seen in the log.')
        : l10n.t('Seen in these lines.');
    case 'inferred':
      return l10n.t('Inferred from these lines, using the kubelet’s own rules.');
    case 'unknown':
      return l10n.t('Unknown: nothing in the log so far shows this.');
  }
}

function knownIcon(value: ShownValue): Icon {
  return value.known === 'unknown'
    ? { id: 'question', color: 'kubeletWorker.unknown' }
    : { id: 'symbol-field', color: undefined };
}

/** `09:34:10.840`: what a row has room for; tooltips have all six digits. */
export function shortTime(time: Micros): string {
  return formatTimeOfDay(time).slice(0, 12);
}

/** `7 · 2 stuck`, for a view's title. */
export function countText(total: number, loud: number, what: string): string | undefined {
  if (total === 0) return undefined;
  return loud === 0 ? String(total) : `${total} · ${loud} ${what}`;
}

/** A text from the log as a row of its own. */
export function textRow(id: string, text: string, rest: Partial<TreeRow> = {}): TreeRow {
  return { id, label: text, tooltip: [text], copy: text, ...rest };
}

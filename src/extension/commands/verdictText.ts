// What is wrong in a log that was just opened, in one sentence: how many problems, and what is known of the worst of them.
import { l10n } from 'vscode';
import type { InputId } from '../../base/input.ts';
import { formatDuration, SECOND } from '../../base/time.ts';
import type { FindingKind, FindingRow } from '../../protocol/rows.ts';
import { messages } from '../messages.ts';
import { problemsText } from '../views/findingsView.ts';

/** Kinds of problems that a verdict names. */
export const MOST_TOLD = 2;

/** `count`: of problems, as all views count them; `kinds`: the worst first; `worst`: the first finding of each that is named. `2 problems: CNI DEL fails, default/web-1, for 41 s; …` */
export function verdictText(
  count: number,
  kinds: readonly FindingKind[],
  worst: readonly (FindingRow | undefined)[],
): string {
  const told = kinds.slice(0, MOST_TOLD).map((kind, index) => troubleText(kind, worst[index]));
  return messages.verdict(problemsText(count), told, kinds.length > MOST_TOLD);
}

/** Of several of a kind the worst is told, and that there are more. */
function troubleText({ title, total }: FindingKind, row: FindingRow | undefined): string {
  if (row === undefined) return title;
  const { pod, began, last, ended = last } = row;
  return [
    row.title,
    ...(pod === undefined || row.title.includes(pod) ? [] : [pod]),
    ...(ended - began < SECOND ? [] : [l10n.t('for {0}', formatDuration(ended - began))]),
    ...(total < 2 ? [] : [l10n.t('{0} more like it', (total - 1).toLocaleString('en'))]),
  ].join(', ');
}

/** Where a finding begins: lines that only go with it may stand minutes before. */
export function lineToShow({ evidence }: Pick<FindingRow, 'evidence'>): InputId | undefined {
  return (evidence.find(({ role }) => role !== 'context') ?? evidence[0])?.input;
}

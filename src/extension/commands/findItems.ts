// What a search for lines shows, as a list to pick from. Plain data, nothing of VS Code.
import { l10n } from 'vscode';
import type { InputId } from '../../base/input.ts';
import type { FoundLines } from '../../protocol/findApi.ts';
import { plain } from './askItems.ts';

export type FindItem = { readonly label: string; readonly description: string } & (
  | { readonly kind: 'heading' | 'problem' }
  /** Picked, it makes the filter this one. */
  | { readonly kind: 'completion'; readonly filter: string }
  | { readonly kind: 'line'; readonly input: InputId }
);

/** A label's width is the list's; of a longer line the begin tells enough. */
const WIDTH = 300;

export function findItems(filter: string, found: FoundLines): readonly FindItem[] {
  const { completions, problem, rows, more } = found;
  const completed = completions.map(({ text, from, hint }): FindItem => {
    const whole = /[=~:<>]$/.test(text) ? text : `${text} `;
    const label = plain(text);
    return { kind: 'completion', label, description: hint, filter: filter.slice(0, from) + whole };
  });
  if (problem !== undefined)
    return [{ kind: 'problem', label: plain(problem), description: '' }, ...completed];
  const lines = rows.map(({ text, line, input }): FindItem => {
    const [first = ''] = text.split('\n', 1);
    const label = plain(first.slice(0, WIDTH));
    return { kind: 'line', label, description: l10n.t('line {0}', line), input };
  });
  if (filter.trim() === '') return completed;
  const heading = more
    ? l10n.t('the first {0} lines', rows.length)
    : l10n.t('lines found: {0}', rows.length);
  return [...completed, { kind: 'heading', label: heading, description: '' }, ...lines];
}

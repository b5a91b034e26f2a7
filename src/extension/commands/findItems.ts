// What a search for lines shows, as a list to pick from. Plain data, nothing of VS Code.
import { l10n } from 'vscode';
import type { InputId } from '../../base/input.ts';
import { formatTimeOfDay } from '../../base/time.ts';
import type { FilterCompletion, FoundLines } from '../../protocol/findApi.ts';
import type { InputRow } from '../../protocol/rows.ts';
import { plain } from './askItems.ts';

export type FindItem = { readonly label: string; readonly description: string } & (
  | { readonly kind: 'problem' }
  /** Picked, it makes the filter this one. */
  | { readonly kind: 'completion'; readonly filter: string }
  | { readonly kind: 'line'; readonly input: InputId }
);

/** About what fits in the list's width beside the place of a line. */
const WIDTH = 64;

export function findItems(filter: string, found: FoundLines): readonly FindItem[] {
  const { completions, problem, rows } = found;
  const completed = completions.map((completion): FindItem => {
    const { text, hint } = completion;
    const kind = 'completion';
    return { kind, label: plain(text), description: hint, filter: completedBy(filter, completion) };
  });
  if (problem !== undefined)
    return [{ kind: 'problem', label: plain(problem), description: '' }, ...completed];
  const lines = rows.map((row): FindItem => {
    const place = l10n.t('line {0}', row.line);
    const description = row.site === '' ? place : `${place} · ${row.site}`;
    return { kind: 'line', label: plain(labelOf(row)), description, input: row.input };
  });
  return [...completed, ...lines];
}

/** The filter with what may stand at its end in it; behind a whole value goes a space. */
export function completedBy(filter: string, { text, from }: FilterCompletion): string {
  return filter.slice(0, from) + (/[=~:<>]$/.test(text) ? text : `${text} `);
}

/** How many lines were found; empty where none are looked for. */
export function findHeading(filter: string, { problem, rows, more }: FoundLines): string {
  if (filter.trim() === '' || problem !== undefined) return '';
  return more
    ? l10n.t('the first {0} lines', rows.length)
    : l10n.t('lines found: {0}', rows.length);
}

/** Severity, time and what is said: the header of a line would take the place of all that tells it from others. */
function labelOf({ text, site, severity, at }: InputRow): string {
  const [first = ''] = text.split('\n', 1);
  const header = site === '' ? -1 : first.indexOf(`${site}] `);
  const said = header < 0 ? first : first.slice(header + site.length + 2);
  const begin =
    header < 0 || at === undefined || Number.isNaN(at)
      ? said
      : `${severity.charAt(0).toUpperCase()} ${formatTimeOfDay(at)} ${said}`;
  return begin.length > WIDTH ? `${begin.slice(0, WIDTH)}…` : begin;
}

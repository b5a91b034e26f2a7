// Which findings the list shows, in which groups: by what causes what, by severity, or by pod.
import { forestOf, prune, type Branch } from '../../src/base/forest.ts';
import type { FindingBrief } from '../../src/protocol/rows.ts';
import { t } from '../shared/l10n.ts';
import { findingSeverities } from '../shared/words.ts';

export const groupings = ['kind', 'cause', 'severity', 'pod', 'table'] as const;
export type Grouping = (typeof groupings)[number];

export interface Group {
  /** Empty: needs no heading. */
  readonly name: string;
  readonly branches: readonly Branch<FindingBrief>[];
  /** Shown only when asked for. */
  readonly folds: boolean;
}

export const MINOR = t('Harmless, or undecidable from this log');

/** `matching`: keys of those that a filter leaves; all when absent. */
export function groupsOf(
  rows: readonly FindingBrief[],
  grouping: Exclude<Grouping, 'kind' | 'table'>,
  matching: ReadonlySet<string> | undefined,
): readonly Group[] {
  const matches = ({ key }: FindingBrief): boolean => matching?.has(key) !== false;
  const loud = rows.filter(({ severity }) => severity !== 'info');
  const groups = new Map<string, readonly Branch<FindingBrief>[]>();
  if (grouping === 'cause') {
    const forest = forestOf(
      loud,
      ({ key }) => key,
      ({ causedBy }) => causedBy,
    );
    groups.set('', prune(forest, matches));
  } else
    for (const row of loud.filter(matches)) {
      const name = grouping === 'pod' ? (row.pod ?? t('The node')) : heading(row.severity);
      groups.set(name, [...(groups.get(name) ?? []), alone(row)]);
    }
  groups.set(MINOR, rows.filter((row) => row.severity === 'info' && matches(row)).map(alone));
  return [...groups].flatMap(([name, branches]) =>
    branches.length === 0 ? [] : [{ name, branches, folds: name === MINOR }],
  );
}

function alone(row: FindingBrief): Branch<FindingBrief> {
  return { item: row, children: [] };
}

function heading(severity: FindingBrief['severity']): string {
  const word = findingSeverities[severity];
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

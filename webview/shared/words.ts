// Words for what the protocol names by a key: how bad, and how it is known. A key that is shown has its word here.
import type { Known } from '../../src/base/input.ts';
import type { FindingRow, RowSeverity } from '../../src/protocol/rows.ts';
import { t } from './l10n.ts';

export const findingSeverities: Readonly<Record<FindingRow['severity'], string>> = {
  critical: t('critical'),
  high: t('high'),
  medium: t('medium'),
  low: t('low'),
  info: t('minor'),
};

export const rowSeverities: Readonly<Record<RowSeverity, string>> = {
  error: t('error'),
  warning: t('warning'),
  info: t('note'),
  none: '',
};

export const knownWords: Readonly<Record<Known, string>> = {
  seen: t('seen'),
  inferred: t('inferred'),
  unknown: t('unknown'),
};

/** A number as people of any language here read it. */
export function figure(count: number): string {
  return count.toLocaleString('en');
}

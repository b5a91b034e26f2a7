// engine/present alone knows both the rebuilt state and the rows: it turns the one into the other, in words for a person.
import type { Value } from '../../base/input.ts';
import type { KubeletRun } from '../../kubelet/rebuild/history.ts';
import type { RowSeverity, ShownValue } from '../../protocol/rows.ts';

/** A value as text; an unknown one says why. */
export function shown<T>(value: Value<T>, text: (value: T) => string = String): ShownValue {
  if (value.known === 'unknown')
    return { text: `unknown: ${value.why}`, known: 'unknown', provedBy: value.provedBy };
  return { text: text(value.value), known: value.known, provedBy: value.provedBy };
}

/** `4`; `4 or more` where only the lines of the run tell it. */
export function shownVerbosity(
  { verbosity, verbosityIsLeast }: Pick<KubeletRun, 'verbosity' | 'verbosityIsLeast'>,
  flag = '',
): ShownValue {
  return shown(verbosity, (level) => `${flag}${level}${verbosityIsLeast ? ' or more' : ''}`);
}

const loudness: readonly RowSeverity[] = ['none', 'info', 'warning', 'error'];

export function loudest(...severities: readonly RowSeverity[]): RowSeverity {
  return severities.reduce<RowSeverity>(
    (best, next) => (loudness.indexOf(next) > loudness.indexOf(best) ? next : best),
    'none',
  );
}

/** The first 12 digits of a long id, as the container tools show them. */
export function shortId(id: string): string {
  return /^[0-9a-f]{20,}$/.test(id) ? id.slice(0, 12) : id;
}

export { plural } from '../../base/plural.ts';

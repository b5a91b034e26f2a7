// Counters in words: what they are called, and what they say at a time.
import { formatDuration } from '../../src/base/time.ts';
import type { CounterName } from '../../src/protocol/rows.ts';
import { t } from '../shared/l10n.ts';
import type { CounterValue } from './counters.ts';

export const counterTitles: Readonly<Record<CounterName, string>> = {
  pods: t('Pods by worker state'),
  workers: t('Workers at work'),
  relist: t('Relist duration'),
  cni: t('CNI call duration'),
  errors: t('Errors per minute'),
};

const untold: Readonly<Record<CounterName, string>> = {
  pods: t('No pod is known of here.'),
  workers: t('No pod is known of here.'),
  relist: t('No line tells of it here.'),
  cni: t('No line tells of a call here.'),
  errors: t('The log tells nothing here.'),
};

const states = [t('sync'), t('terminating'), t('terminated')] as const;

/** The end of a counter's scale. */
export function scaleText(counter: CounterName, most: number): string {
  if (counter === 'relist' || counter === 'cni') return most === 0 ? '0' : formatDuration(most);
  return round(most);
}

function round(value: number): string {
  return (value < 10 ? Math.round(value * 10) / 10 : Math.round(value)).toLocaleString('en');
}

/** Each in a line of its own. */
export function valueLines(
  counter: CounterName,
  value: CounterValue | undefined,
): readonly string[] {
  if (value === undefined) return [untold[counter]];
  const { parts, open, known } = value;
  const more = open === 0 ? [] : [t('unknown: {0}', round(open))];
  if (known === 'unknown') return more.length > 0 ? more : [t('unknown')];
  const [first = 0] = parts;
  switch (counter) {
    case 'pods':
      return [
        ...states.flatMap((state, index) =>
          (parts[index] ?? 0) === 0 ? [] : [`${state}: ${round(parts[index] ?? 0)}`],
        ),
        ...more,
      ];
    case 'workers':
      return [t('at work: {0}', round(first)), ...more];
    case 'errors':
      return [t('{0} in a minute', round(first))];
    case 'relist':
    case 'cni':
      return [first === 0 ? '0' : formatDuration(first)];
  }
}

/** Of a group of pods: how many are loud. */
export function groupLines({ parts }: CounterValue): readonly string[] {
  const [failing = 0, warned = 0] = parts;
  if (failing + warned === 0) return [t('No pod has errors or warnings here.')];
  return [
    ...(failing === 0 ? [] : [t('pods with errors: {0}', round(failing))]),
    ...(warned === 0 ? [] : [t('pods with warnings alone: {0}', round(warned))]),
  ];
}

// What stands around the workers, beside what lines tell of it: who waits in the pod cache, when pods are due, and the last relist.
import { formatTimeOfDay, micros, MILLISECOND } from '../../../base/time.ts';
import type {
  DueRow,
  MachineDifference,
  MachineParts,
  MachinePod,
} from '../../../protocol/machineApi.ts';
import { shown } from '../values.ts';
import { dueText } from '../workerQueues.ts';
import { heldSoon, historyOf, unknownValue, type Compared } from './compared.ts';

export function untoldRows(compared: Compared, parts: MachineParts): MachineDifference[] {
  return [
    ...relistDifference(compared, parts),
    ...(parts.podCache?.readers ?? []).flatMap(({ pod, since }) =>
      readerDifference(compared, pod, since),
    ),
    ...(parts.workQueue?.due ?? []).flatMap((row) => dueDifference(compared, row)),
  ];
}

function readerDifference(
  compared: Compared,
  pod: MachinePod,
  since: Parameters<typeof formatTimeOfDay>[0],
): MachineDifference[] {
  const stage = historyOf(compared, pod)?.queue(compared.moment)?.stage;
  if (stage?.value === 'waits for the pod cache') return [];
  const held = `has waited since ${formatTimeOfDay(since)}`;
  const base = { part: 'podCache', pod, field: 'reader', held } as const;
  if (stage?.value !== undefined) {
    const text = `The log is read as the worker of ${pod.name} being elsewhere: it waits in the pod cache.`;
    return [{ ...base, told: shown(stage), why: 'wrong', text }];
  }
  const told = unknownValue('no line tells who waits in the pod cache');
  const text = `No line${compared.level} tells that the worker of ${pod.name} waits in the pod cache.`;
  return [{ ...base, told, why: 'not printed', text }];
}

/** The log tells a span, as the delay has a jitter: what lies in it is told rightly. */
function dueDifference(compared: Compared, row: DueRow): MachineDifference[] {
  const { moment, level } = compared;
  const { pod, due, why } = row;
  const { next } = historyOf(compared, pod)?.queue(moment) ?? {};
  const { from, until } = next?.value ?? {};
  const reason = why === 'unknown' ? '' : `: ${why}`;
  const base = {
    part: 'workQueue',
    pod,
    field: 'due',
    held: `${formatTimeOfDay(due)}${reason}`,
  } as const;
  if (next === undefined || from === undefined || until === undefined) {
    const told = unknownValue(next?.value?.why ?? 'no line tells when the pod is due again');
    const text = `No line${level} tells when ${pod.name} is due again.`;
    return [{ ...base, told, why: 'not printed', text }];
  }
  // The line is written a moment after the clock was read for the queue.
  const slack = 100 * MILLISECOND;
  const isTold = (one: DueRow): boolean => one.due >= from - slack && one.due <= until + slack;
  if (isTold(row)) return [];
  const told = shown(next, () => dueText(from, until, moment.time));
  if (from <= moment.time && due > until) {
    const text = `No line${level} tells that a tick took ${pod.name}, which was due from ${formatTimeOfDay(from)} on.`;
    return [{ ...base, told, why: 'not printed', text }];
  }
  const isSoon = heldSoon(compared, pod, ['workQueue'], ({ workQueue }) =>
    (workQueue?.due ?? []).some((one) => one.pod.uid === pod.uid && isTold(one)),
  );
  if (isSoon) {
    const text = `The log tells when ${pod.name} is due already: the kubelet held so within a second.`;
    return [{ ...base, told, why: 'early', text }];
  }
  const text = `By the log ${pod.name} is due from ${formatTimeOfDay(from)} to ${formatTimeOfDay(until)}: the kubelet held ${formatTimeOfDay(due)}.`;
  return [{ ...base, told, why: 'wrong', text }];
}

function relistDifference(
  { incident, moment, level }: Compared,
  { pleg }: MachineParts,
): MachineDifference[] {
  const held = pleg?.relistTime;
  if (held === undefined) return [];
  const last = incident.history.pleg.relists.findLast(({ at }) => at <= moment.time);
  const base = { part: 'pleg', pod: undefined, field: 'relistTime' } as const;
  // A relist's line comes after its list.
  if (last !== undefined && last.at >= micros(held - MILLISECOND)) return [];
  const told =
    last === undefined
      ? unknownValue('no relist left a line')
      : { text: formatTimeOfDay(last.at), known: 'seen' as const, provedBy: [last.input] };
  const text =
    last === undefined
      ? `No line${level} tells of a relist.`
      : `No line${level} tells of the relist at ${formatTimeOfDay(held)}.`;
  return [{ ...base, told, held: formatTimeOfDay(held), why: 'not printed', text }];
}

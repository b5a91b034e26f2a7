// The lines of the truth files as steps, in words.
import { formatDuration, formatTimeOfDay } from '../../../../base/time.ts';
import {
  MOST_MACHINE_ROWS,
  type MachineStep,
  type MachineSteps,
  type MachineStepsQuery,
} from '../../../../protocol/machineApi.ts';
import type { TruthEvent } from '../../../truth/truthLine.ts';
import { plural } from '../../values.ts';
import type { ShownTruth } from './askedTruth.ts';

export function truthStep(eye: ShownTruth, step: number): MachineStep | undefined {
  const found = eye.truth.steps[step];
  if (found === undefined) return undefined;
  const { part, event, at } = found;
  const uid = 'uid' in event ? event.uid : undefined;
  const [kind, text] = saidOf(eye, event, at);
  return {
    step,
    at: eye.timeOf(step),
    position: eye.positionOf(step),
    part,
    kind,
    pod: uid === undefined ? undefined : eye.pod(uid),
    text,
    go: eye.go(part, kind),
  };
}

/** The kind is that of a journal's step, so that it leads to the same function. */
function saidOf(
  eye: ShownTruth,
  event: TruthEvent,
  at: number,
): readonly [kind: string, text: string] {
  const name = (uid: string): string => eye.pod(uid).name;
  switch (event.kind) {
    case 'worker': {
      const { uid, worker } = event;
      if (worker === undefined) return ['forgetWorker', `the worker of ${name(uid)} is dropped`];
      const { state, working, pending } = worker;
      const waits = pending === undefined ? '' : `, ${pending.updateType ?? 'an update'} waits`;
      return ['worker', `${name(uid)}: ${state}, ${working ? 'working' : 'idle'}${waits}`];
    }
    case 'workers':
      return ['worker', plural(event.workers.size, 'worker')];
    case 'goroutines':
      return ['goroutines', `${plural(event.uids.size, 'worker')} with a goroutine`];
    case 'enqueue':
      return ['Enqueue', `${name(event.uid)} is due in ${formatDuration(event.due - at)}`];
    case 'work':
      return ['GetWork', `GetWork gives ${plural(event.uids.length, 'pod')}`];
    case 'set': {
      const { modified, err } = event.entry;
      const when = formatTimeOfDay(eye.shown(modified));
      return [
        'set',
        `${name(event.uid)} as it was at ${when}${err === undefined ? '' : `, an error: ${err}`}`,
      ];
    }
    case 'observed':
      return ['SetObservedTime', `${name(event.uid)} was looked at again and is as it was`];
    case 'delete':
      return ['delete', `${name(event.uid)} is out of the cache`];
    case 'wait': {
      const status =
        event.time === undefined
          ? 'any status'
          : `a status newer than ${formatTimeOfDay(eye.shown(event.time))}`;
      return ['getNewerThan', `${name(event.uid)} wants ${status}`];
    }
    case 'got':
      return ['getNewerThan', `${name(event.uid)} has got a status`];
    case 'updateTime':
      return [
        'updateTime',
        `everything was looked at since ${formatTimeOfDay(eye.shown(event.time))}`,
      ];
    case 'begin':
      return ['relist', 'a relist begins'];
    case 'end':
      return [
        'relist',
        `a relist ends: ${event.records === undefined ? 'as before' : 'not as before'}`,
      ];
  }
}

export function truthSteps(
  eye: ShownTruth,
  { parts, start, count }: MachineStepsQuery,
  uid: string | undefined,
  cursor: number,
): MachineSteps {
  const steps: number[] = [];
  for (const [step, { part, event }] of eye.truth.steps.entries()) {
    const isOf = uid === undefined || ('uid' in event && event.uid === uid);
    if (isOf && parts?.includes(part) !== false) steps.push(step);
  }
  const most = Math.min(MOST_MACHINE_ROWS, Math.max(0, count));
  const after = steps.findIndex((step) => step > cursor);
  const atCursor = (after < 0 ? steps.length : after) - 1;
  const from = Math.max(0, Math.min(start ?? atCursor - most + 1, steps.length));
  const rows = steps.slice(from, from + most).flatMap((step) => truthStep(eye, step) ?? []);
  return { start: from, total: steps.length, rows, atCursor, why: undefined };
}

import { micros, MILLISECOND, SECOND } from '../../../base/time.ts';
import type { PodHistory } from '../../../kubelet/rebuild/history.ts';
import type { Moment } from '../../../kubelet/rebuild/track.ts';
import type { MachinePartId, MachineParts, MachinePod } from '../../../protocol/machineApi.ts';
import type { ShownValue } from '../../../protocol/rows.ts';
import type { Incident } from '../incident.ts';
import type { SecondEye } from './secondEye.ts';

/** What is compared: the log's side and the kubelet's at one moment. */
export interface Compared {
  readonly eye: SecondEye;
  readonly incident: Incident;
  readonly moment: Moment;
  /** ` of this log (verbosity 2)`; empty where the log doesn't say it. */
  readonly level: string;
}

export function historyOf({ incident }: Compared, { key }: MachinePod): PodHistory | undefined {
  return key === undefined ? undefined : incident.history.pod(key);
}

export function unknownValue(why: string): ShownValue {
  return { text: `unknown: ${why}`, known: 'unknown', provedBy: [] };
}

/** A line is printed a moment before what it tells of, and some things last no longer than that. */
const soon: readonly number[] = [MILLISECOND, SECOND];

/** Whether the kubelet held so of a pod within a second. */
export function heldSoon(
  { eye, incident, moment }: Compared,
  { uid }: MachinePod,
  parts: readonly MachinePartId[],
  isSo: (held: MachineParts) => boolean,
): boolean {
  return soon.some((later) => {
    const time = micros(moment.time + later);
    const step = eye.stepAt({ time, position: incident.tape.positionAtTime(time) });
    return isSo(eye.held({ step, uid, count: 1 }, parts).parts);
  });
}

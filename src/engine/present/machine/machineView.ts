// What a kubelet held at a moment, part by part.
import type { Moment } from '../../../kubelet/rebuild/track.ts';
import {
  machinePartIds,
  MOST_MACHINE_ROWS,
  type MachineQuery,
  type MachineView,
} from '../../../protocol/machineApi.ts';
import { differencesAt } from './differences.ts';
import type { SecondEye } from './secondEye.ts';

/** What a page has room for. */
const USUAL_ROWS = 64;

/** Why nothing is known of what a kubelet held. */
export const noMachine =
  'nobody looked inside this kubelet: what is open is its log alone, without the journal of a simulation and without truth files';

/** The kubelet that a question is about: of the node that it names, else of the line, else the first. */
export function eyeFor(
  eyes: readonly SecondEye[],
  node: string | undefined,
  position: number,
): SecondEye | undefined {
  if (node !== undefined) return eyes.find((eye) => eye.node === node);
  return eyes.find((eye) => eye.owns(position)) ?? eyes[0];
}

export function machineView(
  eyes: readonly SecondEye[],
  moment: Moment,
  { step: wanted, node, parts = machinePartIds, count = USUAL_ROWS }: MachineQuery,
  uid: string | undefined,
): MachineView {
  const eye = eyeFor(eyes, node, moment.position);
  const nodes = eyes.map((one) => one.node);
  const base = { at: moment.time, position: moment.position, nodes };
  if (eye === undefined) {
    const why = node === undefined || nodes.length === 0 ? noMachine : `there is no node ${node}`;
    return { ...base, ...unknown(why), node: undefined, from: undefined, step: -1, steps: 0 };
  }
  const step =
    wanted === undefined ? eye.stepAt(moment) : Math.max(-1, Math.min(eye.length - 1, wanted));
  const isStep = wanted !== undefined && step >= 0;
  const place = {
    ...base,
    ...(isStep ? { at: eye.timeOf(step), position: eye.positionOf(step) } : {}),
    node: eye.node,
    from: eye.from,
    step,
    steps: eye.length,
  };
  const ended = eye.endedBy(step, place.at);
  if (ended !== undefined)
    return {
      ...place,
      ...unknown('the process has ended, and with it all that it held'),
      ended,
    };
  const most = Math.min(MOST_MACHINE_ROWS, Math.max(0, count));
  const held = eye.held({ step, uid, count: most }, parts);
  const now = { ...moment, time: place.at, position: place.position };
  return {
    ...place,
    ...held,
    differences: differencesAt(eye, now, held.parts, uid).slice(0, MOST_MACHINE_ROWS),
    ended: undefined,
  };
}

function unknown(why: string): Pick<MachineView, 'unknown' | 'parts' | 'differences' | 'ended'> {
  const all = Object.fromEntries(machinePartIds.map((part) => [part, why]));
  return { unknown: all, parts: {}, differences: [], ended: undefined };
}

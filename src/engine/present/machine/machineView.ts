// What a kubelet held at a moment, part by part.
import type { Moment } from '../../../kubelet/rebuild/track.ts';
import {
  machinePartIds,
  MOST_MACHINE_ROWS,
  type MachineParts,
  type MachinePartId,
  type MachineQuery,
  type MachineView,
} from '../../../protocol/machineApi.ts';
import type { Asked } from './asked.ts';
import { plegPart, podCachePart } from './cacheParts.ts';
import { configPart } from './configPart.ts';
import { differencesAt } from './differences.ts';
import type { InsideKubelet } from './inside.ts';
import { channelsPart, syncLoopPart } from './loopParts.ts';
import {
  backOffPart,
  callsPart,
  networkPart,
  podActionsPart,
  probesPart,
  statusPart,
} from './otherParts.ts';
import { podWorkersPart, workQueuePart } from './workerParts.ts';

/** What a page has room for. */
const USUAL_ROWS = 64;

const NO_JOURNAL =
  'nobody looked inside this kubelet: what is open is its log alone, and only simulated kubelets keep a journal';

export const noMachine = NO_JOURNAL;

const makers: {
  readonly [P in MachinePartId]: (asked: Asked) => NonNullable<MachineParts[P]>;
} = {
  podConfig: configPart,
  channels: channelsPart,
  syncLoop: syncLoopPart,
  podWorkers: podWorkersPart,
  workQueue: workQueuePart,
  podActions: podActionsPart,
  podCache: podCachePart,
  pleg: plegPart,
  status: statusPart,
  probes: probesPart,
  backOff: backOffPart,
  network: networkPart,
  calls: callsPart,
};

/** The kubelet that a question is about: of the node that it names, else of the line, else the first. */
export function insideFor(
  insides: readonly InsideKubelet[],
  node: string | undefined,
  position: number,
): InsideKubelet | undefined {
  if (node !== undefined) return insides.find((inside) => inside.node === node);
  return insides.find((inside) => inside.owns(position)) ?? insides[0];
}

export function machineView(
  insides: readonly InsideKubelet[],
  moment: Moment,
  { step: wanted, node, parts = machinePartIds, count = USUAL_ROWS }: MachineQuery,
  uid: string | undefined,
): MachineView {
  const inside = insideFor(insides, node, moment.position);
  const nodes = insides.map((one) => one.node);
  const base = { at: moment.time, position: moment.position, nodes };
  if (inside === undefined) {
    const why = node === undefined || nodes.length === 0 ? NO_JOURNAL : `there is no node ${node}`;
    return { ...base, ...unknown(why), node: undefined, from: undefined, step: -1, steps: 0 };
  }
  const { journal } = inside;
  const step =
    wanted === undefined
      ? inside.stepAt(moment)
      : Math.max(-1, Math.min(journal.length - 1, wanted));
  const shared = {
    ...base,
    node: inside.node,
    from: 'simulated',
    step,
    steps: journal.length,
  } as const;
  const process = journal.processAt(step);
  const at = wanted === undefined || step < 0 ? base.at : inside.timeOf(step);
  const position = wanted === undefined || step < 0 ? base.position : inside.positionOf(step);
  const place = { ...shared, at, position };
  if (process?.ended !== undefined && inside.shown(process.ended) <= at)
    return {
      ...place,
      ...unknown('the process has ended, and with it all that it held'),
      ended: inside.shown(process.ended),
    };
  const asked: Asked = {
    inside,
    step,
    uid,
    count: Math.min(MOST_MACHINE_ROWS, Math.max(0, count)),
  };
  const held: MachineParts = Object.fromEntries(parts.map((part) => [part, makers[part](asked)]));
  const { incident } = inside;
  const now = { ...moment, time: at, position };
  return {
    ...place,
    unknown: {},
    parts: held,
    differences: differencesAt(incident, now, held).slice(0, MOST_MACHINE_ROWS),
    ended: undefined,
  };
}

function unknown(why: string): Pick<MachineView, 'unknown' | 'parts' | 'differences' | 'ended'> {
  const all = Object.fromEntries(machinePartIds.map((part) => [part, why]));
  return { unknown: all, parts: {}, differences: [], ended: undefined };
}

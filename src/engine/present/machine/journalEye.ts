import type { Micros } from '../../../base/time.ts';
import type { Moment } from '../../../kubelet/rebuild/track.ts';
import type {
  CacheWaits,
  CacheWaitsQuery,
  MachinePartId,
  MachineParts,
  MachineSteps,
  MachineStepsQuery,
} from '../../../protocol/machineApi.ts';
import type { Incident } from '../incident.ts';
import type { Asked } from './asked.ts';
import { cacheWaits, plegPart, podCachePart } from './cacheParts.ts';
import { configPart } from './configPart.ts';
import type { InsideKubelet } from './inside.ts';
import { channelsPart, syncLoopPart } from './loopParts.ts';
import { backOffPart, callsPart, networkPart, probesPart, statusPart } from './otherParts.ts';
import { podActionsPart } from './planPart.ts';
import type { HeldParts, HeldQuery, SecondEye } from './secondEye.ts';
import { machineSteps } from './steps.ts';
import { podWorkersPart, workQueuePart } from './workerParts.ts';

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

/** What a simulated kubelet held. */
export class JournalEye implements SecondEye {
  readonly from = 'simulated';
  private readonly inside: InsideKubelet;

  constructor(inside: InsideKubelet) {
    this.inside = inside;
  }

  get node(): string {
    return this.inside.node;
  }

  get incident(): Incident {
    return this.inside.incident;
  }

  get length(): number {
    return this.inside.journal.length;
  }

  owns(position: number): boolean {
    return this.inside.owns(position);
  }

  stepAt(moment: Pick<Moment, 'position' | 'time'>): number {
    return this.inside.stepAt(moment);
  }

  timeOf(step: number): Micros {
    return this.inside.timeOf(step);
  }

  positionOf(step: number): number {
    return this.inside.positionOf(step);
  }

  endedBy(step: number, at: Micros): Micros | undefined {
    const ended = this.inside.shown(this.inside.journal.processAt(step)?.ended);
    return ended !== undefined && ended <= at ? ended : undefined;
  }

  held(query: HeldQuery, parts: readonly MachinePartId[]): HeldParts {
    const asked: Asked = { inside: this.inside, ...query };
    const held = parts.map((part) => [part, makers[part](asked)]);
    return { parts: Object.fromEntries(held) as MachineParts, unknown: {} };
  }

  steps(query: MachineStepsQuery, uid: string | undefined, cursor: number): MachineSteps {
    return machineSteps(this.inside, query, uid, cursor);
  }

  waits(query: CacheWaitsQuery, uid: string | undefined): CacheWaits {
    return cacheWaits(this.inside, query, uid);
  }
}

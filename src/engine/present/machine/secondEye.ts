// Who looked into a kubelet: a journal of a simulated one, or the truth files of a capture. Both answer the same questions.
import type { Micros } from '../../../base/time.ts';
import type { Moment } from '../../../kubelet/rebuild/track.ts';
import type {
  CacheWaits,
  CacheWaitsQuery,
  MachinePartId,
  MachineParts,
  MachineSteps,
  MachineStepsQuery,
  MachineView,
} from '../../../protocol/machineApi.ts';
import type { Incident } from '../incident.ts';

export interface SecondEye {
  readonly from: NonNullable<MachineView['from']>;
  readonly node: string;
  readonly incident: Incident;
  /** Steps in all. */
  readonly length: number;
  /** Whether a position of the tape is a line of this kubelet's. */
  owns(position: number): boolean;
  /** The last step by a moment. */
  stepAt(moment: Pick<Moment, 'position' | 'time'>): number;
  /** On the tape's clock. */
  timeOf(step: number): Micros;
  /** Tape position of the last line before a step, -1 before the first. */
  positionOf(step: number): number;
  /** The process that a step is of has ended by a time: when. */
  endedBy(step: number, at: Micros): Micros | undefined;
  held(asked: HeldQuery, parts: readonly MachinePartId[]): HeldParts;
  steps(query: MachineStepsQuery, uid: string | undefined, cursor: number): MachineSteps;
  waits(query: CacheWaitsQuery, uid: string | undefined): CacheWaits;
}

export interface HeldQuery {
  readonly step: number;
  readonly uid: string | undefined;
  /** Rows of each list at most. */
  readonly count: number;
}

export interface HeldParts {
  readonly parts: MachineParts;
  readonly unknown: MachineView['unknown'];
}

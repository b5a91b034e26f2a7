import type { Micros } from '../../../../base/time.ts';
import type { KubeletVersion } from '../../../../kubelet/version/index.ts';
import type {
  MachineGo,
  MachinePartId,
  MachinePod,
  MachineStep,
} from '../../../../protocol/machineApi.ts';
import type { KubeletTruth } from '../../../truth/kubeletTruth.ts';
import type { HeldQuery } from '../secondEye.ts';

/** Parts of a kubelet that truth files have. */
export type ToldPart = 'podWorkers' | 'workQueue' | 'podCache' | 'pleg';

/** Truth files, in the names and on the clock that the tape has for them. */
export interface ShownTruth {
  readonly truth: KubeletTruth;
  /** As the log tells it: a number, and whole. */
  readonly version: readonly [KubeletVersion, string];
  timeOf(step: number): Micros;
  positionOf(step: number): number;
  shown(at: Micros): Micros;
  shown(at: Micros | undefined): Micros | undefined;
  pod(uid: string): MachinePod;
  go(part: MachinePartId, kind?: string): MachineGo;
  /** What each part begins with. */
  head(
    asked: Pick<HeldQuery, 'step'>,
    part: ToldPart,
  ): { readonly go: MachineGo; readonly last: MachineStep | undefined };
}

/** What a part is asked for: its state after a step, of one pod or of all. */
export interface AskedTruth extends HeldQuery {
  readonly eye: ShownTruth;
}

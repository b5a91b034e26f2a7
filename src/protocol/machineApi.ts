// What a kubelet held in its memory, part by part: of a simulated one whole, of a capture what its truth files have, of a mere log
// nothing. Contract between the engine, which asks a journal of a kubelet or the truth files, and the pages and trees that show it.
import type { Micros } from '../base/time.ts';
import type {
  CacheWaitRow,
  MachinePartId,
  MachineParts,
  MachinePod,
  MachineStep,
} from './machineParts.ts';
import type { ShownValue } from './rows.ts';

export { machinePartIds } from './machineParts.ts';
export type * from './machineParts.ts';

/** Where what the log tells and what the kubelet held are not the same. */
export interface MachineDifference {
  readonly part: MachinePartId;
  readonly pod: MachinePod | undefined;
  /** `pending`, `state`, `reader`, … */
  readonly field: string;
  readonly told: ShownValue;
  readonly held: string;
  /**
   * `not printed`: no line at this verbosity tells it; `late`: a later line does; `early`: the kubelet held so within the next second;
   * `wrong`: the rebuild says another thing.
   */
  readonly why: 'not printed' | 'late' | 'early' | 'wrong';
  /** One sentence for a person. */
  readonly text: string;
}

export interface MachineQuery {
  /** Tape position; by default the cursor's. */
  readonly position?: number;
  /** A step to look at, in place of a position: the state right after it. */
  readonly step?: number;
  /** By default the node whose line the position is, else the first. */
  readonly node?: string;
  /** Only what is of this pod: a key of the history, or a UID. */
  readonly pod?: string;
  /** Parts wanted; all when absent. */
  readonly parts?: readonly MachinePartId[];
  /** Of each list at most so many, never more than `MOST_MACHINE_ROWS`. Default 64. */
  readonly count?: number;
}

export const MOST_MACHINE_ROWS = 500;

/** What the kubelet of one node held at a moment. */
export interface MachineView {
  readonly at: Micros;
  readonly position: number;
  readonly nodes: readonly string[];
  readonly node: string | undefined;
  /** Where `parts` come from: a simulation, truth files beside a capture; undefined: nobody looked inside. */
  readonly from: 'simulated' | 'truth files' | undefined;
  /** Why a part is unknown, one sentence; of all parts where `from` is undefined. */
  readonly unknown: Readonly<Partial<Record<MachinePartId, string>>>;
  readonly parts: MachineParts;
  /** Worth a mark on the screen; at most `MOST_MACHINE_ROWS`. */
  readonly differences: readonly MachineDifference[];
  /** The last step by the moment, -1 before the first; how many there are in all. */
  readonly step: number;
  readonly steps: number;
  /** The process that held it has ended: since then there is none. */
  readonly ended: Micros | undefined;
}

export interface MachineStepsQuery extends Pick<MachineQuery, 'node' | 'pod' | 'parts'> {
  /** Rows counted among those that are asked for; without it the page that ends with the moment. */
  readonly start?: number;
  /** Never more than `MOST_MACHINE_ROWS`. */
  readonly count: number;
}

export interface MachineSteps {
  readonly start: number;
  /** Steps of these parts and this pod. */
  readonly total: number;
  readonly rows: readonly MachineStep[];
  /** Place among them of the last one by the cursor; -1 before the first. */
  readonly atCursor: number;
  /** Undefined where there is a journal. */
  readonly why: string | undefined;
}

export interface CacheWaitsQuery extends Pick<MachineQuery, 'node' | 'pod'> {
  /** Those that touch this span, as they stand at its end; the whole tape without it. */
  readonly from?: Micros;
  readonly to?: Micros;
  /** Also calls that were answered at once. Default false. */
  readonly atOnce?: boolean;
  readonly count: number;
}

export interface CacheWaits {
  /** The oldest first. */
  readonly rows: readonly CacheWaitRow[];
  readonly total: number;
  readonly why: string | undefined;
}

/** Questions about the inside of the kubelet. Those of a log without a journal are answered too: unknown, with the reason. */
export interface MachineApi {
  machineAt(query: MachineQuery): Promise<MachineView>;
  machineSteps(query: MachineStepsQuery): Promise<MachineSteps>;
  /** A timeline of who waited in the pod cache, and what released it. */
  cacheWaits(query: CacheWaitsQuery): Promise<CacheWaits>;
}

import type { Micros } from '../../base/time.ts';
import type { Run } from './runs.ts';

/** How the life stood when the run before this one ended. */
export interface Before {
  readonly deleted: boolean;
  readonly ended: boolean;
}

export interface InferContext {
  readonly run: Run;
  readonly before: Before | undefined;
  /** The end of the run, or of the tape. */
  readonly to: Micros;
  readonly isSandbox: (id: string) => boolean;
  /** When an older static pod of the same name was done, for which this one has to wait. */
  readonly waitsUntil: Micros | undefined;
}

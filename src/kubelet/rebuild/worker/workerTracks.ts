// The tracks of one worker as they stand in the columns of all. It knows where each is, not how it came to be.
import type { WorkerState, WorkerTracks } from '../history.ts';
import type { TrackColumns } from './packedTracks.ts';
import type { Track } from '../track.ts';

export interface WorkerColumns {
  readonly flags: TrackColumns<boolean>;
  readonly states: TrackColumns<WorkerState>;
  readonly periods: TrackColumns<number>;
}

export type Flag = Exclude<keyof WorkerTracks, 'state' | 'gracePeriod'>;

/** In the order in which a worker's tracks stand behind each other. */
export const flagNames = [
  'present',
  'working',
  'pending',
  'started',
  'terminationRequested',
  'startedTerminating',
  'terminated',
  'deleted',
  'evicted',
  'finished',
] as const satisfies readonly Flag[];

/** What a worker that is there holds, in the order in which it is written out and shown. */
export const heldNames: readonly (keyof WorkerTracks)[] = [
  'state',
  ...flagNames.filter((name) => name !== 'present'),
  'gracePeriod',
];

/** Each track is made when it is asked for: a log has many workers, of which few are looked at. */
export class FoldedWorker implements WorkerTracks {
  private readonly columns: WorkerColumns;
  /** Counts the workers whose tracks are in the columns, from 0. */
  private readonly number: number;

  constructor(columns: WorkerColumns, number: number) {
    this.columns = columns;
    this.number = number;
  }

  get present(): Track<boolean> {
    return this.flag(0);
  }

  get working(): Track<boolean> {
    return this.flag(1);
  }

  get pending(): Track<boolean> {
    return this.flag(2);
  }

  get started(): Track<boolean> {
    return this.flag(3);
  }

  get terminationRequested(): Track<boolean> {
    return this.flag(4);
  }

  get startedTerminating(): Track<boolean> {
    return this.flag(5);
  }

  get terminated(): Track<boolean> {
    return this.flag(6);
  }

  get deleted(): Track<boolean> {
    return this.flag(7);
  }

  get evicted(): Track<boolean> {
    return this.flag(8);
  }

  get finished(): Track<boolean> {
    return this.flag(9);
  }

  get state(): Track<WorkerState> {
    return this.columns.states.track(this.number);
  }

  get gracePeriod(): Track<number> {
    return this.columns.periods.track(this.number);
  }

  private flag(place: number): Track<boolean> {
    return this.columns.flags.track(flagNames.length * this.number + place);
  }
}

/** The tracks of a worker as an object of their own. */
export function tracksOf(worker: WorkerTracks): WorkerTracks {
  return {
    present: worker.present,
    state: worker.state,
    working: worker.working,
    pending: worker.pending,
    started: worker.started,
    terminationRequested: worker.terminationRequested,
    startedTerminating: worker.startedTerminating,
    terminated: worker.terminated,
    deleted: worker.deleted,
    evicted: worker.evicted,
    finished: worker.finished,
    gracePeriod: worker.gracePeriod,
  };
}

// A worker as all inputs tell it, of which the mode `then` is told what the inputs by then tell.
import type { PodHistory, WorkerState, WorkerTracks } from '../history.ts';
import { type Change, type Moment, type Track, untold } from '../track.ts';
import type { Value } from '../../../base/input.ts';

type Pod = Pick<PodHistory, 'by'>;

/** Each track is made when it is asked for, as those of the worker are. */
export class WorkerWithPast implements WorkerTracks {
  private readonly worker: WorkerTracks;
  private readonly pod: Pod;

  constructor(worker: WorkerTracks, pod: Pod) {
    this.worker = worker;
    this.pod = pod;
  }

  get present(): Track<boolean> {
    return this.track((worker) => worker.present);
  }

  get working(): Track<boolean> {
    return this.track((worker) => worker.working);
  }

  get pending(): Track<boolean> {
    return this.track((worker) => worker.pending);
  }

  get started(): Track<boolean> {
    return this.track((worker) => worker.started);
  }

  get terminationRequested(): Track<boolean> {
    return this.track((worker) => worker.terminationRequested);
  }

  get startedTerminating(): Track<boolean> {
    return this.track((worker) => worker.startedTerminating);
  }

  get terminated(): Track<boolean> {
    return this.track((worker) => worker.terminated);
  }

  get deleted(): Track<boolean> {
    return this.track((worker) => worker.deleted);
  }

  get evicted(): Track<boolean> {
    return this.track((worker) => worker.evicted);
  }

  get finished(): Track<boolean> {
    return this.track((worker) => worker.finished);
  }

  get state(): Track<WorkerState> {
    return this.track((worker) => worker.state);
  }

  get gracePeriod(): Track<number> {
    return this.track((worker) => worker.gracePeriod);
  }

  private track<T>(of: (worker: WorkerTracks) => Track<T>): Track<T> {
    return new TrackWithPast(this.worker, this.pod, of);
  }
}

class TrackWithPast<T> implements Track<T> {
  private readonly worker: WorkerTracks;
  private readonly pod: Pod;
  private readonly of: (worker: WorkerTracks) => Track<T>;

  constructor(worker: WorkerTracks, pod: Pod, of: (worker: WorkerTracks) => Track<T>) {
    this.worker = worker;
    this.pod = pod;
    this.of = of;
  }

  get changes(): readonly Change<T>[] {
    return this.of(this.worker).changes;
  }

  firstTo(value: T): Change<T> | undefined {
    return this.of(this.worker).firstTo(value);
  }

  changeAt(moment: Moment): Change<T> | undefined {
    if (moment.hindsight === 'now') return this.of(this.worker).changeAt(moment);
    const then = this.pod.by(moment)?.worker;
    return then && this.of(then).changeAt({ ...moment, hindsight: 'now' });
  }

  at(moment: Moment): Value<T> {
    return this.changeAt(moment)?.value ?? untold;
  }
}

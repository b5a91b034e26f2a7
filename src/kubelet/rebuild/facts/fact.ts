import type { InputId, SourceId } from '../../../base/input.ts';
import { micros, MINUTE, type Micros } from '../../../base/time.ts';
import type { LogRecord } from '../../../log/record.ts';
import type { KubeletEvent } from '../../event.ts';

/** One thing that one input proves. */
export interface Fact<E extends KubeletEvent = KubeletEvent> {
  readonly at: Micros;
  readonly position: number;
  readonly input: InputId;
  readonly event: E;
  readonly severity: 'info' | 'warning' | 'error';
}

export type Of<K extends KubeletEvent['kind']> = Fact<Extract<KubeletEvent, { kind: K }>>;

/** The times of a tape's inputs, by position. */
export interface TapeTimes {
  time: Float64Array;
}

/** What the facts of one source and severity have in common. */
export interface FactLane {
  readonly source: SourceId;
  readonly severity: Fact['severity'];
  readonly times: TapeTimes;
}

/** A fact that is made of many: its time is that of its input on the tape, and the input's id is made when asked for. */
export class TapedFact implements Fact {
  readonly position: number;
  readonly event: KubeletEvent;
  private readonly offset: number;
  private readonly lane: FactLane;

  constructor(lane: FactLane, position: number, offset: number, event: KubeletEvent) {
    this.lane = lane;
    this.position = position;
    this.offset = offset;
    this.event = event;
  }

  get at(): Micros {
    return micros(this.lane.times.time[this.position] ?? NaN);
  }

  get severity(): Fact['severity'] {
    return this.lane.severity;
  }

  get input(): InputId {
    return { source: this.lane.source, offset: this.offset };
  }
}

export function loudness(severity: LogRecord['severity']): Fact['severity'] {
  if (severity === 'error' || severity === 'fatal') return 'error';
  return severity === 'warning' ? 'warning' : 'info';
}

export function isOf<K extends KubeletEvent['kind']>(kind: K, fact: Fact): fact is Of<K> {
  return fact.event.kind === kind;
}

/** What an error says that only the sync of a terminating pod does. */
export function isKillError(error: string): boolean {
  return /KillPodSandbox|KillContainer|error killing pod/.test(error);
}

/** How long a call to the runtime may hang before the kubelet gives it up (runtimeRequestTimeout; twice that to make a sandbox). */
export const CALL = 2 * MINUTE;

/** Whether an error says that a call was given up. */
export function isHang(error: string): boolean {
  return /DeadlineExceeded|context deadline exceeded/.test(error);
}

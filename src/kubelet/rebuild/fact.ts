import type { InputId, SourceId } from '../../base/input.ts';
import { micros, type Micros } from '../../base/time.ts';
import type { LogRecord } from '../../log/record.ts';
import type { KubeletEvent } from '../event.ts';

/** One thing that one input proves. */
export interface Fact<E extends KubeletEvent = KubeletEvent> {
  readonly at: Micros;
  readonly position: number;
  readonly input: InputId;
  readonly event: E;
  readonly severity: 'info' | 'warning' | 'error';
}

/** What the facts of one source have in common. */
export interface FactSource {
  readonly id: SourceId;
  /** The times of the tape's inputs, by position. */
  time: Float64Array;
}

/** A fact that is made of many: its time is that of its input on the tape, and the input's id is made when asked for. */
export class TapedFact implements Fact {
  readonly position: number;
  readonly event: KubeletEvent;
  readonly severity: Fact['severity'];
  private readonly offset: number;
  private readonly source: FactSource;

  constructor(
    source: FactSource,
    position: number,
    { id, severity }: Pick<LogRecord, 'id' | 'severity'>,
    event: KubeletEvent,
  ) {
    this.source = source;
    this.position = position;
    this.offset = id.offset;
    this.severity = loudness(severity);
    this.event = event;
  }

  get at(): Micros {
    return micros(this.source.time[this.position] ?? NaN);
  }

  get input(): InputId {
    return { source: this.source.id, offset: this.offset };
  }
}

function loudness(severity: LogRecord['severity']): Fact['severity'] {
  if (severity === 'error' || severity === 'fatal') return 'error';
  return severity === 'warning' ? 'warning' : 'info';
}

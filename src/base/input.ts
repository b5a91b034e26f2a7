import { brander, type Brand } from './brand.ts';
import type { Micros } from './time.ts';

/** A source of inputs in one session (a file, a stream, a poller): numbered from 0 in the order they were opened, never reused. */
export type SourceId = Brand<number, 'SourceId'>;

export const sourceId = brander<number, 'SourceId'>();

/**
 * The id of an input: its source, and the byte (of the decompressed text) at which it begins there.
 * It stays the same while the source is followed and grows. For sources that are no text, the offset counts inputs.
 */
export interface InputId {
  readonly source: SourceId;
  readonly offset: number;
}

export function isSameInput(one: InputId, other: InputId | undefined): boolean {
  return one.source === other?.source && one.offset === other.offset;
}

/** How a shown value is known. There is no fourth way. */
export type Known = 'seen' | 'inferred' | 'unknown';

/**
 * A value with how it is known and the inputs that prove it. `seen`: a line or sample says so. `inferred`: the model
 * says so from what was seen. `unknown`: lost, suppressed or below the verbosity; `why` tells which.
 */
export type Value<T> =
  | {
      readonly known: 'seen' | 'inferred';
      readonly value: T;
      readonly provedBy: readonly InputId[];
    }
  | {
      readonly known: 'unknown';
      readonly value?: undefined;
      readonly provedBy: readonly InputId[];
      readonly why: string;
    };

export function seen<T>(value: T, ...provedBy: readonly InputId[]): Value<T> {
  return { known: 'seen', value, provedBy };
}

export function inferred<T>(value: T, ...provedBy: readonly InputId[]): Value<T> {
  return { known: 'inferred', value, provedBy };
}

export function unknown<T = never>(why: string, ...provedBy: readonly InputId[]): Value<T> {
  return { known: 'unknown', provedBy, why };
}

/** What made a stretch of time blind. */
export type GapKind =
  | 'suppressed'
  | 'rotation'
  | 'silence'
  | 'missing'
  | 'cut'
  | 'disconnected'
  | 'verbosity'
  | 'clock';

/**
 * A span in which inputs are missing or may be: state that they would have proved is unknown there. Across one of kind `clock` nobody
 * knows how long anything took.
 */
export interface Gap {
  readonly source: SourceId;
  readonly kind: GapKind;
  readonly from: Micros;
  readonly to: Micros;
  /** One sentence for a person. */
  readonly text: string;
  readonly provedBy: readonly InputId[];
}

/**
 * Two modes of one question. `then`: with the inputs up to the asked moment alone, as a debugger that steps knows it.
 * `now`: with everything on the tape, so that late proof (a relist that finds a death) counts where it belongs.
 */
export type Hindsight = 'then' | 'now';

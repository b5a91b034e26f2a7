// Every sentence of a finding is a claim: it names what of the log shows it, and is not said where that is not there.
import type { Program } from '../log/record.ts';

/** What must be in a finding's lines, or in the log, or must not. All that is given must hold. */
export interface Proof {
  /** A line of the finding fits. */
  readonly line?: RegExp;
  /** No line of it fits. */
  readonly without?: RegExp;
  /** A layer of a line's nested error fits, without quotes and escapes. */
  readonly layer?: RegExp;
  /** A line of another rule, or a watched statement (`watched.ts`), is in the log. */
  readonly said?: string;
  /** No such line is. */
  readonly unsaid?: string;
  /** It is seen so often at least. */
  readonly times?: number;
  /** µs from its first line to its last, at least. */
  readonly lasting?: number;
  /** So many processes write its lines, at least. */
  readonly processes?: number;
  /** All lines are of this program. */
  readonly writer?: Program;
  /** The minor versions of the kubelet, of 1.x, from the first and before the second; every run that the log shows is one of these. */
  readonly minor?: readonly [from: number, before: number];
  /** The name of the runtime, as a run of the kubelet tells it. */
  readonly runtime?: RegExp;
}

/** A bare text says no more than the signs of its rule do. */
export type Sentence = string | Shown;

export interface Shown {
  readonly says: string;
  readonly shown: Proof;
}

/** What may be said of a kind of fault without a log. */
export function alwaysSaid(sentences: string | readonly Sentence[]): string {
  return typeof sentences === 'string'
    ? sentences
    : sentences.filter((sentence) => typeof sentence === 'string').join(' ');
}

/** What is told instead where its proof is there; the first that holds. */
export interface Branch<Words> {
  readonly shown: Proof;
  readonly told: Words;
}

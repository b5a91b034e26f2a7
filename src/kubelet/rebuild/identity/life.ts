// What is known of one pod's identity; `lives.ts` finds it out.
import { countWhile } from '../../../base/bisect.ts';
import type { InputId } from '../../../base/input.ts';
import type { Fact } from '../facts/fact.ts';

/** One pod, from its ADD to its end, over restarts of the kubelet. */
export interface Life {
  readonly namespace: string;
  readonly name: string;
  /** Its place in `Lives.list`. */
  readonly index: number;
  /** All lives of its name, in the order in which they began. */
  readonly namesakes: readonly Life[];
  /** Counts the lives of one name, from 1. */
  readonly number: number;
  uid: string | undefined;
  uidProvedBy: InputId | undefined;
  /** `api`, `file`, `http`; undefined when the tape begins later. */
  source: string | undefined;
  sourceProvedBy: InputId | undefined;
  /** UID of the API's mirror of a static pod. */
  mirrorUid: string | undefined;
  /** Tape position from which the name means this life. */
  readonly from: number;
  /** Position of its REMOVE. */
  removed: number | undefined;
  /** Its directory was cleaned up: no source has it any more, though its REMOVE may have come while no kubelet ran. */
  cleaned: boolean;
  /** DELETE lines; with two of them it was over before its REMOVE. */
  deletes: number;
  /** Position of the first container or sandbox that started. */
  firstStart: number | undefined;
  /** Position at which its directory was cleaned up. */
  emptied: number | undefined;
  /** The last ADD of its name, when that was not its first: a new process lists what there is. */
  listed: Fact | undefined;
  /** Position of the last event by which the sync loop knew its UID. */
  looped: number;
  /** The life that came back with its UID, as a static pod does whose file is put back; this one is then no other. */
  same: Life | undefined;
  /** Another life was found to be this one. */
  returns: boolean;
  /** Of a static pod that another replaces, position of the line with which it begins to make its sandbox. */
  firstNeed: number | undefined;
}

export function lifeKey(life: Life): string {
  return life.uid ?? nameKey(life);
}

export function nameKey(life: Life): string {
  return `${life.namespace}/${life.name}#${life.number}`;
}

/** Of the lives of one name the one that it means at a position. */
export function lifeAt(lives: readonly Life[], position: number): Life | undefined {
  const begun = lives[countWhile(lives, ({ from }) => from <= position) - 1];
  return begun === undefined ? lives[0] : itself(begun);
}

/** Whether it was removed while it waited for the older pod of its name, and so made nothing. */
export function wasNeverStarted(
  { removed, firstNeed, firstStart }: Life,
  position: number,
): boolean {
  const begun = Math.min(firstNeed ?? Infinity, firstStart ?? Infinity);
  return (removed ?? Infinity) < Math.min(position, begun);
}

export function itself(life: Life): Life {
  return life.same ?? life;
}

export function isStatic(source: string | undefined): boolean {
  return source === 'file' || source === 'http';
}

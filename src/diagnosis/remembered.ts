// Answers that are kept with what was asked for them: as a log grows, one is made anew only when a part of that has changed. Parts tell
// those that asked for them, so that nobody has to look through all answers.
import { countWhile } from '../base/bisect.ts';

/** Who has to know that a part is another. */
interface User {
  fall(): void;
}

/** A part of what is known of a log. */
export class Part {
  readonly users = new Set<User>();

  /** It is another now. */
  touch(): void {
    if (this.users.size === 0) return;
    for (const user of [...this.users]) user.fall();
  }
}

/** A value, and whether it is still what would be made. */
class Answer<T> implements User {
  readonly value: T;
  isStale = false;
  private readonly parts: Iterable<Part>;
  private readonly fallen: () => void;

  constructor(value: T, parts: Iterable<Part>, fallen: () => void) {
    this.value = value;
    this.parts = parts;
    this.fallen = fallen;
    for (const part of parts) part.users.add(this);
  }

  fall(): void {
    if (this.isStale) return;
    this.forget();
    this.fallen();
  }

  /** Nobody wants to know any more. */
  forget(): void {
    this.isStale = true;
    for (const part of this.parts) part.users.delete(this);
  }
}

export class Memory {
  private ends = -Infinity;
  private recording: Recording | undefined;
  /** Times that the log does not reach yet, ascending, and who asked whether it does. */
  private readonly awaited: Timed[] = [];
  /** The same of those that it reaches: it may be told of the begin of the log again. */
  private readonly passed: Timed[] = [];

  /** Where the log ends (µs). */
  get end(): number {
    return this.ends;
  }

  set end(end: number) {
    this.ends = end;
    const reached = countWhile(this.awaited, ({ time }) => time <= end);
    for (const { part } of this.awaited.splice(0, reached)) part.touch();
    const still = countWhile(this.passed, ({ time }) => time <= end);
    for (const { part } of this.passed.splice(still)) part.touch();
  }

  /** What is made now depends on a part. */
  note(part: Part): void {
    this.recording?.parts.add(part);
  }

  /** Whether the log goes on up to a time. */
  reaches(time: number): boolean {
    const isReached = this.ends >= time;
    const { recording } = this;
    if (recording === undefined) return isReached;
    if (isReached) recording.from = Math.max(recording.from, time);
    else recording.until = Math.min(recording.until, time);
    return isReached;
  }

  /** `fallen` is called when something that was asked for it has changed. */
  make<T>(make: () => T, fallen: () => void): Answer<T> {
    const before = this.recording;
    const recording: Recording = { parts: new Set(), from: -Infinity, until: Infinity };
    this.recording = recording;
    try {
      const value = make();
      const { parts, from, until } = recording;
      if (until < Infinity) parts.add(partAt(this.awaited, until));
      if (from > -Infinity) parts.add(partAt(this.passed, from));
      return new Answer(value, recording.parts, fallen);
    } finally {
      this.recording = before;
    }
  }
}

/** What is asked while something is made. */
interface Recording {
  readonly parts: Set<Part>;
  /** The last time that the log reaches, and the first that it does not. */
  from: number;
  until: number;
}

/** What is made of things, each once, until something that was asked for it changes. */
export class Remembered<K, V> {
  private readonly memory: Memory;
  private readonly answers = new Map<K, Answer<V>>();
  private readonly fallen = new Set<K>();

  constructor(memory: Memory) {
    this.memory = memory;
  }

  of(thing: K, make: () => V): V {
    const known = this.answers.get(thing);
    if (known?.isStale === false) return known.value;
    this.fallen.delete(thing);
    const answer = this.memory.make(make, () => {
      this.fallen.add(thing);
    });
    this.answers.set(thing, answer);
    return answer.value;
  }

  /** As it was made last. */
  last(thing: K): V | undefined {
    return this.answers.get(thing)?.value;
  }

  /** The things of which something has changed that was asked for what was made of them. */
  get stale(): ReadonlySet<K> {
    return this.fallen;
  }

  forget(thing: K): void {
    this.answers.get(thing)?.forget();
    this.answers.delete(thing);
    this.fallen.delete(thing);
  }
}

interface Timed {
  readonly time: number;
  readonly part: Part;
}

/** The part of a time among those in its order, made when it is first asked for. */
function partAt(parts: Timed[], time: number): Part {
  const place = countWhile(parts, (one) => one.time < time);
  const known = parts[place];
  if (known?.time === time) return known.part;
  const part = new Part();
  parts.splice(place, 0, { time, part });
  return part;
}

/** The first of something at or after a time: each answer is a part, which is touched when one comes or goes that may take its place. */
export class FirstOnes {
  /** By what was found (µs; Infinity: nothing), ascending. */
  private readonly found: Timed[] = [];

  partOf(time: number): Part {
    return partAt(this.found, time);
  }

  /** One has come or gone that is not before a time. */
  changed(time: number): void {
    const before = countWhile(this.found, (one) => one.time < time);
    for (const { part } of this.found.splice(before)) part.touch();
  }
}

/** Whether two lists hold the same things in the same order. */
export function areSame<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && beginsWith(a, b);
}

export function beginsWith<T>(list: readonly T[], start: readonly T[]): boolean {
  if (list === start) return true;
  if (list.length < start.length) return false;
  for (let index = 0; index < start.length; index++) if (list[index] !== start[index]) return false;
  return true;
}

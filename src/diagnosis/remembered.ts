// Answers that are kept with what was asked for them: as a log grows, one is made anew only when a part of that has changed.

/** A part of what is known of a log. */
export class Part {
  /** The round in which it was another last. */
  changedIn = 0;
}

export interface Answer<T> {
  readonly value: T;
  readonly madeIn: number;
  readonly parts: readonly Part[];
  /** What depends on an answer that is found again quickly. */
  readonly checks: readonly (() => boolean)[];
  /** When the log goes on for so long (µs), it may be another. */
  readonly until: number;
}

interface Recording {
  readonly parts: Set<Part>;
  readonly checks: (() => boolean)[];
  until: number;
}

export class Memory {
  /** How often the log was looked at. */
  round = 0;
  /** Where the log ends (µs). */
  end = -Infinity;
  private recording: Recording | undefined;

  /** What is made now depends on a part. */
  note(part: Part): void {
    this.recording?.parts.add(part);
  }

  /** It depends on an answer, which is still so while `isSame`. */
  check(isSame: () => boolean): void {
    this.recording?.checks.push(isSame);
  }

  /** Whether the log goes on up to a time. */
  reaches(time: number): boolean {
    const isReached = this.end >= time;
    const { recording } = this;
    if (recording !== undefined && !isReached && time < recording.until) recording.until = time;
    return isReached;
  }

  make<T>(make: () => T): Answer<T> {
    const before = this.recording;
    const recording: Recording = { parts: new Set(), checks: [], until: Infinity };
    this.recording = recording;
    try {
      const value = make();
      const { parts, checks, until } = recording;
      return { value, madeIn: this.round, parts: [...parts], checks, until };
    } finally {
      this.recording = before;
    }
  }

  holds({ madeIn, parts, checks, until }: Answer<unknown>): boolean {
    if (this.end >= until) return false;
    for (const part of parts) if (part.changedIn > madeIn) return false;
    for (const isSame of checks) if (!isSame()) return false;
    return true;
  }
}

/** What is made of things, each once, until something that was asked for it changes. Things that are asked for no more are forgotten. */
export class Remembered<K, V> {
  private readonly memory: Memory;
  private readonly answers = new Map<K, { answer: Answer<V>; usedIn: number }>();
  private used = 0;

  constructor(memory: Memory) {
    this.memory = memory;
  }

  of(thing: K, make: () => V): V {
    const { memory, answers } = this;
    const known = answers.get(thing);
    this.used++;
    if (known === undefined) {
      const answer = memory.make(make);
      answers.set(thing, { answer, usedIn: memory.round });
      return answer.value;
    }
    known.usedIn = memory.round;
    if (!memory.holds(known.answer)) known.answer = memory.make(make);
    return known.answer.value;
  }

  /** To be called when all were asked for. */
  sweep(): void {
    if (this.answers.size > 1.5 * this.used + 100)
      for (const [thing, { usedIn }] of this.answers)
        if (usedIn < this.memory.round) this.answers.delete(thing);
    this.used = 0;
  }
}

/** Whether two lists hold the same things in the same order. */
export function areSame<T>(a: readonly T[], b: readonly T[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}

// Mirrors the cyclic buffer of pkg/storage/cacher/watch_cache.go (apiserver v0.37).
import { Deque } from '../../base/deque.ts';
import { SECOND, type Micros } from '../../base/time.ts';
import type { EtcdEvent } from './etcd.ts';

interface Recorded<T> {
  readonly event: EtcdEvent<T>;
  readonly at: Micros;
}

/** Bookmarks come every 60 s, and a client needs a while: events younger than this should still be there. */
const freshDuration = 75 * SECOND;

export interface RingBounds {
  readonly lower: number;
  readonly upper: number;
}

/** The bounds of a real server. A model may have smaller ones, so that less has to happen in it. */
export const serverRingBounds: RingBounds = { lower: 100, upper: 102_400 };

/**
 * The latest events, to start watches in the past. Places are counted on for ever, so that who reads here notices
 * when what it wanted next was overwritten.
 */
export class EventRing<T> {
  capacity: number;
  /** Whether anything was lost since the last list: then the list's version is no start any more. */
  lostSinceList = false;
  private readonly bounds: RingBounds;
  private readonly events = new Deque<Recorded<T>>();
  private start = 0;

  constructor(bounds: RingBounds = serverRingBounds) {
    this.bounds = bounds;
    this.capacity = bounds.lower;
  }

  /** The place after the last event. */
  get end(): number {
    return this.start + this.events.length;
  }

  get length(): number {
    return this.events.length;
  }

  get oldest(): EtcdEvent<T> | undefined {
    return this.events.at(0)?.event;
  }

  /** The event at a place, or nothing if it was overwritten or is yet to come. */
  at(place: number): EtcdEvent<T> | undefined {
    return place < this.start ? undefined : this.events.at(place - this.start)?.event;
  }

  isLost(place: number): boolean {
    return place < this.start;
  }

  /** The place of the first event after a revision. */
  after(revision: number): number {
    let [low, high] = [this.start, this.end];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.at(middle)?.revision ?? 0) > revision) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  push(event: EtcdEvent<T>, now: Micros): void {
    if (this.events.length >= this.capacity) this.resize(now);
    while (this.events.length >= this.capacity) this.dropOldest();
    this.events.push({ event, at: now });
  }

  /** After a list; whoever still reads the old events finds them lost. */
  clear(): void {
    this.start = this.end;
    this.events.clear();
    this.lostSinceList = false;
  }

  /** Twice as big while events get lost that are young, half as big while most are old. */
  private resize(now: Micros): void {
    const oldest = this.events.at(0)?.at ?? now;
    const quarter = this.events.at(this.events.length - Math.floor(this.capacity / 4))?.at ?? now;
    if (now - oldest < freshDuration) {
      this.capacity = Math.min(this.capacity * 2, this.bounds.upper);
    } else if (now - quarter > freshDuration) {
      this.capacity = Math.max(Math.floor(this.capacity / 2), this.bounds.lower);
    }
  }

  private dropOldest(): void {
    this.events.shift();
    this.start += 1;
    this.lostSinceList = true;
  }
}

// Mirrors client-go's util/flowcontrol/backoff.go as the kubelet uses it: for containers that crash and for images
// that cannot be pulled. The length doubles with each use, and is forgotten after twice the maximum without one.
import { MINUTE, SECOND, type Micros } from '../base/time.ts';

export const initialBackOff = 10 * SECOND;
export const maxBackOff = 5 * MINUTE;

export interface BackOffEntry {
  readonly backoff: number;
  readonly lastUpdate: Micros;
}

function hasExpired(since: Micros, last: Micros): boolean {
  return since - last > maxBackOff * 2;
}

/** `Next`: the entry after one more failure that was noticed now. */
export function nextBackOff(entry: BackOffEntry | undefined, now: Micros): BackOffEntry {
  if (entry === undefined || hasExpired(now, entry.lastUpdate)) {
    return { backoff: initialBackOff, lastUpdate: now };
  }
  return { backoff: Math.min(entry.backoff * 2, maxBackOff), lastUpdate: now };
}

/** `IsInBackOffSince`: whether what happened at `eventTime` is to be waited for; what is left of it. */
export function backOffLeft(
  entry: BackOffEntry | undefined,
  eventTime: Micros,
  now: Micros,
): number {
  if (entry === undefined || hasExpired(eventTime, entry.lastUpdate)) return 0;
  return Math.max(0, entry.backoff - (now - eventTime));
}

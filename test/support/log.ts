import { sourceId } from '../../src/base/input.ts';
import { micros, parseRfc3339, type Micros } from '../../src/base/time.ts';
import { readLog } from '../../src/log/readLog.ts';
import type { LogTable } from '../../src/log/record.ts';
import type { ClockOptions } from '../../src/log/sourceClock.ts';

/** The table of a text, read as source 0. */
export function tableOf(text: string, options: ClockOptions = {}): LogTable {
  return readLog(sourceId(0), new TextEncoder().encode(text), options);
}

/** An instant written as RFC 3339. */
export function instant(text: string): Micros {
  return parseRfc3339(text) ?? micros(NaN);
}

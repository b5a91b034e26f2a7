// What the page compares, as it is told and as it is kept: JSON of a request.
import { micros } from '../../src/base/time.ts';
import type { ComparedPart, CompareRequest } from '../../src/protocol/compareApi.ts';

/** Undefined for what is none: another version kept it, or nothing was chosen yet. */
export function readRequest(text: unknown): CompareRequest | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const [before, after] = [partOf(member(value, 'before')), partOf(member(value, 'after'))];
    return before === undefined || after === undefined ? undefined : { before, after };
  } catch {
    return undefined;
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function partOf(value: unknown): ComparedPart | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const [sources, from, to] = [
    member(value, 'sources'),
    member(value, 'from'),
    member(value, 'to'),
  ];
  return {
    ...(Array.isArray(sources) ? { sources: sources.filter(isNumber) } : {}),
    ...(isNumber(from) ? { from: micros(from) } : {}),
    ...(isNumber(to) ? { to: micros(to) } : {}),
  };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

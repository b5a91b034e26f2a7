// Types that JSON writes in their own way, whatever fields they have.
import { jsonOf } from '../json.ts';

type Written = Readonly<Record<string, unknown>>;

/** By the message's name: what JSON has for what was written. */
export const leaves: Readonly<Record<string, (written: Written) => unknown>> = {
  Time: ({ seconds }) => (typeof seconds === 'number' ? rfc3339(seconds) : null),
  Quantity: ({ string = '0' }) => string,
  IntOrString: ({ type, intVal = 0, strVal = '' }) => (type === 1 ? strVal : intVal),
  FieldsV1: ({ raw }) => (typeof raw === 'string' ? (jsonOf(raw) ?? null) : null),
};

/** RangeError for what no calendar has. */
function rfc3339(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, -5)}Z`;
}

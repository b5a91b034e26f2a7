import { HOUR, MILLISECOND, MINUTE, SECOND } from '../base/time.ts';

const units: Readonly<Record<string, number>> = {
  h: HOUR,
  m: MINUTE,
  s: SECOND,
  ms: MILLISECOND,
  us: 1,
  µs: 1,
};

/** Go's `time.Duration` text, `2m2s` or `500ms` or `1h0m3.5s`, in µs; undefined when it is none. */
export function goDuration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:h|ms|us|µs|m|s))+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, amount, unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(h|ms|us|µs|m|s)/g))
    sum += Number(amount) * (units[unit] ?? 0);
  return sum;
}

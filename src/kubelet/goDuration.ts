/** A duration in microseconds as Go prints it: `3m0s`, `1h2m3.5s`, `1.5s`, `100ms`, `12µs`, `0s`. */
export function formatGoDuration(length: number): string {
  const sign = length < 0 ? '-' : '';
  const abs = Math.abs(Math.round(length));
  if (abs === 0) return '0s';
  if (abs < 1000) return `${sign}${abs}µs`;
  if (abs < 1_000_000) return `${sign}${abs / 1000}ms`;
  const seconds = abs / 1_000_000;
  const minutes = Math.floor(seconds / 60);
  // Microseconds are integers: the remainder is exact when taken from them.
  const rest = `${(abs - minutes * 60_000_000) / 1_000_000}s`;
  if (minutes === 0) return `${sign}${rest}`;
  if (minutes < 60) return `${sign}${minutes}m${rest}`;
  return `${sign}${Math.floor(minutes / 60)}h${minutes % 60}m${rest}`;
}

/** Whole microseconds of a duration as Go prints it; undefined for any other text. */
export function parseGoDuration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:h|ms|m|s|[\u00b5\u03bcu]s|ns))+$/.test(text)) return undefined;
  let length = 0;
  for (const [, value, unit = ''] of text.matchAll(/(?<![\d.])([\d.]+)([^\d.]+)/g))
    length += Number(value) * (units[unit] ?? 1);
  return Math.round(length);
}

/** Those of microseconds, which Go writes with either mu, are 1. */
const units: Readonly<Record<string, number>> = {
  h: 3_600_000_000,
  m: 60_000_000,
  s: 1_000_000,
  ms: 1000,
  ns: 0.001,
};

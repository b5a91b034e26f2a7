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

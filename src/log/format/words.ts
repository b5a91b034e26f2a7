import { decode } from '../bytes.ts';

/** Level words of loggers as indexes into `severities`. */
const levels: Readonly<Record<string, number>> = {
  trace: 1,
  debug: 1,
  debu: 1,
  dbg: 1,
  info: 2,
  notice: 2,
  warn: 3,
  warning: 3,
  err: 4,
  erro: 4,
  eror: 4,
  severe: 4,
  error: 4,
  crit: 5,
  critical: 5,
  alert: 5,
  emer: 5,
  emerg: 5,
  dpanic: 5,
  panic: 5,
  fatal: 5,
  fata: 5,
};

/** The severity that the word in `[from, to)` names; 0 when it is none. */
export function severityWord(bytes: Uint8Array, from: number, to: number): number {
  if (to - from < 3 || to - from > 8) return 0;
  return severityNamed(decode(bytes, from, to));
}

export function severityNamed(word: string): number {
  return Object.hasOwn(levels, word.toLowerCase()) ? (levels[word.toLowerCase()] ?? 0) : 0;
}

/** The severity of a syslog priority's last three bits. */
export function syslogSeverity(priority: number): number {
  return [5, 5, 5, 4, 3, 2, 2, 1][priority & 7] ?? 0;
}

// Lines that are known to move nothing of what is rebuilt: start-up notes, neighbours' chatter. Knowing them keeps "not understood" honest.
import type { LogRecord } from '../../log/record.ts';

const files: ReadonlySet<string> = new Set(['flags.go', 'feature_gate.go']);

export function isKnownHarmless(record: LogRecord): boolean {
  return files.has(record.file);
}

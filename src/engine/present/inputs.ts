import type { ByteStore } from '../../log/byteStore.ts';
import type { LogRecord, LogTable } from '../../log/record.ts';
import type { InputRow } from '../../protocol/rows.ts';
import type { Tape } from '../../replay/tape.ts';

/** The longest text that a row of a list carries: more is for the document. */
const ROW_TEXT = 4_000;

export function inputRow(tape: Tape, position: number, record: LogRecord): InputRow {
  return {
    input: record.id,
    position,
    at: tape.timeAt(position),
    severity: record.severity,
    site: record.file === '' ? '' : `${record.file}:${record.fileLine}`,
    line: record.line,
    text: record.text.slice(0, ROW_TEXT),
  };
}

/** Whole records from the one at `offset` on, at most `maxBytes` of them but one at least. */
export function textWindow(
  table: LogTable,
  bytes: ByteStore,
  offset: number,
  maxBytes: number,
): { offset: number; firstLine: number; text: string; atEnd: boolean } {
  const first = Math.max(0, table.ordinalAt(offset));
  if (table.length === 0) return { offset: 0, firstLine: 1, text: '', atEnd: true };
  const start = table.offsetOf(first);
  const last = Math.max(first, table.ordinalAt(start + maxBytes) - 1);
  const whole = start + maxBytes >= table.bytes;
  const end = whole ? table.bytes : table.offsetOf(last) + table.sizeOf(last);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.read(start, end - start));
  return { offset: start, firstLine: table.record(first).line, text, atEnd: whole };
}

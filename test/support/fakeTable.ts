import { sourceId } from '../../src/base/input.ts';
import { micros } from '../../src/base/time.ts';
import type { Dictionary, LogRecord, LogTable } from '../../src/log/record.ts';

const noWords: Dictionary = { size: 1, at: () => '', find: () => -1 };

/** A table of records that have nothing but a time (µs; NaN unknown), each ten bytes long. */
export function fakeTable(source: number, times: readonly number[]): LogTable {
  const length = times.length;
  const record = (ordinal: number): LogRecord => ({
    id: { source: sourceId(source), offset: ordinal * 10 },
    ordinal,
    line: ordinal + 1,
    time: Number.isNaN(times[ordinal]) ? undefined : micros(times[ordinal] ?? 0),
    severity: 'info',
    program: 'kubelet',
    pid: undefined,
    file: '',
    fileLine: 0,
    structured: false,
    message: `line ${ordinal + 1}`,
    fields: [],
    field: () => undefined,
    values: () => undefined,
    member: () => undefined,
    isQuoted: () => false,
    continues: false,
    text: `line ${ordinal + 1}`,
  });
  return {
    source: sourceId(source),
    length,
    bytes: length * 10,
    lines: length,
    offsetOf: (ordinal) => ordinal * 10,
    sizeOf: () => 10,
    time: Float64Array.from(times),
    severity: new Uint8Array(length).fill(2),
    message: new Uint32Array(length),
    site: new Uint32Array(length),
    messages: noWords,
    sites: noWords,
    identities: noWords,
    cutRows: [],
    formats: new Map([['klog', length]]),
    writer: 'unknown',
    programOf: () => 'unknown',
    formatOf: () => 'klog',
    pidOf: () => -1,
    rowsNaming: () => undefined,
    rowsFirstNaming: () => new Uint32Array(0),
    podsNamedIn: () => new Uint32Array(0),
    record,
    shown: record,
    glance: record,
    lineOf: (ordinal) => ordinal + 1,
    ordinalAtLine: (line) => (line >= 1 && line <= length ? line - 1 : -1),
    ordinalAt: (offset) => Math.min(length - 1, Math.floor(offset / 10)),
  };
}

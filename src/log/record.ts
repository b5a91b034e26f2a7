// Room log: bytes become records. It never throws, loses no byte, and knows nothing of Kubernetes: a record it
// can't read stays a record with its text.
import type { InputId, SourceId } from '../base/input.ts';
import type { Micros } from '../base/time.ts';
import type { LineTemplate } from './lineTemplate.ts';

/** As a number in a column: the order is the order of loudness. */
export const severities = ['unknown', 'debug', 'info', 'warning', 'error', 'fatal'] as const;
export type Severity = (typeof severities)[number];

/**
 * The programs that are told apart; a column holds their numbers. `host`: one that runs several components in its process, as k3s, rke2,
 * kubelite and microshift do.
 */
export const programs = [
  'unknown',
  'kubelet',
  'containerd',
  'crio',
  'dockerd',
  'kernel',
  'other',
  'host',
  'cri-dockerd',
  'cni',
  'kube-apiserver',
  'kube-scheduler',
  'kube-controller-manager',
  'kube-proxy',
  'etcd',
  'systemd',
  /** Of no program: what people write and paste. */
  'text',
] as const;
/** The program that wrote a line, as far as the line or its wrapper says so. */
export type Program = (typeof programs)[number];

/** One `key=value` of a structured line. `value` is unquoted once; `raw` is as it stood. */
export interface Field {
  readonly key: string;
  readonly value: string;
  readonly raw: string;
}

/** One record, made from the columns and its bytes when asked for; nobody keeps a list of these. */
export interface LogRecord {
  readonly id: InputId;
  /** Its place among the records of its source, from 0; it grows with the offset. */
  readonly ordinal: number;
  /** The line in the source's text, from 1. */
  readonly line: number;
  /** Undefined when neither the line nor its neighbours tell. */
  readonly time: Micros | undefined;
  readonly severity: Severity;
  readonly program: Program;
  /** klog's "threadid" column, which is the pid. */
  readonly pid: number | undefined;
  /** Base name of the Go file that logged it, `kubelet.go`; empty when not told. */
  readonly file: string;
  /** Line in that file, 0 when not told. */
  readonly fileLine: number;
  /** True for klog's `"message" key=value` and JSON; false for printf text. */
  readonly structured: boolean;
  /** The unquoted message of a structured line; of a printf line its whole body. */
  readonly message: string;
  /** Keys in their order; empty for printf lines. */
  readonly fields: readonly Field[];
  /** All fields as ` key="value"`, where that is cheaper than to take them one by one. */
  readonly pairs?: string | undefined;
  /** The value of the first field of that name. */
  field(key: string): string | undefined;
  /** A member of that field's value, when it is a struct in JSON or as Go prints it. */
  member(key: string, name: string): string | undefined;
  /**
   * The values of the fields, when they stand as the template says; good until it is asked again. Undefined says nothing: most records don't tell, and are then asked
   * for fields.
   */
  values(template: LineTemplate): readonly string[] | undefined;
  /** Whether that field's value stands in quotes. */
  isQuoted(key: string): boolean;
  /** Whether lines that continue it belong to it. */
  readonly continues: boolean;
  /** The whole record as it stood, wrapper and continuation lines included, without its last line break. */
  readonly text: string;
}

/** The layers of a line's start, outermost first: `klog`, `journald-short/klog`, `cri/klog-json`, …; `text` for no log line at all. */
export type FormatId = string;

/** Strings numbered in the order in which they were first met; a column holds the numbers. */
export interface Dictionary {
  readonly size: number;
  at(index: number): string;
  /** The number of a string, or -1. */
  find(text: string): number;
}

/**
 * The records of one source as columns: row `i` of every column is record `i`, in the order of their offsets. It grows while
 * its source is read or followed: rows are only ever added. No column has fewer than `length` valid rows.
 */
export interface LogTable {
  readonly source: SourceId;
  /** Whose the lines are that name no program: as the section's head or the file's place says. */
  readonly writer: Program;
  readonly length: number;
  /** Bytes of text that the records cover, without holes. */
  readonly bytes: number;
  /** Lines of text that the records cover. */
  readonly lines: number;
  /** Microseconds since 1970 by this source's own clock; NaN where unknown. */
  readonly time: Float64Array;
  /** Index into `severities`. */
  readonly severity: Uint8Array;
  /** Index into `messages`: equal messages of structured lines share one number; a printf line has the number of its `file.go:line`. */
  readonly message: Uint16Array | Uint32Array;
  /** Index into `sites`: `kubelet.go:2515`; number 0 is the empty string. */
  readonly site: Uint16Array | Uint32Array;
  readonly messages: Dictionary;
  readonly sites: Dictionary;
  /** What `rowsNaming` knows. */
  readonly identities: Dictionary;
  /** Rows whose line a pager cut at its right edge (`less -S`, `systemctl status`), rising. */
  readonly cutRows: readonly number[];
  /** Formats met, with how many records each. */
  readonly formats: ReadonlyMap<FormatId, number>;
  /** The byte at which a record begins. */
  offsetOf(ordinal: number): number;
  /** Bytes, the line break included. */
  sizeOf(ordinal: number): number;
  formatOf(ordinal: number): FormatId;
  /** The program that the line's wrapper names; `unknown` where none does. */
  programOf(ordinal: number): Program;
  /** klog's "threadid" or the wrapper's pid; -1 when not told. */
  pidOf(ordinal: number): number;
  /**
   * Rows, rising, that name a UID, a sandbox' or container's whole id, or a `namespace/name`, also in a continuation line. Empty when
   * none does; undefined when the text is nothing that is looked for while reading.
   */
  rowsNaming(identity: string): Uint32Array | undefined;
  /** Rows, rising, that are among the first to name a UID or a `namespace/name`. */
  rowsFirstNaming(): Uint32Array;
  /** The UIDs and each `namespace/name` that a row names, as numbers in `identities`. */
  podsNamedIn(ordinal: number): Uint32Array;
  record(ordinal: number): LogRecord;
  /** As `record`, with its secrets starred, each sign for one: what is shown, quoted or handed on comes from here. */
  shown(ordinal: number): LogRecord;
  /** As `record`, but good only until the next one is asked for: for who looks at many and keeps none. */
  glance(ordinal: number): LogRecord;
  /** The line, from 1, at which a record begins. */
  lineOf(ordinal: number): number;
  /** The record that covers a line, from 1; -1 when the table has no such line. */
  ordinalAtLine(line: number): number;
  /** The last record that begins at or before `offset`, or -1. */
  ordinalAt(offset: number): number;
}

// The form of a rule of evidence: which line, in which versions of the kubelet, proves which events. A rule carries the lines
// that show it. It knows records, no times, no order, no other line.
import type { LogRecord, Program } from '../../log/record.ts';
import type { KubeletEvent } from '../event.ts';
import type { PodRefs } from './reference.ts';

/** A line as a kubelet wrote it, and what it proves. */
export interface Sample {
  readonly line: string;
  readonly events: readonly KubeletEvent[];
}

export interface Rule {
  /** `podWorkers.finished`: the file of evidence, and what the line says. */
  readonly id: string;
  /** The lowest `--v` at which the line is printed. */
  readonly v: number;
  /** Base names of the Go files that print it; the empty name for lines that tell none, as those of a runtime. */
  readonly files: readonly string[];
  /** Structured lines: the exact message, or several of one meaning. */
  /** Whose lines it reads. Default: the kubelet's. */
  readonly reads?: readonly Program[];
  readonly messages?: readonly string[];
  /** Printf lines, and structured ones whose message is formatted: the whole body. */
  readonly pattern?: RegExp;
  /** First and last minor of Kubernetes 1.x that prints it, as far as they were read; they inform, they don't filter. */
  readonly since: number;
  readonly until: number | undefined;
  /** What the line proves; `groups` are those of `pattern`. Nothing, when the line turns out to be another one. */
  read(record: LogRecord, groups: readonly string[], refs: PodRefs): readonly KubeletEvent[];
  readonly samples: readonly Sample[];
}

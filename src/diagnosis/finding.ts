// Room diagnosis: questions over the rebuilt history become findings with their proof. It writes no state.
import type { InputId } from '../base/input.ts';
import type { Span } from '../base/spans.ts';
import type { Micros } from '../base/time.ts';

export const findingSeverities = ['info', 'low', 'medium', 'high', 'critical'] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

export interface FindingEvidence {
  readonly input: InputId;
  readonly role: 'cause' | 'consequence' | 'context';
  /** How many lines below the input's first line the words stand: above 0 in a stack dump that hangs on a line. */
  readonly below: number;
}

/** Begins the end of an explanation that quotes the deepest error. */
export const ROOT_ERROR = 'Root error: ';

/** An explanation without the deepest error, and that error. */
export function withoutRoot({ explanation }: Pick<Finding, 'explanation'>): {
  readonly explanation: string;
  readonly rootError: string | undefined;
} {
  const at = explanation.lastIndexOf(ROOT_ERROR);
  if (at < 0) return { explanation, rootError: undefined };
  const rootError = explanation.slice(at + ROOT_ERROR.length);
  return { explanation: explanation.slice(0, at).trimEnd(), rootError };
}

/** A stretch in which a fault stood: it may have been over in between. */
export interface FindingSpan extends Span {
  /** When it is known to be over, which a quiet shows later than `to`. */
  readonly told: Micros | undefined;
  /** Position of the first line that tells of it, and from when on it was clear that it is one. */
  readonly seenAt: number;
  readonly clearAt: Micros;
}

/** `harmless`: its lines show that it healed, or it never matters. `unknown`: this log does not tell. */
export type FindingVerdict = 'fault' | 'harmless' | 'unknown';

/** One fault (or one harmless look-alike, severity `info`): what it is, since when, why we think so, what to do. */
export interface Finding {
  /** The kebab-case id of the failure mode, `cni-del-fails`, or of the trap. */
  readonly id: string;
  /** Different for two findings of one id; stable for the same tape. */
  readonly key: string;
  readonly title: string;
  readonly severity: FindingSeverity;
  readonly verdict: FindingVerdict;
  /** Its end alone shows that it is harmless: while it stands nothing tells. */
  readonly harmlessByEnd: boolean;
  /** What it was taken for until it was clear that it had healed. */
  readonly before: { readonly finding: Finding; readonly until: Micros } | undefined;
  /** 0 to 1: lower on fragments and across gaps. */
  readonly confidence: number;
  readonly podKey: string | undefined;
  /** `ns/name` of the pod, when it concerns one. */
  readonly pod: string | undefined;
  readonly node: string | undefined;
  /** Of several nodes on the tape, those that have a finding of this id; undefined when they are not told apart. */
  readonly spread: { readonly nodes: readonly string[]; readonly of: number } | undefined;
  /** When the problem began, which may be before the first loud line. */
  readonly began: Micros;
  readonly first: Micros;
  readonly last: Micros;
  /** When it was over for good, or last seen before a long quiet; undefined while it goes on at the end of the tape. */
  readonly ended: Micros | undefined;
  /** From `began` to `ended`, without the times in which all was well; at least one. */
  readonly spans: readonly FindingSpan[];
  readonly count: number;
  /** The lines that `count` counts: their positions, their own times (µs), and how many there were up to each. */
  readonly counted: {
    readonly positions: readonly number[];
    readonly times: readonly number[];
    readonly sums: readonly number[];
  };
  /** Median µs between repeats; undefined where the waits differ much, or are less than two. */
  readonly period: number | undefined;
  readonly evidence: readonly FindingEvidence[];
  readonly explanation: string;
  /** The sentence of the explanation that tells how often; empty when it was once. */
  readonly repeats: string;
  /** Key of the finding that causes this one. */
  readonly causedBy: string | undefined;
  readonly overdue: string | undefined;
  /** What to look at on the host, with the exact command. */
  readonly checks: readonly { readonly text: string; readonly command: string | undefined }[];
  readonly remedy: readonly { readonly text: string; readonly risk: string | undefined }[];
  /** Look-alikes that it is not, and what rules them out. */
  readonly ruledOut: readonly { readonly id: string; readonly why: string }[];
  readonly references: readonly string[];
}

// The rows that views show: plain data that survives structuredClone. A row carries the ids of the inputs it comes from.
import type { GapKind, InputId, Known } from '../base/input.ts';
import type { Span } from '../base/spans.ts';
import type { Micros } from '../base/time.ts';

/** A value with how it is known, ready to show: `text` is what a person reads, also for an unknown one (`unknown: …why`). */
export interface ShownValue {
  readonly text: string;
  readonly known: Known;
  readonly provedBy: readonly InputId[];
}

export type RowSeverity = 'none' | 'info' | 'warning' | 'error';

export interface SourceRow {
  readonly source: number;
  readonly name: string;
  /** The file it is read from, when it is one that an editor can open as it is. */
  readonly path: string | undefined;
  readonly formats: readonly { readonly format: string; readonly records: number }[];
  readonly lines: number;
  readonly bytes: number;
  readonly unparsedLines: number;
  /** Of a part of a text: the name of the whole, what the part's head says, and how many lines stand before it. */
  readonly section?: { readonly of: string; readonly title: string; readonly linesAbove: number };
  /** Whose its records are, most first; of very many a part is counted. */
  readonly writers: readonly WriterRow[];
  /** Where the year of stamps without one was taken from, and µs east of UTC of stamps without a zone. */
  readonly clock?: { readonly yearFrom: string; readonly utcOffset: number };
  readonly from: Micros | undefined;
  readonly to: Micros | undefined;
  /** Added to its times, µs. */
  readonly clockOffset: number;
  /** What would bring it onto the clock of another source, as events tell that both name; applied only when asked. */
  readonly proposedOffset?: {
    readonly offset: number;
    /** The name of the other. */
    readonly beside: string;
    /** Sandboxes and containers that tell it. */
    readonly ids: number;
  };
  readonly state: 'reading' | 'complete' | 'following' | 'failed';
  readonly problem: string | undefined;
  /** Only its begin was read: it unpacks out of all proportion. Opened with `allowLarge` it is read whole. */
  readonly tooLarge?: boolean;
}

/** How many records of a source one program wrote. */
export interface WriterRow {
  /** `kubelet`, `kube-apiserver`, …; `text` for what no program logged, `other` for programs that are not told apart. */
  readonly program: string;
  readonly known: Known;
  readonly records: number;
}

export interface RunRow {
  readonly from: Micros;
  readonly to: Micros | undefined;
  readonly pid: number | undefined;
  readonly version: ShownValue;
  readonly verbosity: ShownValue;
  readonly runtime: ShownValue;
  readonly node: ShownValue;
  readonly input: InputId | undefined;
}

export type WorkerIcon =
  'sync' | 'working' | 'terminating' | 'stuck' | 'terminated' | 'finished' | 'gone' | 'unknown';

/**
 * How a pod fares, which is not what its worker does. `failing`: a grave problem of it stands, it backs off, or a container of it has crashed;
 * `degraded`: a lesser problem, or something is overdue; `waiting`: for what it needs to run or to end; `ok`: it runs, and nothing is told
 * against it; `ended`: nothing of it runs any more. `text` says what shows it.
 */
export interface PodHealth extends ShownValue {
  readonly is: 'failing' | 'degraded' | 'waiting' | 'ok' | 'ended' | 'unknown';
}

export interface PodRow {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: ShownValue;
  readonly health: PodHealth;
  readonly icon: WorkerIcon;
  /** `terminating`, `sync, working`, … */
  readonly state: ShownValue;
  /** Since when it is in that state. */
  readonly since: Micros | undefined;
  /** `1 update waiting`, `nothing waiting`, `unknown`. */
  readonly queue: ShownValue;
  /** What it waits for: `CNI DEL of sandbox 9936f76e4b93, 41 s, 13 s overdue`. */
  readonly waits: readonly {
    readonly text: string;
    readonly since: Micros;
    readonly due: Micros | undefined;
    readonly overdue: boolean;
    readonly provedBy: readonly InputId[];
  }[];
  readonly severity: RowSeverity;
  /** Keys of problems that name this pod and are open at the cursor, and their titles. */
  readonly findings: readonly string[];
  readonly titles: readonly string[];
  readonly input: InputId | undefined;
  /** The last event at or before the cursor. */
  readonly lastEvent:
    { readonly at: Micros; readonly text: string; readonly input: InputId } | undefined;
  /** The sentence a screen reader speaks. */
  readonly label: string;
}

export interface PlegRow {
  /** Start of the second that this row stands for, or of a health span. */
  readonly at: Micros;
  readonly podKey: string | undefined;
  readonly pod: string;
  readonly events: readonly {
    readonly at: Micros;
    readonly type: string;
    readonly id: string;
    readonly of: string;
    readonly text: string;
    readonly input: InputId;
  }[];
  readonly text: string;
  readonly severity: RowSeverity;
  readonly label: string;
}

export interface PlegView {
  readonly health: ShownValue;
  readonly relist: ShownValue;
  readonly rows: readonly PlegRow[];
  readonly total: number;
}

export interface NetworkRow {
  readonly key: string;
  readonly command: 'ADD' | 'DEL';
  readonly podKey: string | undefined;
  readonly pod: string;
  readonly sandboxId: string | undefined;
  readonly plugin: string | undefined;
  /** Whether a plug-in may have been called: none is while the network has no configuration. */
  readonly isCalled: boolean;
  readonly outcome: ShownValue;
  readonly message: string | undefined;
  readonly failures: number;
  readonly from: Micros;
  readonly until: Micros | undefined;
  /** Inferred: no line tells the end; it lies between the last attempt and `until`, when it is shown to be over. */
  readonly untilKnown: Known;
  /** What it keeps from going on: `default/web-1 stays in Terminating`. */
  readonly blocks: string | undefined;
  readonly attempts: readonly {
    readonly at: Micros;
    readonly text: string;
    readonly failed: boolean;
    readonly by: 'sync' | 'podKiller' | 'gc' | 'unknown';
    /** The CNI networks that it called, as far as lines tell them apart: the loopback, then the pod network. */
    readonly networks: readonly {
      readonly name: string;
      readonly plugin: string | undefined;
      readonly outcome: 'succeeded' | 'failed' | 'running' | 'unknown';
      /** Undefined: no line tells when it began. */
      readonly from: Micros | undefined;
      readonly until: Micros | undefined;
    }[];
    readonly provedBy: readonly InputId[];
  }[];
  readonly severity: RowSeverity;
  readonly input: InputId | undefined;
  readonly label: string;
}

export interface FindingRow {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly severity: 'critical' | 'high' | 'medium' | 'low' | 'info';
  readonly confidence: number;
  readonly podKey: string | undefined;
  readonly pod: string | undefined;
  readonly node: string | undefined;
  /** Of several nodes, those that have a finding of this id. */
  readonly spread: { readonly nodes: readonly string[]; readonly of: number } | undefined;
  readonly began: Micros;
  readonly first: Micros;
  readonly last: Micros;
  readonly ended: Micros | undefined;
  /** From `began` to `ended`, without the times in which all was well. */
  readonly spans: readonly Span[];
  readonly count: number;
  readonly period: number | undefined;
  readonly explanation: string;
  readonly causedBy: string | undefined;
  readonly overdue: string | undefined;
  readonly evidence: readonly {
    readonly input: InputId;
    readonly role: 'cause' | 'consequence' | 'context';
    readonly at: Micros | undefined;
    readonly text: string;
  }[];
  readonly checks: readonly { readonly text: string; readonly command: string | undefined }[];
  readonly remedy: readonly { readonly text: string; readonly risk: string | undefined }[];
  readonly ruledOut: readonly { readonly id: string; readonly why: string }[];
  readonly references: readonly string[];
  readonly label: string;
}

/** Of a finding what a list of very many shows: the whole has some kilobytes. */
export type FindingBrief = Pick<
  FindingRow,
  | 'id'
  | 'key'
  | 'title'
  | 'severity'
  | 'pod'
  | 'node'
  | 'spread'
  | 'began'
  | 'ended'
  | 'spans'
  | 'count'
  | 'causedBy'
>;

/** All findings of one failure mode. */
export interface FindingKind {
  /** The id of its findings. */
  readonly id: string;
  /** What their titles have in common; `…` stands for what differs. */
  readonly title: string;
  /** Of the worst. */
  readonly severity: FindingRow['severity'];
  readonly total: number;
  /** Those that stand at the cursor. */
  readonly open: number;
  /** Pods that they name. */
  readonly pods: number;
  /** Key of the one that stands first: of the worst those that stand at the cursor. */
  readonly first: string;
}

/** One try of an operation: its lines from its begin to its own ending words. */
export interface FindingAttempt {
  /** How many times it had been with this one; undefined: its lines show no attempt. */
  readonly number: number | undefined;
  /** Of its last line. */
  readonly at: Micros | undefined;
  /** Where a line tells it. */
  readonly began:
    { readonly at: Micros; readonly known: Known; readonly input: InputId | undefined } | undefined;
  /** The inner layers of its error. */
  readonly ending: string | undefined;
  readonly lines: readonly {
    readonly input: InputId;
    readonly role: FindingRow['evidence'][number]['role'];
    readonly at: Micros;
    readonly text: string;
    /** Its words for a row, without the ending. */
    readonly said: string;
  }[];
}

/** In order; of those between the first and the last only some may be shown. */
export interface FindingAttempts {
  readonly total: number;
  readonly shown: readonly FindingAttempt[];
}

/** A finding with what it follows from, and the first of what follows from it. */
export interface RelatedFinding {
  readonly row: FindingRow;
  /** The explanation of the row without the root error, which it ends with. */
  readonly explanation: string;
  readonly rootError: string | undefined;
  /** What a network call that fails keeps from going on: `default/web-1 stays in Terminating`. */
  readonly blocks: readonly string[];
  readonly attempts: FindingAttempts;
  readonly cause: FindingRow | undefined;
  readonly consequences: readonly FindingRow[];
}

/** A line of a source, for lists and documents. */
export interface InputRow {
  readonly input: InputId;
  readonly position: number;
  readonly at: Micros | undefined;
  readonly severity: string;
  /** `kubelet.go:2515`, or empty. */
  readonly site: string;
  /** 1-based line in its source's text. */
  readonly line: number;
  readonly text: string;
}

/** The Go statement that a line names. */
export interface GoSourceRow {
  /** Base name, `kubelet.go`. */
  readonly file: string;
  readonly line: number;
  /** What the statement prints, to know it by; empty for a frame of a stack trace. */
  readonly message: string;
  /** In the kubernetes repository: `pkg/kubelet/kubelet.go`. Several where neither version nor message tell them apart. */
  readonly paths: readonly string[];
  /** Of the kubelet that wrote the line, as it says: `v1.34.2`, `v1.30.4-eks-a737599`. Undefined when the log does not tell. */
  readonly version: string | undefined;
  /** No line says that version: the places of other messages do. */
  readonly isVersionInferred?: boolean;
}

export interface GapRow {
  readonly kind: GapKind;
  readonly from: Micros;
  readonly to: Micros;
  readonly text: string;
  readonly input: InputId | undefined;
}

/** The story of one pod: everything that is known of it, for a page or a text. */
export interface PodStory {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly identities: readonly {
    readonly kind: string;
    readonly id: string;
    readonly text: string;
    readonly provedBy: readonly InputId[];
  }[];
  readonly phases: readonly {
    readonly kind: string;
    readonly from: Micros;
    readonly to: Micros | undefined;
    readonly known: Known;
    readonly text: string;
    /** µs that it takes the other pods of the tape, their median; undefined where none has it, or nobody asked. */
    readonly usual: number | undefined;
    readonly provedBy: readonly InputId[];
  }[];
  readonly slowest: string | undefined;
  readonly worker: readonly {
    readonly name: string;
    readonly value: ShownValue;
    readonly since: Micros | undefined;
  }[];
  readonly events: readonly {
    readonly at: Micros;
    readonly kind: string;
    readonly text: string;
    readonly severity: RowSeverity;
    readonly input: InputId;
  }[];
  readonly network: readonly NetworkRow[];
  readonly findings: readonly string[];
}

/** What an id in a text stands for. */
export interface IdentityRow {
  readonly kind: 'pod' | 'sandbox' | 'container' | 'image' | 'volume' | 'cgroup' | 'netns';
  readonly id: string;
  readonly podKey: string | undefined;
  readonly text: string;
}

/** An error line that a finding explains: a mark for the Problems panel. */
export interface LineMark {
  readonly input: InputId;
  /** 1-based in its source's text. */
  readonly line: number;
  readonly endLine: number;
  readonly severity: RowSeverity;
  readonly message: string;
  readonly findingId: string;
  readonly findingKey: string;
  readonly role: FindingRow['evidence'][number]['role'];
  /** Of the lines of its finding. */
  readonly isFirst: boolean;
}

/**
 * `pods`: by the state of their workers, `workers` at work, `relist`: how long it takes, `cni`: how long calls of plug-ins take (µs),
 * `errors`: lines of errors in the minute before.
 */
export type CounterName = 'pods' | 'workers' | 'relist' | 'cni' | 'errors';

/** Lanes of the timeline: names and order; their content comes by `timeline` in columns. */
export interface TimelineLane {
  readonly id: number;
  /** `counter`: a page's own, which shows what `timelineCounters` answers. */
  readonly kind: 'loop' | 'pleg' | 'pod' | 'node' | 'findings' | 'gaps' | 'counter';
  readonly counter?: CounterName;
  readonly name: string;
  readonly group: string;
  readonly podKey: string | undefined;
  readonly severity: RowSeverity;
  /** Name of its node; empty where the logs are of one node, or tell none. */
  readonly node: string;
  /** When its first item begins and its last one ends; undefined while it has none. */
  readonly first: Micros | undefined;
  readonly last: Micros | undefined;
}

/** The palette of `TimelineColumns.kind`: index → slug (`terminating`, `pleg.containerDied`, …) and whether it is a span or a mark. */
export interface TimelineKind {
  readonly slug: string;
  readonly shape: 'span' | 'mark';
  readonly severity: RowSeverity;
  /** For a person, where the slug's words don't say it: of a finding. */
  readonly name?: string;
}

/**
 * What one window shows, reduced to at most one item for each lane, kind and pixel column that it starts in: parallel columns, one
 * row an item, no more than 200 KB.
 * Times are µs from `from`, so that single precision would do for a window; a mark's `start` equals its `end`.
 */
export interface TimelineColumns {
  readonly from: Micros;
  readonly to: Micros;
  readonly revision: number;
  /** Lanes that were asked for and did not fit: to be asked for next. Absent when all are here. */
  readonly more?: readonly number[];
  readonly columns: {
    readonly lane: Uint32Array;
    readonly start: Float64Array;
    readonly end: Float64Array;
    readonly kind: Uint8Array;
    /** 0 seen, 1 inferred, 2 unknown. */
    readonly known: Uint8Array;
    /** How many items were merged into this one. */
    readonly count: Uint32Array;
    /** Tape position of a proving input, or 0xffffffff. */
    readonly position: Uint32Array;
  };
}

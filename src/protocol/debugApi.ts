import type { AnswerRow } from './askApi.ts';
import type { InputId, Known } from '../base/input.ts';
import type { Micros } from '../base/time.ts';
import type { Cursor, Range } from './cursor.ts';

/** `syncLoop`, `pleg`, `status`, `volumes`, `probes`, `other`, or the key of a pod, whose worker is meant. */
export type DebugThreadId = string;

export interface DebugThread {
  readonly id: DebugThreadId;
  /** `default/web-1: terminating`. */
  readonly name: string;
}

/** A line of a log: where an editor goes. */
export interface DebugPlace {
  readonly input: InputId;
  /** 1-based in its source's text. */
  readonly line: number;
}

/** A Go statement or function. `line` 0: the log doesn't tell it; `path` undefined: the base name stands for several files. */
export interface GoPlace {
  readonly file: string;
  readonly path: string | undefined;
  readonly version: string | undefined;
  /** No line says that version: the places of other messages do. */
  readonly isVersionInferred?: boolean;
  readonly line: number;
}

/** A statement of a Go file that wrote lines of the log. */
export interface GoLineRow {
  readonly line: number;
  /** Lines on the whole tape, and up to the cursor. */
  readonly hits: number;
  readonly before: number;
  /** The last one at the cursor. */
  readonly last:
    | {
        readonly at: Micros;
        readonly input: InputId;
        readonly text: string;
        readonly fields: readonly string[];
      }
    | undefined;
}

/** How long a function of a Go file took, of those runs alone whose both ends were seen: µs. */
export interface GoTimeRow {
  readonly name: string;
  readonly runs: number;
  readonly total: number;
  readonly longest: number;
}

export interface GoFileRow {
  /** Ascending. */
  readonly lines: readonly GoLineRow[];
  readonly times: readonly GoTimeRow[];
}

/** One frame, innermost first. `label` frames only part groups of others. */
export interface DebugFrame {
  readonly name: string;
  readonly kind: 'line' | 'go' | 'label';
  readonly known: Known;
  readonly go: GoPlace | undefined;
  /** The line that proves it. */
  readonly place: DebugPlace | undefined;
  /** Tape position at which it began: where "restart frame" goes. */
  readonly began: number | undefined;
  /** Of a frame that a goroutine sample shows: of which, and when. */
  readonly sample?: string;
}

/**
 * One value. `expression` finds it again (`pod("default/web-1").worker.state`); it has children when `children` is more than 0, and
 * they are numbered when `indexed`.
 */
export interface DebugVariable {
  readonly name: string;
  readonly value: string;
  /** `''`: a group, which is not known in any way itself. */
  readonly known: Known | '';
  readonly expression: string;
  readonly children: number;
  readonly indexed: boolean;
  readonly place: DebugPlace | undefined;
  /** A breakpoint can be set on its changes. */
  readonly watchable: boolean;
}

export type DebugTrigger =
  /** The record that covers a line of a source. */
  | { readonly kind: 'line'; readonly source: number; readonly line: number }
  /** A statement of the kubelet that logs: `kubelet.go`, 2515. */
  | { readonly kind: 'go'; readonly file: string; readonly line: number }
  /** A Go function, `pod:ns/name`, or `event:SLUG` of the rebuilt events. */
  | { readonly kind: 'function'; readonly name: string }
  /** Each change of a value. */
  | { readonly kind: 'data'; readonly expression: string }
  | { readonly kind: 'severity'; readonly least: 'warning' | 'error' }
  | { readonly kind: 'finding'; readonly severity: 'critical' | 'high' | 'medium' | 'low' }
  /** Something that the model expects is late. */
  | { readonly kind: 'overdue' };

export interface DebugBreakpoint {
  readonly id: number;
  readonly on: DebugTrigger;
  /** A filter (`pod=kube-system/* sev>=E`). */
  readonly condition?: string | undefined;
  /** `5`, `>= 5`, `% 5`: which of its hits count, numbered from the tape's start. */
  readonly hitCondition?: string | undefined;
  /** Told instead of stopping; `{pod}` is a field of the line, `{pleg.healthy}` a value at it. */
  readonly logMessage?: string | undefined;
}

export interface DebugBreakpointState {
  readonly id: number;
  readonly verified: boolean;
  /** Why not, or how often it is hit. */
  readonly message: string | undefined;
  /** Where it was put, when on a log line. */
  readonly line: number | undefined;
}

export type DebugStopReason =
  | 'entry'
  | 'step'
  | 'goto'
  | 'breakpoint'
  | 'function breakpoint'
  | 'data breakpoint'
  | 'exception'
  | 'end'
  | 'start'
  | 'pause'
  /** No stop: a tape that plays has come here, or one that grows has made logpoints speak; the same move goes on from here. */
  | 'playing';

/** Where a movement ended and why. */
export interface DebugStop {
  readonly cursor: Cursor;
  readonly thread: DebugThreadId;
  readonly reason: DebugStopReason;
  /** What stopped it, in words. */
  readonly text: string;
  readonly breakpoints: readonly number[];
  /** What logpoints said on the way, and how many more they would have said. */
  readonly output: readonly { readonly text: string; readonly place: DebugPlace | undefined }[];
  readonly outputCut: number;
  /** It is about now: the newest line of a log that goes on, or one that was waited for. */
  readonly isLive: boolean;
  /** Of all breakpoints, when the tape has grown since they were told. */
  readonly states?: readonly DebugBreakpointState[];
}

export type DebugDirection = 'forwards' | 'backwards';

/**
 * On a tape that grows, a move forwards that finds no end waits for the lines that come. `run`: to the next breakpoint. `event`: the next event of the thread's pod, of any for other threads. `line`: the next input.
 * `sync`: until the sync of the thread's pod worker ends (backwards: began).
 */
export type DebugMove = 'run' | 'event' | 'line' | 'sync';

/** Questions of a debugger. All are answered for the cursor. */
export interface DebugApi {
  /** At most `limit`, pods with the newest event first; `always` and the cursor's own thread are among them. */
  debugThreads(
    limit: number,
    always: readonly DebugThreadId[],
  ): Promise<{
    readonly threads: readonly DebugThread[];
    readonly left: number;
    readonly current: DebugThreadId;
  }>;
  /** Asks the connected node's kubelet for its goroutines, for the stacks of this moment; not again within two seconds. */
  debugSample(node: string): Promise<void>;
  debugStack(thread: DebugThreadId): Promise<readonly DebugFrame[]>;
  /** The groups of values to show for a thread. */
  debugScopes(thread: DebugThreadId): Promise<readonly DebugVariable[]>;
  debugChildren(expression: string, range: Range): Promise<readonly DebugVariable[]>;
  /** A value, or for a filter how many lines it takes. Rejects with a sentence for what is neither. */
  debugEvaluate(text: string): Promise<DebugVariable>;
  debugComplete(text: string): Promise<readonly string[]>;
  /** Why a pod is stuck, named by its name, with or without its namespace, or by an id of it. */
  debugWhy(pod: string): Promise<AnswerRow>;
  /** Replaces all breakpoints. */
  debugBreakpoints(
    breakpoints: readonly DebugBreakpoint[],
  ): Promise<readonly DebugBreakpointState[]>;
  /** Moves the cursor; cancelling ends a run where it is. The reason is `playing` when it is to be asked again. */
  debugMove(move: DebugMove, direction: DebugDirection, thread: DebugThreadId): Promise<DebugStop>;
  /** Moves the cursor to a time, as far as no breakpoint comes first: the reason is `playing` when none did. */
  debugPlay(to: Micros): Promise<DebugStop>;
  /** What an editor writes behind the line at the cursor: `state` of what it is about, `fields` of the statement that wrote it. */
  debugInline(): Promise<{ readonly state: readonly string[]; readonly fields: readonly string[] }>;
  /** Puts the cursor somewhere: a tape position, or a time of day or RFC 3339 as a person writes it. */
  debugGoto(to: number | string, reason: 'entry' | 'goto' | 'pause'): Promise<DebugStop>;
  /** The same at the start of a session, but on at the first breakpoint from there on, if one comes. */
  debugEnter(to: number | string): Promise<DebugStop>;
  /** Inputs that a statement printed, those around the cursor first. */
  debugOccurrences(
    file: string,
    line: number,
    count: number,
  ): Promise<readonly { readonly position: number; readonly text: string }[]>;
  /** Lines of a Go file that logged something, ascending. */
  debugGoLines(file: string): Promise<readonly number[]>;
  /** What the log tells of a Go file, by its path in the repository. */
  goFile(path: string): Promise<GoFileRow>;
  /** Tape position of the line next to the cursor that a statement between two lines of a Go file wrote. */
  goStep(
    path: string,
    from: number,
    to: number,
    direction: DebugDirection,
  ): Promise<number | undefined>;
}

import type { Hindsight, InputId } from '../base/input.ts';
import type { Micros } from '../base/time.ts';
import type {
  ExportRequest,
  AnswerRow,
  MuteRow,
  Question,
  RulePackProblem,
  RulePackText,
} from './askApi.ts';
import type { AssistApi } from './assistApi.ts';
import type { ClusterApi } from './clusterApi.ts';
import type { CompareRequest, Comparison } from './compareApi.ts';
import type { CaseRequest, CaseRow, SavedCase } from './caseApi.ts';
import type { Cursor, Ordered, Range, RowQuery } from './cursor.ts';
import type { FindApi } from './findApi.ts';
import type { GoroutineApi } from './goroutineApi.ts';
import type { DebugApi } from './debugApi.ts';
import type { InformerApi } from './informerApi.ts';
import type { LiveInformerApi } from './liveInformerApi.ts';
import type { MachineApi } from './machineApi.ts';
import type { ManifestApi } from './manifestApi.ts';
import type { LatencyApi } from './latencyApi.ts';
import type { PageApi } from './pageApi.ts';
import type {
  FindingBrief,
  FindingKind,
  FindingRow,
  GapRow,
  GoSourceRow,
  IdentityRow,
  InputRow,
  LineMark,
  NetworkRow,
  PlegView,
  PodRow,
  PodStory,
  RelatedFinding,
  RunRow,
  ShownValue,
  SourceRow,
  CounterName,
  TimelineColumns,
  TimelineKind,
  TimelineLane,
} from './rows.ts';
import type { ApiServerApi } from './apiServerApi.ts';
import type { QueueApi } from './queueApi.ts';
import type { StateApi } from './stateApi.ts';
import type { StoreApi, StoreQuery, StoreTarget } from './storeApi.ts';
import type { TrialApi } from './trialApi.ts';
import type { TimelineApi } from './timelineApi.ts';
import type { WorkerQueueApi } from './workerQueueApi.ts';

export type { Cursor, Ordered, Range, RowQuery } from './cursor.ts';

/** Raised when a method changes its meaning; `hello` refuses another number with a sentence. */
export const ENGINE_PROTOCOL = 1;

/** How a scenario is simulated; what is left out is as the scenario says. */
export interface SimulationOptions {
  /** Chance: the same number gives the same log. Default 1. */
  readonly seed?: number;
  /** The minor of 1.x. */
  readonly kubelet?: number;
  readonly verbosity?: number;
}

/** Where inputs come from. Paths are for hosts that have files; a browser hands bytes. */
export type SourceSpec =
  | {
      readonly kind: 'path';
      readonly path: string;
      readonly name?: string;
      /** What is added to this file later comes too, over rotations; a file that is not there yet is waited for. */
      readonly follow?: boolean;
    }
  /** A program and its arguments, run without a shell until the session ends; what it prints is a log that goes on. */
  | { readonly kind: 'command'; readonly argv: readonly string[]; readonly name?: string }
  /** Empty at first: its bytes come by `push`. Never an archive. */
  | { readonly kind: 'pushed'; readonly name: string }
  /** The log of a node's kubelet in the cluster that is connected; it is followed until the session ends. */
  | { readonly kind: 'node'; readonly node: string }
  /** What a log store has: a source for each node, with its name. */
  | {
      readonly kind: 'store';
      readonly target: StoreTarget;
      readonly query: StoreQuery;
      /** What comes after the query's end comes too, until the session ends. */
      readonly follow?: boolean;
      /** More than that are not begun with. Default 2,000,000. */
      readonly maxLines?: number;
    }
  | {
      readonly kind: 'bytes';
      readonly name: string;
      readonly bytes: Uint8Array;
      readonly modified?: Micros;
    }
  | ({
      readonly kind: 'scenario';
      readonly name: string;
      /** The YAML of the scenario: the logs are those of the nodes that it simulates. */
      readonly text: string;
    } & SimulationOptions);

export interface OpenRequest {
  readonly sources: readonly SourceSpec[];
  /** For logs that carry none. */
  readonly year?: number;
  /** Minutes east of UTC of the node's local time, for logs that carry no zone. */
  readonly utcOffset?: number;
  /** Diagnoses with the rule packs in a case, too: they come from whoever saved it. */
  readonly useCaseRules?: boolean;
  /** Reads on where an archive gives more than 200 times its size, which else ends its reading. */
  readonly allowLarge?: boolean;
}

/** What happened to a source between the bytes before and the bytes that come next. */
export interface SourceNotice {
  /** A sentence for a person; it stands beside the source until bytes come again. */
  readonly text: string;
  /** Set when lines may be missing here: it becomes a gap of the tape. */
  readonly gap?: 'rotation' | 'disconnected';
}

export interface SessionInfo {
  readonly revision: number;
  /** Counts the tapes that were opened. While it stays the same the tape has grown at most: ids mean what they meant. */
  readonly tape: number;
  readonly from: Micros | undefined;
  readonly to: Micros | undefined;
  readonly inputs: number;
  readonly sources: readonly SourceRow[];
  readonly runs: readonly RunRow[];
  readonly gaps: readonly GapRow[];
  readonly pods: number;
  readonly findings: {
    readonly critical: number;
    readonly high: number;
    readonly medium: number;
    readonly low: number;
    readonly info: number;
  };
  /** No line tells what a kubelet did: the other programs whose lines are there. */
  readonly withoutKubelet?: readonly string[];
  /** Lines whose message no rule knows, and of how many. */
  readonly unmatchedMessages: number;
  /** The case among the sources. */
  readonly openedCase: CaseRow | undefined;
  /**
   * In the mode `then`: lists and findings are those of the whole tape without what comes later, as the inputs up to the cursor have not been gone
   * through alone, or not yet.
   */
  readonly isToldByAll: boolean;
  readonly cursor: Cursor;
}

export type SeekTarget =
  | { readonly kind: 'time'; readonly time: Micros }
  | { readonly kind: 'input'; readonly input: InputId }
  | { readonly kind: 'position'; readonly position: number }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' };

/** `event`: the next input that moves the rebuilt state. `line`: the next input. */
export type StepUnit = 'event' | 'line';

export interface Page<T> {
  readonly revision: number;
  readonly total: number;
  readonly rows: readonly T[];
}

export interface FindingQuery extends RowQuery {
  /** Only those of one id. */
  readonly kind?: string;
}

/** The columns that findings may be sorted by: without one the most severe come first. */
export const findingOrders = ['severity', 'title', 'pod', 'count', 'began', 'length'] as const;
export type FindingOrder = (typeof findingOrders)[number];

/** The columns that pods may be sorted by: without one those that need a person come first. */
export const podOrders = ['pod', 'worker', 'for', 'waits'] as const;
export type PodOrder = (typeof podOrders)[number];

/** `gone`: also pods that are gone at the cursor. Words are looked for in `ns/name` and UID. */
export interface PodQuery extends RowQuery, Ordered<PodOrder> {
  readonly gone?: boolean;
}

export interface TimelineWindow {
  readonly from: Micros;
  readonly to: Micros;
  /** Width in pixels: the resolution wanted. */
  readonly width: number;
  /** Lanes wanted, by id; all when absent. */
  readonly lanes?: readonly number[];
}

/**
 * Everything that can be asked of the engine. Questions are by range or id and answered for the cursor, nobody ships the whole state.
 * Every method rejects with a ChannelError whose message is a sentence for a person.
 */
export interface EngineApi
  extends
    DebugApi,
    ClusterApi,
    TimelineApi,
    PageApi,
    LatencyApi,
    StateApi,
    GoroutineApi,
    InformerApi,
    LiveInformerApi,
    TrialApi,
    MachineApi,
    QueueApi,
    WorkerQueueApi,
    ApiServerApi,
    ManifestApi,
    StoreApi,
    FindApi,
    AssistApi {
  hello(protocol: number): Promise<{ readonly protocol: number }>;
  /** Replaces the session. Sources that can't be read are in `sources` with their `problem`; rejects only when none could. */
  open(request: OpenRequest): Promise<SessionInfo>;
  /** Whether a file is a log of the kubelet or of what runs beside it, by its first 64 KiB. Nothing is opened; false for what can't be read. */
  isNodeLog(source: Extract<SourceSpec, { readonly kind: 'path' | 'bytes' }>): Promise<boolean>;
  close(): Promise<void>;
  session(): Promise<SessionInfo>;

  /**
   * Bytes at the end of a source of kind `pushed` (its `SourceRow.source`); they may end anywhere, also within a line. Resolves when
   * they are read: who waits for that sends no faster than is read. `changed` comes within a second, at most four times in one; a
   * cursor on the last input stays on the last, any other on its line.
   */
  push(source: number, bytes: Uint8Array): Promise<void>;
  pushNotice(source: number, notice: SourceNotice): Promise<void>;
  /** No source of the session grows from now on: it is as if the log had ended here. */
  stopFollowing(): Promise<SessionInfo>;
  /** Adds so much (µs) to the times of a source, in place of what was added before. */
  setClockOffset(source: number, offset: number): Promise<SessionInfo>;

  cursor(): Promise<Cursor>;
  seek(target: SeekTarget): Promise<Cursor>;
  /** Moves by `count` units, back when negative; stays where the tape ends. */
  step(unit: StepUnit, count: number): Promise<Cursor>;
  setHindsight(hindsight: Hindsight): Promise<Cursor>;
  selectPod(podKey: string | undefined): Promise<Cursor>;

  pods(query: PodQuery): Promise<Page<PodRow>>;
  pod(podKey: string): Promise<PodRow | undefined>;
  story(podKey: string): Promise<PodStory | undefined>;
  /** PLEG rows up to the cursor, newest first. */
  pleg(query: RowQuery): Promise<PlegView>;
  network(query: RowQuery): Promise<Page<NetworkRow>>;
  /** Most severe first; of one `kind`, those that a filter leaves. Without a kind all rows come with a filter, too, as what causes one that matches is shown with it: `matching` has the keys of those. */
  findings(
    query: FindingQuery,
  ): Promise<Page<FindingRow> & { readonly matching?: readonly string[] }>;
  /** The same in brief; in the order of a column only those that a filter leaves. */
  findingBriefs(
    query: FindingQuery & Ordered<FindingOrder>,
  ): Promise<Page<FindingBrief> & { readonly matching?: readonly string[] }>;
  /** By what they are, the worst first, then what concerns most. */
  findingKinds(query: Pick<RowQuery, 'text'>): Promise<readonly FindingKind[]>;
  /** `between`: so many attempts between the first and the last. */
  finding(key: string, query?: { readonly between: number }): Promise<RelatedFinding | undefined>;
  /** Diagnoses again with these packs of rules and without the findings muted, also what is opened later. */
  setRules(
    packs: readonly RulePackText[],
    mutes: readonly MuteRow[],
  ): Promise<readonly RulePackProblem[]>;
  exportFindings(request: ExportRequest): Promise<string>;
  /** How two parts of what is open differ. */
  compare(request: CompareRequest): Promise<Comparison>;
  /** The same as Markdown. */
  comparison(request: CompareRequest): Promise<string>;
  /** A cut of what is open with the findings, the cursor and what was set, as an archive that opens anywhere. */
  saveCase(request: CaseRequest): Promise<SavedCase>;
  /** A short answer, sentence by sentence with its proof. */
  ask(question: Question): Promise<AnswerRow>;
  loop(): Promise<{ readonly state: ShownValue; readonly since: Micros | undefined }>;

  inputs(range: Range): Promise<Page<InputRow>>;
  input(id: InputId): Promise<InputRow | undefined>;
  /** The input on a 1-based line of a source's text. */
  inputAtLine(source: number, line: number): Promise<InputRow | undefined>;
  /** The Go statement that an input names, or that `place`, `file.go:123` in its text, stands for. */
  goSource(id: InputId, place: string | undefined): Promise<GoSourceRow | undefined>;
  /** Of the kubelet that ran at the cursor; undefined when the log does not tell. */
  kubeletVersion(): Promise<{ readonly version: string; readonly isInferred: boolean } | undefined>;
  /** Lines of a source around an offset, as a document window: cut at record boundaries. */
  window(
    source: number,
    offset: number,
    maxBytes: number,
  ): Promise<{
    readonly offset: number;
    readonly firstLine: number;
    readonly text: string;
    readonly atEnd: boolean;
  }>;
  marks(source: number): Promise<readonly LineMark[]>;
  identify(texts: readonly string[]): Promise<readonly (IdentityRow | undefined)[]>;

  /** `total`: lanes that there are. */
  lanes(range: Range): Promise<{
    readonly revision: number;
    readonly total: number;
    readonly lanes: readonly TimelineLane[];
    readonly kinds: readonly TimelineKind[];
    /** What is counted over time. */
    readonly counters: readonly CounterName[];
  }>;
  timeline(window: TimelineWindow): Promise<TimelineColumns>;
}

/** Small on purpose: a view that hears `changed` asks again for what it shows. */
export type EngineEvent =
  | { readonly kind: 'changed'; readonly revision: number }
  | {
      readonly kind: 'cursorMoved';
      readonly cursor: Cursor;
      readonly reason: 'seek' | 'step' | 'select' | 'open' | 'mode' | 'follow';
    }
  /** Another goroutine dump is open. */
  | { readonly kind: 'goroutinesChanged' }
  /** The connected cluster changed, or is connected no more. */
  | { readonly kind: 'clusterChanged' }
  | { readonly kind: 'progress'; readonly text: string; readonly fraction: number | undefined }
  | { readonly kind: 'problem'; readonly text: string };

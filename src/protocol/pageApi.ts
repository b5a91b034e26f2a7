// Answers that are each made for one page: everything that it shows at the cursor, never more than one message of 200 KB.
import type { InputId, Known } from '../base/input.ts';
import type { Span } from '../base/spans.ts';
import type { Micros } from '../base/time.ts';
import type { Ordered, Range, RowQuery } from './cursor.ts';
import type {
  FindingRow,
  InputRow,
  NetworkRow,
  PlegRow,
  PodRow,
  PodStory,
  RowSeverity,
  ShownValue,
  WorkerIcon,
} from './rows.ts';

/** A phase of a pod against those of the other pods on the same tape. */
export interface PhaseRow {
  readonly kind: PodStory['phases'][number]['kind'];
  /** For a person: `containers stop`. */
  readonly name: string;
  readonly from: Micros;
  /** Undefined: goes on at the cursor. */
  readonly to: Micros | undefined;
  /** µs, up to the cursor where it goes on. Undefined: no line tells its end, which was not after `to`. */
  readonly length: number | undefined;
  readonly known: Known;
  readonly provedBy: readonly InputId[];
  /** What other pods took: their median, µs, and how many there are. Undefined when none ended that phase. */
  readonly usual: { readonly median: number; readonly pods: number } | undefined;
  /** A person waits for it to end: `running` and `finished` are none. */
  readonly isWait: boolean;
  /** A wait that is much longer than usual. */
  readonly isSlow: boolean;
}

export interface ContainerRow {
  readonly name: ShownValue;
  readonly image: ShownValue;
  readonly containerId: string;
  readonly state: ShownValue;
  readonly since: Micros | undefined;
  readonly exitCode: ShownValue;
  /** How many containers of that name came before it. */
  readonly restarts: number;
}

export interface VolumeRow {
  readonly name: string;
  readonly state: ShownValue;
  readonly since: Micros | undefined;
  readonly error: string | undefined;
}

/** A probe of a container, as samples of the kubelet count it. */
export interface ProbeRow {
  readonly container: string;
  readonly probe: string;
  /** `12 succeeded, 3 failed`. */
  readonly counts: ShownValue;
  /** When it was last seen to have said something. */
  readonly at: Micros;
  /** It has failed since the sample before. */
  readonly failing: boolean;
}

/** Of a finding what a list has room for. */
export interface FindingNote {
  readonly key: string;
  readonly id: string;
  readonly title: string;
  readonly severity: FindingRow['severity'];
  readonly pod: string | undefined;
  readonly began: Micros;
  readonly ended: Micros | undefined;
  readonly spans: readonly Span[];
  readonly count: number;
  /** Without the root error. */
  readonly explanation: string;
  readonly rootError: string | undefined;
  /** The first of what to do. */
  readonly remedy: FindingRow['remedy'][number] | undefined;
  /** Title of the finding that causes it. */
  readonly causedBy: string | undefined;
  readonly overdue: string | undefined;
  readonly proof: InputId | undefined;
}

export interface PodPage {
  readonly at: Micros;
  readonly pod: PodRow;
  readonly configSource: ShownValue;
  readonly firstSeen: Micros;
  /** Of the same name, other than this: oldest first. */
  readonly otherLives: readonly { readonly key: string; readonly text: string }[];
  readonly identities: PodStory['identities'];
  readonly phases: readonly PhaseRow[];
  readonly worker: PodStory['worker'];
  readonly containers: readonly ContainerRow[];
  readonly volumes: readonly VolumeRow[];
  readonly probes: readonly ProbeRow[];
  readonly network: readonly NetworkRow[];
  readonly findings: readonly FindingNote[];
}

/** The columns that calls may be sorted by: without one what fails comes first, then what has failed. */
export const callOrders = [
  'from',
  'pod',
  'command',
  'plugin',
  'outcome',
  'failures',
  'length',
] as const;
export type CallOrder = (typeof callOrders)[number];

/** Words are looked for in pod, plug-in, sandbox and message. */
export interface NetworkQuery extends RowQuery, Ordered<CallOrder> {
  readonly command?: 'ADD' | 'DEL';
  /** Only what fails at the cursor. */
  readonly failing?: boolean;
}

/** A network call with what its line of time needs. */
export interface CallRow extends NetworkRow {
  /** Times of tries, at most 60, the first and last among them. */
  readonly ticks: readonly { readonly at: Micros; readonly failed: boolean }[];
  /** Median µs between tries; undefined with less than three, or where the waits differ much. */
  readonly every: number | undefined;
}

export interface PluginRow {
  /** Undefined: calls that hung, or whose error names none. */
  readonly plugin: string | undefined;
  readonly command: 'ADD' | 'DEL';
  readonly calls: number;
  readonly failing: number;
  readonly failures: number;
  /** What the longest took as far as lines show, µs; undefined where they show of none that it took any time. */
  readonly longest: number | undefined;
  /** Whether it goes on, or no line tells its end. */
  readonly isLeast: boolean;
  readonly lastError: string | undefined;
  readonly input: InputId | undefined;
}

/** What a teardown that never succeeded may have left on the node. */
export interface LeftoverRow {
  readonly pod: string;
  readonly podKey: string | undefined;
  readonly sandboxId: string | undefined;
  readonly what: string;
  readonly why: string;
  readonly known: Known;
  readonly provedBy: readonly InputId[];
}

export interface NetworkPage {
  readonly at: Micros;
  readonly from: Micros;
  readonly to: Micros;
  /** Of all calls begun by the cursor, whatever is asked for. */
  readonly counts: {
    readonly adds: number;
    readonly dels: number;
    readonly failing: number;
    readonly failures: number;
  };
  /** Of those that fail, the one that has for the longest: µs. */
  readonly worst: { readonly plugin: string | undefined; readonly length: number } | undefined;
  /** Below 4 a call that succeeds leaves no line. */
  readonly verbosity: ShownValue;
  readonly blocked: readonly {
    readonly text: string;
    readonly podKey: string | undefined;
    readonly since: Micros;
    readonly input: InputId | undefined;
  }[];
  readonly total: number;
  readonly rows: readonly CallRow[];
  readonly plugins: readonly PluginRow[];
  readonly leftovers: readonly LeftoverRow[];
  readonly findings: readonly FindingNote[];
}

/** The columns that rows of events may be sorted by: without one the newest come first. */
export const plegOrders = ['at', 'severity', 'pod', 'events'] as const;
export type PlegOrder = (typeof plegOrders)[number];

/** A relist of the generic PLEG, as far as the tape shows it. */
export interface RelistPoint {
  readonly at: Micros;
  /** From the start of the one before, µs. */
  readonly interval: number | undefined;
  /** µs; inferred from the interval, as the next one starts a second after its end. */
  readonly duration: number | undefined;
}

/** A pod whose calls to the runtime timed out: while they hang, no relist ends. */
export interface CulpritRow {
  readonly pod: string;
  readonly podKey: string | undefined;
  readonly count: number;
  /** Of all time-outs of that time, 0 to 1. */
  readonly share: number;
  readonly first: Micros;
  readonly last: Micros;
  readonly text: string;
  readonly input: InputId;
}

export interface PlegEventCount {
  readonly type: string;
  /** By the cursor. */
  readonly count: number;
  readonly last: Micros | undefined;
  readonly input: InputId | undefined;
  /** How many in each part of the tape, from `from` on, each `step` long. */
  readonly parts: readonly number[];
}

export interface PlegPage {
  readonly at: Micros;
  readonly from: Micros;
  readonly to: Micros;
  readonly health: ShownValue;
  readonly relist: ShownValue;
  readonly verbosity: ShownValue;
  readonly relists: readonly RelistPoint[];
  /** Times at which the sync loop said how old the last relist was, µs. */
  readonly ages: readonly { readonly at: Micros; readonly age: number }[];
  /** From the end of the last good relist to the first sign of health, or the end of the tape. */
  readonly stalls: readonly {
    readonly from: Micros;
    readonly said: Micros;
    readonly to: Micros;
    readonly goesOn: boolean;
    readonly input: InputId | undefined;
  }[];
  /** Where nothing proves a relist. */
  readonly blind: readonly { readonly from: Micros; readonly to: Micros; readonly text: string }[];
  /** Of one part of the events' chart, µs. */
  readonly step: number;
  readonly kinds: readonly PlegEventCount[];
  /** During stalls, or anywhere when there is none. */
  readonly culprits: readonly CulpritRow[];
  readonly timeouts: number;
  readonly rows: readonly PlegRow[];
  readonly total: number;
  readonly findings: readonly FindingNote[];
}

/** A part of the machine that the sync loop is. */
export type MachinePart =
  | 'api'
  | 'file'
  | 'http'
  | 'podConfig'
  | 'configCh'
  | 'plegCh'
  | 'syncCh'
  | 'probeCh'
  | 'housekeepingCh'
  | 'syncLoop'
  | 'workers'
  | 'workQueue'
  | 'runtime'
  | 'cni'
  | 'pleg'
  | 'cache'
  | 'volumes'
  | 'status';

export interface MachineWorker {
  readonly key: string;
  readonly pod: string;
  readonly icon: WorkerIcon;
  readonly state: ShownValue;
  readonly queue: ShownValue;
  /** An update waits in its slot; undefined: nobody knows. */
  readonly waiting: boolean | undefined;
}

export interface MachinePage {
  readonly at: Micros;
  readonly position: number;
  readonly inputs: number;
  /** What the line at the cursor did. `path`: the parts that it went through, in order. */
  readonly event:
    | {
        readonly text: string;
        readonly pod: string | undefined;
        readonly podKey: string | undefined;
        readonly severity: RowSeverity;
        readonly path: readonly MachinePart[];
      }
    | undefined;
  /** The line at the cursor, whether it did something or not. */
  readonly line: InputRow | undefined;
  readonly parts: readonly {
    readonly part: MachinePart;
    readonly severity: RowSeverity;
    /** The first one is what its box has room for. */
    readonly values: readonly { readonly name: string; readonly value: ShownValue }[];
  }[];
  /** Those that need a person first, at most 64. */
  readonly workers: readonly MachineWorker[];
  readonly workerTotal: number;
}

/** Questions of the pages. */
export interface PageApi {
  /** Undefined: no such pod, or the kubelet has not met it by the cursor. */
  podPage(podKey: string): Promise<PodPage | undefined>;
  /** Every line that names the pod or one of its ids, in the order of the tape, whatever the cursor. Without `start` the page that the cursor stands on. */
  podLines(podKey: string, range: LineRange): Promise<LinePage>;
  networkPage(query: NetworkQuery): Promise<NetworkPage>;
  /** `count`: rows of events up to the cursor, the newest first. The filter is for these and the culprits. */
  plegPage(query: RowQuery & Ordered<PlegOrder>): Promise<PlegPage>;
  machinePage(): Promise<MachinePage>;
}

export interface LineRange extends Omit<Range, 'start'> {
  readonly start?: number;
}

export interface LinePage {
  readonly start: number;
  readonly total: number;
  readonly rows: readonly (InputRow & { readonly loud: RowSeverity })[];
}

// How a fault is stated. One fault is one entry: its signs in the text, what makes them a fault, what else it could be, what to do.
import type { InputId } from '../base/input.ts';
import type { Micros } from '../base/time.ts';
import type { History, PlegEvent, PodHistory, PodMark } from '../kubelet/rebuild/history.ts';
import type { Program, Severity } from '../log/record.ts';
import type { Finding, FindingSeverity } from './finding.ts';
import type { Objects } from './objects.ts';
import type { Branch, Proof, Sentence } from './sentence.ts';

/** One thing a line may say. */
export interface Sign {
  /** Tried on the flat text of a record (`flatten`); named groups become facts. */
  readonly text: RegExp;
  /** A line that also fits this is no sign. */
  readonly not?: RegExp;
  /**
   * What the messages begin with. Lines below warning are read only when a sign names them here; a sign without heads
   * is tried on warnings, errors and lines of no known severity.
   */
  readonly heads?: readonly string[];
  readonly role?: 'cause' | 'consequence' | 'context';
  /** Whose lines it is tried on. Default: those that its rule reads. */
  readonly reads?: readonly Program[];
}

/** A line that at least one sign fits. */
export interface Line {
  readonly position: number;
  readonly input: InputId;
  /** By its own stamp; of lines without one, that of the line above. */
  readonly at: Micros;
  readonly hasTime: boolean;
  readonly severity: Severity;
  readonly pid: number | undefined;
  /** Message of a structured line, `file.go:line` of a printf line: equal for lines of one statement. */
  readonly statement: string;
  readonly body: string;
  readonly objects: Objects;
  /** Whose line it is. */
  readonly writer: Program;
}

export interface Hit {
  readonly line: Line;
  readonly sign: Sign;
  readonly facts: Readonly<Record<string, string>>;
  /** How many lines of its statement it stands for: more than one in a storm, of which a sample is read. */
  readonly weight: number;
  /** Lines below the first of the record at which the words stand. */
  readonly below: number;
}

/** All hits of one rule for one object, before it is judged. */
export interface Suspicion {
  readonly rule: Rule;
  readonly key: string;
  /** `ns/name`, when all hits that name a pod name this one. */
  readonly pod: string | undefined;
  /** In order of time. */
  readonly hits: readonly Hit[];
}

/** What one pass over the tape has collected, for rules whose verdict needs more than their own lines. */
export interface Questions {
  readonly history: History;
  /** The span of the log by the stamps of its lines. */
  readonly from: Micros;
  readonly to: Micros;
  /** Whether the log goes on for a length (µs) after a time: to be asked instead of `to`, which changes with each line of a log that grows. */
  goesOn(from: number, length: number): boolean;
  /** Of so few lines that somebody has picked them: their silence shows nothing. */
  readonly isExcerpt: boolean;
  /** False of a section that is gathered from elsewhere in the cluster. */
  isAmongItsLines(line: Line): boolean;
  /** Lines of a watched statement (`watched.ts`), in order of time. */
  said(what: string): readonly Line[];
  /** All lives of a pod of this name. */
  livesOf(pod: string): readonly PodHistory[];
  /** Events of a kind in all lives of a pod of this name, in order. */
  eventsOf(pod: string | undefined, kind: string): readonly PodMark[];
  /** What PLEG told of one pod, by its key. */
  plegEventsOf(podKey: string): readonly PlegEvent[];
  /** When something of a pod first came from the API server at or after a time. */
  heardOfApi(from: number): Micros | undefined;
  /** The first start of a container, of a pod that was added at or after a time: the API server, the runtime and the network work. */
  startedAfter(time: number): PodMark | undefined;
  /** Those that are about a pod. */
  saidOf(what: string, pod: string | undefined): readonly Line[];
  /** Hits of another rule, of all its objects. */
  hitsOf(ruleId: string): readonly Hit[];
  /** µs from the start of the process that wrote the line; undefined when the log does not show that start. */
  sinceStart(line: Line): number | undefined;
  /** The last line of the kubelet, when it stands near the log's end. */
  lastOfKubelet(): { readonly at: Micros; readonly file: string } | undefined;
  /** `ns/name` of the pod that a line is about. */
  podOf(line: Line): string | undefined;
}

/** Undefined: say nothing. `id`: it is that trap (or other mode) instead. */
export type Verdict =
  | {
      readonly id?: string;
      readonly severity?: FindingSeverity;
      /** Factor on the confidence. */
      readonly trust?: number;
      /** A sentence added to the explanation. */
      readonly note?: string;
      /** Where the trouble began, when that is before the first line. */
      readonly began?: Micros;
      /** Of what no line is said of while it lasts: its end, and from when on it could be told. */
      readonly lasts?: { readonly until: Micros | undefined; readonly shownAt: Micros };
      readonly overdue?: string;
      /** The line that shows that it is no fault, or none any more. */
      readonly shownBy?: Line;
      /** What it is told as, where that is another than the rule says. */
      readonly told?: Told;
    }
  | undefined;

/** The words of a fault. */
export type Told = Pick<Rule, 'title' | 'explanation' | 'checks' | 'remedy'>;

/** A step; with `shown`, told only where that is. */
export type Step = Finding['remedy'][number] & { readonly shown?: Proof };

/** A fault that no line tells but the rebuilt history shows. */
export interface Claim {
  /** `ns/name`, when it is about a pod. */
  readonly pod: string | undefined;
  /** Tape positions of the lines that show it, in order. */
  readonly positions: readonly number[];
  readonly verdict: NonNullable<Verdict>;
}

export type Scope = 'node' | 'pod' | 'container' | 'sandbox' | 'volume' | 'image';

export interface LookAlike {
  readonly id: string;
  readonly why: string;
}

/** One that the text itself rules out: told only where a line shows it. */
export interface ShownUnlike extends LookAlike {
  readonly shown: Proof;
}

export interface Rule {
  readonly id: string;
  /** `{fact|else}` is replaced by a fact of the signs, or by the text after the bar. */
  readonly title: string;
  /** Words of a log that the templates have by these names: so a log that holds markers of a template is quoted as it is. */
  readonly quotes?: Readonly<Record<string, string>>;
  readonly severity: FindingSeverity;
  /** What one finding is about. A named fact (`fact:path`) groups by that fact. */
  readonly by: Scope | `fact:${string}`;
  /** For what no other rule knows: a line that is a sign of another rule is none of this one, and any fault of the same chain of lines explains it. */
  readonly lastResort?: true;
  /**
   * What shows that it is over: PLEG relists again, (a container of) the pod or a new pod starts, its sandbox has its network, the sandbox has stopped, the API server is heard of,
   * or a condition of the node is false. Beside the end of its pod and a long quiet, which end all.
   */
  readonly overBy?:
    | 'relist'
    | 'start'
    | 'setup'
    | 'stop'
    | 'api'
    | 'DiskPressure'
    | 'MemoryPressure'
    | 'PIDPressure';
  /** One time is a fault, however soon all is well again: something was lost, or will be back. */
  readonly onceIsFault?: true;
  /** Whose lines it reads. Default: the kubelet's. */
  readonly reads?: readonly Program[];
  readonly signs: readonly Sign[];
  /** Faults that only the history of a pod shows: beside the signs, or instead of them. */
  readonly claims?: (life: PodHistory, ask: Questions) => readonly Claim[];
  /** Without it, one hit is a fault. */
  readonly judge?: (suspicion: Suspicion, ask: Questions) => Verdict;
  /** Faults that explain these lines better: when one is found for the same object, this rule is ruled out. */
  readonly yields?: readonly LookAlike[];
  /** Look-alikes that the text itself rules out. */
  readonly unlike?: readonly ShownUnlike[];
  /** Ids of faults that cause this one, when found for the same object or for the node; `mount-*` are all that begin so. */
  readonly follows?: readonly string[];
  /** What is told where more is shown than the signs say; the first that is. Each may leave words as they are. */
  readonly branches?: readonly Branch<Partial<Told>>[];
  readonly explanation: string | readonly Sentence[];
  readonly checks: Finding['checks'];
  readonly remedy: readonly Step[];
  readonly references: readonly string[];
}

/** A harmless line that looks like a fault. */
export function trap(entry: {
  id: string;
  title: string;
  by?: Rule['by'];
  /** What heals as a rule is harmless only where that shows. */
  overBy?: NonNullable<Rule['overBy']>;
  signs: readonly Sign[];
  judge?: NonNullable<Rule['judge']>;
  explanation: Rule['explanation'];
  references: readonly string[];
}): Rule {
  return { by: 'node', ...entry, severity: 'info', checks: [], remedy: [] };
}

/** A check without, or with, the command that makes it. */
export function check(text: string, command?: string): Finding['checks'][number] {
  return { text, command };
}

export function remedy(text: string, risk?: string, shown?: Proof): Step {
  return shown === undefined ? { text, risk } : { text, risk, shown };
}

// The journals of the kubelets whose logs are open, and where their steps stand on the tape.
import type { Micros } from '../../../base/time.ts';
import type { PodHistory } from '../../../kubelet/rebuild/history.ts';
import type { Moment } from '../../../kubelet/rebuild/track.ts';
import type { MachineGo, MachinePod } from '../../../protocol/machineApi.ts';
import type { JournalPart, KubeletJournal } from '../../../simulate/journal/kubeletJournal.ts';
import type { OpenedSource } from '../../openedSource.ts';
import type { Incident } from '../incident.ts';
import { machineGo } from './goPlaces.ts';

type Opened = Incident & { readonly sources: readonly OpenedSource[] };

/** One source of a node's log, and how many of the log's lines stand in older ones. */
interface Part {
  readonly source: number;
  readonly linesAbove: number;
}

/** The journal of one node's kubelet beside the tape. */
export class InsideKubelet {
  readonly journal: KubeletJournal;
  readonly incident: Opened;
  private readonly parts: readonly Part[];
  private readonly pods: ReadonlyMap<string, PodHistory>;
  /** One object a pod: in an answer it crosses the channel once, however many rows name it. */
  private readonly named = new Map<string, MachinePod>();

  constructor(incident: Opened, journal: KubeletJournal, pods: ReadonlyMap<string, PodHistory>) {
    this.incident = incident;
    this.journal = journal;
    this.pods = pods;
    this.parts = incident.sources
      .flatMap(({ text: { inside } }, source) =>
        inside?.journal === journal ? [{ source, linesAbove: inside.linesAbove }] : [],
      )
      .sort((a, b) => a.linesAbove - b.linesAbove);
  }

  get node(): string {
    return this.journal.options.node;
  }

  /** Whether a position of the tape is a line of this kubelet's. */
  owns(position: number): boolean {
    const { source } = this.incident.tape.place(position);
    return position >= 0 && this.parts.some((part) => part.source === source);
  }

  /** The last step by a moment: what was done before its line was written, and by its time. */
  stepAt({ position, time }: Pick<Moment, 'position' | 'time'>): number {
    const { tape } = this.incident;
    const line = this.lineBy(position);
    const between = position < 0 || time > tape.timeAt(position) || !this.owns(position);
    return this.journal.stepAt(line, between ? time : undefined);
  }

  /** The last line of this log that stands at or before a position, counted from 0; -1: none. */
  private lineBy(position: number): number {
    const { tape, sources } = this.incident;
    const place = tape.place(position);
    for (const { source, linesAbove } of this.parts.toReversed()) {
      const { table } = sources[source] ?? {};
      if (table === undefined || position < 0) continue;
      const ordinal = place.source === source ? place.ordinal : this.ordinalBy(source, position);
      if (ordinal >= 0) return linesAbove + table.lineOf(ordinal) - 1;
    }
    return -1;
  }

  private ordinalBy(source: number, position: number): number {
    const { tape } = this.incident;
    let low = 0;
    let high = tape.recordsOf(source);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (tape.positionOfOrdinal(source, middle) <= position) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Tape position of the last line before a step, -1 before the first. */
  positionOf(step: number): number {
    const { tape, sources } = this.incident;
    const line = this.journal.linesOf(step) - 1;
    if (!(line >= 0)) return -1;
    const part = this.parts.findLast(({ linesAbove }) => linesAbove <= line);
    const table = part === undefined ? undefined : sources[part.source]?.table;
    if (part === undefined || table === undefined) return -1;
    return tape.positionOfOrdinal(part.source, table.ordinalAtLine(line - part.linesAbove + 1));
  }

  /** What the node's clock showed at a step. */
  timeOf(step: number): Micros {
    return this.journal.shown(this.journal.timeOf(step));
  }

  /** A time that the kubelet held, on the node's clock. */
  shown(at: Micros): Micros;
  shown(at: Micros | undefined): Micros | undefined;
  shown(at: Micros | undefined): Micros | undefined {
    return at === undefined ? undefined : this.journal.shown(at);
  }

  pod(uid: string): MachinePod {
    const made = this.named.get(uid);
    if (made !== undefined) return made;
    const name = this.journal.nameOfPod(uid);
    const known = this.pods.get(uid) ?? this.namesake(name);
    const pod = { uid, name: name ?? known?.name ?? uid, key: known?.key };
    this.named.set(uid, pod);
    return pod;
  }

  /** The one pod of a name whose UID no line tells; undefined where the kubelet met several of that name. */
  private namesake(name: string | undefined): PodHistory | undefined {
    if (name === undefined || this.journal.podsNamed(name) !== 1) return undefined;
    const [only, ...others] = this.incident.history.podsNamed(...splitName(name));
    return others.length === 0 && only?.uid.value === undefined ? only : undefined;
  }

  go(part: JournalPart, kind = ''): MachineGo {
    const { version, fullVersion } = this.journal.options;
    return machineGo(part, kind, version, fullVersion);
  }
}

function splitName(fullName: string): [namespace: string, name: string] {
  const slash = fullName.indexOf('/');
  return [fullName.slice(0, slash), fullName.slice(slash + 1)];
}

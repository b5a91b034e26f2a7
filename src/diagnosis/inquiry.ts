import type { SourceId } from '../base/input.ts';
import { micros, MILLISECOND, MINUTE, type Micros } from '../base/time.ts';
import { mayHoldKubelet } from '../kubelet/evidence/writers.ts';
import type { History, PodHistory, PodMark } from '../kubelet/rebuild/history.ts';
import type { LogTable } from '../log/record.ts';
import type { Tape } from '../replay/tape.ts';
import { errorOf } from './error/errorOf.ts';
import type { TakenApart } from './error/takeApart.ts';
import { innermostOf } from './errorText.ts';
import type { Hit, Line, Questions } from './rule.ts';
import { groupBy } from './verdict.ts';

/** µs between the first and the last line of a chain of wrapped errors. */
const chain = 20 * MILLISECOND;

/** A line of no pod. */
const none = '';

/** So many of an error's last letters tell it from others. */
const quoted = 40;
/** What a pager leaves at the end of a line that it cut: what such a line quotes is not known. */
const cutOff = />"?$/;

/** How many records from the end on the kubelet's last is looked for. */
const nearEnd = 200;

/** Other processes' starts that are passed over in the search for a line's own. */
const mostRuns = 64;
/** In a longer log the history knows the ids; a fragment may tell them only in the lines of a fault. */
const smallLog = 50_000;

/** Answers the questions of the rules from what the scan found and what the history knows. */
export class Inquiry implements Questions {
  readonly history: History;
  readonly from: Micros;
  readonly to: Micros;
  /** True when the log is a cut of a few lines, or shows no start of the kubelet. */
  readonly isFragment: boolean;
  private readonly tape: Tape;
  /** Those of the one node that is asked about, or of all; none of other programs. */
  private readonly sources: ReadonlySet<SourceId>;
  private readonly hits: ReadonlyMap<string, readonly Hit[]>;
  private readonly podOfId = new Map<string, string>();
  /** As the history knows the ids that were asked for: a retry names the same again. */
  private readonly podOfIdentity = new Map<string, string | undefined>();
  /** The first line of each process of the kubelet, in order of time. */
  private readonly starts: readonly Line[];
  /** `ns/name` of all pods by their names. */
  private fullNames: ReadonlyMap<string, readonly string[]> | undefined;
  private lives: ReadonlyMap<string, readonly PodHistory[]> | undefined;
  /** Pods that were added and started. */
  private newcomers: readonly { readonly added: Micros; readonly started: PodMark }[] | undefined;
  private readonly lines = new Map<string, readonly Line[]>();
  private readonly linesByPod = new Map<string, ReadonlyMap<string | undefined, readonly Line[]>>();
  private readonly pods = new Map<Line, string>();
  /** What was asked last: the lines of a retry, which stand together, name the same id. */
  private askedId = '';
  private podOfAsked: string | undefined;

  constructor(
    history: History,
    tape: Tape,
    hits: ReadonlyMap<string, readonly Hit[]>,
    sources?: readonly SourceId[],
  ) {
    this.history = history;
    this.tape = tape;
    this.hits = hits;
    const tables = ownTables(tape, sources);
    this.sources = new Set(tables.map(({ source }) => source));
    [this.from, this.to] = spanOf(tape, tables);
    this.starts = processes(this.said('start'));
    const length = tables.reduce((sum, table) => sum + table.length, 0);
    this.isFragment = this.starts.length === 0 || length < 60;
    if (length <= smallLog)
      for (const list of hits.values()) for (const { line } of list) this.learn(line);
  }

  said(what: string): readonly Line[] {
    let lines = this.lines.get(what);
    if (lines === undefined) {
      lines = this.hitsOf(what)
        .map((hit) => hit.line)
        .toSorted((a, b) => a.at - b.at);
      this.lines.set(what, lines);
    }
    return lines;
  }

  saidOf(what: string, pod: string | undefined): readonly Line[] {
    let byPod = this.linesByPod.get(what);
    if (byPod === undefined) {
      byPod = groupBy(this.said(what), (line) => this.podOf(line));
      this.linesByPod.set(what, byPod);
    }
    return byPod.get(pod) ?? [];
  }

  livesOf(pod: string): readonly PodHistory[] {
    this.lives ??= groupBy(this.history.pods, (life) => `${life.namespace}/${life.name}`);
    return this.lives.get(pod) ?? [];
  }

  eventsOf(pod: string | undefined, kind: string): readonly PodMark[] {
    if (pod === undefined) return [];
    return this.livesOf(pod).flatMap((life) => life.marks(kind).map((mark) => this.stamped(mark)));
  }

  /** Where the clock jumped back, as in the logs of two nodes in one file, the history's time stands still; lines go by their own. */
  private stamped(mark: PodMark): PodMark {
    const { source, ordinal } = this.tape.place(mark.position);
    const lane = this.tape.sources[source];
    const own = (lane?.table.time[ordinal] ?? NaN) + (lane?.clockOffset ?? 0);
    return own < mark.at ? { ...mark, at: micros(own) } : mark;
  }

  startedAfter(time: number): PodMark | undefined {
    this.newcomers ??= this.history.pods.flatMap((life) => {
      const added = life.firstMark('config.add');
      const started = added && life.marks('pleg.containerStarted').find(({ at }) => at >= added.at);
      return added === undefined || started === undefined
        ? []
        : [{ added: this.stamped(added).at, started: this.stamped(started) }];
    });
    let first: PodMark | undefined;
    for (const { added, started } of this.newcomers)
      if (added >= time && (first === undefined || started.at < first.at)) first = started;
    return first;
  }

  hitsOf(ruleId: string): readonly Hit[] {
    return this.hits.get(ruleId) ?? [];
  }

  sinceStart(line: Line): number | undefined {
    const before = lastBefore(this.starts, line.at);
    for (let index = before; index >= 0 && index > before - mostRuns; index--) {
      const start = this.starts[index];
      if (start !== undefined && (start.pid === line.pid || start.pid === undefined))
        return line.at - start.at;
    }
    return undefined;
  }

  lastOfKubelet(): { readonly at: Micros; readonly file: string } | undefined {
    let left = nearEnd;
    for (let position = this.tape.length - 1; position >= 0 && left > 0; position--) {
      const record = this.tape.record(position);
      if (record === undefined || !this.sources.has(record.id.source)) continue;
      left--;
      if (record.file !== '') return { at: record.time ?? this.to, file: record.file };
    }
    return undefined;
  }

  /** The error of a line, as it may be handed on: secrets are starred before anything is taken out of it. */
  errorOf({ position }: Line): TakenApart | undefined {
    const record = this.tape.record(position);
    return record && errorOf(record);
  }

  podOf(line: Line): string | undefined {
    let pod = this.pods.get(line);
    if (pod === undefined) this.pods.set(line, (pod = this.findPod(line) ?? none));
    return pod === none ? undefined : pod;
  }

  private findPod(line: Line): string | undefined {
    const { objects } = line;
    if (objects.pod !== undefined) return objects.pod;
    const { uid } = objects;
    const ofUid = uid === undefined ? undefined : this.podWith(uid);
    if (ofUid !== undefined) return ofUid;
    for (const id of objects.ids) {
      const known = this.podWith(id);
      if (known !== undefined) return known;
    }
    const { podName } = objects;
    const named = podName === undefined ? undefined : this.podNamed(podName);
    return named ?? (uid === undefined ? this.podOfChain(line) : undefined);
  }

  /** The pod of the “Error syncing pod” that ends the chain in which a line stands: a few milliseconds later it quotes its error. */
  private podOfChain(line: Line): string | undefined {
    if (line.severity !== 'error') return undefined;
    const ends = this.said('syncError');
    const end = ends[lastBefore(ends, line.at - 1) + 1];
    if (end === undefined || end.at - line.at >= chain || end.pid !== line.pid) return undefined;
    const error = innermostOf(line.body)?.slice(-quoted);
    const isQuoted = error !== undefined && end.body.includes(error);
    return isQuoted || cutOff.test(end.body) ? end.objects.pod : undefined;
  }

  /** The life of a pod of this name that a finding of this time is about. */
  podHistory(pod: string, at: Micros): PodHistory | undefined {
    const lives = this.livesOf(pod);
    return lives.findLast((life) => life.firstSeen <= at) ?? lives[0];
  }

  /** By the name alone, where the log knows one such pod. */
  private podNamed(name: string): string | undefined {
    const known = this.podOfId.get(name);
    if (known !== undefined) return known;
    this.fullNames ??= groupBy(
      [...new Set(this.history.pods.map((life) => `${life.namespace}/${life.name}`))],
      (full) => full.slice(full.indexOf('/') + 1),
    );
    const fitting = this.fullNames.get(name) ?? [];
    return fitting.length === 1 ? fitting[0] : undefined;
  }

  private podWith(id: string): string | undefined {
    if (id !== this.askedId) {
      this.podOfAsked = this.podOfId.get(id) ?? this.identified(id);
      this.askedId = id;
    }
    return this.podOfAsked;
  }

  private identified(id: string): string | undefined {
    const known = this.podOfIdentity.get(id);
    if (known !== undefined || this.podOfIdentity.has(id)) return known;
    const key = this.history.identify(id)?.podKey;
    const pod = key === undefined ? undefined : this.history.pod(key);
    const name = pod === undefined ? undefined : `${pod.namespace}/${pod.name}`;
    this.podOfIdentity.set(id, name);
    return name;
  }

  private learn(line: Line): void {
    const { pod, uid, ids } = line.objects;
    if (pod === undefined) return;
    for (const id of [uid, ...ids, pod.slice(pod.indexOf('/') + 1)])
      if (id !== undefined) this.podOfId.set(id, pod);
  }
}

/** The index of the last line at or before a time, or -1. */
function lastBefore(lines: readonly Line[], time: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lines[middle]?.at ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A start says several lines: the first of each pid, and again when that pid starts anew after a while. */
function processes(starts: readonly Line[]): readonly Line[] {
  const last = new Map<number | undefined, number>();
  return starts.filter(({ pid, at }) => {
    const before = last.get(pid);
    last.set(pid, at);
    return before === undefined || at - before > MINUTE;
  });
}

/** First and last stamp of all lines; a reversed or mixed log has them anywhere. */
/** What is read of one node, or of all; sections of other programs are left aside where the kubelet has its own. */
function ownTables(tape: Tape, sources?: readonly SourceId[]): readonly LogTable[] {
  const all = tape.sources.map(({ table }) => table);
  const own = all.filter(({ source }) => sources?.includes(source) !== false);
  const kubeletsOwn = own.filter(mayHoldKubelet);
  return kubeletsOwn.some(hasTime) ? kubeletsOwn : own;
}

function hasTime({ time, length }: LogTable): boolean {
  return time.subarray(0, length).some((at) => !Number.isNaN(at));
}

function spanOf(tape: Tape, tables: readonly LogTable[]): [Micros, Micros] {
  let from = Infinity;
  let to = -Infinity;
  for (const { table, clockOffset } of tape.sources) {
    if (!tables.includes(table)) continue;
    const times = table.time;
    for (let ordinal = 0; ordinal < table.length; ordinal++) {
      const time = (times[ordinal] ?? NaN) + clockOffset;
      if (time < from) from = time;
      if (time > to) to = time;
    }
  }
  return from <= to ? [micros(from), micros(to)] : [micros(0), micros(0)];
}

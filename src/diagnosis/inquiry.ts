import { assertDefined } from '../base/assert.ts';
import { differenceOf } from '../base/difference.ts';
import type { SourceId } from '../base/input.ts';
import { Recently } from '../base/recently.ts';
import { micros, MILLISECOND, MINUTE, type Micros } from '../base/time.ts';
import type { History, PlegEvent, PodHistory, PodMark } from '../kubelet/rebuild/history.ts';
import type { LogTable } from '../log/record.ts';
import type { Tape } from '../replay/tape.ts';
import { errorOf } from './error/errorOf.ts';
import type { TakenApart } from './error/takeApart.ts';
import { innermostOf } from './errorText.ts';
import { ownTables } from './ownTables.ts';
import { changesOf, type PodChange } from './podChanges.ts';
import { ApiTimes, type Newcomer, Newcomers } from './podTimes.ts';
import { FirstOnes, Memory, Part, Remembered } from './remembered.ts';
import type { Hit, Line, Questions } from './rule.ts';
import { SaidLines } from './saidLines.ts';
import { groupBy } from './verdict.ts';

/** µs between the first and the last line of a chain of wrapped errors. */
const chain = 20 * MILLISECOND;

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
/** Fewer were picked by somebody; what they leave out may lie between any two. */
const linesOfExcerpt = 60;

/** Findings are made again and again of the same first lines. */
const errorsKept = 2_000;

/** What is an id or a UID in any line. */
const wordsOfIds =
  /[0-9a-f]{64}|[0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}|(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g;

/** What is told of a log. */
export interface Known {
  readonly history: History;
  readonly tape: Tape;
  readonly hits: ReadonlyMap<string, readonly Hit[]>;
  /** By whom the hits are not as they were when last told, and the texts of the records that came since. */
  readonly changed: ReadonlySet<string>;
  readonly came: readonly string[];
  /** Records were taken back: what was learnt of them is not known. */
  readonly isShorter?: boolean;
  /** The one node that is asked about; default: all. */
  readonly sources?: readonly SourceId[];
}

/**
 * Answers the questions of the rules from what the scan found and what the history knows, and takes note of what was asked (`memory`). It goes
 * on with a log that grows.
 */
export class Inquiry implements Questions {
  readonly memory = new Memory();
  /** The lines that are of another pod since the last round. */
  moved: ReadonlySet<Line> = new Set();
  /** The pods that are not as they were in the last round. */
  changes: readonly PodChange[] = [];
  private known: Known | undefined;
  private noted: History | undefined;
  private begin = micros(0);
  private fragment = false;
  private excerpt = false;
  private isSmall = true;
  /** Those of the one node that is asked about, or of all; none of other programs. */
  private sources: ReadonlySet<SourceId> = new Set();
  private readonly spans = new Map<LogTable, { length: number; from: number; to: number }>();
  private readonly podOfId = new Map<string, { readonly pod: string; readonly position: number }>();
  /** Of lines that name no pod, whose they are by what else is known. */
  private readonly podOfLine = new Remembered<Line, string | undefined>(this.memory);
  /** Of this round: as the history knows the ids that were asked for. */
  private readonly podOfIdentity = new Map<string, string | undefined>();
  /** A line that is another, or stands elsewhere, is another object. */
  private readonly errors = new Recently(errorsKept, (line: Line) =>
    errorOf(line, this.tape.record(line.position)),
  );
  private readonly chains = new FirstOnes();
  private chainEnds: readonly Line[] = [];
  /** The first line of each process of the kubelet, in order of time. */
  private starts: readonly Line[] = [];
  /** `ns/name` of all pods by their names. */
  private fullNames: ReadonlyMap<string, readonly string[]> | undefined;
  private lives = new Map<string, readonly PodHistory[]>();
  private readonly nameOfKey = new Map<string, string>();
  private readonly newcomers = new Newcomers();
  private readonly apiTimes = new ApiTimes();
  private plegEvents: ReadonlyMap<string | undefined, readonly PlegEvent[]> | undefined;
  private readonly lines = new SaidLines((line) => line.objects.pod ?? this.guessedPodOf(line));

  private readonly whole = new Part();
  private readonly now = new Part();
  private readonly anyPod = new Part();
  private readonly anyLine = new Part();
  private readonly ofHits = new Map<string, Part>();
  private readonly ofPods = new Map<string, Part>();
  private readonly ofWords = new Map<string, Part>();
  private readonly ofNode = { runs: new Told(), gaps: new Told(), health: new Told() };

  /** Whether a line stands where the kubelet's do: of a bundle not in the section of another program. */
  isAmongItsLines({ input }: Line): boolean {
    return this.sources.has(input.source);
  }

  /** False when it can't go on: then another one is to be asked. */
  next(known: Known): boolean {
    const { memory } = this;
    const { history, tape, hits, changed, came, sources } = known;
    const before = this.known;
    this.now.touch();
    this.known = known;
    this.noted = this.noting(history);
    const tables = ownTables(tape, sources);
    this.sources = new Set(tables.map(({ source }) => source));
    const [from, to] = this.spanOf(tape, tables);
    memory.end = to;
    const length = tables.reduce((sum, table) => sum + table.length, 0);
    const isSmall = length <= smallLog;
    if (before !== undefined && (from !== this.begin || isSmall !== this.isSmall)) return false;
    this.begin = from;
    this.isSmall = isSmall;
    this.podOfIdentity.clear();
    this.plegEvents = undefined;
    for (const text of came)
      for (const [word] of text.matchAll(wordsOfIds)) this.touchWord(word.replaceAll('_', '-'));
    const touched = before === undefined ? [...hits.keys()] : [...changed];
    for (const by of touched) this.ofHits.get(by)?.touch();
    this.lines.take(hits, touched);
    this.takePods(before?.history.pods, history.pods);
    this.takeNode(history);
    if (isSmall && known.isShorter === true) this.learnAnew();
    else if (isSmall) for (const by of touched) this.learn(by);
    this.takeChains();
    this.moved = this.moveLines();
    this.starts = processes(this.said('start'));
    const isExcerpt = length < linesOfExcerpt;
    const isFragment = this.starts.length === 0 || isExcerpt;
    if (isFragment !== this.fragment || isExcerpt !== this.excerpt) this.whole.touch();
    this.fragment = isFragment;
    this.excerpt = isExcerpt;
    return true;
  }

  get history(): History {
    return assertDefined(this.noted, 'a log was told of');
  }

  get from(): Micros {
    this.memory.note(this.whole);
    return this.begin;
  }

  get to(): Micros {
    this.memory.note(this.now);
    return micros(this.memory.end);
  }

  goesOn(from: number, length: number): boolean {
    return this.memory.reaches(from + length);
  }

  /** True when the log is a cut of a few lines, or shows no start of the kubelet. */
  get isFragment(): boolean {
    this.memory.note(this.whole);
    return this.fragment;
  }

  get isExcerpt(): boolean {
    this.memory.note(this.whole);
    return this.excerpt;
  }

  said(what: string): readonly Line[] {
    this.memory.note(partOf(this.ofHits, what));
    return this.lines.of(what);
  }

  saidOf(what: string, pod: string | undefined): readonly Line[] {
    const { lines, part } = this.lines.ofPod(what, pod);
    this.memory.note(part);
    return lines;
  }

  livesOf(pod: string): readonly PodHistory[] {
    this.memory.note(partOf(this.ofPods, pod));
    return this.lives.get(pod) ?? [];
  }

  eventsOf(pod: string | undefined, kind: string): readonly PodMark[] {
    if (pod === undefined) return [];
    return this.livesOf(pod).flatMap((life) => life.marks(kind).map((mark) => this.stamped(mark)));
  }

  /** Where the clock jumped back, as in the logs of two nodes in one file, the history's time stands still; lines go by their own. */
  private stamped(mark: PodMark): PodMark {
    const { tape } = this;
    const { source, ordinal } = tape.place(mark.position);
    const lane = tape.sources[source];
    const own = (lane?.table.time[ordinal] ?? NaN) + (lane?.clockOffset ?? 0);
    return own < mark.at ? { ...mark, at: micros(own) } : mark;
  }

  plegEventsOf(podKey: string): readonly PlegEvent[] {
    this.memory.note(this.anyPod);
    const { events } = assertDefined(this.known, 'a log was told of').history.pleg;
    this.plegEvents ??= groupBy(events, (event) => event.podKey);
    return this.plegEvents.get(podKey) ?? [];
  }

  heardOfApi(from: number): Micros | undefined {
    const first = this.apiTimes.after(from);
    this.memory.note(this.apiTimes.asked.partOf(first ?? Infinity));
    return first;
  }

  startedAfter(time: number): PodMark | undefined {
    const first = this.newcomers.after(time);
    this.memory.note(this.newcomers.asked.partOf(first?.at ?? Infinity));
    return first;
  }

  hitsOf(ruleId: string): readonly Hit[] {
    this.memory.note(partOf(this.ofHits, ruleId));
    return this.known?.hits.get(ruleId) ?? [];
  }

  sinceStart(line: Line): number | undefined {
    this.memory.note(partOf(this.ofHits, 'start'));
    const before = lastBefore(this.starts, line.at);
    for (let index = before; index >= 0 && index > before - mostRuns; index--) {
      const start = this.starts[index];
      if (start !== undefined && (start.pid === line.pid || start.pid === undefined))
        return line.at - start.at;
    }
    return undefined;
  }

  lastOfKubelet(): { readonly at: Micros; readonly file: string } | undefined {
    const { tape } = this;
    this.memory.note(this.now);
    let left = nearEnd;
    for (let position = tape.length - 1; position >= 0 && left > 0; position--) {
      const record = tape.record(position);
      if (record === undefined || !this.sources.has(record.id.source)) continue;
      left--;
      if (record.file !== '') return { at: record.time ?? this.to, file: record.file };
    }
    return undefined;
  }

  /** The error of a line, as it may be handed on: secrets are starred before anything is taken out of it. */
  errorOf(line: Line): TakenApart | undefined {
    return this.errors.of(line);
  }

  podOf(line: Line): string | undefined {
    const { pod } = line.objects;
    if (pod !== undefined) return pod;
    this.memory.note(this.anyLine);
    return this.guessedPodOf(line);
  }

  private guessedPodOf(line: Line): string | undefined {
    return this.podOfLine.of(line, () => this.findPod(line));
  }

  private findPod(line: Line): string | undefined {
    const { uid, ids, podName } = line.objects;
    const told = [...(uid === undefined ? [] : [uid]), ...ids];
    for (const word of podName === undefined ? told : [...told, podName])
      this.memory.note(partOf(this.ofWords, word));
    const pod =
      firstDefined(told, (id) => this.podWith(id)) ??
      (podName === undefined ? undefined : this.podNamed(podName)) ??
      (uid === undefined ? this.podOfChain(line) : undefined);
    if (pod !== undefined) this.memory.note(partOf(this.ofPods, pod));
    return pod;
  }

  /** The pod of the “Error syncing pod” that ends the chain in which a line stands: a few milliseconds later it quotes its error. */
  private podOfChain(line: Line): string | undefined {
    if (line.severity !== 'error') return undefined;
    const ends = this.lines.of('syncError');
    const end = ends[lastBefore(ends, line.at - 1) + 1];
    this.memory.note(this.chains.partOf(end?.at ?? Infinity));
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
    const known = this.podOfId.get(name)?.pod;
    if (known !== undefined) return known;
    this.fullNames ??= groupBy([...this.lives.keys()], shortName);
    const fitting = this.fullNames.get(name) ?? [];
    return fitting.length === 1 ? fitting[0] : undefined;
  }

  private podWith(id: string): string | undefined {
    const learnt = this.podOfId.get(id)?.pod;
    if (learnt !== undefined) return learnt;
    const known = this.podOfIdentity.get(id);
    if (known !== undefined || this.podOfIdentity.has(id)) return known;
    const key = this.known?.history.identify(id)?.podKey;
    const name = key === undefined ? undefined : this.nameOfKey.get(key);
    this.podOfIdentity.set(id, name);
    return name;
  }

  /** What lines tell that name a pod and its ids; the last of them is believed. */
  private learn(by: string, onNew = this.touchWord.bind(this)): void {
    for (const { line } of this.known?.hits.get(by) ?? []) {
      const { pod, uid, ids } = line.objects;
      if (pod === undefined) continue;
      for (const id of [uid, ...ids, shortName(pod)]) {
        if (id === undefined) continue;
        const { position } = line;
        const known = this.podOfId.get(id);
        if (known === undefined || known.position <= position)
          this.podOfId.set(id, { pod, position });
        if (known?.pod !== pod) onNew(id);
      }
    }
  }

  private learnAnew(): void {
    const before = new Map(this.podOfId);
    this.podOfId.clear();
    for (const by of this.known?.hits.keys() ?? []) this.learn(by, () => undefined);
    for (const id of new Set([...before.keys(), ...this.podOfId.keys()]))
      if (before.get(id)?.pod !== this.podOfId.get(id)?.pod) this.touchWord(id);
  }

  get tape(): Tape {
    return assertDefined(this.known, 'a log was told of').tape;
  }

  private touchWord(word: string): void {
    this.ofWords.get(word)?.touch();
  }

  /** Lines may belong to a chain that ends with a line that came. */
  private takeChains(): void {
    const [before, ends] = [this.chainEnds, this.lines.of('syncError')];
    if (before === ends) return;
    this.chainEnds = ends;
    const { gone, come } = differenceOf(before, ends);
    const first = [...gone, ...come].reduce((least, { at }) => Math.min(least, at), Infinity);
    if (first < Infinity) this.chains.changed(first);
  }

  /** Finds out anew whose those lines are of which something has changed; those that are of another pod. */
  private moveLines(): ReadonlySet<Line> {
    const moved = new Set<Line>();
    for (const line of [...this.podOfLine.stale]) {
      const before = this.podOfLine.last(line);
      if (this.guessedPodOf(line) !== before) moved.add(line);
    }
    if (moved.size > 0) this.anyLine.touch();
    this.lines.tell(moved);
    return moved;
  }

  private takePods(before: readonly PodHistory[] | undefined, pods: readonly PodHistory[]): void {
    this.changes = [];
    if (before === pods) return;
    const changes = changesOf(before ?? [], pods);
    if (changes.length === 0) return;
    this.changes = changes;
    this.anyPod.touch();
    const gone = changes.flatMap(({ was }) => was ?? []);
    const come = changes.flatMap(({ is }) => is ?? []);
    for (const { key } of gone) this.nameOfKey.delete(key);
    for (const pod of come) this.nameOfKey.set(pod.key, nameOf(pod));
    this.newcomers.exchange(gone, come, (pod) => this.newcomerOf(pod));
    this.apiTimes.exchange(gone, come);
    if (before === undefined) {
      this.lives = groupBy(pods, nameOf);
      return;
    }
    const isReplaced = changes.every(
      ({ was, is }) => was !== undefined && is !== undefined && nameOf(was) === nameOf(is),
    );
    if (isReplaced) this.replace(changes);
    else this.regroup(changes, pods);
  }

  private newcomerOf(pod: PodHistory): Newcomer | undefined {
    const added = pod.firstMark('config.add');
    const started = added && pod.marks('pleg.containerStarted').find(({ at }) => at >= added.at);
    if (added === undefined || started === undefined) return undefined;
    return { added: this.stamped(added).at, started: this.stamped(started) };
  }

  private replace(changes: readonly PodChange[]): void {
    const now = new Map(changes.map(({ was, is }) => [was, is]));
    const names = new Set(changes.flatMap(({ was }) => (was === undefined ? [] : [nameOf(was)])));
    for (const name of names) {
      const own = this.lives.get(name) ?? [];
      this.lives.set(
        name,
        own.map((pod) => now.get(pod) ?? pod),
      );
      this.ofPods.get(name)?.touch();
    }
  }

  private regroup(changes: readonly PodChange[], pods: readonly PodHistory[]): void {
    const names = new Set<string>();
    for (const { was, is } of changes)
      for (const pod of [was, is]) if (pod !== undefined) names.add(nameOf(pod));
    const groups = this.livesNamed(names, changes, pods);
    for (const name of names) {
      const own = groups.get(name);
      if (this.lives.has(name) !== (own !== undefined)) {
        this.fullNames = undefined;
        this.touchWord(shortName(name));
      }
      if (own === undefined) this.lives.delete(name);
      else this.lives.set(name, own);
      this.ofPods.get(name)?.touch();
    }
  }

  /** By name those lives that there are now, as they follow each other in all pods. */
  private livesNamed(
    names: ReadonlySet<string>,
    changes: readonly PodChange[],
    pods: readonly PodHistory[],
  ): ReadonlyMap<string, readonly PodHistory[]> {
    const gone = new Set(changes.map(({ was }) => was));
    const come = groupBy(
      changes.flatMap(({ is }) => is ?? []),
      nameOf,
    );
    const groups = new Map<string, readonly PodHistory[]>();
    for (const name of names) {
      const stayed = (this.lives.get(name) ?? []).filter((pod) => !gone.has(pod));
      const own = [...stayed, ...(come.get(name) ?? [])];
      own.sort((a, b) => a.firstSeen - b.firstSeen);
      const isClear = own.every((pod, index) => pod.firstSeen !== own[index - 1]?.firstSeen);
      const all = isClear ? own : pods.filter((pod) => nameOf(pod) === name);
      if (all.length > 0) groups.set(name, all);
    }
    return groups;
  }

  private takeNode({ runs, gaps, pleg, conditions }: History): void {
    const tellRuns = runs.map(({ from, node, version, runtime, verbosity }) => [
      from,
      ...[node, version, runtime, verbosity].map(({ value, known }) => [value, known]),
    ]);
    this.ofNode.runs.tell(JSON.stringify(tellRuns));
    this.ofNode.gaps.tell(JSON.stringify(gaps.map(({ from, to, kind }) => [from, to, kind])));
    const tracks = [pleg.healthy, ...conditions.values()].map(({ changes }) => [
      changes.length,
      changes.at(-1)?.at,
    ]);
    this.ofNode.health.tell(JSON.stringify(tracks));
  }

  /** The history, of which it is noted what is asked. */
  private noting(history: History): History {
    const { memory, ofNode, anyPod } = this;
    const noted = <T>(part: Part, value: T): T => {
      memory.note(part);
      return value;
    };
    return {
      ...history,
      get runs() {
        return noted(ofNode.runs, history.runs);
      },
      get gaps() {
        return noted(ofNode.gaps, history.gaps);
      },
      get conditions() {
        return noted(ofNode.health, history.conditions);
      },
      get pods() {
        return noted(anyPod, history.pods);
      },
      pleg: {
        get healthy() {
          return noted(ofNode.health, history.pleg.healthy);
        },
        get relists() {
          return noted(anyPod, history.pleg.relists);
        },
        get events() {
          return noted(anyPod, history.pleg.events);
        },
      },
    };
  }

  private spanOf(tape: Tape, tables: readonly LogTable[]): [Micros, Micros] {
    let begin = Infinity;
    let end = -Infinity;
    for (const [index, { table, clockOffset }] of tape.sources.entries()) {
      if (!tables.includes(table)) continue;
      let span = this.spans.get(table);
      if (span === undefined || span.length > table.length)
        span = { length: 0, from: Infinity, to: -Infinity };
      this.spans.set(table, span);
      const times = table.time;
      for (; span.length < table.length; span.length++) {
        if (tape.positionOfOrdinal(index, span.length) < 0) continue;
        const time = times[span.length] ?? NaN;
        if (time < span.from) span.from = time;
        if (time > span.to) span.to = time;
      }
      begin = Math.min(begin, span.from + clockOffset);
      end = Math.max(end, span.to + clockOffset);
    }
    return begin <= end ? [micros(begin), micros(end)] : [micros(0), micros(0)];
  }
}

/** What is told of a part, as a text. */
class Told extends Part {
  private text = '';

  tell(text: string): void {
    if (text !== this.text) this.touch();
    this.text = text;
  }
}

function partOf(parts: Map<string, Part>, key: string): Part {
  const known = parts.get(key) ?? new Part();
  parts.set(key, known);
  return known;
}

function nameOf({ namespace, name }: PodHistory): string {
  return `${namespace}/${name}`;
}

function shortName(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

function firstDefined<T, R>(list: readonly T[], ask: (one: T) => R | undefined): R | undefined {
  for (const one of list) {
    const answer = ask(one);
    if (answer !== undefined) return answer;
  }
  return undefined;
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

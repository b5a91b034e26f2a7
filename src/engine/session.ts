// Room engine: one session answers all questions about one incident. Sources in, rows out; what a file or a thread is, only
// its host knows. Composition root: here the rooms meet.
import { Derived } from '../base/derived.ts';
import { DisposableStore, toDisposable } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import type { Hindsight, InputId } from '../base/input.ts';
import { micros, type Micros } from '../base/time.ts';
import { GrowingHistory } from '../kubelet/rebuild/growingHistory.ts';
import { positionsOf } from '../kubelet/rebuild/pod/tries.ts';
import type { Moment } from '../kubelet/rebuild/track.ts';
import { ChannelError } from '../protocol/channel.ts';
import type {
  Cursor,
  EngineEvent,
  OpenRequest,
  SeekTarget,
  SessionInfo,
  SourceNotice,
  SourceSpec,
  StepUnit,
} from '../protocol/engineApi.ts';
import { compare } from './compare/compare.ts';
import { partOf } from './compare/side.ts';
import { saveCase, type CaseMaterial } from './case/saveCase.ts';
import type { CaseFile } from './case/caseFile.ts';
import type { CompareRequest, Comparison } from '../protocol/compareApi.ts';
import type { CaseRequest, SavedCase } from '../protocol/caseApi.ts';
import type { MuteRow, RulePackProblem, RulePackText } from '../protocol/askApi.ts';
import type { SourceRow } from '../protocol/rows.ts';
import { momentOf, stepByEvent, stepByLine, type CursorState } from '../replay/cursor.ts';
import { clockProposals, type ClockProposal } from '../replay/clockProposals.ts';
import { Tape } from '../replay/tape.ts';
import { readRules, type Ruling } from './ruling.ts';
import { followAll } from './followAll.ts';
import type { SessionSources } from './host/sourceHost.ts';
import type { OpenedSource } from './openedSource.ts';
import { isNodeLog } from './isNodeLog.ts';
import { Pacer } from './pacer.ts';
import { Past } from './past.ts';
import { caseRow, cursorOfCase, gapsOfCase } from './present/case.ts';
import { findingCounts } from './present/findings.ts';
import { findingsById } from './present/findingGroups.ts';
import { askedBy, type Asked, type Incident } from './present/incident.ts';
import { runRow, sourceRows, withoutKubelet } from './present/sources.ts';
import type { KubeletTruth } from './truth/kubeletTruth.ts';
import { LastCounters, type Counters } from './present/counters.ts';
import { buildTimeline, type Timeline } from './present/timeline.ts';
import { timelineBy } from './present/timelineBy.ts';
import { caseFileOf, gapsOf, readSources } from './readSources.ts';

/** An incident with what is derived from it once. */
interface Opened extends Incident {
  readonly sources: readonly OpenedSource[];
  readonly failed: readonly SourceRow[];
  readonly truths: readonly KubeletTruth[];
  /** Of all of them, as they were when this was derived. */
  readonly rows: readonly SourceRow[];
  readonly proposals: ReadonlyMap<number, ClockProposal>;
  readonly growing: GrowingHistory;
  readonly ruling: Ruling;
  readonly diagnose: ReturnType<Ruling['growing']>;
  readonly past: Past;
  /** The first position that is not as it was when the findings were made. */
  readonly undiagnosed: number;
  /** Milliseconds that the diagnosis took. */
  readonly took: number;
  /** The case that was opened, and whether its rule packs are used. */
  readonly openedCase: { readonly file: CaseFile; readonly packsUsed: boolean } | undefined;
}

/** Milliseconds between two `changed` events of a session that grows. */
const REFRESH = 120;
/** Milliseconds between two diagnoses of it, which may take one in so many parts of the time. */
const DIAGNOSIS = 300;
const DIAGNOSIS_SHARE = 6;

type SessionState = CursorState & {
  readonly selectedPod: string | undefined;
  /** At the end, too, it keeps its line when the tape grows. */
  readonly stays: boolean;
};

const atStart: SessionState = {
  position: -1,
  time: undefined,
  hindsight: 'now',
  selectedPod: undefined,
  stays: false,
};

export class Session {
  private readonly host: SessionSources;
  private readonly emitter = new Emitter<EngineEvent>();
  private lifetime = new DisposableStore();
  private opened: Opened | undefined;
  private state: SessionState = atStart;
  private readonly timelines = new Derived<Incident, Timeline>(buildTimeline);
  /** What is left of one in the mode `then`. */
  private filtered: { of: Timeline; revision: number; timeline: Timeline } | undefined;
  private readonly counted = new LastCounters();
  private readonly positions = new Derived(eventPositions);
  private revision = 0;
  private tapes = 0;
  /** While a session grows, findings are not made again before this time (ms). */
  private diagnoseFrom = 0;
  /** How long the last of them took (ms). */
  private lastTook = 0;
  private readonly pacer = new Pacer(() => {
    this.refresh();
  }, REFRESH);
  /** What the person has set; a case that is opened may add to it. */
  private own: { readonly packs: readonly RulePackText[]; readonly mutes: readonly MuteRow[] } = {
    packs: [],
    mutes: [],
  };

  readonly onEvent = this.emitter.event;

  constructor(host: SessionSources) {
    this.host = host;
  }

  async open(request: OpenRequest, signal: AbortSignal): Promise<SessionInfo> {
    const lifetime = new DisposableStore();
    try {
      const opened = await this.read(request, lifetime, signal);
      // Whoever stopped it meanwhile is heard now, and keeps what was open.
      await new Promise((resolve) => setTimeout(resolve, 0));
      signal.throwIfAborted();
      this.end();
      this.lifetime = lifetime;
      this.opened = opened;
    } catch (error) {
      lifetime.dispose();
      throw error;
    }
    this.tapes++;
    this.state = {
      ...atStart,
      position: this.incident.tape.length - 1,
      ...cursorOfCase(this.incident),
    };
    this.changed();
    this.emitter.fire({ kind: 'cursorMoved', cursor: this.cursor(), reason: 'open' });
    lifetime.add(followAll(this.incident.sources, this.pacer));
    return this.info();
  }

  isNodeLog(source: SourceSpec, signal: AbortSignal): Promise<boolean> {
    return isNodeLog(this.host, source, signal);
  }

  private async read(
    request: OpenRequest,
    lifetime: DisposableStore,
    signal: AbortSignal,
  ): Promise<Opened> {
    const onProgress = (text: string, fraction: number | undefined): void => {
      this.emitter.fire({ kind: 'progress', text, fraction });
    };
    const read = await readSources({ host: this.host, request, lifetime, signal, onProgress });
    onProgress('Rebuilding the state of the kubelet', undefined);
    const tape = tapeOf(read.sources);
    const proposals = clockProposals(read.sources.map(({ table }) => table));
    const file = caseFileOf(read.sources);
    const openedCase = file && { file, packsUsed: request.useCaseRules === true };
    const { ruling, problems } = readRules(...this.rulesWith(openedCase));
    for (const { pack, line, text } of problems)
      this.emitter.fire({ kind: 'problem', text: `${pack}:${line}: ${text}` });
    const growing = new GrowingHistory();
    const diagnose = ruling.growing();
    const past = this.pastBy(ruling);
    const undiagnosed = 0;
    const base = { ...read, proposals, growing, ruling, diagnose, past, openedCase, undiagnosed };
    return derived(base, tape, 0);
  }

  push(index: number, bytes: Uint8Array): void {
    this.pushedSource(index).append(bytes);
    this.pacer.wish();
  }

  pushNotice(index: number, notice: SourceNotice): void {
    this.pushedSource(index).notice(notice);
    this.pacer.wish();
  }

  private pushedSource(index: number): OpenedSource {
    const source = this.incident.sources[index];
    if (source?.isPushed === true) return source;
    throw new ChannelError(`Source ${index} takes no bytes.`, 'no-source');
  }

  stopFollowing(): SessionInfo {
    for (const source of this.incident.sources) if (source.isFollowed) source.finish();
    this.diagnoseFrom = 0;
    this.pacer.wish();
    this.pacer.flush();
    return this.info();
  }

  setClockOffset(index: number, offset: number): SessionInfo {
    const { incident } = this;
    const source = incident.sources[index];
    if (source === undefined) throw new ChannelError(`There is no source ${index}.`, 'no-source');
    source.clockOffset = offset;
    const growing = new GrowingHistory();
    const diagnose = incident.ruling.growing();
    this.continue('mode', () =>
      derived({ ...incident, growing, diagnose }, tapeOf(incident.sources), 0),
    );
    return this.info();
  }

  /** Views ask again when what they asked for is there. */
  private pastBy(ruling: Ruling): Past {
    return new Past(ruling, {
      onMade: () => {
        this.changed();
      },
    });
  }

  /** Takes in what the sources have gained. */
  private refresh(): void {
    const { opened } = this;
    if (opened === undefined) return;
    const began = performance.now();
    const wait = this.diagnoseFrom - began;
    this.continue('follow', () => {
      const { tape, from } = opened.tape.grown();
      return derived(opened, tape, from, wait > 0 ? opened.findings : undefined);
    });
    if (wait > 0) this.pacer.wish(wait);
    else {
      const took = this.opened?.took ?? 0;
      // Once in a while all is made anew.
      const usual = Math.min(took, this.lastTook);
      this.lastTook = took;
      this.diagnoseFrom = began + Math.max(DIAGNOSIS, DIAGNOSIS_SHARE * usual);
    }
  }

  /** Goes on with another tape of the same inputs: the cursor keeps its line, and stays at the end when it is there. */
  private continue(reason: 'follow' | 'mode', next: () => Opened): void {
    const { position, time, stays: isHeld } = this.state;
    const before = this.incident.tape;
    const atEnd = !isHeld && time === undefined && position === before.length - 1;
    const input = before.input(position);
    this.opened = next();
    const { tape } = this.opened;
    const stays = input === undefined ? -1 : tape.positionOfInput(input);
    const now = atEnd ? tape.length - 1 : stays;
    this.state = { ...this.state, position: now };
    this.changed();
    if (now !== position) this.moved(reason);
  }

  private changed(): void {
    this.revision++;
    this.emitter.fire({ kind: 'changed', revision: this.revision });
  }

  /** Replaces all packs and mutes; a pack with a mistake is left out whole. */
  setRules(packs: readonly RulePackText[], mutes: readonly MuteRow[]): readonly RulePackProblem[] {
    this.own = { packs, mutes };
    const { ruling, problems } = readRules(...this.rulesWith(this.opened?.openedCase));
    if (this.opened !== undefined) {
      const { tape, history, growing } = this.opened;
      const diagnose = ruling.growing();
      const findings = diagnose({ history, tape, from: 0, generation: growing.generation });
      const packRules = ruling.rules;
      const undiagnosed = Infinity;
      this.opened.past.dispose();
      const past = this.pastBy(ruling);
      this.opened = { ...this.opened, ruling, diagnose, past, findings, packRules, undiagnosed };
      this.changed();
    }
    return problems;
  }

  private rulesWith(openedCase: Opened['openedCase']): Parameters<typeof readRules> {
    const { packs, mutes } = this.own;
    if (openedCase === undefined) return [packs, mutes];
    const { file, packsUsed } = openedCase;
    const added = packsUsed
      ? file.packs.filter(({ text }) => !packs.some((pack) => pack.text === text))
      : [];
    const muted = file.mutes.map(({ id, pod, why }) => ({ id, pod, why }));
    return [
      [...packs, ...added],
      [...mutes, ...muted],
    ];
  }

  /** The bytes of a case of what is open, with what the findings were made with. */
  async saveCase(request: CaseRequest, signal: AbortSignal): Promise<SavedCase> {
    const { incident, stores: sources } = this;
    const [packs, mutes] = this.rulesWith(incident.openedCase);
    const material = { incident, sources, cursor: this.cursor(), packs, mutes };
    return await saveCase(material, request, signal);
  }

  compare(request: CompareRequest): Comparison {
    const { incident } = this;
    return compare(partOf(incident, request.before), partOf(incident, request.after));
  }

  /** The text of each source, and how its stamps are read. */
  private get stores(): CaseMaterial['sources'] {
    return this.incident.sources.map(({ builder, text, toldGaps }) => ({
      table: builder.table,
      bytes: text.bytes,
      gaps: [...toldGaps, ...gapsOfCase(builder.table, text.caseOrigin?.source)],
      zone: builder.clockState.zone || 0,
    }));
  }

  close(): void {
    this.end();
    this.opened = undefined;
    this.state = atStart;
    this.changed();
  }

  private end(): void {
    this.opened?.past.dispose();
    this.lifetime.dispose();
    this.lifetime = new DisposableStore();
  }

  /** Whether more may come than was read. */
  get isGrowing(): boolean {
    return this.opened?.sources.some((source) => source.isFollowed) === true;
  }

  /** Counts the tapes that were opened. */
  get tapeNumber(): number {
    return this.tapes;
  }

  /** Until the tape has grown, was replaced or closed, or the signal. */
  async changes(signal: AbortSignal): Promise<void> {
    const lifetime = new DisposableStore();
    await new Promise<void>((resolve) => {
      const done = (): void => {
        resolve();
      };
      if (signal.aborted) done();
      signal.addEventListener('abort', done);
      lifetime.add(
        toDisposable(() => {
          signal.removeEventListener('abort', done);
        }),
      );
      lifetime.add(
        this.onEvent(({ kind }) => {
          if (kind === 'changed') done();
        }),
      );
    });
    lifetime.dispose();
  }

  get isOpen(): boolean {
    return this.opened !== undefined;
  }

  /** What is open; rejects with a sentence when nothing is. */
  get incident(): Opened {
    if (this.opened === undefined) throw new ChannelError('No log is open.', 'nothing-open');
    return this.opened;
  }

  /** Of all that is open. */
  get wholeTimeline(): Timeline {
    return this.timelines.of(this.incident);
  }

  /** Of what views are asked about. */
  get timeline(): Timeline {
    const { incident, moment } = this.asked;
    const whole = this.timelines.of(incident);
    if (moment.hindsight === 'now') return whole;
    const { filtered } = this;
    if (filtered?.of === whole && filtered.revision === this.revision) return filtered.timeline;
    const timeline = timelineBy(whole, incident, moment);
    this.filtered = { of: whole, revision: this.revision, timeline };
    return timeline;
  }

  /** Of what views are asked about. */
  get counters(): Counters {
    const { incident, moment } = this.asked;
    return this.counted.of(incident, moment);
  }

  /** Positions of inputs that move the rebuilt state, ascending. */
  get events(): Uint32Array {
    return this.positions.of(this.incident);
  }

  get currentRevision(): number {
    return this.revision;
  }

  get moment(): Moment {
    return momentOf(this.incident.tape, this.state);
  }

  /** What views are asked about: in the mode `then` what was open by then. */
  get asked(): Asked {
    const { incident, moment } = this;
    if (moment.hindsight === 'then') incident.past.want(incident, moment.position);
    return askedBy(incident, moment);
  }

  /** The moment at a time, wherever the cursor stands; a time outside the tape is its nearest end. */
  momentAt(time: Micros): Moment {
    const { tape, history } = this.incident;
    const within = micros(Math.max(history.from, Math.min(history.to, time)));
    const { hindsight } = this.state;
    return { time: within, position: tape.positionAtTime(within), hindsight };
  }

  info(): SessionInfo {
    const opened = this.opened;
    const history = opened?.history;
    return {
      revision: this.revision,
      tape: this.tapes,
      from: known(history?.from),
      to: known(history?.to),
      inputs: opened?.tape.length ?? 0,
      sources: opened?.rows ?? [],
      runs: history?.runs.map(runRow) ?? [],
      gaps: history?.gaps.map((gap) => ({ ...gap, input: gap.provedBy[0] })) ?? [],
      pods: history?.pods.length ?? 0,
      findings: findingCounts(opened === undefined ? new Map() : findingsById(opened, this.moment)),
      ...(opened && withoutKubelet(opened.history, opened.rows)),
      unmatchedMessages: history?.understood.unmatched ?? 0,
      openedCase: opened?.openedCase && caseRow(opened.openedCase),
      isToldByAll:
        opened !== undefined &&
        this.state.hindsight === 'then' &&
        this.state.position >= 0 &&
        this.asked.incident === opened,
      cursor: this.cursor(),
    };
  }

  cursor(): Cursor {
    const tape = this.opened?.tape;
    const { position, hindsight, selectedPod } = this.state;
    return {
      position,
      time: tape === undefined || tape.length === 0 ? micros(0) : momentOf(tape, this.state).time,
      // Before the first line an editor is led to the first.
      input: tape?.input(Math.max(position, 0)),
      hindsight,
      selectedPod,
      revision: this.revision,
    };
  }

  seek(target: SeekTarget): Cursor {
    const { tape, history } = this.incident;
    const time =
      target.kind === 'time'
        ? micros(Math.max(history.from, Math.min(history.to, target.time)))
        : undefined;
    return this.move({ position: positionOf(tape, target), time }, 'seek');
  }

  step(unit: StepUnit, count: number): Cursor {
    const { incident, events } = this;
    const { position: from } = this.state;
    const position =
      unit === 'line'
        ? stepByLine(incident.tape, from, count)
        : stepByEvent(incident.tape, events, from, count);
    return this.move({ position, time: undefined }, 'step');
  }

  /** Goes to a position and keeps it: a cursor that is put on the last line does not go on with a tape that grows. */
  stay(position: number): Cursor {
    const cursor = this.seek({ kind: 'position', position });
    this.state = { ...this.state, stays: true };
    return cursor;
  }

  private move(to: Pick<CursorState, 'position' | 'time'>, reason: 'seek' | 'step'): Cursor {
    this.state = { ...this.state, ...to, stays: false };
    return this.moved(reason);
  }

  setHindsight(hindsight: Hindsight): Cursor {
    this.state = { ...this.state, hindsight };
    return this.moved('mode');
  }

  selectPod(podKey: string | undefined): Cursor {
    this.state = { ...this.state, selectedPod: podKey };
    return this.moved('select');
  }

  private moved(reason: 'seek' | 'step' | 'select' | 'mode' | 'follow'): Cursor {
    this.revision++;
    const cursor = this.cursor();
    this.emitter.fire({ kind: 'cursorMoved', cursor, reason });
    return cursor;
  }

  dispose(): void {
    this.end();
    this.emitter.dispose();
  }
}

type Base = Pick<
  Opened,
  | 'sources'
  | 'failed'
  | 'truths'
  | 'proposals'
  | 'growing'
  | 'ruling'
  | 'diagnose'
  | 'past'
  | 'openedCase'
  | 'undiagnosed'
>;

/** What follows from a tape; `from` is its first position that is not as it was when last derived; `kept`: findings not to be made again. */
function derived(base: Base, tape: Tape, from: number, kept?: Opened['findings']): Opened {
  const { growing, diagnose, past, ruling } = base;
  past.cut(from);
  const history = growing.next(tape, from, gapsOf(base.sources));
  const first = Math.min(base.undiagnosed, from);
  const { generation } = growing;
  const began = performance.now();
  const findings = kept ?? diagnose({ history, tape, from: first, generation });
  const took = performance.now() - began;
  const incident = { tape, history, findings, packRules: ruling.rules };
  return {
    ...base,
    ...incident,
    undiagnosed: kept === undefined ? Infinity : first,
    took,
    rows: [...sourceRows(base.sources, base.proposals), ...base.failed],
  };
}

function tapeOf(sources: readonly OpenedSource[]): Tape {
  return new Tape(sources.map(({ onTape }) => onTape));
}

/** A tape without a time has none to begin with. */
function known(time: Micros | undefined): Micros | undefined {
  return time === undefined || Number.isNaN(time) ? undefined : time;
}

function positionOf(tape: Tape, target: SeekTarget): number {
  switch (target.kind) {
    case 'start':
      return -1;
    case 'end':
      return tape.length - 1;
    case 'position':
      return Math.max(-1, Math.min(tape.length - 1, Math.trunc(target.position)));
    case 'time':
      return tape.positionAtTime(target.time);
    case 'input':
      return positionOfInput(tape, target.input);
  }
}

function positionOfInput(tape: Tape, input: InputId): number {
  const position = tape.positionOfInput(input);
  if (position < 0) throw new ChannelError('That line is not in the log.', 'no-input');
  return position;
}

function eventPositions({ history }: Incident): Uint32Array {
  const positions = new Set<number>();
  for (const pod of history.pods) for (const event of pod.events) positions.add(event.position);
  for (const event of history.pleg.events) positions.add(event.position);
  for (const operation of history.network)
    for (const position of positionsOf(operation)) positions.add(position);
  for (const change of history.loopSkips.changes) positions.add(change.provenAt);
  return Uint32Array.from(positions).sort();
}

// Room engine: one session answers all questions about one incident. Sources in, rows out; what a file or a thread is, only
// its host knows. Composition root: here the rooms meet.
import { DisposableStore } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import { sourceId, type Hindsight, type InputId } from '../base/input.ts';
import { micros } from '../base/time.ts';
import { rebuild } from '../kubelet/rebuild/rebuild.ts';
import type { Moment } from '../kubelet/rebuild/track.ts';
import { findGaps } from '../log/gaps.ts';
import { sourceFacts } from '../log/sourceFacts.ts';
import { TableBuilder } from '../log/tableBuilder.ts';
import { ChannelError } from '../protocol/channel.ts';
import type {
  Cursor,
  EngineEvent,
  OpenRequest,
  SeekTarget,
  SessionInfo,
  StepUnit,
} from '../protocol/engineApi.ts';
import { saveCase } from './case/saveCase.ts';
import type { CaseFile } from './case/caseFile.ts';
import type { CaseRequest, SavedCase } from '../protocol/caseApi.ts';
import type { MuteRow, RulePackProblem, RulePackText } from '../protocol/askApi.ts';
import type { SourceRow } from '../protocol/rows.ts';
import { momentOf, stepByEvent, stepByLine, type CursorState } from '../replay/cursor.ts';
import { Tape, type TapeSource } from '../replay/tape.ts';
import { readRules } from './ruling.ts';
import type { OpenedText, SourceHost } from './host/sourceHost.ts';
import { caseRow, cursorOfCase, omittedGaps } from './present/case.ts';
import { findingCounts } from './present/findings.ts';
import { type Incident } from './present/incident.ts';
import { runRow } from './present/sources.ts';
import { buildTimeline, type Timeline } from './present/timeline.ts';

interface OpenedSource {
  readonly builder: TableBuilder;
  readonly text: OpenedText;
  readonly row: SourceRow;
}

/** An incident with what is derived from it once. */
interface Opened extends Incident {
  readonly sources: readonly OpenedSource[];
  readonly failed: readonly SourceRow[];
  readonly timeline: Timeline;
  /** Positions of inputs that move the rebuilt state, ascending. */
  readonly events: Uint32Array;
  /** The case that was opened, and whether its rule packs are used. */
  readonly openedCase: { readonly file: CaseFile; readonly packsUsed: boolean } | undefined;
}

type SessionState = CursorState & { readonly selectedPod: string | undefined };

const atStart: SessionState = {
  position: -1,
  time: undefined,
  hindsight: 'now',
  selectedPod: undefined,
};

export class Session {
  private readonly host: SourceHost;
  private readonly emitter = new Emitter<EngineEvent>();
  private lifetime = new DisposableStore();
  private opened: Opened | undefined;
  private state: SessionState = atStart;
  private revision = 0;
  /** What the person has set; a case that is opened may add to it. */
  private own: { readonly packs: readonly RulePackText[]; readonly mutes: readonly MuteRow[] } = {
    packs: [],
    mutes: [],
  };

  readonly onEvent = this.emitter.event;

  constructor(host: SourceHost) {
    this.host = host;
  }

  async open(request: OpenRequest, signal: AbortSignal): Promise<SessionInfo> {
    const lifetime = new DisposableStore();
    try {
      const opened = await this.read(request, lifetime, signal);
      this.lifetime.dispose();
      this.lifetime = lifetime;
      this.opened = opened;
    } catch (error) {
      lifetime.dispose();
      throw error;
    }
    this.state = {
      ...atStart,
      position: this.incident.tape.length - 1,
      ...cursorOfCase(this.incident),
    };
    this.revision++;
    this.emitter.fire({ kind: 'changed', revision: this.revision });
    this.emitter.fire({ kind: 'cursorMoved', cursor: this.cursor(), reason: 'open' });
    return this.info();
  }

  private async read(
    request: OpenRequest,
    lifetime: DisposableStore,
    signal: AbortSignal,
  ): Promise<Opened> {
    const sources: OpenedSource[] = [];
    const failed: SourceRow[] = [];
    for (const spec of request.sources) {
      for await (const text of this.host.open(spec, signal)) {
        lifetime.add(text);
        const source = await this.readText(text, sources.length, request, signal);
        if (source.row.bytes > 0) sources.push(source);
        else failed.push(failedRow(text.name, text.problem ?? `${text.name} is empty.`));
      }
    }
    if (sources.length === 0) {
      throw new ChannelError(
        failed.map((row) => row.problem).join('\n') || 'There is nothing to open.',
        'unreadable',
      );
    }
    this.emitter.fire({
      kind: 'progress',
      text: 'Rebuilding the state of the kubelet',
      fraction: undefined,
    });
    const tapeSources = sources.map((source): TapeSource => ({
      table: source.builder.table,
      name: source.text.name,
      clockOffset: 0,
    }));
    const tape = new Tape(tapeSources);
    const gaps = sources.flatMap(({ builder: { table }, text }) => [
      ...findGaps(table),
      ...omittedGaps(table, text.caseOrigin?.source),
    ]);
    const history = rebuild(tape, { gaps });
    const file = sources.find(({ text }) => text.caseOrigin !== undefined)?.text.caseOrigin?.file;
    const openedCase = file && { file, packsUsed: request.useCaseRules === true };
    const { ruling, problems } = readRules(...this.rulesWith(openedCase));
    for (const { pack, line, text } of problems)
      this.emitter.fire({ kind: 'problem', text: `${pack}:${line}: ${text}` });
    const findings = ruling.findings(history, tape);
    const incident: Incident = { tape, history, findings, packRules: ruling.rules };
    return {
      ...incident,
      sources,
      failed,
      openedCase,
      timeline: buildTimeline(incident),
      events: eventPositions(incident),
    };
  }

  private async readText(
    text: OpenedText,
    index: number,
    request: OpenRequest,
    signal: AbortSignal,
  ): Promise<OpenedSource> {
    const told = text.caseOrigin?.source;
    const { year = told?.year, utcOffset = told?.utcOffset } = request;
    const options = {
      ...(year === undefined ? {} : { year }),
      ...(utcOffset === undefined ? {} : { utcOffset }),
      ...(text.modified === undefined ? {} : { modified: text.modified }),
    };
    const onProgress = (fraction: number | undefined): void => {
      this.emitter.fire({ kind: 'progress', text: `Reading ${text.name}`, fraction });
    };
    const indexed = await text.index?.({ source: sourceId(index), options, signal, onProgress });
    const builder = indexed ?? new TableBuilder(sourceId(index), text.bytes, options);
    if (indexed === undefined) {
      for await (const chunk of text.chunks(signal)) {
        signal.throwIfAborted();
        builder.append(chunk);
        onProgress(undefined);
      }
      builder.finish();
    }
    const { table } = builder;
    const row: SourceRow = {
      ...sourceFacts(table),
      source: index,
      name: text.name,
      path: text.path,
      bytes: table.bytes,
      clockOffset: 0,
      state: 'complete',
      problem: text.problem,
    };
    return { builder, text, row };
  }

  /** Replaces all packs and mutes; a pack with a mistake is left out whole. */
  setRules(packs: readonly RulePackText[], mutes: readonly MuteRow[]): readonly RulePackProblem[] {
    this.own = { packs, mutes };
    const { ruling, problems } = readRules(...this.rulesWith(this.opened?.openedCase));
    if (this.opened !== undefined) {
      const { tape, history } = this.opened;
      const findings = ruling.findings(history, tape);
      const incident = { ...this.opened, findings, packRules: ruling.rules };
      this.opened = { ...incident, timeline: buildTimeline(incident) };
      this.revision++;
      this.emitter.fire({ kind: 'changed', revision: this.revision });
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
    const { incident } = this;
    const [packs, mutes] = this.rulesWith(incident.openedCase);
    const sources = incident.sources.map(({ builder, text }) => ({
      table: builder.table,
      bytes: text.bytes,
      zone: builder.clockState.zone || 0,
    }));
    const material = { incident, sources, cursor: this.cursor(), packs, mutes };
    return await saveCase(material, request, signal);
  }

  close(): void {
    this.lifetime.dispose();
    this.lifetime = new DisposableStore();
    this.opened = undefined;
    this.state = atStart;
    this.revision++;
    this.emitter.fire({ kind: 'changed', revision: this.revision });
  }

  get isOpen(): boolean {
    return this.opened !== undefined;
  }

  /** What is open; rejects with a sentence when nothing is. */
  get incident(): Opened {
    if (this.opened === undefined) throw new ChannelError('No log is open.', 'nothing-open');
    return this.opened;
  }

  get currentRevision(): number {
    return this.revision;
  }

  get moment(): Moment {
    return momentOf(this.incident.tape, this.state);
  }

  info(): SessionInfo {
    const opened = this.opened;
    const history = opened?.history;
    return {
      revision: this.revision,
      from: history?.from,
      to: history?.to,
      inputs: opened?.tape.length ?? 0,
      sources: [...(opened?.sources.map((source) => source.row) ?? []), ...(opened?.failed ?? [])],
      runs: history?.runs.map(runRow) ?? [],
      gaps: history?.gaps.map((gap) => ({ ...gap, input: gap.provedBy[0] })) ?? [],
      pods: history?.pods.length ?? 0,
      findings: findingCounts(opened?.findings ?? []),
      unmatchedMessages: history?.understood.unmatched ?? 0,
      openedCase: opened?.openedCase && caseRow(opened.openedCase),
      cursor: this.cursor(),
    };
  }

  cursor(): Cursor {
    const tape = this.opened?.tape;
    const { position, hindsight, selectedPod } = this.state;
    return {
      position,
      time: tape === undefined || tape.length === 0 ? micros(0) : momentOf(tape, this.state).time,
      input: tape?.input(position),
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
    const { tape, events } = this.incident;
    const { position: from } = this.state;
    const position =
      unit === 'line' ? stepByLine(tape, from, count) : stepByEvent(tape, events, from, count);
    return this.move({ position, time: undefined }, 'step');
  }

  private move(to: Pick<CursorState, 'position' | 'time'>, reason: 'seek' | 'step'): Cursor {
    this.state = { ...this.state, ...to };
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

  private moved(reason: 'seek' | 'step' | 'select' | 'mode'): Cursor {
    this.revision++;
    const cursor = this.cursor();
    this.emitter.fire({ kind: 'cursorMoved', cursor, reason });
    return cursor;
  }

  dispose(): void {
    this.lifetime.dispose();
    this.emitter.dispose();
  }
}

function failedRow(name: string, problem: string): SourceRow {
  return {
    source: -1,
    name,
    path: undefined,
    formats: [],
    lines: 0,
    bytes: 0,
    unparsedLines: 0,
    from: undefined,
    to: undefined,
    clockOffset: 0,
    state: 'failed',
    problem,
  };
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
  if (position < 0) throw new ChannelError('That line is not on the tape.', 'no-input');
  return position;
}

function eventPositions({ history }: Incident): Uint32Array {
  const positions = new Set<number>();
  for (const pod of history.pods) for (const event of pod.events) positions.add(event.position);
  for (const event of history.pleg.events) positions.add(event.position);
  for (const operation of history.network)
    for (const attempt of operation.attempts) positions.add(attempt.position);
  for (const change of history.loopSkips.changes) positions.add(change.provenAt);
  return Uint32Array.from(positions).sort();
}

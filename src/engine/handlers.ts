import { assertDefined } from '../base/assert.ts';
import { ChannelError, type Handlers } from '../protocol/channel.ts';
import { ENGINE_PROTOCOL, type EngineApi } from '../protocol/engineApi.ts';
import type { InputRow } from '../protocol/rows.ts';
import { loopSince } from '../kubelet/rebuild/node/loopSkips.ts';
import type { Tape } from '../replay/tape.ts';
import { assistHandlers } from './assist/handlers.ts';
import { clusterHandlers } from './clusterHandlers.ts';
import { debugHandlers } from './debugHandlers.ts';
import type { GoroutineDumps } from './goroutineDumps.ts';
import { goroutineHandlers } from './goroutineHandlers.ts';
import type { Live } from './live.ts';
import { liveInformerHandlers } from './liveInformerHandlers.ts';
import { comparisonMarkdown } from './export/comparison.ts';
import { exportTimeline } from './export/timeline.ts';
import { exportedFindings } from './export/exportedFindings.ts';
import { filteredRowHandlers, filterHandlers } from './filter/handlers.ts';
import { LineSearches } from './filter/lineSearch.ts';
import { RowFilters } from './filter/rowFilter.ts';
import { timelineLine, timelineLines } from './filter/timelineLines.ts';
import { machineHandlers } from './machineHandlers.ts';
import { pageHandlers } from './pageHandlers.ts';
import { answerRow } from './present/answer.ts';
import { counterColumns } from './present/counterColumns.ts';
import { lineMarks } from './present/findings.ts';
import { findingsBy } from './present/findingsBy.ts';
import { goSourceOf, runOf } from './present/goSource.ts';
import { groupColumns } from './present/groupColumns.ts';
import { laneRanks } from './present/laneRanks.ts';
import { podBy } from './present/podBy.ts';
import { podRow } from './present/pods.ts';
import { podStory } from './present/story.ts';
import { timelineColumns } from './present/timeline.ts';
import { timelineDetail } from './present/timelineDetail.ts';
import { timelineFind, timelineOverview } from './present/timelineFind.ts';
import { timelineStats } from './present/timelineStats.ts';
import { shown } from './present/values.ts';
import { inputRow, textWindow } from './present/inputs.ts';
import type { OpenedSource } from './openedSource.ts';
import type { Session } from './session.ts';
import type { Stores } from './store/stores.ts';
import { wholeStateHandlers } from './stateHandlers.ts';
import { trialHandlers } from './trialHandlers.ts';

/** The engine's methods on one session. */
export function engineHandlers(
  session: Session,
  live: Live,
  dumps: GoroutineDumps,
  stores: Stores,
): Handlers<EngineApi> {
  const filters = new RowFilters();
  const ofDumps = goroutineHandlers(session, dumps, filters);
  return {
    ...sessionHandlers(session),
    ...stateHandlers(session),
    ...inputHandlers(session),
    ...timelineHandlers(session),
    ...debugHandlers(session, dumps, live),
    ...clusterHandlers(live, session, filters),
    ...pageHandlers(session, filters),
    ...liveInformerHandlers(session, live, filters),
    ...trialHandlers(live),
    ...machineHandlers(session),
    ...wholeStateHandlers(session),
    ...ofDumps,
    ...filteredRowHandlers(session, filters),
    ...filterHandlers(session, filters),
    ...storeHandlers(stores),
    ...assistHandlers(session, ofDumps.goroutines),
  };
}

function storeHandlers(stores: Stores): Some<'store' | 'storeSignatures'> {
  return {
    store: (target, query, { signal }) => stores.look(target, query, signal),
    storeSignatures: (target, query, ids, { signal }) =>
      stores.signatures(target, query, ids, signal),
  };
}

type Some<K extends keyof EngineApi> = Pick<Handlers<EngineApi>, K>;

function sessionHandlers(
  session: Session,
): Some<
  | 'hello'
  | 'open'
  | 'isNodeLog'
  | 'close'
  | 'session'
  | 'push'
  | 'pushNotice'
  | 'stopFollowing'
  | 'setClockOffset'
  | 'cursor'
  | 'seek'
  | 'step'
  | 'setHindsight'
  | 'selectPod'
> {
  return {
    hello(protocol) {
      if (protocol !== ENGINE_PROTOCOL) {
        throw new ChannelError(
          `This engine speaks protocol ${ENGINE_PROTOCOL}, the caller ${protocol}. Reload the window.`,
          'protocol',
        );
      }
      return { protocol: ENGINE_PROTOCOL };
    },
    open: (request, { signal }) => session.open(request, signal),
    isNodeLog: (source, { signal }) => session.isNodeLog(source, signal),
    close() {
      session.close();
    },
    session: () => session.info(),
    push(source, bytes) {
      session.push(source, bytes);
    },
    pushNotice(source, notice) {
      session.pushNotice(source, notice);
    },
    stopFollowing: () => session.stopFollowing(),
    setClockOffset: (source, offset) => session.setClockOffset(source, offset),
    cursor: () => session.cursor(),
    seek: (target) => session.seek(target),
    step: (unit, count) => session.step(unit, count),
    setHindsight: (hindsight) => session.setHindsight(hindsight),
    selectPod: (podKey) => session.selectPod(podKey),
  };
}

function stateHandlers(
  session: Session,
): Some<
  | 'pod'
  | 'story'
  | 'setRules'
  | 'saveCase'
  | 'exportFindings'
  | 'compare'
  | 'comparison'
  | 'ask'
  | 'loop'
> {
  return {
    pod(podKey) {
      const { incident, moment } = session.asked;
      const pod = podBy(incident.history, podKey, moment);
      return pod === undefined ? undefined : podRow(incident, moment, pod);
    },
    story(podKey) {
      const { incident, moment } = session.asked;
      const pod = podBy(incident.history, podKey, moment);
      return pod === undefined ? undefined : podStory(incident, moment, pod);
    },
    setRules: (packs, mutes) => session.setRules(packs, mutes),
    exportFindings: (request) => exportedFindings(session.incident, request),
    compare: (request) => session.compare(request),
    comparison: (request) => comparisonMarkdown(session.compare(request)),
    saveCase: (request, { signal }) => session.saveCase(request, signal),
    ask(question) {
      // A line may be asked about that comes later.
      const { incident, moment } = question.kind === 'normal' ? session : session.asked;
      return answerRow(incident, moment, question);
    },
    loop() {
      const { incident, moment } = session.asked;
      const { loopSkips } = incident.history;
      const value = loopSkips.at(moment);
      return {
        state: shown(value, (text) => (text === '' ? 'running' : `skips: ${text}`)),
        since: loopSince(loopSkips, moment),
      };
    },
  };
}

function inputHandlers(
  session: Session,
): Some<
  | 'inputs'
  | 'input'
  | 'inputAtLine'
  | 'goSource'
  | 'kubeletVersion'
  | 'window'
  | 'marks'
  | 'identify'
> {
  return {
    inputs({ start, count }) {
      const { tape } = session.incident;
      const rows: InputRow[] = [];
      const from = Math.max(0, start);
      for (let position = from; position < Math.min(tape.length, from + count); position++)
        rows.push(rowAt(tape, position));
      return { revision: session.currentRevision, total: tape.length, rows };
    },
    input(id) {
      const position = session.incident.tape.positionOfInput(id);
      return position < 0 ? undefined : rowAt(session.incident.tape, position);
    },
    inputAtLine(source, line) {
      const { tape, sources } = session.incident;
      const position = tape.positionOfOrdinal(...rowAtLine(sources, source, line));
      return position < 0 ? undefined : rowAt(tape, position);
    },
    goSource(id, place) {
      const { tape, history } = session.incident;
      const record = tape.record(tape.positionOfInput(id));
      return record === undefined
        ? undefined
        : goSourceOf(record, runOf(record, history.runs), place);
    },
    kubeletVersion() {
      const { runs } = session.incident.history;
      const run = runs.findLast(({ from }) => from <= session.moment.time) ?? runs[0];
      const { value: version, known } = run?.version ?? {};
      return version === undefined ? undefined : { version, isInferred: known === 'inferred' };
    },
    window(source, offset, maxBytes) {
      const opened = session.incident.sources[source];
      if (opened === undefined)
        throw new ChannelError(`There is no source ${source}.`, 'no-source');
      return textWindow(opened.builder.table, opened.text.bytes, offset, maxBytes);
    },
    marks: (source) =>
      lineMarks(session.incident, findingsBy(session.incident, session.moment), source),
    identify: (texts) => texts.map((text) => session.incident.history.identify(text)),
  };
}

/** The source and row of a line of a file, which may lie in another section than the one that is named. */
function rowAtLine(
  sources: readonly OpenedSource[],
  named: number,
  line: number,
): [source: number, ordinal: number] {
  const file = sources[named]?.text.section?.of;
  const ordinalIn = (index: number): number => sources[index]?.table.ordinalAtLine(line) ?? -1;
  const index =
    file === undefined
      ? named
      : sources.findIndex(({ text }, i) => text.section?.of === file && ordinalIn(i) >= 0);
  return [index, ordinalIn(index)];
}

function rowAt(tape: Tape, position: number): InputRow {
  return inputRow(
    tape,
    position,
    assertDefined(tape.record(position), 'a position on the tape has a record'),
  );
}

function timelineHandlers(
  session: Session,
): Some<
  | 'lanes'
  | 'timeline'
  | 'timelineStats'
  | 'timelineFind'
  | 'timelineOverview'
  | 'timelineCounters'
  | 'timelineGroups'
  | 'timelineDetail'
  | 'timelineTrace'
  | 'laneRanks'
  | 'timelineLines'
  | 'timelineLine'
> {
  const searches = new LineSearches();
  // What a filter finds are lines, which are there whatever is known of them.
  const searched = () => ({ incident: session.incident, timeline: session.timeline, searches });
  return {
    timelineLines: (query, { signal }) => timelineLines(searched(), query, signal),
    timelineLine: (step, { signal }) => timelineLine(searched(), step, signal),
    lanes({ start, count }) {
      const { lanes, kinds } = session.timeline;
      const shown = lanes.slice(start, start + count);
      const counters = session.counters.names;
      return {
        revision: session.currentRevision,
        total: lanes.length,
        lanes: shown,
        kinds,
        counters,
      };
    },
    timeline: (window) => timelineColumns(session.timeline, window, session.currentRevision),
    timelineStats: (range) => timelineStats(session.timeline, session.asked.incident, range),
    timelineFind: (query) => timelineFind(session.timeline, query),
    timelineOverview: (window) => timelineOverview(session.timeline, window),
    timelineGroups: (window) => groupColumns(session.timeline, window, session.currentRevision),
    timelineDetail: (asked) => timelineDetail(session.asked, session.timeline, asked),
    timelineTrace: () => exportTimeline(session.incident.tape, session.timeline, 'perfetto'),
    laneRanks: (asked) => laneRanks(session.timeline, asked, session.currentRevision),
    timelineCounters: (window) => counterColumns(session.counters, window, session.currentRevision),
  };
}

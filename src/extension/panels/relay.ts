// What pages may ask: every message from a page is checked here before anything acts on it. Engine questions go on unread.
import * as v from 'valibot';
import type { InputId } from '../../base/input.ts';
import { sourceId } from '../../base/input.ts';
import { directions } from '../../base/ordered.ts';
import { micros } from '../../base/time.ts';
import { ChannelError, type CallContext, type Handlers } from '../../protocol/channel.ts';
import { latencyOrders, type LatencyQuery } from '../../protocol/latencyApi.ts';
import { serverVersions } from '../../protocol/apiServerApi.ts';
import { liveResources } from '../../protocol/liveInformerApi.ts';
import { stackOrders } from '../../protocol/goroutineApi.ts';
import { findingOrders, podOrders } from '../../protocol/engineApi.ts';
import { machinePartIds } from '../../protocol/machineApi.ts';
import { callOrders, plegOrders } from '../../protocol/pageApi.ts';
import { queueVersions } from '../../protocol/queueApi.ts';
import {
  openings,
  pageNames,
  relayedMethods,
  type HostApi,
  type Opening,
  type PageName,
} from '../../protocol/hostApi.ts';
import type { TrialForm, TrialRow } from '../../protocol/trialApi.ts';
import { queueOrders } from '../../protocol/workerQueueApi.ts';
import { messages } from '../messages.ts';
import type { Session } from '../session.ts';

type RelayedMethod = (typeof relayedMethods)[number];
type Relayed = Pick<Handlers<HostApi>, RelayedMethod>;

/** What the extension itself does for a page. */
export interface PageHost {
  ready(): {
    readonly state: unknown;
    readonly reducedMotion: boolean;
    readonly target: string | undefined;
  };
  openLog(input: InputId): Promise<void>;
  openAnother(what: Opening): Promise<void>;
  copy(text: string): Promise<void>;
  exportLatencies(query: LatencyQuery): Promise<void>;
  openInPerfetto(): Promise<void>;
  showPage(page: PageName, target: string | undefined): Promise<void>;
  openGoSource(path: string, line: number, version: string | undefined): Promise<void>;
  openGoFunction(path: string, name: string, version: string | undefined): Promise<void>;
  openGoStatement(input: InputId): Promise<void>;
  tryOnCluster(form: TrialForm, signal: AbortSignal | undefined): Promise<TrialRow | undefined>;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5_000));
const index = v.pipe(v.number(), v.integer(), v.minValue(-1));
const time = v.pipe(v.number(), v.finite(), v.transform(micros));
const text = v.pipe(v.string(), v.maxLength(100_000));
const input = v.strictObject({
  source: v.pipe(v.number(), v.integer(), v.minValue(0), v.transform(sourceId)),
  offset: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
const range = v.strictObject({ start: index, count });
const filter = v.pipe(v.string(), v.maxLength(2_000));
const rows = v.strictObject({ ...range.entries, text: v.exactOptional(filter) });
/** VS Code turns what a page leaves undefined in a list into null. */
const key = v.pipe(
  v.nullish(text),
  v.transform((value) => value ?? undefined),
);
const lanes = v.exactOptional(v.pipe(v.array(index), v.maxLength(10_000)));
const columns = v.strictObject({
  from: time,
  to: time,
  width: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20_000)),
});

/** By which of its columns a table is sorted. */
function orderedBy<const T extends readonly string[]>(columns: T) {
  return {
    by: v.exactOptional(v.picklist(columns)),
    order: v.exactOptional(v.picklist(directions)),
  };
}

const latencies = { text: v.exactOptional(filter), ...orderedBy(latencyOrders) };

/** What the questions about the inside of a kubelet have in common. */
const machineParts = {
  node: v.exactOptional(text),
  pod: v.exactOptional(text),
  parts: v.exactOptional(v.array(v.picklist(machinePartIds))),
};

const part = v.strictObject({
  sources: v.exactOptional(v.pipe(v.array(index), v.maxLength(10_000))),
  from: v.exactOptional(time),
  to: v.exactOptional(time),
});
const compared = v.strictTuple([v.strictObject({ before: part, after: part })]);

/** A script, and the move after which its page is asked for. */
const script = {
  script: v.pipe(v.string(), v.maxLength(200_000)),
  at: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(-1))),
};

/** A name of a namespace or node. */
const objectName = v.pipe(v.string(), v.maxLength(253), v.regex(/^[a-z0-9.-]*$/));

const goPath = v.pipe(
  v.string(),
  v.maxLength(500),
  v.regex(/^[A-Za-z0-9_.\-/]+\.go$/),
  v.excludes('..'),
);

/** The form of each method's arguments. */
export const requests = {
  ready: v.strictTuple([text]),
  openLog: v.strictTuple([input]),
  openAnother: v.strictTuple([v.picklist(openings)]),
  copy: v.strictTuple([v.pipe(v.string(), v.maxLength(1_000_000))]),
  openInPerfetto: v.strictTuple([]),
  showPage: v.strictTuple([v.picklist(pageNames), key]),
  openGoSource: v.strictTuple([goPath, v.pipe(v.number(), v.integer(), v.minValue(1)), key]),
  openGoFunction: v.strictTuple([
    goPath,
    v.pipe(v.string(), v.maxLength(200), v.regex(/^[\w.|]+$/)),
    key,
  ]),
  openGoStatement: v.strictTuple([input]),
  compareNode: v.strictTuple([key, filter]),
  compare: compared,
  comparison: compared,
  goroutines: v.strictTuple([filter, v.strictObject(orderedBy(stackOrders))]),
  checkFilter: v.strictTuple([filter, index]),
  lanesLike: v.strictTuple([filter]),
  goroutineStack: v.strictTuple([index]),
  // A page asks nodes; files are opened by the extension alone.
  openGoroutines: v.strictTuple([v.strictObject({ kind: v.literal('node'), node: text })]),
  session: v.strictTuple([]),
  cursor: v.strictTuple([]),
  seek: v.strictTuple([
    v.variant('kind', [
      v.strictObject({ kind: v.literal('time'), time }),
      v.strictObject({ kind: v.literal('input'), input }),
      v.strictObject({ kind: v.literal('position'), position: index }),
      v.strictObject({ kind: v.literal('start') }),
      v.strictObject({ kind: v.literal('end') }),
    ]),
  ]),
  step: v.strictTuple([
    v.picklist(['event', 'line']),
    v.pipe(v.number(), v.integer(), v.minValue(-1_000_000), v.maxValue(1_000_000)),
  ]),
  selectPod: v.strictTuple([key]),
  pods: v.strictTuple([
    v.strictObject({
      ...rows.entries,
      ...orderedBy(podOrders),
      gone: v.exactOptional(v.boolean()),
    }),
  ]),
  pod: v.strictTuple([text]),
  story: v.strictTuple([text]),
  pleg: v.strictTuple([rows]),
  network: v.strictTuple([rows]),
  findingBriefs: v.strictTuple([
    v.strictObject({ ...rows.entries, ...orderedBy(findingOrders), kind: v.exactOptional(text) }),
  ]),
  findingKinds: v.strictTuple([v.strictObject({ text: v.exactOptional(filter) })]),
  finding: v.strictTuple([text, v.strictObject({ between: count })]),
  inputs: v.strictTuple([range]),
  input: v.strictTuple([input]),
  identify: v.strictTuple([v.pipe(v.array(text), v.maxLength(1_000))]),
  lanes: v.strictTuple([range]),
  timeline: v.strictTuple([v.strictObject({ ...columns.entries, lanes })]),
  timelineStats: v.strictTuple([v.strictObject({ from: time, to: time, lanes })]),
  timelineFind: v.strictTuple([
    v.strictObject({
      text,
      names: v.exactOptional(v.pipe(v.array(text), v.maxLength(256))),
      lanes,
      severity: v.exactOptional(v.picklist(['warning', 'error'])),
      after: v.strictObject({
        time,
        position: v.exactOptional(index),
        item: v.exactOptional(index),
      }),
      step: v.picklist([1, -1]),
      within: v.exactOptional(columns),
    }),
  ]),
  ask: v.strictTuple([
    v.variant('kind', [
      v.strictObject({ kind: v.literal('killed'), podKey: text }),
      v.strictObject({ kind: v.literal('stuck'), podKey: text }),
      v.strictObject({ kind: v.literal('happened'), time: v.exactOptional(time) }),
      v.strictObject({ kind: v.literal('normal'), input }),
    ]),
  ]),
  podPage: v.strictTuple([text]),
  podLines: v.strictTuple([text, v.strictObject({ start: v.exactOptional(index), count })]),
  plegPage: v.strictTuple([v.strictObject({ ...rows.entries, ...orderedBy(plegOrders) })]),
  machinePage: v.strictTuple([]),
  workerQueues: v.strictTuple([v.strictObject({ ...rows.entries, ...orderedBy(queueOrders) })]),
  cacheWrites: v.strictTuple([rows]),
  machineAt: v.strictTuple([
    v.strictObject({
      position: v.exactOptional(index),
      step: v.exactOptional(index),
      ...machineParts,
      count: v.exactOptional(count),
    }),
  ]),
  machineSteps: v.strictTuple([
    v.strictObject({ ...machineParts, start: v.exactOptional(index), count }),
  ]),
  cacheWaits: v.strictTuple([
    v.strictObject({
      node: v.exactOptional(text),
      pod: v.exactOptional(text),
      from: v.exactOptional(time),
      to: v.exactOptional(time),
      atOnce: v.exactOptional(v.boolean()),
      count,
    }),
  ]),
  networkPage: v.strictTuple([
    v.strictObject({
      ...rows.entries,
      ...orderedBy(callOrders),
      command: v.exactOptional(v.picklist(['ADD', 'DEL'])),
      failing: v.exactOptional(v.boolean()),
    }),
  ]),
  timelineOverview: v.strictTuple([columns]),
  timelineGroups: v.strictTuple([
    v.strictObject({
      ...columns.entries,
      by: v.picklist(['namespace', 'node']),
      groups: v.pipe(v.array(text), v.maxLength(100)),
    }),
  ]),
  timelineDetail: v.strictTuple([
    v.strictObject({ lane: index, kind: index, from: time, to: time }),
  ]),
  laneRanks: v.strictTuple([v.strictObject({ from: time, to: time, at: time })]),
  timelineCounters: v.strictTuple([
    v.strictObject({
      ...columns.entries,
      counters: v.pipe(
        v.array(v.picklist(['pods', 'workers', 'relist', 'cni', 'errors'])),
        v.maxLength(5),
      ),
    }),
  ]),
  timelineLines: v.strictTuple([
    v.strictObject({
      filter,
      within: columns,
      window: v.strictObject({
        ...columns.entries,
        lanes: v.pipe(v.array(index), v.maxLength(10_000)),
      }),
    }),
  ]),
  timelineLine: v.strictTuple([
    v.strictObject({ filter, after: index, step: v.picklist([1, -1]) }),
  ]),
  latencies: v.strictTuple([v.strictObject({ ...range.entries, ...latencies })]),
  exportLatencies: v.strictTuple([v.strictObject(latencies)]),
  informerPage: v.strictTuple([
    v.strictObject({
      informer: v.exactOptional(index),
      step: v.exactOptional(index),
      text: v.exactOptional(filter),
    }),
  ]),
  liveInformers: v.strictTuple([
    v.strictObject({
      resource: v.exactOptional(v.picklist(liveResources)),
      node: v.exactOptional(objectName),
      text: v.exactOptional(filter),
    }),
  ]),
  reflectorLines: v.strictTuple([]),
  tryOnCluster: v.strictTuple([
    v.strictObject({
      kind: v.picklist(['list', 'watch']),
      namespace: objectName,
      node: objectName,
      resourceVersion: v.pipe(v.string(), v.maxLength(50)),
      resourceVersionMatch: v.picklist(['', 'Exact', 'NotOlderThan']),
      limit: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
      continue: v.pipe(v.string(), v.maxLength(4_000)),
      sendInitialEvents: v.boolean(),
      allowWatchBookmarks: v.boolean(),
    }),
  ]),
  queuePage: v.strictTuple([v.strictObject({ version: v.picklist(queueVersions), ...script })]),
  serverPage: v.strictTuple([v.strictObject({ version: v.picklist(serverVersions), ...script })]),
} as const satisfies Record<keyof HostApi, v.GenericSchema>;

/** The arguments in the form that the method wants, or a refusal that travels back to the page. */
function checked<K extends keyof HostApi>(
  method: K,
  args: readonly unknown[],
): v.InferOutput<(typeof requests)[K]> {
  const result = v.safeParse(requests[method], args);
  if (!result.success) throw new ChannelError(messages.rejected(method), 'bad-request');
  return result.output;
}

export function handlersFor(session: Pick<Session, 'ask'>, host: PageHost): Handlers<HostApi> {
  return {
    ready: (...raw: unknown[]) => {
      asked('ready', raw);
      return host.ready();
    },
    openLog: (...raw: unknown[]) => host.openLog(...asked('openLog', raw)[0]),
    openAnother: (...raw: unknown[]) => host.openAnother(...asked('openAnother', raw)[0]),
    copy: (...raw: unknown[]) => host.copy(...asked('copy', raw)[0]),
    exportLatencies: (...raw: unknown[]) =>
      host.exportLatencies(asked('exportLatencies', raw)[0][0]),
    openInPerfetto: (...raw: unknown[]) => {
      asked('openInPerfetto', raw);
      return host.openInPerfetto();
    },
    showPage: (...raw: unknown[]) => host.showPage(...asked('showPage', raw)[0]),
    openGoSource: (...raw: unknown[]) => host.openGoSource(...asked('openGoSource', raw)[0]),
    openGoFunction: (...raw: unknown[]) => host.openGoFunction(...asked('openGoFunction', raw)[0]),
    openGoStatement: (...raw: unknown[]) =>
      host.openGoStatement(...asked('openGoStatement', raw)[0]),
    tryOnCluster: (...raw: unknown[]) => {
      const [[form], signal] = asked('tryOnCluster', raw);
      return host.tryOnCluster(form, signal);
    },
    ...relayedTo(session),
  };
}

/** Each method of the engine that a page may call, once its arguments have the form of it. */
function relayedTo(session: Pick<Session, 'ask'>): Relayed {
  const ask = session.ask.bind(session) as (method: string, ...rest: unknown[]) => unknown;
  const relay = (method: RelayedMethod) => [
    method,
    (...raw: unknown[]) => ask(method, ...asked(method, raw)),
  ];
  return Object.fromEntries(relayedMethods.map(relay)) as Relayed;
}

/** A page may send any number of arguments; the channel adds what tells of cancellation as the last. */
function asked<K extends keyof HostApi>(
  method: K,
  raw: readonly unknown[],
): [v.InferOutput<(typeof requests)[K]>, AbortSignal | undefined] {
  const context = raw.at(-1);
  return [checked(method, raw.slice(0, -1)), isContext(context) ? context.signal : undefined];
}

function isContext(value: unknown): value is CallContext {
  return (
    typeof value === 'object' &&
    value !== null &&
    'signal' in value &&
    value.signal instanceof AbortSignal
  );
}

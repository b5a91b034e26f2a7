import type { InputId } from '../base/input.ts';
import type { EngineApi, EngineEvent } from './engineApi.ts';
import type { LatencyQuery } from './latencyApi.ts';
import type { TrialForm, TrialRow } from './trialApi.ts';

/** The pages, by the folder of webview/ that each is made of. */
export const pageNames = [
  'timeline',
  'pod',
  'findings',
  'network',
  'latencies',
  'goroutines',
  'pleg',
  'syncLoop',
  'informer',
  'queues',
  'apiServer',
  'node',
  'compare',
  'machine',
] as const;
export type PageName = (typeof pageNames)[number];

/** What there is to open where nothing is. */
export const openings = ['log', 'sample'] as const;
export type Opening = (typeof openings)[number];

/** What a page may ask of the extension itself. */
export interface HostOwnApi {
  /** The first call of a page: it gets what it stored last time under its id. */
  ready(page: string): Promise<{
    readonly state: unknown;
    readonly reducedMotion: boolean;
    /** What the page is to show of what it has: a finding's key, what to compare as JSON. */
    readonly target: string | undefined;
  }>;
  /** Reveals the line in an editor beside the page. */
  openLog(input: InputId): Promise<void>;
  /** Opens a log that the person chooses, or a sample. */
  openAnother(what: Opening): Promise<void>;
  copy(text: string): Promise<void>;
  /** Shows the table of latencies as text that can be saved. */
  exportLatencies(query: LatencyQuery): Promise<void>;
  /** Saves the timeline as a trace, once the person agrees, and opens Perfetto in the browser. */
  openInPerfetto(): Promise<void>;
  /** Opens another page, or brings it to the front; `target`: what it is to show of what it has. */
  showPage(page: PageName, target?: string): Promise<void>;
  /** Opens Go source of Kubernetes: `path` in its repository; the version as the kubelet tells it. */
  openGoSource(path: string, line: number, version: string | undefined): Promise<void>;
  /** Opens a Go function, `Reflector.watchList` or, where its name has changed, `Reflector.list|Reflector.ListAndWatch`: without a version that of the kubelet at the cursor. */
  openGoFunction(path: string, name: string, version: string | undefined): Promise<void>;
  /** Opens the statement that wrote a line. */
  openGoStatement(input: InputId): Promise<void>;
  /** Sends one list or watch to the connected cluster, once the person agrees; undefined: not agreed. */
  tryOnCluster(form: TrialForm): Promise<TrialRow | undefined>;
}

/** Engine methods that pages may call: questions and cursor moves, relayed unread. */
export const relayedMethods = [
  'session',
  'cursor',
  'seek',
  'step',
  'selectPod',
  'pods',
  'pod',
  'story',
  'pleg',
  'network',
  'findingBriefs',
  'findingKinds',
  'finding',
  'inputs',
  'input',
  'identify',
  'lanes',
  'timeline',
  'ask',
  'podPage',
  'podLines',
  'networkPage',
  'plegPage',
  'machinePage',
  'machineAt',
  'machineSteps',
  'cacheWaits',
  'workerQueues',
  'cacheWrites',
  'informerPage',
  'liveInformers',
  'reflectorLines',
  'queuePage',
  'serverPage',
  'latencies',
  'timelineStats',
  'timelineFind',
  'timelineOverview',
  'timelineCounters',
  'timelineGroups',
  'timelineDetail',
  'laneRanks',
  'timelineLines',
  'timelineLine',
  'checkFilter',
  'lanesLike',
  'goroutines',
  'goroutineStack',
  'openGoroutines',
  'compareNode',
  'compare',
  'comparison',
] as const satisfies readonly (keyof EngineApi)[];

export type HostApi = HostOwnApi & Pick<EngineApi, (typeof relayedMethods)[number]>;

/** What the host tells a page: the engine's events, and what it is to show when it is there already. */
export type HostEvent = EngineEvent | { readonly kind: 'show'; readonly target: string };

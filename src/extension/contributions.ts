// The ids that package.json contributes, and what each command takes. A test compares the two; nobody else spells an id.
import type { Uri } from 'vscode';
import type { InputId } from '../base/input.ts';
import type { SimulationOptions } from '../protocol/engineApi.ts';
import type { ManifestPodRow } from '../protocol/manifestApi.ts';
import type { PageName } from '../protocol/hostApi.ts';

/** The views of the activity-bar container, in the order on screen. */
export const viewIds = [
  'kubelet.findings',
  'kubelet.pods',
  'kubelet.network',
  'kubelet.pleg',
  'kubelet.workers',
  'kubelet.sources',
] as const;
export type ViewId = (typeof viewIds)[number];

/** Something picked in a view: `input` is its line, the pod is selected. */
export interface Picked {
  readonly input: InputId | undefined;
  readonly podKey: string | undefined;
}

/** What the commands of a row's menu need of the row, which VS Code hands them. */
export interface RowTarget {
  readonly label: string;
  readonly description?: string | undefined;
  readonly copy?: string | undefined;
  readonly link?: string | undefined;
  /** The line that the row leads to; else the first that proves it. */
  readonly input?: InputId | undefined;
  readonly provedBy?: readonly InputId[] | undefined;
}

/** A statement in Go source that an input names: `place` is `file.go:123` as the log has it. */
export interface GoStatement {
  readonly input: InputId;
  readonly place: string;
}

/** Lines of a Go file, from 1: those of a function. */
export interface GoSpan {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** The pod of a row, or of a link in a hover. */
export interface PodTarget {
  readonly podKey?: string | undefined;
}

/** An object of a manifest, and its pods. */
export interface ManifestTarget {
  readonly name: string;
  readonly pods: readonly ManifestPodRow[];
}

/** The node of a row. */
export interface NodeTarget {
  readonly node?: string | undefined;
}

/** The finding of a row, as a mute names it. */
export interface FindingTarget {
  readonly finding?:
    { readonly id: string; readonly pod: string | undefined; readonly key: string } | undefined;
}

/** Every command with its arguments; the palette and key bindings give none. */
export interface CommandArguments {
  'kubelet.openLog': [file?: Uri, files?: readonly Uri[]];
  'kubelet.followLog': [file?: Uri];
  'kubelet.stopFollowing': [];
  'kubelet.openSample': [name?: string];
  /** A file, or the name of a scenario that comes with the extension. The explorer gives all files that are selected, too. */
  'kubelet.simulate': [scenario?: Uri | string, options?: SimulationOptions | readonly Uri[]];
  /** A file; or a row, which tells where to begin. */
  'kubelet.debugLog': [from?: Uri | RowTarget];
  'kubelet.play': [speed?: number];
  'kubelet.selectPlaySpeed': [];
  'kubelet.stepOutBack': [];
  'kubelet.closeLog': [];
  'kubelet.goToTime': [];
  'kubelet.goToStart': [];
  'kubelet.goToEnd': [];
  'kubelet.goToLine': [];
  /** A menu gives the row; a key means the one that has the focus. */
  'kubelet.goToRow': [row?: RowTarget & PodTarget];
  'kubelet.goBack': [];
  'kubelet.goForward': [];
  'kubelet.toggleFollowCaret': [];
  'kubelet.findLines': [];
  'kubelet.stepForward': [];
  'kubelet.stepBack': [];
  'kubelet.stepLineForward': [];
  'kubelet.stepLineBack': [];
  'kubelet.selectHindsight': [];
  'kubelet.showTimeline': [];
  'kubelet.openInPerfetto': [];
  'kubelet.showSyncLoop': [];
  'kubelet.showMachine': [];
  'kubelet.showWorkerQueues': [];
  'kubelet.showPlegPage': [];
  'kubelet.showNetworkPage': [];
  'kubelet.showLatencies': [];
  'kubelet.showInformer': [];
  'kubelet.showQueues': [];
  'kubelet.showApiServer': [];
  'kubelet.showFindings': [row?: FindingTarget];
  'kubelet.groupFindings': [];
  'kubelet.exportFindings': [];
  'kubelet.saveCase': [];
  'kubelet.saveSession': [];
  'kubelet.compare': [];
  'kubelet.showPodPage': [pod?: PodTarget];
  'kubelet.pick': [picked?: Picked];
  'kubelet.showPod': [podKey?: string];
  'kubelet.showMore': [view?: ViewId];
  'kubelet.filterSources': [];
  'kubelet.filterPods': [];
  'kubelet.filterWorkers': [];
  'kubelet.filterPleg': [];
  'kubelet.filterNetwork': [];
  'kubelet.filterFindings': [];
  'kubelet.clearSourcesFilter': [];
  'kubelet.clearPodsFilter': [];
  'kubelet.clearWorkersFilter': [];
  'kubelet.clearPlegFilter': [];
  'kubelet.clearNetworkFilter': [];
  'kubelet.clearFindingsFilter': [];
  'kubelet.groupPods': [];
  'kubelet.whyStuck': [pod?: PodTarget];
  'kubelet.whyKilled': [pod?: PodTarget];
  'kubelet.whatHappened': [];
  'kubelet.whatIsOverdue': [];
  'kubelet.compareMoments': [];
  'kubelet.isLineNormal': [file?: Uri, line?: number];
  'kubelet.muteFinding': [row?: FindingTarget];
  'kubelet.showMuted': [];
  /** Of a menu: the row under it, and all that are selected. By its key: what is selected in the view used last. */
  'kubelet.copyRow': [row?: RowTarget, rows?: readonly RowTarget[]];
  'kubelet.openLink': [row?: RowTarget];
  'kubelet.openStore': [address?: string];
  'kubelet.connectCluster': [context?: string];
  'kubelet.disconnectCluster': [];
  'kubelet.openNodeLog': [node?: NodeTarget];
  'kubelet.debugNode': [node?: NodeTarget];
  'kubelet.showNodeGoroutines': [node?: NodeTarget];
  'kubelet.compareNode': [node?: NodeTarget];
  'kubelet.raiseVerbosity': [node?: NodeTarget];
  'kubelet.showManifestPods': [object?: ManifestTarget];
  'kubelet.openManifest': [pod?: PodTarget & Partial<RowTarget>];
  /** The explorer and editors give a file. */
  'kubelet.openGoroutines': [file?: Uri];
  /** An editor's menu gives its file; that of a frame of the call stack the file of the frame, and which it is. */
  'kubelet.openGoSource': [
    statement?: GoStatement | Uri | string,
    frame?: { readonly frameId?: string },
  ];
  /** The document that says that its file is not at hand. */
  'kubelet.getSource': [document?: string];
  'kubelet.stepInGo': [span?: GoSpan, direction?: 'forwards' | 'backwards'];
  'kubelet.stopInGo': [functionName?: string];
}
export type CommandId = keyof CommandArguments;
/** What filters a view, and what takes its filter away. */
export type FilterCommandId = Extract<CommandId, `kubelet.${'filter' | 'clear'}${string}`>;

/** Commands that only our own rows and hovers call: not in the palette. */
export const innerCommands = [
  'kubelet.pick',
  'kubelet.goToRow',
  'kubelet.showPod',
  'kubelet.showMore',
  'kubelet.showManifestPods',
  'kubelet.copyRow',
  'kubelet.openLink',
  'kubelet.stepInGo',
  'kubelet.stopInGo',
] as const satisfies readonly CommandId[];

/** Keys for `when` clauses. */
export const contextKeys = {
  hasSession: 'kubelet.hasSession',
  hasCluster: 'kubelet.hasCluster',
  isFollowing: 'kubelet.isFollowing',
  /** The file in front is a log that is not open. */
  offersLog: 'kubelet.offersLog',
  /** Ids of the views that have a filter. */
  filteredViews: 'kubelet.filteredViews',
} as const;

export const settings = {
  section: 'kubelet',
  year: 'log.year',
  utcOffset: 'log.utcOffset',
  fadeFuture: 'editor.fadeFuture',
  followCaret: 'editor.followCaret',
  rulePacks: 'rulePacks',
  sourceFolders: 'sourceFolders',
  kubeconfig: 'kubeconfig',
  playSpeed: 'debug.playSpeed',
  redact: 'assistants.redact',
} as const;

/** Tools of models are called so, and then as the engine knows them. */
export const TOOL_PREFIX = 'kubelet_';
export const CHAT_PARTICIPANT = 'kubelet.chat';
export const MCP_SERVERS = 'kubelet.mcp';
/** The editor of `.kubelet-case` files. */
export const CASE_EDITOR = 'kubelet.case';
export const LANGUAGE = 'kubelet-log';
export const DEBUG_TYPE = 'kubelet';
/** The pages: each is a bundle of webview/, an icon of media/ and a type of editor tab, which brings its own activation event. */
export const pageTypes = {
  timeline: 'kubelet.timeline',
  findings: 'kubelet.findingsPage',
  pod: 'kubelet.pod',
  goroutines: 'kubelet.goroutines',
  node: 'kubelet.node',
  network: 'kubelet.networkPage',
  latencies: 'kubelet.latenciesPage',
  pleg: 'kubelet.plegPage',
  syncLoop: 'kubelet.syncLoop',
  informer: 'kubelet.informerPage',
  queues: 'kubelet.queuesPage',
  apiServer: 'kubelet.apiServerPage',
  compare: 'kubelet.comparePage',
  machine: 'kubelet.machinePage',
} as const satisfies Record<PageName, string>;
export type PageId = PageName;
/** A folder with this file is an incident: opening the folder opens the logs that it names. */
export const INCIDENT_FILE = 'kubelet-incident.json';
/** A folder of the extension's own storage: which kubelets log at a raised verbosity, a file for each. */
export const VERBOSITY_NOTES = 'verbosities';

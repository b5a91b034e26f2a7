import type { EngineClient } from '../engine/client.ts';
import type {
  EngineApi,
  OpenRequest,
  SessionInfo,
  SimulationOptions,
} from '../protocol/engineApi.ts';
import type { DebugPlace, GoPlace } from '../protocol/debugApi.ts';
import type { SourceRow } from '../protocol/rows.ts';

/** A question to the engine. */
export type Ask = <K extends keyof EngineApi>(
  method: K,
  args: Parameters<EngineApi[K]>,
  signal?: AbortSignal,
) => Promise<Awaited<ReturnType<EngineApi[K]>>>;

/** The questions of a client. */
export function askOf(client: EngineClient): Ask {
  return async <K extends keyof EngineApi>(
    method: K,
    args: Parameters<EngineApi[K]>,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<EngineApi[K]>>> =>
    await client.call(method, args, signal === undefined ? {} : { signal });
}

/** Logs that are open in an engine, for as long as a debug session lasts. */
export interface OpenedLogs {
  readonly ask: Ask;
  readonly info: SessionInfo;
  close(): Promise<void>;
}

/** Where a line is shown: a path or a URI, and the line there, from 1. */
export interface ShownPlace {
  readonly path: string;
  readonly line: number;
}

/** What a person wants to debug: logs, or a simulation. */
export interface WantedLogs extends Omit<OpenRequest, 'sources'> {
  /** Files, folders, archives and cases, by path or URI. Empty: what the editor has open, which may stand in no file. */
  readonly logs: readonly string[];
  /** Instead of logs: a file with a scenario, or the name of one that comes along. */
  readonly scenario: string | undefined;
  readonly simulation: SimulationOptions;
}

/** A node of a cluster, whose kubelet's log is followed. */
export interface WantedNode {
  readonly node: string;
  /** Of the kubeconfig; undefined: the one that is connected, else the current one. */
  readonly context: string | undefined;
  /** A file; undefined: those that kubectl would read, or what the editor is set to. */
  readonly kubeconfig: string | undefined;
}

/** What a debug session needs of where it runs. */
export interface DebugHost {
  /** The line of a Go function whose file is at hand; absent: no file is. */
  readonly functionLine?: (go: GoPlace, name: string) => Promise<number | undefined>;
  /** Whether the person looks at Go source: a stop then shows the statement before the line that it wrote. */
  readonly isInGo?: () => boolean;
  /** Rejects with a sentence when nothing of it can be read; undefined: the person has stopped it. */
  open(wanted: WantedLogs): Promise<OpenedLogs | undefined>;
  /** Follows a node's log; what was followed before goes on after `close`. Rejects with what is in the way. */
  attach(wanted: WantedNode, signal: AbortSignal): Promise<OpenedLogs>;
  /** How the editor shows a line of a log; absent: logs with a file as that file, others as texts that the adapter serves. */
  readonly place?: (source: SourceRow, place: DebugPlace) => Promise<ShownPlace>;
}

// The live cluster of a session: at most one is connected, and nothing is sent before a person asks.
import { DisposableStore, type Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import { micros, MILLISECOND, type Micros } from '../base/time.ts';
import type { ClusterView } from '../cluster/clusterView.ts';
import type { ClusterConnection } from '../cluster/main.ts';
import type { NodeLog } from '../cluster/nodeLog.ts';
import type { NodeObstacle } from '../cluster/nodeObstacle.ts';
import type { Attention } from '../cluster/samples.ts';
import { ChannelError } from '../protocol/channel.ts';
import type { ClusterContexts, ConnectRequest, NodeLogRow } from '../protocol/clusterApi.ts';
import type { ClusterHost } from './host/clusterHost.ts';
import type { GrowingBytes } from './host/memoryText.ts';

/** What `present` makes rows of. */
export interface Connected {
  readonly connection: ClusterConnection;
  readonly view: ClusterView;
  /** Of the API server; empty where it keeps that to itself. */
  readonly version: string;
}

export class Live implements Disposable {
  private readonly host: ClusterHost | undefined;
  private readonly emitter = new Emitter<undefined>();
  private lifetime = new DisposableStore();
  private current: Connected | undefined;
  /** How much somebody looks at what kubelets are asked for. */
  attention: Attention = 'shown';

  /** The cluster, or what is known of it, changed. */
  readonly onChange = this.emitter.event;

  constructor(host: ClusterHost | undefined) {
    this.host = host;
  }

  get connected(): Connected | undefined {
    return this.current;
  }

  /** Rejects with a sentence when none is connected. */
  get needed(): Connected {
    if (this.current === undefined)
      throw new ChannelError('No cluster is connected.', 'no-cluster');
    return this.current;
  }

  async contexts(kubeconfig: string | undefined): Promise<ClusterContexts> {
    const { contexts } = await this.room();
    const found = contexts(kubeconfig === undefined ? undefined : [kubeconfig]);
    if (!found.ok) throw new ChannelError(found.error, 'kubeconfig');
    return found.value;
  }

  async connect(request: ConnectRequest, signal: AbortSignal): Promise<Connected> {
    const { connect } = await this.room();
    this.disconnect();
    const { context, kubeconfig, runsPrograms, httpProxy } = request;
    const made = connect({
      context,
      runsPrograms,
      ...(kubeconfig === undefined ? {} : { files: [kubeconfig] }),
      ...(httpProxy === undefined ? {} : { httpProxy }),
    });
    if (!made.ok) throw new ChannelError(made.error, 'kubeconfig');
    const connection = made.value;
    const reached = await connection.reach(signal).catch((reason: unknown) => {
      connection.dispose();
      throw reason;
    });
    if (!reached.ok || signal.aborted) {
      connection.dispose();
      const why = reached.ok ? 'It was given up.' : reached.error;
      throw new ChannelError(
        `The cluster of the context ${context} cannot be reached: ${why}`,
        'unreachable',
      );
    }
    return this.take(connection, reached.value);
  }

  private take(connection: ClusterConnection, version: string): Connected {
    // Another one may have been connected while this one was waited for.
    this.disconnect();
    const view = connection.watch();
    this.lifetime.add(connection);
    this.lifetime.add(view);
    view.onChange(() => {
      this.emitter.fire(undefined);
    });
    this.current = { connection, view, version };
    this.emitter.fire(undefined);
    return this.current;
  }

  /** The stacks of a node's kubelet, as text. Rejects with what is in the way and what mends it. */
  async goroutines(
    node: string,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly at: Micros; readonly version: string | undefined }> {
    const { connection, view } = this.needed;
    const { summary } = view.nodes().find(({ metadata }) => metadata?.name === node) ?? {};
    const answer = await connection.endpoint(node, 'debug/pprof/goroutine?debug=2', signal);
    if (!answer.ok) throw obstacleError(answer.error);
    const at = micros(Date.now() * MILLISECOND);
    return { text: answer.value, at, version: summary?.kubelet };
  }

  disconnect(): void {
    this.lifetime.dispose();
    this.lifetime = new DisposableStore();
    if (this.current === undefined) return;
    this.current = undefined;
    this.emitter.fire(undefined);
  }

  /** The log of a node's kubelet. Rejects with what is in the way and what mends it. */
  async nodeLog(node: string, signal: AbortSignal): Promise<NodeLog> {
    const found = await this.needed.connection.findLog(node, signal);
    if (!found.ok) throw obstacleError(found.error);
    return found.value;
  }

  /** The same, to be shown before anything is opened. */
  async lookForLog(node: string, signal: AbortSignal): Promise<NodeLogRow> {
    const found = await this.needed.connection.findLog(node, signal);
    return found.ok
      ? { kind: 'found', from: found.value.from }
      : { kind: 'obstacle', ...found.error };
  }

  /** As the kubelet is configured; it does not tell what it was set to since. */
  async verbosity(node: string, signal: AbortSignal): Promise<number> {
    const answer = await this.needed.connection.endpoint(node, 'configz', signal);
    if (!answer.ok) throw obstacleError(answer.error);
    return Number(/"verbosity":(\d{1,2})\b/.exec(answer.value)?.[1] ?? 0);
  }

  async setVerbosity(node: string, level: number, signal: AbortSignal): Promise<void> {
    const answer = await this.needed.connection.setVerbosity(node, level, signal);
    if (!answer.ok) throw obstacleError(answer.error);
  }

  newBytes(): GrowingBytes {
    if (this.host === undefined) throw new RangeError('only a host with clusters has logs of them');
    return this.host.bytes();
  }

  private async room() {
    if (this.host === undefined) {
      throw new ChannelError(
        'In a browser there is no way to a cluster: open the folder on a desktop or a remote machine.',
        'no-host',
      );
    }
    return await this.host.room().catch((thrown: unknown) => {
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      throw new ChannelError(`The part that talks to clusters cannot be loaded: ${why}`, 'no-host');
    });
  }

  dispose(): void {
    this.disconnect();
    this.emitter.dispose();
  }
}

/** The sentence, and below it the lines that mend it. */
export function obstacleError({ text, mend, what }: NodeObstacle): ChannelError {
  return new ChannelError([text, ...mend].join('\n'), what);
}

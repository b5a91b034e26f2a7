// Room cluster: the way to a real API server. It knows kubeconfig files, signing in, TLS, proxies and HTTP, and gives the
// informer room its transport; of pods and kubelets it knows nothing. This file is the chunk that is loaded when a cluster
// is first asked for.
import type { Disposable } from '../base/disposable.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { ListerWatcher } from '../informer/listerWatcher.ts';
import { describeRequestError } from '../informer/requestError.ts';
import { ask } from './ask.ts';
import { watchCluster, type ClusterView } from './clusterView.ts';
import { statsIn } from './endpointSample.ts';
import { httpListerWatcher, type ListedResource } from './httpListerWatcher.ts';
import { jsonOf, textField } from './json.ts';
import { inClusterTarget, kubeconfigFiles, readKubeconfig, targetOf } from './kubeconfig.ts';
import { quietly, type LogPart } from './logPart.ts';
import { findNodeLog, type NodeLog } from './nodeLog.ts';
import { notAllowed, obstacleOf, type NodeObstacle } from './nodeObstacle.ts';
import { podFacts, type PodFacts } from './podFacts.ts';
import { followSamples, type Attention } from './samples.ts';
import { nodeProxy, type NodeProxy } from './nodeProxy.ts';
import {
  planTrial,
  sendTrial,
  type TrialAnswer,
  type TrialPlan,
  type TrialRequest,
} from './trial.ts';
import type { AccessSource, Patience } from './exchange.ts';
import { KubeconfigAccess, type KubeconfigAccessOptions } from './kubeconfigAccess.ts';

export interface ConnectOptions extends KubeconfigAccessOptions {
  /** Default: those that kubectl would read, and inside a pod without any, the pod's own cluster. */
  readonly files?: readonly string[];
  /** Default: the current one. */
  readonly context?: string;
}

/** A way to one cluster as one user. Nothing is sent before something is asked. */
export interface ClusterConnection extends Disposable {
  readonly context: string;
  readonly namespace: string;
  /** Host and port. */
  readonly server: string;
  listerWatcher<T>(resource: ListedResource): ListerWatcher<T>;
  /**
   * Whether the server answers, within five seconds of having signed in: its version, empty where it keeps that to itself, or a
   * sentence. Rejects only for the signal.
   */
  reach(signal: AbortSignal): Promise<Result<string>>;
  /** Begins to follow nodes and pods, until the view is ended. */
  watch(): ClusterView;
  /** What `tryOnce` would send, and how long and how much of the answer it would hear. */
  planTrial(request: TrialRequest): TrialPlan;
  /** Sends one list or watch of pods, and tells what came of it. Rejects only for the signal. */
  tryOnce(request: TrialRequest, signal: AbortSignal): Promise<TrialAnswer>;
  /** What the kubelet of a node answers at a path of its own, as text, or what is in the way. Rejects only for the signal. */
  endpoint(node: string, path: string, signal: AbortSignal): Promise<Result<string, NodeObstacle>>;
  /** The pods that the kubelet of a node lists, or what is in the way. Rejects only for the signal. */
  pods(
    node: string,
    path: 'pods' | 'runningpods/',
    signal: AbortSignal,
  ): Promise<Result<readonly PodFacts[], NodeObstacle>>;
  /** How full a node is, as the body of a sample has it; undefined where its kubelet does not tell. Rejects only for the signal. */
  stats(node: string, signal: AbortSignal): Promise<unknown>;
  /** Changes the verbosity of the running kubelet. Rejects only for the signal. */
  setVerbosity(
    node: string,
    level: number,
    signal: AbortSignal,
  ): Promise<Result<undefined, NodeObstacle>>;
  /** The log of a node's kubelet, or why there is none to be had. Rejects only for the signal. */
  findLog(node: string, signal: AbortSignal): Promise<Result<NodeLog, NodeObstacle>>;
  /** What the kubelet of a node says of itself, as lines of a log of their own; the seldomer the less somebody looks. */
  samples(node: string, signal: AbortSignal, attention: () => Attention): AsyncIterable<LogPart>;
}

const reachPatience: Patience = { answer: 5_000, silence: 5_000 };

export function connect(options: ConnectOptions = {}): Result<ClusterConnection> {
  const read = readKubeconfig(options.files ?? kubeconfigFiles(options.environment));
  const inCluster = options.files === undefined ? inClusterTarget(options.environment) : undefined;
  const target = read.ok
    ? targetOf(read.value, options.context ?? '')
    : inCluster === undefined
      ? err(read.error)
      : ok(inCluster);
  if (!target.ok) return target;
  const source = new KubeconfigAccess(target.value, options);
  const { context, namespace, cluster } = target.value;
  return ok({
    context,
    namespace,
    server: URL.canParse(cluster.server) ? new URL(cluster.server).host : '',
    reach: (signal) => reach(source, signal),
    watch: () => watchCluster(source),
    planTrial: (request) => planTrial(cluster.server, request),
    tryOnce: (request, signal) => sendTrial(source, request, signal),
    endpoint: (node, path, signal) => endpoint(nodeProxy(source, node), path, signal),
    pods: async (node, path, signal) => {
      const answer = await endpoint(nodeProxy(source, node), path, signal);
      return answer.ok ? ok(podFacts(answer.value) ?? []) : answer;
    },
    stats: async (node, signal) => {
      const answer = await endpoint(nodeProxy(source, node), 'stats/summary', signal);
      return answer.ok ? statsIn(answer.value) : undefined;
    },
    setVerbosity: (node, level, signal) => setVerbosity(nodeProxy(source, node), level, signal),
    samples: (node, signal, attention) =>
      quietly(signal, followSamples(nodeProxy(source, node), { signal, attention })),
    findLog: (node, signal) => findNodeLog(nodeProxy(source, node), signal),
    listerWatcher: (resource) => httpListerWatcher(source, resource),
    dispose: () => {
      source.dispose();
    },
  });
}

async function endpoint(
  proxy: NodeProxy,
  path: string,
  signal: AbortSignal,
): Promise<Result<string, NodeObstacle>> {
  if ((await proxy.isAllowed('get', signal)) === false) return err(notAllowed('get'));
  const answer = await proxy.get(path, signal);
  if (!answer.ok) return err(obstacleOf(proxy.node, path, answer.error));
  return ok(answer.value.body.toString());
}

async function setVerbosity(
  proxy: NodeProxy,
  level: number,
  signal: AbortSignal,
): Promise<Result<undefined, NodeObstacle>> {
  if ((await proxy.isAllowed('update', signal)) === false) return err(notAllowed('update'));
  const path = 'debug/flags/v';
  const answer = await proxy.put(path, String(level), signal);
  return answer.ok ? ok(undefined) : err(obstacleOf(proxy.node, path, answer.error));
}

async function reach(source: AccessSource, signal: AbortSignal): Promise<Result<string>> {
  const answer = await ask(source, { path: '/version', patience: reachPatience }, signal);
  if (answer.ok) return ok(textField(jsonOf(answer.value.body.toString()), 'gitVersion') ?? '');
  const { error } = answer;
  if (error.type === 'status' && error.status.code === 403) return ok('');
  return err(describeRequestError(error).replace(/\.?$/, '.'));
}

/** The contexts one can connect to, by name, and the current one. */
export function contexts(
  files: readonly string[] = kubeconfigFiles(),
): Result<{ readonly names: readonly string[]; readonly current: string }> {
  const read = readKubeconfig(files);
  if (!read.ok) return read;
  return ok({ names: [...read.value.contexts.keys()], current: read.value.currentContext });
}

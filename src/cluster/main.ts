// Room cluster: the way to a real API server. It knows kubeconfig files, signing in, TLS, proxies and HTTP, and gives the
// informer room its transport; of pods and kubelets it knows nothing. This file is the chunk that is loaded when a cluster
// is first asked for.
import type { Disposable } from '../base/disposable.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { ListerWatcher } from '../informer/listerWatcher.ts';
import { httpListerWatcher, type ListedResource } from './httpListerWatcher.ts';
import { inClusterTarget, kubeconfigFiles, readKubeconfig, targetOf } from './kubeconfig.ts';
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
  listerWatcher<T>(resource: ListedResource): ListerWatcher<T>;
}

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
  const { context, namespace } = target.value;
  return ok({
    context,
    namespace,
    listerWatcher: (resource) => httpListerWatcher(source, resource),
    dispose: () => {
      source.dispose();
    },
  });
}

/** The contexts one can connect to, by name, and the current one. */
export function contexts(
  files: readonly string[] = kubeconfigFiles(),
): Result<{ readonly names: readonly string[]; readonly current: string }> {
  const read = readKubeconfig(files);
  if (!read.ok) return read;
  return ok({ names: [...read.value.contexts.keys()], current: read.value.currentContext });
}

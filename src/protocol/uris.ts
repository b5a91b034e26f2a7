/** One URI for one thing, always: a window of a big log, a Go source file of a kubelet, the rebuilt state at a time. */
import { micros, type Micros } from '../base/time.ts';

export const LOG_SCHEME = 'kubelet-log';
export const SOURCE_SCHEME = 'kubelet-source';
export const STATE_SCHEME = 'kubelet-state';

/**
 * A window of a log that is too big to be a document, or has no file: `offset` is the byte at which the window begins. Its path is the name
 * alone: VS Code shows paths.
 */
export interface LogWindow {
  readonly source: number;
  readonly name: string;
  readonly offset: number;
}

export function logWindowUri({ source, name, offset }: LogWindow): string {
  return `${LOG_SCHEME}://${source}-${offset}/${encodeURIComponent(name)}`;
}

export function parseLogWindowUri(uri: string): LogWindow | undefined {
  const m = /^kubelet-log:\/\/(\d+)-(\d+)\/([^/?#]*)$/.exec(uri);
  if (m === null) return undefined;
  return { source: Number(m[1]), offset: Number(m[2]), name: decoded(m[3] ?? '') };
}

/** A Go file of one version of Kubernetes: `v1.34.2`, `pkg/kubelet/kubelet.go`. */
export interface GoSource {
  readonly version: string;
  readonly path: string;
}

/**
 * Whether a text is a path from the root of the repository, and leads nowhere else: what a log, a stack or an address names may be of
 * a form that climbs out of a folder or into the page of another owner.
 */
export function isGoPath(path: string): boolean {
  const parts = path.split('/');
  const isPlain = parts.every((part) => /^[\w@.+~-]+$/.test(part) && !/^\.+$/.test(part));
  return isPlain && path.endsWith('.go') && path.length <= 500;
}

export function goSourceUri({ version, path }: GoSource): string {
  return `${SOURCE_SCHEME}:/${encodeURIComponent(version)}/${path}`;
}

export function parseGoSourceUri(uri: string): GoSource | undefined {
  const m = /^kubelet-source:\/([^/]+)\/([^?#]+\.go)$/.exec(uri);
  const [, version = '', path = ''] = m ?? [];
  return isGoPath(path) ? { version: decoded(version), path } : undefined;
}

export interface ClusterNode {
  readonly context: string;
  readonly node: string;
}

/** `cluster://CONTEXT/NODE`, as an assistant names the kubelet of a node. Contexts of a kubeconfig may have slashes, nodes have none. */
export function parseClusterNode(address: string): ClusterNode | undefined {
  const [, context, node] = /^cluster:\/\/(.+)\/([^/]+)$/.exec(address) ?? [];
  return context === undefined || node === undefined ? undefined : { context, node };
}

/** The rebuilt state of the open session at a time. */
export function stateUri(time: Micros): string {
  return `${STATE_SCHEME}:/${time}`;
}

export function parseStateUri(uri: string): Micros | undefined {
  const m = /^kubelet-state:\/(-?\d{1,16})$/.exec(uri);
  return m === null ? undefined : micros(Number(m[1]));
}

/** The release that a kubelet was built from: `v1.30.4` of `v1.30.4-eks-a737599` or `v1.30.4+k3s1`; undefined for what is no version. */
export function kubernetesTag(version: string): string | undefined {
  const m = /^v?(1\.\d+\.\d+(?:-(?:alpha|beta|rc)\.\d+)?)(?![\d.])/.exec(version.trim());
  return m === null ? undefined : `v${m[1] ?? ''}`;
}

/** What source a kubelet's version stands for: a tag, or a minor (`v1.34`) where no patch is told; undefined for what is no version. */
export function kubernetesRelease(version: string): string | undefined {
  const minor = /^v?(1\.\d{1,3})(?![\d.])/.exec(version.trim())?.[1];
  return kubernetesTag(version) ?? (minor === undefined ? undefined : `v${minor}`);
}

/** The page of a Go file at its tag, or on the branch of a minor. */
export function goSourcePage({ version, path }: GoSource, line?: number): string {
  const ref = version.replace(/^v(1\.\d+)$/, 'release-$1');
  const page = `https://github.com/kubernetes/kubernetes/blob/${encodeURIComponent(ref)}/${path}`;
  return line === undefined ? page : `${page}#L${line}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

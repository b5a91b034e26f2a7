// Which Go module has a file of Kubernetes, and what its release is called there. Everything of it goes to a program as an argument:
// what has another form than these is refused.

import { SourceProblem } from '../sourceProblem.ts';

export interface GoModule {
  /** `k8s.io/client-go`. */
  readonly module: string;
  /** A version, or for a minor alone what its newest patch is asked for by: `v0.34.2`, `v0.34`, `kubernetes-1.15.3`. */
  readonly query: string;
}

const moduleShape = /^k8s\.io\/[a-z][a-z0-9-]{0,40}$/;
const queryShape =
  /^(?:v[01]\.\d{1,3}|(?:v[01]\.|kubernetes-1\.)\d{1,3}\.\d{1,3}(?:-(?:alpha|beta|rc)\.\d{1,3})?)$/;

/** What `go mod download` is given; throws for what is no module of Kubernetes at a version. */
export function moduleArgument({ module, query }: GoModule): string {
  if (!moduleShape.test(module) || !queryShape.test(query))
    throw new SourceProblem('no-version', `${module}@${query}`);
  return `${module}@${query}`;
}

/**
 * The module with a path of the repository at a release (`v1.34.2`, `v1.34`); undefined for what stands in `vendor/`, which no module has. A
 * staging repository is a module of its own since 1.15, where it got a go.mod: what a module has in a folder with a go.mod is not in its zip.
 */
export function moduleOf(release: string, path: string): GoModule | undefined {
  if (path.startsWith('vendor/')) return undefined;
  const staged = stagedPath(path);
  return staged === undefined || minorOf(release) < 15
    ? { module: 'k8s.io/kubernetes', query: release }
    : { module: `k8s.io/${staged.name}`, query: stagingVersion(release) };
}

/** `client-go` and the path in it of `staging/src/k8s.io/client-go/tools/cache/store.go`. */
export function stagedPath(
  path: string,
): { readonly name: string; readonly inside: string } | undefined {
  const [, name, inside] = /^staging\/src\/k8s\.io\/([^/]+)\/(.*)$/.exec(path) ?? [];
  return name === undefined || inside === undefined ? undefined : { name, inside };
}

/** Staging repositories have `v0.x.y` of `v1.x.y` since 1.17.0, 1.16.4 and 1.15.7, and before that only `kubernetes-1.x.y`. */
export function stagingVersion(release: string): string {
  const [, minor, patch] = /^v1\.(\d+)(?:\.(\d+))?/.exec(release) ?? [];
  const first = minor === '15' ? 7 : minor === '16' ? 4 : 0;
  const isBefore = first > 0 && patch !== undefined && Number(patch) < first;
  return isBefore ? `kubernetes-${release.slice(1)}` : release.replace(/^v1\./, 'v0.');
}

/** The tag of Kubernetes in the name of a module's folder: `kubernetes@v1.34.2`, or `client-go@v0.34.2` for files of client-go. */
export function tagInName(name: string, staged?: string): string | undefined {
  const [, tag] =
    /^(?:kubernetes[@-])?v?(1\.\d+\.\d+(?:-(?:alpha|beta|rc)\.\d+)?)$/.exec(name) ?? [];
  if (tag !== undefined) return `v${tag}`;
  if (staged === undefined || !name.startsWith(`${staged}@`)) return undefined;
  const [, own] = /^(?:v0|kubernetes-1)\.(.+)$/.exec(name.slice(staged.length + 1)) ?? [];
  return own === undefined ? undefined : tagInName(`v1.${own}`);
}

function minorOf(release: string): number {
  return Number(/^v1\.(\d+)/.exec(release)?.[1]);
}

/** Whether only the minor is told. */
export function isMinor(release: string): boolean {
  return /^v1\.\d+$/.test(release);
}

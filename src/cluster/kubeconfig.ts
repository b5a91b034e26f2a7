// Reads kubeconfig files as client-go's clientcmd does: where they are, how several are merged, and the fields that
// client-node forgets. Nothing is run and nobody is signed in here.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  newClusters,
  newContexts,
  type Cluster,
  type Context,
  type User,
} from '@kubernetes/client-node/dist/config_types.js';
import { findHomeDir, KubeConfig, makeAbsolutePath } from '@kubernetes/client-node/dist/config.js';
import { loadYaml } from '@kubernetes/client-node/dist/yaml.js';
import { err, ok, type Result } from '../base/result.ts';
import { field, isRecord, textField } from './json.ts';

/** What client-node leaves out of a user, by the names of the file. */
export interface UserExtras {
  readonly tokenFile?: string;
  readonly asUid?: string;
  readonly asGroups: readonly string[];
  readonly asUserExtra: Readonly<Record<string, readonly string[]>>;
  /** Where the file stands: programs and files in it are named from there. */
  readonly directory: string;
}

export interface Kubeconfig {
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly users: ReadonlyMap<string, { readonly user: User; readonly extras: UserExtras }>;
  readonly contexts: ReadonlyMap<string, Context>;
  readonly currentContext: string;
}

/** One context with what it names. */
export interface Target {
  readonly context: string;
  readonly namespace: string;
  readonly cluster: Cluster;
  readonly user: User;
  readonly extras: UserExtras;
}

/** The files that kubectl would read: those of `KUBECONFIG`, or the one in the home folder. */
export function kubeconfigFiles(environment: NodeJS.ProcessEnv = process.env): readonly string[] {
  const named = (environment['KUBECONFIG'] ?? '').split(path.delimiter).filter((f) => f !== '');
  if (named.length > 0) return named;
  const home = findHomeDir();
  return home === null ? [] : [path.join(home, '.kube', 'config')];
}

/** Reads and merges files; of two entries with one name the first counts, and missing files are passed over. */
export function readKubeconfig(files: readonly string[]): Result<Kubeconfig> {
  const clusters = new Map<string, Cluster>();
  const users = new Map<string, { user: User; extras: UserExtras }>();
  const contexts = new Map<string, Context>();
  let currentContext = '';
  const there = files.filter((file) => existsSync(file));
  if (there.length === 0) {
    const tried = files.length === 0 ? '' : `: looked at ${files.join(', ')}`;
    return err(`There is no kubeconfig${tried}.`);
  }
  for (const file of there) {
    const read = readFile(file);
    if (!read.ok) return read;
    const found = read.value;
    for (const cluster of found.clusters) setNew(clusters, cluster.name, cluster);
    for (const context of found.contexts) setNew(contexts, context.name, context);
    for (const each of found.users) setNew(users, each.user.name, each);
    if (currentContext === '') currentContext = found.currentContext;
  }
  return ok({ clusters, users, contexts, currentContext });
}

/** @param name a context, or `''` for the current one */
export function targetOf(kubeconfig: Kubeconfig, name: string): Result<Target> {
  const wanted = name === '' ? kubeconfig.currentContext : name;
  if (wanted === '') return err('The kubeconfig has no current context; name one.');
  const context = kubeconfig.contexts.get(wanted);
  if (context === undefined) {
    const known = [...kubeconfig.contexts.keys()].join(', ');
    return err(`The kubeconfig has no context ${wanted}; it has ${known === '' ? 'none' : known}.`);
  }
  const cluster = kubeconfig.clusters.get(context.cluster);
  if (cluster === undefined) {
    return err(`The context ${wanted} names a cluster ${context.cluster}, which is not there.`);
  }
  // Client-go takes a user that is named but missing for nobody as well.
  const { user, extras } = kubeconfig.users.get(context.user) ?? {
    user: { name: context.user },
    extras: noExtras,
  };
  return ok({ context: wanted, namespace: context.namespace ?? 'default', cluster, user, extras });
}

const noExtras: UserExtras = { asGroups: [], asUserExtra: {}, directory: '' };

/** A program inside a pod finds its own cluster where the kubelet mounts it. */
export function inClusterTarget(environment: NodeJS.ProcessEnv = process.env): Target | undefined {
  if ((environment['KUBERNETES_SERVICE_HOST'] ?? '') === '') return undefined;
  const config = new KubeConfig();
  config.loadFromCluster();
  const [cluster] = config.clusters;
  const [user] = config.users;
  const tokenFile = textField(field(field(user, 'authProvider'), 'config'), 'tokenFile');
  if (cluster === undefined || user === undefined || tokenFile === undefined) return undefined;
  const namespace = config.contexts[0]?.namespace ?? 'default';
  const extras = { ...noExtras, tokenFile };
  return { context: 'in-cluster', namespace, cluster, user: { name: user.name }, extras };
}

function setNew<V>(map: Map<string, V>, name: string, value: V): void {
  if (!map.has(name)) map.set(name, value);
}

interface ReadFile {
  readonly clusters: readonly Cluster[];
  readonly contexts: readonly Context[];
  readonly users: readonly { readonly user: User; readonly extras: UserExtras }[];
  readonly currentContext: string;
}

/** The problem of a file is told without its text: that may hold secrets. */
function readFile(file: string): Result<ReadFile> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return err(`The kubeconfig ${file} cannot be read.`);
  }
  try {
    const raw = loadYaml(text);
    if (!isRecord(raw)) return err(`The kubeconfig ${file} is no mapping of names to values.`);
    const directory = path.dirname(path.resolve(file));
    const clusters = newClusters(listOf(raw['clusters'])).map((cluster) => {
      const { caFile } = cluster;
      return caFile ? { ...cluster, caFile: makeAbsolutePath(directory, caFile) } : cluster;
    });
    return ok({
      clusters,
      contexts: newContexts(listOf(raw['contexts'])),
      users: listOf(raw['users']).map((entry, i) => userIn(entry, i, directory)),
      currentContext: textField(raw, 'current-context') ?? '',
    });
  } catch (thrown) {
    if (thrown instanceof Error && thrown.message.endsWith(' is missing')) {
      return err(`The kubeconfig ${file} is incomplete: ${thrown.message}.`);
    }
    const line = field(field(thrown, 'mark'), 'line');
    const where = typeof line === 'number' ? ` at line ${line + 1}` : '';
    return err(`The kubeconfig ${file} is no YAML${where}.`);
  }
}

/** The texts of a user as client-node calls them, with their names in the file. */
const texts = [
  ['token', 'token'],
  ['username', 'username'],
  ['password', 'password'],
  ['certData', 'client-certificate-data'],
  ['keyData', 'client-key-data'],
  ['impersonateUser', 'as'],
] as const;
const files = [
  ['certFile', 'client-certificate'],
  ['keyFile', 'client-key'],
] as const;

/**
 * Made here, of what Kubernetes knows of a user and nothing else: client-node reads a file when it is shown a user with `token-file`, and
 * runs programs that an auth provider names.
 */
function userIn(entry: unknown, i: number, directory: string): { user: User; extras: UserExtras } {
  const name = textField(entry, 'name') ?? '';
  if (name === '') throw new Error(`users[${i}].name is missing`);
  const user = field(entry, 'user');
  const filled = (key: string): string | undefined => textField(user, key) || undefined;
  const own: readonly (readonly [string, unknown])[] = [
    ...texts.map(([to, from]) => [to, filled(from)] as const),
    ...files.map(([to, from]) => {
      const named = filled(from);
      return [to, named && makeAbsolutePath(directory, named)] as const;
    }),
    ['exec', field(user, 'exec') ?? undefined],
    ['authProvider', providerOf(field(user, 'auth-provider'))],
  ];
  const given = own.filter(([, value]) => value !== undefined);
  return { user: { ...Object.fromEntries(given), name }, extras: extrasOf(user, directory) };
}

/** OpenID Connect with its texts; of any other the name alone. */
function providerOf(provider: unknown): { name: string; config: object } | undefined {
  if (!isRecord(provider)) return undefined;
  const name = textField(provider, 'name') ?? 'without a name';
  const config = field(provider, 'config');
  if (name !== 'oidc' || !isRecord(config)) return { name, config: {} };
  const known = Object.entries(config).filter(
    ([key, value]) => oidcKeys.has(key) && typeof value === 'string',
  );
  return { name, config: Object.fromEntries(known) };
}

/** As plugin/pkg/client/auth/oidc/oidc.go (client-go v0.37) has them. */
const oidcKeys = new Set([
  'idp-issuer-url',
  'client-id',
  'client-secret',
  'idp-certificate-authority',
  'idp-certificate-authority-data',
  'id-token',
  'refresh-token',
]);

function extrasOf(user: unknown, directory: string): UserExtras {
  const tokenFile = textField(user, 'tokenFile') ?? '';
  const asUid = textField(user, 'as-uid') ?? '';
  const extra = field(user, 'as-user-extra');
  return {
    ...(tokenFile === '' ? {} : { tokenFile: path.resolve(directory, tokenFile) }),
    ...(asUid === '' ? {} : { asUid }),
    asGroups: textsIn(field(user, 'as-groups')),
    asUserExtra: Object.fromEntries(
      Object.entries(isRecord(extra) ? extra : {}).map(([key, values]) => [key, textsIn(values)]),
    ),
    directory,
  };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textsIn(value: unknown): readonly string[] {
  return listOf(value).filter((each) => typeof each === 'string');
}

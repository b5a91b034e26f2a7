// Reads kubeconfig files as client-go's clientcmd does: where they are, how several are merged, and the fields that
// client-node forgets. Nothing is run and nobody is signed in here.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Cluster, Context, User } from '@kubernetes/client-node/dist/config_types.js';
import { findHomeDir, KubeConfig } from '@kubernetes/client-node/dist/config.js';
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
    const { config, raw } = read.value;
    for (const cluster of config.clusters) setNew(clusters, cluster.name, cluster);
    for (const context of config.contexts) setNew(contexts, context.name, context);
    for (const user of config.users) {
      const extras = extrasOf(raw, user.name, path.dirname(path.resolve(file)));
      setNew(users, user.name, { user, extras });
    }
    if (currentContext === '') currentContext = textField(raw, 'current-context') ?? '';
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
  if (cluster === undefined || user === undefined) return undefined;
  const namespace = config.contexts[0]?.namespace ?? 'default';
  return { context: 'in-cluster', namespace, cluster, user, extras: noExtras };
}

function setNew<V>(map: Map<string, V>, name: string, value: V): void {
  if (!map.has(name)) map.set(name, value);
}

/** The problem of a file is told without its text: that may hold secrets. */
function readFile(file: string): Result<{ config: KubeConfig; raw: unknown }> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return err(`The kubeconfig ${file} cannot be read.`);
  }
  try {
    const raw = loadYaml(text);
    if (!isRecord(raw)) return err(`The kubeconfig ${file} is no mapping of names to values.`);
    const config = new KubeConfig();
    config.loadFromString(text);
    config.makePathsAbsolute(path.dirname(path.resolve(file)));
    return ok({ config, raw });
  } catch (thrown) {
    if (thrown instanceof Error && thrown.message.endsWith(' is missing')) {
      return err(`The kubeconfig ${file} is incomplete: ${thrown.message}.`);
    }
    const line = field(field(thrown, 'mark'), 'line');
    const where = typeof line === 'number' ? ` at line ${line + 1}` : '';
    return err(`The kubeconfig ${file} is no YAML${where}.`);
  }
}

function extrasOf(raw: unknown, name: string, directory: string): UserExtras {
  const users = field(raw, 'users');
  const entries: readonly unknown[] = Array.isArray(users) ? users : [];
  const entry = entries.find((candidate) => textField(candidate, 'name') === name);
  const user = field(entry, 'user');
  const tokenFile = textField(user, 'tokenFile') ?? '';
  const asUid = textField(user, 'as-uid') ?? '';
  const extra = field(user, 'as-user-extra');
  return {
    ...(tokenFile === '' ? {} : { tokenFile: path.resolve(directory, tokenFile) }),
    ...(asUid === '' ? {} : { asUid }),
    asGroups: texts(field(user, 'as-groups')),
    asUserExtra: Object.fromEntries(
      Object.entries(isRecord(extra) ? extra : {}).map(([key, values]) => [key, texts(values)]),
    ),
    directory,
  };
}

function texts(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [];
  return values.filter((each) => typeof each === 'string');
}

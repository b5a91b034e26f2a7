// What the network of a pod's sandbox says when it fails, in the words of each runtime, and the dockershim's memory
// of which sandboxes have one (pkg/kubelet/dockershim up to 1.23; since then the runtime does this alone).
import { MINUTE, SECOND } from '../base/time.ts';
import { emptyMap, mapGet, mapRemove, mapSet, type PersistentMap } from '../base/persistentMap.ts';
import type { LogEffect, LogValue } from './effect.ts';
import type { KubeletVersion } from './version/index.ts';

export type RuntimeName = 'containerd' | 'crio' | 'docker';

/** The sandbox that a CNI call is for. */
export interface NetworkedSandbox {
  readonly id: string;
  readonly podName: string;
  readonly podNamespace: string;
  readonly podUid: string;
  readonly attempt: number;
}

/** Name of the network in the CNI configuration. */
export const networkName = 'cluster-net';
export const networkType = 'bridge';

/** `SetUpPod`, as the error of RunPodSandbox says it. */
export function setUpError(
  runtime: RuntimeName,
  sandbox: NetworkedSandbox,
  message: string,
  version: KubeletVersion,
  networkPlugin = 'cni',
): string {
  const { id, podName, podNamespace, podUid, attempt } = sandbox;
  switch (runtime) {
    case 'containerd':
      return `failed to setup network for sandbox "${id}": plugin type="${networkType}" name="${networkName}" failed (add): ${message}`;
    case 'crio':
      return `failed to create pod network sandbox k8s_${podName}_${podNamespace}_${podUid}_${attempt}(${id}): error adding pod ${podNamespace}_${podName} to CNI network "${networkName}": plugin type="${networkType}" failed (add): ${message}`;
    case 'docker': {
      const plugin = version.minor >= 16 ? 'networkPlugin' : 'NetworkPlugin';
      const text = `${plugin} ${networkPlugin} failed to set up pod "${podName}_${podNamespace}" network: ${message}`;
      if (!cleansUpSetUp(version)) return text;
      return `failed to set up sandbox container "${id}" network for pod "${podName}": ${text}`;
    }
  }
}

/** What the dockershim's cni says while it has no configuration (checkInitialized). */
export const uninitialized = 'cni config uninitialized';

/** `TearDownPod`, as the error of StopPodSandbox says it. */
export function tearDownError(
  runtime: RuntimeName,
  sandbox: NetworkedSandbox,
  message: string,
  version: KubeletVersion,
  networkPlugin = 'cni',
): string {
  const { id, podName, podNamespace, podUid, attempt } = sandbox;
  switch (runtime) {
    case 'containerd':
      return `failed to destroy network for sandbox "${id}": plugin type="${networkType}" failed (delete): ${message}`;
    case 'crio':
      return `failed to destroy network for pod sandbox k8s_${podName}_${podNamespace}_${podUid}_${attempt}(${id}): error removing pod ${podNamespace}_${podName} from CNI network "${networkName}": plugin type="${networkType}" failed (delete): ${message}`;
    case 'docker': {
      const plugin = version.minor >= 16 ? 'networkPlugin' : 'NetworkPlugin';
      return `${plugin} ${networkPlugin} failed to teardown pod "${podName}_${podNamespace}" network: ${message}`;
    }
  }
}

/**
 * After how long a call of the plug-in is given up, µs; undefined: never. The dockershim ends it by a context of its own
 * (`CNITimeoutSec` of dockershim/network/network.go, which 1.16.0 lacks and 1.16.15 has), which the end of the kubelet's call does not
 * touch. The other runtimes end it with the call of the kubelet that it is for.
 */
export function cniTimeout(
  runtime: RuntimeName,
  command: 'ADD' | 'DEL',
  { minor }: KubeletVersion,
): number | undefined {
  if (runtime === 'docker') return minor >= 16 ? 220 * SECOND : undefined;
  return sandboxCallTimeout[command];
}

/** RunPodSandbox gets twice the `--runtime-request-timeout` (remote_runtime.go), StopPodSandbox once. */
export const sandboxCallTimeout = { ADD: 4 * MINUTE, DEL: 2 * MINUTE } as const;

/** `pluginErr` of libcni (0.7.1 up to 1.19, then 0.8) for a plug-in that was killed. */
export function killedPlugin({ minor }: KubeletVersion): string {
  const text = 'netplugin failed with no error message';
  return minor < 20 ? text : `${text}: signal: killed`;
}

/** Who maps the host ports of a pod, where its network plug-in has them mapped. */
export function hostPortsBy(runtime: RuntimeName, networkPlugin: string): string {
  // makePortsAndBindings of the dockershim always asks Docker, which has no network to map to under cni and kubenet.
  if (runtime === 'docker' && networkPlugin === '') return 'Docker';
  // kubenet_linux.go calls the HostPortManager of dockershim/network/hostport, CRI-O one of its own (internal/hostport); cni.go and
  // containerd hand the ports to the plug-in portmap of the chain.
  const manages = networkPlugin === 'kubenet' || runtime === 'crio';
  return manages ? 'HostPortManager' : 'portmap';
}

/**
 * Whether host ports go before the rest of a network is taken down, which may fail: portmap, the last of the chain, is asked first, and
 * CRI-O's networkStop removes them itself. Teardown of kubenet_linux.go does so behind the DEL, whatever that answers.
 */
export function unmapsFirst(networkPlugin: string): boolean {
  return networkPlugin !== 'kubenet';
}

/** The dockershim's `networkReady`: gone with the process that held it. */
export interface DockershimNetwork {
  readonly networkReady: PersistentMap<boolean>;
}

export const newDockershimNetwork: DockershimNetwork = { networkReady: emptyMap() };

/** Whether RunPodSandbox calls DEL at once when the set-up failed, before it stops the pause container: not in 1.10.0, in 1.11.0. */
export function cleansUpSetUp({ minor }: KubeletVersion): boolean {
  return minor >= 11;
}

/** `cleanUp`: the error of the DEL that follows a set-up that failed. */
export function cleanUpError({ id, podName }: NetworkedSandbox, cleanUp: string): string {
  return `failed to clean up sandbox container "${id}" network for pod "${podName}": ${cleanUp}`;
}

/** RunPodSandbox has begun: no stop tears down what is not set up. */
export function beforeSetUp(state: DockershimNetwork, sandboxId: string): DockershimNetwork {
  return { networkReady: mapSet(state.networkReady, sandboxId, false) };
}

/**
 * After RunPodSandbox. A failed set-up whose pause container could be stopped leaves `true` where it is cleaned up, as the deferred test
 * there looks at an error that was overwritten: the next stop tears down once more.
 */
export function afterSetUp(
  state: DockershimNetwork,
  sandboxId: string,
  ok: boolean,
  version: KubeletVersion,
): DockershimNetwork {
  const ready = ok || cleansUpSetUp(version);
  return { networkReady: mapSet(state.networkReady, sandboxId, ready) };
}

/** Whether StopPodSandbox calls the plug-in: when the network is up, or when nobody remembers. */
export function tearsDown(
  { networkReady }: DockershimNetwork,
  sandboxId: string,
  hostNetwork: boolean,
): boolean {
  return !hostNetwork && mapGet(networkReady, sandboxId) !== false;
}

export function afterTearDown(state: DockershimNetwork, sandboxId: string): DockershimNetwork {
  return { networkReady: mapSet(state.networkReady, sandboxId, false) };
}

export function afterRemoval(state: DockershimNetwork, sandboxId: string): DockershimNetwork {
  return { networkReady: mapRemove(state.networkReady, sandboxId) };
}

/** `GetNetNS`: the path of a sandbox's network namespace, or why there is none; a dead pause process has pid 0. */
export function getNetNs(
  sandboxId: string,
  pid: number,
): { readonly path: string; readonly err?: string } {
  if (pid !== 0) return { path: `/proc/${pid}/ns/net` };
  const err = `cannot find network namespace for the terminated container "${sandboxId}"`;
  return { path: '', err };
}

function cniLine(
  v: number,
  message: string,
  keys: LogEffect['keys'],
  rest: Partial<LogEffect> = {},
): LogEffect {
  return { kind: 'log', severity: 'I', v, file: 'cni.go', message, keys, ...rest };
}

/** `buildCNIRuntimeConf`: up to 1.12 it tells what the plug-in gets. The "podns path" is the pod's namespace. */
function runtimeConfLines(
  pod: LogEffect['keys'],
  path: string,
  { minor }: KubeletVersion,
): LogEffect[] {
  if (minor > 12) return [];
  return [
    cniLine(4, 'Got netns path %v', [['podNetnsPath', path]]),
    cniLine(4, 'Using podns path %v', pod),
  ];
}

function podOf(sandbox: NetworkedSandbox): readonly (readonly [string, LogValue])[] {
  return [['pod', { ref: [sandbox.podNamespace, sandbox.podName, sandbox.podUid] }]];
}

function sandboxKey({ id }: NetworkedSandbox): readonly [string, LogValue] {
  return ['podSandboxID', { container: { runtime: 'docker', id } }];
}

/** Name of the loopback network that each sandbox gets first: `getLoNetwork` of cni.go. */
export const loopbackName = 'cni-loopback';

const loopback = [
  ['networkType', 'loopback'],
  ['networkName', loopbackName],
] as const;

/** TearDownPod of network/cni/cni.go: from 1.16 on the loopback network goes, too. Its plug-in needs no namespace to succeed. */
export function deletesLoopback({ minor }: KubeletVersion): boolean {
  return minor >= 16;
}

/** The lines around one call of the plug-in. */
export interface PluginLines {
  readonly begins: readonly LogEffect[];
  /** `error`: of a plug-in that failed. */
  readonly ends: (error: string | undefined) => readonly LogEffect[];
}

/** The lines of PluginManager and of the CNI driver of the dockershim. `pid`: of the pause process when the call begins. */
export function dockershimLines(
  command: 'ADD' | 'DEL',
  sandbox: NetworkedSandbox,
  pid: number,
  version: KubeletVersion,
  networkPlugin = 'cni',
): PluginLines {
  const what = command === 'ADD' ? 'set up' : 'tear down';
  const calling = {
    ...cniLine(3, `Calling network plugin to ${what} the pod`, [
      ...podOf(sandbox),
      ['networkPluginName', networkPlugin],
    ]),
    file: 'plugins.go',
  };
  if (networkPlugin !== 'cni') return { begins: [calling], ends: () => [] };
  const { begins, ends } = (command === 'ADD' ? addLines : delLines)(sandbox, pid, version);
  return { begins: [calling, ...begins], ends };
}

/** Of the network itself. */
const names = [
  ['networkType', networkType],
  ['networkName', networkName],
] as const;

function addLines(sandbox: NetworkedSandbox, pid: number, version: KubeletVersion): PluginLines {
  const pod = podOf(sandbox);
  const { path } = getNetNs(sandbox.id, pid);
  const id = sandboxKey(sandbox);
  const netns = ['podNetnsPath', path] as const;
  const adding = (network: LogEffect['keys']): LogEffect[] => [
    ...runtimeConfLines(pod, path, version),
    cniLine(4, 'Adding pod to network', [...pod, id, netns, ...network]),
  ];
  const response = ['response', { raw: emptyResult(version) }] as const;
  const added = ([, name]: typeof loopback | typeof names): LogEffect =>
    cniLine(4, 'Added pod to network', [...pod, id, name, response]);
  return {
    begins: [...adding(loopback), added(loopback), ...adding(names)],
    ends(err) {
      if (err === undefined) return [added(names)];
      const failed = { severity: 'E', err } as const;
      const lines = [
        cniLine(0, 'Error adding pod to network', [...pod, id, netns, ...names], failed),
      ];
      // SetUpPod repeats it up to 1.12.
      if (version.minor > 12) return lines;
      return [...lines, cniLine(0, 'Error while adding to cni network', [], failed)];
    },
  };
}

/** A `Result` of types/020 in which a plug-in tells no address: up to 1.19 (cni 0.7) it has a `String` of its own. */
function emptyResult({ minor }: KubeletVersion): string {
  if (minor < 20) return 'DNS:{Nameservers:[] Domain: Search:[] Options:[]}';
  if (minor === 20) return '&{0.2.0 <nil> <nil> {[]  [] []}}';
  return '&{CNIVersion:0.2.0 IP4:<nil> IP6:<nil> DNS:{Nameservers:[] Domain: Search:[] Options:[]}}';
}

function delLines(sandbox: NetworkedSandbox, pid: number, version: KubeletVersion): PluginLines {
  const pod = podOf(sandbox);
  const { path, err: missing } = getNetNs(sandbox.id, pid);
  const id = sandboxKey(sandbox);
  const netns = ['podNetnsPath', path] as const;
  const deleting = (network: LogEffect['keys']): LogEffect[] => [
    ...runtimeConfLines(pod, path, version),
    cniLine(4, 'Deleting pod from network', [...pod, id, netns, ...network]),
  ];
  const deleted = (network: LogEffect['keys']): LogEffect =>
    cniLine(4, 'Deleted pod from network', [...pod, id, ...network]);
  return {
    begins: [
      ...(missing === undefined
        ? []
        : [cniLine(0, 'CNI failed to retrieve network namespace path', [], { err: missing })]),
      ...(deletesLoopback(version) ? [...deleting(loopback), deleted(loopback)] : []),
      ...deleting(names),
    ],
    ends(err) {
      if (err === undefined) return [deleted(names)];
      const failed = { severity: 'E', err } as const;
      return [cniLine(0, 'Error deleting pod from network', [...pod, id, netns, ...names], failed)];
    },
  };
}

// A container runtime that exists only in memory: sandboxes, containers and images with their times and faults.
// It outlives the kubelet's process. Calls are tasks, as they take time and may hang.
import { emptyPodStatus } from '../kubelet/pod.ts';
import type {
  ContainerPort,
  ContainerStatus,
  PodStatus,
  RunningPod,
  SandboxStatus,
} from '../kubelet/pod.ts';
import { MINUTE, SECOND, micros, type Micros } from '../base/time.ts';
import type { ContainerEventType } from '../kubelet/eventedPleg.ts';
import {
  cniTimeout,
  killedPlugin,
  sandboxCallTimeout,
  setUpError,
  tearDownError,
  uninitialized,
  unmapsFirst,
  type RuntimeName,
} from '../kubelet/network.ts';
import { networkPluginError, noopPlugin } from '../kubelet/networkPlugin.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';
import type { Faults, RuntimeFault } from './faults.ts';
import type { NetworkEvent } from './journal/neighbourParts.ts';
import { NetworkLeases } from './networkLeases.ts';
import { between, hex, type Random } from './random.ts';
import { durationMicros, type Scenario } from './scenario.ts';
import { spawn, type Task } from './task.ts';
import type { VirtualClock } from './virtualClock.ts';

export interface Sandbox {
  readonly id: string;
  readonly podUid: string;
  readonly podName: string;
  readonly podNamespace: string;
  readonly attempt: number;
  readonly createdAt: Micros;
  readonly hostNetwork: boolean;
  readonly ip: string;
  /** What its pod's containers want open on the node. */
  readonly hostPorts: readonly ContainerPort[];
  /** Pid of the pause process, 0 once it is dead. */
  pid: number;
  ready: boolean;
  /** The network is set up and not torn down. */
  networked: boolean;
}

/** What a container of a scenario does. */
export type Behaviour = NonNullable<Scenario['pods'][number]['containers']>[number];

export interface RuntimeContainer {
  readonly id: string;
  readonly sandboxId: string;
  readonly podUid: string;
  readonly name: string;
  readonly hash: number;
  readonly restartCount: number;
  readonly behaviour: Behaviour;
  /** Its annotation `io.kubernetes.pod.terminationGracePeriod`. */
  readonly terminationGracePeriod: number | undefined;
  readonly createdAt: Micros;
  state: 'created' | 'running' | 'exited';
  startedAt: Micros | undefined;
  finishedAt: Micros | undefined;
  exitCode: number;
  reason: string;
}

export interface PodNames {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  readonly hostPorts?: readonly ContainerPort[];
  readonly terminationGracePeriod?: number | undefined;
}

/** `RuntimeCondition.String` of pkg/kubelet/container/runtime.go, with each runtime's message. */
const networkNotReady: Readonly<Record<RuntimeName, string>> = {
  containerd: 'Network plugin returns error: cni plugin not initialized',
  crio: 'Network plugin returns error: No CNI configuration file in /etc/cni/net.d/. Has your network provider started?',
  docker: `docker: network plugin is not ready: ${uninitialized}`,
};

const deadline = 'rpc error: code = DeadlineExceeded desc = context deadline exceeded';
const callTimeout = 2 * MINUTE;
const sandboxTimeout = sandboxCallTimeout.ADD;

export interface RuntimeOptions {
  readonly name: RuntimeName;
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly faults: Faults;
  readonly version: KubeletVersion;
  /** `Name()` of the dockershim's plug-in; with other runtimes `cni`. */
  readonly networkPlugin: string;
}

/** One message of the stream of container events; sandboxes count as containers. */
export interface RuntimeEvent {
  readonly type: ContainerEventType;
  readonly containerId: string;
  readonly createdAt: Micros;
  /** Of the whole pod; nothing once its sandbox is removed. */
  readonly status: PodStatus | undefined;
}

/** The error of a call, or nothing. */
export type CallError = string | undefined;

/** RunPodSandbox from its pause container's start on, and StopPodSandbox, of the dockershim in a kubelet's own process. */
export interface Dockershim {
  /** Whether the process runs. */
  readonly alive: () => boolean;
  run(sandbox: Sandbox): Task<CallError>;
  stop(sandbox: Sandbox): Task<CallError>;
}

export class FakeRuntime {
  readonly sandboxes = new Map<string, Sandbox>();
  readonly containers = new Map<string, RuntimeContainer>();
  /** Hears the stream of container events; the kubelet of the node that listens now. */
  onEvent: ((event: RuntimeEvent) => void) | undefined;
  /** Hears each call of a plug-in, when it begins and when it has answered, and of each address. */
  private onCni: ((event: NetworkEvent) => void) | undefined;
  private readonly leases: NetworkLeases;
  private readonly images = new Set<string>();
  /** Lists of the pods that did not change since they were made. */
  private readonly listed = new Map<string, RunningPod>();
  readonly options: RuntimeOptions;
  private lastIp = 10;

  constructor(options: RuntimeOptions) {
    this.options = options;
    this.leases = new NetworkLeases(options.clock, (event) => {
      this.onCni?.(event);
    });
  }

  /** From now on this one hears of the network, first what is held already. */
  listen(onCni: (event: NetworkEvent) => void): void {
    this.onCni = onCni;
    this.leases.tellAll();
  }

  /** Passes the time of a call and meets its faults; true when it got through. */
  private *call(
    call: RuntimeFault['call'],
    pod: string,
    takes: number,
    timeout: number,
  ): Task<CallError> {
    const { clock, random, faults } = this.options;
    yield* this.sleep(Math.round(takes * (0.7 + 0.6 * random.next())));
    const end = clock.now() + timeout;
    for (;;) {
      const fault = faults.runtime(call, pod);
      if (!faults.runtimeStopped && fault === undefined) return undefined;
      if (!faults.runtimeStopped && fault?.behaviour === 'error') {
        return `rpc error: code = Unknown desc = ${fault.message}`;
      }
      if (!faults.runtimeStopped && fault?.behaviour === 'slow') {
        yield* this.sleep(Math.min(durationMicros(fault.delay), timeout));
        return durationMicros(fault.delay) > timeout ? deadline : undefined;
      }
      if (clock.now() >= end) return deadline;
      yield (resume) => {
        const timer = clock.after(end - clock.now(), resume);
        faults.onChange(() => {
          timer.dispose();
          resume();
        });
      };
    }
  }

  *sleep(length: number): Task<void> {
    yield (resume) => {
      this.options.clock.after(length, resume);
    };
  }

  private changed(uid: string): void {
    this.listed.delete(uid);
  }

  private tell(type: ContainerEventType, containerId: string, sandbox: Sandbox | undefined): void {
    if (this.onEvent === undefined || sandbox === undefined) return;
    const { podUid: uid, podName: name, podNamespace: namespace } = sandbox;
    const status = this.sandboxes.has(sandbox.id)
      ? this.statusNow({ uid, name, namespace })
      : undefined;
    this.onEvent({ type, containerId, createdAt: this.options.clock.now(), status });
  }

  *listPods(): Task<{ readonly pods: readonly RunningPod[] } | { readonly err: string }> {
    const err = yield* this.call('ListPodSandbox', '', 900, callTimeout);
    return err === undefined ? { pods: this.podsNow() } : { err };
  }

  *listPod(uid: string): Task<{ readonly pod?: RunningPod } | { readonly err: string }> {
    const err = yield* this.call('ListPodSandbox', '', 900, callTimeout);
    if (err !== undefined) return { err };
    return this.sandboxesOf(uid).length === 0 ? {} : { pod: this.podNow(uid) };
  }

  /** All pods with all their containers, dead ones too. */
  podsNow(): RunningPod[] {
    const uids = new Set<string>();
    for (const { podUid } of this.sandboxes.values()) uids.add(podUid);
    return Array.from(uids, (uid) => this.podNow(uid));
  }

  private podNow(uid: string): RunningPod {
    const held = this.listed.get(uid);
    if (held !== undefined) return held;
    const sandboxes = this.sandboxesOf(uid);
    const pod: RunningPod = {
      id: uid,
      name: sandboxes[0]?.podName ?? '',
      namespace: sandboxes[0]?.podNamespace ?? '',
      containers: this.containersOf(uid).map(({ id, name, state }) => ({ id, name, state })),
      sandboxes: sandboxes.map(({ id, ready }) => ({
        id,
        name: '',
        state: ready ? ('running' as const) : ('exited' as const),
      })),
    };
    this.listed.set(uid, pod);
    return pod;
  }

  /** Newest first. */
  sandboxesOf(uid: string): Sandbox[] {
    return [...this.sandboxes.values()].filter((sandbox) => sandbox.podUid === uid).reverse();
  }

  containersOf(uid: string): RuntimeContainer[] {
    return [...this.containers.values()].filter((container) => container.podUid === uid).reverse();
  }

  /** Nothing of a pod runs, its pause process neither, so that its cgroup can be gone. */
  isDown(uid: string): boolean {
    return (
      this.sandboxesOf(uid).every(({ ready }) => !ready) &&
      this.containersOf(uid).every(({ state }) => state !== 'running')
    );
  }

  *podStatus(pod: PodNames): Task<{ readonly status: PodStatus } | { readonly err: string }> {
    const ref = `${pod.namespace}/${pod.name}`;
    const err = yield* this.call('PodSandboxStatus', ref, 1200, callTimeout);
    return err === undefined ? { status: this.statusNow(pod) } : { err };
  }

  statusNow({ uid, name, namespace }: PodNames): PodStatus {
    const sandboxes = this.sandboxesOf(uid);
    const ips = sandboxes
      .filter(({ ready }) => ready)
      .map(ipOf)
      .filter((ip) => ip !== '');
    return {
      ...emptyPodStatus(uid),
      name,
      namespace,
      ips: ips.slice(0, 1),
      containerStatuses: this.containersOf(uid).map(containerStatus),
      sandboxStatuses: sandboxes.map(sandboxStatus),
    };
  }

  *runPodSandbox(
    pod: PodNames,
    attempt: number,
    hostNetwork: boolean,
    shim?: Dockershim,
  ): Task<{ readonly sandbox: Sandbox; readonly err: CallError }> {
    const { clock, random, name, version } = this.options;
    const ref = `${pod.namespace}/${pod.name}`;
    const sandbox: Sandbox = {
      id: hex(random, 64),
      podUid: pod.uid,
      podName: pod.name,
      podNamespace: pod.namespace,
      attempt,
      createdAt: clock.now(),
      hostNetwork,
      ip: hostNetwork ? '' : this.nextIp(),
      hostPorts: hostNetwork ? [] : (pod.hostPorts ?? []),
      pid: between(random, 2000, 30000),
      ready: false,
      networked: false,
    };
    const refused = yield* this.call('RunPodSandbox', ref, 90_000, sandboxTimeout);
    if (refused !== undefined) return { sandbox, err: refused };
    // Docker shows a sandbox as soon as its pause container runs, before it has a network.
    if (shim !== undefined) {
      this.addSandbox(sandbox);
      return { sandbox, err: yield* this.atMost(shim.run(sandbox), sandboxTimeout, shim.alive) };
    }
    const cni = hostNetwork ? undefined : yield* this.plugIn('ADD', sandbox);
    if (cni === deadline) return { sandbox, err: cni };
    if (cni !== undefined)
      return { sandbox, err: rpcUnknown(setUpError(name, sandbox, cni, version)) };
    sandbox.networked = !hostNetwork;
    this.addSandbox(sandbox);
    return { sandbox, err: undefined };
  }

  private nextIp(): string {
    this.lastIp += 1;
    return `10.85.${(this.lastIp >> 8) & 255}.${this.lastIp & 255}`;
  }

  private addSandbox(sandbox: Sandbox): void {
    sandbox.ready = true;
    this.sandboxes.set(sandbox.id, sandbox);
    if (this.isOnBridge(sandbox)) this.leases.give(sandbox);
    this.changed(sandbox.podUid);
    this.tell('created', sandbox.id, sandbox);
    this.tell('started', sandbox.id, sandbox);
  }

  /** The pause process dies of itself; the containers beside it go with it. */
  killSandbox(id: string): void {
    const sandbox = this.sandboxes.get(id);
    if (sandbox === undefined) return;
    for (const container of this.containersOf(sandbox.podUid)) {
      if (container.sandboxId === id) this.exit(container, 137, 'Error');
    }
    this.stopPause(sandbox);
  }

  stopPause(sandbox: Sandbox): void {
    const ran = sandbox.ready;
    sandbox.ready = false;
    sandbox.pid = 0;
    if (this.isOnBridge(sandbox)) this.leases.takeBack(sandbox);
    this.changed(sandbox.podUid);
    if (ran) this.tell('stopped', sandbox.id, sandbox);
  }

  /** The kubelet's call ends at its deadline; the operation of the dockershim behind it goes on. */
  private *atMost(
    operation: Task<CallError>,
    timeout: number,
    alive: () => boolean,
  ): Task<CallError> {
    let answer: CallError = deadline;
    yield (resume) => {
      const timer = this.options.clock.after(timeout, resume);
      const done = (err: CallError): void => {
        answer = err;
        timer.dispose();
        resume();
      };
      spawn(operation, done, alive);
    };
    return answer;
  }

  /** Without a plug-in the pause container has an address of Docker’s bridge, and the ports that PortBindings names, as long as it runs (modifyHostOptionsForSandbox). */
  private isOnBridge({ hostNetwork }: Sandbox): boolean {
    return this.options.networkPlugin === noopPlugin && !hostNetwork;
  }

  /** PluginManager's lock of a pod. */
  tellLock({ id: sandboxId, podUid: uid }: Sandbox, kind: 'lock' | 'unlock'): void {
    this.onCni?.({ kind, uid, sandboxId });
  }

  /** One call of the plug-in: its message when it failed. */
  *plugIn(command: 'ADD' | 'DEL', sandbox: Sandbox): Task<CallError> {
    const { id: sandboxId, podUid: uid } = sandbox;
    const { networkPlugin, version } = this.options;
    this.onCni?.({ kind: 'call', uid, sandboxId, command });
    if (command === 'DEL' && unmapsFirst(networkPlugin)) this.leases.unmap(sandbox);
    const err = yield* this.executed(command, `${sandbox.podNamespace}/${sandbox.podName}`);
    this.onCni?.({ kind: 'answer', uid, sandboxId, command, err });
    if (command === 'DEL') this.leases.unmap(sandbox);
    if (err === undefined) this.leases[command === 'ADD' ? 'give' : 'takeBack'](sandbox);
    if (err === undefined || err === deadline) return err;
    return networkPluginError(networkPlugin, command, err, version);
  }

  private *executed(command: 'ADD' | 'DEL', ref: string): Task<CallError> {
    const { clock, faults, name, version } = this.options;
    const timeout = cniTimeout(name, command, version) ?? Infinity;
    const late = name === 'docker' ? killedPlugin(version) : deadline;
    const end = clock.now() + timeout;
    yield* this.sleep(command === 'ADD' ? 12_000 : 45_000);
    for (;;) {
      const fault = faults.cni(command, ref);
      if (fault === undefined) return undefined;
      switch (fault.behaviour) {
        case 'error':
          return fault.message;
        case 'garbage':
          return 'netplugin failed but error parsing its diagnostic message "}": unexpected end of JSON input';
        case 'slow':
          yield* this.sleep(Math.min(durationMicros(fault.delay), timeout));
          return durationMicros(fault.delay) > timeout ? late : undefined;
        case 'hang':
      }
      if (clock.now() >= end) return late;
      yield (resume) => {
        const timer = end === Infinity ? undefined : clock.after(end - clock.now(), resume);
        faults.onChange(() => {
          timer?.dispose();
          resume();
        });
      };
    }
  }

  *stopPodSandbox(id: string, shim?: Dockershim): Task<CallError> {
    const sandbox = this.sandboxes.get(id);
    if (sandbox === undefined) return undefined;
    const { name, version } = this.options;
    const ref = `${sandbox.podNamespace}/${sandbox.podName}`;
    const refused = yield* this.call('StopPodSandbox', ref, 1000, callTimeout);
    if (refused !== undefined) return refused;
    for (const container of this.containersOf(sandbox.podUid)) {
      if (container.sandboxId === id) this.exit(container, 137, 'Error');
    }
    if (shim !== undefined) return yield* this.atMost(shim.stop(sandbox), callTimeout, shim.alive);
    this.stopPause(sandbox);
    const cni = sandbox.networked ? yield* this.plugIn('DEL', sandbox) : undefined;
    sandbox.networked &&= cni !== undefined;
    if (cni === undefined || cni === deadline) return cni;
    return rpcUnknown(tearDownError(name, sandbox, cni, version));
  }

  *pullImage(image: string, ref: string, takes: number): Task<CallError> {
    const { faults } = this.options;
    const fault = faults.image(image);
    if (fault === undefined && this.images.has(image)) return undefined;
    const err = yield* this.call('PullImage', ref, takes, 60 * MINUTE);
    if (err !== undefined) return err;
    const now = faults.image(image);
    if (now?.behaviour === 'missing') {
      return `rpc error: code = NotFound desc = failed to pull and unpack image "${image}": failed to resolve reference "${image}": ${image}: not found`;
    }
    if (now?.behaviour === 'refused') {
      return `rpc error: code = Unknown desc = failed to pull and unpack image "${image}": failed to resolve reference "${image}": failed to do request: dial tcp 192.0.2.7:443: connect: connection refused`;
    }
    this.images.add(image);
    return undefined;
  }

  hasImage(image: string): boolean {
    return this.images.has(image) && this.options.faults.image(image) === undefined;
  }

  *startContainer(
    pod: PodNames,
    sandboxId: string,
    name: string,
    hash: number,
    behaviour: Behaviour,
  ): Task<RuntimeContainer> {
    const { clock, random } = this.options;
    yield* this.sleep(12_000);
    const before = this.containersOf(pod.uid).filter((container) => container.name === name);
    const container: RuntimeContainer = {
      id: hex(random, 64),
      sandboxId,
      podUid: pod.uid,
      name,
      hash,
      restartCount: before.length === 0 ? 0 : (before[0]?.restartCount ?? 0) + 1,
      behaviour,
      terminationGracePeriod: pod.terminationGracePeriod,
      createdAt: clock.now(),
      state: 'created',
      startedAt: undefined,
      finishedAt: undefined,
      exitCode: 0,
      reason: '',
    };
    const sandbox = this.sandboxes.get(sandboxId);
    this.containers.set(container.id, container);
    this.changed(pod.uid);
    this.tell('created', container.id, sandbox);
    yield* this.sleep(60_000);
    container.state = 'running';
    container.startedAt = clock.now();
    this.changed(pod.uid);
    this.tell('started', container.id, sandbox);
    if (behaviour.run === 'exit') {
      clock.after(durationMicros(behaviour.after), () => {
        const { exitCode } = behaviour;
        this.exit(container, exitCode, exitCode === 0 ? 'Completed' : 'Error');
      });
    }
    return container;
  }

  private exit(container: RuntimeContainer, exitCode: number, reason: string): void {
    if (container.state === 'exited') return;
    container.state = 'exited';
    container.finishedAt = this.options.clock.now();
    container.exitCode = exitCode;
    container.reason = reason;
    this.changed(container.podUid);
    this.tell('stopped', container.id, this.sandboxes.get(container.sandboxId));
  }

  /** Sends SIGTERM, then SIGKILL after the grace period, in seconds. */
  *stopContainer(id: string, gracePeriod: number): Task<CallError> {
    const container = this.containers.get(id);
    if (container?.state !== 'running') return undefined;
    const sandbox = this.sandboxes.get(container.sandboxId);
    const ref = `${sandbox?.podNamespace ?? ''}/${sandbox?.podName ?? ''}`;
    const timeout = gracePeriod * SECOND + callTimeout;
    const err = yield* this.call('StopContainer', ref, 15_000, timeout);
    if (err !== undefined) return err;
    const { run, stopTakes } = container.behaviour;
    const needs = run === 'ignore-term' ? Infinity : durationMicros(stopTakes);
    const grace = gracePeriod * SECOND;
    yield* this.sleep(Math.min(needs, grace));
    this.exit(container, needs > grace ? 137 : 0, needs > grace ? 'Error' : 'Completed');
    return undefined;
  }

  removeContainer(id: string): void {
    const container = this.containers.get(id);
    if (container === undefined || container.state === 'running') return;
    this.containers.delete(id);
    this.changed(container.podUid);
    this.tell('deleted', id, this.sandboxes.get(container.sandboxId));
  }

  removeSandbox(id: string): void {
    const sandbox = this.sandboxes.get(id);
    if (sandbox === undefined) return;
    for (const { id: container, sandboxId } of this.containersOf(sandbox.podUid)) {
      if (sandboxId === id) this.removeContainer(container);
    }
    this.sandboxes.delete(id);
    this.leases.leak(id);
    this.changed(sandbox.podUid);
    this.tell('deleted', id, sandbox);
  }

  get isNetworkReady(): boolean {
    return !this.options.faults.isOn('network-not-ready');
  }

  /** `networkReady`: the condition as it is printed where the network is not ready. */
  *status(): Task<{ readonly err: CallError; readonly networkReady: string | undefined }> {
    const err = yield* this.call('Status', '', 800, callTimeout);
    const networkReady = this.isNetworkReady
      ? undefined
      : `NetworkReady=false reason:NetworkPluginNotReady message:${networkNotReady[this.options.name]}`;
    return { err, networkReady: err === undefined ? networkReady : undefined };
  }
}

export function rpcUnknown(text: string): string {
  return `rpc error: code = Unknown desc = ${text}`;
}

/** Read in the sandbox's namespace (GetPodIP of pkg/kubelet/dockershim/network): none before ADD has succeeded. */
function ipOf({ networked, ip }: Sandbox): string {
  return networked ? ip : '';
}

function sandboxStatus(sandbox: Sandbox): SandboxStatus {
  const { id, ready, createdAt, attempt, hostNetwork } = sandbox;
  const ip = ipOf(sandbox);
  return { id, state: ready ? 'ready' : 'notready', createdAt, attempt, ip, hostNetwork };
}

function containerStatus(container: RuntimeContainer): ContainerStatus {
  const { id, name, state, createdAt, startedAt, finishedAt } = container;
  return {
    id,
    name,
    state,
    createdAt,
    exitCode: container.exitCode,
    hash: container.hash,
    restartCount: container.restartCount,
    reason: container.reason,
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(finishedAt === undefined ? {} : { finishedAt: micros(finishedAt) }),
  };
}

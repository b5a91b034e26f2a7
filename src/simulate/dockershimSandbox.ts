// RunPodSandbox and StopPodSandbox of pkg/kubelet/dockershim/docker_sandbox.go: they are served in the kubelet's own process, and go on
// when the kubelet waits for them no more.
import {
  afterSetUp,
  afterTearDown,
  beforeSetUp,
  cleansUpSetUp,
  cleanUpError,
  dockershimLines,
  setUpError,
  tearDownError,
  tearsDown,
  uninitialized,
  type DockershimNetwork,
} from '../kubelet/network.ts';
import { noopPlugin } from '../kubelet/networkPlugin.ts';
import { joinErrors } from '../kubelet/runtimeState.ts';
import { rpcUnknown, type CallError, type Dockershim, type Sandbox } from './runtime.ts';
import { noteNetworkReady, type SyncContext } from './syncContext.ts';
import type { Task } from './task.ts';

/** Undefined where the runtime is another one. */
export function dockershimOf(context: SyncContext): Dockershim | undefined {
  if (context.runtimeName !== 'docker') return undefined;
  return {
    alive: context.alive,
    run: (sandbox) => runPodSandbox(context, sandbox),
    stop: (sandbox) => stopPodSandbox(context, sandbox),
  };
}

function* runPodSandbox(context: SyncContext, sandbox: Sandbox): Task<CallError> {
  const { runtime, version, networkPlugin } = context;
  const { id, hostNetwork } = sandbox;
  remember(context, sandbox, beforeSetUp(context.network, id));
  const cni = hostNetwork ? undefined : yield* callPlugin(context, 'ADD', sandbox);
  if (cni === undefined) {
    sandbox.networked = !hostNetwork;
    remember(context, sandbox, afterSetUp(context.network, id, true, version));
    return undefined;
  }
  const errors = [setUpError('docker', sandbox, cni, version, networkPlugin)];
  if (cleansUpSetUp(version)) {
    const err = yield* callPlugin(context, 'DEL', sandbox);
    if (err !== undefined) {
      const text = tearDownError('docker', sandbox, err, version, networkPlugin);
      errors.push(cleanUpError(sandbox, text));
    }
  }
  runtime.stopPause(sandbox);
  remember(context, sandbox, afterSetUp(context.network, id, false, version));
  return rpcUnknown(joinErrors(errors));
}

/** The pause container is stopped even if its network can't be taken down, but not before that is known. */
function* stopPodSandbox(context: SyncContext, sandbox: Sandbox): Task<CallError> {
  const { runtime, version, networkPlugin } = context;
  const { id, hostNetwork } = sandbox;
  const tears = tearsDown(context.network, id, hostNetwork);
  const cni = tears ? yield* callPlugin(context, 'DEL', sandbox) : undefined;
  if (tears && cni === undefined) {
    sandbox.networked = false;
    remember(context, sandbox, afterTearDown(context.network, id));
  }
  runtime.stopPause(sandbox);
  if (cni === undefined) return undefined;
  return rpcUnknown(tearDownError('docker', sandbox, cni, version, networkPlugin));
}

function remember(context: SyncContext, sandbox: Sandbox, network: DockershimNetwork): void {
  context.network = network;
  noteNetworkReady(context, sandbox);
}

/** SetUpPod or TearDownPod of PluginManager, in the pod's turn. */
function* callPlugin(
  context: SyncContext,
  command: 'ADD' | 'DEL',
  sandbox: Sandbox,
): Task<CallError> {
  const { pluginManager, runtime } = context;
  const fullName = `${sandbox.podName}_${sandbox.podNamespace}`;
  return yield* pluginManager.locking(fullName, withLines(context, command, sandbox), (kind) => {
    runtime.tellLock(sandbox, kind);
  });
}

function* withLines(
  context: SyncContext,
  command: 'ADD' | 'DEL',
  sandbox: Sandbox,
): Task<CallError> {
  const { runtime, version, networkPlugin, write } = context;
  const { begins, ends } = dockershimLines(command, sandbox, sandbox.pid, version, networkPlugin);
  // checkInitialized of network/cni/cni.go, which Status asks, too: SetUpPod and TearDownPod begin with it.
  if (networkPlugin === 'cni' && !runtime.isNetworkReady) {
    for (const line of begins.slice(0, 1)) write(line);
    return uninitialized;
  }
  for (const line of begins) write(line);
  if (networkPlugin === noopPlugin) return undefined;
  const err = yield* runtime.plugIn(command, sandbox);
  for (const line of ends(err)) write(line);
  return err;
}

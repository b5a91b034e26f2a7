// killPodWithSyncResult of pkg/kubelet/kuberuntime: the containers side by side, then every sandbox, one after the other.
import type { Pod, PodStatus } from '../kubelet/pod.ts';
import { joinErrors } from '../kubelet/runtimeState.ts';
import { dockershimOf } from './dockershimSandbox.ts';
import { goQuote } from './goQuote.ts';
import type { Sandbox } from './runtime.ts';
import { calling, podKeys, say, type SyncContext } from './syncContext.ts';
import { all, type Task } from './task.ts';

const minimumGracePeriod = 2;

/** Seconds that a container of the pod gets. */
export function gracePeriodOf({ metadata, spec }: Pod, override: number | undefined): number {
  const own = metadata.deletionGracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? 30;
  return Math.max(override ?? own, minimumGracePeriod);
}

export function* killContainer(
  context: SyncContext,
  pod: Pod,
  name: string,
  id: string,
  override: number | undefined,
): Task<string | undefined> {
  const gracePeriod = gracePeriodOf(pod, override);
  const keys = [
    ...podKeys(pod),
    ['containerName', name],
    ['containerID', `${context.runtimeName}://${id}`],
  ] as const;
  const graceKeys = [...keys, ['gracePeriod', gracePeriod] as const];
  const struct = { container: { runtime: context.runtimeName, id } };
  const older = [['containerStruct', struct]] as const;
  const file = 'kuberuntime_container.go';
  if (override !== undefined) {
    say(context, file, 'Killing container with a grace period override', graceKeys, {
      v: 3,
      older,
    });
  }
  say(context, file, 'Killing container with a grace period', graceKeys, { v: 2 });
  const err = yield* context.runtime.stopContainer(id, gracePeriod);
  if (err === undefined) {
    say(context, file, 'Container exited normally', keys, { v: 3 });
    return undefined;
  }
  const remote = context.version.minor >= 31 ? 'log.go' : 'remote_runtime.go';
  say(context, remote, 'StopContainer from runtime service failed', [['containerID', id]], {
    severity: 'E',
    err,
  });
  say(context, file, 'Container termination failed with gracePeriod', graceKeys, {
    severity: 'E',
    err,
  });
  return `failed to "KillContainer" for ${goQuote(name)} with KillContainerError: ${goQuote(err)}`;
}

/** The error of a kill, or nothing. Sandboxes are stopped even when a container would not die. */
export function* killPod(
  context: SyncContext,
  pod: Pod,
  status: PodStatus | undefined,
  override: number | undefined,
): Task<string | undefined> {
  const { uid } = pod.metadata;
  const running =
    status === undefined
      ? context.runtime.containersOf(uid)
      : context.runtime
          .containersOf(uid)
          .filter(({ id }) => status.containerStatuses.some((known) => known.id === id));
  const kills = running
    .filter(({ state }) => state === 'running')
    .map(({ name, id }) => {
      const kill = killContainer(context, pod, name, id, override);
      return calling(context, { uid, call: 'KillContainer', of: name }, kill);
    });
  const errors = (yield* all(kills, context.alive)).filter((err) => err !== undefined);
  let sandboxError: string | undefined;
  for (const sandbox of context.runtime.sandboxesOf(uid)) {
    const stop = stopSandbox(context, sandbox);
    const err = yield* calling(context, { uid, call: 'StopPodSandbox', of: sandbox.id }, stop);
    if (err === undefined) continue;
    const id = { container: { runtime: context.runtimeName, id: sandbox.id } };
    say(context, 'kuberuntime_manager.go', 'Failed to stop sandbox', [['podSandboxID', id]], {
      severity: 'E',
    });
    sandboxError = err;
  }
  if (sandboxError !== undefined) {
    errors.push(
      `failed to "KillPodSandbox" for ${goQuote(uid)} with KillPodSandboxError: ${goQuote(sandboxError)}`,
    );
  }
  return errors.length === 0 ? undefined : joinErrors(errors);
}

function* stopSandbox(context: SyncContext, sandbox: Sandbox): Task<string | undefined> {
  const { runtime, version } = context;
  const err = yield* runtime.stopPodSandbox(sandbox.id, dockershimOf(context));
  if (err === undefined) return undefined;
  const remote = version.minor >= 31 ? 'log.go' : 'remote_runtime.go';
  say(
    context,
    remote,
    'StopPodSandbox from runtime service failed',
    [['podSandboxID', sandbox.id]],
    {
      severity: 'E',
      err,
    },
  );
  return err;
}

/** Stops a sandbox for the collector of dead ones; false when that failed. */
export function* stopDeadSandbox(context: SyncContext, id: string): Task<boolean> {
  const sandbox = context.runtime.sandboxes.get(id);
  if (sandbox === undefined) return false;
  const err = yield* stopSandbox(context, sandbox);
  if (err === undefined) return true;
  const keys = [['sandboxID', id]] as const;
  const failed = { severity: 'E', err } as const;
  say(context, 'kuberuntime_gc.go', 'Failed to stop sandbox before removing', keys, failed);
  return false;
}

import { micros } from '../../../src/base/time.ts';
import { computePodActions } from '../../../src/kubelet/computePodActions.ts';
import {
  hashContainer,
  podActionsFields,
  type ProbeResult,
  type ProbeResults,
} from '../../../src/kubelet/podActions.ts';
import type {
  Container,
  ContainerState,
  Pod,
  PodStatus,
  RestartPolicy,
} from '../../../src/kubelet/pod.ts';
import type { KubeletVersion } from '../../../src/kubelet/version/index.ts';
import { parseScript, text, type Op } from './script.ts';

interface StatusOp {
  readonly name: string;
  readonly state: ContainerState;
  readonly exitCode: number;
  readonly reason: string;
  readonly changed: boolean;
  readonly liveness: string;
  readonly startup: string;
}

interface SandboxOp {
  readonly ready: boolean;
  readonly attempt: number;
  readonly hostNetwork: boolean;
  readonly ip: string;
}

interface InitOp {
  readonly sidecar: boolean;
  readonly startup: boolean;
  readonly liveness: boolean;
}

function named(letter: string, count: number): Container[] {
  return Array.from({ length: count }, (_, i) => ({ name: `${letter}${i}`, image: 'x' }));
}

/** Sidecars and their probes came with 1.28: the Go side of before ignores these wishes. */
function podOf(op: Op, { sidecars }: KubeletVersion): Pod {
  const inits = (op['inits'] as InitOp[]).map((init, i) => ({
    name: `i${i}`,
    image: 'x',
    ...(sidecars && init.sidecar ? { restartPolicy: 'Always' as const } : {}),
    ...(sidecars && init.startup ? { startupProbe: {} } : {}),
    ...(sidecars && init.liveness ? { livenessProbe: {} } : {}),
  }));
  return {
    metadata: {
      name: 'a',
      namespace: 'ns',
      uid: 'u1',
      ...(op['deleting'] === true ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}),
    },
    spec: {
      restartPolicy: text(op, 'policy') as RestartPolicy,
      hostNetwork: op['host'] === true,
      initContainers: inits,
      containers: named('c', op['containers'] as number),
      ephemeralContainers: named('e', op['ephemeral'] as number),
    },
  };
}

function statusOf(op: Op, pod: Pod): PodStatus {
  const known = [...(pod.spec.initContainers ?? []), ...pod.spec.containers];
  return {
    id: 'u1',
    name: 'a',
    namespace: 'ns',
    ips: [],
    containerStatuses: (op['statuses'] as StatusOp[]).map((status, i) => {
      const container = known.find(({ name }) => name === status.name);
      const hash = container === undefined || status.changed ? 0 : hashContainer(container);
      const { name, state, exitCode, reason } = status;
      return { id: `id${i}`, name, state, exitCode, reason, hash };
    }),
    sandboxStatuses: (op['sandboxes'] as SandboxOp[]).map(({ ready, ...rest }, i) => ({
      ...rest,
      id: `s${i}`,
      state: ready ? 'ready' : 'notready',
      createdAt: micros(0),
    })),
  };
}

function probesOf(op: Op): ProbeResults {
  const of = (kind: 'liveness' | 'startup'): Map<string, ProbeResult> =>
    new Map(
      (op['statuses'] as StatusOp[]).flatMap((status, i): [string, ProbeResult][] =>
        status[kind] === '' ? [] : [[`id${i}`, status[kind] as ProbeResult]],
      ),
    );
  return { liveness: of('liveness'), startup: of('startup') };
}

/** The hash of ours is not the kubelet's. */
function shown(message: string): string {
  return message.replace(/\(\d+ vs \d+\)/, '(hashes)');
}

/** Traces a script of kind `podactions`. */
export function tracePodActions(lines: readonly string[]): string[] {
  const { ops, version } = parseScript(lines);
  return ops
    .filter((op) => op['op'] === 'compute')
    .map((op) => {
      const pod = podOf(op, version);
      const { actions } = computePodActions(pod, statusOf(op, pod), probesOf(op), version);
      const kills = actions.containersToKill
        .map(({ id, name, message, reason }) => `${id}/${name}/${shown(message)}/${reason}`)
        .sort();
      const fields = `[${podActionsFields(version).join(' ')}]`;
      const list = (numbers: readonly number[]): string => `[${numbers.join(' ')}]`;
      return `kill=${actions.killPod} create=${actions.createSandbox} sandbox=${actions.sandboxId} attempt=${actions.attempt} init=${list(actions.initContainersToStart)} start=${list(actions.containersToStart)} ephemeral=${list(actions.ephemeralContainersToStart)} kills=[${kills.join('; ')}] fields=${fields} resizes=false`;
    });
}

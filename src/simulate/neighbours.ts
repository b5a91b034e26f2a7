// Parts of a simulated kubelet that only give the sync loop or the workers something to do: probes, mirror pods, eviction.
import { mapGet, mapValues } from '../base/persistentMap.ts';
import { SECOND } from '../base/time.ts';
import type { LogEffect, LogValue } from '../kubelet/effect.ts';
import type { ProbeResult } from '../kubelet/podActions.ts';
import {
  ConfigHashAnnotationKey,
  ConfigMirrorAnnotationKey,
  isStaticPod,
  podFullName,
  type Pod,
  type PodUid,
} from '../kubelet/pod.ts';
import { askPodWorkers, type PodWorkers, type UpdatePodOptions } from '../kubelet/podWorkers.ts';
import type { PodManager } from '../kubelet/syncLoop.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';
import type { ApiServer } from './apiServer.ts';
import type { KubeletJournal } from './journal/kubeletJournal.ts';
import { uuid, type Random } from './random.ts';
import type { RuntimeContainer } from './runtime.ts';
import { durationMicros } from './scenario.ts';
import type { LineOptions } from './syncContext.ts';
import type { VirtualClock } from './virtualClock.ts';

export interface NeighboursOptions {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly version: KubeletVersion;
  readonly api: ApiServer;
  readonly node: string;
  readonly diskPercent: () => number;
  readonly alive: () => boolean;
  readonly journal?: KubeletJournal | undefined;
  readonly workers: () => PodWorkers;
  readonly podManager: () => PodManager;
  readonly updatePod: (options: UpdatePodOptions) => void;
  /** A result goes into a channel of the sync loop. */
  readonly onProbe: (probe: 'liveness' | 'readiness', uid: PodUid) => void;
  readonly line: (
    file: string,
    message: string,
    keys: LogEffect['keys'],
    options?: LineOptions,
  ) => void;
}

const evictionThreshold = 90;
const probePeriod = 10 * SECOND;
const failureThreshold = 3;
/** Of killPodNow, for the grace periods that an eviction asks for. */
const killTimeout = 10 * SECOND;

export class Neighbours {
  /** Results of liveness probes by container id, for the plan of the pod's next sync. */
  readonly liveness = new Map<string, ProbeResult>();
  private readonly options: NeighboursOptions;

  private evicting: Pod | undefined;
  /** Pods that are probed no more though a container of theirs may run on. */
  private readonly unprobed = new Set<PodUid>();

  constructor(options: NeighboursOptions) {
    this.options = options;
  }

  /** The probe manager forgets a pod: its workers end at their next turn. */
  removeProbes(uid: PodUid): void {
    this.unprobed.add(uid);
    this.options.journal?.at(this.options.clock.now()).probe({ kind: 'RemovePod', uid });
  }

  watchProbes(pod: Pod, container: RuntimeContainer): void {
    this.unprobed.delete(pod.metadata.uid);
    const { livenessFailsAfter, readinessFailsAfter } = container.behaviour;
    const probes = [
      ['liveness', livenessFailsAfter],
      ['readiness', readinessFailsAfter],
    ] as const;
    for (const [probe, after] of probes) {
      if (after !== undefined) {
        this.options.clock.after(durationMicros(after), () => {
          this.probeFailed(pod, container, probe, 1);
        });
      }
    }
  }

  private probeFailed(
    pod: Pod,
    container: RuntimeContainer,
    probe: 'liveness' | 'readiness',
    failures: number,
  ): void {
    const { uid, namespace, name } = pod.metadata;
    const ends = askPodWorkers(this.options.workers(), uid).isPodTerminationRequested;
    if (!this.options.alive() || container.state !== 'running' || ends) return;
    if (this.unprobed.has(uid)) return;
    this.options.line(
      'prober.go',
      'Probe failed',
      [
        ['probeType', probe === 'liveness' ? 'Liveness' : 'Readiness'],
        ['pod', { ref: [namespace, name, uid] }],
        ['podUID', { uid }],
        ['containerName', container.name],
        ['probeResult', 'failure'],
        ['output', 'HTTP probe failed with statuscode: 500'],
      ],
      { v: 1 },
    );
    if (failures === failureThreshold) {
      if (probe === 'liveness') this.liveness.set(container.id, 'Failure');
      const { id: containerId, name: of } = container;
      const failed = { uid, containerId, container: of, probe, result: 'Failure' } as const;
      this.options.journal?.at(this.options.clock.now()).probe({ kind: 'set', ...failed });
      this.options.onProbe(probe, uid);
      if (probe === 'liveness') return;
    }
    this.options.clock.after(probePeriod, () => {
      this.probeFailed(pod, container, probe, failures + 1);
    });
  }

  /** A static pod is shown to the API by a mirror of it, which comes back as a pod of the API's own. */
  ensureMirrorPod(pod: Pod): void {
    const { api, node, version, random } = this.options;
    if (!api.up || mapGet(this.options.podManager().mirrors, podFullName(pod)) !== undefined)
      return;
    const { namespace, name, uid } = pod.metadata;
    const stored = api.named(namespace, name);
    if (stored !== undefined) return;
    const v = version.minor >= 32 ? 0 : 4;
    const ref = ['pod', { ref: [namespace, name, uid] }] as const;
    this.options.line('kubelet.go', 'Creating a mirror pod for static pod', [ref], { v });
    api.put({
      metadata: {
        ...pod.metadata,
        uid: uuid(random),
        annotations: { [ConfigMirrorAnnotationKey]: uid, [ConfigHashAnnotationKey]: uid },
      },
      spec: { ...pod.spec, nodeName: node },
    });
  }

  /** The answer of the kill: the pod's containers are stopped, or it took too long. */
  evicted(uid: PodUid, err?: string): void {
    const pod = this.evicting;
    if (pod?.metadata.uid !== uid || !this.options.alive()) return;
    this.evicting = undefined;
    const { namespace, name } = pod.metadata;
    const keys = [['pod', { ref: [namespace, name, uid] }]] as const;
    const file = 'eviction_manager.go';
    if (err === undefined) {
      this.options.line(file, 'Eviction manager: pod is evicted successfully', keys);
    } else {
      const failed = { severity: 'E', err } as const;
      this.options.line(file, 'Eviction manager: pod failed to evict', keys, failed);
    }
  }

  /** Under pressure one pod goes each round, and with it some of what fills the disk. */
  evict(): void {
    if (this.evicting !== undefined || this.options.diskPercent() < evictionThreshold) return;
    const resource = [['resourceName', 'ephemeral-storage']] as const;
    const file = 'eviction_manager.go';
    const candidates = mapValues(this.options.podManager().pods).filter(
      (pod) =>
        !isStaticPod(pod) &&
        !askPodWorkers(this.options.workers(), pod.metadata.uid).isPodTerminationRequested,
    );
    const [pod] = candidates;
    this.options.line(file, 'Eviction manager: attempting to reclaim', resource);
    this.options.line(file, 'Eviction manager: must evict pod(s) to reclaim', resource);
    if (pod === undefined) {
      const text =
        'Eviction manager: eviction thresholds have been met, but no pods are active to evict';
      this.options.line(file, text, [], { severity: 'E' });
      return;
    }
    const refs = candidates.map(({ metadata }) => [metadata.namespace, metadata.name] as const);
    const pods: readonly (readonly [string, LogValue])[] = [['pods', { refs }]];
    this.options.line(file, 'Eviction manager: pods ranked for eviction', pods);
    const grace = this.options.version.zeroGraceHonoured ? 1 : 0;
    this.options.updatePod({
      updateType: 'kill',
      pod,
      killPodOptions: {
        evict: true,
        podStatusFunc: 'evict',
        completedCh: pod.metadata.uid,
        podTerminationGracePeriodSecondsOverride: grace,
      },
    });
    this.evicting = pod;
    this.options.clock.after(killTimeout, () => {
      this.evicted(pod.metadata.uid, 'timeout waiting to kill pod');
    });
  }
}

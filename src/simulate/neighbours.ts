// Parts of a simulated kubelet that only give the sync loop or the workers something to do: eviction.
import { mapValues } from '../base/persistentMap.ts';
import { SECOND } from '../base/time.ts';
import type { LogValue } from '../kubelet/effect.ts';
import { isStaticPod, type Pod, type PodUid } from '../kubelet/pod.ts';
import { askPodWorkers, type PodWorkers, type UpdatePodOptions } from '../kubelet/podWorkers.ts';
import type { PodManager } from '../kubelet/syncLoop.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';
import type { WriteLine } from './syncContext.ts';
import type { VirtualClock } from './virtualClock.ts';

export interface NeighboursOptions {
  readonly clock: VirtualClock;
  readonly version: KubeletVersion;
  readonly diskPercent: () => number;
  readonly alive: () => boolean;
  readonly workers: () => PodWorkers;
  readonly podManager: () => PodManager;
  /** `GetActivePods` has it. */
  readonly isActive: (pod: Pod) => boolean;
  readonly updatePod: (options: UpdatePodOptions) => void;
  readonly line: WriteLine;
}

const evictionThreshold = 90;
/** Of killPodNow, for the grace periods that an eviction asks for. */
const killTimeout = 10 * SECOND;

export class Neighbours {
  private readonly options: NeighboursOptions;

  private evicting: Pod | undefined;
  private readonly chosen = new Set<PodUid>();

  constructor(options: NeighboursOptions) {
    this.options = options;
  }

  /** `PodIsEvicted`, of the status that the kill sets first. */
  isEvicted(uid: PodUid): boolean {
    return this.chosen.has(uid);
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
        this.options.isActive(pod) &&
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
    this.chosen.add(pod.metadata.uid);
    this.options.clock.after(killTimeout, () => {
      this.evicted(pod.metadata.uid, 'timeout waiting to kill pod');
    });
  }
}

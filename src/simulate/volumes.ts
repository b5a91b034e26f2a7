// The volume manager of a simulated kubelet, for ConfigMap volumes alone: mounts what a pod wants, again and again with
// growing pauses while the object is missing, and unmounts what is not wanted any more.
import { MILLISECOND, SECOND, MINUTE, formatRfc3339, micros } from '../base/time.ts';
import type { LogEffect } from '../kubelet/effect.ts';
import { formatGoDuration } from '../kubelet/goDuration.ts';
import type { Pod, PodUid } from '../kubelet/pod.ts';
import type { Faults } from './faults.ts';
import type { VirtualClock } from './virtualClock.ts';

interface Mount {
  readonly pod: Pod;
  readonly configMap: string;
  mounted: boolean;
  wanted: boolean;
  backOff: number;
}

export interface VolumesOptions {
  readonly clock: VirtualClock;
  readonly faults: Faults;
  readonly alive: () => boolean;
  readonly configMapsOf: (pod: Pod) => readonly string[];
  readonly write: (effect: LogEffect) => void;
}

const longestBackOff = 2 * MINUTE + 2 * SECOND;

export class Volumes {
  private readonly mounts = new Map<PodUid, Mount[]>();
  private readonly options: VolumesOptions;

  constructor(options: VolumesOptions) {
    this.options = options;
  }

  /** Names of volumes that are not as they should be: mounted, or gone. */
  unmounted(uid: PodUid): readonly string[] {
    return (this.mounts.get(uid) ?? [])
      .filter(({ mounted, wanted }) => mounted !== wanted)
      .map(({ configMap }) => configMap);
  }

  want(pod: Pod): void {
    const { uid } = pod.metadata;
    if (this.mounts.has(uid)) return;
    const mounts = this.options
      .configMapsOf(pod)
      .map((configMap) => ({ pod, configMap, mounted: false, wanted: true, backOff: 0 }));
    this.mounts.set(uid, mounts);
    for (const mount of mounts) this.later(100 * MILLISECOND, mount);
  }

  release(uid: PodUid): void {
    for (const mount of this.mounts.get(uid) ?? []) {
      mount.wanted = false;
      this.later(100 * MILLISECOND, mount);
    }
  }

  forget(uid: PodUid): void {
    this.mounts.delete(uid);
  }

  private later(delay: number, mount: Mount): void {
    this.options.clock.after(delay, () => {
      if (this.options.alive() && mount.mounted !== mount.wanted) this.reconcile(mount);
    });
  }

  private line(
    mount: Mount,
    message: string,
    v: number,
    file: string,
    rest: Partial<LogEffect> = {},
  ): void {
    const { namespace, name } = mount.pod.metadata;
    const keys = [['pod', { ref: [namespace, name] }]] as const;
    this.options.write({ kind: 'log', severity: 'I', v, file, message, keys, ...rest });
  }

  private reconcile(mount: Mount): void {
    const { uid, name } = mount.pod.metadata;
    const unique = `kubernetes.io/configmap/${uid}-${mount.configMap}`;
    const which = `for volume "${mount.configMap}" (UniqueName: "${unique}") pod "${name}" (UID: "${uid}") `;
    const reconciler = 'reconciler_common.go';
    if (!mount.wanted) {
      const began = `operationExecutor.UnmountVolume started for volume "${mount.configMap}" (UniqueName: "${unique}") pod "${uid}" (UID: "${uid}") `;
      this.line(mount, began, 0, reconciler, { keys: [] });
      mount.mounted = false;
      const done = `UnmountVolume.TearDown succeeded for volume "${unique}" (OuterVolumeSpecName: "${mount.configMap}") pod "${uid}" (UID: "${uid}"). InnerVolumeSpecName "${mount.configMap}". PluginName "kubernetes.io/configmap", VolumeGIDValue ""`;
      this.line(mount, done, 0, 'operation_generator.go', { keys: [] });
      return;
    }
    this.line(mount, `operationExecutor.MountVolume started ${which}`, 1, reconciler);
    if (!this.options.faults.configMapMissing(mount.configMap)) {
      mount.mounted = true;
      mount.backOff = 0;
      this.line(mount, `MountVolume.SetUp succeeded ${which}`, 1, 'operation_generator.go');
      return;
    }
    mount.backOff = Math.min(Math.max(mount.backOff * 2, 500 * MILLISECOND), longestBackOff);
    const until = formatRfc3339(micros(this.options.clock.now() + mount.backOff));
    const again = until.replace('T', ' ').replace('Z', ' +0000 UTC');
    const operation = `{volumeName:${unique} podName:${uid} nodeName:}`;
    const cause = `MountVolume.SetUp failed for volume "${mount.configMap}" (UniqueName: "${unique}") pod "${name}" (UID: "${uid}") : configmap "${mount.configMap}" not found`;
    const text = `Operation for "${operation}" failed. No retries permitted until ${again} m=+1.000000001 (durationBeforeRetry ${formatGoDuration(mount.backOff)}). Error: ${cause}`;
    const raw = { severity: 'E', keys: [], plain: true } as const;
    this.line(mount, text, 0, 'nestedpendingoperations.go', raw);
    this.later(mount.backOff, mount);
  }
}

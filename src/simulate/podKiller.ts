// podKiller of pkg/kubelet/kubelet_pods.go, up to 1.21: takes pods from a channel and kills each in a goroutine of its own, one for a UID
// at a time. Who sends waits while the channel is full, until the killer runs, which itself waits for nothing else.
import type { Pod, PodUid, RunningPod } from '../kubelet/pod.ts';
import type { GoChannel } from './goChannel.ts';
import { killPod } from './killPod.ts';
import { goChannel } from './podConfigDriver.ts';
import { say, type SyncContext } from './syncContext.ts';
import { spawn } from './task.ts';

/** `podKillingChannelCapacity` */
export const podKillingChannelCapacity = 50;

/** `kubecontainer.PodPair`: what the API says of the pod, if anything, and what the runtime has of it. */
export interface PodPair {
  readonly apiPod: Pod | undefined;
  readonly runningPod: RunningPod;
}

export class PodKiller {
  private readonly channel: GoChannel<PodPair>;
  private readonly killing = new Set<PodUid>();
  private readonly context: SyncContext;

  constructor(context: SyncContext) {
    this.context = context;
    const capacity = podKillingChannelCapacity;
    this.channel = goChannel(context, 'podKillingCh', capacity, ({ runningPod }) => ({
      text: this.isKilling(runningPod.id)
        ? 'a pod to kill (it is being killed: passed over when taken)'
        : 'a pod to kill',
      pods: [runningPod.id],
    }));
  }

  /** How many wait in `podKillingCh`. */
  get waiting(): number {
    return this.channel.length;
  }

  isKilling(uid: PodUid): boolean {
    return this.killing.has(uid);
  }

  send(pair: PodPair): void {
    const isIdle = this.channel.length === 0;
    this.channel.put(pair);
    if (!isIdle) return;
    this.context.clock.after(10, () => {
      if (this.context.alive()) this.receive();
    });
  }

  private receive(): void {
    for (let pair = this.channel.take(); pair !== undefined; pair = this.channel.take())
      this.kill(pair);
  }

  private kill({ apiPod, runningPod }: PodPair): void {
    const { id: uid, name } = runningPod;
    if (this.killing.has(uid)) return;
    this.killing.add(uid);
    const pod = apiPod ?? this.restored(runningPod);
    const named = ['podName', name] as const;
    say(this.context, 'kubelet_pods.go', 'Killing unwanted pod', [named], { v: 2 });
    const task = killPod(this.context, pod, undefined, undefined);
    spawn(
      task,
      (err) => {
        this.killing.delete(uid);
        if (err === undefined) return;
        const failed = { severity: 'E', err } as const;
        say(this.context, 'kubelet_pods.go', 'Failed killing the pod', [named], failed);
      },
      this.context.alive,
    );
  }

  /**
   * `restoreSpecsFromContainerLabels` of kuberuntime_container.go: of a pod that the API does not know the annotations of its containers
   * have the grace period; where a pod is deleted, no container is started that could have another.
   */
  private restored({ id: uid, name, namespace }: RunningPod): Pod {
    const [container] = this.context.runtime.containersOf(uid);
    const { terminationGracePeriod } = container ?? {};
    return {
      metadata: { uid, name, namespace },
      spec: {
        containers: [],
        ...(terminationGracePeriod === undefined
          ? {}
          : { terminationGracePeriodSeconds: terminationGracePeriod }),
      },
    };
  }
}

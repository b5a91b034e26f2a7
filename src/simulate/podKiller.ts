// podKiller of pkg/kubelet/kubelet_pods.go, up to 1.21: takes pods from a channel and kills each in a goroutine of its own, one for a UID
// at a time. Who sends waits while the channel is full; as the killer itself never waits, that is until it runs.
import type { Pod, PodUid, RunningPod } from '../kubelet/pod.ts';
import { killPod } from './killPod.ts';
import { podKeys, say, type SyncContext } from './syncContext.ts';
import { spawn } from './task.ts';

export const podKillingChannelCapacity = 50;

/** `kubecontainer.PodPair`: what the API says of the pod, if anything, and what the runtime has of it. */
export interface PodPair {
  readonly apiPod: Pod | undefined;
  readonly runningPod: RunningPod;
}

export class PodKiller {
  private channel: PodPair[] = [];
  private readonly killing = new Set<PodUid>();
  private readonly context: SyncContext;

  constructor(context: SyncContext) {
    this.context = context;
  }

  /** How many wait in `podKillingCh`. */
  get waiting(): number {
    return this.channel.length;
  }

  isKilling(uid: PodUid): boolean {
    return this.killing.has(uid);
  }

  send(pair: PodPair): void {
    if (this.channel.length === podKillingChannelCapacity) this.receive();
    this.channel.push(pair);
    if (this.channel.length > 1) return;
    this.context.clock.after(10, () => {
      if (this.context.alive()) this.receive();
    });
  }

  private receive(): void {
    const pairs = this.channel;
    this.channel = [];
    for (const pair of pairs) this.kill(pair);
  }

  private kill({ apiPod, runningPod }: PodPair): void {
    const { id: uid, name, namespace } = runningPod;
    if (this.killing.has(uid)) return;
    this.killing.add(uid);
    // Of a pod that the API does not know the labels of its containers tell what is needed.
    const pod = apiPod ?? { metadata: { uid, name, namespace }, spec: { containers: [] } };
    const [ref] = podKeys(pod);
    say(this.context, 'kubelet_pods.go', 'Killing unwanted pod', [ref], { v: 2 });
    const task = killPod(this.context, pod, undefined, undefined);
    spawn(
      task,
      (err) => {
        this.killing.delete(uid);
        if (err === undefined) return;
        const failed = { severity: 'E', err } as const;
        say(this.context, 'kubelet_pods.go', 'Failed killing the pod', [ref], failed);
      },
      this.context.alive,
    );
  }
}

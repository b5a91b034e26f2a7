// The pods of a cluster as its API server holds them, and who watches them. A change reaches a node as the whole list of its
// pods, as the kubelet's reflector hands it on; while the server is down nothing gets through.
import { MILLISECOND, SECOND } from '../base/time.ts';
import type { Pod } from '../kubelet/pod.ts';
import { between, type Random } from './random.ts';
import type { VirtualClock } from './virtualClock.ts';

type Watcher = (pods: readonly Pod[]) => void;

export class ApiServer {
  private readonly pods = new Map<string, Pod>();
  private readonly watchers = new Map<string, Watcher>();
  private readonly clock: VirtualClock;
  private readonly random: Random;
  up = true;

  constructor(clock: VirtualClock, random: Random) {
    this.clock = clock;
    this.random = random;
  }

  get(uid: string): Pod | undefined {
    return this.pods.get(uid);
  }

  named(namespace: string, name: string): Pod | undefined {
    return [...this.pods.values()].find(
      ({ metadata }) => metadata.namespace === namespace && metadata.name === name,
    );
  }

  put(pod: Pod): void {
    this.pods.set(pod.metadata.uid, pod);
    this.changed(pod.spec.nodeName ?? '');
  }

  remove(uid: string): void {
    const pod = this.pods.get(uid);
    if (!this.pods.delete(uid)) return;
    this.changed(pod?.spec.nodeName ?? '');
  }

  /** One watcher for each node: a new one replaces the one before, and gets the list first. */
  watch(node: string, watcher: Watcher): void {
    this.watchers.set(node, watcher);
    if (this.up) this.changed(node);
  }

  unwatch(node: string): void {
    this.watchers.delete(node);
  }

  /** Nothing answers until `setUp(true)`; then each watcher lists again, a little later. */
  setUp(up: boolean): void {
    this.up = up;
    if (!up) return;
    for (const node of this.watchers.keys()) {
      this.clock.after(between(this.random, 200, 3000) * MILLISECOND, () => {
        this.changed(node);
      });
    }
  }

  private changed(node: string): void {
    const watcher = this.watchers.get(node);
    if (!this.up || watcher === undefined) return;
    const pods = [...this.pods.values()].filter((pod) => pod.spec.nodeName === node);
    this.clock.after(MILLISECOND, () => {
      if (this.up && this.watchers.get(node) === watcher) watcher(pods);
    });
  }
}

/** How long a request to the server takes. */
export function requestTime(random: Random): number {
  return between(random, 4, 12) * MILLISECOND;
}

/** Status is sent again this long after the server could not be reached. */
export const statusSyncPeriod = 10 * SECOND;

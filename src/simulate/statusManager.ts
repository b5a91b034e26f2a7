// The status manager of a simulated kubelet: tells the API server what became of a pod, and deletes the pod there
// once its worker is done with it.
import type { LogValue } from '../kubelet/effect.ts';
import { mapGet } from '../base/persistentMap.ts';
import {
  isMirrorPod,
  isStaticPod,
  podFullName,
  type ContainerStatus,
  type Pod,
  type PodPhase,
  type PodStatus,
  type PodUid,
} from '../kubelet/pod.ts';
import type { PodManager } from '../kubelet/syncLoop.ts';
import type { HeldStatus } from './dispatchWork.ts';
import { requestTime, statusSyncPeriod, type ApiServer } from './apiServer.ts';
import type { KubeletJournal } from './journal/kubeletJournal.ts';
import type { Random } from './random.ts';
import type { VirtualClock } from './virtualClock.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';

/** PatchPodStatus tells it since. */
const SAYS_UNCHANGED = 18;

interface Held {
  readonly pod: Pod;
  readonly phase: PodPhase;
  /** Containers with their states: what makes a status differ. */
  readonly summary: string;
  readonly version: number;
  readonly containers: readonly ContainerStatus[];
}

/** What waits in `podStatusChannel`; from 1.27 on that has only room for one, which means a batch. */
interface SyncRequest {
  readonly uid: PodUid;
  readonly held: Held;
  readonly takes: number;
}

export interface StatusManagerOptions {
  readonly api: ApiServer;
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly version: KubeletVersion;
  readonly alive: () => boolean;
  /** The worker has finished: nothing of the pod is left on the node. */
  readonly isFinished: (uid: PodUid) => boolean;
  readonly podManager: () => PodManager;
  readonly journal?: () => KubeletJournal | undefined;
  readonly write: (
    v: number,
    message: string,
    keys: readonly (readonly [string, LogValue])[],
    older?: readonly (readonly [string, LogValue])[],
  ) => void;
}

export class StatusManager {
  private readonly held = new Map<PodUid, Held>();
  private readonly waiting = new Set<PodUid>();
  /** `apiStatusVersions`: what the server has, by UIDs of its own, a mirror pod's too. */
  private readonly sentVersions = new Map<PodUid, number>();
  /** The first is being sent. */
  private readonly channel: SyncRequest[] = [];
  private readonly options: StatusManagerOptions;

  constructor(options: StatusManagerOptions) {
    this.options = options;
  }

  phase(uid: PodUid): PodPhase {
    return this.held.get(uid)?.phase ?? this.options.api.get(uid)?.status?.phase ?? 'Pending';
  }

  set(pod: Pod, phase: PodPhase, status: PodStatus): void {
    const { uid } = pod.metadata;
    const before = this.held.get(uid);
    const containers = status.containerStatuses;
    const states = containers.map(
      ({ name, state, restartCount = 0, exitCode = 0 }) =>
        `${name} ${state}${state === 'exited' ? ` with ${exitCode}` : ''}${restartCount > 0 ? ` (restart ${restartCount})` : ''}`,
    );
    const summary = [phase, ...states].join('; ');
    if (before?.summary === summary) return;
    const version = (before?.version ?? 0) + 1;
    this.held.set(uid, { pod, phase, summary, version, containers });
    this.options.journal?.()?.status({ kind: 'set', uid, phase, summary, version });
    this.later(uid);
  }

  /** `GetPodStatus` */
  get(uid: PodUid): Pick<Held, 'phase' | 'containers'> | undefined {
    return this.held.get(uid);
  }

  /** The pod may be deleted by now, which up to 1.21 no new status tells. In Go the next batch finds that out. */
  sync(uid: PodUid): void {
    if (this.options.version.podWorkers === 'classic') this.later(uid);
  }

  /** What is held of a pod: the last sync's, else, after a restart, what the API server sent with it. */
  ofPod(pod: Pod): HeldStatus {
    const { phase, containers } = this.containersOf(pod);
    return { phase, notRunning: containers.every(({ state }) => state !== 'running') };
  }

  private containersOf({ metadata, status }: Pod): Pick<Held, 'phase' | 'containers'> {
    const sent = { phase: status?.phase ?? 'Pending', containers: status?.containerStatuses ?? [] };
    return this.held.get(metadata.uid) ?? sent;
  }

  /** `TerminatePod`: all containers count as ended; a new version even where nothing differs, after which the pod may be deleted. */
  terminate(pod: Pod): void {
    const { uid } = pod.metadata;
    const before = this.held.get(uid);
    const { phase, containers: known } = this.containersOf(pod);
    const summary = before?.summary ?? phase;
    const version = (before?.version ?? 0) + 1;
    const containers = known.map((one): ContainerStatus => ({ ...one, state: 'exited' }));
    this.held.set(uid, { pod, phase, summary, version, containers });
    this.options.journal?.()?.status({ kind: 'set', uid, phase, summary, version });
    this.later(uid);
  }

  forget(uid: PodUid): void {
    this.sentVersions.delete(uid);
    if (this.held.delete(uid)) this.options.journal?.()?.status({ kind: 'forget', uid });
  }

  private later(uid: PodUid): void {
    const held = this.held.get(uid);
    if (held === undefined) return;
    const takes = requestTime(this.options.random);
    if (this.sendsBatches && this.channel.length > 1) return;
    this.channel.push({ uid, held, takes });
    if (this.channel.length === 1) this.sendFirst();
  }

  private get sendsBatches(): boolean {
    return this.options.version.minor >= 27;
  }

  /** One goroutine sends all, each after the other. */
  private sendFirst(): void {
    const [request] = this.channel;
    if (request === undefined) return;
    const { clock, alive } = this.options;
    clock.after(request.takes, () => {
      if (!alive()) return;
      const { uid, held } = request;
      if (this.sendsBatches) this.syncBatch();
      else if (this.needsUpdate(uid, held)) this.push(uid, held, false);
      this.channel.shift();
      this.sendFirst();
    });
  }

  /** `syncBatch(false)`: all that is newer than what the server has, or waits for it. */
  private syncBatch(): void {
    for (const [uid, held] of [...this.held]) {
      const mirror = mapGet(this.options.podManager().mirrors, podFullName(held.pod));
      const sent = this.sentVersions.get(
        isStaticPod(held.pod) ? (mirror?.metadata.uid ?? '') : uid,
      );
      if (this.waiting.has(uid) || (sent ?? 0) < held.version) this.push(uid, held, true);
    }
  }

  private needsUpdate(uid: PodUid, { version }: Held): boolean {
    if ((this.sentVersions.get(uid) ?? 0) < version) return true;
    const pod = mapGet(this.options.podManager().pods, uid);
    return pod?.metadata.deletionTimestamp !== undefined && this.options.isFinished(uid);
  }

  /** The next of the batches asks again: a mirror pod that was made anew has no status yet. */
  waitForBatch(uid: PodUid): void {
    const { clock, alive } = this.options;
    if (this.waiting.has(uid)) return;
    this.waiting.add(uid);
    clock.after(statusSyncPeriod, () => {
      // `needsUpdate`: not if it was sent since.
      const held = this.held.get(uid);
      if (this.waiting.delete(uid) && held !== undefined && alive()) this.push(uid, held, true);
    });
  }

  /** `syncPod`, which asks the server by the pod’s name. */
  private push(uid: PodUid, held: Held, inBatch: boolean): void {
    const { api, version, write } = this.options;
    if (!api.up) {
      this.waitForBatch(uid);
      return;
    }
    const { namespace, name } = held.pod.metadata;
    const pod = ['pod', { ref: [namespace, name, uid] }] as const;
    const uidKey = ['podUID', { uid }] as const;
    if (inBatch && this.lacksMirror(held.pod)) {
      const text = 'Static pod does not have a corresponding mirror pod; skipping';
      write(5, text, [uidKey, pod]);
      this.waitForBatch(uid);
      return;
    }
    const stored = api.named(namespace, name);
    if (stored === undefined) {
      write(3, 'Pod does not exist on the server', [uidKey, pod]);
      this.waitForBatch(uid);
      return;
    }
    this.waiting.delete(uid);
    const ref = ['pod', { ref: [namespace, name, stored.metadata.uid] }] as const;
    const translated = this.translatePodUid(stored, uid);
    if (translated !== uid) {
      const text = 'Pod was deleted and then recreated, skipping status update';
      write(2, text, [ref, ['oldPodUID', { uid }], ['podUID', { uid: translated }]]);
      this.forget(uid);
      return;
    }
    const patch = ['patch', `{"metadata":{"uid":"${stored.metadata.uid}"}}`] as const;
    write(3, 'Patch status for pod', version.minor >= 26 ? [ref, uidKey, patch] : [ref, patch]);
    const isNew = stored.status?.['summary'] !== held.summary;
    const statusVersion = ['statusVersion', held.version] as const;
    if (!isNew && version.minor >= SAYS_UNCHANGED)
      write(3, 'Status for pod is up-to-date', [ref, statusVersion]);
    else {
      const { phase, summary, containers: containerStatuses } = held;
      const status = { phase, summary, containerStatuses };
      const shown = ['status', { raw: `{"phase":"${held.phase}"}` }] as const;
      // The rest of the status is not simulated.
      const struct = ['statusStruct', { raw: `{Phase:${held.phase}}` }] as const;
      write(3, 'Status for pod updated successfully', [ref, statusVersion, shown], [struct]);
      if (isNew) api.put({ ...stored, status });
    }
    this.sentVersions.set(stored.metadata.uid, held.version);
    this.options.journal?.()?.status({ kind: 'sent', uid, version: held.version });
    if (!isMirrorPod(stored)) this.deleteIfDone(uid, held);
  }

  /** `podToMirror` of `GetUIDTranslations` has no UID for it. */
  private lacksMirror(pod: Pod): boolean {
    const { byFullName, mirrors } = this.options.podManager();
    const name = podFullName(pod);
    return (
      isStaticPod(pod) &&
      mapGet(byFullName, name) === pod.metadata.uid &&
      mapGet(mirrors, name) === undefined
    );
  }

  /** `TranslatePodUID`: a mirror’s stays that of the static pod that had it last. */
  private translatePodUid(stored: Pod, last: PodUid): PodUid {
    const { metadata } = stored;
    const { byFullName, mirrors } = this.options.podManager();
    const name = podFullName(stored);
    if (mapGet(mirrors, name)?.metadata.uid !== metadata.uid) return metadata.uid;
    return mapGet(byFullName, name) ?? last;
  }

  private deleteIfDone(uid: PodUid, held: Held): void {
    const { api, clock, random, version, write, alive, isFinished } = this.options;
    const stored = api.get(uid);
    if (stored?.metadata.deletionTimestamp === undefined) return;
    const { namespace, name } = stored.metadata;
    const keys = [
      ['pod', { ref: [namespace, name, uid] }],
      ['podUID', { uid }],
    ] as const;
    if (!isFinished(uid)) {
      if (version.minor < 27 || held.phase === 'Succeeded' || held.phase === 'Failed') return;
      const phases = [
        ['phase', held.phase],
        ['localPhase', held.phase],
      ] as const;
      const text = 'Delaying pod deletion as the phase is non-terminal';
      write(3, text, [...phases, ...keys]);
      return;
    }
    // The server ends a deletion with a grace period of 0, which the node sees as one more change before the end.
    api.put({ ...stored, metadata: { ...stored.metadata, deletionGracePeriodSeconds: 0 } });
    clock.after(1000 + Math.floor(random.next() * 1000), () => {
      if (!alive()) return;
      api.remove(uid);
      write(3, 'Pod fully terminated and removed from etcd', keys.slice(0, 1));
      this.forget(uid);
    });
  }
}

// One process of a simulated kubelet: the parts of the model with their state, wired by their effects. Everything in it is
// gone when the process ends; the runtime and the API server stay.
import { mapEntries, mapGet } from '../base/persistentMap.ts';
import { MILLISECOND, SECOND, type Micros } from '../base/time.ts';
import type { BackOffEntry } from '../kubelet/backOff.ts';
import type { LogEffect } from '../kubelet/effect.ts';
import type { ProbeResult } from '../kubelet/podActions.ts';
import { newDockershimNetwork } from '../kubelet/network.ts';
import type { PodLifecycleEvent } from '../kubelet/plegEvents.ts';
import { emptyPodStatus, type Pod, type PodUid } from '../kubelet/pod.ts';
import { plegChannelCapacity } from '../kubelet/pleg.ts';
import { seenAllSources, type PodConfig } from '../kubelet/podConfig.ts';
import {
  askPodWorkers,
  type PodWorkers,
  type PodWorkersEffect,
  type UpdatePodOptions,
} from '../kubelet/podWorkers.ts';
import {
  emptySyncLoop,
  stepSyncLoop,
  type ProbeKind,
  type SyncLoopEffect,
  type SyncLoopItem,
} from '../kubelet/syncLoop.ts';
import { isActive, refusedBy } from './admission.ts';
import { dispatchWork } from './dispatchWork.ts';
import { hearNetwork, startDockershim } from './dockershim.ts';
import type { GoChannel } from './goChannel.ts';
import { cleanUp, cleanUpContainersInPod, startGarbageCollection } from './housekeeping.ts';
import { cleanUpClassic } from './housekeepingClassic.ts';
import type { KubeletOptions } from './kubeletOptions.ts';
import type { KubeletJournal } from './journal/kubeletJournal.ts';
import { aTick, type ChannelName, type Sent, type SourceName } from './journal/parts.ts';
import { reconcileMirrorPod } from './mirrorPods.ts';
import { Neighbours } from './neighbours.ts';
import { NodeClient } from './nodeClient.ts';
import { NodeLease } from './nodeLease.ts';
import { NodeStatus } from './nodeStatus.ts';
import { PlegDriver } from './plegDriver.ts';
import { goChannel, PodConfigDriver } from './podConfigDriver.ts';
import { PluginManager } from './pluginManager.ts';
import { PodKiller } from './podKiller.ts';
import { PodWorkersDriver } from './podWorkersDriver.ts';
import { ProbeManager } from './probeManager.ts';
import { RuntimeUp } from './runtimeUp.ts';
import { StatusManager } from './statusManager.ts';
import { say, type SyncContext } from './syncContext.ts';
import { spawn, type Task } from './task.ts';
import { httpCheckFrequency, UrlSource } from './urlSource.ts';
import { Volumes } from './volumes.ts';

const evictionPeriod = 10 * SECOND;
/** How often the directory of manifests is read though nothing was heard of it. */
const fileCheckFrequency = 20 * SECOND;

/** `make(chan Update, 20)` of a manager of probe results. */
const probeChannelCapacity = 20;

interface ProbeUpdate {
  readonly probe: ProbeKind;
  readonly result: ProbeResult;
  readonly uid: PodUid;
}

export class KubeletProcess {
  readonly options: KubeletOptions;
  readonly context: SyncContext;
  readonly status: StatusManager;
  readonly volumes: Volumes;
  readonly killer: PodKiller;
  /** Pods that have a directory on the node's disk, as far as this process saw to it. */
  readonly podDirs = new Set<PodUid>();
  loop = emptySyncLoop;
  private readonly podWorkers: PodWorkersDriver;
  private readonly runtimeUp: RuntimeUp;
  private readonly configs: PodConfigDriver;
  private readonly pleg: PlegDriver;
  readonly neighbours: Neighbours;
  readonly probeManager: ProbeManager;
  private readonly nodeStatus: NodeStatus;
  private readonly nodeLease: NodeLease;
  private running = true;
  /** The channels of the sync loop, beside that of PodConfig. */
  private readonly plegCh: GoChannel<PodLifecycleEvent>;
  private readonly probeCh: GoChannel<ProbeUpdate>;
  private syncTick = false;
  private housekeepingTick = false;
  private idle = true;

  constructor(options: KubeletOptions) {
    this.options = options;
    const { clock, faults, version, runtime, runtimeName, api, random } = options;
    const alive = (): boolean => this.running;
    const write = (effect: LogEffect): void => {
      options.write(effect, clock.now());
    };
    const { line } = this;
    this.volumes = new Volumes({
      clock,
      faults,
      alive,
      write,
      configMapsOf: options.configMapsOf,
    });
    this.status = new StatusManager({
      api,
      clock,
      random,
      version,
      alive,
      isFinished: (uid) => this.isFinished(uid),
      podManager: () => this.loop.podManager,
      journal: () => this.journal,
      write: (v, message, keys, older = []) => {
        write({ kind: 'log', severity: 'I', v, file: 'status_manager.go', message, keys, older });
      },
    });
    this.neighbours = new Neighbours({
      ...options,
      alive,
      workers: () => this.workers,
      podManager: () => this.loop.podManager,
      isActive: (pod) => isActive(this, pod),
      updatePod: (update) => {
        this.updatePod(update);
      },
      line,
    });
    this.probeManager = new ProbeManager({
      ...options,
      alive,
      line,
      statusOf: (uid) => this.status.get(uid),
      onResult: (probe, result, uid) => {
        this.probeCh.put({ probe, result, uid });
        this.kick();
      },
    });
    const nodeClient = new NodeClient({ ...options, alive, line });
    this.nodeStatus = new NodeStatus(nodeClient);
    this.nodeLease = new NodeLease(nodeClient);
    this.context = {
      clock,
      runtime,
      runtimeName,
      faults,
      version,
      backOffs: new Map<string, BackOffEntry>(),
      network: newDockershimNetwork,
      networkPlugin: runtime.options.networkPlugin,
      pluginManager: new PluginManager(alive),
      networkError: () => this.runtimeUp.networkError,
      alive,
      behaviourOf: options.behaviourOf,
      setPodStatus: (pod, phase, status) => {
        this.status.set(pod, phase, status);
      },
      terminatePod: (pod) => {
        this.status.terminate(pod);
      },
      phaseOf: (uid) => this.status.phase(uid),
      reconcileMirrorPod: (pod, mirrorPod) =>
        reconcileMirrorPod(
          this.context,
          { client: nodeClient, random, status: this.status },
          pod,
          mirrorPod,
        ),
      makePodDataDirs: (uid) => this.makePodDataDirs(uid),
      pullSecretsOf: options.pullSecretsOf,
      unmounted: (uid) => this.volumes.unmounted(uid),
      wantVolumes: (pod) => {
        this.volumes.want(pod);
      },
      releaseVolumes: (uid) => {
        this.volumes.release(uid);
      },
      probeManager: this.probeManager,
      isCanceled: (uid) => mapGet(this.workers.workers, uid)?.status?.ctx === 'canceled',
      isTerminationRequested: (uid) =>
        askPodWorkers(this.workers, uid).isPodTerminationRequested ||
        this.options.api.get(uid)?.metadata.deletionTimestamp !== undefined,
      write,
      journal: () => this.journal,
    };
    this.configs = new PodConfigDriver(this.context, () => {
      this.kick();
    });
    this.plegCh = goChannel(this.context, 'plegCh', plegChannelCapacity, ({ type, data, id }) => ({
      text: `${type} ${data}`,
      pods: [id],
    }));
    this.probeCh = goChannel(this.context, 'probeCh', probeChannelCapacity, (one) => ({
      text: `${one.probe} ${one.result}`,
      pods: [one.uid],
    }));
    this.killer = new PodKiller(this.context);
    this.pleg = new PlegDriver(this.context, {
      waiting: () => this.plegCh.length,
      onEvent: (event) => {
        this.plegCh.put(event);
        this.kick();
      },
      onStatus: (uid, { err }) => {
        const answer = { kind: 'statusReady', uid, now: this.now, random: random.next() } as const;
        this.podWorkers.step(err === undefined ? answer : { ...answer, err });
      },
    });
    this.podWorkers = new PodWorkersDriver(options, this.context, {
      held: (uid) => this.pleg.held(uid),
      getNewerThan: (uid, minTime) => {
        this.pleg.getNewerThan(uid, minTime);
      },
      onEvicted: (channel) => {
        this.neighbours.evicted(channel);
      },
      onSynced: (uid, acted) => {
        if (this.isFinished(uid)) this.status.sync(uid);
        if (acted) this.pleg.requestRelist(uid);
      },
    });
    this.runtimeUp = new RuntimeUp(this.context, () => this.loop);
  }

  get config(): PodConfig {
    return this.configs.config;
  }

  get now(): Micros {
    return this.options.clock.now();
  }

  private get journal(): KubeletJournal | undefined {
    return this.options.journal?.at(this.now);
  }

  private sent(channel: ChannelName, item: Sent): void {
    this.journal?.channel({ kind: 'send', channel, item });
  }

  private received(channel: ChannelName): void {
    this.journal?.channel({ kind: 'receive', channel });
  }

  private readonly line = (
    file: string,
    message: string,
    keys: LogEffect['keys'] = [],
    options: Parameters<typeof say>[4] = {},
  ): void => {
    say(this.context, file, message, keys, options);
  };

  start(): void {
    const { clock, fullVersion, runtimeName, networkPlugin, node, api, version, random } =
      this.options;
    this.journal?.begin(this.now);
    hearNetwork(this.context, networkPlugin);
    this.line('server.go', 'Kubelet version', [['kubeletVersion', fullVersion]]);
    this.line('kubelet.go', 'Attempting to sync node with API server');
    this.line('kubelet.go', 'Adding static pod path', [['path', '/etc/kubernetes/manifests']]);
    const url = this.urlSource();
    this.line('kubelet.go', 'Adding apiserver pod source');
    this.line('apiserver.go', 'Waiting for node sync before watching apiserver pods');
    if (!startDockershim(this.context, networkPlugin)) {
      clock.after(MILLISECOND, () => {
        this.stop();
      });
      return;
    }
    const runtimeVersion = { containerd: '1.7.24', crio: '1.31.0', docker: '20.10.24' };
    this.line('kuberuntime_manager.go', 'Container runtime initialized', [
      ['containerRuntime', runtimeName],
      ['version', runtimeVersion[runtimeName]],
      ['apiVersion', runtimeName === 'docker' ? '1.41.0' : 'v1'],
    ]);
    this.configs.addSource('file');
    this.configs.addSource('api');
    if (url !== undefined) this.configs.addSource('http');
    clock.after(2 * MILLISECOND, () => {
      this.begin(() => {
        this.line('server.go', 'Started kubelet');
        this.journal?.loop({ kind: 'Run', begins: 'pleg.Start' }, [], this.loop);
        this.journal?.loop({ kind: 'Run', begins: 'syncLoop' }, [], this.loop);
        this.line('kubelet.go', 'Starting kubelet main sync loop');
        this.turn();
        if (this.options.eventedPleg && version.eventedPleg) this.pleg.listen();
        this.pleg.relist();
        this.runtimeUp.start();
        this.every(SECOND, () => {
          this.syncTick = true;
          this.sent('syncCh', aTick);
          this.kick();
        });
        this.every(2 * SECOND, () => {
          this.housekeepingTick = true;
          this.sent('housekeepingCh', aTick);
          this.kick();
        });
        this.run(startGarbageCollection(this), () => undefined);
        this.every(evictionPeriod, () => {
          this.neighbours.evict();
        });
        this.setStaticPods();
        if (url !== undefined) {
          url.check();
          this.every(httpCheckFrequency, () => {
            if (!this.configs.isBlocked('http')) url.check();
          });
        }
        if (version.listsManifests)
          this.every(fileCheckFrequency, () => {
            if (!this.configs.isBlocked('file')) this.setStaticPods();
          });
        this.nodeStatus.start();
        this.nodeLease.start();
      });
    });
    const nodeSync = version.apiWaitsForNode ? SECOND : 10 * MILLISECOND;
    clock.after(nodeSync, () => {
      this.begin(() => {
        api.watch(node, version, random, (pods) => {
          this.send('api', pods);
        });
      });
    });
  }

  private urlSource(): UrlSource | undefined {
    const { staticPods, faults, version } = this.options;
    if (staticPods('http') === undefined) return undefined;
    return new UrlSource({
      fetch: () => (faults.isOn('url') ? undefined : staticPods('http')),
      structuredLogs: version.structuredLogs,
      send: (pods) => {
        this.send('http', pods);
      },
      line: this.line,
    });
  }

  /** The process is gone from one moment to the next. */
  stop(): void {
    if (!this.running) return;
    this.running = false;
    this.journal?.end(this.now);
    this.options.api.unwatch(this.options.node);
  }

  begin(action: () => void): void {
    if (this.running) action();
  }

  run<T>(task: Task<T>, done: (value: T) => void): void {
    spawn(task, done, this.context.alive);
  }

  private every(period: number, action: () => void): void {
    this.options.clock.after(period, () => {
      this.begin(() => {
        action();
        this.every(period, action);
      });
    });
  }

  setStaticPods(): void {
    const pods = this.options.staticPods('file') ?? [];
    for (const { metadata } of pods) {
      const path = `/etc/kubernetes/manifests/${metadata.name}.yaml`;
      this.line('file.go', 'Reading config file', [['path', path]], { v: 3 });
    }
    this.send('file', pods);
  }

  private send(source: SourceName, pods: readonly Pod[]): void {
    if (this.running) this.configs.send(source, pods);
  }

  // The sync loop.

  private kick(): void {
    if (!this.idle) return;
    this.idle = false;
    this.options.clock.after(20, () => {
      this.begin(() => {
        this.turn();
      });
    });
  }

  private turn(): void {
    const { clock, random } = this.options;
    this.idle = false;
    const health = this.pleg.health(this.now);
    const errors = this.runtimeUp.errors([['PLEG', health]]);
    if (errors.length > 0) {
      this.stepLoop({ kind: 'skip', errors });
      return;
    }
    const waiting = this.waitingChannels();
    const ready = this.readyItems();
    const item = ready[Math.floor(random.next() * ready.length)];
    if (item === undefined) {
      this.idle = true;
      return;
    }
    this.stepLoop(item(), waiting);
    clock.after(30, () => {
      this.begin(() => {
        this.turn();
      });
    });
  }

  /** What each channel that has something would give; taking it is calling it. */
  private readyItems(): (() => SyncLoopItem)[] {
    const items: (() => SyncLoopItem)[] = [];
    const sourcesReady = seenAllSources(this.config, this.loop.seenSources);
    const { updates } = this.configs;
    const update = updates.first;
    if (update !== undefined) {
      items.push(() => {
        updates.take();
        return { kind: 'config', update, sourcesReady, refused: refusedBy(this, update) };
      });
    }
    const event = this.plegCh.first;
    if (event !== undefined) items.push(() => this.takePlegEvent(event));
    const probe = this.probeCh.first;
    if (probe !== undefined) {
      items.push(() => {
        this.probeCh.take();
        return { ...probe, kind: 'probe', success: probe.result === 'Success' };
      });
    }
    if (this.syncTick) {
      items.push(() => {
        this.syncTick = false;
        this.received('syncCh');
        return { kind: 'sync', due: this.podWorkers.getWork() };
      });
    }
    if (this.housekeepingTick) {
      items.push(() => {
        this.housekeepingTick = false;
        this.received('housekeepingCh');
        return { kind: 'housekeeping', sourcesReady };
      });
    }
    return items;
  }

  private takePlegEvent(event: PodLifecycleEvent): SyncLoopItem {
    this.plegCh.take();
    this.pleg.roomAgain();
    const { status } = this.pleg.held(event.id);
    const isContainer = status?.containerStatuses.some(({ id }) => id === event.data) === true;
    return { kind: 'pleg', event, isContainer };
  }

  private waitingChannels(): readonly ChannelName[] {
    if (this.journal === undefined) return [];
    const channels: ChannelName[] = [];
    if (this.configs.updates.length > 0) channels.push('updates');
    if (this.plegCh.length > 0) channels.push('plegCh');
    if (this.probeCh.length > 0) channels.push('probeCh');
    if (this.syncTick) channels.push('syncCh');
    if (this.housekeepingTick) channels.push('housekeepingCh');
    return channels;
  }

  private stepLoop(item: SyncLoopItem, ready: readonly ChannelName[] = []): void {
    const { state, effects } = stepSyncLoop(this.loop, item, this.now, this.options.version);
    this.loop = state;
    this.journal?.loop(item, ready, state);
    for (const effect of effects) this.performLoop(effect);
  }

  private performLoop(effect: SyncLoopEffect): void {
    const { clock } = this.options;
    switch (effect.kind) {
      case 'log':
        this.context.write(effect);
        return;
      case 'sleep':
        clock.after(effect.length, () => {
          this.begin(() => {
            this.turn();
          });
        });
        return;
      case 'updatePod':
        this.dispatchWork(effect.options);
        return;
      case 'killRemovedPod':
        this.killRemovedPod(effect.pod);
        return;
      case 'removeProbes':
        this.probeManager.removePod(effect.uid);
        return;
      case 'cleanUpContainers':
        this.journal?.cacheGot(effect.uid, this.pleg.held(effect.uid).modified !== undefined);
        cleanUpContainersInPod(this, effect.uid, effect.id);
        return;
      case 'cleanups':
        if (this.options.version.podWorkers === 'classic') cleanUpClassic(this);
        cleanUp(this);
        return;
      case 'reject':
        this.status.set(effect.pod, 'Failed', emptyPodStatus(effect.pod.metadata.uid));
        return;
      case 'setReadiness':
        return;
    }
  }

  /** Up to 1.21: the pod's worker is dropped, and the pod killer gets what the runtime still has of it. */
  private killRemovedPod(pod: Pod): void {
    const { uid } = pod.metadata;
    const { runtime } = this.options;
    this.podWorkers.step({ kind: 'forgetWorker', uid });
    const ref = ['pod', { ref: [pod.metadata.namespace, pod.metadata.name, uid] }] as const;
    if (runtime.sandboxesOf(uid).every(({ ready }) => !ready)) {
      this.line('kubelet.go', 'Failed to delete pod', [ref], { v: 2, err: 'pod not found' });
      return;
    }
    const runningPod = runtime.podsNow().find(({ id }) => id === uid);
    if (runningPod !== undefined) this.killer.send({ apiPod: pod, runningPod });
  }

  /** Up to 1.21 a pod that is over reaches no worker. */
  private dispatchWork(options: UpdatePodOptions): void {
    const { pod, updateType } = options;
    if (this.options.version.podWorkers === 'classic' && pod !== undefined) {
      const held = this.status.ofPod(pod);
      const way = dispatchWork(this.context, pod, updateType, held);
      if (way !== 'work') {
        const { uid } = pod.metadata;
        const told = {
          kind: 'dispatchWork',
          uid,
          syncType: updateType,
          way,
          phase: held.phase,
          notRunning: held.notRunning,
        } as const;
        this.journal?.loop(told, [], this.loop);
      }
      // HandlePodAdditions; from 1.22 on SyncPod does it.
      if (updateType === 'create') this.probeManager.addPod(pod);
      if (way === 'terminate') this.status.terminate(pod);
      if (way !== 'work') return;
    }
    this.updatePod(options);
  }

  // The pod workers.

  get workers(): PodWorkers {
    return this.podWorkers.workers;
  }

  updatePod(options: UpdatePodOptions): void {
    this.podWorkers.updatePod(options);
  }

  /** The answer of SyncKnownPods: the workers that it did not forget. */
  syncKnownPods(desired: ReadonlySet<PodUid>): (PodWorkersEffect & { kind: 'known' })[] {
    return this.podWorkers.syncKnownPods(desired);
  }

  private isFinished(uid: PodUid): boolean {
    if (this.options.version.podWorkers === 'classic') {
      const pod = mapGet(this.loop.podManager.pods, uid);
      if (pod !== undefined && !this.status.ofPod(pod).notRunning) return false;
      return this.options.runtime.isDown(uid);
    }
    return askPodWorkers(this.workers, uid).shouldPodBeFinished;
  }

  // Neighbours.

  private makePodDataDirs(uid: PodUid): string | undefined {
    if (this.podDirs.has(uid)) return undefined;
    if (this.options.diskPercent() >= 100)
      return `mkdir /var/lib/kubelet/pods/${uid}: no space left on device`;
    this.podDirs.add(uid);
    return undefined;
  }

  /** UIDs of pods that the workers remember. */
  rememberedUids(): PodUid[] {
    return mapEntries(this.workers.workers).map(([uid]) => uid);
  }
}

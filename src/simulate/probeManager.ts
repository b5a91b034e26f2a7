// The probe manager of a simulated kubelet (pkg/kubelet/prober): a worker for each probe of a container, with a turn each ten seconds.
// Which container there is now it hears of the status manager; a result belongs to a container, and goes with it.
import type { Disposable } from '../base/disposable.ts';
import { SECOND, type Micros } from '../base/time.ts';
import type { ContainerStatus, Pod, PodPhase, PodStatus, PodUid } from '../kubelet/pod.ts';
import type { ProbeResult } from '../kubelet/podActions.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';
import { goQuote } from './goQuote.ts';
import type { KubeletJournal } from './journal/kubeletJournal.ts';
import type { ProbeEvent } from './journal/neighbourParts.ts';
import type { Behaviour, FakeRuntime } from './runtime.ts';
import { durationMicros } from './scenario.ts';
import type { WriteLine } from './syncContext.ts';
import type { VirtualClock } from './virtualClock.ts';

/** No scenario has a startup probe. */
type Probe = 'liveness' | 'readiness';

export interface ProbeManagerOptions {
  readonly clock: VirtualClock;
  readonly alive: () => boolean;
  readonly behaviourOf: (pod: Pod, container: string) => Behaviour;
  /** `GetPodStatus` of the status manager. */
  readonly statusOf: (
    uid: PodUid,
  ) => { readonly phase: PodPhase; readonly containers: readonly ContainerStatus[] } | undefined;
  readonly runtime: Pick<FakeRuntime, 'containersOf' | 'sandboxesOf'>;
  readonly version: KubeletVersion;
  readonly journal?: KubeletJournal | undefined;
  /** A result that has changed goes into a channel of the sync loop. */
  readonly onResult: (probe: Probe, result: ProbeResult, uid: PodUid) => void;
  readonly line: WriteLine;
}

const period = 10 * SECOND;
const failureThreshold = 3;
/** A triggered run starts the period anew since, and is told of; 1.32 writes it “Triggerd”. */
const RESETS_TICKER = 32;
const probedPort = 8080;
/** `kubeletRestartGracePeriod`: what had started so long before the kubelet was there before it. */
const restartGracePeriod = 10 * SECOND;

/** `newWorker`: what a container has before its first probe; `Unknown` for startup. */
const initialValues: Readonly<Record<Probe, ProbeResult>> = {
  liveness: 'Success',
  readiness: 'Failure',
};

interface Worker {
  readonly pod: Pod;
  readonly container: string;
  readonly probe: Probe;
  /** Since the container started. */
  readonly failsAfter: number;
  /** Empty until the status names a container. */
  containerId: string;
  onHold: boolean;
  lastResult: ProbeResult | undefined;
  resultRun: number;
  ticker: Disposable | undefined;
}

export class ProbeManager {
  /** Results of liveness probes by container id, for the plan of the pod's next sync. */
  readonly liveness = new Map<string, ProbeResult>();
  private readonly results = { liveness: this.liveness, readiness: new Map<string, ProbeResult>() };
  private readonly workers = new Map<string, Worker>();
  private readonly options: ProbeManagerOptions;
  private readonly start: Micros;

  constructor(options: ProbeManagerOptions) {
    this.options = options;
    this.start = options.clock.now();
  }

  /** A worker for each probe that has none. */
  addPod(pod: Pod): void {
    for (const { name } of pod.spec.containers) {
      const { livenessFailsAfter, readinessFailsAfter } = this.options.behaviourOf(pod, name);
      this.add(pod, name, 'liveness', livenessFailsAfter);
      this.add(pod, name, 'readiness', readinessFailsAfter);
    }
  }

  private add(pod: Pod, container: string, probe: Probe, failsAfter: string | undefined): void {
    const key = keyOf(pod, container, probe);
    if (failsAfter === undefined || this.workers.has(key)) return;
    const worker: Worker = {
      ...{ pod, container, probe, failsAfter: durationMicros(failsAfter) },
      ...{ containerId: '', onHold: false, lastResult: undefined, resultRun: 0, ticker: undefined },
    };
    this.workers.set(key, worker);
    this.run(worker);
  }

  /**
   * `UpdatePodStatus`: the readiness of what runs and is not known to be ready is probed at once. In Go the worker races with the
   * `SetPodStatus` that follows; here it comes first, and finds the status of before.
   */
  updatePodStatus(pod: Pod, { containerStatuses }: PodStatus): void {
    const { triggersReadiness } = this.options.version;
    if (triggersReadiness === undefined) return;
    for (const { name } of pod.spec.containers) {
      const status = containerStatuses.find((known) => known.name === name);
      const worker = this.workers.get(keyOf(pod, name, 'readiness'));
      if (status?.state !== 'running' || worker === undefined) continue;
      const result = this.results.readiness.get(status.id);
      if (result === undefined || (triggersReadiness === 'notReady' && result !== 'Success'))
        this.trigger(worker);
    }
  }

  /** `manualTriggerCh` */
  private trigger(worker: Worker): void {
    const { version, line } = this.options;
    if (version.minor >= RESETS_TICKER) {
      worker.ticker?.dispose();
      this.startTicker(worker);
      const { namespace, name, uid } = worker.pod.metadata;
      const keys = [
        ['probeType', 'Readiness'],
        ['pod', { ref: [namespace, name, uid] }],
        ['podUID', { uid }],
        ['containerName', worker.container],
      ] as const;
      const text = `${version.minor > RESETS_TICKER ? 'Triggered' : 'Triggerd'} Probe by manual run`;
      line('worker.go', text, keys, { v: 4 });
    }
    if (!this.doProbe(worker)) this.end(worker);
  }

  /** The workers end, and each takes its result with it. */
  removePod(uid: PodUid): void {
    for (const [key, worker] of this.workers) {
      if (worker.pod.metadata.uid !== uid) continue;
      this.workers.delete(key);
      this.results[worker.probe].delete(worker.containerId);
    }
    this.note({ kind: 'RemovePod', uid });
  }

  /** `CleanupPods` of housekeeping: the workers of all other pods end. */
  cleanupPods(desired: ReadonlySet<PodUid>): void {
    for (const worker of this.workers.values()) {
      if (!desired.has(worker.pod.metadata.uid)) this.end(worker);
    }
  }

  /** `StopLivenessAndStartup`: a pod that is terminating is only asked whether it is ready. */
  stopLiveness(pod: Pod): void {
    for (const { name } of pod.spec.containers) {
      const worker = this.workers.get(keyOf(pod, name, 'liveness'));
      if (worker !== undefined) this.end(worker);
    }
  }

  private run(worker: Worker): void {
    const key = keyOf(worker.pod, worker.container, worker.probe);
    if (!this.options.alive() || this.workers.get(key) !== worker) return;
    this.startTicker(worker);
    if (!this.doProbe(worker)) this.end(worker);
  }

  private startTicker(worker: Worker): void {
    worker.ticker = this.options.clock.after(period, () => {
      this.run(worker);
    });
  }

  private end(worker: Worker): void {
    this.remove(worker);
    this.workers.delete(keyOf(worker.pod, worker.container, worker.probe));
  }

  /** Whether the worker goes on. */
  private doProbe(worker: Worker): boolean {
    const { pod, container, probe } = worker;
    const held = this.options.statusOf(pod.metadata.uid);
    if (held?.phase === 'Failed' || held?.phase === 'Succeeded') return false;
    const status = held?.containers.find(({ name }) => name === container);
    if (status === undefined) return true;
    if (worker.containerId !== status.id) {
      this.remove(worker);
      worker.containerId = status.id;
      if (!this.ranBefore(status)) this.set(worker, initialValues[probe]);
      worker.onHold = false;
    }
    if (worker.onHold) return true;
    if (status.state !== 'running') {
      this.set(worker, 'Failure');
      return status.state !== 'exited' || this.restarts(pod, status);
    }
    // The pod that the worker was made for, so that it was deleted before: the kubelet restarted meanwhile (worker.go).
    const isDeleted = pod.metadata.deletionTimestamp !== undefined;
    if (isDeleted && probe === 'liveness' && this.options.version.quietsDeleted) {
      this.set(worker, 'Success');
      return false;
    }
    const result = this.probed(worker);
    worker.resultRun = worker.lastResult === result ? worker.resultRun + 1 : 1;
    worker.lastResult = result;
    if (result === 'Failure' && worker.resultRun < failureThreshold) return true;
    this.set(worker, result);
    if (probe === 'liveness' && result === 'Failure') {
      worker.onHold = true;
      worker.resultRun = this.options.version.resultRunOnHold;
    }
    return true;
  }

  /** `isRestart` (gate ChangeContainerStatusOnKubeletRestart): the status knows only whole seconds. */
  private ranBefore({ state, startedAt }: ContainerStatus): boolean {
    if (!this.options.version.keepsProbedOverRestart) return false;
    if (state !== 'running' || startedAt === undefined) return false;
    return Math.floor(startedAt / SECOND) * SECOND < this.start - restartGracePeriod;
  }

  /** Before `ContainerShouldRestart` was asked (gate ContainerRestartRules), how a container ended did not matter. */
  private restarts({ spec }: Pod, { exitCode }: ContainerStatus): boolean {
    if (spec.restartPolicy === 'OnFailure' && this.options.version.containerRestartRules)
      return exitCode !== 0;
    return spec.restartPolicy !== 'Never';
  }

  private probed(worker: Worker): ProbeResult {
    const output = this.failureOf(worker);
    if (output === undefined) return 'Success';
    const { namespace, name, uid } = worker.pod.metadata;
    const keys = [
      ['probeType', worker.probe === 'liveness' ? 'Liveness' : 'Readiness'],
      ['pod', { ref: [namespace, name, uid] }],
      ['podUID', { uid }],
      ['containerName', worker.container],
      ['probeResult', 'failure'],
      ['output', output],
    ] as const;
    this.options.line('prober.go', 'Probe failed', keys, { v: 1 });
    return 'Failure';
  }

  /** What the container answers if it is not well; once it has ended, nothing listens at its port (pkg/probe/http: an error is a failure). */
  private failureOf({ pod, containerId, failsAfter }: Worker): string | undefined {
    const { runtime, clock, version } = this.options;
    const { uid } = pod.metadata;
    const found = runtime.containersOf(uid).find(({ id }) => id === containerId);
    if (found?.state !== 'running' || found.startedAt === undefined) {
      const address = `${runtime.sandboxesOf(uid)[0]?.ip ?? ''}:${probedPort}`;
      const url = `http://${address}/`;
      // Go quotes the URL from 1.14 on, with which 1.19 was the first to be built.
      const quoted = version.minor < 19 ? url : goQuote(url);
      return `Get ${quoted}: dial tcp ${address}: connect: connection refused`;
    }
    if (clock.now() - found.startedAt < failsAfter) return undefined;
    return 'HTTP probe failed with statuscode: 500';
  }

  private set({ pod, container, containerId, probe }: Worker, result: ProbeResult): void {
    const { uid } = pod.metadata;
    if (this.results[probe].get(containerId) === result) return;
    this.results[probe].set(containerId, result);
    this.note({ kind: 'set', uid, containerId, container, probe, result });
    this.options.onResult(probe, result, uid);
  }

  private note(event: ProbeEvent): void {
    this.options.journal?.at(this.options.clock.now()).probe(event);
  }

  private remove({ pod, container, containerId, probe }: Worker): void {
    if (!this.results[probe].delete(containerId)) return;
    this.note({ kind: 'Remove', uid: pod.metadata.uid, containerId, container, probe });
  }
}

function keyOf({ metadata }: Pod, container: string, probe: Probe): string {
  return `${metadata.uid} ${container} ${probe}`;
}

// Runs a scenario: an API server, nodes with a runtime and a kubelet each, and the actions and faults of the scenario, on a
// clock of its own. The same scenario and seed give the same lines.
import type { Disposable } from '../base/disposable.ts';
import { formatRfc3339, micros, parseRfc3339, SECOND, type Micros } from '../base/time.ts';
import { hashOf } from '../base/persistentMap.ts';
import { ConfigHashAnnotationKey, type Container, type Pod } from '../kubelet/pod.ts';
import { initNetworkPlugin } from '../kubelet/networkPlugin.ts';
import { kubeletVersion, type KubeletVersion } from '../kubelet/version/index.ts';
import { ApiServer, type JournalReader } from './apiServer.ts';
import { Faults } from './faults.ts';
import { KubeletJournal } from './journal/kubeletJournal.ts';
import { KubeletProcess } from './kubeletProcess.ts';
import { LogWriter } from './logWriter.ts';
import { between, hex, seededRandom, uuid, type Random } from './random.ts';
import { FakeRuntime, type Behaviour } from './runtime.ts';
import { durationMicros, type Scenario } from './scenario.ts';
import { Truth } from './truth.ts';
import { VirtualClock } from './virtualClock.ts';

export interface SimulateOptions {
  readonly seed?: number;
  /** Minor of 1.x; the scenario's own by default. */
  readonly kubelet?: number;
  readonly verbosity?: number;
  readonly format?: 'text' | 'json';
  /** Only the lines of this node; all nodes by default. */
  readonly node?: string;
  readonly onLine: (line: string, node: string) => void;
  /** The lines that follow belong into a new file. */
  readonly onRotate?: (node: string) => void;
  /** Gets the journal of each informer when it begins; what is written later is in it too. */
  readonly onJournal?: JournalReader['begins'];
  /** Gets the journal of each node's kubelet before it begins. */
  readonly onKubeletJournal?: (journal: KubeletJournal, node: string) => void;
  /** Of these journals: steps of a part between two states that are kept; else each part has its own. */
  readonly journalSpacing?: number;
  /** Gets the state of the pod workers as a JSON line at each change. */
  readonly onTruth?: (line: string, node: string) => void;
}

/** Where every simulation begins. */
export const beginning: Micros = parseRfc3339('2026-03-02T08:00:00Z') ?? micros(0);

/** The patch whose source the lines of a minor have their places from. */
function patchOf(minor: number): number {
  if (minor <= 20) return [4, 13, 10, 10, 12, 10, 12, 15, 17, 20, 16, 15][minor - 9] ?? 0;
  return minor === 34 ? 2 : minor === 23 ? 17 : 0;
}

type PodTemplate = Scenario['pods'][number];
type Action = Scenario['actions'][number];

const defaultContainer: Behaviour = {
  name: 'app',
  image: 'busybox',
  run: 'forever',
  after: '1s',
  exitCode: 0,
  stopTakes: '0s',
};

interface NodeState {
  readonly name: string;
  readonly faults: Faults;
  readonly runtime: FakeRuntime;
  readonly random: Random;
  readonly log: LogWriter;
  readonly truth: Truth | undefined;
  readonly journal: KubeletJournal | undefined;
  kubelet: KubeletProcess | undefined;
  starting: Disposable | undefined;
  diskPercent: number;
  wallOffset: number;
  /** Manifests that are in its directory, with their revision. */
  readonly manifests: Map<string, number>;
}

export function simulate(scenario: Scenario, options: SimulateOptions): void {
  const steps = simulateInSteps(scenario, options);
  while (steps.next().done !== true);
}

/** The same, a second of the simulated time at each step, so that others get their turn between. */
export function simulateInSteps(scenario: Scenario, options: SimulateOptions): Generator<void> {
  return new Simulation(scenario, options).run();
}

class Simulation {
  private readonly scenario: Scenario;
  private readonly options: SimulateOptions;
  private readonly version: KubeletVersion;
  /** The runtime that nodes have: docker needs a kubelet with the dockershim. */
  private readonly runtimeName: Scenario['runtime'];
  /** `--network-plugin` */
  private readonly networkPlugin: string;
  private readonly clock: VirtualClock;
  private readonly random: Random;
  private readonly api: ApiServer;
  private readonly nodes: NodeState[];
  private lastNode = 0;
  /** By how much the clocks of all nodes were set since the beginning. */
  private jumped = 0;

  constructor(scenario: Scenario, options: SimulateOptions) {
    this.scenario = scenario;
    this.options = options;
    const minor = options.kubelet ?? Number(scenario.kubelet.slice('1.'.length));
    this.version = kubeletVersion(minor);
    const { runtime, networkPlugin } = scenario;
    this.runtimeName = runtime === 'docker' && !this.version.dockershim ? 'containerd' : runtime;
    this.networkPlugin = networkPlugin === 'none' ? '' : networkPlugin;
    this.clock = new VirtualClock(beginning);
    this.random = seededRandom(options.seed ?? 1);
    this.api = new ApiServer(this.clock, this.random, this.journalReader());
    this.nodes = scenario.nodes.map((name) => this.newNode(name));
  }

  private journalReader(): JournalReader | undefined {
    const begins = this.options.onJournal;
    if (begins === undefined) return undefined;
    const shown = { now: () => micros(this.clock.now() + this.jumped) };
    return { begins, shown, minor: this.version.minor };
  }

  private newNode(name: string): NodeState {
    const { scenario, options, version, clock } = this;
    const random = seededRandom(Math.floor(this.random.next() * 0x1_0000_0000));
    const faults = new Faults(scenario.faults);
    const chosen = initNetworkPlugin(this.networkPlugin, version);
    const isChosen = this.runtimeName === 'docker' && 'plugin' in chosen;
    const node: NodeState = {
      name,
      faults,
      runtime: new FakeRuntime({
        name: this.runtimeName,
        clock,
        random,
        faults,
        version,
        networkPlugin: isChosen ? chosen.plugin : 'cni',
      }),
      random,
      log: new LogWriter(
        {
          version,
          verbosity: options.verbosity ?? scenario.verbosity,
          format: options.format ?? scenario.format,
          pid: between(random, 1000, 30000),
          wallOffset: () => node.wallOffset,
        },
        (line) => {
          node.journal?.wroteLine();
          if (options.node === undefined || options.node === name) options.onLine(line, name);
        },
      ),
      truth:
        options.onTruth === undefined
          ? undefined
          : new Truth((line) => options.onTruth?.(line, name)),
      journal: this.journalOf(name),
      kubelet: undefined,
      starting: undefined,
      diskPercent: 40,
      wallOffset: 0,
      manifests: new Map(),
    };
    return node;
  }

  private journalOf(node: string): KubeletJournal | undefined {
    const { scenario, version } = this;
    const { onKubeletJournal: begins, journalSpacing } = this.options;
    if (begins === undefined) return undefined;
    const journal = new KubeletJournal({
      node,
      version,
      fullVersion: fullVersionOf(version),
      eventedPleg: scenario.eventedPleg && version.eventedPleg,
      runtime: this.runtimeName,
      networkPlugin: this.networkPlugin,
      ...(journalSpacing === undefined ? {} : { spacing: journalSpacing }),
    });
    begins(journal, node);
    return journal;
  }

  *run(): Generator<void> {
    for (const node of this.nodes) this.startKubelet(node);
    for (const action of this.scenario.actions) {
      // The kubelets get some seconds to become ready before the story begins.
      this.clock.after(3 * SECOND + durationMicros(action.at), () => {
        this.perform(action);
      });
    }
    const end = this.clock.now() + 3 * SECOND + durationMicros(this.scenario.lasts);
    while (this.clock.now() < end) {
      this.clock.runUntil(micros(Math.min(this.clock.now() + SECOND, end)));
      yield;
    }
  }

  private startKubelet(node: NodeState): void {
    const { scenario, version, clock, api, runtimeName, networkPlugin } = this;
    const wall = (now: Micros): Micros => micros(now + node.wallOffset);
    const kubelet = new KubeletProcess({
      node: node.name,
      clock,
      random: node.random,
      version,
      fullVersion: fullVersionOf(version),
      api,
      runtime: node.runtime,
      runtimeName,
      networkPlugin,
      eventedPleg: scenario.eventedPleg,
      faults: node.faults,
      staticPods: (source) => this.staticPods(node, source),
      behaviourOf: (pod, container) => this.behaviourOf(pod, container),
      configMapsOf: (pod) => this.templateOf(pod)?.configMaps ?? [],
      pullSecretsOf: (pod) => this.templateOf(pod)?.imagePullSecrets ?? [],
      capacity: scenario.capacity,
      diskPercent: () => node.diskPercent,
      write: (effect, now) => {
        node.log.write(effect, now);
      },
      journal: node.journal,
      workersChanged: (workers, now) => {
        node.truth?.write(workers, wall(now));
      },
    });
    node.kubelet = kubelet;
    node.truth?.write(kubelet.workers, wall(clock.now()));
    kubelet.start();
  }

  // Pods.

  private templateOf(pod: Pod): PodTemplate | undefined {
    const named = pod.metadata.labels?.['scenario-pod'];
    return this.scenario.pods.find(({ name }) => name === named);
  }

  private behaviourOf(pod: Pod, container: string): Behaviour {
    const template = this.templateOf(pod);
    const all = [...(template?.initContainers ?? []), ...(template?.containers ?? [])];
    return all.find(({ name }) => name === container) ?? defaultContainer;
  }

  private podOf(template: PodTemplate, name: string, uid: string, node: string): Pod {
    const toContainer = ({ name: container, image, cpu, ports }: Behaviour): Container => ({
      name: container,
      image,
      ...(ports === undefined ? {} : { ports }),
      ...(cpu === undefined ? {} : { cpuRequest: cpu }),
    });
    return {
      metadata: {
        name,
        namespace: template.namespace,
        uid,
        labels: { 'scenario-pod': template.name },
      },
      spec: {
        nodeName: node,
        restartPolicy: template.restartPolicy,
        hostNetwork: template.hostNetwork,
        terminationGracePeriodSeconds: Math.round(durationMicros(template.gracePeriod) / SECOND),
        initContainers: template.initContainers.map(toContainer),
        containers: (template.containers ?? [defaultContainer]).map(toContainer),
      },
      status: { phase: 'Pending' },
    };
  }

  private podNames({ name, count }: PodTemplate): string[] {
    if (count === 1) return [name];
    return Array.from({ length: count }, (_, i) => `${name}-${i}`);
  }

  private nodeFor(template: PodTemplate): NodeState | undefined {
    if (template.node !== undefined) return this.nodes.find(({ name }) => name === template.node);
    this.lastNode = (this.lastNode + 1) % this.nodes.length;
    return this.nodes[this.lastNode];
  }

  private staticPods(node: NodeState, source: 'file' | 'http'): Pod[] | undefined {
    const { pods } = this.scenario;
    if (source === 'http' && pods.every((pod) => pod.source !== 'http')) return undefined;
    const manifests = [...node.manifests].flatMap(([name, revision]) => {
      const templates = pods.filter((pod) => pod.name === name && pod.source === source);
      return templates.map((template, copy) => {
        // The UID of a static pod is a hash of its manifest: each edit makes a new one, and so does each other file.
        const own = copy === 0 ? '' : `/${copy}`;
        const uid = hex(seededRandom(hashOf(`${name}/${node.name}/${revision}${own}`)), 32);
        const pod = this.podOf(template, `${name}-${node.name}`, uid, node.name);
        const annotations = { [ConfigHashAnnotationKey]: uid };
        return { ...pod, metadata: { ...pod.metadata, annotations } };
      });
    });
    if (source === 'http') return manifests;
    // newSourceFile of config/file.go keeps pods by namespace and name (NewUndeltaStore): of two files the last one counts.
    const byName = manifests.map(
      (pod) => [`${pod.metadata.namespace}/${pod.metadata.name}`, pod] as const,
    );
    return [...new Map(byName).values()];
  }

  // Actions.

  private perform(action: Action): void {
    switch (action.do) {
      case 'create':
        this.create(action.pod);
        return;
      case 'delete':
        this.delete(action.pod, action.gracePeriod, action.every);
        return;
      case 'fault':
        for (const { faults } of this.nodes) faults.switch(action.fault, action.on);
        return;
      case 'restart-kubelet':
        for (const node of this.nodes) this.restartKubelet(node, durationMicros(action.downFor));
        return;
      case 'kill-apiserver':
        this.api.setUp(false);
        this.clock.after(durationMicros(action.for), () => {
          this.api.setUp(true);
        });
        return;
      case 'stop-runtime':
        for (const { faults } of this.nodes) {
          faults.stopRuntime(true);
          this.clock.after(durationMicros(action.for), () => {
            faults.stopRuntime(false);
          });
        }
        return;
      case 'edit-static':
        this.editStatic(action.pod);
        return;
      case 'update':
        this.update(action.pod, action.image);
        return;
      case 'rotate-log':
        for (const { name } of this.nodes) this.options.onRotate?.(name);
        return;
      case 'kill-sandbox':
        this.killSandbox(action.pod);
        return;
      case 'fill-disk':
        for (const node of this.nodes) node.diskPercent = action.percent;
        return;
      case 'jump-clock':
        this.jumped += durationMicros(action.by);
        for (const node of this.nodes) {
          node.wallOffset = this.jumped;
          node.journal?.clockSet(this.clock.now(), this.jumped);
        }
    }
  }

  private create(podName: string): void {
    for (const template of this.scenario.pods.filter(({ name }) => name === podName)) {
      if (template.source !== 'api') {
        const node = this.nodeFor(template);
        node?.manifests.set(template.name, 1);
        if (template.source === 'file') node?.kubelet?.setStaticPods();
        continue;
      }
      this.podNames(template).forEach((name, i) => {
        const node = this.nodeFor(template);
        if (node === undefined) return;
        this.clock.after(i * 20_000, () => {
          const pod = this.podOf(template, name, uuid(this.random), node.name);
          const creationTimestamp = formatRfc3339(micros(this.clock.now() + this.jumped));
          this.api.put({ ...pod, metadata: { ...pod.metadata, creationTimestamp } });
        });
      });
    }
  }

  private delete(
    podName: string,
    gracePeriod: string | undefined,
    every: string | undefined,
  ): void {
    const gap = every === undefined ? 0 : durationMicros(every);
    for (const template of this.scenario.pods.filter(({ name }) => name === podName)) {
      for (const node of this.nodes) {
        if (node.manifests.delete(podName)) this.manifestChanged(node, podName);
      }
      this.podNames(template).forEach((name, i) => {
        this.clock.after(i * gap, () => {
          this.deleteOne(template.namespace, name, gracePeriod);
        });
      });
    }
  }

  private deleteOne(namespace: string, name: string, gracePeriod: string | undefined): void {
    const pod = this.api.named(namespace, name);
    if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) return;
    const own = pod.spec.terminationGracePeriodSeconds ?? 30;
    const seconds =
      gracePeriod === undefined ? own : Math.round(durationMicros(gracePeriod) / SECOND);
    if (seconds === 0) {
      this.api.remove(pod.metadata.uid);
      return;
    }
    const deletion = {
      deletionTimestamp: formatRfc3339(this.clock.now()),
      deletionGracePeriodSeconds: seconds,
    };
    this.api.put({ ...pod, metadata: { ...pod.metadata, ...deletion } });
  }

  private update(podName: string, image: string): void {
    for (const template of this.scenario.pods.filter(({ name }) => name === podName)) {
      for (const name of this.podNames(template)) {
        const pod = this.api.named(template.namespace, name);
        if (pod === undefined) continue;
        const containers = pod.spec.containers.map((container) => ({ ...container, image }));
        this.api.put({ ...pod, spec: { ...pod.spec, containers } });
      }
    }
  }

  /** The pause process dies; what runs beside it in the pod dies with it. */
  private killSandbox(podName: string): void {
    for (const { runtime } of this.nodes) {
      for (const sandbox of runtime.sandboxes.values()) {
        const pod = this.api.get(sandbox.podUid);
        const named = pod?.metadata.labels?.['scenario-pod'] ?? sandbox.podName;
        if (named === podName) runtime.killSandbox(sandbox.id);
      }
    }
  }

  private restartKubelet(node: NodeState, downFor: number): void {
    node.kubelet?.stop();
    if (node.kubelet !== undefined) node.log.restart();
    node.kubelet = undefined;
    // A restart that was still to come is replaced by this one: one process at a time.
    node.starting?.dispose();
    node.starting = this.clock.after(downFor, () => {
      this.startKubelet(node);
    });
  }

  private editStatic(podName: string): void {
    for (const node of this.nodes) {
      const revision = node.manifests.get(podName);
      if (revision === undefined) continue;
      node.manifests.set(podName, revision + 1);
      this.manifestChanged(node, podName);
    }
  }

  /** Of its directory a kubelet hears at once; it asks for its URL. */
  private manifestChanged({ kubelet }: NodeState, podName: string): void {
    const isFile = this.scenario.pods.some(
      ({ name, source }) => name === podName && source === 'file',
    );
    if (isFile) kubelet?.setStaticPods();
  }
}

function fullVersionOf({ minor }: KubeletVersion): string {
  return `v1.${minor}.${patchOf(minor)}`;
}

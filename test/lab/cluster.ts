// The cluster of one lab run, seen from inside its namespaces: a control plane and its nodes, started together, stopped
// together, and broken on demand. The one place that knows all parts.
import { mkdirSync, writeFileSync } from 'node:fs';
import type http from 'node:http';
import path from 'node:path';
import { podPath, type KubeObject } from './api.ts';
import { clearCniFault, setCniFault, writeNetwork, type CniFault } from './cni.ts';
import { apiHost, apiPort, ControlPlane } from './controlPlane.ts';
import { Kubelet } from './kubelet.ts';
import { NodeSpace } from './nodeSpace.ts';
import { must, until } from './program.ts';
import { serveEmptyRegistry } from './registry.ts';
import { Containerd, Dockerd, type ImageState, type Runtime } from './runtime.ts';
import type { LabScenario } from './labScenario.ts';

/** What a run is made of; it travels as JSON from the command to the conductor. */
export interface Plan {
  readonly runId: string;
  readonly dir: string;
  /** The folder of built programs, and the names in it. */
  readonly binaries: string;
  readonly control: string;
  readonly nodes: readonly PlannedNode[];
  /** What to do once it is up: keep it up for a person, play a scenario and write a capture, or measure. */
  readonly task: Task;
  /** The port on the machine's own loopback from which the API server can be reached. */
  readonly port: number;
}

export type Task =
  | { readonly kind: 'up' }
  | { readonly kind: 'bench'; readonly rounds: number }
  /** Our informer, and the peers that it is measured against, on the control plane alone. */
  | { readonly kind: 'informer' }
  /** The model of the API server beside the real one. */
  | { readonly kind: 'requests' }
  /** `peers`: the folder of their programs. */
  | { readonly kind: 'informer-bench'; readonly peers: string }
  /** `peer`: the extension's side as a program; `dist`: the bundles that it runs. */
  | { readonly kind: 'live-bench'; readonly peer: string; readonly dist: string }
  | {
      readonly kind: 'capture';
      readonly name: string;
      readonly scenario: LabScenario;
      /** Where the capture goes: one folder for each node, or this one when there is only one node. */
      readonly out: string;
    };

export interface PlannedNode {
  readonly name: string;
  readonly minor: string;
  /** The kubelet program's name in `binaries`. */
  readonly kubelet: string;
  readonly runtime: 'containerd' | 'docker';
  readonly verbosity: number;
  readonly format: 'text' | 'json';
  readonly kubeletDiskMiB?: number | undefined;
}

export interface LabNode {
  readonly name: string;
  readonly space: NodeSpace;
  readonly runtime: Runtime;
  readonly kubelet: Kubelet;
}

export class Cluster {
  readonly plan: Plan;
  readonly control: ControlPlane;
  readonly nodes: LabNode[] = [];
  private registry: http.Server | undefined;
  private readonly say: (text: string) => void;

  constructor(plan: Plan, say: (text: string) => void) {
    this.plan = plan;
    this.say = say;
    this.control = new ControlPlane(
      path.join(plan.dir, 'control'),
      path.join(plan.binaries, plan.control),
    );
  }

  get kubeconfig(): string {
    return path.join(this.plan.dir, 'kubeconfig');
  }

  /** From nothing to every node Ready. */
  async start(): Promise<void> {
    await makeNetwork();
    this.registry = serveEmptyRegistry();
    const nodes = this.plan.nodes.map((node, i) => this.makeNode(node, i + 1));
    this.nodes.push(...nodes);
    await Promise.all([
      this.startControl(),
      ...nodes.map(async ({ space, runtime, name }) => {
        await space.open();
        await runtime.start();
        this.say(`${runtime.name} of ${name} answers`);
      }),
    ]);
    await Promise.all(nodes.map((node) => this.startKubelet(node)));
    await Promise.all(nodes.map((node) => this.nodeReady(node.name)));
  }

  private async startControl(): Promise<void> {
    await this.control.start();
    const url = `https://127.0.0.1:${this.plan.port}`;
    const config = this.control.kubeconfig(url, this.control.caFile);
    writeFileSync(this.kubeconfig, config, { mode: 0o600 });
    this.say('kube-apiserver is ready');
  }

  private makeNode(planned: PlannedNode, index: number): LabNode {
    const { runId, binaries } = this.plan;
    const { name, kubeletDiskMiB } = planned;
    const dir = path.join(this.plan.dir, 'nodes', name);
    mkdirSync(dir, { recursive: true });
    const space = new NodeSpace({ runId, name, index, dir, binaries, kubeletDiskMiB });
    writeNetwork(space.outside('/etc'), path.join(dir, 'cni'), index);
    const runtime = planned.runtime === 'docker' ? new Dockerd(space) : new Containerd(space);
    const options = {
      node: name,
      minor: planned.minor,
      binary: `/opt/lab/${planned.kubelet}`,
      runtime: planned.runtime,
      verbosity: planned.verbosity,
      format: planned.format,
      evictsOnDisk: kubeletDiskMiB !== undefined,
      token: this.control.token,
    };
    const ca = '/etc/kubernetes/ca.crt';
    const config = this.control.kubeconfig(`https://${apiHost}:${apiPort}`, ca);
    return { name, space, runtime, kubelet: new Kubelet(space, options, config) };
  }

  private async startKubelet(node: LabNode): Promise<void> {
    await must('cp', this.control.caFile, node.space.outside('/etc/kubernetes/ca.crt'));
    node.kubelet.start();
    await node.kubelet.ready();
    this.say(`kubelet of ${node.name} answers`);
  }

  node(name: string | undefined): LabNode {
    const node = name === undefined ? this.nodes[0] : this.nodes.find((n) => n.name === name);
    if (node === undefined)
      throw new Error(`there is no node ${String(name)}; there are ${this.nodeNames()}`);
    return node;
  }

  private nodeNames(): string {
    return this.nodes.map((n) => n.name).join(', ');
  }

  async nodeReady(name: string): Promise<void> {
    await until(`node ${name} is Ready`, 90_000, async () => {
      const { status } = await this.control.api.get(`/api/v1/nodes/${name}`);
      const ready = status?.conditions?.find((c) => c.type === 'Ready');
      return ready?.status === 'True' || undefined;
    });
    this.say(`node ${name} is Ready`);
  }

  async createPod(manifest: object, namespace: string): Promise<void> {
    await this.control.api.change('POST', podPath(namespace), manifest);
  }

  /** A pod that is gone already is as it was wanted. */
  async deletePod(namespace: string, name: string, gracePeriodSeconds?: number): Promise<void> {
    const query =
      gracePeriodSeconds === undefined ? '' : `?gracePeriodSeconds=${gracePeriodSeconds}`;
    const path = podPath(namespace, name) + query;
    const { status, text } = await this.control.api.request('DELETE', path);
    if (status !== 404 && (status < 200 || status > 299))
      throw new Error(`DELETE ${path}: ${status} ${text}`);
  }

  /** A ConfigMap or Secret of namespace default. */
  async createObject(object: { readonly kind: 'ConfigMap' | 'Secret' }): Promise<void> {
    const kinds = object.kind === 'Secret' ? 'secrets' : 'configmaps';
    await this.control.api.change('POST', `/api/v1/namespaces/default/${kinds}`, object);
  }

  /** Waits for a pod that runs and has an address. A kubelet that lost its API server several times waits up to a minute before it lists again. */
  podRunning(namespace: string, name: string, limit = 120_000): Promise<KubeObject> {
    return until(`pod ${namespace}/${name} is Running`, limit, async () => {
      const pod = await this.control.api.get(podPath(namespace, name));
      return pod.status?.phase === 'Running' && pod.status.podIP !== undefined ? pod : undefined;
    });
  }

  setCniFault(fault: CniFault, on: boolean): void {
    for (const { space } of this.nodes)
      if (on) setCniFault(space.outside('/var/lib/lab'), fault);
      else clearCniFault(space.outside('/var/lib/lab'), fault.command);
  }

  /** Makes a ConfigMap exist, or not. */
  async setConfigMap(name: string, exists: boolean): Promise<void> {
    const path = '/api/v1/namespaces/default/configmaps';
    const { api } = this.control;
    const there = await api.answers(`${path}/${name}`);
    if (exists && !there)
      await api.change('POST', path, { metadata: { name }, data: { 'app.conf': 'level = info' } });
    if (!exists && there) await api.change('DELETE', `${path}/${name}`);
  }

  /** Makes an image exist on every node, or not: then a pull ends in a registry that lacks it, or in none at all. */
  async setImage(image: string, state: ImageState): Promise<void> {
    // Names without a registry are the lab's own busybox, and never pulled.
    if (!image.includes('/')) return;
    for (const { runtime } of this.nodes) await runtime.setImage(image, state);
  }

  /** Fills the disk of a node's kubelet up to so many percent; 0 empties it again. */
  async fillDisk(node: LabNode, percent: number): Promise<void> {
    const file = '/var/lib/kubelet/filler';
    const inside = (script: string) => node.space.run('sh', '-c', script);
    await inside(`rm -f ${file}`);
    if (percent <= 0) return;
    const free = await inside('df -k --output=size,used /var/lib/kubelet | tail -1');
    const [size, used] = free.trim().split(/\s+/).map(Number);
    const more = Math.max(0, Math.round(((size ?? 0) * percent) / 100) - (used ?? 0));
    await inside(`fallocate -l ${more}K ${file}`);
  }

  /** Stops what it started, in the order in which it depends on each other. */
  async stop(): Promise<void> {
    for (const node of this.nodes) {
      node.runtime.resume();
      node.kubelet.api.close();
    }
    await Promise.all(this.nodes.map((node) => node.kubelet.stop()));
    await Promise.all(this.nodes.map((node) => node.runtime.stop()));
    await this.control.stop();
    this.registry?.close();
    await Promise.all(this.nodes.map((node) => node.space.stop()));
  }
}

/** The network of the control plane: a bridge to which each node has one cable. */
async function makeNetwork(): Promise<void> {
  await must('ip', 'link', 'set', 'lo', 'up');
  await must('ip', 'link', 'add', 'kd0', 'type', 'bridge');
  await must('ip', 'addr', 'add', `${apiHost}/24`, 'dev', 'kd0');
  await must('ip', 'link', 'set', 'kd0', 'up');
}

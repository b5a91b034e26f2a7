// Plays a scenario on a real cluster: does what it says when it says so, and notes when each thing was really done.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { durationMicros } from '../../src/simulate/scenario.ts';
import { podPath } from './api.ts';
import type { Cluster, LabNode } from './cluster.ts';
import { switchByName, switchFault } from './faults.ts';
import type { Kubelet } from './kubelet.ts';
import { podManifest, podNames, type ScenarioPod } from './podManifest.ts';
import { until } from './program.ts';
import type { LabScenario } from './labScenario.ts';

export type Action = LabScenario['actions'][number];
/** Notes what was done; the time is when it was begun. */
export type Note = (entry: Readonly<Record<string, unknown>>) => void;

interface PodInstance {
  readonly pod: ScenarioPod;
  readonly name: string;
}

const millis = (text: string) => durationMicros(text) / 1000;
const wholeSeconds = (text: string | undefined) =>
  text === undefined ? undefined : Math.round(millis(text) / 1000);

export class Play {
  private readonly cluster: Cluster;
  private readonly scenario: LabScenario;
  private readonly note: Note;
  /** When the scenario is over, in ms of the epoch. */
  private over = 0;
  /** How often each static pod was changed. */
  private readonly edits = new Map<string, number>();

  constructor(cluster: Cluster, scenario: LabScenario, note: Note) {
    this.cluster = cluster;
    this.scenario = scenario;
    this.note = note;
  }

  /** Resolves when the scenario is over; rejects when an action can't be done. */
  async run(): Promise<void> {
    await this.prepare();
    const began = Date.now();
    const { actions, lasts } = this.scenario;
    this.over = began + millis(lasts);
    const all = [...actions].sort((a, b) => millis(a.at) - millis(b.at));
    const running: Promise<void>[] = [];
    for (const action of all) {
      await sleep(Math.max(0, began + millis(action.at) - Date.now()));
      this.note({ ...action });
      // What takes long must not hold up what comes next.
      running.push(this.perform(action));
    }
    const end = sleep(Math.max(0, this.over - Date.now()));
    await Promise.all([end, ...running]);
    this.note({ do: 'end' });
  }

  /** What exists before anything happens: ConfigMaps and images, unless a fault is about them. */
  private async prepare(): Promise<void> {
    for (const object of this.scenario.objects) await this.cluster.createObject(object);
    for (const pod of this.scenario.pods) {
      for (const name of pod.configMaps) await this.cluster.setConfigMap(name, true);
      for (const { image } of [...pod.initContainers, ...(pod.containers ?? [])])
        await this.cluster.setImage(image, 'there');
    }
  }

  private async perform(action: Action): Promise<void> {
    switch (action.do) {
      case 'create':
        for (const instance of this.instances(action.pod)) await this.create(instance);
        return;
      case 'delete':
        return this.delete(action);
      case 'fault':
        return this.fault(action.fault, action.on);
      case 'restart-kubelet':
        return this.restartKubelets(millis(action.downFor), (kubelet) => kubelet.stop());
      case 'kill-kubelet':
        return this.restartKubelets(millis(action.downFor), (kubelet) => kubelet.kill());
      case 'kill-apiserver':
        await this.cluster.control.kill();
        await sleep(millis(action.for));
        await this.cluster.control.start();
        this.note({ do: 'apiserver-ready' });
        return;
      case 'stop-runtime':
        await switchByName(this.cluster, 'runtime-hang', true);
        await sleep(millis(action.for));
        await switchByName(this.cluster, 'runtime-hang', false);
        this.note({ do: 'runtime-goes-on' });
        return;
      case 'edit-static':
        for (const instance of this.instances(action.pod)) this.editStatic(instance);
        return;
      case 'kill-sandbox':
        for (const instance of this.instances(action.pod)) await this.killSandbox(instance);
        return;
      case 'update':
        for (const instance of this.instances(action.pod))
          await this.patch(instance, { patch: withImage(instance.pod, action.image) });
        return;
      case 'patch':
        for (const instance of this.instances(action.pod)) await this.patch(instance, action);
        return;
      case 'delete-mirror':
        return this.deleteMirror(action);
      case 'restart-runtime':
        return this.restartRuntimes(millis(action.downFor));
      case 'verbosity':
        for (const { kubelet } of this.cluster.nodes) await kubelet.setVerbosity(action.level);
        return;
      case 'rotate-log':
        for (const { kubelet } of this.cluster.nodes) kubelet.rotateLog();
        return;
      case 'fill-disk':
        for (const node of this.cluster.nodes) await this.cluster.fillDisk(node, action.percent);
        return;
      case 'jump-clock':
        throw new Error('jump-clock is for the simulator: the lab leaves the clock alone');
    }
  }

  /** The pods that an action means: all of an entry by its name, or one of them by its own. */
  private instances(wanted: string): PodInstance[] {
    const all = this.scenario.pods.flatMap((pod) => podNames(pod).map((name) => ({ pod, name })));
    const found = all.filter(({ pod, name }) => pod.name === wanted || name === wanted);
    if (found.length === 0) throw new Error(`the scenario has no pod ${wanted}`);
    return found;
  }

  private nodeOf({ pod }: PodInstance): LabNode {
    return this.cluster.node(pod.node);
  }

  private async create(instance: PodInstance): Promise<void> {
    const { pod, name } = instance;
    const node = this.nodeOf(instance);
    if (pod.source === 'http') throw new Error(`pod ${name}: a source http is for the simulator`);
    if (pod.source === 'file')
      writeFileSync(this.staticFile(instance), this.staticManifest(instance));
    // The API server may be down, or the pod of that name not gone yet.
    else
      await this.patiently(`pod ${name} is created`, () =>
        this.cluster.createPod(podManifest(pod, name, node.name), pod.namespace),
      );
  }

  /** Tries until it goes, or the scenario is over: what the faults of a scenario make impossible is a part of it. */
  private async patiently(what: string, change: () => Promise<void>): Promise<void> {
    try {
      await until(what, Math.max(1000, this.over - Date.now()), async () => {
        await change();
        return true;
      });
    } catch (error) {
      this.note({ do: 'gave up', what, error: error instanceof Error ? error.message : error });
    }
  }

  private async delete(action: Extract<Action, { do: 'delete' }>): Promise<void> {
    const { every = '0s', gracePeriod } = action;
    for (const instance of this.instances(action.pod)) {
      const { pod, name } = instance;
      const seconds = wholeSeconds(gracePeriod);
      this.note({ do: 'delete', pod: `${pod.namespace}/${name}` });
      if (pod.source === 'file') rmSync(this.staticFile(instance), { force: true });
      else
        await this.patiently(`pod ${name} is deleted`, () =>
          this.cluster.deletePod(pod.namespace, name, seconds),
        );
      await sleep(millis(every));
    }
  }

  private patch(
    instance: PodInstance,
    action: Pick<Extract<Action, { do: 'patch' }>, 'patch' | 'subresource'>,
  ): Promise<void> {
    const { pod, name } = instance;
    const sub = action.subresource === undefined ? '' : `/${action.subresource}`;
    const url = podPath(pod.namespace, name) + sub;
    const { api } = this.cluster.control;
    return this.patiently(`pod ${name} is changed`, () =>
      api.change('PATCH', url, action.patch, 'strategic-merge'),
    );
  }

  private async deleteMirror(action: Extract<Action, { do: 'delete-mirror' }>): Promise<void> {
    for (const instance of this.instances(action.pod)) {
      const mirror = `${instance.name}-${this.nodeOf(instance).name}`;
      await this.patiently(`mirror pod ${mirror} is deleted`, () =>
        this.cluster.deletePod(instance.pod.namespace, mirror, wholeSeconds(action.gracePeriod)),
      );
    }
  }

  private fault(name: string, on: boolean): Promise<void> {
    const fault = this.scenario.faults.find((f) => f.name === name);
    return fault === undefined
      ? switchByName(this.cluster, name, on)
      : switchFault(this.cluster, fault, on);
  }

  private async restartKubelets(
    downFor: number,
    end: (kubelet: Kubelet) => Promise<void>,
  ): Promise<void> {
    await Promise.all(
      this.cluster.nodes.map(async ({ kubelet }) => {
        await end(kubelet);
        await sleep(downFor);
        kubelet.start();
        await kubelet.ready();
      }),
    );
    this.note({ do: 'kubelet-ready' });
  }

  private async restartRuntimes(downFor: number): Promise<void> {
    for (const { runtime } of this.cluster.nodes) {
      await runtime.stop();
      await sleep(downFor);
      await runtime.start();
    }
    this.note({ do: 'runtime-ready' });
  }

  private staticFile(instance: PodInstance): string {
    const manifests = this.nodeOf(instance).space.outside('/etc/kubernetes/manifests');
    return path.join(manifests, `${instance.name}.json`);
  }

  private staticManifest(instance: PodInstance): string {
    const { pod, name } = instance;
    const manifest = podManifest(pod, name, this.nodeOf(instance).name);
    const revision = String(this.edits.get(name) ?? 0);
    return JSON.stringify({
      ...manifest,
      ...{ metadata: { name, namespace: pod.namespace, annotations: { revision } } },
    });
  }

  /** A changed file is a new pod with the same name: its UID is made from its contents. */
  private editStatic(instance: PodInstance): void {
    const file = this.staticFile(instance);
    if (!existsSync(file)) throw new Error(`the static pod ${instance.name} was not created yet`);
    this.edits.set(instance.name, (this.edits.get(instance.name) ?? 0) + 1);
    writeFileSync(file, this.staticManifest(instance));
  }

  private async killSandbox(instance: PodInstance): Promise<void> {
    const { runtime } = this.nodeOf(instance);
    const pid = await runtime.pausePid(instance.pod.namespace, instance.name);
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    this.note({ do: 'kill', pid, command });
    process.kill(pid, 'SIGKILL');
  }
}

/** A strategic merge patch: containers are told by their names. */
function withImage({ containers }: PodInstance['pod'], image: string): Record<string, unknown> {
  const names = containers?.map(({ name }) => name) ?? ['main'];
  return { spec: { containers: names.map((name) => ({ name, image })) } };
}

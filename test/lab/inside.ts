// The conductor: the process inside the lab's namespaces that starts the cluster, plays what it was asked to play, listens to
// requests, and stops everything. It ends when it is asked to, when its work is done, or when the command that started it is gone.
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { podPath } from './api.ts';
import { Sampler, writeCapture } from './capture.ts';
import { Cluster, type Plan, type Task } from './cluster.ts';
import { apiHost, apiPort } from './controlPlane.ts';
import { switchByName } from './faults.ts';
import { measureInformers } from './informerCost.ts';
import { tryInformer } from './informerTrial.ts';
import { measureLive } from './liveCost.ts';
import { joinTo } from './join.ts';
import { podManifest, simplePod } from './podManifest.ts';
import { Play } from './play.ts';
import { measureTruth } from './truthCost.ts';
import { compareRequests } from './requests.ts';
import { serve, type Handler } from './server.ts';

const began = Date.now();

/** Whether somebody wants this to end. */
class Asked {
  now: () => void = () => undefined;
  readonly toEnd = new Promise<undefined>((resolve) => {
    this.now = () => {
      resolve(undefined);
    };
  });
}

function say(text: string): void {
  console.log(`[${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s] ${text}`);
}

async function runPod(cluster: Cluster, name: string, node: string): Promise<string> {
  await cluster.createPod(podManifest(simplePod(name), name, node), 'default');
  const pod = await cluster.podRunning('default', name);
  return pod.status?.podIP ?? '';
}

function field(body: unknown, name: string): string {
  const value: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : '';
}

function handlers(cluster: Cluster, stop: () => void): Readonly<Record<string, Handler>> {
  const nodeOf = (body: unknown) => cluster.node(field(body, 'node') || undefined);
  return {
    '/status': async () => ({
      kubeconfig: cluster.kubeconfig,
      nodes: cluster.nodes.map((n) => ({ name: n.name, log: n.kubelet.log, runs: n.kubelet.runs })),
      pods: (await cluster.control.api.list(podPath('default'))).map((pod) => ({
        name: pod.metadata.name,
        uid: pod.metadata.uid,
        phase: pod.status?.phase,
        ip: pod.status?.podIP,
        node: pod.spec?.nodeName,
      })),
    }),
    '/fault': (body) => switchByName(cluster, field(body, 'name'), field(body, 'on') === 'on'),
    '/create': async (body) => ({
      ip: await runPod(cluster, field(body, 'name'), nodeOf(body).name),
    }),
    '/delete': (body) => cluster.deletePod('default', field(body, 'name')),
    '/verbosity': (body) => nodeOf(body).kubelet.setVerbosity(Number(field(body, 'level'))),
    '/restart-kubelet': async (body) => {
      const { kubelet } = nodeOf(body);
      await kubelet.stop();
      kubelet.start();
      await kubelet.ready();
    },
    '/stop': async () => {
      setImmediate(stop);
      return Promise.resolve({});
    },
  };
}

async function keepUp(cluster: Cluster, asked: Asked): Promise<void> {
  const control = serve(path.join(cluster.plan.dir, 'control.sock'), handlers(cluster, asked.now));
  const name = cluster.nodes[0]?.name ?? '';
  say(`pod web is Running with address ${await runPod(cluster, 'web', name)}`);
  say('the lab is up');
  console.log(`\n  export KUBECONFIG=${cluster.kubeconfig}`);
  for (const node of cluster.nodes)
    console.log(`  kubelet log of ${node.name}: ${node.kubelet.log}`);
  console.log(
    '  npm run lab -- fault cni-del on     (npm run lab -- --help for more)\n  Ctrl-C ends it\n',
  );
  await asked.toEnd;
  control.close();
  rmSync(path.join(cluster.plan.dir, 'control.sock'), { force: true });
}

/** Plays a scenario and writes what it left; the truth and the log are complete only when the kubelet has ended. */
async function capture(cluster: Cluster, task: Extract<Task, { kind: 'capture' }>): Promise<void> {
  const { name, scenario, out } = task;
  const { dir, nodes } = cluster.plan;
  const samplers = cluster.nodes.map((n) => new Sampler(n, path.join(dir, 'samples', n.name)));
  const note = (entry: object) => {
    const line = { t: new Date().toISOString(), ...entry };
    appendFileSync(path.join(dir, 'actions.jsonl'), JSON.stringify(line) + '\n');
    say(JSON.stringify(entry));
  };
  try {
    await new Play(cluster, scenario, note).run();
  } finally {
    await Promise.all(samplers.map((sampler) => sampler.stop()));
    await cluster.stop();
  }
  for (const [i, node] of cluster.nodes.entries()) {
    const { title, runtime, verbosity, format } = scenario;
    const kubelet = nodes[i]?.kubelet.match(/v\d+\.\d+\.\d+/)?.[0] ?? scenario.kubelet;
    const facts = { scenario: name, title, kubelet, runtime, verbosity, format, node: node.name };
    const target = cluster.nodes.length === 1 ? out : path.join(out, node.name);
    writeCapture(cluster, node, path.join(dir, 'samples', node.name), facts, target);
    say(`written: ${target}`);
  }
}

/** What the work comes to; that it was stopped before its end is an error. */
async function orStopped<T>(work: Promise<T>, asked: Asked): Promise<T> {
  const stopped = asked.toEnd.then(() => Promise.reject(new Error('stopped before the end')));
  return Promise.race([work, stopped]);
}

async function perform(cluster: Cluster, asked: Asked): Promise<void> {
  const { task } = cluster.plan;
  switch (task.kind) {
    case 'up':
      return keepUp(cluster, asked);
    case 'capture':
      return orStopped(capture(cluster, task), asked);
    case 'bench': {
      const measured = measureTruth(cluster, task.rounds, simplePod('bench'));
      for (const line of await orStopped(measured, asked)) console.log(line);
      return;
    }
    case 'informer': {
      for (const line of await orStopped(tryInformer(cluster), asked)) console.log(line);
      return;
    }
    case 'requests': {
      for (const line of await orStopped(compareRequests(cluster), asked)) console.log(line);
      return;
    }
    case 'informer-bench': {
      const measured = measureInformers(cluster, task.peers, (line) => {
        console.log(line);
      });
      await orStopped(measured, asked);
      return;
    }
    case 'live-bench': {
      const measured = measureLive(cluster, [task.peer, task.dist], (line) => {
        console.log(line);
      });
      await orStopped(measured, asked);
    }
  }
}

async function main(): Promise<number> {
  const [planFile = ''] = process.argv.slice(2);
  const plan = JSON.parse(readFileSync(planFile, 'utf8')) as Plan;
  const cluster = new Cluster(plan, say);
  const asked = new Asked();
  // The pipe from the command that started this closes when that command is gone, however it went.
  process.stdin.on('end', asked.now).on('error', asked.now).resume();
  process.on('SIGTERM', asked.now).on('SIGINT', () => undefined);
  // A socket file is the only thing that this network and the machine's own both see.
  const forward = joinTo({ host: apiHost, port: apiPort }).listen(path.join(plan.dir, 'api.sock'));
  let code = 0;
  try {
    const up = cluster.start().then(() => 'up' as const);
    if ((await Promise.race([up, asked.toEnd])) === 'up') await perform(cluster, asked);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    code = 1;
  }
  say('stopping');
  await cluster.stop();
  forward.close();
  say('stopped');
  return code;
}

process.exit(await main());

// Faults of a real cluster: what a scenario or a person switches on and off, by name.
import { durationMicros, type Scenario } from '../../src/simulate/scenario.ts';
import type { Cluster } from './cluster.ts';

export type Fault = Scenario['faults'][number];

/** The names that a person can use without a scenario, each with what it does. */
export const namedFaults: Readonly<Record<string, string>> = {
  'cni-add': 'CNI ADD answers with an error (also cni-del)',
  'cni-del-hang': 'CNI DEL does not return until the fault is off (also cni-add-hang)',
  'cni-del-slow': 'CNI DEL takes 10 s longer (also cni-add-slow)',
  'cni-del-garbage': 'CNI DEL prints what is no CNI answer (also cni-add-garbage)',
  'runtime-hang': 'the container runtime answers nobody; the PLEG is unhealthy after 3 minutes',
  'apiserver-down': 'kube-apiserver is killed; off starts it again',
};

/** The CNI fault of a name like `cni-del-hang`. */
export function cniFaultByName(name: string): Fault | undefined {
  const m = /^cni-(add|del)(?:-(error|hang|slow|garbage))?$/.exec(name);
  if (m === null) return undefined;
  const commands = { add: 'ADD', del: 'DEL' } as const;
  const behaviours = { error: 'error', hang: 'hang', slow: 'slow', garbage: 'garbage' } as const;
  return {
    name,
    kind: 'cni',
    command: commands[m[1] as keyof typeof commands],
    behaviour: behaviours[(m[2] ?? 'error') as keyof typeof behaviours],
    message: 'injected: ipam lease store is unreachable',
    delay: '10s',
  };
}

/** Switches a fault that is known by name alone. */
export async function switchByName(cluster: Cluster, name: string, on: boolean): Promise<void> {
  const cni = cniFaultByName(name);
  if (cni !== undefined) return switchFault(cluster, cni, on);
  if (name === 'runtime-hang') {
    switchRuntime(cluster, on);
    return;
  }
  if (name === 'apiserver-down') return on ? cluster.control.kill() : cluster.control.start();
  throw new Error(`no fault is called ${name}; there are ${Object.keys(namedFaults).join(', ')}`);
}

/** Switches a fault of a scenario. What only the simulator can do is refused with a sentence. */
export async function switchFault(cluster: Cluster, fault: Fault, on: boolean): Promise<void> {
  switch (fault.kind) {
    case 'cni':
      cluster.setCniFault({ ...fault, delay: durationMicros(fault.delay) / 1e6 }, on);
      return;
    case 'runtime':
      if (fault.call !== 'all' || fault.behaviour !== 'hang')
        throw new Error(
          `fault ${fault.name}: a real runtime can only hang in all calls; ${fault.call} ${fault.behaviour} is for the simulator`,
        );
      switchRuntime(cluster, on);
      return;
    case 'configmap-missing':
      await cluster.setConfigMap(fault.configMap, !on);
      return;
    case 'secret-missing':
    case 'url':
    case 'network-not-ready':
      throw new Error(`fault ${fault.name}: ${fault.kind} is for the simulator`);
    case 'image':
      await cluster.setImage(fault.image, on ? fault.behaviour : 'there');
  }
}

function switchRuntime(cluster: Cluster, on: boolean): void {
  for (const { runtime } of cluster.nodes)
    if (on) runtime.suspend();
    else runtime.resume();
}

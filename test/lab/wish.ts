// From what a person, a test or a scenario wants to what a run is made of: packages are there, programs are built, nodes are named.
import path from 'node:path';
import { binariesDir, build } from './build.ts';
import type { PlannedNode, Task } from './cluster.ts';
import type { Wish } from './outside.ts';
import { prepareMachine } from './packages.ts';
import { readScenario } from './scenarioFile.ts';

export interface NodeWish {
  /** Of the kubelets: one for all nodes, or one after the other in turn. */
  readonly minors: readonly string[];
  readonly runtime: 'containerd' | 'docker';
  readonly verbosity: number;
  readonly format: 'text' | 'json';
  /** A kubelet that writes down its own memory. */
  readonly truth: boolean;
  readonly nodes: readonly string[];
  readonly kubeletDiskMiB?: number;
}

/** Builds what is not built yet; throws a sentence when this machine can't do it. */
export async function planFor(
  wish: NodeWish,
  task: Task,
  say: (text: string) => void,
): Promise<Wish> {
  const { minors, runtime, verbosity, format, truth, kubeletDiskMiB } = wish;
  if (runtime === 'docker' && minors.some((minor) => minor !== '1.23'))
    throw new Error(
      `kubelet ${minors.join(', ')} has no dockershim; docker goes with --kubelet 1.23`,
    );
  const lacking = prepareMachine(runtime === 'docker', say);
  if (lacking !== undefined) throw new Error(lacking);
  const wanted = [
    { minor: '1.34', program: 'control', truth: false } as const,
    ...minors.map((minor) => ({ minor, program: 'kubelet', truth }) as const),
  ];
  const [control = '', ...kubelets] = await build(wanted, say);
  const nodes = wish.nodes.map((name, i): PlannedNode => {
    const minor = minors[i % minors.length] ?? '';
    const kubelet = kubelets[i % minors.length] ?? '';
    return { name, minor, kubelet, runtime, verbosity, format, kubeletDiskMiB };
  });
  return { binaries: binariesDir, control, nodes, task };
}

/** A control plane without nodes. */
export async function controlOnly(task: Task, say: (text: string) => void): Promise<Wish> {
  const [control = ''] = await build([{ minor: '1.34', program: 'control', truth: false }], say);
  return { binaries: binariesDir, control, nodes: [], task };
}

export interface CaptureWish {
  readonly v?: number | undefined;
  readonly format?: 'text' | 'json' | undefined;
  readonly kubelet?: string | undefined;
  readonly out?: string | undefined;
}

/** A run that plays a scenario; what the command says goes before what the scenario says. */
export async function captureWish(
  name: string,
  options: CaptureWish,
  say: (text: string) => void,
): Promise<Wish> {
  const read = readScenario(name, options.kubelet);
  const scenario = {
    ...read,
    verbosity: options.v ?? read.verbosity,
    format: options.format ?? read.format,
    kubelet: options.kubelet ?? read.kubelet,
  };
  if (scenario.runtime === 'crio') throw new Error('the lab has containerd and docker, no crio');
  const short = path.basename(name, '.yaml');
  const minor = scenario.kubelet === '1.34' ? '' : `k${scenario.kubelet.replace('.', '')}-`;
  const kind = `v${scenario.verbosity}${scenario.format === 'json' ? '-json' : ''}`;
  const folder = `${minor}${short}-${kind}`;
  const out = path.resolve(options.out ?? 'artifacts/captures', folder);
  const fillsDisk = scenario.actions.some((action) => action.do === 'fill-disk');
  const wish = {
    minors: [scenario.kubelet],
    runtime: scenario.runtime,
    verbosity: scenario.verbosity,
    format: scenario.format,
    truth: true,
    nodes: scenario.nodes,
    ...(fillsDisk ? { kubeletDiskMiB: 256 } : {}),
  };
  return planFor(wish, { kind: 'capture', name: short, scenario, out }, say);
}

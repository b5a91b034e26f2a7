// npm run bench:lab: what the truth costs. Two nodes in one run, one with the truth kubelet, one with the kubelet as it is released;
// pods are started on the one and the other in turn. Prints medians, in the form of the other benchmarks.
import { startOutside, whenAbandoned } from './outside.ts';
import { planFor } from './wish.ts';

const rounds = Number(process.argv[2] ?? 40);
const say = (text: string) => {
  console.error(text);
};
const common = { minors: ['1.34'], runtime: 'containerd', verbosity: 2, format: 'text' } as const;
const task = { kind: 'bench', rounds } as const;
const withTruth = await planFor({ ...common, truth: true, nodes: ['node-a'] }, task, say);
const without = await planFor({ ...common, truth: false, nodes: ['node-b'] }, task, say);
const lab = await startOutside(
  { ...withTruth, nodes: [...withTruth.nodes, ...without.nodes] },
  say,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, lab.stop);
whenAbandoned(lab.stop);
process.exit(await lab.done);

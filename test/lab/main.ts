// The lab's commands: keep a cluster up for a person, break it, look at it, end it. Run through `npm run lab`.
import path from 'node:path';
import { existsSync } from 'node:fs';
import { cac } from 'cac';
import { binariesDir, build, minors } from './build.ts';
import type { PlannedNode } from './cluster.ts';
import { namedFaults } from './faults.ts';
import { startOutside, whenAbandoned, type Wish } from './outside.ts';
import { prepareMachine } from './packages.ts';
import { until } from './program.ts';
import { liveRuns } from './run.ts';
import { ask } from './server.ts';

const began = Date.now();

function say(text: string): void {
  console.log(`[${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s] ${text}`);
}

function fail(text: string): never {
  console.error(text);
  process.exit(2);
}

interface UpOptions {
  readonly nodes: number;
  readonly kubelet: string;
  readonly runtime: string;
  readonly v: number;
  readonly format: string;
  readonly truth: boolean;
}

/** What a person asked for on the command line, as nodes to make. */
export async function wishFor(options: UpOptions): Promise<Wish> {
  const minor = options.kubelet;
  if (!(minor in minors)) fail(`--kubelet is one of ${Object.keys(minors).join(', ')}`);
  const runtime = options.runtime === 'docker' ? 'docker' : 'containerd';
  const lacking = prepareMachine(runtime === 'docker', say);
  if (lacking !== undefined) fail(lacking);
  const [control = '', kubelet = ''] = await build(
    [
      { minor: '1.34', program: 'control', truth: false },
      { minor, program: 'kubelet', truth: options.truth },
    ],
    say,
  );
  const format = options.format === 'json' ? 'json' : 'text';
  const nodes = Array.from({ length: options.nodes }, (_, i): PlannedNode => {
    const name = `node-${'abcdefgh'[i] ?? String(i)}`;
    return { name, minor, kubelet, runtime, verbosity: options.v, format };
  });
  return { binaries: binariesDir, control, nodes };
}

async function up(options: UpOptions): Promise<void> {
  const lab = await startOutside(await wishFor(options), say);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, lab.stop);
  whenAbandoned(lab.stop);
  process.exit(await lab.done);
}

async function stop(): Promise<void> {
  const [run] = liveRuns();
  await askRunning('/stop');
  await until(
    'the lab has ended',
    60_000,
    () => run === undefined || !existsSync(run.dir) || undefined,
  );
}

async function askRunning(url: string, body?: unknown): Promise<void> {
  const [run] = liveRuns();
  if (run === undefined) fail('no lab is up; start one with: npm run lab');
  try {
    console.log(JSON.stringify(await ask(path.join(run.dir, 'control.sock'), url, body), null, 2));
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

const cli = cac('lab');
cli
  .command('', 'keep a cluster up until Ctrl-C')
  .option('--nodes <n>', 'how many nodes', { default: 1 })
  .option('--kubelet <minor>', Object.keys(minors).join(' or '), { default: '1.34' })
  .option('--runtime <name>', 'containerd, or docker with kubelet 1.23', { default: 'containerd' })
  .option('--v <level>', 'verbosity of the kubelets', { default: 2 })
  .option('--format <format>', 'text or json', { default: 'text' })
  .option('--truth', 'kubelets that write down their own memory', { default: false })
  .action(up);
cli
  .command('fault <name> <on|off>', `switch a fault: ${Object.keys(namedFaults).join(', ')}`)
  .action((name: string, on: string) => askRunning('/fault', { name, on }));
cli.command('status', 'nodes and pods').action(() => askRunning('/status'));
cli.command('create <pod>', 'run a pod').action((name: string) => askRunning('/create', { name }));
cli
  .command('delete <pod>', 'delete a pod')
  .action((name: string) => askRunning('/delete', { name }));
cli
  .command('verbosity <level>', 'change the verbosity of the first kubelet while it runs')
  .action((level: string) => askRunning('/verbosity', { level }));
cli
  .command('restart-kubelet', 'restart the first kubelet')
  .action(() => askRunning('/restart-kubelet'));
cli.command('stop', 'end the running lab').action(stop);
cli.help();
cli.parse(process.argv, { run: false });
try {
  await cli.runMatchedCommand();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

// The lab's commands: keep a cluster up for a person, break it, look at it, end it. Run through `npm run lab`.
import path from 'node:path';
import { existsSync } from 'node:fs';
import { cac } from 'cac';
import { minors } from './build.ts';
import { namedFaults } from './faults.ts';
import { startOutside, whenAbandoned, type Wish } from './outside.ts';
import { until } from './program.ts';
import { liveRuns, type Run } from './run.ts';
import { scenarioNames } from './scenarioFile.ts';
import { captureWish, controlOnly, planFor } from './wish.ts';
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
  /** Read as a number by the command line parser. */
  readonly kubelet: string | number;
  readonly runtime: string;
  readonly v: number;
  readonly format: string;
  readonly truth: boolean;
}

async function up(options: UpOptions): Promise<void> {
  const { v: verbosity, truth } = options;
  const runtime = options.runtime === 'docker' ? 'docker' : 'containerd';
  const format = options.format === 'json' ? 'json' : 'text';
  if (!(options.nodes >= 1 && options.nodes <= 8)) fail('--nodes is a number from 1 to 8');
  if (!(verbosity >= 0 && verbosity <= 10)) fail('--v is a number from 0 to 10');
  const nodes = Array.from(
    { length: options.nodes },
    (_, i) => `node-${'abcdefgh'[i] ?? String(i)}`,
  );
  const wish = {
    minors: String(options.kubelet).split(','),
    runtime,
    verbosity,
    format,
    truth,
    nodes,
  } as const;
  await runLab(await planFor(wish, { kind: 'up' }, say));
}

async function runLab(wish: Wish): Promise<never> {
  const lab = await startOutside(wish, say);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, lab.stop);
  whenAbandoned(lab.stop);
  process.exit(await lab.done);
}

interface CaptureOptions {
  readonly v?: number;
  readonly format?: string;
  readonly kubelet?: string | number;
  readonly out?: string;
}

async function capture(name: string, options: CaptureOptions): Promise<void> {
  const format = (['text', 'json'] as const).find((known) => known === options.format);
  const { v, out, kubelet } = options;
  const wanted = { v, out, format, kubelet: kubelet === undefined ? undefined : String(kubelet) };
  await runLab(await captureWish(name, wanted, say));
}

/** The control plane alone, without a node. */
async function withoutNodes(kind: 'informer' | 'requests'): Promise<void> {
  await runLab(await controlOnly({ kind }, say));
}

/** The newest lab that is kept up for a person; those of captures and tests listen to nobody. */
function labUp(): Run | undefined {
  return liveRuns().find((run) => existsSync(path.join(run.dir, 'control.sock')));
}

async function stop(): Promise<void> {
  const run = labUp();
  await askRunning('/stop');
  await until(
    'the lab has ended',
    60_000,
    () => run === undefined || !existsSync(run.dir) || undefined,
  );
}

async function askRunning(url: string, body?: unknown): Promise<void> {
  const run = labUp();
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
  .option(
    '--kubelet <minor>',
    `${Object.keys(minors).join(' or ')}, or several for the nodes in turn: 1.34,1.36`,
    {
      default: '1.34',
    },
  )
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
cli
  .command(
    'capture <scenario>',
    `play a scenario and write a capture: ${scenarioNames().join(', ')}, or mix-SEED for one made at random`,
  )
  .option('--v <level>', 'verbosity of the kubelet; the scenario says it otherwise')
  .option('--format <format>', 'text or json')
  .option('--kubelet <minor>', Object.keys(minors).join(' or '))
  .option('--out <folder>', 'where it goes; otherwise artifacts/captures')
  .action(capture);
cli
  .command('informer', 'follow the API server with our informer through changes, kills and cuts')
  .action(() => withoutNodes('informer'));
cli
  .command('requests', 'ask the API server and our model of it the same, and compare')
  .action(() => withoutNodes('requests'));
cli.help();
cli.parse(process.argv, { run: false });
try {
  await cli.runMatchedCommand();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

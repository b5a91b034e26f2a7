import fs from 'node:fs';
import path from 'node:path';
import type { CAC } from 'cac';
import { parseScenario } from '../simulate/parse.ts';
import { simulate } from '../simulate/simulate.ts';
import { print, printJsonText, UsageError } from './output.ts';
import { scenarioFolder, scenarios } from './scenarios.ts';
import { writeFile } from './writeFile.ts';

interface Options {
  readonly seed?: number | string;
  readonly kubelet?: number | string;
  readonly verbosity?: number | string;
  readonly format?: string;
  readonly node?: string;
  readonly truth?: string;
  readonly list?: boolean;
}

/** `simulate SCENARIO`: klog lines of a simulated kubelet; a scenario is a file, or the name of one that comes with us. */
export function addSimulate(program: CAC): void {
  program
    .command('simulate [scenario]', 'The log of a simulated kubelet')
    .option('--seed <n>', 'Chance: the same number gives the same log')
    .option('--kubelet <1.NN>', 'The version to simulate')
    .option('--verbosity <n>', 'What --v would be')
    .option('--format <text|json>', 'klog text or klog JSON')
    .option('--node <name>', 'Only the lines of this node')
    .option('--truth <file>', 'Writes what the pod workers held, as JSON lines')
    .option('--list', 'Names the scenarios that come with this program')
    .action((scenario: string | undefined, options: Options) => {
      if (options.list === true) list();
      else run(scenario, options);
    });
}

function list(): void {
  for (const { name, title } of scenarios()) print(`${name.padEnd(24)}${title}`);
}

function scenarioText(name: string): string {
  const own = path.join(scenarioFolder(), `${name}.yaml`);
  const file = fs.existsSync(name) ? name : own;
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`There is no scenario ${name}: neither a file nor one of --list.`);
  }
}

function wholeNumber(value: number | string | undefined, name: string): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0) {
    throw new UsageError(`${name} wants a whole number, not ${value}.`);
  }
  return number;
}

function run(name: string | undefined, options: Options): void {
  if (name === undefined) throw new UsageError('Name a scenario: a file, or one of --list.');
  const parsed = parseScenario(scenarioText(name));
  if (!parsed.ok) throw new UsageError(`${name}: ${parsed.error}`);
  const minor = /^(?:1\.)?(\d+)$/.exec(String(options.kubelet ?? ''))?.[1];
  if (options.kubelet !== undefined && minor === undefined) {
    throw new UsageError(`--kubelet wants a minor like 1.34, not ${options.kubelet}.`);
  }
  const format = options.format;
  if (format !== undefined && format !== 'text' && format !== 'json') {
    throw new UsageError(`--format wants text or json, not ${format}.`);
  }
  const seed = wholeNumber(options.seed, '--seed');
  const verbosity = wholeNumber(options.verbosity, '--verbosity');
  const truth: string[] = [];
  simulate(parsed.value, {
    onLine: format === 'json' ? printJsonText : print,
    ...(seed === undefined ? {} : { seed }),
    ...(minor === undefined ? {} : { kubelet: Number(minor) }),
    ...(verbosity === undefined ? {} : { verbosity }),
    ...(format === undefined ? {} : { format }),
    ...(options.node === undefined ? {} : { node: options.node }),
    ...(options.truth === undefined ? {} : { onTruth: (line: string) => truth.push(line) }),
  });
  if (options.truth !== undefined) writeFile(options.truth, `${truth.join('\n')}\n`);
}

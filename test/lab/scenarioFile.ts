// Reads scenario files: YAML, with the one schema of the simulator and the lab. A mistake in one is a sentence with its place.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { labSchema, type LabScenario } from './labScenario.ts';
import { mixScenario, seedOfMix } from './mix.ts';

const folder = path.join(import.meta.dirname, 'scenarios');

export function scenarioNames(): string[] {
  return readdirSync(folder).map((file) => path.basename(file, '.yaml'));
}

/** A scenario by the name of one of the lab's own, as `mix-SEED`, or by the path of a file. */
export function readScenario(nameOrPath: string, kubelet?: string): LabScenario {
  const seed = seedOfMix(nameOrPath);
  if (seed !== undefined) return checked(nameOrPath, mixScenario(seed, kubelet).scenario);
  const own = path.join(folder, `${nameOrPath}.yaml`);
  const file = existsSync(own) ? own : nameOrPath;
  if (!existsSync(file))
    throw new Error(
      `there is no scenario ${nameOrPath}; there are ${scenarioNames().join(', ')}, and mix-1, mix-2 … made at random`,
    );
  return checked(file, parse(readFileSync(file, 'utf8')));
}

function checked(file: string, text: unknown): LabScenario {
  const result = v.safeParse(labSchema, text);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`${file}: ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
}

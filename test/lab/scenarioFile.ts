// Reads scenario files: YAML, with the one schema of the simulator and the lab. A mistake in one is a sentence with its place.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { scenarioSchema, type Scenario } from '../../src/simulate/scenario.ts';

const folder = path.join(import.meta.dirname, 'scenarios');

export function scenarioNames(): string[] {
  return readdirSync(folder).map((file) => path.basename(file, '.yaml'));
}

/** A scenario by the name of one of the lab's own, or by the path of a file. */
export function readScenario(nameOrPath: string): Scenario {
  const own = path.join(folder, `${nameOrPath}.yaml`);
  const file = existsSync(own) ? own : nameOrPath;
  if (!existsSync(file))
    throw new Error(`there is no scenario ${nameOrPath}; there are ${scenarioNames().join(', ')}`);
  const result = v.safeParse(scenarioSchema, parse(readFileSync(file, 'utf8')));
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`${file}: ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
}

import fs from 'node:fs';
import path from 'node:path';
import { parseScenario } from '../../src/simulate/parse.ts';
import type { Scenario } from '../../src/simulate/scenario.ts';
import { simulate, type SimulateOptions } from '../../src/simulate/simulate.ts';

const root = path.join(import.meta.dirname, '../..');

/** The scenarios that come with the program, by name. */
export function ownScenarios(): ReadonlyMap<string, Scenario> {
  const folder = path.join(root, 'media/scenarios');
  return new Map(
    fs.readdirSync(folder).map((file) => {
      const parsed = parseScenario(fs.readFileSync(path.join(folder, file), 'utf8'));
      if (!parsed.ok) throw new Error(`${file}: ${parsed.error}`);
      return [path.basename(file, '.yaml'), parsed.value];
    }),
  );
}

/** The lines of a run and the states that its pod workers really had. */
export function runScenario(
  scenario: Scenario,
  options: Omit<SimulateOptions, 'onLine' | 'onTruth'> = {},
): { readonly lines: string[]; readonly truth: string[] } {
  const lines: string[] = [];
  const truth: string[] = [];
  simulate(scenario, {
    ...options,
    onLine: (line) => lines.push(line),
    onTruth: (line) => truth.push(line),
  });
  return { lines, truth };
}

interface TruthRow {
  readonly uid: string;
  readonly state: 'sync' | 'terminating' | 'terminated';
  readonly finished: boolean;
  readonly started: boolean;
  readonly gracePeriod: number;
}

const order = ['sync', 'terminating', 'terminated'];

/** What a history of states may not do (kubelet model, invariants 3 and 4); sentences, none when all is well. */
export function brokenInvariants(truth: readonly string[]): string[] {
  const broken: string[] = [];
  let before = new Map<string, TruthRow>();
  for (const line of truth) {
    const { t, workers } = JSON.parse(line) as { t: string; workers: TruthRow[] };
    for (const row of workers) {
      const old = before.get(row.uid);
      if (old === undefined) continue;
      if (order.indexOf(row.state) < order.indexOf(old.state)) {
        broken.push(`${t} ${row.uid} went from ${old.state} back to ${row.state}`);
      }
      if (old.finished && !row.finished) broken.push(`${t} ${row.uid} was finished and is not`);
      if (old.gracePeriod !== 0 && row.gracePeriod > old.gracePeriod) {
        broken.push(`${t} ${row.uid} got ${row.gracePeriod} s after ${old.gracePeriod} s`);
      }
    }
    before = new Map(workers.map((row) => [row.uid, row]));
  }
  return broken;
}

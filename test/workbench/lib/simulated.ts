// Incident folders with the logs of simulated kubelets, for windows that shall open with them.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Scenario } from '../../../src/simulate/scenario.ts';
import { ownScenarios, runScenario } from '../../support/scenarios.ts';

/** `at`: where the cursor is to stand; the end without it. The folder lies among the system's temporary files. */
export function simulatedFolder(
  name: string,
  { verbosity, at }: { readonly verbosity: number; readonly at?: string },
): string {
  return folderOf({ 'kubelet.log': linesOf({ ...scenarioOf(name), verbosity }) }, at);
}

/** Several nodes at one time: for each the scenario that it runs, in a log that is named for it. */
export function simulatedNodes(nodes: Readonly<Record<string, string>>, at?: string): string {
  const logs = Object.entries(nodes).map(([node, name], seed) => [
    `${node}.log`,
    linesOf({ ...scenarioOf(name), nodes: [node] }, seed),
  ]);
  return folderOf(Object.fromEntries(logs) as Record<string, string>, at);
}

function scenarioOf(name: string): Scenario {
  const scenario = ownScenarios().get(name);
  if (scenario === undefined) throw new Error(`There is no scenario ${name}.`);
  return scenario;
}

function linesOf(scenario: Scenario, seed = 0): string {
  return `${runScenario(scenario, { seed }).lines.join('\n')}\n`;
}

function folderOf(logs: Readonly<Record<string, string>>, at: string | undefined): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-simulated-'));
  process.once('exit', () => {
    fs.rmSync(folder, { recursive: true, force: true });
  });
  for (const [file, text] of Object.entries(logs)) fs.writeFileSync(path.join(folder, file), text);
  const incident = { title: 'simulated', description: '', sources: Object.keys(logs), at };
  fs.writeFileSync(path.join(folder, 'kubelet-incident.json'), JSON.stringify(incident));
  return folder;
}

// Incident folders with the logs of simulated kubelets, or with captures of the lab, for windows that shall open with them.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../../scripts/lib.mjs';
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

/** A node that is full and in trouble, which the editor itself simulates: so each room of its kubelet holds something. */
export function busyNode(at = '2026-03-02T08:01:36Z'): string {
  const scenario = path.join(root, 'test/workbench/lib/busyNode.yaml');
  return folderOf({ 'busyNode.yaml': fs.readFileSync(scenario, 'utf8') }, at);
}

/** A capture of the lab, with the truth files beside its log. */
export function labFolder(name: string, at?: string): string {
  const folder = folderOf({}, at, ['kubelet.log.gz']);
  fs.cpSync(path.join(root, 'test/fixtures/lab', name), folder, { recursive: true });
  return folder;
}

function scenarioOf(name: string): Scenario {
  const scenario = ownScenarios().get(name);
  if (scenario === undefined) throw new Error(`There is no scenario ${name}.`);
  return scenario;
}

function linesOf(scenario: Scenario, seed = 0): string {
  return `${runScenario(scenario, { seed }).lines.join('\n')}\n`;
}

function folderOf(
  logs: Readonly<Record<string, string>>,
  at: string | undefined,
  sources = Object.keys(logs),
): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-simulated-'));
  process.once('exit', () => {
    fs.rmSync(folder, { recursive: true, force: true });
  });
  for (const [file, text] of Object.entries(logs)) fs.writeFileSync(path.join(folder, file), text);
  const incident = { title: 'simulated', description: '', sources, at };
  fs.writeFileSync(path.join(folder, 'kubelet-incident.json'), JSON.stringify(incident));
  return folder;
}

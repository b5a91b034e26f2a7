// An incident folder with the log of a simulated kubelet, for windows that shall open with it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ownScenarios, runScenario } from '../../support/scenarios.ts';

/** `at`: where the cursor is to stand; the end without it. The folder lies among the system's temporary files. */
export function simulatedFolder(
  name: string,
  { verbosity, at }: { readonly verbosity: number; readonly at?: string },
): string {
  const scenario = ownScenarios().get(name);
  if (scenario === undefined) throw new Error(`There is no scenario ${name}.`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-simulated-'));
  process.once('exit', () => {
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const { lines } = runScenario({ ...scenario, verbosity });
  fs.writeFileSync(path.join(folder, 'kubelet.log'), `${lines.join('\n')}\n`);
  const incident = { title: name, description: name, sources: ['kubelet.log'], at };
  fs.writeFileSync(path.join(folder, 'kubelet-incident.json'), JSON.stringify(incident));
  return folder;
}

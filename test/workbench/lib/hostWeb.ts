// Mocha in the web worker extension host: its build for browsers, which defines the global `mocha`.
import 'mocha/mocha.js';
import { type Suites, mochaOptions, runToEnd } from './hostMocha.ts';

export async function runSuites(suites: Suites): Promise<void> {
  mocha.setup(mochaOptions);
  for (const load of suites) await load();
  await runToEnd('web', (done) => mocha.run(done));
}

// Mocha in the Node extension host.
import Mocha from 'mocha';
import { type Suites, mochaOptions, runToEnd } from './hostMocha.ts';

export async function runSuites(suites: Suites): Promise<void> {
  const mocha = new Mocha(mochaOptions);
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  for (const load of suites) await load();
  await runToEnd('node', (done) => mocha.run(done));
}

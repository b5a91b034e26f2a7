// What the two hosts share in running Mocha.
import type Mocha from 'mocha';
import { tell } from './hostReport.ts';

/** Loads a file of suites, which declare themselves by Mocha's globals. */
export type Suites = readonly (() => Promise<unknown>)[];

/** Mocha's own lines are not printed by the runner outside, but stand in the window's log. */
export const mochaOptions: Mocha.MochaOptions = { ui: 'tdd', timeout: 30_000, reporter: 'spec' };

type Start = (done: (failures: number) => void) => Mocha.Runner;

/** Tells of each test. Rejects when one failed, which is VS Code's sign for a bad end. */
export async function runToEnd(host: string, start: Start): Promise<void> {
  let passed = 0;
  let failed = 0;
  await new Promise<unknown>((resolve) => {
    start(resolve)
      .on('pass', (test) => {
        passed += 1;
        tell({ kind: 'passed', title: test.fullTitle(), ms: test.duration ?? 0 });
      })
      .on('pending', (test) => {
        failed += 1;
        tell({ kind: 'failed', title: test.fullTitle(), error: 'A skipped test tests nothing.' });
      })
      .on('fail', (test, error: Error) => {
        failed += 1;
        tell({ kind: 'failed', title: test.fullTitle(), error: error.stack ?? error.message });
      });
  });
  tell({ kind: 'end', host, passed, failed });
  if (failed > 0) throw new Error(`${failed} tests failed`);
}

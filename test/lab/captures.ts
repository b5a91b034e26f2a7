// Remakes the captures that other tests read, test/fixtures/lab: every scenario at verbosity 2 and 4 and as JSON, five at a
// time. Takes about a quarter of an hour. `captures.ts NAME…` remakes only those of the scenarios named.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { scenarioNames } from './scenarioFile.ts';

const atOnce = 5;
const variants = [
  ['--v', '2'],
  ['--v', '4'],
  ['--v', '3', '--format', 'json'],
] as const;

/** Resolves with whether it went well; what went wrong is printed. */
function capture(scenario: string, variant: readonly string[]): Promise<boolean> {
  const main = path.join(import.meta.dirname, 'main.ts');
  const args = [main, 'capture', scenario, ...variant, '--out', 'test/fixtures/lab'];
  const child = spawn(process.execPath, [...process.execArgv, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (part: string) => (output += part));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${scenario} ${variant.join(' ')}`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}

const wanted = process.argv.slice(2);
const scenarios = wanted.length > 0 ? wanted : scenarioNames();
const jobs = scenarios.flatMap((scenario) => variants.map((variant) => ({ scenario, variant })));
let [passed, failed] = [0, 0];
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift())
      if (await capture(job.scenario, job.variant)) passed++;
      else failed++;
  }),
);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

// Every scenario on a real kubelet, and a few mixes of them: does the log tell what the scenario is about, is the truth
// whole, does the rebuild hold what the kubelet held, and do the findings say what was broken and nothing else?
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { checkCapture } from './checkCapture.ts';
import { scenarioNames } from './scenarioFile.ts';
import { below, judgeCapture, tableRow, type Judged } from './score.ts';
import { StartedLab } from './startedLab.ts';
import { pool, precision } from '../support/scoreWorkers.ts';

type Test = (name: string, run: () => Promise<void>) => Promise<void>;

const keptCaptures = path.resolve('test/fixtures/lab');

/** Random mixes by their seeds, one of each runtime and format; `npm run lab:capture -- mix-SEED` plays any other. */
const mixes = [14, 15, 36, 43];

/** Plays them all, three at a time: most of their time is waiting. The newest kubelet has a turn too. */
export async function everyScenario(test: Test): Promise<void> {
  const jobs: (readonly string[])[] = scenarioNames().map((name) => [name]);
  jobs.push(
    ['churn-forty', '--kubelet', '1.36'],
    ['cni-del-error', '--kubelet', '1.36'],
    ['churn-forty', '--kubelet', '1.23'],
  );
  for (const seed of mixes) jobs.push([`mix-${seed}`]);
  const out = mkdtempSync(path.join(os.tmpdir(), 'lab-captures-'));
  const judged: Judged[] = [];
  const turns = Array.from({ length: 3 }, async () => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      const args = job;
      await test(`scenario ${args.join(' ')}`, async () => {
        judged.push(await plays(args, out));
      });
    }
  });
  await Promise.all(turns);
  await test('the rebuild of all of them is what the kubelets held', () => holds(judged));
  await test('two nodes with the newest kubelet', twoNodes);
  rmSync(out, { recursive: true, force: true });
}

/** Pooled over all captures of a verbosity, those of these scenarios that are kept among them, as the project promises it. */
function holds(fresh: readonly Judged[]): Promise<void> {
  const wrong: string[] = [];
  const kept = readdirSync(keptCaptures).map((name) => judgeCapture(path.join(keptCaptures, name)));
  for (const verbosity of new Set(fresh.map((one) => one.verbosity))) {
    const own = [...fresh, ...kept].filter((one) => one.verbosity === verbosity);
    const all = pool(own.map((one) => one.score));
    console.log(tableRow(`  all of verbosity ${verbosity}`, all));
    wrong.push(...below(all, verbosity).map((sentence) => `verbosity ${verbosity}: ${sentence}`));
  }
  assert.deepEqual(wrong, []);
  return Promise.resolve();
}

/** Each node has pods of its own, in a network of its own, and a log that the API server can query. */
async function twoNodes(): Promise<void> {
  const lab = new StartedLab('--nodes', '2', '--kubelet', '1.36', '--truth', '--v', '4');
  try {
    await lab.says('the lab is up', 20 * 60_000);
    const other = await lab.ask('/create', { name: 'other', node: 'node-b' });
    assert.match(JSON.stringify(other), /"ip":"10\.88\.2\./);
    const api = lab.api();
    for (const node of ['node-a', 'node-b']) {
      const { status } = await api.get(`/api/v1/nodes/${node}`);
      assert.match(status?.nodeInfo?.kubeletVersion ?? '', /^v1\.36\./);
      const log = await api.text(`/api/v1/nodes/${node}/proxy/logs/?query=kubelet`);
      assert.match(log, /^[IWE]\d{4} /, 'no log by query');
    }
    api.close();
  } finally {
    assert.equal(await lab.interrupt(), 0, lab.output);
  }
}

async function plays([name = '', ...options]: readonly string[], out: string): Promise<Judged> {
  const lab = new StartedLab('capture', name, ...options, '--out', out);
  try {
    await lab.says('written: ', 25 * 60_000);
  } catch (error) {
    await lab.interrupt();
    throw error;
  }
  // It ends by itself now: a Ctrl-C in its last moment would be taken for the way it ended.
  assert.equal(await lab.ended(), 0, lab.output);
  const dir = /written: (\S+)/.exec(lab.output)?.[1] ?? '';
  checkCapture(dir, name);
  const judged = judgeCapture(dir);
  const { score, missed, alarms } = judged;
  console.log(tableRow(`  ${judged.name}`, score.fields));
  for (const field of ['present', 'state'] as const)
    assert(precision(score.fields.get(field)) >= 0.98, `${judged.name}: wrong about ${field}`);
  // What a mix shows besides depends on how fast the machine was: a person reads it.
  const isMix = name.startsWith('mix-');
  for (const alarm of isMix ? alarms : []) console.log(`  besides: ${alarm}`);
  assert.deepEqual(
    { missed, alarms: isMix ? [] : alarms },
    { missed: [], alarms: [] },
    judged.name,
  );
  return judged;
}

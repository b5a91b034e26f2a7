// Every scenario on a real kubelet: does the log tell what the scenario is about, and is the truth whole?
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { scenarioNames } from './scenarioFile.ts';
import { StartedLab } from './startedLab.ts';

/** What must be in the kubelet's log of each scenario. */
const tellTale: Readonly<Record<string, readonly RegExp[]>> = {
  'churn-forty': [
    /"SyncLoop ADD"/,
    /"SyncLoop DELETE"/,
    /"SyncLoop REMOVE"/,
    /CrashLoopBackOff/,
    /Liveness probe|failed liveness probe/,
  ],
  'cni-add-error': [/failed to setup network for sandbox.*injected/],
  'cni-del-error': [/failed to destroy network for sandbox.*injected/],
  'cni-del-hang': [/StopPodSandbox.*DeadlineExceeded/],
  'runtime-stopped': [
    /PLEG is not healthy: pleg was last seen active 3m/,
    /"Node became not ready"/,
  ],
  'kubelet-restart': [/"Starting kubelet"|"Started kubelet"/],
  'static-replaced': [/SyncLoop ADD" source="file"/],
  'volume-missing': [
    /configmap \\?"settings\\?" not found/,
    /unmounted volumes=\["?nowhere|unmounted volumes=\[nowhere/,
  ],
  'image-missing': [/ImagePullBackOff/, /connection refused/],
  'disk-pressure': [/[Ee]viction manager: attempting to reclaim/, /DiskPressure|must evict pod/],
  'apiserver-down': [/connection refused/, /[Ff]ailed to update lease/],
  'netns-missing': [/CNI failed to retrieve network namespace path/, /injected/],
};

type Test = (name: string, run: () => Promise<void>) => Promise<void>;

/** Plays them all, three at a time: most of their time is waiting. The newest kubelet has a turn too. */
export async function everyScenario(test: Test): Promise<void> {
  const jobs: (readonly string[])[] = scenarioNames().map((name) => [name]);
  jobs.push(
    ['churn-forty', '--kubelet', '1.36'],
    ['cni-del-error', '--kubelet', '1.36'],
    ['churn-forty', '--kubelet', '1.23'],
  );
  const out = mkdtempSync(path.join(os.tmpdir(), 'lab-captures-'));
  const turns = Array.from({ length: 3 }, async () => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      const args = job;
      await test(`scenario ${args.join(' ')}`, () => plays(args, out));
    }
  });
  await Promise.all(turns);
  rmSync(out, { recursive: true, force: true });
}

async function plays([name = '', ...options]: readonly string[], out: string): Promise<void> {
  const lab = new StartedLab('capture', name, ...options, '--out', out);
  try {
    await lab.says('written: ', 25 * 60_000);
  } finally {
    assert.equal(await lab.interrupt(), 0, lab.output);
  }
  const dir = /written: (\S+)/.exec(lab.output)?.[1] ?? '';
  const log = gunzipped(path.join(dir, 'kubelet.log.gz'));
  for (const pattern of tellTale[name] ?? []) assert.match(log, pattern);
  const truths = readdirSync(dir).filter((file) => file.startsWith('truth-'));
  assert(truths.length > 0, 'no truth');
  for (const file of truths) {
    const lines = gunzipped(path.join(dir, file)).trim().split('\n');
    const times = lines.map((line) => (JSON.parse(line) as { t: string }).t);
    assert.deepEqual(times, [...times].sort(), `${file} is not in order`);
  }
  for (const file of ['samples.jsonl.gz', 'pods.jsonl.gz', 'actions.jsonl'])
    assert(existsSync(path.join(dir, file)), `no ${file}`);
}

function gunzipped(file: string): string {
  return gunzipSync(readFileSync(file)).toString('utf8');
}

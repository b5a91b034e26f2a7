// What a capture must hold to be one: every file, a truth in order, and in the log what its scenario is about.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** What must be in the kubelet's log of each scenario. */
const tellTale: Readonly<Record<string, readonly RegExp[]>> = {
  'churn-forty': [
    /"SyncLoop ADD"/,
    /"SyncLoop DELETE"/,
    /"SyncLoop REMOVE"/,
    /CrashLoopBackOff/,
    /failed liveness probe/,
  ],
  'cni-add-error': [/failed to setup network for sandbox.*injected/],
  'cni-del-error': [/failed to destroy network for sandbox.*injected/],
  'cni-garbage': [/error parsing its diagnostic message.*502 Bad Gateway/],
  'cni-del-hang': [/StopPodSandbox.*DeadlineExceeded/],
  'runtime-stopped': [
    /PLEG is not healthy: pleg was last seen active 3m/,
    /"Node became not ready"/,
  ],
  'kubelet-restart': [/"Started kubelet"[^]*"Started kubelet"/],
  'static-replaced': [/SyncLoop ADD".*"file"/, /"SyncLoop REMOVE".*"file"/],
  'volume-missing': [/configmap \\?"settings\\?" not found/, /unmounted volumes=\[nowhere\]/],
  'image-missing': [/ImagePullBackOff/, /connection refused/],
  'disk-pressure': [/Eviction manager: attempting to reclaim/, /must evict pod/],
  'apiserver-down': [/connection refused/, /Failed to update lease/],
  'netns-missing': [/CNI failed to retrieve network namespace path/, /injected/],
};

const always = [
  ...['kubelet.log.gz', 'samples.jsonl.gz', 'pods.jsonl.gz', 'actions.jsonl', 'capture.json'],
  ...['truth-1', 'podsyncstatus-1', 'podworkers-1', 'pleg-1', 'podcache-1'].map(
    (f) => `${f}.jsonl.gz`,
  ),
];

interface TruthLine {
  readonly t: string;
  readonly workers: readonly { readonly uid: string; readonly state: string }[];
}

/** Throws what is wrong with a capture of a scenario. */
export function checkCapture(dir: string, scenario: string): void {
  for (const file of always) assert(existsSync(path.join(dir, file)), `no ${file} in ${dir}`);
  const log = gunzipped(path.join(dir, 'kubelet.log.gz'));
  for (const pattern of tellTale[scenario] ?? [])
    assert(pattern.test(log), `nothing in the log of ${dir} is like ${String(pattern)}`);
  const done =
    readFileSync(path.join(dir, 'actions.jsonl'), 'utf8').trim().split('\n').at(-1) ?? '';
  assert(done.includes('"do":"end"'), `${dir} was stopped before its end`);
  const truths = readdirSync(dir).filter((file) => file.startsWith('truth-'));
  for (const file of truths) checkTruth(file, gunzipped(path.join(dir, file)));
}

/** Times go forwards, and something happened. */
function checkTruth(file: string, text: string): void {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TruthLine);
  const times = lines.map((line) => line.t);
  assert.deepEqual(times, [...times].sort(), `${file} is not in order`);
  const uids = new Set(lines.flatMap((line) => line.workers.map((worker) => worker.uid)));
  assert(uids.size > 0, `${file} has no worker`);
}

function gunzipped(file: string): string {
  return gunzipSync(readFileSync(file)).toString('utf8');
}

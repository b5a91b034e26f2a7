import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = path.join(import.meta.dirname, '..', '..', 'scripts', 'evidence.mjs');
let parent = '';

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'evidence-'));
});

afterEach(() => {
  rmSync(parent, { recursive: true });
});

/** What the script says of a kubelet whose pod workers log so. */
function reportOf(calls: string): string[] {
  const root = path.join(parent, 'kubernetes@v1.40.0');
  const folder = path.join(root, 'pkg', 'kubelet');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(root, 'go.mod'), 'module k8s.io/kubernetes\n');
  writeFileSync(path.join(folder, 'pod_workers.go'), `package kubelet\n${calls}\n`);
  const { stdout } = spawnSync(process.execPath, [script, '--source', root], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => /pod_workers\.go|podWorkers\.(?:first|error)\b/.test(line));
}

const first = 'Pod is being synced for the first time';
const known = `	klog.V(4).InfoS("${first}", "pod", klog.KRef(ns, name), "podUID", uid, "updateType", options.UpdateType)
	klog.ErrorS(err, "Error syncing pod, skipping", "pod", klog.KObj(pod), "podUID", pod.UID)`;

it('says nothing of lines that are as the rules know them, also when a logger holds their values', () => {
  expect(reportOf(known)).toEqual([]);
  const given = `	own := logger.WithValues("pod", klog.KRef(ns, name), "podUID", uid, "updateType", kind)
	ownLogger.V(4).Info("${first}")`;
  expect(reportOf(`${given}\n${known}`)).toEqual([]);
});

it('reports what is new, what is printed no more, and other keys and levels', () => {
  expect(reportOf(`${known}\n	klog.InfoS("Pod took a nap", "pod", pod)`)).toEqual([
    'new      pod_workers.go: Pod took a nap',
  ]);
  const [, error = ''] = known.split('\n');
  expect(reportOf(error)).toEqual([`missing  podWorkers.first: ${first}`]);
  const renamed = known.replace('"podUID", uid', '"uid", uid').replace('V(4)', 'V(2)');
  expect(reportOf(renamed)).toEqual([
    'level    podWorkers.first: printed at 2, not at 4',
    `keys     podWorkers.first: ${first}: podUID not among pod, uid, updateType`,
  ]);
});

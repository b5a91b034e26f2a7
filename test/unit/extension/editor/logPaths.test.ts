import { expect, test } from 'vitest';
import { logPathsIn } from '../../../../src/extension/editor/logPaths.ts';

test.each([
  ['saved to /var/log/kubelet.log', ['/var/log/kubelet.log']],
  ['-rw-r--r-- 1 root 12 node-a-kubelet.log.1.gz', ['node-a-kubelet.log.1.gz']],
  [
    'Gathered into ./must-gather.local.5421342344627712289',
    ['./must-gather.local.5421342344627712289'],
  ],
  ['a.kubelet-case b.kubelet-case', ['a.kubelet-case', 'b.kubelet-case']],
  ['/usr/bin/kubelet --config /var/lib/kubelet/config.yaml', []],
  ['vi other.log', []],
  ['open logs/kubelet.log:15:3, then kubelet.txt.', ['logs/kubelet.log', 'kubelet.txt']],
  ['~/kubelet.log.3.zst', ['~/kubelet.log.3.zst']],
])('%s', (line, paths) => {
  const found = logPathsIn(line);
  expect(found.map(({ path }) => path)).toEqual(paths);
  for (const { startIndex, path } of found) expect(line.startsWith(path, startIndex)).toBe(true);
});

test('a line of nothing but names is gone through once', () => {
  // Seconds for each of these, were a word tried from each of its characters on.
  expect(logPathsIn('a/'.repeat(200_000))).toEqual([]);
  expect(logPathsIn('kubelet-'.repeat(50_000))).toEqual([]);
  expect(logPathsIn('kubelet.log.1'.repeat(50_000))).toHaveLength(1);
  expect(logPathsIn(':1'.repeat(200_000))).toEqual([]);
});

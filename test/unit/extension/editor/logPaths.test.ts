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
])('%s', (line, paths) => {
  const found = logPathsIn(line);
  expect(found.map(({ path }) => path)).toEqual(paths);
  for (const { startIndex, path } of found) expect(line.startsWith(path, startIndex)).toBe(true);
});

test('a line of nothing but names takes no time', () => {
  const began = process.cpuUsage().user;
  expect(logPathsIn('a/'.repeat(1_000))).toEqual([]);
  expect(logPathsIn('kubelet-'.repeat(250))).toEqual([]);
  expect(process.cpuUsage(undefined).user - began).toBeLessThan(500_000);
});

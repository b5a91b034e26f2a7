import { expect, test } from 'vitest';
import { mayBeLog } from '../../../src/extension/mayBeLog.ts';

test.each([
  ['/logs/kubelet.log', true],
  ['/logs/kubelet.log.1', true],
  ['/logs/node-a.log-20261121', true],
  ['/logs/node-a.TXT', true],
  ['/logs/node.gz', true],
  ['/logs/must-gather.tar.gz', false],
  ['/src/main.go', false],
  ['/logs', false],
])('%s', (path, may) => {
  expect(mayBeLog({ scheme: 'file', path })).toBe(may);
});

test('our own windows and texts in no file are none', () => {
  expect(mayBeLog({ scheme: 'kubelet-log', path: '/kubelet.log' })).toBe(false);
  expect(mayBeLog({ scheme: 'untitled', path: '/a.log' })).toBe(false);
});

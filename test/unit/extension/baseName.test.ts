import { expect, test } from 'vitest';
import { namesApart } from '../../../src/extension/baseName.ts';

test('files of one name have as many of their folders as tell them apart', () => {
  expect(namesApart(['/logs/a.log', '/logs/b.log'])).toEqual(['a.log', 'b.log']);
  expect(namesApart(['m/node-a/kubelet.log', 'm/node-b/kubelet.log', 'm/etcd.log'])).toEqual([
    'node-a/kubelet.log',
    'node-b/kubelet.log',
    'etcd.log',
  ]);
  expect(namesApart(['x/1/k/a.log', 'x/2/k/a.log'])).toEqual(['1/k/a.log', '2/k/a.log']);
  expect(namesApart(['a.log', 'a.log', 'C:\\logs\\a.log'])).toEqual([
    'a.log',
    'a.log',
    'logs/a.log',
  ]);
});

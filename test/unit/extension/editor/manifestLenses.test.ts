import { expect, test } from 'vitest';
import { lensTitle } from '../../../../src/extension/editor/manifestLenses.ts';
import type { ManifestPodRow } from '../../../../src/protocol/manifestApi.ts';

function pod(row: Partial<ManifestPodRow> = {}): ManifestPodRow {
  return {
    ...{ uid: 'u', namespace: 'shop', name: 'web', node: 'node-a', podKey: undefined },
    ...{ api: 'Running', log: undefined, findings: 0, severity: 'none' },
    ...row,
  };
}

test.each<[string, readonly ManifestPodRow[]]>([
  ['Running on node-a', [pod()]],
  ['Running on node-a · sync, idle · 2 problems', [pod({ log: 'sync, idle', findings: 2 })]],
  [
    'on node-a · terminating · 1 problem',
    [pod({ api: undefined, log: 'terminating', findings: 1 })],
  ],
  ['Pending', [pod({ api: 'Pending', node: '' })]],
  [
    '3 pods on node-a, node-b · 2 Running · 1 Error',
    [pod(), pod({ node: 'node-b' }), pod({ api: 'Error' })],
  ],
  ['4 pods on 4 nodes · 4 Running', ['a', 'b', 'c', 'd'].map((node) => pod({ node }))],
  ['$ (bug) on node-a', [pod({ api: '$(bug)' })]],
])('%s', (title, pods) => {
  expect(lensTitle(pods)).toBe(title);
});

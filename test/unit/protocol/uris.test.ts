import { expect, it } from 'vitest';
import {
  goSourceUri,
  logWindowUri,
  parseGoSourceUri,
  parseLogWindowUri,
} from '../../../src/protocol/uris.ts';

it('names a log window by one URI, both ways', () => {
  const window = { source: 2, name: 'node a/kubelet.log?1#x', offset: 4_194_304 };
  expect(parseLogWindowUri(logWindowUri(window))).toEqual(window);
  expect(parseLogWindowUri('kubelet-log:/x/0/a')).toBeUndefined();
  expect(parseLogWindowUri('kubelet-log:/0/0/%E0%A4%A')).toMatchObject({ name: '%E0%A4%A' });
});

it('names a Go file of a version by one URI, both ways', () => {
  const source = { version: 'v1.34.2', path: 'pkg/kubelet/pod_workers.go' };
  expect(goSourceUri(source)).toBe('kubelet-source:/v1.34.2/pkg/kubelet/pod_workers.go');
  expect(parseGoSourceUri(goSourceUri(source))).toEqual(source);
  expect(parseGoSourceUri('kubelet-source:/v1.34.2/x.py')).toBeUndefined();
});

import { expect, test } from 'vitest';
import { micros } from '../../../src/base/time.ts';
import { endpointSample } from '../../../src/cluster/endpointSample.ts';
import { read } from '../../../src/kubelet/evidence/rules.ts';
import { tableOf } from '../../support/log.ts';

const at = micros(1_795_259_636_815_250);
const uid = 'b746a82d-20b6-46f1-b329-d2dd3dac6611';
const id = 'b130408e80a3bc173d36781c9164194b655c26942b6709346ec68e77c5c75d96';
const pod = {
  metadata: {
    name: 'web-1',
    namespace: 'default',
    uid,
    deletionTimestamp: '2026-11-21T11:11:58Z',
    annotations: { 'kubernetes.io/config.source': 'api', token: 'secret-annotation' },
  },
  spec: { containers: [{ name: 'main', env: [{ name: 'PASSWORD', value: 'secret-value' }] }] },
  status: {
    phase: 'Running',
    containerStatuses: [
      { name: 'main', state: { terminated: { exitCode: 3, containerID: `containerd://${id}` } } },
    ],
  },
};

test('the answer of /pods becomes a line that the evidence reads, without its secrets', () => {
  const line = endpointSample('/pods', JSON.stringify({ items: [pod] }), at) ?? '';
  expect(line).not.toContain('secret');
  const record = tableOf(line).record(0);
  expect(record.time).toBe(at);
  expect(read(record)?.events).toEqual([
    {
      kind: 'sample.pods',
      listed: [
        {
          pod: { uid, namespace: 'default', name: 'web-1' },
          source: 'api',
          deleted: true,
          phase: 'Running',
          containers: [{ name: 'main', id, state: 'terminated', exitCode: 3 }],
        },
      ],
    },
  ]);
});

test('the answer of /metrics is cut to what tells of PLEG and of the workers', () => {
  const text = [
    '# HELP kubelet_pleg_last_seen_seconds Timestamp in seconds',
    'kubelet_pleg_last_seen_seconds 1.795259636e+09',
    'kubelet_working_pods{config="desired",lifecycle="terminating",static=""} 2',
    'process_cpu_seconds_total 7',
  ].join('\n');
  const line = endpointSample('/metrics', text, at) ?? '';
  expect(line).not.toContain('cpu');
  expect(read(tableOf(line).record(0))?.events).toEqual([
    {
      kind: 'sample.metrics',
      working: { sync: 0, terminating: 2, terminated: 0 },
      lastRelist: 1_795_259_636,
      relists: undefined,
    },
  ]);
});

test.each(['', 'Forbidden', '{"kind":"Status"}', '{"items":7}'])('%j is no sample', (answer) => {
  expect(endpointSample('/pods', answer, at)).toBeUndefined();
  expect(endpointSample('/metrics', answer, at)).toBeUndefined();
});

test('a kubelet without pods answers null', () => {
  expect(endpointSample('/runningpods/', '{"items":null}', at)).toContain('"pods":[]');
});

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

test('probes are counted by container, whatever order their lines have', () => {
  const labels = (container: string, result: string, type: string): string =>
    `prober_probe_total{container="${container}",namespace="default",pod="web-1",pod_uid="${uid}",probe_type="${type}",result="${result}"}`;
  const text = [
    '# HELP prober_probe_total Cumulative number of a probe',
    `${labels('main', 'successful', 'Readiness')} 7`,
    `${labels('main', 'failed', 'Liveness')} 2`,
    `${labels('main', 'failed', 'Readiness')} 1`,
    `prober_probe_duration_seconds_sum{container="main",probe_type="Liveness"} 0.2`,
  ].join('\n');
  const line = endpointSample('/metrics/probes', text, at, 'node-a') ?? '';
  const pod = { uid, namespace: 'default', name: 'web-1' };
  expect(read(tableOf(line).record(0))?.events).toEqual([
    {
      kind: 'sample.probes',
      node: 'node-a',
      probes: [
        { pod, container: 'main', probe: 'Readiness', successful: 7, failed: 1, unknown: 0 },
        { pod, container: 'main', probe: 'Liveness', successful: 0, failed: 2, unknown: 0 },
      ],
    },
  ]);
  expect(endpointSample('/metrics/probes', '', at)).toContain('"probes":[]');
});

test('of the summary only what the node has left is kept', () => {
  const answer = JSON.stringify({
    node: {
      nodeName: 'node-a',
      memory: { availableBytes: 10, workingSetBytes: 30, rssBytes: 5 },
      fs: { availableBytes: 1, capacityBytes: 4, inodes: 9, inodesFree: 3 },
      runtime: { imageFs: { availableBytes: 2, capacityBytes: 8 } },
      rlimit: { maxpid: 100, curproc: 40 },
    },
    pods: [{ podRef: { name: 'secret-pod' } }],
  });
  const line = endpointSample('/stats/summary', answer, at) ?? '';
  expect(line).not.toContain('secret');
  expect(read(tableOf(line).record(0))?.events).toEqual([
    {
      kind: 'sample.stats',
      stats: {
        memory: { available: 10, used: 30 },
        disk: { available: 1, capacity: 4, inodes: 9, inodesFree: 3 },
        imageDisk: { available: 2, capacity: 8 },
        processes: { used: 40, most: 100 },
      },
    },
  ]);
});

test('of the configuration no header and no path of a credential is kept', () => {
  const logging = { verbosity: 4 };
  const staticPodURLHeader = { Authorization: ['Bearer secret-token'] };
  const config = {
    syncFrequency: '1m0s',
    logging,
    staticPodURLHeader,
    tlsPrivateKeyFile: 'secret',
  };
  const line = endpointSample('/configz', JSON.stringify({ kubeletconfig: config }), at) ?? '';
  expect(line).toContain('"syncFrequency":"1m0s"');
  expect(line).not.toContain('secret');
  expect(read(tableOf(line).record(0))?.events).toEqual([
    { kind: 'sample.process', version: undefined, verbosity: 4 },
  ]);
});

test.each([':', ': ', '=', ' '])('the z-pages are read with the separator %j', (by) => {
  const warning = 'Warning: This endpoint is not meant to be machine parseable.\n';
  const status = `\nkubelet statusz\n${warning}\nStarted${by} Sat Nov 21 11:00:00 UTC 2026\nUp${by} 1 hr 02 min 03 sec\nGo version${by} go1.24\nBinary version${by} 1.34.2\n`;
  expect(endpointSample('/statusz', status, at)).toContain(
    '"status":{"up":3723,"version":"1.34.2"}',
  );
  const flags = `\nkubelet flags\n${warning}\nbootstrap-kubeconfig${by}/secret\ncloud-config${by}secret\nnode-ip${by}192.0.2.7\nv${by}6\n`;
  expect(endpointSample('/flagz', flags, at)).toContain('"flags":{"node-ip":"192.0.2.7","v":"6"}');
});

test('of a goroutine dump only the pod workers are kept', () => {
  const frame = (name: string): string =>
    `k8s.io/kubernetes/pkg/kubelet.${name}(0xc0)\n\tx.go:1 +0x1`;
  const loop = frame('(*podWorkers).podWorkerLoop');
  const answer = [
    `goroutine 1 [select, 3 minutes]:\n${frame('(*Kubelet).SyncPod')}\n${loop}\n`,
    `goroutine 2 [running]:\n${frame('(*Kubelet).syncLoop')}\n`,
  ].join('\n');
  const line = endpointSample('/debug/pprof/goroutine', answer, at, 'node-a') ?? '';
  expect(line).not.toContain('syncLoop');
  expect(read(tableOf(line).record(0))?.events).toEqual([
    {
      kind: 'sample.goroutines',
      node: 'node-a',
      workers: [{ work: 'sync', minutes: 3, doing: undefined }],
    },
  ]);
});

test.each([
  '/metrics/probes',
  '/stats/summary',
  '/configz',
  '/statusz',
  '/flagz',
  '/debug/pprof/goroutine',
] as const)('%s takes nothing for its answer that is none', (endpoint) => {
  for (const answer of ['404 page not found', '{"kind":"Status"}', '[]', '<html>'])
    expect(endpointSample(endpoint, answer, at)).toBeUndefined();
});

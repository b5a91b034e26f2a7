// Rows as the engine gives them, for tests of what shows them: the incident in which default/web-1 cannot be torn down.
import { sourceId, type InputId } from '../../src/base/input.ts';
import { micros, SECOND, type Micros } from '../../src/base/time.ts';
import type { Cursor, SessionInfo } from '../../src/protocol/engineApi.ts';
import type {
  FindingRow,
  NetworkRow,
  PlegView,
  PodRow,
  ShownValue,
} from '../../src/protocol/rows.ts';

/** 2026-11-21T09:34:00Z and so many seconds. */
export const second = (seconds: number): Micros =>
  micros(Date.UTC(2026, 10, 21, 9, 34) * 1000 + Math.round(seconds * SECOND));

export const line = (offset: number): InputId => ({ source: sourceId(0), offset });

const seenValue = (text: string, ...provedBy: readonly InputId[]): ShownValue => ({
  text,
  known: 'seen',
  provedBy,
});

const unknownValue = (text: string): ShownValue => ({
  text,
  known: 'unknown',
  provedBy: [],
});

export const podRow: PodRow = {
  key: 'uid-1',
  namespace: 'default',
  name: 'web-1',
  uid: seenValue('5c0e91e5-ca33-4316-ac70-0cfb035016d4', line(10)),
  health: {
    is: 'failing',
    text: 'CNI DEL fails (bridge)',
    known: 'inferred',
    provedBy: [line(313)],
  },
  icon: 'stuck',
  state: seenValue('terminating, working', line(300)),
  since: second(10.75),
  queue: unknownValue('unknown: the queue leaves no line at v=2'),
  waits: [
    {
      text: 'CNI DEL of sandbox 9936f76e4b93, 41.2 s, 11.2 s overdue',
      since: second(10.8),
      due: second(40.8),
      overdue: true,
      provedBy: [line(313)],
    },
  ],
  severity: 'error',
  findings: ['cni-del-fails 1'],
  titles: ['CNI DEL fails (bridge)'],
  input: line(300),
  lastEvent: { at: second(51.5), text: 'sync failed', input: line(373) },
  label: 'default/web-1, terminating for 41.2 s, waits for CNI DEL of sandbox 9936f76e4b93',
};

export const networkRow: NetworkRow = {
  key: 'DEL 9936 uid-1 0',
  command: 'DEL',
  podKey: 'uid-1',
  pod: 'default/web-1',
  sandboxId: '9936f76e4b93f8f70d9597148674052df94aee5f64d0b7b11c993c2418d3960d',
  plugin: 'bridge',
  isCalled: true,
  outcome: seenValue('failing', line(313)),
  message: 'plugin type="bridge" failed (delete): injected: ipam lease store is unreachable',
  failures: 5,
  from: second(10.84),
  until: undefined,
  untilKnown: 'unknown',
  blocks: 'default/web-1 stays in Terminating',
  attempts: [
    {
      at: second(10.84),
      text: 'failed',
      failed: true,
      by: 'sync',
      networks: [],
      provedBy: [line(313)],
    },
    {
      at: second(47.6),
      text: 'failed',
      failed: true,
      by: 'gc',
      networks: [],
      provedBy: [line(355)],
    },
  ],
  severity: 'error',
  input: line(313),
  label: 'default/web-1 network teardown, plug-in bridge, failing',
};

export const findingRow: FindingRow = {
  id: 'cni-del-fails',
  key: 'cni-del-fails 1',
  title: 'CNI DEL fails (bridge)',
  severity: 'high',
  confidence: 0.95,
  podKey: 'uid-1',
  pod: 'default/web-1',
  node: 'node-a',
  spread: undefined,
  began: second(10.84),
  first: second(10.84),
  last: second(51.58),
  ended: undefined,
  spans: [{ from: second(10.84), to: undefined, isQuiet: false }],
  count: 5,
  period: 12 * SECOND,
  explanation: 'The plug-in cannot give the address back.',
  causedBy: undefined,
  overdue: undefined,
  evidence: [
    {
      input: line(313),
      role: 'cause',
      at: second(10.84),
      text: 'E1121 09:34:10.840466   26449 pod_workers.go:1324] "Error syncing pod, skipping" err="x"',
    },
  ],
  checks: [{ text: 'Is the lease store there?', command: 'ls /var/lib/cni' }],
  remedy: [{ text: 'Restart the store.', risk: 'addresses are lost' }],
  ruledOut: [{ id: 'sandbox-gone', why: 'the runtime still knows it' }],
  references: ['https://github.com/containernetworking/cni/issues/1', 'kubelet.go:1'],
  label: 'high: CNI DEL fails (bridge), default/web-1',
};

export const plegView: PlegView = {
  health: unknownValue('unknown: a healthy PLEG says nothing at v=2'),
  relist: unknownValue('unknown: relists leave no line below v=4'),
  total: 1,
  rows: [
    {
      at: second(5.6),
      podKey: 'uid-1',
      pod: 'default/web-1',
      text: '2 started',
      severity: 'none',
      label: '09:34:05 default/web-1: 2 started',
      events: [
        {
          at: second(5.636),
          type: 'ContainerStarted',
          id: 'bc22a4e349b7',
          of: 'container app',
          text: 'ContainerStarted container app bc22a4e349b7',
          input: line(301),
        },
      ],
    },
  ],
};

export const cursor: Cursor = {
  position: 372,
  time: second(52),
  input: line(373),
  hindsight: 'now',
  selectedPod: undefined,
  revision: 1,
};

export const sessionInfo: SessionInfo = {
  revision: 1,
  tape: 1,
  from: second(-13),
  to: second(87),
  inputs: 411,
  sources: [
    {
      source: 0,
      name: 'kubelet.log',
      path: '/logs/kubelet.log',
      formats: [{ format: 'klog', records: 411 }],
      lines: 411,
      bytes: 61_114,
      writers: [{ program: 'kubelet', known: 'inferred', records: 1 }],
      unparsedLines: 0,
      from: second(-13),
      to: second(87),
      clockOffset: 0,
      state: 'complete',
      problem: undefined,
    },
  ],
  runs: [],
  gaps: [
    {
      kind: 'suppressed',
      from: second(60),
      to: second(66),
      text: 'journald dropped 120 lines',
      input: undefined,
    },
  ],
  pods: 2,
  findings: { critical: 0, high: 1, medium: 0, low: 0, info: 2 },
  unmatchedMessages: 3,
  isToldByAll: false,
  openedCase: undefined,
  cursor,
};

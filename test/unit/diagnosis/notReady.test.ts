// A fault of the runtime tells when the node was NotReady meanwhile, when the log tells it.
import { expect, test } from 'vitest';
import { diagnoseText } from '../../support/cases.ts';

const line = (time: string, severity: string, text: string): string =>
  `${severity}1121 ${time}.000000     100 ${text}\n`;
const unhealthy = (time: string, age: string): string =>
  line(
    time,
    'E',
    `kubelet.go:2452] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active ${age} ago; threshold is 3m0s"`,
  );
const notReady = (time: string): string =>
  line(
    time,
    'I',
    'setters.go:543] "Node became not ready" node="node-1" condition={"type":"Ready","status":"False","message":"PLEG is not healthy"}',
  ) +
  line(
    time,
    'I',
    'kubelet_node_status.go:645] "Recording event message for node" node="node-1" event="NodeNotReady"',
  );
const ready = (time: string): string =>
  line(
    time,
    'I',
    'kubelet_node_status.go:645] "Recording event message for node" node="node-1" event="NodeReady"',
  );
const spell = [
  unhealthy('10:03:05', '3m5s'),
  unhealthy('10:03:10', '3m10s'),
  unhealthy('10:03:15', '3m15s'),
].join('');

function told(log: string): string {
  const found = diagnoseText(log).findings.find(({ id }) => id === 'pleg-runtime-hang');
  return /The node (?:is|was) NotReady.*/.exec(found?.explanation ?? '')?.[0] ?? '';
}

test.each([
  ['nothing, without a line of it', spell, ''],
  [
    'from when to when',
    spell + notReady('10:03:20') + unhealthy('10:03:25', '3m25s') + ready('10:05:20'),
    'The node was NotReady from 10:03:20 for 2 min.',
  ],
  ['that it goes on', spell + notReady('10:03:20'), 'The node is NotReady from 10:03:20 on.'],
  [
    'how many times',
    spell + notReady('10:03:20') + ready('10:03:50') + notReady('10:04:00') + ready('10:05:00'),
    'The node was NotReady 2 times from 10:03:20 on, the longest for 1 min.',
  ],
  ['nothing of another hour', notReady('08:00:00') + ready('08:01:00') + spell, ''],
])('%s', (_, log, expected) => {
  expect(told(log)).toContain(expected);
  if (expected === '') expect(told(log)).toBe('');
});

// pkg/kubelet/kubelet_node_status.go, fastNodeStatusUpdate: the kubelet goes on, and no longer hurries.
test('a node that is not ready in time is no end of its kubelet', () => {
  const late = line(
    '10:00:00',
    'E',
    'kubelet_node_status.go:452] "Node not becoming ready in time after startup"',
  );
  expect(diagnoseText(late).findings.map(({ id }) => id)).not.toContain('kubelet-exit-error');
});

// What the kubelet says of its node's conditions: pkg/kubelet/kubelet_node_status.go and nodestatus/setters.go.
import type { NodeConditionType } from '../event.ts';
import type { Rule } from './rule.ts';

/** Reasons of the events that it records for its node, and the condition that each tells. Others tell none. */
const told: ReadonlyMap<string, readonly [type: NodeConditionType, status: boolean]> = new Map([
  ['NodeReady', ['Ready', true]],
  ['NodeNotReady', ['Ready', false]],
  ['NodeHasSufficientMemory', ['MemoryPressure', false]],
  ['NodeHasInsufficientMemory', ['MemoryPressure', true]],
  ['NodeHasNoDiskPressure', ['DiskPressure', false]],
  ['NodeHasDiskPressure', ['DiskPressure', true]],
  ['NodeHasSufficientPID', ['PIDPressure', false]],
  ['NodeHasInsufficientPID', ['PIDPressure', true]],
]);

export const nodeStatusRules: readonly Rule[] = [
  {
    id: 'nodeStatus.recorded',
    v: 2,
    files: ['kubelet_node_status.go'],
    messages: ['Recording event message for node'],
    pattern: /^Recording (\w+) event message for node /,
    since: 9,
    until: undefined,
    read: (record, [, reason]) => {
      const [type, status] = told.get(reason ?? record.field('event') ?? '') ?? [];
      return type === undefined || status === undefined
        ? []
        : [{ kind: 'node.condition', type, status }];
    },
    samples: [
      {
        line: 'I1121 11:21:26.414186   26449 kubelet_node_status.go:645] "Recording event message for node" node="node-a" event="NodeNotReady"',
        events: [{ kind: 'node.condition', type: 'Ready', status: false }],
      },
      {
        line: 'I0321 09:27:43.000000    1200 kubelet_node_status.go:445] Recording NodeHasInsufficientMemory event message for node node-a',
        events: [{ kind: 'node.condition', type: 'MemoryPressure', status: true }],
      },
      {
        line: 'I1121 09:33:47.586856   26449 kubelet_node_status.go:645] "Recording event message for node" node="node-a" event="NodeAllocatableEnforced"',
        events: [],
      },
    ],
  },
  {
    id: 'nodeStatus.notReady',
    v: 0,
    files: ['setters.go', 'kubelet_node_status.go'],
    messages: ['Node became not ready'],
    pattern: /^Node became not ready: /,
    since: 9,
    until: undefined,
    read: () => [{ kind: 'node.condition', type: 'Ready', status: false }],
    samples: [
      {
        line: 'I1121 11:21:26.414110   26449 setters.go:543] "Node became not ready" node="node-a" condition={"type":"Ready","status":"False","lastHeartbeatTime":"2026-11-21T11:21:26Z","lastTransitionTime":"2026-11-21T11:21:26Z","reason":"KubeletNotReady","message":"container runtime is down"}',
        events: [{ kind: 'node.condition', type: 'Ready', status: false }],
      },
      {
        line: 'I0321 09:27:43.000000    1200 setters.go:518] Node became not ready: {Type:Ready Status:False LastHeartbeatTime:2026-03-21 09:27:43 +0000 UTC LastTransitionTime:2026-03-21 09:27:43 +0000 UTC Reason:KubeletNotReady Message:PLEG is not healthy}',
        events: [{ kind: 'node.condition', type: 'Ready', status: false }],
      },
    ],
  },
];

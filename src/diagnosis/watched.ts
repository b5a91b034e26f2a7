// Statements that are no fault by themselves, but that verdicts ask for.
import type { Sign } from './rule.ts';

export const watched: Readonly<Record<string, Sign>> = {
  start: {
    heads: [
      'Kubelet version',
      'Started kubelet',
      'Starting kubelet main sync loop',
      'Starting to sync pod status with apiserver',
      'Golang settings',
    ],
    text: /(?:Kubelet version:?\b|Started kubelet|Starting kubelet main sync loop|Starting to sync pod status|Golang settings)|Flag --\S+ has been deprecated/,
    reads: ['kubelet', 'systemd'],
  },
  /** A kubelet past its start, or one that ended. */
  running: {
    heads: ['Started kubelet', 'Starting kubelet main sync loop'],
    text: /Started kubelet|Starting kubelet main sync loop|command failed|failed to run Kubelet|Main process exited/,
    reads: ['kubelet', 'systemd'],
  },
  registered: {
    heads: ['Successfully registered node', 'Node was previously registered'],
    text: /Successfully registered node|was previously registered/,
  },
  nodeReady: {
    heads: ['Node became ready', 'Recording event message for node', 'Fast updating node status'],
    text: /NodeReady|Fast updating node status|Node became ready/,
    not: /NodeNotReady/,
  },
  nodeNotReady: {
    heads: ['Node became not ready', 'Recording event message for node', 'Recording NodeNotReady'],
    text: /Node became not ready|NodeNotReady/,
  },
  /** The outermost line of a chain: it names the pod that the inner lines do not. */
  syncError: { text: /Error syncing pod/ },
  evicting: {
    heads: ['Eviction manager: pod is evicted successfully', 'eviction manager: pod'],
    text: /is evicted successfully/,
  },
  evictionRanked: {
    heads: ['Eviction manager: pods ranked for eviction', 'eviction manager: pods ranked'],
    text: /pods ranked for eviction/,
  },
  preStop: { heads: ['Running preStop hook'], text: /Running preStop hook/ },
  deviceRegistered: {
    heads: [
      'Got registration request from device plugin',
      'Registered endpoint',
      'Registered device plugin',
    ],
    text: /Got registration request from device plugin|[Rr]egistered (?:endpoint|device plugin)/,
  },
  waitForAttach: {
    heads: [
      'MountVolume.WaitForAttach entering',
      'operationExecutor.VerifyControllerAttachedVolume',
    ],
    text: /MountVolume\.WaitForAttach entering/,
  },
  restartCounter: {
    heads: [],
    reads: ['systemd'],
    text: /Scheduled restart job, restart counter is at (?<restarts>\d+)/,
  },
};

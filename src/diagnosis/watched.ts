// Statements that are no fault by themselves, but that verdicts ask for.
import { programs } from '../log/record.ts';
import type { Sign } from './rule.ts';

export const everybody = programs.filter((program) => program !== 'text');

/** Lines of a known level are read only by their heads; that of a line without structure may be anything. */
const stopHeads = [
  'Received',
  'received',
  'Processing signal',
  'Shutdown',
  'Got signal',
  'Caught signal',
];

/** That something works which may have failed before. */
export const works: Sign = {
  text: /\bre-?(?:established|connected|instated|gained|sumed|stored)\b|\brecover(?:ed\b|y (?:completed?|succeeded|finished|done))|\b[Ss]ucce(?:eded|ssful(?:ly)?)\b|\b(?:is|are) (?:now |back )?(?:up|ready|healthy|running|online|operational|available|active)\b|\b[Ll]ink is (?:now )?[Uu]p\b|\blink becomes ready\b|\bestablished\b|\b(?:[Cc]onnected|[Ss]ynchronized) to\b|^(?:Started|Finished|Mounted|Created|Registered|Loaded|Acquired) |\bstarted$/,
  not: /\b(?:un|not |fail|cannot|could not|unable|lost)/i,
  reads: everybody,
};

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
  /** An order to stop, as systemd gives it or a program has received it. */
  stopping: {
    heads: stopHeads,
    text: /^(?:Stopped target |Reached target .{0,20}(?:Shutdown|[Rr]eboot|Power.?[Oo]ff|Halt|Final Step)|System is (?:rebooting|powering|halting)|The system (?:is going down|will)|Shutting down\.)|[Rr]eceived (?:shutdown signal|SIG(?:TERM|INT)|(?:terminated|interrupt) signal|signal:? "?(?:SIG(?:TERM|INT)|terminated|interrupt|15\b))|(?:[Pp]rocessing|[Gg]ot|[Cc]aught) signal:? ['"]?(?:terminated|interrupt|SIG(?:TERM|INT)|15\b)|^Shutdown request received|^Shutdown manager detected new shutdown event.* event="?true/,
    reads: everybody,
  },
  /** What programs are stopping themselves, as sandboxes and containers, is no order. */
  stoppingUnit: { heads: ['Stopping '], text: /^Stopping /, reads: ['systemd'] },
  /** systemd's own kill of what does not end when it is told to (core/service.c). */
  killing: {
    heads: [],
    text: /: State '[\w-]+' timed out\. Killing/,
    reads: ['systemd'],
  },
  /** The end of a program, as systemd tells it or the kubelet's own last words. */
  ended: {
    heads: ['command failed', 'Stopping ', 'Shutting down', 'shutting down', 'Exiting', 'exiting'],
    text: /^(?:Stopping shutdownHandler|(?:[Ss]hutting down|[Ee]xiting)\b)|^command failed\b|[Ff]ailed to run [Kk]ubelet|: Main process exited|: Failed with result|entered failed state|: Deactivated successfully/,
    reads: everybody,
  },
  iscsidEnds: { heads: [], text: /\biscsid shutting down/, reads: everybody },
  stopped: { heads: ['Stopped '], text: /^Stopped /, reads: ['systemd'] },
  starting: {
    heads: ['Started ', 'Starting '],
    text: /^(?:Started|Starting) /,
    reads: ['systemd'],
  },
  works,
  /** What failed is done by another way: a disk that was never formatted is mounted in vain first (mount-utils' mount_linux.go). */
  otherWay: {
    heads: ['Disk "', 'Falling back', 'falling back'],
    text: /\battempting to format\b|\bfalling back (?:to|on)\b/i,
    reads: everybody,
  },
  /** A line of the kernel's trace, or the work that it tells of (kernel/workqueue.c). */
  frame: {
    heads: [],
    text: /^[ ?]*(?:\[<[0-9a-f]+>\][ ?]*)?[A-Za-z_][\w.]*\+0x[0-9a-f]+\/0x|^Workqueue: /,
    reads: ['kernel'],
  },
  restartCounter: {
    heads: [],
    reads: ['systemd'],
    text: /Scheduled restart job, restart counter is at (?<restarts>\d+)/,
  },
};

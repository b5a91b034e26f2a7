// What differs between the minors of the kubelet, as data: a minor is the one before it plus a row of changes.
// Sampled sources: 1.9, 1.12, 1.14, 1.16, 1.18 to 1.36; a change lies between the row's minor and the sampled one before.

/** The three machines that pod workers have been. */
export type PodWorkersMachine = 'classic' | 'lifecycle' | 'pending';

export interface KubeletVersion {
  readonly minor: number;
  readonly podWorkers: PodWorkersMachine;
  /** klog lines with a quoted message and keys; before, printf texts. */
  readonly structuredLogs: boolean;
  /** Pauses of the loop while the runtime is unhealthy: one length, or doubling from 0.1 s to 5 s. */
  readonly skipSleep: 'fixed' | 'exponential';
  /** What the runtime error says before the first answer of the runtime. */
  readonly neverSyncedText: string;
  /** The directory of static pods is listed each period, too; before, it is watched alone (config/file_linux.go). */
  readonly listsManifests: boolean;
  /** What happens to an event when the channel of the PLEG is full. */
  readonly plegChannelFull: 'block' | 'drop';
  /** Whether an error that says the network is not ready is retried after 1 to 1.5 s. */
  readonly networkNotReadyRetry: boolean;
  /** Containers that run tell the PLEG that a pod without any sandbox has no address. */
  readonly plegAsksContainers: boolean;
  /** How the health of a PLEG that never listed reads: a sentence of its own, or an age since the year 1. */
  readonly plegYetToSucceed: boolean;
  /** Whether pods that failed inspection are read again in the same loop as the others. */
  readonly plegOneLoop: boolean;
  /** A sync that did something has its pod listed at once (gate PLEGOnDemandRelist). */
  readonly plegOnDemandRelist: boolean;
  /** A status is of what the list had, and as old as the list; before, of what there is when it is asked for. */
  readonly plegStatusOfList: boolean;
  /** What was inspected again and has not changed is synced. */
  readonly plegPodSync: boolean;
  /** Readiness and startup results reach the sync loop. */
  readonly readinessInLoop: boolean;
  /** The API source waits until the node is known. */
  readonly apiWaitsForNode: boolean;
  /** `Set` of the pod cache tells whether it stored, and refuses older data when events feed the cache. */
  readonly cacheRefusesOlder: boolean;
  /** A kill with a grace period of 0 means 0 (then 1); before, it meant "not set". */
  readonly zeroGraceHonoured: boolean;
  /** PodConfig has a notification mode; the kubelet uses one of them alone. */
  readonly configModes: boolean;
  /** A kill asks for less than the minimum of grace, and gets it: the minimum is taken before what the kill asks for. */
  readonly overrideBelowMinimum: boolean;
  /** A sync that waits for volumes ends when its context is cancelled. */
  readonly cancelReachesVolumeWait: boolean;
  /** Seconds after which housekeeping complains; none before 1.22. */
  readonly housekeepingWarning: number | undefined;
  readonly sidecars: boolean;
  /** Init containers are decided on by one list; between 1.28 and 1.33 only for pods with sidecars. */
  readonly initContainersByList: boolean;
  /** The sandbox is checked a second time in each sync, for a status condition. */
  readonly checksSandboxTwice: boolean;
  /** An unknown container is killed before its new start; an unknown init container has failed. */
  readonly killsUnknown: boolean;
  /** Never-restarted pods whose sandbox died get no second sandbox. */
  readonly keepsNeverPodDown: boolean;
  /** OnFailure pods whose containers all succeeded get no new sandbox. */
  readonly keepsSucceededPodDown: boolean;
  /** Only a container that exited counts as succeeded; before, one that never ran did too. */
  readonly succeededMeansExited: boolean;
  readonly startupProbes: boolean;
  /** `resultRun` of a liveness worker that waits for the next container: 1 has the failure count against that one, too. */
  readonly resultRunOnHold: 0 | 1;
  /** Of a pod that was deleted before its workers were made, no liveness is probed. */
  readonly quietsDeleted: boolean;
  /** A probe's worker ends with a container that has done its work, too: it asks whether the container is to be started again. */
  readonly containerRestartRules: boolean;
  /** A container that ran before the kubelet's start has no result before its first probe. */
  readonly keepsProbedOverRestart: boolean;
  /** Which results of a container that runs let a sync probe its readiness at once: none yet, or any but a success. */
  readonly triggersReadiness: 'noResult' | 'notReady' | undefined;
  /** The containers of a pod that is being deleted stay down. */
  readonly keepsDeletedDown: boolean;
  /** A pod of which a main container runs is initialised, whatever became of its init containers. */
  readonly runningMeansInitialized: boolean;
  /** A plan says why a container is killed not only in words. */
  readonly killReasons: boolean;
  /** An init container that was killed for memory has failed, whatever its exit code says. */
  readonly oomKilledInitFails: boolean;
  /** Ephemeral containers are started; before, they stood behind a gate that is off, or did not exist. */
  readonly ephemeralContainers: boolean;
  /** A retry waits for the expiry of the container's back-off. */
  readonly requeueAtBackOffExpiry: boolean;
  /** The retry loop of a killed pod that hangs: an answer channel without room. */
  readonly blocksOnKillAnswer: boolean;
  readonly dockershim: boolean;
  /** An outdated mirror pod is deleted by its UID, and made anew only if it was there; before, by its name. */
  readonly deletesMirrorByUid: boolean;
  /** UIDs are quoted in log lines. */
  readonly quotedUids: boolean;
  /** The first terminal update of a pod without containers leads to SyncTerminatedPod. */
  readonly terminalPodsAreCleaned: boolean;
  /** A sandbox error of a pod that was asked to terminate meanwhile is no error. */
  readonly forgivesSandboxOfDeleted: boolean;
  /** Failures of goroutines come as "Unhandled Error" lines. */
  readonly unhandledErrorLines: boolean;
  /** Status of a readiness result that is false. */
  readonly notReadyText: '' | 'not ready';
  /** Evented PLEG exists behind its gate. */
  readonly eventedPleg: boolean;
  /** Attempt numbers, sandboxes: a runtime reports why a CNI call failed by the plug-in's type and name. */
  readonly cniContext: boolean;
}

const oldest: KubeletVersion = {
  minor: 9,
  podWorkers: 'classic',
  structuredLogs: false,
  skipSleep: 'fixed',
  neverSyncedText: 'container runtime is down',
  listsManifests: false,
  plegChannelFull: 'block',
  networkNotReadyRetry: false,
  plegAsksContainers: true,
  plegYetToSucceed: false,
  plegOneLoop: false,
  plegOnDemandRelist: false,
  plegStatusOfList: false,
  plegPodSync: false,
  readinessInLoop: false,
  apiWaitsForNode: false,
  cacheRefusesOlder: false,
  zeroGraceHonoured: false,
  overrideBelowMinimum: true,
  configModes: true,
  cancelReachesVolumeWait: false,
  housekeepingWarning: undefined,
  sidecars: false,
  initContainersByList: false,
  checksSandboxTwice: false,
  killsUnknown: false,
  keepsNeverPodDown: false,
  keepsSucceededPodDown: false,
  succeededMeansExited: false,
  startupProbes: false,
  resultRunOnHold: 1,
  quietsDeleted: false,
  containerRestartRules: false,
  keepsProbedOverRestart: false,
  triggersReadiness: undefined,
  keepsDeletedDown: false,
  runningMeansInitialized: false,
  killReasons: false,
  oomKilledInitFails: false,
  ephemeralContainers: false,
  requeueAtBackOffExpiry: false,
  blocksOnKillAnswer: true,
  dockershim: true,
  deletesMirrorByUid: false,
  quotedUids: false,
  terminalPodsAreCleaned: false,
  forgivesSandboxOfDeleted: false,
  unhandledErrorLines: false,
  notReadyText: '',
  eventedPleg: false,
  cniContext: false,
};

/** Each row: the first minor that behaves so, and how. */
const changes: readonly (readonly [minor: number, change: Partial<KubeletVersion>])[] = [
  [11, { listsManifests: true, resultRunOnHold: 0 }],
  [12, { skipSleep: 'exponential', blocksOnKillAnswer: false }],
  [13, { deletesMirrorByUid: true }],
  [
    14,
    {
      neverSyncedText: 'container runtime status check may not have completed yet',
      plegChannelFull: 'drop',
      plegYetToSucceed: true,
      networkNotReadyRetry: true,
      killsUnknown: true,
      keepsNeverPodDown: true,
    },
  ],
  [16, { cniContext: true }],
  [
    18,
    {
      apiWaitsForNode: true,
      plegAsksContainers: false,
      keepsSucceededPodDown: true,
      keepsDeletedDown: true,
      startupProbes: true,
      quietsDeleted: true,
    },
  ],
  [
    21,
    {
      structuredLogs: true,
      readinessInLoop: true,
      triggersReadiness: 'noResult',
      forgivesSandboxOfDeleted: true,
      runningMeansInitialized: true,
      killReasons: true,
    },
  ],
  [22, { podWorkers: 'lifecycle', housekeepingWarning: 15, triggersReadiness: 'notReady' }],
  [23, { oomKilledInitFails: true, ephemeralContainers: true }],
  [24, { dockershim: false }],
  [26, { cacheRefusesOlder: true, eventedPleg: true }],
  [27, { podWorkers: 'pending', housekeepingWarning: 1, terminalPodsAreCleaned: true }],
  [
    28,
    {
      sidecars: true,
      cancelReachesVolumeWait: true,
      quotedUids: true,
      overrideBelowMinimum: false,
    },
  ],
  [29, { checksSandboxTwice: true }],
  [31, { zeroGraceHonoured: true, unhandledErrorLines: true }],
  [32, { plegOneLoop: true, succeededMeansExited: true, notReadyText: 'not ready' }],
  [34, { initContainersByList: true }],
  [35, { requeueAtBackOffExpiry: true, containerRestartRules: true, keepsProbedOverRestart: true }],
  [
    36,
    {
      plegOnDemandRelist: true,
      plegStatusOfList: true,
      plegPodSync: true,
      configModes: false,
    },
  ],
];

export const oldestMinor = 9;
export const newestMinor = 36;

const versions: readonly KubeletVersion[] = Array.from(
  { length: newestMinor - oldestMinor + 1 },
  (_, i) => {
    const minor = oldestMinor + i;
    const known = changes.filter(([since]) => since <= minor);
    return known.reduce<KubeletVersion>((version, [, change]) => ({ ...version, ...change }), {
      ...oldest,
      minor,
    });
  },
);

/** The behaviour of a minor of 1.x; what is older or newer than the known ones counts as the nearest of them. */
export function kubeletVersion(minor: number): KubeletVersion {
  const nearest = Math.min(Math.max(minor, oldestMinor), newestMinor);
  return versions[nearest - oldestMinor] ?? oldest;
}

/** Reads `1.34`, `v1.34.2`, `v1.23.17+k3s1`; undefined when there is no minor of 1.x in it. */
export function parseKubeletVersion(text: string): KubeletVersion | undefined {
  const minor = /^v?1\.(\d+)(?:\D|$)/.exec(text.trim())?.[1];
  return minor === undefined ? undefined : kubeletVersion(Number(minor));
}

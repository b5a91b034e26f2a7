// What 1.20 and before print for a line of today: the Go format and its values. A format belongs to the versions whose source has it
// (printfPlaces.ts, which `npm run printf-places` writes by these formats); a line without one that fits was not printed then.
import type { LogEffect, LogValue, PodRef } from '../kubelet/effect.ts';
import { printfPlace, type PrintfPlace } from '../kubelet/version/printfPlaces.ts';
import { sourceLine } from '../kubelet/version/sourceLines.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';
import { sprintf, type Shown } from './sprintf.ts';
import { structuredSince } from './wording.ts';

interface Told {
  readonly fields: ReadonlyMap<string, LogValue>;
  readonly err: string;
}

/** The key of a value, or how it is made. */
type Value = string | ((told: Told) => Shown);

/** A format with its values, in the order of the verbs. */
type Call = readonly [format: string, ...values: Value[]];

/** `format.Pod`; a UID that is not known is left out. */
function podText([namespace, name, uid = '']: PodRef): string {
  return uid === '' ? `${name}_${namespace}` : `${name}_${namespace}(${uid})`;
}

function textOf(value: LogValue | undefined): Shown {
  if (value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  if ('ref' in value) return podText(value.ref);
  if ('refs' in value) return value.refs.map(podText).join(', ');
  if ('uid' in value) return value.uid;
  if ('raw' in value) return { shown: value.raw };
  if ('container' in value) {
    const { runtime, id } = value.container;
    return { shown: `{"${runtime}" "${id}"}` };
  }
  const { id, type, data } = value.event;
  return { shown: `&pleg.PodLifecycleEvent{ID:"${id}", Type:"${type}", Data:"${data}"}` };
}

function refOf({ fields }: Told, key = 'pod'): PodRef {
  const value = fields.get(key);
  return typeof value === 'object' && 'ref' in value ? value.ref : ['', ''];
}

const err: Value = (told) => told.err;
const podName: Value = (told) => refOf(told)[1];
const podNamespace: Value = (told) => refOf(told)[0];
const podUid: Value = (told) => refOf(told)[2] ?? '';
/** `GetPodFullName` */
const fullName: Value = (told) => {
  const [namespace, name] = refOf(told);
  return podText([namespace, name]);
};
const node: Value = (told) => refOf(told, 'node')[1];
const secretName: Value = (told) => refOf(told, 'secret')[1];
/** A container's name as the prober writes it. */
const probed: Value = (told) => {
  const name = told.fields.get('containerName');
  return `${podText(refOf(told))}:${typeof name === 'string' ? name : ''}`;
};
/** `podDesc` of cni.go */
const cniPod: Value = (told) => {
  const [namespace, name] = refOf(told);
  const id = told.fields.get('podSandboxID');
  return `${namespace}_${name}/${typeof id === 'object' && 'container' in id ? id.container.id : ''}`;
};

const calls: Readonly<Record<string, readonly Call[]>> = {
  // cmd/kubelet/app/server.go and the makers of the kubelet
  'Kubelet version': [['Version: %+v', 'kubeletVersion']],
  'Started kubelet': [['Started kubelet']],
  'Attempting to sync node with API server': [['Attempting to sync node with API server']],
  'Adding static pod path': [
    ['Adding manifest path: %v', 'path'],
    ['Adding pod path: %v', 'path'],
  ],
  'Adding pod URL with HTTP header': [
    ['Adding manifest url %q with HTTP header %v', 'URL', 'header'],
    ['Adding pod url %q with HTTP header %v', 'URL', 'header'],
  ],
  'Adding checkpoint path': [['Adding checkpoint path: %v', 'path']],
  'Adding apiserver pod source': [['Adding apiserver pod source'], ['Watching apiserver']],
  'Waiting for node sync before watching apiserver pods': [
    ['Waiting for node sync before watching apiserver pods'],
  ],
  'Watching path': [['Watching path %q', 'path']],
  'Reading config file': [
    ['Reading manifest file %q', 'path'],
    ['Reading config file %q', 'path'],
  ],
  'Watching URL': [['Watching URL %s', 'URL']],
  'Failed to read pods from URL': [['Failed to read pods from URL: %v', 'err']],
  'Failed to read pods from URL. Dropping verbosity of this message to V(4)': [
    ['Failed to read pods from URL. Dropping verbosity of this message to V(4): %v', 'err'],
  ],
  'Successfully read pods from URL': [['Successfully read pods from URL.']],
  'Hairpin mode is set': [['Hairpin mode set to %q', 'hairpinMode']],
  'Loaded network plugin': [['Loaded network plugin %q', 'networkPluginName']],
  'Docker cri networking managed by the network plugin': [
    ['Docker cri networking managed by %v', 'networkPluginName'],
  ],
  'Setting cgroupDriver': [['Setting cgroupDriver to %s', 'cgroupDriver']],
  'Starting the GRPC server for the docker CRI shim.': [
    ['Starting the GRPC server for the docker CRI shim.'],
  ],
  'Connecting to runtime service': [['Connecting to runtime service %s', 'endpoint']],
  'Container runtime initialized': [
    [
      'Container runtime %s initialized, version: %s, apiVersion: %s',
      'containerRuntime',
      'version',
      'apiVersion',
    ],
  ],
  'Unable to update cni config': [['Unable to update cni config: %s', err]],
  'Using CNI configuration file': [['Using CNI configuration file %s', 'path']],
  'Starting to sync pod status with apiserver': [['Starting to sync pod status with apiserver']],
  'Starting Kubelet Volume Manager': [['Starting Kubelet Volume Manager']],
  'The desired_state_of_world populator starts': [['The desired_state_of_world populator starts']],

  // pkg/kubelet/kubelet.go
  'Starting kubelet main sync loop': [['Starting kubelet main sync loop.']],
  'Skipping pod synchronization': [['skipping pod synchronization - %v', err]],
  'SyncLoop ADD': [['SyncLoop (ADD, %q): %q', 'source', 'pods']],
  'SyncLoop UPDATE': [['SyncLoop (UPDATE, %q): %q', 'source', 'pods']],
  'SyncLoop DELETE': [['SyncLoop (DELETE, %q): %q', 'source', 'pods']],
  'SyncLoop REMOVE': [['SyncLoop (REMOVE, %q): %q', 'source', 'pods']],
  'SyncLoop RECONCILE': [['SyncLoop (RECONCILE, %q): %q', 'source', 'pods']],
  'SyncLoop RESTORE': [['SyncLoop (RESTORE, %q): %q', 'source', 'pods']],
  'Kubelet does not support snapshot update': [['Kubelet does not support snapshot update']],
  'SyncLoop (PLEG): event for pod': [['SyncLoop (PLEG): %q, event: %#v', 'pod', 'event']],
  'SyncLoop (PLEG): pod does not exist, ignore irrelevant event': [
    ['SyncLoop (PLEG): ignore irrelevant event: %#v', 'event'],
  ],
  'SyncLoop (SYNC) pods': [['SyncLoop (SYNC): %d pods; %s', 'total', 'pods']],
  'SyncLoop (probe)': [['SyncLoop (container unhealthy): %q', 'pod']],
  'SyncLoop (housekeeping)': [['SyncLoop (housekeeping)']],
  "SyncLoop (housekeeping, skipped): sources aren't ready yet": [
    ["SyncLoop (housekeeping, skipped): sources aren't ready yet."],
  ],
  'Pod has completed execution and should be deleted from the API server': [
    [
      'Pod %q has completed execution and should be deleted from the API server: %s',
      'pod',
      'syncType',
    ],
  ],
  'Pod has completed, ignoring remaining sync work': [
    ['Pod %q has completed, ignoring remaining sync work: %s', 'pod', 'syncType'],
  ],
  'Pod failed validation due to duplicate pod name, ignoring': [
    [
      'Pod[%d] (%s) from %s failed validation due to duplicate pod name %q, ignoring',
      ({ fields }) => String(Number(fields.get('index')) + 1),
      'pod',
      'source',
      podName,
    ],
  ],
  'Failed to delete pod': [['Failed to delete pod %q, err: %v', 'pod', err]],
  'Container runtime sanity check failed': [['Container runtime sanity check failed: %v', err]],
  'Container runtime status': [['Container runtime status: %v', 'status']],
  'Container runtime network not ready': [
    ['Container runtime network not ready: %v', 'networkReady'],
  ],
  'Container runtime not ready': [['Container runtime not ready: %v', 'runtimeReady']],
  'kubelet.go Unhandled Error': [
    ['error killing pod: %v', 'cause'],
    ['%v', err],
  ],
  'Trying to delete pod': [['Trying to delete pod %s %v', fullName, 'podUID']],
  'Deleting mirror pod because it is outdated': [
    ['Deleting mirror pod %q because it is outdated', 'pod'],
  ],
  'Deleted mirror pod because it is outdated': [
    ['Deleted mirror pod %q because it is outdated', 'pod'],
  ],
  'Creating a mirror pod for static pod': [['Creating a mirror pod for static pod %q', 'pod']],
  'Failed creating a mirror pod for': [['Failed creating a mirror pod for %q: %v', 'pod', err]],
  'Unable to attach or mount volumes for pod; skipping pod': [
    ['Unable to mount volumes for pod %q: %v; skipping pod', 'pod', err],
    ['Unable to attach or mount volumes for pod %q: %v; skipping pod', 'pod', err],
  ],
  'Unable to make pod data directories for pod': [
    ['Unable to make pod data directories for pod %q: %v', 'pod', err],
  ],

  // pkg/kubelet/kubelet_pods.go, kubelet_volumes.go
  'Generating pod status': [['Generating status for %q', 'pod']],
  'Killing unwanted pod': [['Killing unwanted pod %q', 'podName']],
  'Failed killing the pod': [['Failed killing the pod %q: %v', 'podName', err]],
  'Unable to retrieve pull secret, the image pull may not succeed.': [
    [
      'Unable to retrieve pull secret %s/%s for %s/%s due to %v.  The image pull may not succeed.',
      podNamespace,
      secretName,
      podNamespace,
      podName,
      'err',
    ],
  ],
  'Orphaned pod found, but volumes are not cleaned up': [
    ['Orphaned pod %q found, but volumes are not cleaned up', 'podUID'],
  ],
  'Orphaned pod found, removing pod cgroups': [
    ['Orphaned pod %q found, removing pod cgroups', 'podUID'],
  ],
  'Orphaned pod found, removing': [['Orphaned pod %q found, removing', 'podUID']],

  // pkg/kubelet/pod_workers.go, pod_container_deletor.go, pod/mirror_client.go
  'Error syncing pod, skipping': [['Error syncing pod %s (%q), skipping: %v', podUid, 'pod', err]],
  "Container not found in pod's containers": [
    ["Container %q not found in pod's containers", 'containerID'],
  ],
  'Failed deleting a mirror pod': [['Failed deleting a mirror pod %q: %v', fullName, err]],
  'Deleting a mirror pod': [
    ['Deleting a mirror pod %q', fullName],
    ['Deleting a mirror pod %q (uid %#v)', fullName, 'uidPointer'],
  ],

  // pkg/kubelet/config
  'Setting pods for source': [['Setting pods for source %s', 'source']],
  'Restoring pods for source': [['Restoring pods for source %s', 'source']],
  'Receiving a new pod': [['Receiving a new pod %q', 'pod']],

  // pkg/kubelet/pleg/generic.go
  'GenericPLEG: Relisting': [['GenericPLEG: Relisting']],
  GenericPLEG: [['GenericPLEG: %v/%v: %v -> %v', 'podUID', 'containerID', 'oldState', 'newState']],
  'GenericPLEG: Unable to retrieve pods': [['GenericPLEG: Unable to retrieve pods: %v', err]],
  'PLEG: Ignoring events for pod': [
    ['PLEG: Ignoring events for pod %s/%s: %v', podName, podNamespace, err],
  ],
  'GenericPLEG: Reinspecting pods that previously failed inspection': [
    ['GenericPLEG: Reinspecting pods that previously failed inspection'],
  ],
  'PLEG: pod failed reinspection': [
    ['PLEG: pod %s/%s failed reinspection: %v', podName, podNamespace, err],
  ],
  'PLEG: Delete status for pod': [['PLEG: Delete status for pod %q', 'podUID']],
  'PLEG: Write status': [
    [
      'PLEG: Write status for %s/%s: %#v (err: %v)',
      podName,
      podNamespace,
      'status',
      ({ err: failed }) => (failed === '' ? '<nil>' : failed),
    ],
  ],
  'Event channel is full, discard this relist() cycle event': [
    ['event channel is full, discard this relist() cycle event'],
  ],

  // pkg/kubelet/kuberuntime
  'PodSandboxStatus of sandbox for pod': [
    ['PodSandboxStatus of sandbox %q for pod %q error: %v', 'podSandboxID', 'pod', err],
  ],
  'No sandbox for pod can be found. Need to start a new one': [
    ['No sandbox for pod %q can be found. Need to start a new one', 'pod'],
  ],
  'No ready sandbox for pod can be found. Need to start a new one': [
    ['No ready sandbox for pod %q can be found. Need to start a new one', 'pod'],
  ],
  'Multiple sandboxes are ready for Pod. Need to reconcile them': [
    ['More than 1 sandboxes for pod %q are ready. Need to reconcile them', 'pod'],
    ['Multiple sandboxes are ready for Pod %q. Need to reconcile them', 'pod'],
  ],
  'Sandbox for pod has changed. Need to start a new one': [
    ['Sandbox for pod %q has changed. Need to start a new one', 'pod'],
  ],
  'Sandbox for pod has no IP address. Need to start a new one': [
    ['Sandbox for pod %q has no IP address.  Need to start a new one', 'pod'],
    ['Sandbox for pod %q has no IP address. Need to start a new one', 'pod'],
  ],
  'computePodActions got for pod': [['computePodActions got %+v for pod %q', 'podActions', 'pod']],
  'SyncPod received new pod, will create a sandbox for it': [
    ['SyncPod received new pod %q, will create a sandbox for it', 'pod'],
  ],
  'Stopping PodSandbox for pod, will start new one': [
    ['Stopping PodSandbox for %q, will start new one', 'pod'],
  ],
  'Stopping PodSandbox for pod, because all other containers are dead': [
    ['Stopping PodSandbox for %q because all other containers are dead.', 'pod'],
  ],
  'killPodWithSyncResult failed': [['killPodWithSyncResult failed: %v', err]],
  'Killing unwanted container for pod': [
    ['Killing unwanted container %q(id=%q) for pod %q', 'containerName', 'containerID', 'pod'],
  ],
  'Creating PodSandbox for pod': [
    ['Creating sandbox for pod %q', 'pod'],
    ['Creating PodSandbox for pod %q', 'pod'],
  ],
  'Created PodSandbox for pod': [['Created PodSandbox %q for pod %q', 'podSandboxID', 'pod']],
  'Determined the ip for pod after sandbox changed': [
    ['Determined the ip %q for pod %q after sandbox changed', 'ip', 'pod'],
    ['Determined the ip %v for pod %q after sandbox changed', 'IPs', 'pod'],
  ],
  'CreatePodSandbox for pod failed': [['createPodSandbox for pod %q failed: %v', 'pod', err]],
  'Failed to create sandbox for pod': [['CreatePodSandbox for pod %q failed: %v', 'pod', err]],
  'Creating container in pod': [
    ['Creating init container %+v in pod %v', 'initSpec', 'pod'],
    ['Creating container %+v in pod %v', 'spec', 'pod'],
    ['Creating %v %+v in pod %v', 'containerType', 'anySpec', 'pod'],
  ],
  'Backing Off restarting container in pod': [
    ['Backing Off restarting init container %+v in pod %v', 'initSpec', 'pod'],
    ['Backing Off restarting container %+v in pod %v', 'spec', 'pod'],
    ['Backing Off restarting %v %+v in pod %v', 'containerType', 'anySpec', 'pod'],
  ],
  'kuberuntime_manager.go Unhandled Error': [
    ['init container start failed: %v: %s', 'initReason', 'cause'],
    ['container start failed: %v: %s', 'ownReason', 'cause'],
    ['%v start failed: %v: %s', 'containerType', 'reason', 'cause'],
    ['%v %+v start failed in pod %v: %v: %s', 'containerType', 'anySpec', 'pod', 'reason', 'cause'],
  ],
  'Completed init container for pod': [
    ['Completed init container %q for pod %q', 'containerName', 'pod'],
  ],
  'Container of pod is not in the desired state and shall be started': [
    ['Container %+v is dead, but RestartPolicy says that we should restart it.', 'spec'],
    [
      'Container %q of pod %q is not in the desired state and shall be started',
      'containerName',
      'pod',
    ],
  ],
  'Message for Container of pod': [
    [
      'Container %q (%q) of pod %s: %s',
      'containerName',
      'containerStatusID',
      'pod',
      'containerMessage',
    ],
  ],
  'Checking backoff for container in pod': [
    ['checking backoff for container %q in pod %q', 'containerName', 'pod'],
  ],
  'Back-off restarting failed container': [
    ['Back-off %s restarting failed container=%s pod=%s', 'backOff', 'containerName', 'pod'],
    ['back-off %s restarting failed container=%s pod=%s', 'backOff', 'containerName', 'pod'],
  ],
  'Failed to stop sandbox': [['Failed to stop sandbox %q', 'podSandboxID']],
  'Killing container with a grace period': [
    ['Killing container %q with %d second grace period', 'containerID', 'gracePeriod'],
    ['Killing container %q with a %d second grace period', 'containerID', 'gracePeriod'],
  ],
  'Killing container with a grace period override': [
    [
      'Killing container %q, but using %d second grace period override',
      'containerStruct',
      'gracePeriod',
    ],
    [
      'Killing container %q, but using a %d second grace period override',
      'containerStruct',
      'gracePeriod',
    ],
  ],
  'Container exited normally': [['Container %q exited normally', 'containerID']],
  'Container termination failed with gracePeriod': [
    ['Container %q termination failed with gracePeriod %d: %v', 'containerID', 'gracePeriod', err],
  ],
  'Removing container': [['Removing container %q', 'containerID']],
  'Removing sandbox': [['Removing sandbox %q', 'sandboxID']],
  'Failed to stop sandbox before removing': [
    ['Failed to stop sandbox %q before removing: %v', 'sandboxID', err],
  ],

  // the client of the runtime
  'RunPodSandbox from runtime service failed': [
    ['RunPodSandbox from runtime service failed: %v', err],
  ],
  'StopPodSandbox from runtime service failed': [
    ['StopPodSandbox %q from runtime service failed: %v', 'podSandboxID', err],
  ],
  'StopContainer from runtime service failed': [
    ['StopContainer %q from runtime service failed: %v', 'containerID', err],
  ],
  'ListPodSandbox with filter from runtime service failed': [
    ['ListPodSandbox with filter %+v from runtime service failed: %v', 'filter', err],
  ],
  'Status from runtime service failed': [['Status from runtime service failed: %v', err]],
  'PullImage from image service failed': [
    ['PullImage %q from image service failed: %v', 'image', err],
  ],

  // the dockershim's network
  'Calling network plugin to set up the pod': [
    ['Calling network plugin %s to set up pod %q', 'networkPluginName', fullName],
  ],
  'Calling network plugin to tear down the pod': [
    ['Calling network plugin %s to tear down pod %q', 'networkPluginName', fullName],
  ],
  'CNI failed to retrieve network namespace path': [
    ['CNI failed to retrieve network namespace path: %v', err],
  ],
  'Got netns path %v': [['Got netns path %v', 'podNetnsPath']],
  'Using podns path %v': [['Using podns path %v', podNamespace]],
  'Adding pod to network': [
    ['About to add CNI network %v (type=%v)', 'networkName', 'networkType'],
    ['Adding %s to network %s/%s netns %q', cniPod, 'networkType', 'networkName', 'podNetnsPath'],
  ],
  'Added pod to network': [['Added %s to network %s: %v', cniPod, 'networkName', 'response']],
  'Error adding pod to network': [
    ['Error adding network: %v', err],
    ['Error adding %s to network %s/%s: %v', cniPod, 'networkType', 'networkName', err],
  ],
  'Error while adding to cni network': [['Error while adding to cni network: %s', err]],
  'Deleting pod from network': [
    ['About to del CNI network %v (type=%v)', 'networkName', 'networkType'],
    [
      'Deleting %s from network %s/%s netns %q',
      cniPod,
      'networkType',
      'networkName',
      'podNetnsPath',
    ],
  ],
  'Deleted pod from network': [
    ['Deleted %s from network %s/%s', cniPod, 'networkType', 'networkName'],
  ],
  'Error deleting pod from network': [
    ['Error deleting network: %v', err],
    ['Error deleting %s from network %s/%s: %v', cniPod, 'networkType', 'networkName', err],
  ],

  // neighbours
  'Patch status for pod': [['Patch status for pod %q with %q', 'pod', 'patch']],
  'Status for pod is up-to-date': [
    ['Status for pod %q is up-to-date: (%d)', 'pod', 'statusVersion'],
  ],
  'Status for pod updated successfully': [
    ['Status for pod %q updated successfully: (%d, %+v)', 'pod', 'statusVersion', 'statusStruct'],
  ],
  'Pod does not exist on the server': [
    ['Pod %q (%s) does not exist on the server', podName, 'podUID'],
    ['Pod %q does not exist on the server', 'pod'],
  ],
  'Static pod does not have a corresponding mirror pod; skipping': [
    [
      'Static pod %q (%s/%s) does not have a corresponding mirror pod; skipping',
      'podUID',
      podName,
      podNamespace,
    ],
  ],
  'Pod was deleted and then recreated, skipping status update': [
    [
      'Pod %q was deleted and then recreated, skipping status update; old UID %q, new UID %q',
      'pod',
      'oldPodUID',
      'podUID',
    ],
  ],
  'Pod fully terminated and removed from etcd': [
    ['Pod %q fully terminated and removed from etcd', 'pod'],
  ],
  'Pod is terminated, but some containers are still running': [
    ['Pod %q is terminated, but some containers are still running', 'pod'],
  ],
  'Waiting for volumes to attach and mount for pod': [
    ['Waiting for volumes to attach and mount for pod %q', 'pod'],
  ],
  'All volumes are attached and mounted for pod': [
    ['All volumes are attached and mounted for pod %q', 'pod'],
  ],
  'Probe failed': [
    ['%s probe for %q failed (%v): %s', 'probeType', probed, 'probeResult', 'output'],
  ],
  'Predicate failed on Pod': [['Predicate failed on Pod: %v, for reason: %v', 'pod', 'err']],
  'Eviction manager: attempting to reclaim': [
    ['eviction manager: attempting to reclaim %v', 'resourceName'],
  ],
  'Eviction manager: must evict pod(s) to reclaim': [
    ['eviction manager: must evict pod(s) to reclaim %v', 'resourceName'],
  ],
  'Eviction manager: pods ranked for eviction': [
    ['eviction manager: pods ranked for eviction: %s', 'pods'],
  ],
  'Eviction manager: eviction thresholds have been met, but no pods are active to evict': [
    ['eviction manager: eviction thresholds have been met, but no pods are active to evict'],
  ],
  'Eviction manager: pod is evicted successfully': [
    ['eviction manager: pod %s is evicted successfully', 'pod'],
  ],
  'Eviction manager: pod failed to evict': [
    ['eviction manager: pod %s failed to evict %v', 'pod', err],
  ],
  'Attempting to register node': [['Attempting to register node %s', node]],
  'Successfully registered node': [['Successfully registered node %s', node]],
  'Node was previously registered': [['Node %s was previously registered', node]],
  'Unable to register node with API server': [
    ['Unable to register node %q with API server: %v', node, err],
  ],
  'Error updating node status, will retry': [['Error updating node status, will retry: %v', err]],
  'Unable to update node status': [['Unable to update node status: %v', err]],
  'Failed to update lease': [
    ['failed to update node lease, error: %v', err],
    ['failed to update lease, error: %v', err],
  ],
  'failed to update lease using latest lease, fallback to ensure lease': [
    ['failed to update lease using latest lease, fallback to ensure lease, err: %v', 'err'],
  ],
  'Failed to ensure lease exists, will retry': [
    ['failed to ensure node lease exists, will retry in %v, error: %v', 'interval', err],
    ['failed to ensure lease exists, will retry in %v, error: %v', 'interval', err],
  ],
  'Will retry updating lease': [['%v, will retry after %v', err, 'interval']],
};

/** Lines whose text is made before it is printed: how they begin, and how they stand in the source. */
const made: readonly string[] = [
  'operationExecutor.MountVolume started',
  'operationExecutor.UnmountVolume started',
  'MountVolume.SetUp succeeded',
  'UnmountVolume.TearDown succeeded',
  'Operation for',
];

/**
 * `klog.Fatal(err)` of NewKubeletCommand in server.go, which has no format: its line by minor. 1.9 dies without a line of the log
 * (`die` of cmd/kubelet/kubelet.go).
 */
const fatalLines: Readonly<Record<number, number>> = {
  10: 233,
  11: 262,
  12: 262,
  13: 261,
  14: 266,
  15: 273,
  16: 271,
  17: 273,
  18: 274,
  19: 265,
  20: 269,
};

function fatal(text: string, minor: number): PrintfLine | undefined {
  const line = fatalLines[minor];
  if (line === undefined) return undefined;
  return { file: 'server.go', line, func: 'NewKubeletCommand', severity: 'F', v: 0, text };
}

/** Every format, and how those begin whose text is made elsewhere. */
export function printfFormats(): readonly string[] {
  const formats = Object.values(calls).flatMap((of) => of.map(([format]) => format));
  return [...new Set([...formats, ...made])];
}

export interface PrintfLine extends PrintfPlace {
  readonly text: string;
}

/** The line that a version of printf texts has for an effect; undefined where its source has none. */
export function printfOf(effect: LogEffect, { minor }: KubeletVersion): PrintfLine | undefined {
  const { file, message } = effect;
  if (message === 'Failed to run kubelet') return fatal(effect.err ?? '', minor);
  const start = made.find((text) => message.startsWith(text));
  if (start !== undefined) {
    const place = printfPlace(start, minor);
    return place === undefined ? undefined : { ...place, text: message };
  }
  const told: Told = {
    fields: new Map([...effect.keys, ...(effect.older ?? [])]),
    err: effect.err ?? '',
  };
  const known = calls[`${file} ${message}`] ?? calls[message] ?? [];
  for (const call of known) {
    const place = printfPlace(call[0], minor);
    if (place !== undefined && hasValues(call, told))
      return { ...place, text: printed(call, told) };
  }
  const last = known.at(-1);
  // From 1.20 on these come from a module of its own.
  if (last === undefined || minor < 20 || structuredSince[message] === undefined) return undefined;
  const { severity, v } = effect;
  const place = { ...sourceLine(file, message, minor), func: '', severity, v };
  return { ...place, text: printed(last, told) };
}

/** A call whose values are not all known is another case, or one that is not simulated: nothing is made up. */
function hasValues([, ...values]: Call, { fields }: Told): boolean {
  return values.every((value) => typeof value !== 'string' || fields.has(value));
}

function printed([format, ...values]: Call, told: Told): string {
  const shown = values.map((value) =>
    typeof value === 'string' ? textOf(told.fields.get(value)) : value(told),
  );
  return sprintf(format, shown);
}

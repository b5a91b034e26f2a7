// How versions word the lines of the model: names that changed, and the printf texts of 1.20 and before.
import type { LogEffect, LogValue } from '../kubelet/effect.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';
import { goQuote } from './goQuote.ts';

/** Structured messages that were written otherwise up to 1.26. */
const before27: Readonly<Record<string, string>> = {
  'SyncPod enter': 'syncPod enter',
  'SyncPod exit': 'syncPod exit',
  'SyncTerminatingPod enter': 'syncTerminatingPod enter',
  'SyncTerminatingPod exit': 'syncTerminatingPod exit',
  'SyncTerminatedPod enter': 'syncTerminatedPod enter',
  'SyncTerminatedPod exit': 'syncTerminatedPod exit',
  'Pod termination stopped all running orphaned containers':
    'Pod termination stopped all running orphan containers',
};

export function messageOf(message: string, version: KubeletVersion): string {
  return (version.minor < 27 ? before27[message] : undefined) ?? message;
}

type Fields = ReadonlyMap<string, LogValue>;

/** `name_ns`, as printf lines name a pod; `pods` has the UID as well. */
function podText(fields: Fields, key = 'pod'): string {
  const value = fields.get(key);
  if (typeof value !== 'object' || !('ref' in value)) return '';
  const uid = fields.get('podUID');
  const shown = typeof uid === 'object' && 'uid' in uid ? `(${uid.uid})` : '';
  return `${value.ref[1]}_${value.ref[0]}${shown}`;
}

function text(fields: Fields, key: string): string {
  const value = fields.get(key);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function podsText(fields: Fields): string {
  const value = fields.get('pods');
  const refs = typeof value === 'object' && 'refs' in value ? value.refs : [];
  return goQuote(refs.map(([namespace, name]) => `${name}_${namespace}`).join(', '));
}

function uidText(fields: Fields): string {
  const value = fields.get('podUID');
  return typeof value === 'object' && 'uid' in value ? value.uid : '';
}

type Printf = (fields: Fields, err: string, version: KubeletVersion) => string;

const syncLoop =
  (op: string): Printf =>
  (fields) =>
    `SyncLoop (${op}, ${goQuote(text(fields, 'source'))}): ${podsText(fields)}`;
const withPod =
  (before: string, after = ''): Printf =>
  (fields) =>
    `${before}${goQuote(podText(fields))}${after}`;

/** What 1.20 and before print for a message of today; a message that is not here did not exist. */
const printf: Readonly<Record<string, Printf>> = {
  'SyncLoop ADD': syncLoop('ADD'),
  'SyncLoop UPDATE': syncLoop('UPDATE'),
  'SyncLoop DELETE': syncLoop('DELETE'),
  'SyncLoop REMOVE': syncLoop('REMOVE'),
  'SyncLoop RECONCILE': syncLoop('RECONCILE'),
  'SyncLoop (PLEG): event for pod': (fields) => {
    const value = fields.get('event');
    if (typeof value !== 'object' || !('event' in value)) return '';
    const { id, type, data } = value.event;
    return `SyncLoop (PLEG): ${goQuote(podText(fields))}, event: &pleg.PodLifecycleEvent{ID:"${id}", Type:"${type}", Data:"${data}"}`;
  },
  'SyncLoop (SYNC) pods': (fields) =>
    `SyncLoop (SYNC): ${text(fields, 'total')} pods; ${podsText(fields).slice(1, -1)}`,
  'SyncLoop (probe)': withPod('SyncLoop (container unhealthy): '),
  'SyncLoop (housekeeping)': () => 'SyncLoop (housekeeping)',
  'Skipping pod synchronization': (_, err) => `skipping pod synchronization - ${err}`,
  'Starting kubelet main sync loop': () => 'Starting kubelet main sync loop.',
  'Kubelet version': (fields) => `Version: ${text(fields, 'kubeletVersion')}`,
  'Started kubelet': () => 'Started kubelet',
  'Error syncing pod, skipping': (fields, err) =>
    `Error syncing pod ${uidText(fields)} (${goQuote(podText(fields))}), skipping: ${err}`,
  'Container runtime not ready': (fields) =>
    `Container runtime not ready: ${text(fields, 'runtimeReady')}`,
  'Container runtime network not ready': (fields) =>
    `Container runtime network not ready: ${text(fields, 'networkReady')}`,
  'Container runtime sanity check failed': (_, err) =>
    `Container runtime sanity check failed: ${err}`,
  "Container not found in pod's containers": (fields) =>
    `Container ${goQuote(text(fields, 'containerID'))} not found in pod's containers`,
  'GenericPLEG: Unable to retrieve pods': (_, err) =>
    `GenericPLEG: Unable to retrieve pods: ${err}`,
  'Killing container with a grace period': (fields) =>
    `Killing container ${goQuote(text(fields, 'containerID'))} with ${text(fields, 'gracePeriod')} second grace period`,
  'No sandbox for pod can be found. Need to start a new one': withPod(
    'No sandbox for pod ',
    ' can be found. Need to start a new one',
  ),
  'No ready sandbox for pod can be found. Need to start a new one': withPod(
    'No ready sandbox for pod ',
    ' can be found. Need to start a new one',
  ),
  'Failed to stop sandbox': (fields) =>
    `Failed to stop sandbox ${goQuote(text(fields, 'sandboxText'))}`,
  'StopPodSandbox from runtime service failed': (fields, err) =>
    `StopPodSandbox ${goQuote(text(fields, 'podSandboxID'))} from runtime service failed: ${err}`,
  'RunPodSandbox from runtime service failed': (_, err) =>
    `RunPodSandbox from runtime service failed: ${err}`,
  'ListPodSandbox with filter from runtime service failed': (_, err) =>
    `ListPodSandbox with filter nil from runtime service failed: ${err}`,
  'Failed to create sandbox for pod': (fields, err) =>
    `CreatePodSandbox for pod ${goQuote(podText(fields))} failed: ${err}`,
  'CreatePodSandbox for pod failed': (fields, err) =>
    `createPodSandbox for pod ${goQuote(podText(fields))} failed: ${err}`,
  'killPodWithSyncResult failed': (_, err) => `killPodWithSyncResult failed: ${err}`,
  'Unhandled Error': (_, err) => err,
  'Unable to attach or mount volumes for pod; skipping pod': (fields, err) =>
    `Unable to attach or mount volumes for pod ${goQuote(podText(fields))}: ${err}; skipping pod`,
  'CNI failed to retrieve network namespace path': (_, err) =>
    `CNI failed to retrieve network namespace path: ${err}`,
  'Predicate failed on Pod': (fields) =>
    `Predicate failed on Pod: ${podText(fields)}, for reason: ${text(fields, 'err')}`,
  'Killing unwanted pod': (fields) => `Killing unwanted pod ${goQuote(podText(fields))}`,
  'Failed to delete pod': (fields, err) =>
    `Failed to delete pod ${goQuote(podText(fields))}, err: ${err}`,
  'Attempting to register node': (fields) => `Attempting to register node ${nodeText(fields)}`,
  'Successfully registered node': (fields) => `Successfully registered node ${nodeText(fields)}`,
  'Node was previously registered': (fields) =>
    `Node ${nodeText(fields)} was previously registered`,
  'Unable to register node with API server': (fields, err) =>
    `Unable to register node ${goQuote(nodeText(fields))} with API server: ${err}`,
  'Error updating node status, will retry': (_, err) =>
    `Error updating node status, will retry: ${err}`,
  'Unable to update node status': (_, err) => `Unable to update node status: ${err}`,
  'Failed to update lease': (_, err, version) =>
    `failed to update ${leaseText(version)}, error: ${err}`,
  'failed to update lease using latest lease, fallback to ensure lease': (fields) =>
    `failed to update lease using latest lease, fallback to ensure lease, err: ${text(fields, 'err')}`,
  'Failed to ensure lease exists, will retry': (fields, err, version) =>
    `failed to ensure ${leaseText(version)} exists, will retry in ${text(fields, 'interval')}, error: ${err}`,
  'Will retry updating lease': (fields, err) =>
    `${err}, will retry after ${text(fields, 'interval')}`,
};

/** Printf texts that became structured later than the kubelet's own lines: the first minor that has them so. */
const structuredSince: Readonly<Record<string, number>> = {
  'Failed to update lease': 27,
  'failed to update lease using latest lease, fallback to ensure lease': 27,
  'Failed to ensure lease exists, will retry': 27,
  'Will retry updating lease': 27,
};

export function isStructured(message: string, version: KubeletVersion): boolean {
  return version.structuredLogs && version.minor >= (structuredSince[message] ?? 0);
}

function nodeText(fields: Fields): string {
  const value = fields.get('node');
  return typeof value === 'object' && 'ref' in value ? value.ref[1] : '';
}

function leaseText({ minor }: KubeletVersion): string {
  return minor < 20 ? 'node lease' : 'lease';
}

export function printfOf(effect: LogEffect, version: KubeletVersion): string | undefined {
  const format = printf[effect.message];
  return format?.(new Map(effect.keys), effect.err ?? '', version);
}

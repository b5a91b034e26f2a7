// How versions word the structured lines of the model; printf texts are in printf.ts.
import type { KubeletVersion } from '../kubelet/version/index.ts';

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
  // kuberuntime_container.go of 1.21 has one text for both.
  if (version.minor === 21 && message === 'Killing container with a grace period')
    return `${message} override`;
  return (version.minor < 27 ? before27[message] : undefined) ?? message;
}

/** Printf texts that became structured later than the kubelet's own lines: the first minor that has them so. */
export const structuredSince: Readonly<Record<string, number>> = {
  'Failed to update lease': 27,
  'failed to update lease using latest lease, fallback to ensure lease': 27,
  'Failed to ensure lease exists, will retry': 27,
  'Will retry updating lease': 27,
};

export function isStructured(message: string, version: KubeletVersion): boolean {
  return version.structuredLogs && version.minor >= (structuredSince[message] ?? 0);
}

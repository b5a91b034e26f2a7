// The function that each part of the machine is, or that fills it.
import type { MachinePart } from '../../src/protocol/pageApi.ts';
import type { GoPart } from '../shared/goLink.ts';
import { explanations } from './explanations.ts';

/** Names that changed between versions have all of them, the newest first. */
const functions: Readonly<Partial<Record<MachinePart, string>>> = {
  api: 'newSourceApiserverFromLW',
  file: 'sourceFile.listConfig|sourceFile.resetStoreFromPath',
  http: 'sourceURL.extractFromURL',
  podConfig: 'podStorage.merge|podStorage.Merge',
  configCh: 'Kubelet.syncLoopIteration',
  plegCh: 'GenericPLEG.Watch',
  syncCh: 'Kubelet.syncLoop',
  workQueue: 'basicWorkQueue.GetWork',
  probeCh: 'manager.Set',
  housekeepingCh: 'Kubelet.HandlePodCleanups',
  syncLoop: 'Kubelet.syncLoopIteration',
  workers: 'podWorkers.podWorkerLoop|podWorkers.managePodLoop',
  runtime: 'kubeGenericRuntimeManager.SyncPod',
  cni: 'kubeGenericRuntimeManager.createPodSandbox',
  pleg: 'GenericPLEG.Relist|GenericPLEG.relist',
  cache: 'cache.GetNewerThan',
  volumes: 'volumeManager.WaitForAttachAndMount',
  status: 'manager.syncPod',
};

export function codeOf(part: MachinePart): GoPart {
  const { file: path } = explanations[part];
  return { path, name: functions[part] ?? path.slice(path.lastIndexOf('/') + 1, -'.go'.length) };
}

// The rooms of the page: which parts of the kubelet each shows, what each is for, and which parts of the sync loop's page tell what the
// log says of it.
import type { MachinePartId } from '../../src/protocol/machineApi.ts';
import type { MachinePart } from '../../src/protocol/pageApi.ts';
import { t } from '../shared/l10n.ts';

export const rooms = [
  'workers',
  'workQueue',
  'plans',
  'calls',
  'podConfig',
  'channels',
  'podCache',
  'pleg',
  'statuses',
  'network',
  'steps',
] as const;
export type Room = (typeof rooms)[number];

export const roomWords: Readonly<Record<Room, string>> = {
  workers: t('Pod workers'),
  workQueue: t('Work queue'),
  plans: t('Pod actions'),
  calls: t('Sync functions'),
  podConfig: 'PodConfig',
  channels: t('Channels'),
  podCache: t('Pod cache'),
  pleg: 'PLEG',
  statuses: t('Statuses and probes'),
  network: t('Network'),
  steps: t('Steps'),
};

export const roomParts: Readonly<Record<Room, readonly MachinePartId[]>> = {
  workers: ['podWorkers'],
  workQueue: ['workQueue'],
  plans: ['podActions'],
  calls: ['calls'],
  podConfig: ['podConfig'],
  channels: ['channels', 'syncLoop'],
  podCache: ['podCache'],
  pleg: ['pleg'],
  statuses: ['status', 'probes', 'backOff'],
  network: ['network'],
  steps: [],
};

/** Where the log's side is what the sync loop's page has of these parts. */
export const toldParts: Readonly<Partial<Record<Room, readonly MachinePart[]>>> = {
  podConfig: ['podConfig', 'api', 'file', 'http'],
  channels: ['configCh', 'plegCh', 'syncCh', 'probeCh', 'housekeepingCh', 'syncLoop'],
  podCache: ['cache'],
  pleg: ['pleg'],
};

/** As the drawing of the sync loop names them. */
const partNames: Readonly<Partial<Record<MachinePart, string>>> = {
  api: t('API server'),
  file: t('manifest files'),
  http: t('manifest URL'),
  podConfig: 'PodConfig',
  configCh: t('config'),
  plegCh: t('PLEG events'),
  syncCh: t('sync ticks'),
  probeCh: t('probe results'),
  housekeepingCh: t('housekeeping'),
  syncLoop: 'syncLoop',
  cache: t('pod cache'),
  pleg: 'PLEG',
};

export function partName(part: MachinePart): string {
  return partNames[part] ?? part;
}

export const roomTexts: Readonly<Record<Room, string>> = {
  workers: t(
    'Each pod has a worker with room for one waiting update; a newer one replaces it. The longest wait stands first.',
  ),
  workQueue: t(
    'After each sync the worker puts its pod here with a delay. Once a second the sync tick takes out what was due before it, not at that very time: so the loop closes.',
  ),
  plans: t(
    'Each sync computes anew what is to be done for its pod. Nothing is changed in place: a container whose definition has another hash is killed, and a new one made.',
  ),
  calls: t(
    'What the worker of each pod does in a sync: directories, volumes, pull secrets; and in a kill all containers side by side, then every sandbox, one after the other, though one fails.',
  ),
  podConfig: t(
    'Puts together what the sources send, compares it with what it stored, and passes on only what differs.',
  ),
  channels: t(
    'What is on its way to the sync loop. When a channel is full, who sends waits, or its event is lost.',
  ),
  podCache: t(
    'The last status of each pod. A worker waits in GetNewerThan until there is one newer than its last sync, or all was looked at since.',
  ),
  pleg: t(
    'Each relist makes the newest list of containers the current one, compares it with the one before, and makes events of what differs.',
  ),
  statuses: t(
    'The status manager counts a version up at each change and sends what the API server does not have. Probes and back-offs stand beside it.',
  ),
  network: t(
    'What the plug-in was asked for each sandbox. The dockershim asks for DEL unless it knows that the network is gone, or it is the network of the host.',
  ),
  steps: t('What each part did, one after the other. A step shows the kubelet right after it.'),
};

export function isRoom(value: unknown): value is Room {
  return rooms.some((room) => room === value);
}

// Which parts of the machine an input went through: what a line proves happened, as a way from box to box.
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { MachinePage, MachinePart } from '../../protocol/pageApi.ts';
import { podName, type Incident } from './incident.ts';
import { plain } from './pageRows.ts';

type MachineEvent = NonNullable<MachinePage['event']>;

/** By the slug of a pod's event, or the part of it before the dot. */
const paths: Readonly<Record<string, readonly MachinePart[]>> = {
  config: ['podConfig', 'configCh', 'syncLoop', 'workers'],
  pleg: ['runtime', 'pleg', 'plegCh', 'syncLoop', 'workers'],
  'pleg.finished': ['runtime', 'pleg', 'cache'],
  'pleg.transition': ['runtime', 'pleg', 'cache'],
  'pleg.failed': ['runtime', 'pleg'],
  'loop.sync': ['workQueue', 'syncCh', 'syncLoop', 'workers'],
  'loop.probe': ['probeCh', 'syncLoop', 'workers'],
  'loop.housekeeping': ['housekeepingCh', 'syncLoop', 'workers'],
  admission: ['syncLoop'],
  worker: ['workers'],
  // After its work the worker enqueues its pod for the next sync.
  'worker.end': ['workers', 'workQueue'],
  'worker.notified': ['syncLoop', 'workers'],
  // HandlePodRemoves and HandlePodCleanups, both called by the sync loop, hand it over.
  podKiller: ['syncLoop', 'runtime'],
  'worker.forgotten': ['housekeepingCh', 'syncLoop', 'workers'],
  sandbox: ['workers', 'runtime'],
  container: ['workers', 'runtime'],
  runtime: ['workers', 'runtime'],
  network: ['workers', 'runtime', 'cni'],
  volume: ['volumes', 'workers'],
  volumes: ['housekeepingCh', 'volumes'],
  probe: ['probeCh'],
  'pod.deletedFromApi': ['status', 'api'],
  'pod.phase': ['status', 'api'],
  'pod.status': ['status', 'api'],
  'pod.started': ['status'],
  pod: ['workers'],
  mirror: ['workers', 'api'],
  eviction: ['workers'],
};

function pathOf(kind: string, pod: PodHistory): readonly MachinePart[] {
  const path = paths[kind] ?? paths[kind.split('.')[0] ?? ''] ?? ['workers'];
  if (!kind.startsWith('config.')) return path;
  const source = pod.configSource.value;
  return source === 'api' || source === 'file' || source === 'http' ? [source, ...path] : path;
}

/** What the input at the cursor did, if it did anything. */
export function machineEvent(incident: Incident, moment: Moment): MachineEvent | undefined {
  const { position } = moment;
  return podEvent(incident, moment) ?? nodeEvent(incident, position);
}

function podEvent({ history }: Incident, moment: Moment): MachineEvent | undefined {
  const found = history.podsBy(moment).flatMap((pod) => {
    const event = eventAt(pod, moment.position);
    return event === undefined ? [] : [{ pod, event }];
  });
  const [first, ...others] = found;
  if (first === undefined) return undefined;
  const { pod, event } = first;
  return {
    text: plain(event.text),
    pod: plain(podName(pod) + (others.length === 0 ? '' : ` and ${others.length} more`)),
    podKey: pod.key,
    severity: event.severity === 'info' ? 'none' : event.severity,
    path: pathOf(event.kind, pod),
  };
}

/** Events of a pod stand in the order of the tape. */
function eventAt(
  { events }: PodHistory,
  position: number,
): PodHistory['events'][number] | undefined {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events[middle]?.position ?? Infinity) < position) low = middle + 1;
    else high = middle;
  }
  const event = events[low];
  return event?.position === position ? event : undefined;
}

function nodeEvent({ history, tape }: Incident, position: number): MachineEvent | undefined {
  const nobody = { pod: undefined, podKey: undefined };
  const skip = history.loopSkips.changes.find(({ provenAt }) => provenAt === position);
  if (skip !== undefined && (skip.value.value ?? '') !== '')
    return {
      ...nobody,
      text: plain(`the sync loop skips: ${skip.value.value ?? ''}`),
      severity: 'error',
      path: ['syncLoop'],
    };
  const event = history.pleg.events.find((each) => each.position === position);
  if (event !== undefined)
    return {
      ...nobody,
      text: `${event.type} of an unknown pod`,
      severity: 'none',
      path: paths['pleg'] ?? [],
    };
  const write = history.cacheWrites.find((each) => each.position === position);
  if (write !== undefined)
    return {
      text:
        write.kind === 'set'
          ? 'its status is written into the pod cache'
          : 'its entry is deleted from the pod cache',
      pod: plain(write.pod),
      podKey: write.podKey,
      severity: write.error === undefined ? 'none' : 'error',
      path: ['pleg', 'cache'],
    };
  const input = tape.input(position);
  const relist = history.pleg.relists.find(
    (each) => each.input.offset === input?.offset && each.input.source === input.source,
  );
  if (relist !== undefined)
    return {
      ...nobody,
      text: 'PLEG lists all pods of the runtime',
      severity: 'none',
      path: ['runtime', 'pleg', 'cache'],
    };
  return undefined;
}

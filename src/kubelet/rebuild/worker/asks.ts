// Who asks for the updates of a worker, by the lines of the sync loop and of others who call UpdatePod (pkg/kubelet/pod_workers.go).
import { SECOND } from '../../../base/time.ts';
import { type Fact, isOf } from '../facts/fact.ts';

/** Between the line of the sync loop and that of the worker to which it hands an update. */
export const HANDED = SECOND / 10;
export const OWN = 'its own sync: the pod goes on to its next state';
export const EVICTION = 'eviction';

/** A sync that found the pod ended, or ended it, gives it to the next state. */
export function isOwnNext({ event }: Fact): boolean {
  return (
    event.kind === 'worker.terminated' ||
    (event.kind === 'worker.terminating' && event.reason === 'completed')
  );
}

/** What the sync loop took just before a line of the worker. */
export function askedBefore(facts: readonly Fact[], index: number): string | undefined {
  const { at = 0, event } = facts[index] ?? {};
  for (let i = index - 1; i >= 0; i--) {
    const fact = facts[i];
    if (fact === undefined || at - fact.at > HANDED) return undefined;
    const words = askOf(fact);
    if (words !== undefined) return words;
    if (fact.event.kind === event?.kind || isOf('worker.begin', fact)) return undefined;
  }
  return undefined;
}

/** What makes the sync loop, or who else may, call UpdatePod. */
export function askOf({ event }: Fact): string | undefined {
  switch (event.kind) {
    case 'config':
      return event.op === 'RECONCILE'
        ? undefined
        : `${event.op} from ${event.source || 'a source'}`;
    case 'pleg.event':
      // isSyncPodWorthy
      return event.type === 'ContainerRemoved' ? undefined : `PLEG: ${event.type}`;
    case 'loop.sync':
      return 'sync tick: it was due';
    case 'loop.probe':
      return `${event.probe} probe: ${event.status || 'not ready'}`;
    case 'worker.orphaned':
      return 'housekeeping';
    case 'pod.evicting':
      return EVICTION;
    case 'worker.terminating':
      return event.reason === 'evicted' ? EVICTION : undefined;
    default:
      return undefined;
  }
}

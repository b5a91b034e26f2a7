// What a network call that fails or runs keeps from going on, as far as lines tell.
import { MINUTE } from '../../base/time.ts';
import type { NetworkOperation, PodHistory } from '../../kubelet/rebuild/history.ts';
import { CALL, isHang } from '../../kubelet/rebuild/facts/fact.ts';
import { firstOf, triesBy } from '../../kubelet/rebuild/pod/tries.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import { knownBy, podName } from './incident.ts';

/** Undefined of a teardown that holds up nothing, or where no line tells of that. */
export function blockedText(
  operation: NetworkOperation,
  pod: PodHistory,
  moment: Moment,
): string | undefined {
  const name = podName(pod);
  const isTold = (kind: string): boolean =>
    pod.marks(kind).some(({ at, position }) => at <= moment.time && knownBy(moment, position));
  const last = triesBy(operation, moment).at(-1);
  const isGone = isTold('config.remove');
  const isLeft = isGone || isTold('config.delete');
  // Of a pod that is to end no failed set-up is tried again.
  if (operation.command === 'ADD' && (!isLeft || last?.running !== true))
    return isLeft ? undefined : `${name} stays in ContainerCreating`;
  if (isGone) {
    // The API lets go of a pod that is deleted by force, and up to 1.21 of one whose sandbox alone is left: container GC tries a minute
    // after its last run has ended, and says so when it fails, which a call that hangs does late, of another sandbox, too.
    const quiet = 2 * MINUTE + (isHang(last?.error ?? '') ? CALL : 0);
    const isTried = last?.running === true || moment.time - (last?.at ?? 0) < quiet;
    return isTried
      ? `${name} is gone from its source, but not from the node`
      : `${name} is gone from its source; no line shows that its sandbox was stopped`;
  }
  if (isLeft) return `${name} stays in Terminating`;
  return isToBeReplaced(operation, pod, moment)
    ? `${name} gets no new sandbox until its old one is stopped`
    : undefined;
}

/** SyncPod stops the old sandboxes of a pod before it makes a new one; from --v=3 on its plan is told, else that none was ready. */
function isToBeReplaced({ attempts }: NetworkOperation, pod: PodHistory, moment: Moment): boolean {
  const { value: state = 'sync' } = pod.worker.state.at(moment);
  const [first] = attempts;
  if (first === undefined || state !== 'sync') return false;
  const begun = firstOf(first).position;
  const started = pod.marks('pleg.containerStarted').findLast(({ position }) => position < begun);
  if (started === undefined) return false;
  const isSince = ({ position }: { readonly position: number }): boolean =>
    position > started.position;
  const plan = pod.computed.findLast(
    (one) => isSince(one) && one.at <= moment.time && knownBy(moment, one.position),
  );
  if (plan !== undefined) return plan.actions.createSandbox && plan.actions.killPod;
  return pod.marks('sandbox.needed').some((one) => isSince(one) && one.position < begun);
}

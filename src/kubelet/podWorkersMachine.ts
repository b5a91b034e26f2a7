// Which of the three machines of pod workers a version runs; see podWorkers.ts for what they promise.
import type { PodWorkers, PodWorkersEvent, PodWorkersStep } from './podWorkers.ts';
import { stepPending } from './podWorkersPending.ts';
import type { KubeletVersion } from './version/index.ts';

/** One step of the pod workers. */
export function stepPodWorkers(
  state: PodWorkers,
  event: PodWorkersEvent,
  version: KubeletVersion,
): PodWorkersStep {
  return stepPending(state, event, version);
}

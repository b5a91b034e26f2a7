// Which of the three machines of pod workers a version runs; see podWorkers.ts for what they promise.
import type { PodWorkers, PodWorkersEvent, PodWorkersStep } from './podWorkers.ts';
import { stepClassic } from './podWorkersClassic.ts';
import { stepLifecycle } from './podWorkersLifecycle.ts';
import { stepPending } from './podWorkersPending.ts';
import type { KubeletVersion } from './version/index.ts';

/** One step of the pod workers. */
export function stepPodWorkers(
  state: PodWorkers,
  event: PodWorkersEvent,
  version: KubeletVersion,
): PodWorkersStep {
  switch (version.podWorkers) {
    case 'classic':
      return stepClassic(state, event, version);
    case 'lifecycle':
      return stepLifecycle(state, event, version);
    case 'pending':
      return stepPending(state, event, version);
  }
}

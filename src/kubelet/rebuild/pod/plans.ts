// What computePodActions gave for a pod, line by line. From 1.28 to 1.33 String() of podActions leaves out NextInitContainerToStart
// (pkg/kubelet/kuberuntime/kuberuntime_manager.go): which init container was to be started is told by the rest, or is unknown.
import { inferred, seen, unknown, type Value } from '../../../base/input.ts';
import { type Fact, isOf, type Of } from '../facts/fact.ts';
import type { Run } from '../facts/runs.ts';
import type { ComputedActions } from '../history.ts';

/** From this minor on all init containers to start stand in InitContainersToStart, which String() has. */
const BY_LIST = 34;

export function rebuildPlans(
  facts: readonly Fact[],
  runs: readonly Run[],
): readonly ComputedActions[] {
  let isInitialized = false;
  return facts
    .filter((fact) => isOf('pod.actions', fact))
    .map((fact) => {
      const { at, position, input } = fact;
      const { actions } = fact.event;
      if (actions.containersToStart.length > 0) isInitialized = true;
      else if (actions.createSandbox) isInitialized = false;
      const run = runs.findLast(({ firstPosition }) => firstPosition <= position);
      const init = initOf(fact, isInitialized, run?.minor ?? 0);
      return { at, position, input, actions, init };
    });
}

/** `isInitialized`: containers were to start in this sandbox, which wait for init containers. */
function initOf(
  { input, event: { actions } }: Of<'pod.actions'>,
  isInitialized: boolean,
  minor: number,
): Value<readonly string[]> {
  const { initContainersToStart: told, killPod, createSandbox } = actions;
  if (told !== undefined || minor >= BY_LIST) return seen(told ?? [], input);
  if (isInitialized) return inferred([], input);
  // A new sandbox without containers to start is for the first init container; a pod that is killed starts nothing.
  if (createSandbox) return inferred(['0'], input);
  if (killPod) return inferred([], input);
  return unknown('its line leaves out NextInitContainerToStart, up to 1.33', input);
}

// What the lab can play: the schema of the simulator's scenarios, and what only a real cluster understands. There a pod may say
// its own spec, a scenario may bring objects that its pods need, and there are things to do that the simulator does not know.
import * as v from 'valibot';
import { scenarioSchema } from '../../src/simulate/scenario.ts';

const shared = scenarioSchema.entries.actions.item;
/** As in the simulator's scenarios. */
const duration = shared.options[0].entries.at;

const actions = v.variant('do', [
  ...shared.options,
  v.strictObject({
    at: duration,
    do: v.literal('patch'),
    pod: v.string(),
    /** Of a pod: `resize`, `ephemeralcontainers`. */
    subresource: v.optional(v.picklist(['resize', 'ephemeralcontainers', 'status'])),
    /** A strategic merge patch. */
    patch: v.record(v.string(), v.unknown()),
  }),
  /** The mirror pod of a static pod is deleted through the API, its file stays. */
  v.strictObject({
    at: duration,
    do: v.literal('delete-mirror'),
    pod: v.string(),
    gracePeriod: v.optional(duration),
  }),
  /** SIGKILL: the kubelet has no time to end in good order. */
  v.strictObject({
    at: duration,
    do: v.literal('kill-kubelet'),
    downFor: v.optional(duration, '0s'),
  }),
  /** The container runtime ends and starts again: containers outlive containerd, and die with dockerd. */
  v.strictObject({
    at: duration,
    do: v.literal('restart-runtime'),
    downFor: v.optional(duration, '0s'),
  }),
  v.strictObject({
    at: duration,
    do: v.literal('verbosity'),
    level: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10)),
  }),
]);

export const labSchema = v.strictObject({
  ...scenarioSchema.entries,
  pods: v.array(
    v.strictObject({
      ...scenarioSchema.entries.pods.item.entries,
      /** Laid over the pod's spec as the lab would make it. */
      spec: v.optional(v.record(v.string(), v.unknown())),
    }),
  ),
  actions: v.array(actions),
  /** ConfigMaps and Secrets of namespace default, there before anything happens. */
  objects: v.optional(
    v.array(
      v.looseObject({
        kind: v.picklist(['ConfigMap', 'Secret']),
        metadata: v.looseObject({ name: v.string() }),
      }),
    ),
    [],
  ),
});

export type LabScenario = v.InferOutput<typeof labSchema>;
/** As it is written in a file: what has a default may lack. */
export type LabScenarioInput = v.InferInput<typeof labSchema>;

// What the lab can play: the schema of the simulator's scenarios, and what only a real cluster understands. There a pod may say
// its own spec, and a scenario may bring objects that its pods need.
import * as v from 'valibot';
import { scenarioSchema } from '../../src/simulate/scenario.ts';

export const labSchema = v.strictObject({
  ...scenarioSchema.entries,
  pods: v.array(
    v.strictObject({
      ...scenarioSchema.entries.pods.item.entries,
      /** Laid over the pod's spec as the lab would make it. */
      spec: v.optional(v.record(v.string(), v.unknown())),
    }),
  ),
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

import type { Gap } from '../../base/input.ts';
import { FactCollector } from './facts/facts.ts';
import type { Inputs } from './facts/inputs.ts';
import { GrowingPods } from './growingPods.ts';
import type { Run } from './facts/runs.ts';
import type { History } from './history.ts';
import { rebuildNodes } from './nodes.ts';

/** The history of a tape that grows: it costs what came, and what that moves. */
export class GrowingHistory {
  private readonly facts = new FactCollector();
  private readonly pods = new GrowingPods();

  /** Another number when all of it was made anew: what was known of the last answer is not known of this one. */
  get generation(): number {
    return this.pods.times;
  }

  /**
   * `from`: the first position of `inputs` that is not as it was when last asked. The last answer is not to be asked any more. `like`: runs of
   * a history of which these inputs are a part.
   */
  next(inputs: Inputs, from: number, gaps: readonly Gap[], like: History['runs'] = []): History {
    return rebuildNodes(inputs, {
      gaps,
      like: like as readonly Run[],
      facts: this.facts.collect(inputs, from),
      pods: (table, shared, pastOf) => this.pods.rebuild(table, shared, pastOf),
    });
  }
}

// The worker of a pod in a run that has both: stretches in which its own lines tell it (v≥4), and others in which it is inferred.
import type { Micros } from '../../../base/time.ts';
import { directWorker } from './directWorker.ts';
import type { Fact } from '../facts/fact.ts';
import { isIn } from '../facts/loud.ts';
import type { Run } from '../facts/runs.ts';
import type { WorkerFact } from './workerFact.ts';

/** What was inferred, but for the stretches in which the worker's own lines tell it. */
export function withLoud(
  inferred: readonly WorkerFact[],
  facts: readonly Fact[],
  run: Run,
): readonly WorkerFact[] {
  const told = (run.loud ?? []).flatMap((stretch) => {
    const inside = facts.filter(({ at }) => isIn(stretch, at));
    const steps = directWorker(inside, run);
    return steps.length === 0 ? [] : [{ stretch, steps }];
  });
  if (told.length === 0) return inferred;
  const rest = inferred.filter(({ at }) => !told.some(({ stretch }) => isIn(stretch, at)));
  return [
    ...rest,
    ...told.flatMap(({ stretch, steps }) =>
      stretch.to === Infinity ? steps : [...steps, ...handedOver(inferred, steps, stretch.to)],
    ),
  ];
}

/** From the end of a stretch on, what is inferred counts again. */
function handedOver(
  inferred: readonly WorkerFact[],
  told: readonly WorkerFact[],
  at: Micros,
): readonly WorkerFact[] {
  const last = told.at(-1);
  if (last === undefined) return [];
  const working = inferred.findLast((one) => one.step.kind === 'working' && one.at <= at);
  const again: WorkerFact = working ?? { ...last, step: { kind: 'working', value: undefined } };
  return [
    { ...last, at, known: 'inferred', step: { kind: 'quiet' } },
    { ...again, at, known: 'inferred' },
  ];
}

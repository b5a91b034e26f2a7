// Samples beside the log: of lists that come again and again only what changed goes onto the tapes of the pods; whole, they are held
// against what the log says (disagreements.ts).
import type { KubeletEvent, SampledContainer, SampleEvent } from '../event.ts';
import { isSampleEvent } from '../evidence/samples.ts';
import type { Fact } from './facts.ts';

export type SampleFact = Fact<SampleEvent>;

export interface Sampled {
  readonly list: readonly Fact[];
  readonly samples: readonly SampleFact[];
}

/**
 * The samples among the facts, and the facts of the log with those of each pod in `/pods` that is not as it was in the list before. Lists from
 * before the log begins would tell of a time of which nothing else is known: they count only when there is no log at all.
 */
export function withListedPods(facts: readonly Fact[]): Sampled {
  const samples = facts.filter(isSample);
  if (samples.length === 0) return { list: facts, samples };
  const log = facts.filter((fact) => !isSample(fact));
  const begin = log[0]?.position ?? -1;
  const last = new Map<string, string>();
  const listed = samples
    .filter((sample) => sample.position > begin)
    .flatMap((sample) => changedIn(sample.event, last).map((event) => ({ ...sample, event })));
  return { list: [...log, ...listed].sort((a, b) => a.position - b.position), samples };
}

function isSample(fact: Fact): fact is SampleFact {
  return isSampleEvent(fact.event);
}

function changedIn(event: SampleEvent, last: Map<string, string>): readonly KubeletEvent[] {
  if (event.kind !== 'sample.pods') return [];
  const before = new Map(last);
  last.clear();
  return event.listed.flatMap((one): KubeletEvent[] => {
    const key = one.pod.uid ?? '';
    const text = JSON.stringify(one);
    last.set(key, text);
    return before.get(key) === text ? [] : [{ kind: 'sample.pod', ...one }];
  });
}

/** A pod that is to run and is not deleted, as the kubelet lists it: its worker syncs it. */
export function isListedLive(event: KubeletEvent): boolean {
  return (
    event.kind === 'sample.pod' &&
    !event.deleted &&
    (event.phase === 'Running' || event.phase === 'Pending')
  );
}

export function sampledContainer(event: KubeletEvent, id: string): SampledContainer | undefined {
  return event.kind === 'sample.pod' ? event.containers.find((one) => one.id === id) : undefined;
}

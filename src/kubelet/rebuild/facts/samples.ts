// Samples beside the log: of lists that come again and again only what changed goes onto the tapes of the pods; whole, they are held
// against what the log says (disagreements.ts).
import type {
  KubeletEvent,
  NodeStats,
  SampledContainer,
  SampledPod,
  SampledProbe,
  SampleEvent,
} from '../../event.ts';
import { seen } from '../../../base/input.ts';
import { isSampleEvent, sampleKinds } from '../../evidence/samples.ts';
import type { Fact } from './fact.ts';
import type { FactTable } from './factTable.ts';
import type { WorkingPods } from '../history.ts';
import { OpenTrack, type Track } from '../track.ts';

export type SampleFact = Fact<SampleEvent>;

export interface Sampled {
  readonly table: FactTable;
  readonly samples: readonly SampleFact[];
}

/**
 * The samples among the facts, and the facts of the log with those of each pod in `/pods` that is not as it was in the list before, those of
 * each probe that has said something since, and those of the process. Lists from
 * before the log begins would tell of a time of which nothing else is known: they count only when there is no log at all.
 */
export function withListedPods(table: FactTable): Sampled {
  const samples: SampleFact[] = [];
  table.each(sampleKinds, (fact) => {
    if (isSample(fact)) samples.push(fact);
  });
  if (samples.length === 0) return { table, samples };
  const begin = table.list.find((fact) => !isSample(fact))?.position ?? -1;
  const last = { pods: new Map<string, string>(), probes: new Map<string, SampledProbe>() };
  const listed = samples
    .filter((sample) => sample.position > begin)
    .flatMap((sample) =>
      movesOf(sample.event, last).map((event) => ({
        at: sample.at,
        position: sample.position,
        input: sample.input,
        severity: sample.severity,
        event,
      })),
    );
  return { table: table.with((fact) => !isSample(fact), listed), samples };
}

function isSample(fact: Fact): fact is SampleFact {
  return isSampleEvent(fact.event);
}

interface Last {
  readonly pods: Map<string, string>;
  readonly probes: Map<string, SampledProbe>;
}

function movesOf(event: SampleEvent, last: Last): readonly KubeletEvent[] {
  switch (event.kind) {
    case 'sample.pods':
      return changedIn(event.listed, last.pods);
    case 'sample.probes':
      return event.probes.flatMap((probe) => probed(probe, last.probes));
    case 'sample.process':
      return [{ kind: 'process.told', version: event.version, verbosity: event.verbosity }];
    default:
      return [];
  }
}

function probed(probe: SampledProbe, last: Map<string, SampledProbe>): readonly KubeletEvent[] {
  const key = `${probe.pod.uid ?? ''} ${probe.container} ${probe.probe}`;
  const before = last.get(key);
  last.set(key, probe);
  if (before?.successful === probe.successful && before.failed === probe.failed) return [];
  // Of the time before the first sample nobody knows when it was.
  const failures = before === undefined ? 0 : Math.max(0, probe.failed - before.failed);
  return [{ ...probe, kind: 'sample.probe', failures }];
}

/** How full the node is, from sample to sample. */
export function rebuildStats(samples: readonly SampleFact[]): Track<NodeStats> {
  const track = new OpenTrack<NodeStats>();
  for (const { event, at, input, position } of samples)
    if (event.kind === 'sample.stats') track.set(at, seen(event.stats, input), position);
  return track;
}

function changedIn(
  listed: readonly SampledPod[],
  last: Map<string, string>,
): readonly KubeletEvent[] {
  const before = new Map(last);
  last.clear();
  return listed.flatMap((one): KubeletEvent[] => {
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

export function rebuildWorkingPods(samples: readonly SampleFact[]): readonly WorkingPods[] {
  return samples.flatMap(({ event, at, position, input }) =>
    event.kind === 'sample.metrics' && event.working !== undefined
      ? [{ at, position, input, counts: event.working }]
      : [],
  );
}

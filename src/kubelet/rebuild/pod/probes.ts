// The probes of one pod's containers over time, from what the kubelet counts of them: at v=2 only failures leave lines.
import { seen } from '../../../base/input.ts';
import type { Fact } from '../facts/fact.ts';
import type { ProbeCounts, ProbeHistory } from '../history.ts';
import { OpenTrack } from '../track.ts';

export function rebuildProbes(facts: readonly Fact[]): readonly ProbeHistory[] {
  const probes = new Map<string, ProbeHistory & { readonly counts: OpenTrack<ProbeCounts> }>();
  for (const { event, at, input, position } of facts) {
    if (event.kind !== 'sample.probe') continue;
    const { container, probe, successful, failed, unknown, failures } = event;
    const key = `${container} ${probe}`;
    const found = probes.get(key) ?? { container, probe, counts: new OpenTrack<ProbeCounts>() };
    found.counts.set(at, seen({ successful, failed, unknown, failures }, input), position);
    probes.set(key, found);
  }
  return [...probes.values()];
}

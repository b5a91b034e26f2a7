// The rebuild: what a kubelet held and did, from its log alone. Evidence says what happened, the model what must have happened
// between two lines; each value knows which it is. It decides nothing about good or bad: that is diagnosis.
import { seen, type Gap } from '../../base/input.ts';
import type { NodeConditionType } from '../event.ts';
import { findDisagreements } from './node/disagreements.ts';
import { collectFacts, type Facts } from './facts/facts.ts';
import type { FactPass, FactTable } from './facts/factTable.ts';
import type { History } from './history.ts';
import { Identities } from './identity/identify.ts';
import type { Inputs } from './facts/inputs.ts';
import { itself, type Life, nameKey } from './identity/life.ts';
import { rebuildCacheWrites } from './node/cacheWrites.ts';
import { loopSkips } from './node/loopSkips.ts';
import { rebuildPleg } from './node/pleg.ts';
import { findRuns, type Run } from './facts/runs.ts';
import type { RebuiltPod } from './pod/rebuiltPod.ts';
import { rebuildPods, type RebuiltPods } from './pods.ts';
import { Prefixes } from './prefix.ts';
import { rebuildStats, rebuildWorkingPods, withListedPods } from './facts/samples.ts';
import { OpenTrack, type Track } from './track.ts';

export interface RebuildOptions {
  /** Stretches in which inputs are missing. Default: none known. */
  readonly gaps?: readonly Gap[];
  /** Of these inputs, when they are known already. */
  readonly facts?: Facts;
  /** Runs of which these inputs are a part: their versions hold here too. */
  readonly like?: readonly Run[];
  /** Makes the pods: all of them, unless it knows those of fewer inputs. */
  readonly pods?: (...of: Required<Parameters<typeof rebuildPods>>) => RebuiltPods;
}

export function rebuild(inputs: Inputs, options: RebuildOptions = {}): History {
  const facts = options.facts ?? collectFacts(inputs);
  const { table, samples } = withListedPods(facts.table);
  const gaps = options.gaps ?? [];
  const runs = findRuns(table, facts, inputs, options.like);
  const shared = { runs, gaps, samples, to: facts.kubeletTo };
  const past = new Prefixes(table, inputs, shared, () => rebuilt);
  const makePods = options.pods ?? rebuildPods;
  const rebuilt: RebuiltPods = makePods(table, shared, (life) => past.of(life));
  // Of a tape that grows there may be very many that are as they were: not each is looked at.
  const { lives, ids, dumps, network, pods } = rebuilt;
  let byKey: ReadonlyMap<string, RebuiltPod> | undefined;
  const podOf = (key: string): RebuiltPod | undefined => (byKey ??= keysOf(rebuilt.told)).get(key);
  const disagreements = [
    ...findDisagreements(samples, lives, rebuilt),
    ...dumps.disagreements,
  ].sort((a, b) => a.position - b.position);
  for (const one of disagreements) podOf(one.podKey ?? '')?.disagree(one);
  for (const { life, event } of dumps.events) podOf(nameKey(life))?.witness(event);
  const pleg = rebuildPleg(table, samples, lives, ids);
  let cacheWrites: History['cacheWrites'] | undefined;
  let identities: Identities | undefined;
  return {
    from: facts.from,
    to: facts.to,
    runs,
    pods,
    podsBy: ({ hindsight, position }) => (hindsight === 'now' ? pods : past.podsAt(position)),
    pleg,
    get cacheWrites() {
      return (cacheWrites ??= rebuildCacheWrites(table, lives));
    },
    workingPods: rebuildWorkingPods(samples),
    network: network.map((one) => one.operation),
    loopSkips: loopSkips(table),
    conditions: conditions(table),
    gaps,
    stats: rebuildStats(samples),
    disagreements,
    understood: facts.understood,
    pod: podOf,
    podsNamed: (namespace, name) =>
      pods.filter((pod) => pod.namespace === namespace && pod.name === name),
    identify: (text) => (identities ??= new Identities(lives, ids, rebuilt)).find(text),
  };
}

/** A key that was given out before its pod's UID was known stays good, and before it was known to be one that came back. */
function keysOf(
  pods: readonly { readonly life: Life; readonly pod: RebuiltPod }[],
): ReadonlyMap<string, RebuiltPod> {
  const byKey = new Map<string, RebuiltPod>();
  for (const { life, pod } of pods) {
    const own = life.returns ? life.namesakes.filter((one) => itself(one) === life) : [life];
    for (const one of own) byKey.set(nameKey(one), pod);
    byKey.set(pod.key, pod);
  }
  return byKey;
}

function conditions(facts: FactTable): ReadonlyMap<NodeConditionType, Track<boolean>> {
  return facts.pass(conditionTracks, 0, facts.length);
}

const conditionTracks: FactPass<Map<NodeConditionType, OpenTrack<boolean>>> = {
  kinds: ['node.condition'],
  begin: () => new Map(),
  copy: (tracks) => new Map([...tracks].map(([type, track]) => [type, track.copy()])),
  take(tracks, { event, at, position, input }) {
    if (event.kind !== 'node.condition') return;
    const track = tracks.get(event.type) ?? new OpenTrack<boolean>();
    tracks.set(event.type, track);
    // It records them anew with each start.
    if (track.changes.at(-1)?.value.value !== event.status)
      track.set(at, seen(event.status, input), position);
  },
};

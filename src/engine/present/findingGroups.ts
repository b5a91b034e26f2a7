// The findings that count at a moment in groups. Of a list that has grown out of another only the groups are made anew in which something has
// changed, and what is said of a group is kept with it: there may be thousands of findings in one that is over.
import { isOpenAt, sameAround } from '../../base/spans.ts';
import { differenceOf } from '../../base/difference.ts';
import { bySeverity } from '../../diagnosis/diagnose.ts';
import type { Finding } from '../../diagnosis/finding.ts';
import { groupBy } from '../../diagnosis/verdict.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { LogTable } from '../../log/record.ts';
import { findingsBy } from './findingsBy.ts';
import type { Incident } from './incident.ts';

export type FindingsByPod = ReadonlyMap<string | undefined, readonly Finding[]>;
export type FindingsById = ReadonlyMap<string, readonly Finding[]>;

export function findingsByPod(incident: Incident, moment: Moment): FindingsByPod {
  return groupsOf(incident, moment).byPod.next(findingsBy(incident, moment));
}

export function findingsById(incident: Incident, moment: Moment): FindingsById {
  return groupsOf(incident, moment).byId.next(findingsBy(incident, moment));
}

/** Those of one pod. */
export function findingsOfPod(
  incident: Incident,
  moment: Moment,
  podKey: string,
): readonly Finding[] {
  return findingsByPod(incident, moment).get(podKey) ?? [];
}

/** Those of a group that stand at a moment. */
export function openAmong(group: readonly Finding[], { time }: Moment): readonly Finding[] {
  const known = standing.get(group);
  if (known !== undefined && known.from <= time && time < known.before) return known.open;
  const times = group.map(({ spans }) => sameAround(spans, time));
  standing.set(group, {
    open: group.filter(({ spans }) => isOpenAt(spans, time)),
    from: times.reduce((most, { from }) => Math.max(most, from), -Infinity),
    before: times.reduce((least, { before }) => Math.min(least, before), Infinity),
  });
  return standing.get(group)?.open ?? [];
}

/** What was open of a group when it was last asked for, and between which times the same is. */
interface Standing {
  readonly open: readonly Finding[];
  readonly from: number;
  readonly before: number;
}

const standing = new WeakMap<readonly Finding[], Standing>();

/** By one thing of theirs, each group in the order of all. */
class Groups<K> {
  private readonly keyOf: (finding: Finding) => K;
  private findings: readonly Finding[] = [];
  private groups = new Map<K, readonly Finding[]>();

  constructor(keyOf: (finding: Finding) => K) {
    this.keyOf = keyOf;
  }

  next(findings: readonly Finding[]): ReadonlyMap<K, readonly Finding[]> {
    const { keyOf, groups } = this;
    if (findings === this.findings) return groups;
    const { gone, come } = differenceOf(this.findings, findings);
    this.findings = findings;
    if (gone.size + come.length > findings.length / 2)
      return (this.groups = groupBy(findings, keyOf));
    const others = groupBy(come, keyOf);
    for (const key of new Set([...others.keys(), ...[...gone].map(keyOf)])) {
      const stay = (groups.get(key) ?? []).filter((finding) => !gone.has(finding));
      const all = [...stay, ...(others.get(key) ?? [])].sort(bySeverity);
      if (all.length === 0) groups.delete(key);
      else groups.set(key, all);
    }
    return groups;
  }
}

class GroupsOfTape {
  readonly byId = new Groups(({ id }) => id);
  readonly byPod = new Groups(({ podKey }) => podKey);
}

/** By the first of a tape's tables, which stays the same while it grows, as in the mode `now`; in the other each moment has its own. */
const ofTapes = {
  now: new WeakMap<LogTable, GroupsOfTape>(),
  then: new WeakMap<LogTable, GroupsOfTape>(),
};

function groupsOf({ tape }: Incident, { hindsight }: Moment): GroupsOfTape {
  const [{ table } = {}] = tape.sources;
  const known = ofTapes[hindsight];
  const groups = (table && known.get(table)) ?? new GroupsOfTape();
  if (table !== undefined) known.set(table, groups);
  return groups;
}

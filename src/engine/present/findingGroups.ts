// The findings that count at a moment in groups. Of a list that has grown out of another only the groups are made anew in which something has
// changed, and what is said of a group is kept with it: there may be thousands of findings in one that is over.
import { isOpenAt, sameAround } from '../../base/spans.ts';
import { differenceOf } from '../../base/difference.ts';
import { exchanged } from '../../base/exchanged.ts';
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
  const known = standing.get(group) ?? standingAfter(stepTo.get(group), time);
  const now = known !== undefined && isAround(known, time) ? known : standingAt(group, time);
  standing.set(group, now);
  return now.open;
}

/** What is open of a group, and between which times the same is. */
interface Standing {
  readonly open: readonly Finding[];
  readonly from: number;
  readonly before: number;
}

const standing = new WeakMap<readonly Finding[], Standing>();

function isAround({ from, before }: Standing, time: number): boolean {
  return from <= time && time < before;
}

function standingAt(findings: readonly Finding[], time: number): Standing {
  let [start, end] = [-Infinity, Infinity];
  for (const { spans } of findings) {
    const { from, before } = sameAround(spans, time);
    start = Math.max(start, from);
    end = Math.min(end, before);
  }
  const open = findings.filter(({ spans }) => isOpenAt(spans, time));
  return { open, from: start, before: end };
}

function standingAfter(step: Step | undefined, time: number): Standing | undefined {
  const known = step && standing.get(step.before);
  if (step === undefined || known === undefined || !isAround(known, time)) return undefined;
  const come = standingAt(step.come, time);
  return {
    open: exchanged(known.open, step.gone, come.open, bySeverity),
    from: Math.max(known.from, come.from),
    before: Math.min(known.before, come.before),
  };
}

/** How a group came out of another. */
export interface Step {
  readonly before: readonly Finding[];
  readonly gone: readonly Finding[];
  readonly come: readonly Finding[];
}

/** Of the last group that came out of one. */
export const stepTo = new WeakMap<readonly Finding[], Step>();

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
    const [left, others] = [groupBy([...gone], keyOf), groupBy(come, keyOf)];
    for (const key of new Set([...others.keys(), ...left.keys()])) {
      const before = groups.get(key) ?? none;
      const step = { before, gone: left.get(key) ?? none, come: others.get(key) ?? none };
      const all = exchanged(before, step.gone, step.come, bySeverity);
      // Else each would keep all that were before it.
      stepTo.delete(before);
      if (all.length === 0) groups.delete(key);
      else {
        groups.set(key, all);
        stepTo.set(all, step);
      }
    }
    return groups;
  }
}

const none: readonly never[] = [];

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

// All about one item of the timeline: the lines that prove it, and why nobody knows more.
import type { InputId, Value } from '../../base/input.ts';
import type { InputRow, TimelineLane } from '../../protocol/rows.ts';
import type { TimelineDetail, TimelineDetailAsked } from '../../protocol/timelineApi.ts';
import { findingsBy } from './findingsBy.ts';
import { knownBy, type Asked } from './incident.ts';
import { inputRow } from './inputs.ts';
import type { Timeline } from './timeline.ts';
import { itemsIn, NO_POSITION } from './timelineStore.ts';

/** Lines of an answer. */
const MOST = 20;

export function timelineDetail(
  asked: Asked,
  timeline: Timeline,
  { lane: id, kind, from, to }: TimelineDetailAsked,
): TimelineDetail {
  const { tape } = asked.incident;
  const lane = timeline.lanes[id];
  const slug = timeline.kinds[kind]?.slug ?? '';
  const items = itemsIn(timeline.store, id, from, to).filter(
    (item) => item.kind === kind && item.start >= from,
  );
  const told = lane === undefined ? nothing : toldOf(asked, lane, slug, items[0]?.start ?? from);
  const own = items.flatMap(({ position }) => (position === NO_POSITION ? [] : position));
  const others = told.provedBy.map((input) => tape.positionOfInput(input));
  const all = [...new Set([...own, ...others])].filter(
    (position) => position >= 0 && knownBy(asked.moment, position),
  );
  const lines = all.slice(0, MOST).toSorted((a, b) => a - b);
  return {
    count: items.length,
    lines: lines.flatMap((position): InputRow[] => {
      const record = tape.record(position);
      return record === undefined ? [] : [inputRow(tape, position, record)];
    }),
    more: Math.max(0, all.length - MOST),
    why: told.why,
    finding: told.finding,
  };
}

interface Told {
  readonly provedBy: readonly InputId[];
  readonly why?: string | undefined;
  readonly finding?: string | undefined;
}

const nothing: Told = { provedBy: [] };

/** What else is known of what begins in a lane at a time. */
function toldOf(
  { incident, moment }: Asked,
  lane: TimelineLane,
  slug: string,
  start: number,
): Told {
  const { history } = incident;
  if (lane.kind === 'findings') {
    const finding = findingsBy(incident, moment).find(
      ({ id, spans }) => id === slug && spans.some(({ from }) => from === start),
    );
    return finding === undefined
      ? nothing
      : { provedBy: finding.evidence.map(({ input }) => input), finding: finding.key };
  }
  if (lane.kind === 'gaps') {
    const gap = history.gaps.find((each) => `gap.${each.kind}` === slug && each.from === start);
    return gap === undefined ? nothing : { provedBy: gap.provedBy, why: gap.text };
  }
  const pod = lane.podKey === undefined ? undefined : history.pod(lane.podKey);
  if (pod === undefined) return nothing;
  const phase = pod.phases.find(({ kind, from }) => `phase.${kind}` === slug && from === start);
  if (phase !== undefined) return phase;
  const state = pod.worker.state.changes.find(
    ({ at, value }) => at === start && (value.value ?? 'unknown') === slug,
  );
  return state === undefined ? nothing : ofValue(state.value);
}

function ofValue(value: Value<unknown>): Told {
  return { provedBy: value.provedBy, why: value.known === 'unknown' ? value.why : undefined };
}

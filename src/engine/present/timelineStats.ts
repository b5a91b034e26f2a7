// What lies in a range of the timeline, in sums: events by kind, findings, PLEG, and what took pods the longest.
import type { Known } from '../../base/input.ts';
import type { TimelineKind, TimelineLane } from '../../protocol/rows.ts';
import type { KindSum, TimelineRange, TimelineStats } from '../../protocol/timelineApi.ts';
import { isProblem, severityOf } from './findings.ts';
import type { Incident } from './incident.ts';
import type { Timeline } from './timeline.ts';
import { eachOpenAt, firstFrom, seriesFrom, type TimelineStore } from './timelineStore.ts';

const knowns: readonly Known[] = ['seen', 'inferred', 'unknown'];
const severities = ['error', 'warning', 'info', 'none'] as const;
/** States in which a pod may stay for as long as it likes. */
const calm: ReadonlySet<string> = new Set([
  'sync',
  'terminated',
  'finished',
  'unknown',
  'phase.initOrRunning',
  'phase.running',
  'phase.finished',
]);
const SLOWEST = 10;

export function timelineStats(
  timeline: Timeline,
  { findings }: Pick<Incident, 'findings'>,
  { from, to, lanes }: TimelineRange,
): TimelineStats {
  const wanted =
    lanes === undefined ? timeline.lanes : lanes.flatMap((lane) => timeline.lanes[lane] ?? []);
  const sums = new Sums(timeline, from, to);
  for (const lane of wanted) sums.addLane(lane);
  const keys = new Set(wanted.map(({ podKey }) => podKey));
  return {
    from,
    to,
    events: sums.of('pod', 'mark'),
    pleg: sums.of('pleg', 'mark'),
    spans: sums.of('pod', 'span'),
    findings: findings
      .filter(
        (finding) =>
          isProblem(finding) &&
          finding.spans.some((span) => span.from <= to && (span.to ?? Infinity) >= from) &&
          (lanes === undefined || keys.has(finding.podKey)),
      )
      .map(({ id, title, pod, ...rest }) => ({ id, title, pod, severity: severityOf(rest) })),
    slowest: sums.slowest(),
  };
}

type Slow = TimelineStats['slowest'][number];
type OpenSum = { -readonly [K in keyof KindSum]: KindSum[K] };

class Sums {
  private readonly timeline: Timeline;
  private readonly store: TimelineStore;
  private readonly from: number;
  private readonly to: number;
  private readonly byLane = new Map<string, Map<number, OpenSum>>();
  private slow: Slow[] = [];

  constructor(timeline: Timeline, from: number, to: number) {
    this.timeline = timeline;
    this.store = timeline.store;
    this.from = from;
    this.to = to;
  }

  addLane(lane: TimelineLane): void {
    const end = seriesFrom(this.store, lane.id + 1);
    for (let series = seriesFrom(this.store, lane.id); series < end; series++) {
      const code = this.store.seriesKind[series] ?? 0;
      const kind = this.timeline.kinds[code];
      if (kind !== undefined) this.addSeries(lane, series, code, kind);
    }
  }

  private addSeries(lane: TimelineLane, series: number, code: number, kind: TimelineKind): void {
    const { store, from, to } = this;
    const first = store.seriesItems[series] ?? 0;
    const behind = store.seriesItems[series + 1] ?? 0;
    const inside = firstFrom(store.start, from, first, behind);
    const after = firstFrom(store.start, to + 1, inside, behind);
    const sum = this.sumOf(lane.kind, code, kind);
    if (kind.shape === 'mark') {
      sum.count += after - inside;
      return;
    }
    const add = (at: number): void => {
      const length = Math.min(to, store.end[at] ?? 0) - Math.max(from, store.start[at] ?? 0);
      sum.count++;
      sum.total += length;
      sum.longest = Math.max(sum.longest, length);
      if (lane.kind === 'pod' && !calm.has(kind.slug))
        this.noteSlow({
          lane: lane.id,
          name: lane.name,
          slug: kind.slug,
          known: knowns[store.known[at] ?? 2] ?? 'unknown',
          length,
        });
    };
    eachOpenAt(store, from, first, inside, add);
    for (let at = inside; at < after; at++) add(at);
  }

  private sumOf(lane: string, code: number, kind: TimelineKind): OpenSum {
    const sums = this.byLane.get(lane) ?? new Map<number, OpenSum>();
    this.byLane.set(lane, sums);
    const sum = sums.get(code) ?? { ...kind, count: 0, total: 0, longest: 0 };
    sums.set(code, sum);
    return sum;
  }

  /** Of one pod and thing the longest only. */
  private noteSlow(slow: Slow): void {
    const { slow: list } = this;
    const last = list.at(-1);
    if (list.length >= SLOWEST && last !== undefined && slow.length <= last.length) return;
    const same = list.findIndex(({ lane, slug }) => lane === slow.lane && slug === slow.slug);
    if ((list[same]?.length ?? -1) >= slow.length) return;
    this.slow = [...list.filter((_, index) => index !== same), slow]
      .sort((a, b) => b.length - a.length)
      .slice(0, SLOWEST);
  }

  of(lane: TimelineLane['kind'], shape: TimelineKind['shape']): readonly KindSum[] {
    const rank = ({ severity }: KindSum): number => severities.indexOf(severity);
    return [...(this.byLane.get(lane)?.values() ?? [])]
      .filter((sum) => sum.shape === shape && sum.count > 0)
      .sort((a, b) => rank(a) - rank(b) || b.count - a.count || a.slug.localeCompare(b.slug));
  }

  slowest(): readonly Slow[] {
    const { slow } = this;
    return slow.filter(({ length }) => length * 100 >= (slow[0]?.length ?? 0));
  }
}

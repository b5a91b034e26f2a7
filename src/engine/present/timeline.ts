import { assertDefined } from '../../base/assert.ts';
import type { Known } from '../../base/input.ts';
import { micros } from '../../base/time.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Track } from '../../kubelet/rebuild/track.ts';
import type { TimelineWindow } from '../../protocol/engineApi.ts';
import type {
  RowSeverity,
  TimelineColumns,
  TimelineKind,
  TimelineLane,
} from '../../protocol/rows.ts';
import { severityOf } from './findings.ts';
import { podName, type Incident } from './incident.ts';
import { loudest } from './values.ts';

export const NO_POSITION = 0xffffffff;

interface Item {
  readonly start: number;
  readonly end: number;
  readonly kind: number;
  readonly known: number;
  readonly position: number;
}

/** Lanes with all that happened in each, sorted by start: made once for an incident, asked by window. */
export interface Timeline {
  readonly lanes: readonly TimelineLane[];
  readonly kinds: readonly TimelineKind[];
  readonly items: readonly (readonly Item[])[];
}

const knownCodes: Record<Known, number> = { seen: 0, inferred: 1, unknown: 2 };

class TimelineBuilder {
  readonly lanes: TimelineLane[] = [];
  readonly kinds: TimelineKind[] = [];
  readonly items: Item[][] = [];
  private readonly kindOf = new Map<string, number>();
  private readonly incident: Incident;

  constructor(incident: Incident) {
    this.incident = incident;
  }

  lane(lane: Pick<TimelineLane, 'kind' | 'name'> & Partial<TimelineLane>): number {
    const rest = { group: '', podKey: undefined, severity: 'none' as const };
    this.lanes.push({ ...rest, ...lane, id: this.lanes.length });
    return this.items.push([]) - 1;
  }

  private kind(slug: string, shape: TimelineKind['shape'], severity: RowSeverity): number {
    const key = `${shape} ${slug}`;
    const known = this.kindOf.get(key);
    if (known !== undefined) return known;
    const index = this.kinds.push({ slug, shape, severity }) - 1;
    this.kindOf.set(key, index);
    return index;
  }

  span(
    lane: number,
    slug: string,
    from: number,
    to: number | undefined,
    known: Known,
    severity: RowSeverity,
    position = NO_POSITION,
  ): void {
    const end = Math.max(from, to ?? this.incident.history.to);
    this.items[lane]?.push({
      start: from,
      end,
      kind: this.kind(slug, 'span', severity),
      known: knownCodes[known],
      position,
    });
  }

  mark(lane: number, slug: string, at: number, severity: RowSeverity, position: number): void {
    this.items[lane]?.push({
      start: at,
      end: at,
      kind: this.kind(slug, 'mark', severity),
      known: 0,
      position,
    });
  }

  /** The values of a track as spans, one a value; `undefined` from `slug` draws nothing. */
  track<T>(
    lane: number,
    track: Track<T>,
    slug: (value: T | undefined) => { slug: string; severity: RowSeverity } | undefined,
  ): void {
    track.changes.forEach((change, index) => {
      const kind = slug(change.value.value);
      if (kind === undefined) return;
      this.span(
        lane,
        kind.slug,
        change.at,
        track.changes[index + 1]?.at,
        change.value.known,
        kind.severity,
        change.provenAt,
      );
    });
  }

  done(): Timeline {
    for (const items of this.items) items.sort((a, b) => a.start - b.start);
    return { lanes: this.lanes, kinds: this.kinds, items: this.items };
  }
}

export function buildTimeline(incident: Incident): Timeline {
  const builder = new TimelineBuilder(incident);
  for (const add of [addFindings, addLoop, addPleg, addGaps]) add(builder, incident);
  const { pods } = incident.history;
  for (const pod of [...pods].sort(
    (a, b) => a.namespace.localeCompare(b.namespace) || a.firstSeen - b.firstSeen,
  )) {
    addPod(builder, incident, pod);
  }
  return builder.done();
}

/** Harmless findings are left to the list: here they would hide the others. */
function addFindings(builder: TimelineBuilder, { findings, tape }: Incident): void {
  const faults = findings.filter((finding) => finding.severity !== 'info');
  if (faults.length === 0) return;
  const lane = builder.lane({
    kind: 'findings',
    name: 'Findings',
    severity: loudest(...faults.map(severityOf)),
  });
  for (const finding of faults) {
    const proof = assertDefined(finding.evidence[0], 'a finding has evidence').input;
    builder.span(
      lane,
      finding.id,
      finding.began,
      finding.ended,
      'inferred',
      severityOf(finding),
      tape.positionOfInput(proof),
    );
  }
}

function addLoop(builder: TimelineBuilder, { history, tape }: Incident): void {
  const lane = builder.lane({ kind: 'loop', name: 'Sync loop' });
  builder.track(lane, history.loopSkips, (text) => {
    if (text === undefined) return { slug: 'unknown', severity: 'none' };
    return text === '' ? undefined : { slug: 'loop.skips', severity: 'error' };
  });
  for (const run of history.runs) {
    const proof = run.startProvedBy[0];
    builder.mark(
      lane,
      'kubelet.start',
      run.from,
      'info',
      proof === undefined ? NO_POSITION : tape.positionOfInput(proof),
    );
  }
}

function addPleg(builder: TimelineBuilder, { history }: Incident): void {
  const lane = builder.lane({ kind: 'pleg', name: 'PLEG' });
  builder.track(lane, history.pleg.healthy, (healthy) =>
    healthy === false ? { slug: 'pleg.unhealthy', severity: 'error' } : undefined,
  );
  for (const event of history.pleg.events) {
    const bad = (event.exitCode.value ?? 0) !== 0;
    builder.mark(lane, `pleg.${event.type}`, event.at, bad ? 'warning' : 'none', event.position);
  }
}

function addGaps(builder: TimelineBuilder, { history }: Incident): void {
  if (history.gaps.length === 0) return;
  const lane = builder.lane({ kind: 'gaps', name: 'Gaps', severity: 'warning' });
  for (const gap of history.gaps)
    builder.span(lane, `gap.${gap.kind}`, gap.from, gap.to, 'unknown', 'warning');
}

function addPod(builder: TimelineBuilder, incident: Incident, pod: PodHistory): void {
  const worst = incident.findings.filter((finding) => finding.podKey === pod.key).map(severityOf);
  const lane = builder.lane({
    kind: 'pod',
    name: podName(pod),
    group: pod.namespace,
    podKey: pod.key,
    severity: loudest(...worst),
  });
  const present = pod.worker.present.changes;
  pod.worker.state.changes.forEach((change, index, all) => {
    const gone = present.find((entry) => entry.value.value === false && entry.at > change.at)?.at;
    const next = all[index + 1]?.at;
    const to = gone === undefined ? next : Math.min(gone, next ?? gone);
    builder.span(
      lane,
      change.value.value ?? 'unknown',
      change.at,
      to,
      change.value.known,
      'none',
      change.provenAt,
    );
  });
  for (const phase of pod.phases) {
    if (phase.kind === 'teardown' || phase.kind === 'network' || phase.kind === 'backoff') {
      builder.span(lane, `phase.${phase.kind}`, phase.from, phase.to, phase.known, 'error');
    }
  }
  for (const event of pod.events) {
    builder.mark(
      lane,
      event.kind,
      event.at,
      event.severity === 'info' ? 'none' : event.severity,
      event.position,
    );
  }
}

/** What a window shows: items of one lane and kind that fall on one pixel column become one. */
export function timelineColumns(
  timeline: Timeline,
  window: TimelineWindow,
  revision: number,
): TimelineColumns {
  const { from, to } = window;
  const lanes = window.lanes ?? timeline.lanes.map((lane) => lane.id);
  const perPixel = Math.max(1, (to - from) / Math.max(1, window.width));
  const out: (Item & { lane: number; count: number })[] = [];
  for (const lane of lanes) {
    for (const item of merged(timeline.items[lane] ?? [], from, to, perPixel))
      out.push({ ...item, lane });
  }
  const columns = {
    lane: new Uint32Array(out.length),
    start: new Float64Array(out.length),
    end: new Float64Array(out.length),
    kind: new Uint8Array(out.length),
    known: new Uint8Array(out.length),
    count: new Uint32Array(out.length),
    position: new Uint32Array(out.length),
  };
  out.forEach((item, index) => {
    columns.lane[index] = item.lane;
    columns.start[index] = item.start - from;
    columns.end[index] = item.end - from;
    columns.kind[index] = item.kind;
    columns.known[index] = item.known;
    columns.count[index] = item.count;
    columns.position[index] = item.position;
  });
  return { from: micros(from), to: micros(to), revision, columns };
}

function merged(
  items: readonly Item[],
  from: number,
  to: number,
  perPixel: number,
): (Item & { count: number })[] {
  const out: (Item & { count: number })[] = [];
  /** By kind: the index in `out` of the item that is still open for merging. */
  const open = new Map<number, number>();
  for (const item of items) {
    if (item.start > to) break;
    if (item.end < from) continue;
    const index = open.get(item.kind);
    const before = index === undefined ? undefined : out[index];
    const tiny = item.end - item.start < perPixel;
    if (
      index !== undefined &&
      before !== undefined &&
      tiny &&
      item.start - before.start < perPixel
    ) {
      out[index] = { ...before, end: Math.max(before.end, item.end), count: before.count + 1 };
    } else {
      const next = out.push({ ...item, count: 1 }) - 1;
      if (tiny) open.set(item.kind, next);
    }
  }
  return out;
}

import type { Known } from '../../base/input.ts';
import { micros, type Micros } from '../../base/time.ts';
import type { Finding } from '../../diagnosis/finding.ts';
import { groupBy } from '../../diagnosis/verdict.ts';
import type { NodeHistory, PodHistory, PodPhase } from '../../kubelet/rebuild/history.ts';
import { stagesOf } from '../../kubelet/rebuild/pod/tries.ts';
import type { Track } from '../../kubelet/rebuild/track.ts';
import type { TimelineWindow } from '../../protocol/engineApi.ts';
import type {
  RowSeverity,
  TimelineColumns,
  TimelineKind,
  TimelineLane,
} from '../../protocol/rows.ts';
import type { Tape } from '../../replay/tape.ts';
import { isProblem, severityOf } from './findings.ts';
import { podName, type Incident } from './incident.ts';
import {
  latestIn,
  NO_POSITION,
  seriesFrom,
  TimelineStoreBuilder,
  type TimelineStore,
} from './timelineStore.ts';
import { MOST_ITEMS, windowColumns } from './timelineWindow.ts';
import { loudest } from './values.ts';

/** Lanes with all that happened in each: made once for an incident, asked by window. */
export interface Timeline {
  readonly lanes: readonly TimelineLane[];
  readonly kinds: readonly TimelineKind[];
  readonly store: TimelineStore;
}

const knownCodes: Record<Known, number> = { seen: 0, inferred: 1, unknown: 2 };

function keyOf({ slug, shape, severity }: TimelineKind): string {
  return `${shape} ${slug} ${severity}`;
}

class TimelineBuilder {
  readonly lanes: TimelineLane[] = [];
  readonly kinds: TimelineKind[] = [];
  private readonly items = new TimelineStoreBuilder();
  private readonly kindOf = new Map<string, number>();
  private readonly incident: Incident;

  constructor(incident: Incident) {
    this.incident = incident;
  }

  lane(lane: Pick<TimelineLane, 'kind' | 'name'> & Partial<TimelineLane>): number {
    const rest = { group: '', podKey: undefined, severity: 'none' as const, node: '' };
    this.lanes.push({ ...rest, first: undefined, last: undefined, ...lane, id: this.lanes.length });
    return this.lanes.length - 1;
  }

  /** Makes a kind known that has a name of its own. */
  name(kind: TimelineKind): void {
    this.kindOf.set(keyOf(kind), this.kinds.push(kind) - 1);
  }

  private kind(slug: string, shape: TimelineKind['shape'], severity: RowSeverity): number {
    const kind = { slug, shape, severity };
    const known = this.kindOf.get(keyOf(kind));
    if (known !== undefined) return known;
    const index = this.kinds.push(kind) - 1;
    this.kindOf.set(keyOf(kind), index);
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
    this.items.add(lane, this.kind(slug, 'span', severity), from, end, knownCodes[known], position);
  }

  mark(lane: number, slug: string, at: number, severity: RowSeverity, position: number): void {
    this.items.add(lane, this.kind(slug, 'mark', severity), at, at, knownCodes.seen, position);
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
    return doneTimeline(this.lanes, this.kinds, this.items);
  }
}

/** With the extent of each lane. */
export function doneTimeline(
  lanes: readonly TimelineLane[],
  kinds: readonly TimelineKind[],
  items: TimelineStoreBuilder,
): Timeline {
  const store = items.done(lanes.length);
  return { lanes: lanes.map((lane) => ({ ...lane, ...extentOf(store, lane.id) })), kinds, store };
}

/** When the first item of a lane begins and the last one ends. */
function extentOf(
  store: TimelineStore,
  lane: number,
): { first: Micros | undefined; last: Micros | undefined } {
  let first = Infinity;
  let last = -Infinity;
  for (let series = seriesFrom(store, lane); series < seriesFrom(store, lane + 1); series++) {
    const from = store.seriesItems[series] ?? 0;
    const behind = store.seriesItems[series + 1] ?? 0;
    first = Math.min(first, store.start[from] ?? Infinity);
    last = Math.max(last, store.end[latestIn(store, from, behind)] ?? -Infinity);
  }
  return first > last
    ? { first: undefined, last: undefined }
    : { first: micros(first), last: micros(last) };
}

export function buildTimeline(incident: Incident): Timeline {
  const builder = new TimelineBuilder(incident);
  const { pods, nodes = [{ name: '', history: incident.history }] } = incident.history;
  addFindings(builder, incident);
  for (const node of nodes) {
    addLoop(builder, node, incident.tape);
    addPleg(builder, node);
    addConditions(builder, node);
  }
  addGaps(builder, incident);
  const nodeOf = new Map(
    nodes.flatMap(({ name, history }) => history.pods.map(({ key }) => [key, name])),
  );
  const { compare } = new Intl.Collator();
  const findings = groupBy(incident.findings, ({ podKey }) => podKey ?? '');
  for (const pod of [...pods].sort(
    (a, b) => compare(a.namespace, b.namespace) || a.firstSeen - b.firstSeen,
  )) {
    addPod(builder, findings.get(pod.key) ?? [], pod, nodeOf.get(pod.key) ?? '');
  }
  return builder.done();
}

/** Harmless findings are left to the list: here they would hide the others. */
function addFindings(builder: TimelineBuilder, { findings }: Incident): void {
  const faults = findings.filter(isProblem);
  if (faults.length === 0) return;
  const lane = builder.lane({
    kind: 'findings',
    name: 'Findings',
    severity: loudest(...faults.map(severityOf)),
  });
  for (const [slug, alike] of groupBy(faults, ({ id }) => id)) {
    const title = commonTitle(alike);
    const name = title === undefined ? {} : { name: title };
    for (const severity of new Set(alike.map(severityOf)))
      builder.name({ slug, shape: 'span', severity, ...name });
  }
  for (const finding of faults)
    for (const { from, to, seenAt } of finding.spans)
      builder.span(lane, finding.id, from, to, 'inferred', severityOf(finding), seenAt);
}

/** What the titles of all findings of one id begin with: `CNI DEL fails (bridge)`, up to the colon or where they part. */
function commonTitle(findings: readonly Finding[]): string | undefined {
  const [first = '', ...others] = findings.map(({ title }) => title.replace(/:.*/s, ''));
  const words = first.split(' ');
  const same = words.findIndex((_, index) => {
    const begin = words.slice(0, index + 1).join(' ');
    return others.some((title) => title !== begin && !title.startsWith(`${begin} `));
  });
  const name = same < 0 ? first : words.slice(0, same).join(' ');
  return name.length < 4 ? undefined : name;
}

/** Of one of several nodes, or with an empty name of all that there is. */
type NamedHistory = Pick<NodeHistory, 'name' | 'history'>;

/** `Sync loop`, or with the node's name. */
function laneName(what: string, node: string): string {
  return node === '' ? what : `${what} · ${node}`;
}

function addLoop(
  builder: TimelineBuilder,
  { name: node, history }: NamedHistory,
  tape: Tape,
): void {
  const lane = builder.lane({ kind: 'loop', name: laneName('Sync loop', node), node });
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
  for (const { podKey, at, position } of history.disagreements)
    if (podKey === undefined) builder.mark(lane, 'disagreement', at, 'warning', position);
}

function addPleg(builder: TimelineBuilder, { name: node, history }: NamedHistory): void {
  const lane = builder.lane({ kind: 'pleg', name: laneName('PLEG', node), node });
  builder.track(lane, history.pleg.healthy, (healthy) =>
    healthy === false ? { slug: 'pleg.unhealthy', severity: 'error' } : undefined,
  );
  for (const event of history.pleg.events) {
    const bad = (event.exitCode.value ?? 0) !== 0;
    builder.mark(lane, `pleg.${event.type}`, event.at, bad ? 'warning' : 'none', event.position);
  }
}

/** Spans in which a condition is bad; none when none ever was. */
function addConditions(builder: TimelineBuilder, { name: node, history }: NamedHistory): void {
  const bad = [...history.conditions].filter(([type, { changes }]) =>
    changes.some(({ value }) => value.value === (type !== 'Ready')),
  );
  if (bad.length === 0) return;
  const lane = builder.lane({ kind: 'node', name: laneName('Node', node), node });
  for (const [type, track] of bad)
    builder.track(lane, track, (status) => {
      if (type === 'Ready')
        return status === false ? { slug: 'node.notReady', severity: 'error' } : undefined;
      return status === true ? { slug: `node.${type}`, severity: 'warning' } : undefined;
    });
}

function addGaps(builder: TimelineBuilder, { history }: Incident): void {
  if (history.gaps.length === 0) return;
  const lane = builder.lane({ kind: 'gaps', name: 'Gaps', severity: 'warning' });
  for (const gap of history.gaps)
    builder.span(lane, `gap.${gap.kind}`, gap.from, gap.to, 'unknown', 'warning');
}

/** Phases that the state of the worker, or the absence of all others, tells as well. */
const states: ReadonlySet<PodPhase['kind']> = new Set(['running', 'terminating', 'finished']);

/** Network phases are loud when a try failed in them, also one that was given up and succeeded later. */
function severityOfPhase({ kind, from, to }: PodPhase, { network }: PodHistory): RowSeverity {
  if (kind === 'backoff') return 'error';
  if (kind !== 'network' && kind !== 'teardown') return 'none';
  const failed = network.some(({ command, attempts }) =>
    attempts
      .flatMap(stagesOf)
      .some(
        ({ at, ok }) =>
          ok.value === false &&
          at >= from &&
          at <= (to ?? Infinity) &&
          (kind === 'network' || command === 'DEL'),
      ),
  );
  return failed ? 'error' : 'none';
}

function addPod(
  builder: TimelineBuilder,
  findings: readonly Finding[],
  pod: PodHistory,
  node: string,
): void {
  const worst = findings.map(severityOf);
  const lane = builder.lane({
    kind: 'pod',
    name: podName(pod),
    group: pod.namespace,
    podKey: pod.key,
    severity: loudest(...worst),
    node,
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
  for (const phase of pod.phases)
    if (!states.has(phase.kind))
      builder.span(
        lane,
        `phase.${phase.kind}`,
        phase.from,
        phase.to,
        phase.known,
        severityOfPhase(phase, pod),
      );
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

/** What a window shows; see `windowColumns`. `most`: items of an answer. */
export function timelineColumns(
  timeline: Timeline,
  window: TimelineWindow,
  revision: number,
  most = MOST_ITEMS,
): TimelineColumns {
  const lanes = window.lanes ?? timeline.lanes.map((lane) => lane.id);
  return windowColumns(timeline.store, window, lanes, revision, most);
}

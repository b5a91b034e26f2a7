// Whether the mode `then` tells at a position what a rebuild of the inputs up to it tells. Tables, clocks, versions and gaps are those that
// the whole log gives.
import { micros } from '../../src/base/time.ts';
import type { Gap, Value } from '../../src/base/input.ts';
import { collectFacts } from '../../src/kubelet/rebuild/facts/facts.ts';
import { Past } from '../../src/engine/past.ts';
import { askedBy, type Incident } from '../../src/engine/present/incident.ts';
import { readRules } from '../../src/engine/ruling.ts';
import type { Inputs } from '../../src/kubelet/rebuild/facts/inputs.ts';
import type { Run } from '../../src/kubelet/rebuild/facts/runs.ts';
import type { Awaited, History, PodHistory } from '../../src/kubelet/rebuild/history.ts';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import type { Moment } from '../../src/kubelet/rebuild/track.ts';
import { heldNames } from '../../src/kubelet/rebuild/worker/workerTracks.ts';
import type { Tape } from '../../src/replay/tape.ts';
import { shownParts } from './viewTruth.ts';

export interface WholeLog {
  readonly name: string;
  readonly inputs: Tape;
  readonly history: History;
  readonly gaps: readonly Gap[];
}

export interface Difference {
  readonly kind: string;
  readonly text: string;
}

/** As the log was rebuilt when `length` of its inputs had come. */
function rebuiltPrefix({ inputs, history, gaps }: WholeLog, length: number): History {
  const time = inputs.time.subarray(0, length);
  const place: Inputs['place'] = (position) => inputs.place(position);
  const prefix: Inputs = { sources: inputs.sources, length, time, place };
  const to = time[length - 1] ?? NaN;
  return rebuild(prefix, {
    gaps: gaps.filter((gap) => gap.to <= to),
    facts: { ...collectFacts(prefix), wording: collectFacts(inputs).wording },
    like: history.runs as readonly Run[],
  });
}

function pastOfOne(): Past {
  return new Past(readRules([], []).ruling, { atOnce: Infinity });
}

/** What `then` says otherwise than a rebuild of the prefix, and of how many values. */
export class PrefixTruth {
  values = 0;
  readonly differences: Difference[] = [];
  private name = '';
  private tape: Tape | undefined;
  private past = pastOfOne();

  compareAt(whole: WholeLog, position: number): void {
    const { history } = whole;
    // By the tape: two simulated logs may have one name.
    if (this.tape !== whole.inputs) this.past = pastOfOne();
    this.tape = whole.inputs;
    this.name = whole.name;
    const prefix = rebuiltPrefix(whole, position + 1);
    const time = micros(whole.inputs.time[position] ?? NaN);
    const moment: Moment = { time, position, hindsight: 'then' };
    const listed = history.podsBy(moment).filter((pod) => pod.by(moment) !== undefined);
    this.equal('pods', `the node at ${position}`, keysBy(listed, moment), keysBy(prefix.pods));
    for (const pod of prefix.pods) {
      const own = listed.find((one) => one.by(moment)?.key === pod.key);
      if (own !== undefined) this.pod(own, pod, moment);
    }
    for (const pod of history.pods)
      if (pod.by(moment) === undefined)
        this.equal(
          'pod',
          `${pod.key} at ${position}`,
          pod.worker.present.at(moment).value,
          undefined,
        );
    const at = `at ${position}`;
    this.same('skips', at, history.loopSkips.at(moment), prefix.loopSkips.at(moment));
    this.same('pleg', at, history.pleg.healthy.at(moment), prefix.pleg.healthy.at(moment));
    for (const [type, track] of prefix.conditions)
      this.same(
        'condition',
        `${type} ${at}`,
        history.conditions.get(type)?.at(moment),
        track.at(moment),
      );
    this.views(whole, prefix, moment);
  }

  /** What the views show of the whole log in the mode `then`, and of its first inputs at their end. */
  private views({ inputs: tape, history }: WholeLog, prefix: History, moment: Moment): void {
    const { past } = this;
    const asked = askedBy({ tape, history, findings: [], past }, moment);
    const own: Incident = { tape, history: prefix, findings: [] };
    const byName = (incident: Incident, at: Moment): ReadonlyMap<string, string> => {
      const shown = new Map<string, string>();
      for (const { kind, of, text } of shownParts(incident, at)) {
        const key = `${kind}|${of}`;
        shown.set(key, shown.has(key) ? `${shown.get(key) ?? ''} ${text}` : text);
      }
      return shown;
    };
    const [a, b] = [
      byName({ ...asked.incident, findings: [] }, asked.moment),
      byName(own, { ...moment, hindsight: 'now' }),
    ];
    for (const key of new Set([...a.keys(), ...b.keys()])) {
      const [kind = '', of = ''] = key.split('|');
      this.equal(kind, `${of} at ${moment.position}`, a.get(key), b.get(key));
    }
  }

  /** How many differences there are of each kind. */
  get counts(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { kind } of this.differences) counts[kind] = (counts[kind] ?? 0) + 1;
    return counts;
  }

  private pod(own: PodHistory, prefix: PodHistory, moment: Moment): void {
    const at = `${prefix.namespace}/${prefix.name} at ${moment.position}`;
    for (const field of ['present', ...heldNames] as const)
      this.same(field, at, own.worker[field].at(moment), prefix.worker[field].at(moment));
    const then = own.by(moment);
    this.equal('phases', at, JSON.stringify(then?.phases), JSON.stringify(prefix.phases));
    this.equal('network', at, JSON.stringify(then?.network), JSON.stringify(prefix.network));
    this.equal('awaits', at, told(own.awaits(moment)), told(prefix.awaits(moment)));
  }

  private same(
    kind: string,
    at: string,
    then: Value<unknown> | undefined,
    now: Value<unknown>,
  ): void {
    const isSameValue = then?.known === now.known && then.value === now.value;
    this.equal(kind, at, valueText(then), valueText(now));
    if (isSameValue && now.known !== 'unknown')
      this.equal(
        `proof of ${kind}`,
        at,
        JSON.stringify(then.provedBy),
        JSON.stringify(now.provedBy),
      );
  }

  private equal(kind: string, at: string, then: unknown, now: unknown): void {
    this.values++;
    if (then !== now)
      this.differences.push({
        kind,
        text: `${this.name}: ${kind} of ${at}: then ${String(then)}, prefix ${String(now)}`,
      });
  }
}

function valueText(value: Value<unknown> | undefined): string {
  return value === undefined || value.known === 'unknown'
    ? 'unknown'
    : `${value.known} ${String(value.value)}`;
}

function told(awaited: readonly Awaited[]): string {
  return awaited.map(({ what, since, due }) => `${what} ${since} ${String(due)}`).join('; ');
}

function keysBy(pods: readonly PodHistory[], moment?: Moment): string {
  return pods
    .map((pod) => (moment === undefined ? pod : pod.by(moment))?.key)
    .sort()
    .join(' ');
}

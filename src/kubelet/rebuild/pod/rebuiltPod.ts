// One rebuilt pod. Its worker is folded with all others; its story, phases, containers and sandboxes only when somebody asks.
import { leastOf, mostOf } from '../../../base/extremes.ts';
import { seen, unknown, type Value } from '../../../base/input.ts';
import { micros, type Micros } from '../../../base/time.ts';
import { awaitsAt } from './awaits.ts';
import { rebuildContainers, rebuildSandboxes } from './containers.ts';
import { rebuildPlans } from './plans.ts';
import type {
  Awaited,
  ComputedActions,
  ContainerHistory,
  Disagreement,
  NetworkOperation,
  PodEvent,
  PodHistory,
  PodMark,
  PodMirrorMark,
  PodPhase,
  ProbeHistory,
  SandboxHistory,
  VolumeHistory,
  WorkerQueue,
  WorkerTracks,
} from '../history.ts';
import type { Fact } from '../facts/fact.ts';
import type { Run } from '../facts/runs.ts';
import type { IdIndex } from '../identity/ids.ts';
import { type Life, lifeKey } from '../identity/life.ts';
import { phasesOf } from './phases.ts';
import { rebuildProbes } from './probes.ts';
import { kindOf, storyOf } from './story.ts';
import type { TiedLife } from '../identity/tied.ts';
import type { Moment } from '../track.ts';
import { WorkerWithPast } from './workerWithPast.ts';
import { rebuildVolumes } from './volumes.ts';
import { queueAt } from './workerQueue.ts';

/** Of a life. */
export type PastOf = (life: Life) => Past;

/** What was known of a pod before all of its lines had come. */
export interface Past {
  /** As the inputs up to a position tell it, which may be as all do; undefined where they tell of no such pod. */
  at(position: number, whole: PodHistory): PodHistory | undefined;
  /** Whether that is as all do. */
  isWhole(position: number): boolean;
}

export class RebuiltPod implements PodHistory {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly firstSeen: Micros;
  readonly worker: WorkerTracks;
  readonly network: readonly NetworkOperation[];
  private readonly tied: TiedLife;
  private readonly ids: IdIndex;
  private readonly runs: readonly Run[];
  private readonly pastOf: PastOf | undefined;
  private readonly disputes: Disagreement[] = [];
  private readonly witnessed: PodEvent[] = [];
  private story: readonly PodEvent[] | undefined;
  private spans: readonly PodPhase[] | undefined;
  private boxes: readonly SandboxHistory[] | undefined;
  private members: readonly ContainerHistory[] | undefined;
  private mounts: readonly VolumeHistory[] | undefined;
  private plans: readonly ComputedActions[] | undefined;
  private probed: readonly ProbeHistory[] | undefined;

  constructor(
    tied: TiedLife,
    worker: WorkerTracks,
    network: readonly NetworkOperation[],
    ids: IdIndex,
    runs: readonly Run[],
    pastOf?: PastOf,
  ) {
    const { life } = tied;
    this.tied = tied;
    this.ids = ids;
    this.runs = runs;
    this.pastOf = pastOf;
    this.worker = pastOf === undefined ? worker : new WorkerWithPast(worker, this);
    this.network = network;
    this.key = lifeKey(life);
    this.namespace = life.namespace;
    this.name = life.name;
    this.firstSeen = tied.firstSeen;
  }

  get uid(): Value<string> {
    const { uid, uidProvedBy } = this.tied.life;
    return uid === undefined || uidProvedBy === undefined
      ? unknown('no line has told its UID')
      : seen(uid, uidProvedBy);
  }

  get configSource(): Value<string> {
    const { source, sourceProvedBy } = this.tied.life;
    return source === undefined || sourceProvedBy === undefined
      ? unknown('its ADD is not in the log')
      : seen(source, sourceProvedBy);
  }

  private get past(): Past | undefined {
    return this.pastOf?.(this.tied.life);
  }

  by({ hindsight, position }: Moment): PodHistory | undefined {
    const past = hindsight === 'now' ? undefined : this.past;
    return past === undefined ? this : past.at(position, this);
  }

  isToldBy({ hindsight, position }: Moment): boolean {
    return hindsight === 'now' || this.past?.isWhole(position) !== false;
  }

  /** A sample says another thing of it than the log. */
  disagree(one: Disagreement): void {
    this.disputes.push(one);
  }

  /** Something that is no line shows what it was doing. */
  witness(event: PodEvent): void {
    this.witnessed.push(event);
  }

  /** All that lines say of it, those about its mirror pod among them. */
  private get told(): readonly Fact[] {
    const { facts, mirror } = this.tied;
    return mirror.length === 0
      ? facts
      : [...facts, ...mirror].sort((a, b) => a.position - b.position);
  }

  get span(): readonly [from: Micros, to: Micros] {
    const { facts, mirror } = this.tied;
    const ends = [facts[0], facts.at(-1), mirror[0], mirror.at(-1)];
    const times = [...ends, ...this.witnessed, ...this.disputes].flatMap((one) => one?.at ?? []);
    return [micros(leastOf(times)), micros(mostOf(times))];
  }

  get mirror(): readonly PodMirrorMark[] {
    return this.tied.mirror.map((fact) => {
      const { at, position, input } = fact;
      return { at, position, input, kind: kindOf(fact) };
    });
  }

  marks(kind: string): readonly PodMark[] {
    return this.tied.facts.filter((fact) => kindOf(fact) === kind);
  }

  firstMark(kind: string): PodMark | undefined {
    return this.tied.facts.find((fact) => kindOf(fact) === kind);
  }

  lastMark(kind: string): PodMark | undefined {
    return this.tied.facts.findLast((fact) => kindOf(fact) === kind);
  }

  get events(): readonly PodEvent[] {
    this.story ??= [
      ...storyOf(this.told, this.ids),
      ...this.witnessed,
      ...this.disputes.map(({ at, position, text, input }) => ({
        at,
        position,
        kind: 'disagreement',
        text,
        severity: 'warning' as const,
        input,
      })),
    ].sort((a, b) => a.position - b.position);
    return this.story;
  }

  get phases(): readonly PodPhase[] {
    this.spans ??= phasesOf(this.tied.facts, this.worker, this.network, this.ids, this.runs);
    return this.spans;
  }

  get sandboxes(): readonly SandboxHistory[] {
    this.boxes ??= rebuildSandboxes(this.tied.facts, this.ids);
    return this.boxes;
  }

  get containers(): readonly ContainerHistory[] {
    const { tied, ids, sandboxes, worker } = this;
    this.members ??= rebuildContainers(tied.facts, ids, sandboxes, worker);
    return this.members;
  }

  get volumes(): readonly VolumeHistory[] {
    this.mounts ??= rebuildVolumes(this.tied.facts);
    return this.mounts;
  }

  get probes(): readonly ProbeHistory[] {
    this.probed ??= rebuildProbes(this.tied.facts);
    return this.probed;
  }

  awaits(moment: Moment): readonly Awaited[] {
    const told = this.by(moment);
    if (told !== this) return told?.awaits(moment) ?? [];
    const { worker, network, ids, runs } = this;
    const now: Moment = { ...moment, hindsight: 'now' };
    return awaitsAt({ facts: this.tied.facts, worker, network, ids, runs }, now);
  }

  queue(moment: Moment): WorkerQueue | undefined {
    const past = this.by(moment);
    if (past !== this) return past?.queue(moment);
    const { worker, told: facts, ids, runs } = this;
    const sources = { facts, worker, ids, runs };
    return queueAt(sources, { ...moment, hindsight: 'now' });
  }

  get computed(): readonly ComputedActions[] {
    this.plans ??= rebuildPlans(this.tied.facts, this.runs);
    return this.plans;
  }
}

// What a kubelet of the lab held, as its truth files tell it: each value as it was written down, and nothing else.
import { micros, type Micros } from '../../../../base/time.ts';
import type { PodHistory } from '../../../../kubelet/rebuild/history.ts';
import type { Moment } from '../../../../kubelet/rebuild/track.ts';
import {
  kubeletVersion,
  type KubeletVersion,
  newestMinor,
  parseKubeletVersion,
} from '../../../../kubelet/version/index.ts';
import type {
  CacheWaits,
  CacheWaitsQuery,
  MachineGo,
  MachinePartId,
  MachinePod,
  MachineStep,
  MachineSteps,
  MachineStepsQuery,
} from '../../../../protocol/machineApi.ts';
import type { KubeletTruth } from '../../../truth/kubeletTruth.ts';
import { folderOf } from '../../../truth/truthFile.ts';
import { nameOf } from '../../../truth/truthLine.ts';
import type { OpenedSource } from '../../../openedSource.ts';
import type { Incident } from '../../incident.ts';
import { machineGo } from '../goPlaces.ts';
import type { HeldParts, HeldQuery, SecondEye } from '../secondEye.ts';
import type { ShownTruth, ToldPart } from './askedTruth.ts';
import { truthCache, truthWaits } from './truthCache.ts';
import { truthPleg } from './truthPleg.ts';
import { truthQueue } from './truthQueue.ts';
import { truthStep, truthSteps } from './truthSteps.ts';
import { truthWorkers } from './truthWorkers.ts';

type Opened = Incident & { readonly sources: readonly OpenedSource[] };

const makers = {
  podWorkers: truthWorkers,
  workQueue: truthQueue,
  podCache: truthCache,
  pleg: truthPleg,
} as const satisfies Record<ToldPart, unknown>;

export class TruthEye implements SecondEye, ShownTruth {
  readonly from = 'truth files';
  readonly node: string;
  readonly incident: Opened;
  readonly truth: KubeletTruth;
  private readonly pods: ReadonlyMap<string, PodHistory>;
  /** The sources that lie in the folder of the files. */
  private readonly sources: ReadonlySet<number>;
  private readonly log: OpenedSource | undefined;

  constructor(incident: Opened, truth: KubeletTruth, pods: ReadonlyMap<string, PodHistory>) {
    this.incident = incident;
    this.truth = truth;
    this.pods = pods;
    const own = [...incident.sources.entries()].filter(
      ([, { text }]) => folderOf(text.name) === truth.folder,
    );
    this.sources = new Set(own.map(([index]) => index));
    this.log = own
      .map(([, source]) => source)
      .find(({ text }) => /kubelet/.test(baseOf(text.name)));
    this.node = this.log?.text.node ?? (baseOf(truth.folder) || 'kubelet');
  }

  get length(): number {
    return this.truth.steps.length;
  }

  owns(position: number): boolean {
    return position >= 0 && this.sources.has(this.incident.tape.place(position).source);
  }

  stepAt({ time }: Pick<Moment, 'time'>): number {
    return this.truth.countTo(time - this.offset) - 1;
  }

  timeOf(step: number): Micros {
    return this.shown(this.truth.steps[step]?.at ?? micros(NaN));
  }

  positionOf(step: number): number {
    return step < 0 ? -1 : this.incident.tape.positionAtTime(this.timeOf(step));
  }

  endedBy(step: number, at: Micros): Micros | undefined {
    const { runs } = this.truth;
    const run = this.truth.runAt(step);
    const next = run === undefined ? undefined : runs[runs.indexOf(run) + 1];
    if (run === undefined || next === undefined) return undefined;
    const last = this.lastLineBefore(this.timeOf(next.first));
    return last < at && step + 1 >= next.first ? last : undefined;
  }

  /** When it ended is told by the log: the last line before that with which the next process begins. */
  private lastLineBefore(time: Micros): Micros {
    const { tape, history } = this.incident;
    const begun = history.runs.findLast(({ from }) => from <= time)?.from ?? time;
    let position = tape.positionAtTime(micros(begun - 1));
    while (position >= 0 && tape.place(position).source !== this.log?.table.source) position -= 1;
    return position < 0 ? time : tape.timeAt(position);
  }

  held({ step, uid, count }: HeldQuery, parts: readonly MachinePartId[]): HeldParts {
    const run = this.truth.runAt(step);
    const held: [MachinePartId, unknown][] = [];
    const unknown: [MachinePartId, string][] = [];
    for (const part of parts) {
      const why =
        run === undefined ? 'the truth files begin later' : this.truth.whyUntold(part, run);
      if (why === undefined && isTold(part))
        held.push([part, makers[part]({ eye: this, step, uid, count })]);
      else unknown.push([part, why ?? '']);
    }
    return {
      parts: Object.fromEntries(held),
      unknown: Object.fromEntries(unknown),
    };
  }

  steps(query: MachineStepsQuery, uid: string | undefined, cursor: number): MachineSteps {
    return truthSteps(this, query, uid, cursor);
  }

  waits(query: CacheWaitsQuery, uid: string | undefined): CacheWaits {
    return truthWaits(this, query, uid);
  }

  /** The node's clock, on which the files are written, may be moved on the tape. */
  private get offset(): number {
    return this.log?.clockOffset ?? 0;
  }

  shown(at: Micros): Micros;
  shown(at: Micros | undefined): Micros | undefined;
  shown(at: Micros | undefined): Micros | undefined {
    return at === undefined ? undefined : micros(at + this.offset);
  }

  pod(uid: string): MachinePod {
    const known = this.pods.get(uid);
    const { truth } = this;
    const name = known === undefined ? undefined : `${known.namespace}/${known.name}`;
    return { uid, name: name ?? nameIn(truth, uid) ?? uid, key: known?.key };
  }

  go(part: MachinePartId, kind = ''): MachineGo {
    return machineGo(part, kind, ...this.version);
  }

  get version(): readonly [KubeletVersion, string] {
    const { runs } = this.incident.history;
    const whole = runs.find(({ version }) => version.value !== undefined)?.version.value ?? '';
    return [parseKubeletVersion(whole) ?? kubeletVersion(newestMinor), whole];
  }

  head(
    { step }: Pick<HeldQuery, 'step'>,
    part: ToldPart,
  ): { readonly go: MachineGo; readonly last: MachineStep | undefined } {
    const first = this.truth.runAt(step)?.first ?? 0;
    let last = step;
    while (last >= first && this.truth.steps[last]?.part !== part) last -= 1;
    return { go: this.go(part), last: last < first ? undefined : truthStep(this, last) };
  }
}

function isTold(part: MachinePartId): part is ToldPart {
  return Object.hasOwn(makers, part);
}

function baseOf(name: string): string {
  return name.slice(folderOf(name).length).replace(/^[/\\]/, '');
}

function nameIn(truth: KubeletTruth, uid: string): string | undefined {
  const end = truth.steps.length;
  for (const { run } of truth.runs) {
    const last = truth.steps.findLastIndex((step) => step.run === run);
    for (const { event } of truth.back('worker', Math.min(last, end), uid))
      if (event.worker !== undefined) return nameOf(event.worker.fullname);
  }
  return undefined;
}

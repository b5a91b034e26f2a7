// What a simulated kubelet did inside, step by step: each part writes the events that its fold takes, so that the state of any part
// at any moment is the fold of its steps. A step stands between two lines of the node's log. What is written down is the input of
// the model, not what the log says of it.
import { mapGet } from '../../base/persistentMap.ts';
import { micros, type Micros } from '../../base/time.ts';
import type { Pod, PodUid, RunningPod } from '../../kubelet/pod.ts';
import type { CacheEvent, CacheStep } from '../../kubelet/podCache.ts';
import type { PodConfig, PodUpdate } from '../../kubelet/podConfig.ts';
import type { Pleg, PlegInput } from '../../kubelet/pleg.ts';
import type { PodWork, PodWorker, PodWorkers, PodWorkersEvent } from '../../kubelet/podWorkers.ts';
import type { RuntimeName } from '../../kubelet/network.ts';
import type { SyncLoop } from '../../kubelet/syncLoop.ts';
import type { KubeletVersion } from '../../kubelet/version/index.ts';
import { getWork, type WorkQueue } from '../../kubelet/workQueue.ts';
import { Interned } from './interned.ts';
import { listChange } from './listChange.ts';
import { NumberColumn, NumberList } from './numberColumn.ts';
import { PartJournal, time, type PartRules } from './partJournal.ts';
import {
  backOffRules,
  callRules,
  networkRules,
  probeRules,
  statusRules,
  type BackOffEvent,
  type CallEvent,
  type NetworkEvent,
  type ProbeEvent,
  type StatusEvent,
} from './neighbourParts.ts';
import {
  actionsRules,
  asBefore,
  cacheRules,
  channelNames,
  channelRules,
  configRules,
  loopRules,
  plegRules,
  mergeOutcome,
  queueRules,
  workerRules,
  type ActionsEvent,
  type ChannelEvent,
  type ChannelName,
  type LoopEvent,
  type PlegEvent,
} from './parts.ts';

export const journalParts = [
  'podConfig',
  'channels',
  'syncLoop',
  'podWorkers',
  'workQueue',
  'podActions',
  'podCache',
  'pleg',
  'status',
  'probes',
  'backOff',
  'network',
  'calls',
] as const;

export type JournalPart = (typeof journalParts)[number];

/** What came of a step of a pod worker. */
export const workerOutcome = {
  goroutine: 1,
  /** The slot in front of the worker was empty and holds something now. */
  filled: 2,
  /** What waited in a slot is another update now. */
  replaced: 4,
  /** Nothing changed, as a kill waits. */
  keptKill: 8,
  terminating: 16,
  canceled: 32,
  /** `lastUndeliveredWorkUpdate` was empty and holds something now. */
  undelivered: 64,
  gone: 128,
} as const;

/** A call of GetNewerThan. */
export interface CacheWait {
  readonly uid: PodUid;
  readonly minTime: Micros | undefined;
  /** Steps of the call and of what released it; undefined: it waits still. */
  readonly step: number;
  readonly releasedStep: number | undefined;
  readonly releasedBy: (typeof releases)[number] | undefined;
  readonly gotModified: Micros | undefined;
}

const releases = ['at once', 'Set', 'UpdateTime', 'process ended', 'SetObservedTime'] as const;

export interface JournalOptions {
  readonly node: string;
  readonly version: KubeletVersion;
  readonly fullVersion: string;
  readonly eventedPleg: boolean;
  /** With docker the dockershim is a part of this kubelet. */
  readonly runtime: RuntimeName;
  /** `--network-plugin`, which only the dockershim uses. */
  readonly networkPlugin: string;
  /** Steps from one kept state of a part to the next; each part has its own by default. */
  readonly spacing?: number;
}

export class KubeletJournal {
  readonly options: JournalOptions;
  readonly parts;
  private readonly time = new NumberColumn();
  private readonly linesBefore = new NumberColumn();
  private readonly part = new NumberColumn();
  /** UIDs by their numbers; 0 is nobody's. */
  private readonly subjects = new Interned<PodUid>();
  /** Steps about each subject. */
  private readonly about: (NumberList | undefined)[] = [];
  /** What names a pod, the newest last. */
  private readonly names = new Map<PodUid, string>();
  private readonly began: { readonly step: number; readonly at: Micros }[] = [];
  private readonly ended: { readonly step: number; readonly at: Micros }[] = [];
  private readonly offsets: { readonly at: Micros; readonly offset: number }[] = [];
  private lines = 0;
  private desired: ReadonlySet<PodUid> = new Set();
  private now: Micros = micros(0);
  // The waits in the pod cache, row by row; those that are not over by subscriber.
  private readonly waitStep = new NumberColumn();
  private readonly waitEnd: number[] = [];
  private readonly waitBy: number[] = [];
  private readonly waitGot: number[] = [];
  private readonly waiting = new Map<string, number>();

  constructor(options: JournalOptions) {
    this.options = options;
    this.subjects.numberOf('');
    const { version, eventedPleg, spacing } = options;
    const whole = {
      timeOf: (step: number) => this.timeOf(step),
      subjectOf: (number: number) => this.subjects.at(number) ?? '',
    };
    const journal = <E extends { readonly kind: string }, S>(
      rules: PartRules<E, S>,
    ): PartJournal<E, S> =>
      new PartJournal(spacing === undefined ? rules : { ...rules, spacing }, whole);
    this.parts = {
      podConfig: journal(configRules),
      channels: journal(channelRules),
      syncLoop: journal(loopRules(version)),
      podWorkers: journal(workerRules(version)),
      workQueue: journal(queueRules()),
      podActions: journal(actionsRules()),
      podCache: journal(cacheRules(version, eventedPleg)),
      pleg: journal(plegRules(version)),
      status: journal(statusRules),
      probes: journal(probeRules),
      backOff: journal(backOffRules),
      network: journal(networkRules),
      calls: journal(callRules),
    };
  }

  // What is written.

  /** A process begins: it holds nothing. */
  begin(now: Micros): void {
    this.began.push({ step: this.length, at: now });
    for (const part of journalParts) this.parts[part].begin(this.length);
  }

  /** The process is gone, and all that it held. */
  end(now: Micros): void {
    this.ended.push({ step: this.length, at: now });
    for (const row of this.waiting.values()) this.release(row, this.length, 3, undefined);
    this.waiting.clear();
  }

  /** A line went into the node's log. */
  wroteLine(): void {
    this.lines += 1;
  }

  /** The clock that the node shows is so much ahead of the simulation's from now on, µs. */
  clockSet(now: Micros, offset: number): void {
    this.offsets.push({ at: now, offset });
  }

  /** The time of what is written next. */
  at(now: Micros): this {
    this.now = now;
    return this;
  }

  channelOf(source: string, config: PodConfig): void {
    const { sent } = this.parts.podConfig.state;
    this.add('podConfig', this.parts.podConfig, { kind: 'Channel', source }, 0, { config, sent });
  }

  merged({ source, op, pods }: PodUpdate, config: PodConfig, sentOn: readonly PodUpdate[]): void {
    const { sent } = this.parts.podConfig.state;
    for (const pod of pods) this.name(pod);
    const change = listChange(sent[source] ?? [], pods);
    const state = { config, sent: { ...sent, [source]: pods } };
    this.add(
      'podConfig',
      this.parts.podConfig,
      { kind: 'Merge', source, op, pods: change },
      mergeOutcome(sentOn),
      state,
    );
  }

  channel(event: ChannelEvent): void {
    const { rules, state } = this.parts.channels;
    this.add('channels', this.parts.channels, event, 0, rules.fold(state, event, this.now));
  }

  /** `ready`: channels that the select could have taken from. */
  loop(event: LoopEvent, ready: readonly ChannelName[], state: SyncLoop): void {
    let bits = 0;
    for (const channel of ready) bits |= 1 << channelNames.indexOf(channel);
    this.add('syncLoop', this.parts.syncLoop, event, bits, state);
  }

  workers(event: PodWorkersEvent, before: PodWorkers, after: PodWorkers): void {
    let outcome = 0;
    if (event.kind === 'updatePod') {
      const { pod, runningPod } = event.options;
      if (pod !== undefined) this.name(pod);
      else if (runningPod !== undefined) this.nameOf(runningPod);
    }
    const uid = this.parts.podWorkers.rules.subject(event);
    if (uid !== '')
      outcome = cameOf(event, mapGet(before.workers, uid), mapGet(after.workers, uid));
    this.add('podWorkers', this.parts.podWorkers, this.shared(event), outcome, after);
  }

  /** Housekeeping wants the same pods time and again: they are kept once. */
  private shared(event: PodWorkersEvent): PodWorkersEvent {
    if (event.kind !== 'syncKnownPods') return event;
    const { desired } = event;
    const { desired: last } = this;
    const isSame = last.size === desired.size && [...desired].every((uid) => last.has(uid));
    if (!isSame) this.desired = desired;
    return isSame ? { ...event, desired: last } : event;
  }

  enqueued(uid: PodUid, delay: number, before: WorkQueue, after: WorkQueue): void {
    const replaces = mapGet(before.due, uid) !== undefined;
    this.add(
      'workQueue',
      this.parts.workQueue,
      { kind: 'Enqueue', uid, delay },
      replaces ? 1 : 0,
      after,
    );
  }

  gotWork(queue: WorkQueue, count: number): void {
    const { work } = getWork(this.parts.workQueue.state, this.now);
    const event = { kind: 'GetWork', work } as const;
    this.add('workQueue', this.parts.workQueue, event, Math.min(count, 255), queue);
  }

  planned(plan: Omit<ActionsEvent, 'kind'>): void {
    const { rules, state } = this.parts.podActions;
    const event = { kind: 'computePodActions', ...plan } as const;
    this.add('podActions', this.parts.podActions, event, 0, rules.fold(state, event, this.now));
  }

  /** `Get`, which never waits: with an entry, or without one an empty status. */
  cacheGot(uid: PodUid, hasEntry: boolean): void {
    const { podCache } = this.parts;
    this.add('podCache', podCache, { kind: 'get', uid }, hasEntry ? 1 : 0, podCache.state);
  }

  /** What came of it: how many readers were woken; of a call that is answered at once 1, and 2 where that is an empty status. */
  cache(event: CacheEvent, { state, effects }: CacheStep): void {
    const step = this.length;
    const isEmpty = event.kind === 'getNewerThan' && effects[0]?.data.modified === undefined;
    const outcome = isEmpty ? 2 * effects.length : Math.min(effects.length, 255);
    this.add('podCache', this.parts.podCache, event, outcome, state);
    if (event.kind === 'getNewerThan') {
      this.waitStep.push(step);
      const row = this.waitEnd.length;
      this.waitEnd.push(-1);
      this.waitBy.push(-1);
      this.waitGot.push(NaN);
      const [now] = effects;
      if (now === undefined) this.waiting.set(event.subscriber, row);
      else this.release(row, step, 0, now.data.modified);
      return;
    }
    for (const { subscriber, data } of effects) {
      const row = this.waiting.get(subscriber);
      this.waiting.delete(subscriber);
      const by = event.kind === 'set' ? 1 : event.kind === 'setObservedTime' ? 4 : 2;
      if (row !== undefined) this.release(row, step, by, data.modified);
    }
  }

  private release(row: number, step: number, by: number, modified: Micros | undefined): void {
    this.waitEnd[row] = step;
    this.waitBy[row] = by;
    this.waitGot[row] = modified ?? NaN;
  }

  pleg(input: PlegInput, events: number, pleg: Pleg): void {
    const { listed } = this.parts.pleg.state;
    const outcome = Math.min(events, 255);
    if (input.kind === 'podListed' && input.pod !== undefined) this.nameOf(input.pod);
    if (input.kind !== 'podsListed') {
      this.add('pleg', this.parts.pleg, input, outcome, { pleg, listed });
      return;
    }
    const { pods, ...rest } = input;
    const change = pods === undefined ? undefined : listChange(listed, pods);
    for (const pod of change?.middle ?? []) this.nameOf(pod);
    const got = change === undefined ? asBefore : { change };
    const event: PlegEvent = { ...rest, listed: pods === undefined ? undefined : got };
    this.add('pleg', this.parts.pleg, event, outcome, {
      pleg,
      // The same pods in another array would be kept anew with each state.
      listed: change === undefined ? listed : (pods ?? listed),
    });
  }

  status(event: StatusEvent): void {
    const { rules, state } = this.parts.status;
    this.add('status', this.parts.status, event, 0, rules.fold(state, event, this.now));
  }

  probe(event: ProbeEvent): void {
    const { rules, state } = this.parts.probes;
    this.add('probes', this.parts.probes, event, 0, rules.fold(state, event, this.now));
  }

  backOff(event: BackOffEvent): void {
    const { rules, state } = this.parts.backOff;
    this.add('backOff', this.parts.backOff, event, 0, rules.fold(state, event, this.now));
  }

  network(event: NetworkEvent): void {
    const { rules, state } = this.parts.network;
    this.add('network', this.parts.network, event, 0, rules.fold(state, event, this.now));
  }

  call(event: CallEvent): void {
    const { rules, state } = this.parts.calls;
    this.add('calls', this.parts.calls, event, 0, rules.fold(state, event, this.now));
  }

  private add<E extends { readonly kind: string }, S>(
    part: JournalPart,
    journal: PartJournal<E, S>,
    event: E,
    outcome: number,
    state: S,
  ): void {
    const step = this.length;
    const subject = this.subjects.numberOf(journal.rules.subject(event));
    this.time.push(this.now);
    this.linesBefore.push(this.lines);
    this.part.push(journalParts.indexOf(part));
    journal.add(step, event, subject, outcome, state);
    if (subject === 0) return;
    let about = this.about[subject];
    if (about === undefined) this.about[subject] = about = new NumberList();
    about.push(step);
  }

  private name({ metadata }: Pod): void {
    this.names.set(metadata.uid, `${metadata.namespace}/${metadata.name}`);
  }

  private nameOf({ id, namespace, name }: RunningPod): void {
    if (!this.names.has(id)) this.names.set(id, `${namespace}/${name}`);
  }

  // What is asked.

  /** Steps of all parts. */
  get length(): number {
    return this.time.length;
  }

  /** In the simulation's time. */
  timeOf(step: number): Micros {
    return micros(this.time.at(step));
  }

  /** What the node's clock showed at a time of the simulation. */
  shown(at: Micros): Micros {
    const set = this.offsets.findLast((each) => each.at <= at);
    return micros(at + (set?.offset ?? 0));
  }

  /** Lines that the log had before a step. */
  linesOf(step: number): number {
    return this.linesBefore.at(step);
  }

  partOf(step: number): JournalPart {
    return journalParts[this.part.at(step)] ?? 'syncLoop';
  }

  /**
   * The last step by a line of the node's log (counted from 0): all that was done before the line was written, and, where somebody
   * looks at a time between it and the next, what the node's clock had shown by then.
   */
  stepAt(line: number, until: Micros | undefined): number {
    let step = this.linesBefore.countTo(Math.max(0, line)) - 1;
    if (line < 0) step = -1;
    if (until === undefined) return step;
    while (
      step + 1 < this.length &&
      this.linesOf(step + 1) <= line + 1 &&
      this.shown(this.timeOf(step + 1)) <= until
    )
      step += 1;
    return step;
  }

  /** The process that did a step, or what was there after it. */
  processAt(
    step: number,
  ): { readonly since: Micros; readonly ended: Micros | undefined } | undefined {
    const at = this.began.findLastIndex((each) => each.step <= Math.max(step, 0));
    const began = this.began[at];
    if (began === undefined) return undefined;
    const ended = this.ended[at];
    return {
      since: began.at,
      ended: ended !== undefined && ended.step <= step + 1 ? ended.at : undefined,
    };
  }

  nameOfPod(uid: PodUid): string | undefined {
    return this.names.get(uid);
  }

  /** How many pods, by their UIDs, had a name (`ns/name`). */
  podsNamed(name: string): number {
    return [...this.names.values()].filter((one) => one === name).length;
  }

  /** Steps about a pod, by a step: the last ones first, of one part. */
  *backFrom(uid: PodUid, step: number, part: JournalPart): Generator<number, undefined> {
    const list = this.stepsAbout(uid);
    for (let i = (list?.countTo(step) ?? 0) - 1; i >= 0; i--) {
      const at = list?.at(i) ?? -1;
      if (this.partOf(at) === part) yield at;
    }
    return undefined;
  }

  stepsAbout(uid: PodUid): NumberList | undefined {
    const number = this.subjects.find(uid);
    return number === undefined ? undefined : this.about[number];
  }

  /** Calls of GetNewerThan in their order. */
  get waits(): number {
    return this.waitEnd.length;
  }

  waitAt(row: number): CacheWait | undefined {
    const step = this.waitStep.at(row);
    if (Number.isNaN(step)) return undefined;
    const { podCache } = this.parts;
    const call = podCache.at(podCache.countTo(step) - 1)?.event;
    if (call?.kind !== 'getNewerThan') return undefined;
    const end = this.waitEnd[row] ?? -1;
    return {
      uid: call.uid,
      minTime: call.minTime,
      step,
      releasedStep: end < 0 ? undefined : end,
      releasedBy: releases[this.waitBy[row] ?? -1],
      gotModified: time(this.waitGot[row] ?? NaN),
    };
  }

  wasAnsweredAtOnce(row: number): boolean {
    return this.waitBy[row] === 0;
  }

  waitEndOf(row: number): number {
    return this.waitEnd[row] ?? -1;
  }
}

/** The slot in front of a worker: the pending update, or up to 1.26 what is in its channel. */
function slot(worker: PodWorker | undefined): PodWork | object | undefined {
  return worker?.status?.pendingUpdate ?? worker?.queued;
}

function cameOf(
  event: PodWorkersEvent,
  before: PodWorker | undefined,
  after: PodWorker | undefined,
): number {
  if (after === undefined) return before === undefined ? 0 : workerOutcome.gone;
  if (event.kind === 'updatePod' && before === after) {
    const kills = after.lastUndelivered?.options.updateType === 'kill';
    return kills ? workerOutcome.keptKill : 0;
  }
  let bits = 0;
  if (before?.goroutine !== after.goroutine) bits |= workerOutcome.goroutine;
  bits |= slotChange(slot(before), slot(after), workerOutcome.filled);
  bits |= slotChange(before?.lastUndelivered, after.lastUndelivered, workerOutcome.undelivered);
  const terminating = after.status?.terminatingAt !== undefined;
  if (terminating && before?.status?.terminatingAt === undefined) bits |= workerOutcome.terminating;
  if (after.status?.ctx === 'canceled' && before?.status?.ctx !== 'canceled')
    bits |= workerOutcome.canceled;
  if (after.status === undefined && before?.status !== undefined) bits |= workerOutcome.gone;
  return bits;
}

function slotChange(before: unknown, after: unknown, filled: number): number {
  if (after === undefined || before === after) return 0;
  return before === undefined ? filled : workerOutcome.replaced;
}

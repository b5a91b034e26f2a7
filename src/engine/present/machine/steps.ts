// The steps of a kubelet's parts in words, and pages of them.
import { formatDuration, formatTimeOfDay, type Micros } from '../../../base/time.ts';
import {
  machinePartIds,
  MOST_MACHINE_ROWS,
  type MachinePartId,
  type MachineStep,
  type MachineSteps,
  type MachineStepsQuery,
} from '../../../protocol/machineApi.ts';
import { workerOutcome } from '../../../simulate/journal/kubeletJournal.ts';
import { isMirrorPod, type Pod } from '../../../kubelet/pod.ts';
import { byCreation } from '../../../kubelet/syncLoop.ts';
import type { PodWorkersEvent } from '../../../kubelet/podWorkers.ts';
import type {
  CallEvent,
  NetworkEvent,
  ProbeEvent,
  StatusEvent,
} from '../../../simulate/journal/neighbourParts.ts';
import {
  sentOn,
  type CacheJournalEvent,
  type ChannelEvent,
  type ConfigEvent,
  type LoopEvent,
  type PlegEvent,
} from '../../../simulate/journal/parts.ts';
import { plural, shortId } from '../values.ts';
import type { InsideKubelet } from './inside.ts';

export function machineStep(inside: InsideKubelet, step: number): MachineStep | undefined {
  const { journal } = inside;
  if (!(step >= 0 && step < journal.length)) return undefined;
  const part = journal.partOf(step);
  const said = sayingOf(inside, part, step);
  if (said === undefined) return undefined;
  const { kind, uid, text, by } = said;
  return {
    step,
    at: inside.timeOf(step),
    position: inside.positionOf(step),
    part,
    kind,
    pod: uid === '' ? undefined : inside.pod(uid),
    text,
    go: inside.go(part, by === undefined ? kind : `${kind} by ${by}`),
  };
}

interface Saying {
  readonly kind: string;
  readonly uid: string;
  readonly text: string;
  /** Who did it, where it is not the usual function. */
  readonly by?: string | undefined;
}

function sayingOf(inside: InsideKubelet, part: MachinePartId, step: number): Saying | undefined {
  const { parts } = inside.journal;
  const name = (uid: string): string => inside.pod(uid).name;
  switch (part) {
    case 'podConfig':
      return saidBy(parts.podConfig, step, (event, outcome) => configText(event, outcome));
    case 'channels':
      return saidBy(parts.channels, step, (event) => channelText(event));
    case 'syncLoop':
      return saidBy(parts.syncLoop, step, (event) => loopText(event, name));
    case 'podWorkers':
      return saidBy(parts.podWorkers, step, (event, outcome) => workerText(event, outcome, name));
    case 'workQueue':
      return saidBy(parts.workQueue, step, (event, outcome) =>
        event.kind === 'GetWork'
          ? `GetWork gives ${plural(outcome, 'pod')}`
          : `${name(event.uid)} is due in ${formatDuration(event.delay)}${outcome === 1 ? ', in place of what was set before' : ''}`,
      );
    case 'podActions':
      return saidBy(
        parts.podActions,
        step,
        ({ pod }) => `what is to be done for ${name(pod.metadata.uid)} is computed`,
      );
    case 'podCache':
      return saidBy(parts.podCache, step, (event, outcome) =>
        cacheText(event, outcome, name, (at) => formatTimeOfDay(inside.shown(at))),
      );
    case 'pleg':
      return saidBy(parts.pleg, step, (event, outcome) => plegText(event, outcome, name));
    case 'status':
      return saidBy(parts.status, step, (event) => statusText(event, name));
    case 'probes':
      return saidBy(parts.probes, step, (event) => probeText(event, name));
    case 'backOff':
      return saidBy(
        parts.backOff,
        step,
        ({ of, uid, entry }) => `${of} in ${name(uid)} waits ${formatDuration(entry.backoff)}`,
      );
    case 'network':
      return networkSaying(parts.network, step, name);
    case 'calls':
      return callSaying(parts.calls, step, name);
  }
}

interface Said<E> {
  readonly rules: { subject(event: E): string };
  countTo(step: number): number;
  at(place: number): { readonly event: E; readonly outcome: number } | undefined;
}

function saidBy<E extends { readonly kind: string }>(
  part: Said<E>,
  step: number,
  text: (event: E, outcome: number) => string,
): Saying | undefined {
  const row = part.at(part.countTo(step) - 1);
  if (row === undefined) return undefined;
  const { event, outcome } = row;
  return { kind: event.kind, uid: part.rules.subject(event), text: text(event, outcome) };
}

/** A call is of the kind that its command is. */
function networkSaying(part: Said<NetworkEvent>, step: number, name: Name): Saying | undefined {
  const event = part.at(part.countTo(step) - 1)?.event;
  if (event === undefined) return undefined;
  const kind = 'command' in event ? event.command : event.kind;
  return { kind, uid: event.uid, text: networkText(event, name) };
}

/** A call is of the kind that its function is. */
function callSaying(part: Said<CallEvent>, step: number, name: Name): Saying | undefined {
  const event = part.at(part.countTo(step) - 1)?.event;
  if (event === undefined) return undefined;
  const { kind, uid, call, of, err, answer, by } = event;
  const over = answer === undefined ? 'is over' : `is over: ${answer}`;
  const did = kind === 'begin' ? 'begins' : err === undefined ? over : `fails: ${err}`;
  const about = of === '' ? name(uid) : `${shortId(of)} of ${name(uid)}`;
  return { kind: call, uid, text: `${call} for ${about} ${did}`, by };
}

function probeText(event: ProbeEvent, name: Name): string {
  const pod = name(event.uid);
  if (event.kind === 'RemovePod') return `the probes of ${pod} end, and their results go`;
  const of = `${event.probe} of ${event.container} ${shortId(event.containerId)} in ${pod}`;
  return event.kind === 'Remove' ? `the result of ${of} goes` : `${of}: ${event.result}`;
}

type Name = (uid: string) => string;

/** A source that is read again hands on new objects of the same pods: what is not as before is what the merge sent on. */
function configText(event: ConfigEvent, outcome: number): string {
  if (event.kind === 'Channel') return `the source ${event.source} gets a channel`;
  const { op, source } = event;
  const sent = sentOn(outcome).map(({ op: kind, pods }) =>
    pods === 0 ? `an empty ${kind}` : `${kind} of ${plural(pods, 'pod')}`,
  );
  if (sent.length === 0) return `${op} from ${source}: nothing has changed, nothing is sent on`;
  return `${op} from ${source}: sends on ${sent.join(', ')}`;
}

function channelText(event: ChannelEvent): string {
  return event.kind === 'send'
    ? `${event.item.text} into ${event.channel}`
    : `one taken from ${event.channel}`;
}

function loopText(event: LoopEvent, name: Name): string {
  switch (event.kind) {
    case 'skip':
      return `takes nothing: ${event.errors.join('; ')}`;
    case 'config': {
      const { op, source, pods } = event.update;
      const mirrors = pods.filter((pod) => isMirrorPod(pod)).length;
      const handled = `handles ${op} of ${plural(pods.length, 'pod')} from ${source}`;
      const refused = op === 'REMOVE' && !event.sourcesReady && pods.length > mirrors;
      const sorted = op === 'ADD' ? byCreation(pods) : pods;
      if (sorted.some((pod, place) => pod !== pods[place]))
        return `${handled}, sorted by creation time: given ${listed(pods)}; handled ${listed(sorted)}`;
      if (refused) return `${handled}; deletePod refuses: not every source was heard`;
      if (mirrors === 0) return handled;
      const way = op === 'RECONCILE' ? 'noted alone' : 'the worker of its static pod is told';
      return `${handled}; ${mirrors === pods.length ? '' : `${mirrors} of them `}a mirror: ${way}`;
    }
    case 'pleg':
      return `handles ${event.event.type} ${shortId(event.event.data)} of ${name(event.event.id)}`;
    case 'sync':
      return event.due.length === 0
        ? 'a sync tick: nothing is due'
        : `a sync tick: ${plural(event.due.length, 'pod')} due`;
    case 'probe':
      return `handles a ${event.probe} result of ${name(event.uid)}`;
    case 'housekeeping':
      return event.sourcesReady ? 'cleans up' : 'does not clean up: not every source was heard';
    case 'Run':
      return event.begins === 'pleg.Start'
        ? 'Run starts PLEG, in a goroutine of its own'
        : 'Run enters syncLoop, and stays in it';
    case 'dispatchWork':
      return dispatchText(event, name);
    case 'updateRuntimeUp':
      if (event.err !== undefined) return `the runtime does not answer: ${event.err}`;
      return event.networkReady === undefined
        ? 'the runtime is well'
        : `the runtime is well, its network is not ready: ${event.networkReady}`;
  }
}

const mostListed = 8;

function listed(pods: readonly Pod[]): string {
  const names = pods
    .slice(0, mostListed)
    .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
  const more = pods.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** `podIsTerminated` of kubelet.go: why no worker hears of the pod. */
function dispatchText(
  { uid, syncType, way, phase, notRunning }: LoopEvent & { readonly kind: 'dispatchWork' },
  name: Name,
): string {
  const isOver = phase === 'Failed' || phase === 'Succeeded';
  const over = isOver ? `its phase is ${phase}` : 'it is to be deleted';
  const why = notRunning ? `${over}, and none of its containers runs` : over;
  const pod = name(uid);
  return way === 'ignore'
    ? `dispatchWork does nothing with ${syncType} for ${pod}: ${why}`
    : `dispatchWork tells no worker of ${syncType} for ${pod}: ${why}; its status goes to the API server, which may delete it`;
}

function workerText(event: PodWorkersEvent, outcome: number, name: Name): string {
  const has = (bit: number): boolean => (outcome & bit) !== 0;
  switch (event.kind) {
    case 'updatePod': {
      const { updateType, pod, runningPod } = event.options;
      const uid = pod?.metadata.uid ?? runningPod?.id ?? '';
      const became = [
        has(workerOutcome.keptKill) ? 'dropped, as a kill waits' : '',
        has(workerOutcome.replaced) ? 'takes the place of the one that waits' : '',
        has(workerOutcome.filled) ? 'waits for the worker' : '',
        has(workerOutcome.undelivered) ? 'waits behind the running sync' : '',
        has(workerOutcome.terminating) ? 'termination is asked for' : '',
        has(workerOutcome.canceled) ? 'the running sync is cancelled' : '',
      ].filter((one) => one !== '');
      return `${updateType} for ${name(uid)}${became.length === 0 ? '' : `: ${became.join(', ')}`}`;
    }
    case 'take':
      return `the worker of ${name(event.uid)} takes its update`;
    case 'statusReady':
      return event.err === undefined
        ? `the worker of ${name(event.uid)} has a status that is new enough`
        : `the worker of ${name(event.uid)} gets an error for a status: ${event.err}`;
    case 'syncDone':
      return event.err === undefined
        ? `a sync of ${name(event.uid)} ends`
        : `a sync of ${name(event.uid)} fails: ${event.err}`;
    case 'syncKnownPods':
      return `${plural(event.desired.size, 'pod')} should be here`;
    case 'forgetWorker':
      return `the worker of ${name(event.uid)} is dropped`;
  }
}

/** `makeDefaultData`, for a pod without an entry once the global time is newer. */
const emptyStatus = 'with an empty status: it has no entry, and the global time is newer';

function cacheText(
  event: CacheJournalEvent,
  outcome: number,
  name: Name,
  time: (at: Micros) => string,
): string {
  const wakes = outcome === 0 ? 'wakes nobody' : `wakes ${plural(outcome, 'reader')}`;
  switch (event.kind) {
    case 'getNewerThan': {
      const status =
        event.minTime === undefined ? 'any status' : `a status newer than ${time(event.minTime)}`;
      const answers = ['it waits', 'answered at once', `answered at once, ${emptyStatus}`];
      return `${name(event.subscriber)} wants ${status}: ${answers[outcome] ?? ''}`;
    }
    case 'get':
      return `Get of ${name(event.uid)} does not wait: ${outcome === 1 ? 'its entry' : 'an empty status, as there is no entry'}`;
    case 'set':
      return `${name(event.uid)} as it was at ${time(event.time)}${event.err === undefined ? '' : `, an error: ${event.err}`}; ${wakes}`;
    case 'delete':
      return `${name(event.uid)} is out of the cache; wakes nobody`;
    case 'setObservedTime':
      return `${name(event.uid)} alone was looked at since ${time(event.time)}; ${wakes}`;
    case 'updateTime':
      return `everything was looked at since ${time(event.time)}; ${wakes}`;
  }
}

function plegText(event: PlegEvent, outcome: number, name: Name): string {
  const made = outcome === 0 ? 'no event' : plural(outcome, 'event');
  switch (event.kind) {
    case 'relist':
      return 'a relist begins';
    case 'requestRelist':
      return `a relist of ${name(event.uid)} alone is asked for, after a sync that did something`;
    case 'podListed': {
      const { pod, err } = event;
      if (pod !== undefined) return `the list of ${name(event.uid)} alone is there`;
      return err === undefined
        ? `the list of ${name(event.uid)} alone has no such pod`
        : `the list of ${name(event.uid)} alone failed: ${err}`;
    }
    case 'podsListed':
      return event.listed === undefined
        ? `the list failed: ${event.err ?? ''}`
        : `the list is there: ${event.listed.change === undefined ? 'as before' : `${plural(event.listed.change.middle.length, 'pod')} not as before`}, ${made} yet`;
    case 'podInspected':
      return event.status === undefined
        ? `${name(event.uid)} could not be inspected: ${event.err ?? ''}`
        : `${name(event.uid)} is inspected: ${made}`;
    case 'roomAgain':
      return `room in the channel: ${made}`;
    case 'watchCondition':
      return `somebody waits for a condition of ${name(event.uid)}`;
  }
}

function statusText(event: StatusEvent, name: Name): string {
  switch (event.kind) {
    case 'set':
      return `${name(event.uid)} is ${event.phase}: version ${event.version}`;
    case 'sent':
      return `the API server has version ${event.version} of ${name(event.uid)}`;
    case 'forget':
      return `the status of ${name(event.uid)} is forgotten`;
  }
}

function networkText(event: NetworkEvent, name: Name): string {
  const of = `${shortId(event.sandboxId)} of ${name(event.uid)}`;
  switch (event.kind) {
    case 'call':
      return `${event.command} for ${of} is called`;
    case 'answer':
      return `${event.command} for ${of} ${event.err === undefined ? 'succeeds' : `fails: ${event.err}`}`;
    case 'lock':
      return `${of} comes for PluginManager’s lock of its pod`;
    case 'unlock':
      return `${of} gives PluginManager’s lock of its pod back`;
    case 'lease': {
      const { lease } = event;
      if (lease === undefined) return `the address of ${of} is given back`;
      const ports = lease.hostPorts.map(({ hostPort, protocol }) => `${hostPort}/${protocol}`);
      const open = ports.length === 0 ? '' : `, with the host ports ${ports.join(', ')}`;
      return lease.leaked
        ? `${lease.ip} of ${of} leaks: the sandbox is removed, and no DEL gave it back`
        : `${lease.ip} is held by ${of}${open}`;
    }
    case 'unmap':
      return `the host ports lead to ${of} no more`;
    case 'networkReady':
      return `networkReady of ${of}: ${event.ready ?? 'forgotten'}`;
  }
}

/** Ascending steps, by their places among them. */
interface Listed {
  readonly length: number;
  at(place: number): number | undefined;
  countTo(step: number): number;
}

/** The steps of some parts, or of one pod. */
export function stepsOf(
  { journal }: InsideKubelet,
  parts: readonly MachinePartId[],
  uid: string | undefined,
): Listed {
  if (uid !== undefined) {
    const about = journal.stepsAbout(uid);
    if (about === undefined) return ofNumbers([]);
    if (parts.length === machinePartIds.length) return about;
    const kept: number[] = [];
    for (let i = 0; i < about.length; i++) {
      const step = about.at(i) ?? -1;
      if (parts.includes(journal.partOf(step))) kept.push(step);
    }
    return ofNumbers(kept);
  }
  if (parts.length === machinePartIds.length) {
    return {
      length: journal.length,
      at: (place) => place,
      countTo: (step) => Math.min(step + 1, journal.length),
    };
  }
  return new Merged(parts.map((part) => journal.parts[part]));
}

function ofNumbers(steps: readonly number[]): Listed {
  return {
    length: steps.length,
    at: (place) => steps[place],
    countTo(step) {
      let low = 0;
      let high = steps.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((steps[middle] ?? 0) <= step) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}

/** The steps of several parts as one list: a place is found by halving the steps, not by walking them. */
class Merged implements Listed {
  readonly length: number;
  private readonly parts;

  constructor(
    parts: readonly {
      readonly length: number;
      countTo(step: number): number;
      stepOf(place: number): number;
    }[],
  ) {
    this.parts = parts;
    this.length = parts.reduce((sum, part) => sum + part.length, 0);
  }

  countTo(step: number): number {
    return this.parts.reduce((sum, part) => sum + part.countTo(step), 0);
  }

  at(place: number): number | undefined {
    if (place < 0 || place >= this.length) return undefined;
    let low = 0;
    let high = Math.max(
      ...this.parts.map((part) => (part.length === 0 ? 0 : part.stepOf(part.length - 1))),
    );
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.countTo(middle) > place) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

export function machineSteps(
  inside: InsideKubelet,
  { parts = machinePartIds, start, count }: MachineStepsQuery,
  uid: string | undefined,
  cursor: number,
): MachineSteps {
  const listed = stepsOf(inside, parts, uid);
  const most = Math.min(MOST_MACHINE_ROWS, Math.max(0, count));
  const atCursor = listed.countTo(cursor) - 1;
  const from = Math.max(0, Math.min(start ?? atCursor - most + 1, listed.length));
  const rows: MachineStep[] = [];
  for (let place = from; place < Math.min(listed.length, from + most); place++) {
    const row = machineStep(inside, listed.at(place) ?? -1);
    if (row !== undefined) rows.push(row);
  }
  return { start: from, total: listed.length, rows, atCursor, why: undefined };
}

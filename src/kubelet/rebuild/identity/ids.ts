// What a long hexadecimal id stands for: sandbox or container, and of which pod. Learned from all lines before anything is folded.
import type { InputId } from '../../../base/input.ts';
import { MILLISECOND } from '../../../base/time.ts';
import type { KubeletEvent } from '../../event.ts';
import { parseNetworkError } from '../../evidence/networkError.ts';
import { type Fact, isKillError } from '../facts/fact.ts';
import type { FactTable, Kind } from '../facts/factTable.ts';
import type { Life } from './life.ts';
import type { Lives } from './lives.ts';
import type { Owners } from './owners.ts';

export class KnownId {
  readonly id: string;
  life: Life | undefined;
  isSandbox: boolean | undefined;
  /** A start of it was seen: with what else started tells what it is. */
  hasStarted = false;
  /** It is taken for a container, but nothing says that it is no sandbox. */
  isUnclear = false;
  /** Name of the container, where a line told it. */
  name: string | undefined;
  /** The sandbox of a container, where a line told it. */
  sandboxId: string | undefined;
  /** The facts that named it first. */
  private first: Fact | undefined;
  private second: Fact | undefined;
  private third: Fact | undefined;

  constructor(id: string) {
    this.id = id;
  }

  metIn(fact: Fact): void {
    if (this.third !== undefined) return;
    if (this.first === undefined) this.first = fact;
    else if (this.second === undefined) this.second = fact;
    else this.third = fact;
  }

  get provedBy(): readonly InputId[] {
    return [this.first, this.second, this.third].flatMap((fact) => fact?.input ?? []);
  }
}

/** Digits of an id that tools shorten it to, at the least, and of a whole one. */
const SHORT = 12;
const WHOLE = 64;
/** A power of two. */
const RECENT = 64;

/** What is asked of ids once all facts are tied to pods. */
export type KnownIds = Pick<IdIndex, 'get' | 'find'>;

export class IdIndex {
  readonly map = new Map<string, KnownId>();
  /** By their first digits, once somebody asks for a shortened one. */
  private byStart: Map<string, KnownId[]> | undefined;
  /** By number in the pool of the facts, of ids that are numbered. */
  private byNumber: (KnownId | undefined)[] = [];
  /** Of those that were asked for, by their first digits. */
  private readonly recent = new Array<KnownId | undefined>(RECENT).fill(undefined);
  /** Of the fact that is learned from, as its number tells. */
  private known: KnownId | undefined;
  /** The sandbox that a worker just failed to stop. */
  private stopped: { readonly id: string | undefined; readonly at: number } | undefined;

  constructor(facts: FactTable, lives: Lives, owners: Owners) {
    facts.each(kindsWithIds, (fact, index) => {
      const number = facts.idAt(index);
      this.known = this.byNumber[number];
      const known = this.learn(fact, owners.of(index));
      if (number !== 0) this.byNumber[number] = known;
    });
    this.known = undefined;
    this.guessSandboxes(facts, lives, owners);
  }

  /** The id that a fact is about, of facts whose ids are numbered. */
  ofFact(facts: FactTable, index: number): KnownId | undefined {
    return this.byNumber[facts.idAt(index)];
  }

  /** Numbers are not asked for any more. */
  forgetNumbers(): void {
    this.byNumber = [];
  }

  get(id: string | undefined): KnownId | undefined {
    if (id === undefined || id === '') return undefined;
    // One pod's few ids are asked for many times in a row.
    const slot = (16 * id.charCodeAt(0) + id.charCodeAt(1)) & (RECENT - 1);
    const recent = this.recent[slot];
    if (recent?.id === id) return recent;
    const known = this.map.get(id);
    if (known !== undefined) this.recent[slot] = known;
    return known;
  }

  /** By the id, or its first 12 or more digits. */
  find(text: string): KnownId | undefined {
    const whole = this.map.get(text);
    if (whole !== undefined || text.length < SHORT || text.length >= WHOLE) return whole;
    if (this.byStart === undefined) {
      this.byStart = new Map();
      for (const known of this.map.values()) {
        const start = known.id.slice(0, SHORT);
        this.byStart.set(start, [...(this.byStart.get(start) ?? []), known]);
      }
    }
    return this.byStart.get(text.slice(0, SHORT))?.find(({ id }) => id.startsWith(text));
  }

  /** The pod of an event that names it by a container's or a sandbox's id alone. */
  lifeOf(event: KubeletEvent): Life | undefined {
    if ('id' in event) return this.get(event.id)?.life;
    if ('sandboxId' in event) return this.get(event.sandboxId)?.life;
    return undefined;
  }

  /** The runtime said in which sandbox it made a container. */
  private place(id: string, sandboxId: string | undefined): void {
    const known = this.map.get(id);
    const sandbox = this.get(sandboxId);
    if (known === undefined) return;
    known.sandboxId ??= sandboxId;
    known.life ??= sandbox?.life;
  }

  /** A status of the pod says what a container is called that is known by another line. */
  private name(id: string, name: string | undefined): void {
    const known = this.map.get(id);
    if (known !== undefined) known.name ??= name;
  }

  /** The worker's own line comes right after that of the sandbox which it could not stop: so the sandbox is its pod's. */
  private blame(error: string, life: Life | undefined, at: number): void {
    const known = this.get(this.stopped?.id);
    const near = at - (this.stopped?.at ?? -Infinity) < SAME_ERROR;
    if (near && known !== undefined && isKillError(error)) known.life ??= life;
    this.stopped = undefined;
  }

  private note(
    id: string | undefined,
    fact: Fact,
    owner: Life | undefined,
    isSandbox: boolean | undefined,
    name?: string,
  ): KnownId | undefined {
    if (id === undefined || id === '') return undefined;
    let known = this.known?.id === id ? this.known : this.map.get(id);
    if (known === undefined) this.map.set(id, (known = new KnownId(id)));
    known.life ??= owner;
    known.isSandbox ??= isSandbox;
    known.name ??= name;
    known.metIn(fact);
    return known;
  }

  private learn(fact: Fact, owner: Life | undefined): KnownId | undefined {
    const { event } = fact;
    switch (event.kind) {
      case 'pleg.event':
        return event.type === 'PodSync' ? undefined : this.note(event.id, fact, owner, undefined);
      case 'pleg.transition':
        return this.note(event.id, fact, owner, undefined);
      case 'pleg.finished':
      case 'container.killed':
      case 'container.removing':
      case 'container.started':
        return this.note(event.id, fact, owner, false);
      case 'container.killing':
      case 'container.preStop':
        return this.note(event.id, fact, owner, false, event.name);
      case 'container.created':
        this.note(event.sandboxId, fact, owner, true);
        this.note(event.id, fact, owner, false, event.name);
        this.place(event.id, event.sandboxId);
        break;
      case 'container.asked':
        this.note(event.sandboxId, fact, owner, true);
        break;
      case 'container.image':
        this.name(event.id, event.name);
        break;
      case 'sample.pod':
        for (const { id, name } of event.containers) this.note(id, fact, owner, false, name);
        break;
      case 'sandbox.stopFailed':
        this.note(event.id, fact, owner, true);
        if (event.by === 'killPod') this.stopped = { id: event.id, at: fact.at };
        break;
      case 'sandbox.created':
      case 'sandbox.stopped':
      case 'container.unknown':
        return this.note(event.id, fact, owner, true);
      case 'sandbox.failed':
      case 'worker.error':
        this.note(parseNetworkError(event.error)?.sandboxId, fact, owner, true);
        if (event.kind === 'worker.error') this.blame(event.error, owner, fact.at);
        break;
      case 'network.failed':
      case 'network.done':
      case 'network.begun':
      case 'network.netns':
        this.note(event.sandboxId, fact, owner, true);
        break;
      default:
        break;
    }
    return undefined;
  }

  /**
   * A pod that was said to need a sandbox, is new, or whose sandbox died, gets it with the next ids that start; a relist reports
   * containers first and the sandbox last (pkg/kubelet/pleg/generic.go getContainersFromPods).
   */
  private guessSandboxes(facts: FactTable, lives: Lives, owners: Owners): void {
    // An array with holes is no longer one, but a table that is searched.
    const pods = new Array<PodIds | undefined>(lives.list.length).fill(undefined);
    facts.each(guessedBy, (fact, index) => {
      const { event } = fact;
      if (event.kind === 'sandbox.needed' || event.kind === 'sandbox.failed')
        need(podIds(pods, owners.of(index)));
      else if (event.kind === 'sandbox.created') has(podIds(pods, owners.of(index)), event.id);
      else if (event.kind === 'config' && event.op === 'ADD')
        for (const ref of event.pods) need(podIds(pods, lives.find(ref, fact.position)));
      else if (event.kind === 'pleg.event' && event.type === 'ContainerStarted')
        this.follow(pods, fact, this.ofFact(facts, index));
      else if (event.kind === 'pleg.event' && event.type === 'ContainerDied')
        died(podIds(pods, owners.of(index)), event.id);
    });
    for (const pod of pods) if (pod !== undefined) settle(pod);
    for (const known of this.map.values()) {
      if (known.life === undefined || known.isSandbox !== undefined) continue;
      known.isSandbox = false;
      known.isUnclear ||= !known.hasStarted;
    }
  }

  private follow(pods: (PodIds | undefined)[], fact: Fact, known: KnownId | undefined): void {
    if (known?.life === undefined) return;
    known.hasStarted = true;
    const pod = podIds(pods, known.life);
    if (fact.at - pod.since > ONE_RELIST) settle(pod);
    if (pod.started.length === 0) pod.since = fact.at;
    pod.started.push(known);
  }
}

/** What `guessSandboxes` reads. */
const guessedBy: readonly Kind[] = [
  'sandbox.needed',
  'sandbox.failed',
  'sandbox.created',
  'config',
  'pleg.event',
];

/** What `learn` reads. */
const kindsWithIds: readonly Kind[] = [
  'pleg.event',
  'pleg.transition',
  'pleg.finished',
  'container.killed',
  'container.removing',
  'container.started',
  'container.killing',
  'container.preStop',
  'container.asked',
  'container.created',
  'container.image',
  'container.unknown',
  'sample.pod',
  'sandbox.stopFailed',
  'sandbox.created',
  'sandbox.stopped',
  'sandbox.failed',
  'worker.error',
  'network.failed',
  'network.done',
  'network.begun',
  'network.netns',
];

/** What is known of one pod while its events are gone through. */
interface PodIds {
  needs: boolean;
  /** The last of its sandboxes that started. */
  sandbox: string | undefined;
  /** Ids that started in one relist, and when the first of them did. */
  started: KnownId[];
  since: number;
}

/** The lines of one failure follow each other within this time. */
export const SAME_ERROR = 50 * MILLISECOND;

/** Events of one relist follow each other within this time. */
const ONE_RELIST = 300 * MILLISECOND;

function podIds(pods: (PodIds | undefined)[], life: Life | undefined): PodIds {
  const known = life === undefined ? undefined : pods[life.index];
  if (known !== undefined) return known;
  const fresh: PodIds = { needs: false, sandbox: undefined, started: [], since: -Infinity };
  if (life !== undefined) pods[life.index] = fresh;
  return fresh;
}

function need(pod: PodIds): void {
  settle(pod);
  pod.needs = true;
}

function has(pod: PodIds, sandbox: string): void {
  pod.needs = false;
  pod.sandbox = sandbox;
}

/** A pod whose sandbox died needs another, of those that run; one of an older sandbox says nothing. */
function died(pod: PodIds, id: string): void {
  if (pod.started.some((one) => one.id === id)) settle(pod);
  if (pod.sandbox === id) need(pod);
}

/**
 * Decides on the ids of one relist: the last of them is the sandbox when one was needed. Where the pod's sandbox started before the
 * log did, several that start at once may be containers alone.
 */
function settle(pod: PodIds): void {
  const { started } = pod;
  if (started.length === 0) return;
  pod.started = [];
  const known = started.findLast((one) => one.isSandbox === true);
  const last = started.findLast((one) => one.isSandbox === undefined);
  if (known !== undefined) has(pod, known.id);
  else if (last === undefined) return;
  else if (pod.needs) {
    last.isSandbox = true;
    has(pod, last.id);
  } else if (pod.sandbox === undefined && started.length > 1) last.isUnclear = true;
}

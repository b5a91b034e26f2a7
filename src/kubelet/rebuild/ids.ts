// What a long hexadecimal id stands for: sandbox or container, and of which pod. Learned from all lines before anything is folded.
import type { InputId } from '../../base/input.ts';
import { MILLISECOND } from '../../base/time.ts';
import type { KubeletEvent } from '../event.ts';
import { parseNetworkError } from '../evidence/networkError.ts';
import { isKillError } from './clues.ts';
import type { Fact } from './facts.ts';
import type { Life, Lives } from './lives.ts';

export interface KnownId {
  readonly id: string;
  life: Life | undefined;
  isSandbox: boolean | undefined;
  /** Name of the container, where a line told it. */
  name: string | undefined;
  /** The sandbox of a container, where a line told it. */
  sandboxId: string | undefined;
  provedBy: readonly InputId[];
}

/** Digits of an id that tools shorten it to, at the least, and of a whole one. */
const SHORT = 12;
const WHOLE = 64;

export class IdIndex {
  readonly map = new Map<string, KnownId>();
  /** By their first digits, once somebody asks for a shortened one. */
  private byStart: Map<string, KnownId[]> | undefined;
  /** By fact, in their order: the id that the event is about, of events that come often. */
  readonly byFact: (KnownId | undefined)[] = [];
  /** The sandbox that a worker just failed to stop. */
  private stopped: { readonly id: string | undefined; readonly at: number } | undefined;

  constructor(facts: readonly Fact[], lives: Lives) {
    facts.forEach((fact, index) => {
      this.byFact.push(this.learn(fact, lives.owners[index]));
    });
    this.guessSandboxes(facts, lives);
  }

  get(id: string | undefined): KnownId | undefined {
    return id === undefined || id === '' ? undefined : this.map.get(id);
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
  private place(id: string, sandboxId: string): void {
    const known = this.map.get(id);
    const sandbox = this.map.get(sandboxId);
    if (known === undefined) return;
    known.sandboxId ??= sandboxId;
    known.life ??= sandbox?.life;
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
    { input }: Fact,
    owner: Life | undefined,
    isSandbox: boolean | undefined,
    name?: string,
  ): KnownId | undefined {
    if (id === undefined || id === '') return undefined;
    let known = this.map.get(id);
    if (known === undefined) this.map.set(id, (known = newId(id)));
    known.life ??= owner;
    known.isSandbox ??= isSandbox;
    known.name ??= name;
    // A new list takes no more room than it needs: there are many ids.
    if (known.provedBy.length < 3) known.provedBy = [...known.provedBy, input];
    return known;
  }

  private learn(fact: Fact, owner: Life | undefined): KnownId | undefined {
    const { event, at } = fact;
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
        return this.note(event.id, fact, owner, false, event.name);
      case 'container.created':
        this.note(event.sandboxId, fact, owner, true);
        this.note(event.id, fact, owner, false, event.name);
        this.place(event.id, event.sandboxId);
        break;
      case 'sample.pod':
        for (const { id, name } of event.containers) this.note(id, fact, owner, false, name);
        break;
      case 'sandbox.stopFailed':
        this.note(event.id, fact, owner, true);
        if (event.by === 'sync') this.stopped = { id: event.id, at };
        break;
      case 'sandbox.created':
      case 'sandbox.stopped':
      case 'container.unknown':
        return this.note(event.id, fact, owner, true);
      case 'sandbox.failed':
      case 'worker.error':
        this.note(parseNetworkError(event.error)?.sandboxId, fact, owner, true);
        if (event.kind === 'worker.error') this.blame(event.error, owner, at);
        break;
      case 'network.failed':
      case 'network.done':
      case 'network.at':
      case 'network.netns':
        this.note(event.sandboxId, fact, owner, true);
        break;
      default:
        break;
    }
    return undefined;
  }

  /**
   * A pod that was said to need a sandbox, or is new, gets it with the next ids that start; a relist reports containers first and the
   * sandbox last.
   */
  private guessSandboxes(facts: readonly Fact[], lives: Lives): void {
    const pods = new Map<Life, PodIds>();
    facts.forEach((fact, index) => {
      const { event } = fact;
      if (event.kind === 'sandbox.needed' || event.kind === 'sandbox.failed')
        need(podIds(pods, lives.owners[index]));
      else if (event.kind === 'config' && event.op === 'ADD')
        for (const ref of event.pods) need(podIds(pods, lives.find(ref, fact.position)));
      else if (event.kind === 'pleg.event' && event.type === 'ContainerStarted')
        this.follow(pods, fact, this.byFact[index]);
    });
    for (const pod of pods.values()) settle(pod);
    for (const known of this.map.values()) if (known.life !== undefined) known.isSandbox ??= false;
  }

  private follow(pods: Map<Life, PodIds>, fact: Fact, known: KnownId | undefined): void {
    if (known?.life === undefined) return;
    const pod = podIds(pods, known.life);
    if (fact.at - pod.since > ONE_RELIST) settle(pod);
    if (pod.started.length === 0) pod.since = fact.at;
    pod.started.push(known);
  }
}

/** What is known of one pod while its events are gone through. */
interface PodIds {
  needs: boolean;
  /** Ids that started in one relist, and when the first of them did. */
  started: KnownId[];
  since: number;
}

/** The lines of one failure follow each other within this time. */
const SAME_ERROR = 50 * MILLISECOND;

/** Events of one relist follow each other within this time. */
const ONE_RELIST = 300 * MILLISECOND;

function podIds(pods: Map<Life, PodIds>, life: Life | undefined): PodIds {
  const known = life === undefined ? undefined : pods.get(life);
  if (known !== undefined) return known;
  const fresh: PodIds = { needs: false, started: [], since: -Infinity };
  if (life !== undefined) pods.set(life, fresh);
  return fresh;
}

function need(pod: PodIds): void {
  settle(pod);
  pod.needs = true;
}

/** Decides on the ids of one relist: the last of them is the sandbox, when one was needed or several started at once. */
function settle(pod: PodIds): void {
  const { started } = pod;
  pod.started = [];
  if (started.length === 0) return;
  if (started.some((one) => one.isSandbox === true)) pod.needs = false;
  else if (pod.needs || started.length > 1) {
    const last = started.findLast((one) => one.isSandbox === undefined);
    if (last !== undefined) last.isSandbox = true;
    pod.needs = last === undefined;
  }
}

function newId(id: string): KnownId {
  return {
    id,
    life: undefined,
    isSandbox: undefined,
    name: undefined,
    sandboxId: undefined,
    provedBy: [],
  };
}

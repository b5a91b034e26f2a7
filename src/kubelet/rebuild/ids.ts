// What a long hexadecimal id stands for: sandbox or container, and of which pod. Learned from all lines before anything is folded.
import type { InputId } from '../../base/input.ts';
import { MILLISECOND } from '../../base/time.ts';
import type { KubeletEvent, PlegType } from '../event.ts';
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
  readonly provedBy: InputId[];
}

/** Digits of an id that tools shorten it to, at the least, and of a whole one. */
const SHORT = 12;
const WHOLE = 64;

export class IdIndex {
  readonly map = new Map<string, KnownId>();
  /** By their first digits, once somebody asks for a shortened one. */
  private byStart: Map<string, KnownId[]> | undefined;
  /** The sandbox that a worker just failed to stop. */
  private stopped: { readonly id: string | undefined; readonly at: number } | undefined;

  constructor(facts: readonly Fact[], lives: Lives) {
    for (const fact of facts) this.learn(fact, lives);
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

  private learn({ event, input, position, at }: Fact, lives: Lives): void {
    const note = (id: string | undefined, isSandbox: boolean | undefined, name?: string): void => {
      if (id === undefined || id === '') return;
      const life = 'pod' in event ? lives.find(event.pod, position) : undefined;
      const known = this.map.get(id) ?? newId(id);
      this.map.set(id, known);
      known.life ??= life;
      known.isSandbox ??= isSandbox;
      known.name ??= name;
      if (known.provedBy.length < 3) known.provedBy.push(input);
    };
    switch (event.kind) {
      case 'pleg.event':
        if (event.type !== 'PodSync') note(event.id, undefined);
        break;
      case 'pleg.transition':
        note(event.id, undefined);
        break;
      case 'pleg.finished':
      case 'container.killed':
      case 'container.removing':
        note(event.id, false);
        break;
      case 'container.started':
        note(event.id, false);
        break;
      case 'container.killing':
        note(event.id, false, event.name);
        break;
      case 'container.created':
        note(event.sandboxId, true);
        note(event.id, false, event.name);
        this.place(event.id, event.sandboxId);
        break;
      case 'sample.pod':
        for (const { id, name } of event.containers) note(id, false, name);
        break;
      case 'sandbox.stopFailed':
        note(event.id, true);
        if (event.by === 'sync') this.stopped = { id: event.id, at };
        break;
      case 'sandbox.created':
      case 'sandbox.stopped':
      case 'container.unknown':
        note(event.id, true);
        break;
      case 'sandbox.failed':
      case 'worker.error':
        note(parseNetworkError(event.error)?.sandboxId, true);
        if (event.kind === 'worker.error')
          this.blame(event.error, lives.find(event.pod, position), at);
        break;
      case 'network.failed':
      case 'network.done':
      case 'network.at':
      case 'network.netns':
        note(event.sandboxId, true);
        break;
      default:
        break;
    }
  }

  /**
   * A pod that was said to need a sandbox, or is new, gets it with the next ids that start; a relist reports containers first and the
   * sandbox last.
   */
  private guessSandboxes(facts: readonly Fact[], lives: Lives): void {
    const pods = new Map<Life, PodIds>();
    for (const fact of facts) {
      const { event } = fact;
      if (event.kind === 'sandbox.needed' || event.kind === 'sandbox.failed')
        need(podIds(pods, lives.find(event.pod, fact.position, event)));
      else if (event.kind === 'config' && event.op === 'ADD')
        for (const ref of event.pods) need(podIds(pods, lives.find(ref, fact.position)));
      else if (event.kind === 'pleg.event') this.follow(pods, fact, event.type, event.id);
    }
    for (const pod of pods.values()) settle(pod);
    for (const known of this.map.values()) if (known.life !== undefined) known.isSandbox ??= false;
  }

  private follow(pods: Map<Life, PodIds>, fact: Fact, type: PlegType, id: string): void {
    const known = this.map.get(id);
    if (known?.life === undefined) return;
    const pod = podIds(pods, known.life);
    if (type !== 'ContainerStarted') return;
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

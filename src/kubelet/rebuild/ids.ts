// What a long hexadecimal id stands for: sandbox or container, and of which pod. Learned from all lines before anything is folded.
import type { InputId } from '../../base/input.ts';
import type { KubeletEvent } from '../event.ts';
import { parseNetworkError } from '../evidence/networkError.ts';
import type { Fact } from './facts.ts';
import type { Life, Lives } from './lives.ts';

export interface KnownId {
  readonly id: string;
  life: Life | undefined;
  isSandbox: boolean | undefined;
  /** Name of the container, where a line told it. */
  name: string | undefined;
  readonly provedBy: InputId[];
}

export class IdIndex {
  readonly map = new Map<string, KnownId>();

  constructor(facts: readonly Fact[], lives: Lives) {
    for (const fact of facts) this.learn(fact, lives);
    this.guessPairs(facts);
  }

  get(id: string | undefined): KnownId | undefined {
    return id === undefined || id === '' ? undefined : this.map.get(id);
  }

  /** By the id, or its first 12 or more digits. */
  find(text: string): KnownId | undefined {
    const whole = this.map.get(text);
    if (whole !== undefined || text.length < 12) return whole;
    for (const [id, known] of this.map) if (id.startsWith(text)) return known;
    return undefined;
  }

  /** The pod of an event that names it by a container's or a sandbox's id alone. */
  lifeOf(event: KubeletEvent): Life | undefined {
    if ('id' in event) return this.get(event.id)?.life;
    if ('sandboxId' in event) return this.get(event.sandboxId)?.life;
    return undefined;
  }

  private learn({ event, input, position }: Fact, lives: Lives): void {
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
      case 'container.killing':
        note(event.id, false, event.name);
        break;
      case 'sandbox.created':
      case 'sandbox.stopFailed':
      case 'container.unknown':
        note(event.id, true);
        break;
      case 'sandbox.failed':
      case 'worker.error':
        note(parseNetworkError(event.error)?.sandboxId, true);
        break;
      case 'network.failed':
      case 'network.done':
      case 'network.netns':
        note(event.sandboxId, true);
        break;
      default:
        break;
    }
  }

  /** A relist that finds a new pod reports its containers first and the sandbox last: among started ids the one that is alone, or last. */
  private guessPairs(facts: readonly Fact[]): void {
    const started = new Map<Life, { at: number; ids: KnownId[] }>();
    for (const { event, at } of facts) {
      if (event.kind !== 'pleg.event' || event.type !== 'ContainerStarted') continue;
      const known = this.map.get(event.id);
      if (known?.life === undefined) continue;
      const group = started.get(known.life);
      if (group === undefined) started.set(known.life, { at, ids: [known] });
      else if (at - group.at < 300_000) group.ids.push(known);
    }
    for (const { ids } of started.values()) {
      if (ids.some((id) => id.isSandbox === true)) continue;
      const last = ids.at(-1);
      if (last !== undefined) last.isSandbox ??= true;
    }
    for (const known of this.map.values()) if (known.life !== undefined) known.isSandbox ??= false;
  }
}

function newId(id: string): KnownId {
  return { id, life: undefined, isSandbox: undefined, name: undefined, provedBy: [] };
}

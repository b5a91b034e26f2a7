// One object for each pod reference and one string for each id, however many lines near each other name them: a string cut from a line
// keeps the whole line in memory, and most lines name the same few hundred things.
import type { KubeletEvent, PodRef } from '../event.ts';

/** A power of two. What shares its slot with something newer is made anew when it comes again. */
const SLOTS = 16_384;

type Open<T> = { -readonly [K in keyof T]: T[K] };

export class Pool {
  private readonly refs = Array.from({ length: SLOTS }, (): PodRef | undefined => undefined);
  private readonly texts = Array.from({ length: SLOTS }, () => '');

  /** Gives an event that was just read its pod, its id and its error as they were met first; only kinds that come often. */
  share(event: Open<KubeletEvent>): void {
    switch (event.kind) {
      case 'config':
      case 'loop.sync':
        event.pods = event.pods.map((pod) => this.pod(pod));
        break;
      case 'pleg.event':
      case 'pleg.finished':
      case 'pleg.transition':
      case 'container.killing':
        event.pod = this.pod(event.pod);
        event.id = this.text(event.id);
        break;
      case 'container.removing':
      case 'container.unknown':
        event.id = this.text(event.id);
        break;
      case 'worker.error':
        event.pod = this.pod(event.pod);
        event.error = this.text(event.error);
        break;
      case 'runtime.failed':
        event.error = this.text(event.error);
        break;
      case 'probe.failed':
        event.pod = this.pod(event.pod);
        event.output = this.text(event.output);
        break;
      case 'sandbox.needed':
      case 'worker.begin':
      case 'worker.end':
      case 'worker.notified':
      case 'mention':
      case 'volumes.cleaned':
      case 'pod.started':
        event.pod = this.pod(event.pod);
        break;
      default:
        break;
    }
  }

  private pod(ref: PodRef): PodRef {
    const slot = slotOf(ref.uid ?? ref.name ?? '');
    const known = this.refs[slot];
    if (known !== undefined && isSame(known, ref)) return known;
    return (this.refs[slot] = ref);
  }

  private text(text: string): string {
    const slot = slotOf(text);
    const known = this.texts[slot];
    return known === text ? known : (this.texts[slot] = text);
  }
}

/** Ids differ from their first digit on, names of pods at their end. */
function slotOf(text: string): number {
  let hash = text.length;
  for (let i = Math.min(6, hash) - 1; i >= 0; i--)
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  for (let i = Math.max(0, text.length - 8); i < text.length; i++)
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

function isSame(one: PodRef, other: PodRef): boolean {
  return one.name === other.name && one.namespace === other.namespace && one.uid === other.uid;
}

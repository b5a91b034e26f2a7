// One object for each pod reference and one string for each id, however many lines name them: a string cut from a line keeps the
// whole line in memory, and most lines name the same few hundred things.
import type { KubeletEvent, PodRef } from '../event.ts';

export class Pool {
  private readonly refs = new Map<string, Map<string, PodRef>>();
  private readonly texts = new Map<string, string>();

  /** The event with its pod, its id and its error as they were met first; only kinds that come often. */
  share(event: KubeletEvent): KubeletEvent {
    switch (event.kind) {
      case 'config':
      case 'loop.sync':
        return { ...event, pods: event.pods.map((pod) => this.pod(pod)) };
      case 'pleg.event':
        return { ...event, pod: this.pod(event.pod), id: this.text(event.id) };
      case 'pleg.finished':
        return { ...event, pod: this.pod(event.pod), id: this.text(event.id) };
      case 'pleg.transition':
        return { ...event, pod: this.pod(event.pod), id: this.text(event.id) };
      case 'container.killing':
        return { ...event, pod: this.pod(event.pod), id: this.text(event.id) };
      case 'container.removing':
        return { kind: event.kind, id: this.text(event.id) };
      case 'container.unknown':
        return { kind: event.kind, id: this.text(event.id) };
      case 'sandbox.needed':
        return { ...event, pod: this.pod(event.pod) };
      case 'worker.error':
        return { ...event, pod: this.pod(event.pod), error: this.text(event.error) };
      case 'runtime.failed':
        return { ...event, error: this.text(event.error) };
      case 'worker.begin':
      case 'worker.end':
        return { ...event, pod: this.pod(event.pod) };
      case 'worker.notified':
        return { ...event, pod: this.pod(event.pod) };
      case 'mention':
      case 'volumes.cleaned':
        return { kind: event.kind, pod: this.pod(event.pod) };
      case 'pod.started':
        return { ...event, pod: this.pod(event.pod) };
      case 'probe.failed':
        return { ...event, pod: this.pod(event.pod), output: this.text(event.output) };
      default:
        return event;
    }
  }

  private pod(ref: PodRef): PodRef {
    const first = ref.uid ?? ref.namespace ?? '';
    const second = ref.name ?? '';
    const near = this.refs.get(first) ?? new Map<string, PodRef>();
    const known = near.get(second);
    if (known !== undefined && known.namespace === ref.namespace && known.uid === ref.uid)
      return known;
    near.set(second, ref);
    this.refs.set(first, near);
    return ref;
  }

  private text(text: string): string {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    this.texts.set(text, text);
    return text;
  }
}

// One object for each pod reference and one string for each id, however many lines near each other name them: a string cut from a line
// keeps the whole line in memory, and most lines name the same few hundred things. Both are numbered.
import type { KubeletEvent, PodRef } from '../../event.ts';
import { byKey, hexId, podList, type PodRefs } from '../../evidence/reference.ts';

/** A power of two. What shares its slot with something newer is made anew when it comes again. */
const SLOTS = 16_384;

/** As a number: the event names several. */
export const SEVERAL = 0xffff_ffff;

type Open<T> = { -readonly [K in keyof T]: T[K] };

interface PodList {
  readonly text: string;
  readonly pods: readonly PodRef[];
  /** Of the only pod; `SEVERAL`, or 0 for none. */
  readonly number: number;
}

/** What a table of facts asks of its pool. */
export interface FactPool {
  /** By number, from 1. */
  readonly pods: readonly PodRef[];
  readonly ids: readonly string[];
  readonly podNumber: number;
  readonly idNumber: number;
  share(event: KubeletEvent): void;
}

const nobody: PodRef = { uid: undefined, namespace: undefined, name: undefined };

export class Pool implements PodRefs, FactPool {
  /** By number, from 1; one reference may have several numbers. */
  readonly pods: PodRef[] = [nobody];
  readonly ids: string[] = [''];
  /** Of the event that was shared last: the number of its pod, of its id; 0 when it names none. */
  podNumber = 0;
  idNumber = 0;
  private readonly podSlots = new Uint32Array(SLOTS);
  private readonly idSlots = new Uint32Array(SLOTS);
  private readonly texts = new Array<string>(SLOTS).fill('');
  /** By slot: the words that a reference was read from last, and its number. */
  private readonly keys = new Array<string | undefined>(SLOTS).fill(undefined);
  private readonly uids = new Array<string | undefined>(SLOTS).fill(undefined);
  private readonly read = new Uint32Array(SLOTS);
  /** The number that `key` gave last. */
  private given = 0;
  /** By number whether it was found to be one as `hexId` says. */
  private readonly areHex: boolean[] = [false];
  /** The number that `id` gave last. */
  private givenId = 0;
  /** By slot: lists as they were read from a text of their own. */
  private readonly lists = new Array<PodList | undefined>(SLOTS).fill(undefined);
  /** What `list` gave last. */
  private givenList: PodList | undefined;

  /** As `byKey`, but the same object for the same words. */
  key(text: string | undefined, uid: string | undefined): PodRef {
    const isWhole = uid !== undefined && text !== undefined;
    const slot = isWhole ? beside(slotOf(uid)) : slotOf(uid ?? text ?? '');
    if (this.keys[slot] !== text || this.uids[slot] !== uid || this.read[slot] === 0) {
      this.keys[slot] = text;
      this.uids[slot] = uid;
      this.read[slot] = this.numberOf(byKey(text, uid));
    }
    this.given = this.read[slot] ?? 0;
    return this.pods[this.given] ?? nobody;
  }

  /** As `podList`, but the same list for the same words. */
  list(value: string | undefined): readonly PodRef[] {
    if (value === undefined) return [];
    const slot = slotOf(value);
    let list = this.lists[slot];
    if (list?.text !== value) {
      const numbers = podList(value).map((ref) => this.numberOf(ref));
      const pods = numbers.map((number) => this.pods[number] ?? nobody);
      const [only = 0] = numbers;
      this.lists[slot] = list = { text: value, pods, number: pods.length > 1 ? SEVERAL : only };
    }
    this.givenList = list;
    return list.pods;
  }

  /** As `hexId`, but the same string for the same digits. */
  id(text: string): string {
    const known = this.idSlots[slotOf(text)] ?? 0;
    if (this.areHex[known] === true && this.ids[known] === text) this.givenId = known;
    else if (hexId(text) === '') return '';
    else {
      this.givenId = this.numberOfId(text);
      this.areHex[this.givenId] = true;
    }
    return this.ids[this.givenId] ?? text;
  }

  /** Gives an event that was just read its pods, and what kinds that come often hold, as they were met first. */
  share(event: Open<KubeletEvent>): void {
    this.podNumber = 0;
    this.idNumber = 0;
    switch (event.kind) {
      case 'pleg.event':
      case 'pleg.finished':
      case 'pleg.transition':
      case 'container.killing':
      case 'container.preStop':
        event.pod = this.pod(event.pod);
        event.id = this.oneId(event.id);
        break;
      case 'sandbox.needed':
      case 'loop.probe':
      case 'pod.started':
      case 'volumes.cleaned':
        event.pod = this.pod(event.pod);
        break;
      case 'config':
        this.shareList(event);
        break;
      case 'container.removing':
      case 'container.unknown':
        event.id = this.oneId(event.id);
        break;
      case 'worker.error':
      case 'podKiller.failed':
        event.pod = this.pod(event.pod);
        event.error = this.text(event.error);
        break;
      case 'runtime.failed':
        event.error = this.text(event.error);
        break;
      case 'sandbox.stopFailed':
        if (event.error !== undefined) event.error = this.text(event.error);
        break;
      case 'network.failed':
        event.pod = this.pod(event.pod);
        event.error = this.text(event.error);
        break;
      case 'probe.failed':
        event.pod = this.pod(event.pod);
        event.probe = this.text(event.probe);
        event.container = this.text(event.container);
        event.output = this.text(event.output);
        break;
      default:
        this.shareRest(event);
        break;
    }
  }

  private shareRest(event: Open<KubeletEvent>): void {
    if ('pod' in event) event.pod = this.pod(event.pod);
    else if ('pods' in event) this.shareList(event);
  }

  private shareList(event: { pods: readonly PodRef[] }): void {
    if (event.pods !== this.givenList?.pods) {
      event.pods = event.pods.map((pod) => this.pod(pod));
      if (event.pods.length > 1) this.podNumber = SEVERAL;
    } else this.podNumber = this.givenList.number;
  }

  private pod(ref: PodRef): PodRef {
    if (ref !== this.pods[this.given]) this.given = this.numberOf(ref);
    this.podNumber = this.given;
    return this.pods[this.given] ?? ref;
  }

  private numberOf(ref: PodRef): number {
    const { uid, namespace, name } = ref;
    const isWhole = uid !== undefined && name !== undefined;
    const slot = isWhole ? beside(slotOf(uid)) : slotOf(uid ?? name ?? '');
    const known = this.podSlots[slot] ?? 0;
    if (known !== 0 && isSame(this.pods[known] ?? nobody, ref)) return known;
    this.pods.push({ uid, namespace: namespace && this.text(namespace), name });
    return (this.podSlots[slot] = this.pods.length - 1);
  }

  private oneId(id: string): string {
    if (id === '') return id;
    if (id !== this.ids[this.givenId]) this.givenId = this.numberOfId(id);
    this.idNumber = this.givenId;
    return this.ids[this.givenId] ?? id;
  }

  private numberOfId(id: string): number {
    const slot = slotOf(id);
    const known = this.idSlots[slot] ?? 0;
    if (this.ids[known] === id) return known;
    this.ids.push(id);
    this.areHex.push(false);
    return (this.idSlots[slot] = this.ids.length - 1);
  }

  private text(text: string): string {
    const slot = slotOf(text);
    const known = this.texts[slot];
    return known === text ? known : (this.texts[slot] = text);
  }
}

/** Numbers the pods and ids of a few facts that were shared before. */
export class SmallPool implements FactPool {
  readonly pods: PodRef[] = [nobody];
  readonly ids: string[] = [''];
  podNumber = 0;
  idNumber = 0;
  private readonly places = new Map<unknown, number>([['', 0]]);

  share(event: KubeletEvent): void {
    const refs = 'pods' in event ? event.pods : 'pod' in event ? [event.pod] : [];
    const [only] = refs;
    const { pods, ids, places } = this;
    this.podNumber = refs.length > 1 ? SEVERAL : only === undefined ? 0 : place(pods, places, only);
    this.idNumber = hasNumberedId(event) ? place(ids, places, event.id) : 0;
  }
}

/** Where something stands in a list, at whose end it is put when it is new. */
function place<T>(list: T[], places: Map<unknown, number>, one: T): number {
  const known = places.get(one) ?? list.push(one) - 1;
  places.set(one, known);
  return known;
}

type WithNumberedId = Extract<
  KubeletEvent,
  {
    kind:
      | 'pleg.event'
      | 'pleg.finished'
      | 'pleg.transition'
      | 'container.killing'
      | 'container.preStop'
      | 'container.removing'
      | 'container.unknown';
  }
>;

const withNumberedId: ReadonlySet<string> = new Set<WithNumberedId['kind']>([
  'pleg.event',
  'pleg.finished',
  'pleg.transition',
  'container.killing',
  'container.preStop',
  'container.removing',
  'container.unknown',
]);

function hasNumberedId(event: KubeletEvent): event is WithNumberedId {
  return withNumberedId.has(event.kind);
}

/** Lines that name a pod by its UID alone and others with its name come in turns: they would push each other out of one slot. */
function beside(slot: number): number {
  return slot ^ (SLOTS >> 1);
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

// Identities first: which pod a fact is about. A name may have several lives, a life one UID; at v=2 the UID shows seconds after
// the name. Static pods share their name with a mirror pod of the API, which is no life of its own.
import type { InputId } from '../../base/input.ts';
import type { KubeletEvent, PodRef } from '../event.ts';
import type { Fact } from './fact.ts';
import type { FactTable } from './factTable.ts';
import { isNamed, type Named, NameMap } from './nameMap.ts';
import { SEVERAL } from './pool.ts';

/** One pod, from its ADD to its end, over restarts of the kubelet. */
export interface Life {
  readonly namespace: string;
  readonly name: string;
  /** Its place in `Lives.list`. */
  readonly index: number;
  /** All lives of its name, in the order in which they began. */
  readonly namesakes: readonly Life[];
  /** Counts the lives of one name, from 1. */
  readonly number: number;
  uid: string | undefined;
  uidProvedBy: InputId | undefined;
  /** `api`, `file`, `http`; undefined when the tape begins later. */
  source: string | undefined;
  sourceProvedBy: InputId | undefined;
  /** UID of the API's mirror of a static pod. */
  mirrorUid: string | undefined;
  /** Tape position from which the name means this life. */
  readonly from: number;
  /** Position of its REMOVE. */
  removed: number | undefined;
  /** Its directory was cleaned up: no source has it any more, though its REMOVE may have come while no kubelet ran. */
  cleaned: boolean;
  /** DELETE lines; with two of them it was over before its REMOVE. */
  deletes: number;
  /** Position of the first container or sandbox that started. */
  firstStart: number | undefined;
  /** Of a static pod that another replaces, position of the line with which it begins to make its sandbox. */
  firstNeed: number | undefined;
}

export function lifeKey(life: Life): string {
  return life.uid ?? nameKey(life);
}

export function nameKey(life: Life): string {
  return `${life.namespace}/${life.name}#${life.number}`;
}

/** Events that only a live pod, or one that is being ended, can cause: they tell lives of one name apart. */
const ofTheDying: ReadonlySet<string> = new Set([
  'container.killing',
  'container.preStop',
  'container.killed',
  'volumes.cleaned',
  'volumes.pathGone',
  'worker.terminated',
  'worker.finished',
  'worker.stopped',
  'worker.forgotten',
  'worker.grace',
  'volume',
]);

export class Lives {
  readonly list: Life[] = [];
  private readonly byUid = new Map<string, Life>();
  private readonly byName = new NameMap<Life[]>();
  private readonly names = new Map<string, Named>();
  private readonly staticNames = new NameMap<true>();

  constructor(facts: FactTable) {
    this.learn(facts);
    this.openAll(facts);
    this.findNeeds(facts);
  }

  /** The life a reference means at a position; the event tells lives of one name apart that overlap. */
  find(ref: PodRef, position: number, event?: KubeletEvent): Life | undefined {
    if (ref.uid !== undefined) {
      const known = this.byUid.get(ref.uid);
      if (known !== undefined) return known;
    }
    return this.meant(this.named(ref, position), event, position);
  }

  /** Of the lives of one name, that of an event which calls it by its name alone: `life`, or the one before. */
  meant(
    life: Life | undefined,
    event: KubeletEvent | undefined,
    position: number,
  ): Life | undefined {
    if (event?.kind !== 'sandbox.needed') return life;
    if (event.need === 'notReady') return this.startedOf(life, position);
    const older = this.olderOf(life);
    return older?.firstNeed === position ? older : life;
  }

  /** A sandbox that is no longer ready is not that of a pod that waits to start, but of the older pod that it waits for. */
  private startedOf(life: Life | undefined, position: number): Life | undefined {
    for (let one = life; one !== undefined; one = this.olderOf(one)) {
      if ((one.firstStart ?? Infinity) <= position) return one.deletes < 2 ? one : life;
    }
    return life;
  }

  /** The life of the same name before this one, when it was removed without the two DELETE lines of a graceful end. */
  olderOf(life: Life | undefined): Life | undefined {
    if (life === undefined) return undefined;
    const older = life.namesakes[life.namesakes.indexOf(life) - 1];
    return older?.removed === undefined ? undefined : older;
  }

  /** Whether a config line is about the mirror pod of a static pod. */
  isMirror(ref: PodRef, source: string): boolean {
    return source === 'api' && this.isStatic(ref);
  }

  byId(uid: string): Life | undefined {
    return this.byUid.get(uid);
  }

  /** Pass one: names of UIDs, and which names are static pods. */
  private learn(facts: FactTable): void {
    facts.each(['config', 'sample.pod'], ({ event }) => {
      if (event.kind === 'config' && isStatic(event.source))
        for (const pod of event.pods) this.staticNames.set(pod, true);
      if (event.kind === 'sample.pod' && isStatic(event.source))
        this.staticNames.set(event.pod, true);
    });
    // What was said last of a UID holds: it is met first from the end.
    const isLearned = new Uint8Array(facts.pool.pods.length);
    for (let index = facts.length - 1; index >= 0; index--) {
      const number = facts.podAt(index);
      if (number === SEVERAL) for (const ref of podsOf(facts.list[index])) this.learnName(ref);
      else if (number !== 0 && isLearned[number] === 0) {
        isLearned[number] = 1;
        this.learnName(facts.pool.pods[number]);
      }
    }
  }

  private learnName(ref: PodRef | undefined): void {
    if (ref?.uid !== undefined && isNamed(ref) && !this.names.has(ref.uid))
      this.names.set(ref.uid, ref);
  }

  /** Once a reference means a life, a mere mention of it tells nothing new. */
  private openAll(facts: FactTable): void {
    const isMet = new Uint8Array(facts.pool.pods.length);
    const tellsMore = facts.flags(['config', 'pleg.event', 'sample.pod', 'volumes.cleaned']);
    for (let index = 0; index < facts.length; index++) {
      const number = facts.podAt(index);
      if (number === 0) continue;
      if (isMet[number] === 1 && tellsMore[facts.codeAt(index)] === 0) continue;
      const fact = facts.list[index];
      if (fact === undefined) continue;
      this.open(fact);
      if (number !== SEVERAL && this.isKnown(facts.pool.pods[number])) isMet[number] = 1;
    }
  }

  /** A static pod that is replaced as soon as it has come still makes its sandbox; the other one waits. */
  private findNeeds(facts: FactTable): void {
    const isReplaced = ({ source, namesakes }: Life): boolean =>
      isStatic(source) && namesakes.length > 1;
    if (!this.list.some(isReplaced)) return;
    facts.each(['sandbox.needed'], ({ event, position }) => {
      if (event.kind !== 'sandbox.needed' || event.need !== 'none') return;
      const life = this.named(event.pod, position);
      if (life === undefined || !isReplaced(life)) return;
      const older = this.olderOf(life);
      const isOlder =
        older !== undefined &&
        older.firstNeed === undefined &&
        (older.firstStart ?? Infinity) > position &&
        // What had to wait itself has never begun.
        this.olderOf(older) === undefined;
      (isOlder ? older : life).firstNeed ??= position;
    });
  }

  private isKnown(ref: PodRef | undefined): boolean {
    if (ref?.uid !== undefined) return this.byUid.has(ref.uid);
    return ref !== undefined && this.namesakes(ref) !== undefined;
  }

  /** All lives of a name, in the order in which they began. */
  namesakes(ref: PodRef): readonly Life[] | undefined {
    return this.byName.get(ref);
  }

  /** Whether a name is that of a static pod. */
  isStatic(ref: PodRef): boolean {
    return this.staticNames.get(ref) === true;
  }

  /** Pass two, in order: config lines open and close lives, everything else ties UIDs to them. */
  private open(fact: Fact): void {
    const { event, position } = fact;
    if (event.kind === 'config') {
      for (const ref of event.pods) {
        if (this.isMirror(ref, event.source)) continue;
        if (event.op === 'ADD') this.add(ref, fact, event.source);
        else if (event.op === 'REMOVE') this.remove(ref, fact);
        else this.tie(ref, fact);
        const life = event.op === 'DELETE' ? this.find(ref, position) : undefined;
        if (life !== undefined) life.deletes++;
      }
      return;
    }
    if ('pods' in event) for (const ref of event.pods) this.meet(ref, fact);
    else if ('pod' in event) this.meet(event.pod, fact);
  }

  /** A line that is no config line names a pod. */
  private meet(ref: PodRef, fact: Fact): void {
    const { event, position } = fact;
    if (ref.uid === undefined) {
      const isNew = isNamed(ref) && this.named(ref, position) === undefined;
      if (isNew && opensLife(fact)) this.begin(ref, undefined, fact, undefined);
      return;
    }
    const life = this.tie(ref, fact);
    if (life === undefined) return;
    if (event.kind === 'pleg.event' && event.type === 'ContainerStarted')
      life.firstStart ??= position;
    if (event.kind === 'sample.pod') sourced(life, event.source, fact);
    if (event.kind === 'volumes.cleaned' && this.staticNames.get(life) !== true)
      life.cleaned = true;
  }

  private add(ref: PodRef, fact: Fact, source: string): void {
    if (!isNamed(ref)) return;
    const last = this.byName.get(ref)?.at(-1);
    const same = last !== undefined && last.removed === undefined && !last.cleaned;
    if (same && (ref.uid === undefined || last.uid === undefined || last.uid === ref.uid)) {
      last.source ??= source;
      last.sourceProvedBy ??= fact.input;
      if (ref.uid !== undefined) this.give(last, ref.uid, fact);
      return;
    }
    if (ref.uid !== undefined && this.byUid.has(ref.uid)) return;
    this.begin(ref, ref.uid, fact, source);
  }

  private remove(ref: PodRef, fact: Fact): void {
    this.tie(ref, fact);
    const life = this.find(ref, fact.position);
    if (life !== undefined) life.removed = fact.position;
  }

  /** Ties the UID of a reference to a life of its name; the life that has the UID then. */
  private tie(ref: PodRef, fact: Fact): Life | undefined {
    const { uid } = ref;
    const known = uid === undefined ? undefined : this.byUid.get(uid);
    if (known !== undefined) return known;
    const named = uid === undefined ? undefined : this.names.get(uid);
    const full = {
      uid,
      namespace: ref.namespace ?? named?.namespace,
      name: ref.name ?? named?.name,
    };
    if (!isNamed(full)) {
      if (uid !== undefined && provesWorker(fact)) this.begin(nameless, uid, fact, undefined);
    } else {
      const life = this.choose(full, fact);
      if (life !== undefined && uid !== undefined) this.give(life, uid, fact);
      if (life === undefined && opensLife(fact)) this.begin(full, uid, fact, undefined);
    }
    return uid === undefined ? undefined : this.byUid.get(uid);
  }

  /** Which life of a name a new UID belongs to: the newest without one, or the one before when the line is about an end. */
  private choose(ref: PodRef, fact: Fact): Life | undefined {
    const { uid } = ref;
    const lives = this.byName.get(ref) ?? [];
    const last = lives.at(-1);
    if (uid === undefined || last === undefined) return last;
    if (this.staticNames.get(ref) === true && uid.length === 36 && last.source !== 'api')
      return last;
    const before = lives.at(-2);
    if (last.uid === undefined) {
      const dying =
        ofTheDying.has(fact.event.kind) ||
        (fact.event.kind === 'pleg.event' && fact.event.type === 'ContainerDied');
      return dying && before !== undefined && before.uid === undefined ? before : last;
    }
    if (before !== undefined && before.uid === undefined) return before;
    return undefined;
  }

  private give(life: Life, uid: string, fact: Fact): void {
    const mirror = uid.length === 36 && this.staticNames.get(life) === true;
    if (mirror) life.mirrorUid = uid;
    else if (life.uid === undefined) {
      life.uid = uid;
      life.uidProvedBy = fact.input;
    }
    this.byUid.set(uid, life);
  }

  private begin(ref: Named, uid: string | undefined, fact: Fact, source: string | undefined): void {
    const namesakes = this.byName.get(ref);
    const life: Life & { namesakes: readonly Life[] } = {
      namespace: ref.namespace,
      name: ref.name,
      index: this.list.length,
      namesakes: namesakes ?? none,
      number: (namesakes?.length ?? 0) + 1,
      uid: undefined,
      uidProvedBy: undefined,
      source,
      sourceProvedBy: source === undefined ? undefined : fact.input,
      mirrorUid: undefined,
      from: fact.position,
      removed: undefined,
      cleaned: false,
      deletes: 0,
      firstStart: undefined,
      firstNeed: undefined,
    };
    this.list.push(life);
    // A list that begins with it has no room to spare: most names have one life.
    if (namesakes === undefined) {
      const alone = [life];
      life.namesakes = alone;
      this.byName.set(ref, alone);
    } else namesakes.push(life);
    if (uid !== undefined) this.give(life, uid, fact);
  }

  private named(ref: PodRef, position: number): Life | undefined {
    const lives = this.byName.get(ref);
    return lives === undefined ? undefined : lifeAt(lives, position);
  }
}

/** Of the lives of one name the one that it means at a position. */
export function lifeAt(lives: readonly Life[], position: number): Life | undefined {
  for (let i = lives.length - 1; i >= 0; i--) {
    const life = lives[i];
    if (life !== undefined && life.from <= position) return life;
  }
  return lives[0];
}

function isStatic(source: string | undefined): boolean {
  return source === 'file' || source === 'http';
}

/** The pods that a fact names, the last one first. */
function podsOf(fact: Fact | undefined): readonly PodRef[] {
  return fact !== undefined && 'pods' in fact.event ? fact.event.pods.toReversed() : [];
}

function sourced(life: Life, source: string | undefined, fact: Fact): void {
  if (source === undefined || life.source !== undefined) return;
  life.source = source;
  life.sourceProvedBy = fact.input;
}

const none: readonly Life[] = [];

/** Of a worker whose pod no line names. */
const nameless: Named = { namespace: '', name: '' };

function provesWorker(fact: Fact): boolean {
  return fact.event.kind.startsWith('worker.');
}

/** A mere mention, or a dead pod that a new kubelet finds, opens no life. */
function opensLife(fact: Fact): boolean {
  const { kind } = fact.event;
  return ![
    'mention',
    'container.image',
    'pleg.finished',
    'pleg.transition',
    'volumes.cleaned',
    'volumes.pathGone',
    'network.failed',
    'network.done',
    'network.at',
    'mirror',
  ].includes(kind);
}

// Identities first: which pod a fact is about. A name may have several lives, a life one UID; at v=2 the UID shows seconds after
// the name. Static pods share their name with a mirror pod of the API, which is no life of its own.
import type { KubeletEvent, PodRef, VolumeStep } from '../../event.ts';
import type { Fact } from '../facts/fact.ts';
import type { FactTable } from '../facts/factTable.ts';
import { isStatic, itself, type Life, lifeAt, wasNeverStarted } from './life.ts';
import { isNamed, type Named, NameMap } from './nameMap.ts';
import { SEVERAL } from '../facts/pool.ts';

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
]);

function isOfTheDying(event: KubeletEvent): boolean {
  if (event.kind === 'pleg.event') return event.type === 'ContainerDied';
  if (event.kind === 'volume') return !mounts.has(event.step);
  return ofTheDying.has(event.kind);
}

const mounts: ReadonlySet<VolumeStep> = new Set(['attached', 'mountStarted', 'mounted']);

/** What is asked of lives once all facts are tied to them. */
export type KnownLives = Pick<Lives, 'find' | 'byId'>;

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
      const known = this.byId(ref.uid);
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
    if (life !== undefined && isStatic(life.source) && wasNeverStarted(life, position))
      return older ?? life;
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
    const older = life.namesakes[life.number - 2];
    return older?.removed === undefined ? undefined : itself(older);
  }

  /** Whether a config line is about the mirror pod of a static pod. */
  isMirror(ref: PodRef, source: string): boolean {
    return source === 'api' && this.isStatic(ref);
  }

  byId(uid: string): Life | undefined {
    const life = this.byUid.get(uid);
    return life === undefined ? undefined : itself(life);
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
      const isOld = isMet[number] === 1;
      if (isOld && tellsMore[facts.codeAt(index)] === 0) continue;
      const fact = facts.list[index];
      if (fact === undefined) continue;
      this.open(fact);
      if (isOld || number === SEVERAL) continue;
      if (this.isKnown(facts.pool.pods[number])) isMet[number] = 1;
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
      if (life === undefined || !isReplaced(life) || wasNeverStarted(life, position)) return;
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
    if (event.kind === 'pleg.event') {
      life.looped = position;
      const isStart = event.type === 'ContainerStarted';
      if (isStart) life.firstStart ??= position;
      if (ref.uid === life.uid) this.comeBack(life, position, isStart);
    }
    if (event.kind === 'volumes.cleaned') life.emptied = position;
    if (event.kind === 'sample.pod') sourced(life, event.source, fact);
    if (event.kind === 'volumes.cleaned' && this.staticNames.get(life) !== true)
      life.cleaned = true;
  }

  /**
   * A start of a static pod that had been removed, or a death after its directory was gone: the same manifest is there again, with the
   * same UID, for the sync loop tells of pods alone that it has (syncLoopIteration in pkg/kubelet/kubelet.go). Then the newest life of
   * its name, which has shown no UID, is this one.
   */
  private comeBack(life: Life, position: number, isStart: boolean): void {
    const { emptied = -1, namesakes } = life;
    const last = namesakes.at(-1);
    if (last === undefined || itself(last) === life || last.uid !== undefined) return;
    const removed = namesakes.findLast((one) => itself(one) === life)?.removed ?? Infinity;
    const isBack = last.from > removed && last.from < position && (isStart || emptied > removed);
    if (!isBack || !this.isStatic(life)) return;
    last.same = life;
    life.returns = true;
  }

  private add(ref: PodRef, fact: Fact, source: string): void {
    if (!isNamed(ref)) return;
    const last = this.byName.get(ref)?.at(-1);
    const same = last !== undefined && last.removed === undefined && !last.cleaned;
    if (same && (ref.uid === undefined || last.uid === undefined || last.uid === ref.uid)) {
      last.source ??= source;
      last.sourceProvedBy ??= fact.input;
      last.listed = fact;
      if (ref.uid !== undefined) this.give(last, ref.uid, fact);
      return;
    }
    if (ref.uid !== undefined && this.byUid.has(ref.uid)) return;
    this.begin(ref, ref.uid, fact, source);
  }

  private remove(ref: PodRef, fact: Fact): void {
    this.tie(ref, fact);
    const life = this.find(ref, fact.position);
    const newest = life?.namesakes.at(-1);
    const own = newest?.same === life ? newest : life;
    if (own !== undefined) own.removed = fact.position;
  }

  /** Ties the UID of a reference to a life of its name; the life that has the UID then. */
  private tie(ref: PodRef, fact: Fact): Life | undefined {
    const { uid } = ref;
    const known = uid === undefined ? undefined : this.byId(uid);
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
      if (life === undefined && opensLife(fact)) this.beginListed(full, uid, fact);
    }
    return uid === undefined ? undefined : this.byId(uid);
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
    // What seemed to have come back was late news of the old one.
    last.same = undefined;
    if (last.uid === undefined)
      return before?.uid === undefined && isOfTheDying(fact.event) ? (before ?? last) : last;
    if (before?.uid !== undefined || before === undefined) return undefined;
    // What left its source before a new process listed the name starts nothing any more.
    const isPast = (last.listed?.position ?? -1) > (before.removed ?? Infinity);
    return isPast && !isOfTheDying(fact.event) ? undefined : before;
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

  /**
   * A new UID of a name that a new process had listed: another pod was made under that name while no kubelet ran, and the ADD was its own.
   * Unless the sync loop has known the older UID since, which it does of pods alone that it was given.
   */
  private beginListed(ref: Named, uid: string | undefined, fact: Fact): void {
    const last = this.byName.get(ref)?.at(-1);
    const add = last?.listed;
    if (
      uid === undefined ||
      last === undefined ||
      add === undefined ||
      last.looped > add.position
    ) {
      this.begin(ref, uid, fact, undefined);
      return;
    }
    last.removed = add.position;
    this.begin(ref, undefined, add, last.source);
    const life = last.namesakes.at(-1);
    if (life !== undefined) this.give(life, uid, fact);
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
      emptied: undefined,
      listed: undefined,
      looped: -1,
      same: undefined,
      returns: false,
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

export function provesWorker(fact: Fact): boolean {
  return fact.event.kind.startsWith('worker.');
}

/** A mere mention, or a dead pod that a new kubelet finds, opens no life. */
export function opensLife(fact: Fact): boolean {
  const { kind } = fact.event;
  return ![
    'mention',
    'pod.recreated',
    'pod.status',
    'status.generated',
    'container.image',
    'pleg.finished',
    'pleg.transition',
    'volumes.cleaned',
    'volumes.pathGone',
    'network.failed',
    'network.done',
    'network.begun',
    'podKiller.killing',
    'podKiller.failed',
    'mirror',
  ].includes(kind);
}

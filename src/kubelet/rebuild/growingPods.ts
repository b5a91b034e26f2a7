// The pods of a tape that grows at its end. Lines that came make those pods anew whose names or ids they give, and time those that still
// wait for something; all others stay as they are. Where what came tells something of lines that were read before it, or of all pods, all
// of them are made anew.
import { noteStep } from '../../base/difference.ts';
import { exchanged } from '../../base/exchanged.ts';
import type { KubeletEvent, PodRef } from '../event.ts';
import { parseNetworkError } from '../evidence/networkError.ts';
import { type Fact, isKillError } from './facts/fact.ts';
import { FactTable } from './facts/factTable.ts';
import { SEVERAL, SmallPool } from './facts/pool.ts';
import { type KnownIds, SAME_ERROR } from './identity/ids.ts';
import type { Life } from './identity/life.ts';
import { type KnownLives, opensLife, provesWorker } from './identity/lives.ts';
import { isNamed, type Named } from './identity/nameMap.ts';
import type { TiedLife } from './identity/tied.ts';
import { isOfTry, type RebuiltOperation } from './pod/network.ts';
import { pullKinds } from './pod/pulls.ts';
import type { PastOf, RebuiltPod } from './pod/rebuiltPod.ts';
import { rebuildPods, type RebuiltPods, type Shared, type TiedPods } from './pods.ts';
import { isForgotten, linesOf, ofPods, settlesAt } from './prefix.ts';
import { newsOf, otherSpansFrom, traitsOf } from './traits.ts';

/** The pods of one name. */
interface Family {
  /** In which order names were met. */
  readonly order: number;
  /** The lines about them; undefined while they are as they were made together with all others. */
  lines: readonly Fact[] | undefined;
  /** Those that they were made with. */
  pods: TiedPods;
  members: readonly OnePod[];
  /** Whether some of the network's operations are theirs. */
  isOnNetwork: boolean;
  /** From this time on they stay as they are while no line comes (µs), and before it while nothing is told of all pods and `pods` hold. */
  settlesAt: number;
}

interface OnePod {
  /** In the order of all. */
  place: number;
  readonly family: Family;
  readonly tied: TiedLife;
  readonly told: RebuiltPods['told'][number];
}

interface OneOperation {
  readonly family: Family | undefined;
  readonly rebuilt: RebuiltOperation;
}

/** So many facts are gone through in no time. */
const FEW = 5_000;

export class GrowingPods {
  private made: Grown | undefined;
  /** How often all of them were made. */
  times = 0;

  /** As `rebuildPods` makes them. `table` may be the one of the last call with other facts at its end: the last answer is not to be asked then. */
  rebuild(table: FactTable, shared: Shared, pastOf: PastOf): RebuiltPods {
    const { made } = this;
    if (made?.grow(table, shared, pastOf) === true) return made.pods;
    this.times++;
    this.made = new Grown(table, shared, pastOf);
    return this.made.pods;
  }
}

class Grown {
  private readonly table: FactTable;
  /** How many facts there were when all pods were made, and those pods. */
  private readonly count: number;
  private readonly last: Fact | undefined;
  private readonly base: TiedPods;
  private shared: Shared;
  private traits: string;
  private news: string;
  private pastOf: PastOf;
  private names: Names | undefined;
  private readonly since: { readonly fact: Fact; readonly homes: readonly Family[] }[] = [];
  private all: OnePod[] = [];
  private list: RebuiltPods['pods'];
  private readonly byLife = new Map<Life, OnePod>();
  private operations: readonly OneOperation[] = [];
  private unsettled: readonly Family[] = [];
  pods: RebuiltPods;

  constructor(table: FactTable, shared: Shared, pastOf: PastOf) {
    this.table = table;
    this.count = table.length;
    this.last = table.list.at(-1);
    this.shared = shared;
    this.traits = traitsOf(shared);
    this.news = newsOf(shared);
    this.pastOf = pastOf;
    this.base = rebuildPods(table, shared, (life) => this.pastOf(life));
    this.pods = this.base;
    this.list = this.base.pods;
  }

  /** Whether it could take in what came; it is of no use any more when not. */
  grow(table: FactTable, shared: Shared, pastOf: PastOf): boolean {
    const before = this.shared;
    if (table !== this.table || table.list[this.count - 1] !== this.last) return false;
    // Samples and pulls are held against all pods.
    if (shared.samples.length > 0 || table.has(...pullKinds)) return false;
    const { traits, news } = this;
    this.traits = traitsOf(shared);
    this.news = newsOf(shared);
    if (traits !== this.traits) return false;
    // Which pods still wait for something is asked of the time at which they were made.
    const names = (this.names ??= this.readNames());
    this.shared = shared;
    this.pastOf = pastOf;
    const isShorter = shared.to < before.to;
    const isOther = isShorter || news !== this.news;
    const stale = new Set(
      this.unsettled.filter(({ pods }) => isOther || pods.holdsUntil <= shared.to),
    );
    this.takeBack(names, stale);
    if (!this.takeIn(names, stale)) return false;
    const spans = otherSpansFrom(before.runs.at(-1), shared.runs.at(-1));
    // Of what had settled by an end that was later.
    const from = Math.min(spans, isShorter ? shared.to : Infinity);
    if (from < Infinity)
      for (const family of names.families) if (family.settlesAt >= from) stale.add(family);
    return stale.size === 0 || this.remake(names, stale);
  }

  private readNames(): Names {
    const names = new Names(this.base, this.table, this.count);
    const { tied, told, network } = this.base;
    const members = new Map<Family, OnePod[]>();
    tied.forEach((one, index) => {
      const family = names.ofLife(one.life);
      const pod = told[index];
      if (family === undefined || pod === undefined) return;
      const own = { place: this.all.length, family, tied: one, told: pod };
      this.all.push(own);
      this.byLife.set(one.life, own);
      const list = members.get(family) ?? [];
      members.set(family, list);
      list.push(own);
    });
    this.operations = network.map((rebuilt) => ({
      family: rebuilt.life && names.ofLife(rebuilt.life),
      rebuilt,
    }));
    for (const { family } of this.operations) if (family !== undefined) family.isOnNetwork = true;
    for (const [family, own] of members) {
      family.members = own;
      family.settlesAt = this.settlingOf(family);
    }
    this.unsettled = this.unsettledOf(names.families);
    return names;
  }

  /** Forgets the facts that are no longer at the end of the table. */
  private takeBack(names: Names, stale: Set<Family>): void {
    const { since, table, count } = this;
    let same = Math.min(since.length, table.length - count);
    while (same > 0 && table.list[count + same - 1] !== since[same - 1]?.fact) same--;
    names.takeBack(same);
    const [first] = since.slice(same);
    for (const { homes } of since.splice(same))
      for (const family of homes) {
        const from = first?.fact.position ?? 0;
        family.lines = family.lines?.filter(({ position }) => position < from);
        stale.add(family);
      }
  }

  private takeIn(names: Names, stale: Set<Family>): boolean {
    const { since, table, count } = this;
    const came = new Map<Family, Fact[]>();
    for (let index = count + since.length; index < table.length; index++) {
      const fact = table.list[index];
      if (fact === undefined || this.blamesStranger(names, fact, index)) return false;
      const homes = names.homesOf(fact, since.length + 1);
      if (homes === undefined) return false;
      since.push({ fact, homes });
      for (const family of homes) {
        const list = came.get(family) ?? [];
        came.set(family, list);
        list.push(ofPods(fact, (ref) => names.of(ref) === family));
      }
    }
    for (const [family, list] of came) {
      family.lines = names.withLoose([...this.linesOf(family), ...list]);
      stale.add(family);
    }
    return true;
  }

  /** Whether a line ties a sandbox, of which nobody knew whose it is, to its pod: a worker's error right after that it could not be stopped. */
  private blamesStranger(names: Names, { event, at }: Fact, index: number): boolean {
    if (event.kind !== 'worker.error' || !isKillError(event.error)) return false;
    for (let i = index - 1; i >= 0; i--) {
      const before = this.table.list[i];
      if (before === undefined || at - before.at >= SAME_ERROR) return false;
      if (before.event.kind === 'worker.error') return false;
      if (before.event.kind === 'sandbox.stopFailed')
        return before.event.id !== undefined && names.ofId(before.event.id) === undefined;
    }
    return false;
  }

  private linesOf(family: Family): readonly Fact[] {
    return family.lines ?? linesOf(family.members.map(({ tied }) => tied));
  }

  /** False when there is so much to be made that all of it is sooner made at once. */
  private remake(names: Names, stale: ReadonlySet<Family>): boolean {
    let facts = 0;
    for (const family of stale) {
      family.lines ??= names.withLoose(this.linesOf(family));
      facts += family.lines.length;
    }
    if (facts > FEW && facts > this.table.length / 2) return false;
    const operations: OneOperation[] = [];
    const wereOnNetwork = [...stale].some(({ isOnNetwork }) => isOnNetwork);
    const { list: before } = this;
    const list = [...before];
    const were = podsIn(stale);
    const [gone, come]: [OnePod[], OnePod[]] = [[], []];
    for (const family of stale) {
      const { lines = [], members } = family;
      const table = new FactTable(new SmallPool(), lines.length);
      for (const fact of lines) table.add(fact, 0);
      const made = rebuildPods(table, this.shared, (life) => this.pastOf(life));
      family.pods = made;
      family.isOnNetwork = made.network.length > 0;
      family.members = made.tied.flatMap((tied, index) => {
        const told = made.told[index];
        return told === undefined ? [] : [{ place: -1, family, tied, told }];
      });
      family.settlesAt = this.settlingOf(family);
      for (const { tied } of members) this.byLife.delete(tied.life);
      for (const own of family.members) this.byLife.set(own.tied.life, own);
      for (const rebuilt of made.network) operations.push({ family, rebuilt });
      if (!this.takePlaces(family.members, members)) {
        gone.push(...members);
        come.push(...family.members);
      }
      for (const { place, told } of family.members) if (place >= 0) list[place] = told.pod;
    }
    this.list = list;
    const inPlace = gone.length + come.length === 0;
    if (!inPlace) this.exchange(gone, come, list);
    noteStep(before, this.list, { gone: were, come: podsIn(stale), inPlace });
    if (operations.length > 0 || wereOnNetwork)
      this.operations = [
        ...this.operations.filter(({ family }) => family === undefined || !stale.has(family)),
        ...operations,
      ].sort((a, b) => a.rebuilt.position - b.rebuilt.position);
    this.unsettled = this.unsettledOf(new Set([...this.unsettled, ...stale]));
    this.pods = podsOf(this.all, this.list, this.byLife, this.operations, names);
    return true;
  }

  /** Puts pods where those were that they are instead of; false when they stand elsewhere. */
  private takePlaces(now: readonly OnePod[], before: readonly OnePod[]): boolean {
    const isSame = now.every((one, index) => inOrder(one, before[index] ?? one) === 0);
    if (!isSame || now.length !== before.length) return false;
    now.forEach((one, index) => {
      one.place = before[index]?.place ?? 0;
      this.all[one.place] = one;
    });
    return true;
  }

  private exchange(gone: readonly OnePod[], come: readonly OnePod[], pods: RebuiltPod[]): void {
    const before = this.all;
    this.all = exchanged(before, gone, come, inOrder);
    let place = 0;
    while (place < before.length && this.all[place] === before[place]) place++;
    pods.length = place;
    for (const one of this.all.slice(place)) {
      one.place = place++;
      pods.push(one.told.pod);
    }
  }

  private unsettledOf(families: Iterable<Family>): readonly Family[] {
    return [...families].filter((one) => one.settlesAt >= this.shared.to);
  }

  private settlingOf({ members, pods }: Family): number {
    const last = members
      .flatMap(({ tied: { facts, mirror } }) => [facts.at(-1), mirror.at(-1)])
      .reduce((a, b) => ((b?.position ?? -1) > (a?.position ?? -1) ? b : a), undefined);
    if (last === undefined) return -Infinity;
    const { runs } = this.shared;
    const run = runs.findLast(({ firstPosition }) => firstPosition <= last.position) ?? runs[0];
    if (run === undefined || run.loud !== undefined) return Infinity;
    const workers = members.flatMap(({ tied }) => pods.workers.get(tied.life) ?? []);
    return settlesAt(last, run, isForgotten(workers, last));
  }
}

/** Whose names, UIDs and ids of containers are. */
class Names {
  readonly families: Family[] = [];
  /** Which of the facts that came is read, from 1 on. */
  private number = 0;
  /** What takes back what was learnt of them, in order. */
  private readonly learnt: { readonly number: number; readonly undo: () => void }[] = [];
  private readonly base: TiedPods;
  private readonly ofBase = new Map<readonly Life[], Family>();
  private readonly byName = new Map<string, Family>();
  private readonly byUid = new Map<string, Family>();
  private readonly byId = new Map<string, Family>();
  /**
   * Names and UIDs that some line gave and that are no pod's so far, UIDs with the name that a line told with them: what makes one of them a
   * pod's tells something of that line.
   */
  private readonly loose = new Map<string, Named | undefined>();
  /** By id the lines that give it alone while nobody knows whose it is. */
  private readonly strangers = new Map<string, Fact[]>();

  /** `base`: made of the first `count` facts. */
  constructor(base: TiedPods, facts: FactTable, count: number) {
    this.base = base;
    for (const { namesakes } of base.lives.list)
      if (!this.ofBase.has(namesakes)) this.ofBase.set(namesakes, this.begin());
    const isTied = new Uint8Array(facts.pool.pods.length);
    for (let index = 0; index < count; index++) {
      const number = facts.podAt(index);
      if (isTied[number] === 1) continue;
      const fact = facts.list[index];
      const isPods = fact !== undefined && this.readLoose(fact);
      if (isPods && number !== SEVERAL) isTied[number] = 1;
    }
  }

  /** Whether a line that was read before gives a pod. */
  private readLoose(fact: Fact): boolean {
    let isPods = false;
    for (const ref of refsOf(fact.event)) {
      this.loosen(ref);
      isPods ||= this.of(ref) !== undefined;
    }
    if (!isPods) this.meetStranger(fact, idsOf(fact.event));
    return isPods;
  }

  private meetStranger(fact: Fact, ids: readonly string[]): void {
    for (const id of ids) {
      if (this.ofId(id) !== undefined) continue;
      const known = this.strangers.get(id) ?? [];
      this.strangers.set(id, known);
      known.push(fact);
      this.learn(() => {
        known.pop();
        if (known.length === 0) this.strangers.delete(id);
      });
    }
  }

  private learn(undo: () => void): void {
    if (this.number > 0) this.learnt.push({ number: this.number, undo });
  }

  /** Forgets what was learnt of the facts that came, but for the first of them. */
  takeBack(count: number): void {
    for (let last = this.learnt.at(-1); last !== undefined; last = this.learnt.at(-1)) {
      if (last.number <= count) return;
      last.undo();
      this.learnt.pop();
    }
  }

  private loosen(ref: PodRef): void {
    const { uid } = ref;
    if (isNamed(ref) && this.ofName(ref) === undefined) this.setLoose(wordOf(ref), undefined);
    if (uid !== undefined && this.ofUid(uid) === undefined)
      this.setLoose(uid, isNamed(ref) ? ref : this.loose.get(uid));
  }

  private setLoose(word: string, named: Named | undefined): void {
    const { loose } = this;
    const before = loose.get(word);
    const isNew = !loose.has(word);
    if (!isNew && before === named) return;
    loose.set(word, named);
    this.learn(() => (isNew ? loose.delete(word) : loose.set(word, before)));
  }

  /** Lines of a pod, in order, with those that give one of its ids alone. */
  withLoose(lines: readonly Fact[]): readonly Fact[] {
    if (this.strangers.size === 0) return lines;
    const ids = new Set(lines.flatMap(({ event }) => idsOf(event)));
    const found = [...ids].flatMap((id) => this.strangers.get(id) ?? []);
    if (found.length === 0) return lines;
    return [...new Set([...lines, ...found])].sort((a, b) => a.position - b.position);
  }

  ofLife(life: Life): Family | undefined {
    return this.ofBase.get(life.namesakes);
  }

  of(ref: PodRef): Family | undefined {
    return this.ofUid(ref.uid) ?? (isNamed(ref) ? this.ofName(ref) : undefined);
  }

  ofId(id: string): Family | undefined {
    const life = this.base.ids.map.get(id)?.life;
    return this.byId.get(id) ?? (life && this.ofLife(life));
  }

  get lives(): KnownLives {
    const podsAt = (family: Family | undefined): TiedPods => family?.pods ?? this.base;
    return {
      find: (ref, position, event) => podsAt(this.of(ref)).lives.find(ref, position, event),
      byId: (uid) => podsAt(this.ofUid(uid)).lives.byId(uid),
    };
  }

  get ids(): KnownIds {
    const { base } = this;
    const get: KnownIds['get'] = (id) =>
      (id === undefined ? undefined : this.ofId(id)?.pods.ids.get(id)) ?? base.ids.get(id);
    const find: KnownIds['find'] = (text) => {
      const known = base.ids.find(text) ?? this.ofId(text)?.pods.ids.get(text);
      if (known !== undefined) return get(known.id);
      for (const { pods } of new Set(this.byId.values())) {
        const found = pods.ids.find(text);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    return { get, find };
  }

  /** The families that a line is about, which is the `number`-th that came; undefined when it tells something of earlier lines. */
  homesOf(fact: Fact, number: number): readonly Family[] | undefined {
    this.number = number;
    const { event } = fact;
    // Its name without a namespace may be that of any pod.
    if (event.kind === 'podKiller.killing') return undefined;
    const homes = new Set<Family>();
    for (const ref of refsOf(event)) {
      const home = this.homeOf(ref, fact);
      if (home === undefined) return undefined;
      if (home !== 'nobody') homes.add(home);
    }
    const ids = idsOf(event);
    const [home = firstOf(ids, (id) => this.ofId(id))] = homes;
    if (home === undefined) {
      this.meetStranger(fact, ids);
      return isOfTry(event) ? undefined : [];
    }
    for (const id of ids) if (!this.tieId(id, home)) return undefined;
    return [...homes.add(home)];
  }

  private tieId(id: string, home: Family): boolean {
    // What it did to the network was nobody's.
    if (this.strangers.get(id)?.some(({ event }) => isOfTry(event)) === true) return false;
    return this.tie(this.byId, id, this.ofId(id), home);
  }

  private homeOf(given: PodRef, fact: Fact): Family | 'nobody' | undefined {
    const { uid } = given;
    const byUid = this.ofUid(uid);
    const told = uid === undefined ? undefined : this.loose.get(uid);
    const ref = byUid === undefined && told !== undefined ? { ...told, uid } : given;
    const byName = isNamed(ref) ? this.ofName(ref) : undefined;
    const known = byUid ?? byName;
    if (known === undefined) return this.newcomer(ref, fact);
    if (byUid !== undefined && byName !== undefined && byUid !== byName) return undefined;
    // Only now the name is told of one that lines by its UID alone have shown.
    if (isNamed(ref) && !this.tie(this.byName, wordOf(ref), byName, known)) return undefined;
    if (uid === undefined || this.tie(this.byUid, uid, byUid, known)) return known;
    return undefined;
  }

  private newcomer(ref: PodRef, fact: Fact): Family | 'nobody' | undefined {
    const { uid } = ref;
    // What lines by the UID alone told is of that name.
    if (isNamed(ref) && uid !== undefined && this.loose.has(uid) && !this.loose.get(uid))
      return undefined;
    if (!isNamed(ref) || !opensLife(fact)) {
      this.loosen(ref);
      return !isNamed(ref) && uid !== undefined && provesWorker(fact) ? undefined : 'nobody';
    }
    const home = this.begin();
    const isNew = this.tie(this.byName, wordOf(ref), undefined, home);
    const isWhole = uid === undefined || this.tie(this.byUid, uid, undefined, home);
    return isNew && isWhole ? home : undefined;
  }

  /** False when lines were read that gave the word before it was known whose it is, or it is another's. */
  private tie(
    words: Map<string, Family>,
    word: string,
    known: Family | undefined,
    home: Family,
  ): boolean {
    if (known !== undefined) return known === home;
    if (this.loose.has(word)) return false;
    words.set(word, home);
    this.learn(() => words.delete(word));
    return true;
  }

  private begin(): Family {
    const order = this.families.length;
    const family = {
      order,
      lines: undefined,
      pods: this.base,
      members: [],
      isOnNetwork: false,
      settlesAt: -Infinity,
    };
    this.families.push(family);
    this.learn(() => this.families.pop());
    return family;
  }

  private ofUid(uid: string | undefined): Family | undefined {
    if (uid === undefined) return undefined;
    const life = this.base.lives.byId(uid);
    return this.byUid.get(uid) ?? (life && this.ofLife(life));
  }

  private ofName(ref: PodRef & Named): Family | undefined {
    const namesakes = this.base.lives.namesakes(ref);
    return this.byName.get(wordOf(ref)) ?? (namesakes && this.ofBase.get(namesakes));
  }
}

function podsIn(families: Iterable<Family>): RebuiltPods['pods'] {
  return [...families].flatMap(({ members }) => members.map(({ told }) => told.pod));
}

function refsOf(event: KubeletEvent): readonly PodRef[] {
  if ('pods' in event) return event.pods;
  return 'pod' in event ? [event.pod] : [];
}

function wordOf({ namespace, name }: Named): string {
  return `${namespace}/${name}`;
}

/** Of containers and sandboxes. */
function idsOf(event: KubeletEvent): readonly string[] {
  const told = [
    'id' in event ? event.id : undefined,
    'sandboxId' in event ? event.sandboxId : undefined,
    'error' in event && event.error !== undefined
      ? parseNetworkError(event.error)?.sandboxId
      : undefined,
  ];
  return told.flatMap((id) => (id === undefined || id === '' ? [] : [id]));
}

function firstOf<T, R>(list: readonly T[], ask: (one: T) => R | undefined): R | undefined {
  for (const one of list) {
    const answer = ask(one);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** As lives begin: those that are first seen at the same time in the order of their lines, those of one line in the order of their names there. */
function inOrder(a: OnePod, b: OnePod): number {
  return (
    a.tied.firstSeen - b.tied.firstSeen ||
    a.tied.life.from - b.tied.life.from ||
    a.family.order - b.family.order
  );
}

function podsOf(
  all: readonly OnePod[],
  pods: RebuiltPods['pods'],
  byLife: ReadonlyMap<Life, OnePod>,
  operations: readonly OneOperation[],
  { lives, ids }: Names,
): RebuiltPods {
  return {
    lives,
    ids,
    get tied() {
      return all.map(({ tied }) => tied);
    },
    one(life) {
      const known = byLife.get(life);
      return known && { tied: known.tied, worker: known.family.pods.workers.get(life) };
    },
    dumps: { workers: new Map(), events: [], disagreements: [] },
    network: operations.map(({ rebuilt }) => rebuilt),
    get told() {
      return all.map(({ told }) => told);
    },
    pods,
  };
}

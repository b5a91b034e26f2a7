// Pulls of images that only a runtime's log tells of: which pod waited for each. The runtime names none; the kubelet's own line about the image
// does, or the container that its sync asks for as soon as the image is there. Where two pods may be meant, none is.
import { addAll } from '../../../base/extremes.ts';
import { countWhile } from '../../../base/bisect.ts';
import { MILLISECOND, SECOND } from '../../../base/time.ts';
import type { KubeletEvent } from '../../event.ts';
import type { Fact } from '../facts/fact.ts';
import type { FactTable } from '../facts/factTable.ts';
import { imagesIn, isSameImage } from '../identity/images.ts';
import type { TiedLife } from '../identity/tied.ts';

type ImageEvent = Extract<KubeletEvent, { kind: `image.${string}` }>;
type PullFact = Fact<ImageEvent>;

interface Pull {
  readonly image: string | undefined;
  readonly from: PullFact | undefined;
  readonly to: PullFact | undefined;
  /** Its time is known too where the end alone tells how long it took. */
  readonly begin: number;
}

/** A sync goes on within this time of its pull's end; most do within the first. */
const NEXT = [50 * MILLISECOND, 500 * MILLISECOND] as const;
/** The kubelet tells of a pull's begin or end within this time. */
const TOLD = 2 * SECOND;
/** A first pull follows its sandbox within this time. */
const AFTER_SANDBOX = SECOND;
/** Lines of two programs that come one after the other may have their times the other way round by so much. */
const JITTER = 5 * MILLISECOND;

/** The facts of the pods, those of the pulls that they waited for among them. */
export function withPulls(tied: readonly TiedLife[], facts: FactTable): readonly TiedLife[] {
  if (!facts.has(...pullKinds)) return tied;
  const owners = new PullOwners(tied, pullsOf(facts));
  return tied.map((one) => {
    const more = owners.factsOf(one);
    if (more.length === 0) return one;
    return { ...one, facts: [...one.facts, ...more].sort((a, b) => a.position - b.position) };
  });
}

export const pullKinds = ['image.pulling', 'image.pulled', 'image.pullFailed'] as const;

function pullsOf(facts: FactTable): readonly Pull[] {
  const pulls: Pull[] = [];
  const open: PullFact[] = [];
  /** By image its last end, until the runtime has said it again. */
  const ended = new Map<string | undefined, number>();
  facts.each(pullKinds, (fact) => {
    if (!isPullFact(fact)) return;
    const { event, at } = fact;
    const index = open.findIndex((one) => isOf(one.event, event));
    if (event.kind === 'image.pulling') {
      // A report of its progress is no new pull.
      if (event.for === 0 || index < 0) open.push(fact);
      return;
    }
    if (isSaidAgain(event) && at - (ended.get(event.image) ?? -Infinity) < SECOND) {
      ended.delete(event.image);
      return;
    }
    ended.set(event.image, at);
    pulls.push(pull(index < 0 ? onlyOf(open, event) : open.splice(index, 1)[0], fact));
  });
  return [...pulls, ...open.map((from) => pull(from, undefined))];
}

/** containerd tells of an end twice, the second time with the image's id alone. */
function isSaidAgain(event: ImageEvent): boolean {
  return event.kind === 'image.pulled' && event.image !== undefined && event.names.length === 1;
}

function isPullFact(fact: Fact): fact is PullFact {
  return fact.event.kind.startsWith('image.');
}

function isOf(begin: ImageEvent, end: ImageEvent): boolean {
  if (end.request !== undefined || begin.request !== undefined)
    return begin.request === end.request;
  return begin.image !== undefined && begin.image === end.image;
}

/** dockerd tells of an end without the image's name: it is that of the only pull, if there is but one. */
function onlyOf(open: PullFact[], end: ImageEvent): PullFact | undefined {
  const isNameless = end.image === undefined && end.request === undefined && open.length === 1;
  return isNameless ? open.pop() : undefined;
}

function pull(from: PullFact | undefined, to: PullFact | undefined): Pull {
  const took = to?.event.kind === 'image.pulled' ? to.event.took : undefined;
  const before = from?.event.kind === 'image.pulling' ? from.event.for : 0;
  const begin = from === undefined ? (to?.at ?? 0) - (took ?? 0) : from.at - before;
  return { image: from?.event.image ?? to?.event.image, from, to, begin };
}

interface Owned {
  readonly owner: TiedLife;
  readonly container: string | undefined;
}

/** Something that a line says of a pod, at a time. */
interface Mark extends Owned {
  readonly at: number;
}

interface NamedMark extends Mark {
  readonly image: string;
}

class PullOwners {
  /** Of all pods, in order of time; by pod too. */
  private readonly asked: readonly Mark[];
  private readonly askedOf = new Map<TiedLife, Mark[]>();
  private readonly named: readonly NamedMark[];
  private readonly begun: readonly Mark[];
  private readonly owned = new Map<TiedLife, Fact[]>();

  constructor(tied: readonly TiedLife[], pulls: readonly Pull[]) {
    this.asked = collect(tied, askedIn);
    this.named = collect(tied, namedIn);
    this.begun = collect(tied, begunIn);
    for (const one of this.asked) listAt(this.askedOf, one.owner).push(one);
    const steps = [
      (one: Pull) => this.byName(one),
      ...NEXT.map((within) => (one: Pull) => this.byNext(one, within)),
      (one: Pull) => this.byBegin(one),
    ];
    let left = pulls;
    for (const step of steps)
      left = left.filter((one) => {
        const found = step(one);
        if (found !== undefined) this.give(one, found);
        return found === undefined;
      });
  }

  factsOf(owner: TiedLife): readonly Fact[] {
    return this.owned.get(owner) ?? [];
  }

  /** The one pod of which the kubelet says, at the pull's begin or end, that it needs this image. */
  private byName({ image, begin, to }: Pull): Owned | undefined {
    if (image === undefined) return undefined;
    const near = [begin, to?.at ?? begin].flatMap((at) =>
      between(this.named, at - TOLD, at + TOLD).filter((one) => isSameImage(one.image, image)),
    );
    return onlyOwner(near);
  }

  /** The one pod that asks for a container right after the pull's end, and for none while it went on. */
  private byNext(one: Pull, within: number): Owned | undefined {
    const { begin, to } = one;
    if (to?.event.kind !== 'image.pulled') return undefined;
    const next = between(this.asked, to.at - JITTER, to.at + within);
    return onlyOwner(
      next.filter(
        ({ owner, container = '' }) =>
          owner.firstSeen <= begin &&
          !this.isBusy(owner, begin, to.at) &&
          !runsOther(owner, container, one),
      ),
    );
  }

  /** The one pod that got its sandbox right before the pull began, or began with a container, and asked for none while it went on. */
  private byBegin({ begin, to }: Pull): Owned | undefined {
    const near = between(this.begun, begin - AFTER_SANDBOX, begin + JITTER);
    return onlyOwner(near.filter(({ owner, at }) => !this.isBusy(owner, at, to?.at ?? Infinity)));
  }

  /** Whether it asked for a container between two times, or waited for another pull. */
  private isBusy(owner: TiedLife, from: number, to: number): boolean {
    const asked = this.askedOf.get(owner) ?? [];
    const pulls = this.owned.get(owner) ?? [];
    return (
      between(asked, from, to - JITTER).length > 0 ||
      pulls.some(({ at }) => at > from + JITTER && at < to - JITTER)
    );
  }

  private give({ image, from, to }: Pull, { owner, container }: Owned): void {
    const list = listAt(this.owned, owner);
    for (const fact of [from, to])
      if (fact !== undefined) list.push(completed(fact, image, container));
  }
}

function listAt<K, T>(lists: Map<K, T[]>, key: K): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** Of marks in order of time those from one to another. */
function between<T extends { readonly at: number }>(
  marks: readonly T[],
  from: number,
  to: number,
): readonly T[] {
  return marks.slice(
    countWhile(marks, ({ at }) => at < from),
    countWhile(marks, ({ at }) => at <= to),
  );
}

function collect<T extends Mark>(
  tied: readonly TiedLife[],
  read: (event: KubeletEvent, mark: Omit<Mark, 'container'>) => readonly T[],
): readonly T[] {
  const marks: T[] = [];
  for (const owner of tied)
    for (const { event, at } of owner.facts) addAll(marks, read(event, { at, owner }));
  return marks.sort((a, b) => a.at - b.at);
}

function askedIn(event: KubeletEvent, mark: Omit<Mark, 'container'>): readonly Mark[] {
  const isAsk = event.kind === 'container.asked' || event.kind === 'container.created';
  return isAsk ? [{ ...mark, container: event.name }] : none;
}

/** What the kubelet says before it looks whether it has the image. */
function begunIn(event: KubeletEvent, mark: Omit<Mark, 'container'>): readonly Mark[] {
  if (event.kind === 'sandbox.created') return [{ ...mark, container: undefined }];
  return event.kind === 'container.creating' ? [{ ...mark, container: event.name }] : none;
}

function namedIn(event: KubeletEvent, mark: Omit<Mark, 'container'>): readonly NamedMark[] {
  if (event.kind !== 'pod.event' && event.kind !== 'worker.error') return [];
  return imagesIn(event).map(({ image, container }) => ({ ...mark, image, container }));
}

const none: readonly Mark[] = [];

/** The pod that all of them are of, and the container that they name, if it is one. */
function onlyOwner(list: readonly Owned[]): Owned | undefined {
  const [first] = list;
  if (first === undefined || list.some(({ owner }) => owner !== first.owner)) return undefined;
  const names = new Set(list.flatMap(({ container }) => container ?? []));
  return { owner: first.owner, container: names.size === 1 ? [...names][0] : undefined };
}

/** Whether lines say that a container runs another image. */
function runsOther({ facts }: TiedLife, container: string, { image, to }: Pull): boolean {
  const names = to?.event.kind === 'image.pulled' ? to.event.names : [];
  const pulled = image === undefined ? names : [image, ...names];
  const uses = facts.flatMap(({ event }) =>
    event.kind === 'image.pulled'
      ? []
      : imagesIn(event).filter((use) => use.container === container),
  );
  return (
    uses.length > 0 && uses.every((use) => !pulled.some((name) => isSameImage(name, use.image)))
  );
}

/** With what other lines told of it. */
function completed(
  { at, position, input, severity, event }: PullFact,
  image: string | undefined,
  container: string | undefined,
): Fact {
  const known = container === undefined ? event : { ...event, container };
  const told = known.kind === 'image.pulling' ? known : { ...known, image: known.image ?? image };
  return { at, position, input, severity, event: told };
}

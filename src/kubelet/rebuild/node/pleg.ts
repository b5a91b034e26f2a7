// PLEG as the tape shows it: the events that the sync loop took, and its health, which only trouble prints.
import { addAll } from '../../../base/extremes.ts';
import { inferred, seen, unknown, type InputId } from '../../../base/input.ts';
import { micros, type Micros, MINUTE, SECOND } from '../../../base/time.ts';
import { type Fact, isOf, type Of } from '../facts/fact.ts';
import type { FactPass, FactTable } from '../facts/factTable.ts';
import type { PlegEvent, PlegHistory } from '../history.ts';
import type { KnownId, KnownIds } from '../identity/ids.ts';
import { type Life, lifeKey } from '../identity/life.ts';
import type { KnownLives } from '../identity/lives.ts';
import type { SampleFact } from '../facts/samples.ts';
import { OpenTrack } from '../track.ts';

/** A relist must have begun within this time (relistThreshold). */
const UNHEALTHY = 3 * MINUTE;

const untold = unknown('not in the log');
const notEnded = unknown('it has not ended');

export function rebuildPleg(
  facts: FactTable,
  samples: readonly SampleFact[],
  lives: KnownLives,
  ids: KnownIds,
): PlegHistory {
  const { healthy, relists } = facts.pass(health, 0, facts.length);
  addAll(relists, sampledRelists(samples));
  for (const { event, at, position, input } of samples) {
    if (event.kind !== 'sample.metrics' || event.lastRelist === undefined) continue;
    const lastRelist = micros(event.lastRelist * SECOND);
    const stalled = at - lastRelist > UNHEALTHY;
    healthy.set(stalled ? at : lastRelist, seen(!stalled, input), position);
  }
  relists.sort((a, b) => a.at - b.at);
  return new RebuiltPleg(healthy, relists, { facts, lives, ids });
}

/** Half of `genericPlegRelistPeriod`, for a relist’s line comes late when the runtime is slow. */
const LEAST_PERIOD = SECOND / 2;

interface Health {
  readonly healthy: OpenTrack<boolean>;
  readonly relists: PlegHistory['relists'][number][];
  isHealthy: boolean | undefined;
  /** A relist has said that it begins, and not yet that it has listed. */
  isBegun: boolean;
  /** By which all pods were listed last. */
  lastList: Fact | undefined;
}

const health: FactPass<Health> = {
  kinds: ['pleg.event', 'pleg.relist', 'pleg.listed', 'loop.skip', 'config'],
  begin: () => ({
    healthy: new OpenTrack(),
    relists: [],
    isHealthy: undefined,
    isBegun: false,
    lastList: undefined,
  }),
  copy: (state) => ({
    ...state,
    healthy: state.healthy.copy(),
    relists: [...state.relists],
  }),
  take(state, fact, index, facts) {
    // Nearly all of them are such while it is healthy: of these nothing is read.
    const isEvent = facts.isOf('pleg.event', index);
    if (state.isHealthy === true && (isEvent || facts.isOf('config', index))) return;
    const { kind } = fact.event;
    if (kind === 'pleg.relist') {
      state.isBegun = true;
      state.relists.push(relistOf(fact));
    } else if (kind === 'pleg.listed') {
      // With the list updateRelistTime is called. Below v=5 this is the first that is seen of a relist. While relists hang, a single list is
      // the image collector's.
      const { lastList } = state;
      const first =
        lastList !== undefined && fact.at - lastList.at < 2 * SECOND ? lastList : undefined;
      if (state.isHealthy !== false || state.isBegun) setHealthy(state, true, fact);
      else if (first !== undefined) setHealthy(state, true, fact, first);
      state.lastList = fact;
      // Others list the pods, too, but a relist begins a second after the last one at the earliest.
      const isSoon = fact.at - (state.relists.at(-1)?.at ?? -Infinity) < LEAST_PERIOD;
      if (!state.isBegun && !isSoon) state.relists.push({ ...relistOf(fact), isList: true });
      state.isBegun = false;
    } else if (isUnhealthy(fact)) setHealthy(state, false, fact);
    // An event is the fruit of a relist that succeeded; and where the loop runs, or stops for another reason, PLEG is in order again.
    else if (kind === 'pleg.event' || state.isHealthy === false) setHealthy(state, true, fact);
  },
};

/** `since`: an earlier line, of which `fact` shows that it tells it. */
function setHealthy(state: Health, value: boolean, fact: Fact, since = fact): void {
  if (state.isHealthy === value) return;
  const isLater = since.at > (state.healthy.changes.at(-1)?.at ?? -Infinity);
  const proof = since === fact || !isLater ? [fact.input] : [since.input, fact.input];
  const { at } = isLater ? since : fact;
  state.healthy.set(at, seen(value, ...proof), fact.position);
  state.isHealthy = value;
}

/** What the events of PLEG are made of. */
interface Told {
  readonly facts: FactTable;
  readonly lives: KnownLives;
  readonly ids: KnownIds;
}

/** A log has many events: they are made when somebody asks for them. */
class RebuiltPleg implements PlegHistory {
  readonly healthy: PlegHistory['healthy'];
  readonly relists: PlegHistory['relists'];
  private readonly told: Told;
  private made: readonly PlegEvent[] | undefined;

  constructor(healthy: PlegHistory['healthy'], relists: PlegHistory['relists'], told: Told) {
    this.healthy = healthy;
    this.relists = relists;
    this.told = told;
  }

  get events(): readonly PlegEvent[] {
    return (this.made ??= eventsOf(this.told));
  }
}

function eventsOf({ facts, lives, ids }: Told): readonly PlegEvent[] {
  const exits = new Exits(facts);
  const events: PlegEvent[] = [];
  facts.each(['pleg.event'], (fact) => {
    if (!isOf('pleg.event', fact)) return;
    const { pod, id } = fact.event;
    events.push(new TapedEvent(fact, lives.find(pod, fact.position), ids.get(id), exits));
  });
  return events;
}

function isUnhealthy({ event }: Fact): boolean {
  return event.kind === 'loop.skip' && event.reason.includes('PLEG is not healthy');
}

/** The last relist before each sample; how long those since the sample before took, in the mean. */
function sampledRelists(samples: readonly SampleFact[]): readonly PlegHistory['relists'][number][] {
  const found: PlegHistory['relists'][number][] = [];
  let before: { readonly count: number; readonly seconds: number } | undefined;
  for (const { event, input } of samples) {
    if (event.kind !== 'sample.metrics' || event.lastRelist === undefined) continue;
    const { lastRelist, relists } = event;
    const count = (relists?.count ?? 0) - (before?.count ?? 0);
    const seconds = (relists?.seconds ?? 0) - (before?.seconds ?? 0);
    const duration =
      before !== undefined && count > 0 && seconds >= 0
        ? inferred(Math.round((seconds / count) * SECOND), input)
        : unknown('the sample counts no relist since the one before');
    if (count !== 0) found.push({ at: micros(lastRelist * SECOND), duration, input });
    before = relists;
  }
  return found;
}

function relistOf({ at, input }: Fact): PlegHistory['relists'][number] {
  return { at, duration: unknown('its duration is not in the log'), input };
}

/** The lines that tell how containers ended; sorted by container once somebody asks. */
class Exits {
  private readonly facts: FactTable;
  private byId: Map<string, Of<'pleg.finished'>> | undefined;

  constructor(facts: FactTable) {
    this.facts = facts;
  }

  /** The last one of a container. */
  get(id: string): Of<'pleg.finished'> | undefined {
    if (this.byId === undefined) {
      const byId = (this.byId = new Map<string, Of<'pleg.finished'>>());
      this.facts.each(['pleg.finished'], (fact) => {
        if (isOf('pleg.finished', fact)) byId.set(fact.event.id, fact);
      });
    }
    return this.byId.get(id);
  }
}

/** An event that is made of many: what it says is looked up when asked for. */
class TapedEvent implements PlegEvent {
  private readonly fact: Of<'pleg.event'>;
  private readonly life: Life | undefined;
  private readonly known: KnownId | undefined;
  private readonly exits: Exits;

  constructor(
    fact: Of<'pleg.event'>,
    life: Life | undefined,
    known: KnownId | undefined,
    exits: Exits,
  ) {
    this.fact = fact;
    this.life = life;
    this.known = known;
    this.exits = exits;
  }

  get at(): Micros {
    return this.fact.at;
  }

  get position(): number {
    return this.fact.position;
  }

  get type(): PlegEvent['type'] {
    return this.fact.event.type;
  }

  get podKey(): string | undefined {
    return this.life === undefined ? undefined : lifeKey(this.life);
  }

  get id(): string {
    return this.fact.event.id;
  }

  get isSandbox(): boolean | undefined {
    return this.known?.isSandbox;
  }

  get exitCode(): PlegEvent['exitCode'] {
    if (this.type !== 'ContainerDied') return notEnded;
    const exit = this.exits.get(this.id);
    return exit === undefined ? untold : seen(exit.event.exitCode, exit.input);
  }

  get input(): InputId {
    return this.fact.input;
  }
}

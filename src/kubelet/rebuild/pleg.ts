// PLEG as the tape shows it: the events that the sync loop took, and its health, which only trouble prints.
import { inferred, seen, unknown, type InputId } from '../../base/input.ts';
import { micros, type Micros, MINUTE, SECOND } from '../../base/time.ts';
import { isOf, type Of } from './clues.ts';
import type { Fact } from './fact.ts';
import type { FactTable } from './factTable.ts';
import type { PlegEvent, PlegHistory } from './history.ts';
import type { IdIndex, KnownId } from './ids.ts';
import { type Life, lifeKey } from './lives.ts';
import type { Owners } from './owners.ts';
import type { SampleFact } from './samples.ts';
import { OpenTrack } from './track.ts';

/** A relist must have begun within this time (relistThreshold). */
const UNHEALTHY = 3 * MINUTE;

const untold = unknown('no line tells it');
const notEnded = unknown('it has not ended');

export function rebuildPleg(
  facts: FactTable,
  samples: readonly SampleFact[],
  owners: Owners,
  ids: IdIndex,
): PlegHistory {
  const events: PlegEvent[] = [];
  const healthy = new OpenTrack<boolean>();
  const relists: PlegHistory['relists'][number][] = [];
  const exits = new Exits(facts);
  let isHealthy: boolean | undefined;
  const setHealthy = (value: boolean, fact: Fact): void => {
    if (isHealthy === value) return;
    healthy.set(fact.at, seen(value, fact.input), fact.position);
    isHealthy = value;
  };
  facts.each(['pleg.event', 'pleg.relist', 'loop.skip', 'config'], (fact, index) => {
    const { event } = fact;
    if (isOf('pleg.event', fact)) {
      events.push(new TapedEvent(fact, owners.of(index), ids.ofFact(facts, index), exits));
      // An event is the fruit of a relist that succeeded.
      setHealthy(true, fact);
    } else if (event.kind === 'loop.skip' && event.reason.includes('PLEG is not healthy'))
      setHealthy(false, fact);
    // The loop runs, or stops for another reason: PLEG is in order again.
    else if ((event.kind === 'loop.skip' || event.kind === 'config') && isHealthy === false)
      setHealthy(true, fact);
    else if (event.kind === 'pleg.relist') relists.push(relistOf(fact));
  });
  relists.push(...sampledRelists(samples));
  for (const { event, at, position, input } of samples) {
    if (event.kind !== 'sample.metrics' || event.lastRelist === undefined) continue;
    const lastRelist = micros(event.lastRelist * SECOND);
    const stalled = at - lastRelist > UNHEALTHY;
    healthy.set(stalled ? at : lastRelist, seen(!stalled, input), position);
  }
  return { events, healthy, relists: relists.sort((a, b) => a.at - b.at) };
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
  return { at, duration: unknown('no line tells how long it took'), input };
}

/** The lines that tell how containers ended; sorted by container once somebody asks. */
class Exits {
  private readonly facts: Of<'pleg.finished'>[] = [];
  private byId: ReadonlyMap<string, Of<'pleg.finished'>> | undefined;

  constructor(facts: FactTable) {
    facts.each(['pleg.finished'], (fact) => {
      if (isOf('pleg.finished', fact)) this.facts.push(fact);
    });
  }

  /** The last one of a container. */
  get(id: string): Of<'pleg.finished'> | undefined {
    this.byId ??= new Map(this.facts.map((fact) => [fact.event.id, fact]));
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

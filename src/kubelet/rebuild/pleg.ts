// PLEG as the tape shows it: the events that the sync loop took, and its health, which only trouble prints.
import { inferred, seen, unknown } from '../../base/input.ts';
import { micros, MINUTE, SECOND } from '../../base/time.ts';
import type { Fact } from './fact.ts';
import type { FactTable } from './factTable.ts';
import type { PlegEvent, PlegHistory } from './history.ts';
import type { IdIndex } from './ids.ts';
import { lifeKey } from './lives.ts';
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
  const exits = exitCodes(facts);
  let isHealthy: boolean | undefined;
  const setHealthy = (value: boolean, { at, position, input }: Fact): void => {
    if (isHealthy !== value) healthy.set(at, seen(value, input), position);
    isHealthy = value;
  };
  facts.each(['pleg.event', 'pleg.relist', 'loop.skip', 'config'], (fact, index) => {
    const { event, at, position, input } = fact;
    if (event.kind === 'pleg.event') {
      const life = owners.of(index);
      events.push({
        at,
        position,
        type: event.type,
        podKey: life === undefined ? undefined : lifeKey(life),
        id: event.id,
        isSandbox: ids.ofFact(facts, index)?.isSandbox,
        exitCode: event.type === 'ContainerDied' ? (exits.get(event.id) ?? untold) : notEnded,
        input,
      });
      // An event is the fruit of a relist that succeeded.
      setHealthy(true, fact);
    } else if (event.kind === 'loop.skip' && event.reason.includes('PLEG is not healthy'))
      setHealthy(false, fact);
    // The loop runs, or stops for another reason: PLEG is in order again.
    else if ((event.kind === 'loop.skip' || event.kind === 'config') && isHealthy === false)
      setHealthy(true, fact);
    else if (event.kind === 'pleg.relist')
      relists.push({ at, duration: unknown('no line tells how long it took'), input });
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

function exitCodes(facts: FactTable): Map<string, PlegEvent['exitCode']> {
  const exits = new Map<string, PlegEvent['exitCode']>();
  facts.each(['pleg.finished'], ({ event, input }) => {
    if (event.kind === 'pleg.finished') exits.set(event.id, seen(event.exitCode, input));
  });
  return exits;
}

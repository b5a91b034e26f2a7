// PLEG as the tape shows it: the events that the sync loop took, and its health, which only trouble prints.
import { seen, unknown } from '../../base/input.ts';
import type { Fact } from './facts.ts';
import type { PlegEvent, PlegHistory } from './history.ts';
import type { IdIndex } from './ids.ts';
import { lifeKey, type Lives } from './lives.ts';
import { Track } from './track.ts';

const untold = unknown('no line tells it');
const notEnded = unknown('it has not ended');

export function rebuildPleg(facts: readonly Fact[], lives: Lives, ids: IdIndex): PlegHistory {
  const events: PlegEvent[] = [];
  const healthy = new Track<boolean>();
  const relists: PlegHistory['relists'][number][] = [];
  const exits = exitCodes(facts);
  let sick = false;
  for (const fact of facts) {
    const { event, at, position, input } = fact;
    if (event.kind === 'pleg.event') {
      const life = lives.find(event.pod, position);
      events.push({
        at,
        position,
        type: event.type,
        podKey: life === undefined ? undefined : lifeKey(life),
        id: event.id,
        isSandbox: ids.get(event.id)?.isSandbox,
        exitCode: event.type === 'ContainerDied' ? (exits.get(event.id) ?? untold) : notEnded,
        input,
      });
      // An event is the fruit of a relist that succeeded.
      healthy.set(at, seen(true, input), position);
      sick = false;
    } else if (event.kind === 'loop.skip' && event.reason.includes('PLEG is not healthy')) {
      healthy.set(at, seen(false, input), position);
      sick = true;
    } else if (event.kind === 'loop.skip' || event.kind === 'config') {
      // The loop runs, or stops for another reason: PLEG is in order again.
      if (sick) healthy.set(at, seen(true, input), position);
      sick = false;
    } else if (event.kind === 'pleg.relist')
      relists.push({ at, duration: unknown('no line tells how long it took'), input });
  }
  return { events, healthy, relists };
}

function exitCodes(facts: readonly Fact[]): Map<string, PlegEvent['exitCode']> {
  const exits = new Map<string, PlegEvent['exitCode']>();
  for (const { event, input } of facts)
    if (event.kind === 'pleg.finished') exits.set(event.id, seen(event.exitCode, input));
  return exits;
}

// A pod's life as a list of events.
import { describe } from './describe.ts';
import type { Fact } from './facts.ts';
import type { PodEvent } from './history.ts';
import type { IdIndex } from './ids.ts';

export function storyOf(facts: readonly Fact[], ids: IdIndex): readonly PodEvent[] {
  const events: PodEvent[] = [];
  for (const fact of facts) {
    const text = describe(fact.event, ids);
    if (text === undefined) continue;
    const { at, position, input, severity } = fact;
    events.push({ at, position, kind: kindOf(fact), text, severity, input });
  }
  return events;
}

/** The slug of an event: its kind, and for config lines and PLEG events which one. */
function kindOf({ event }: Fact): string {
  if (event.kind === 'config') return `config.${event.op.toLowerCase()}`;
  if (event.kind === 'pleg.event')
    return `pleg.${event.type.charAt(0).toLowerCase()}${event.type.slice(1)}`;
  return event.kind;
}

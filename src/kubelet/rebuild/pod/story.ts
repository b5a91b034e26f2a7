// A pod's life as a list of events.
import { describe } from './describe.ts';
import type { Fact } from '../facts/fact.ts';
import type { PodEvent } from '../history.ts';
import type { IdIndex } from '../identity/ids.ts';

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

const configKinds = {
  ADD: 'config.add',
  UPDATE: 'config.update',
  DELETE: 'config.delete',
  REMOVE: 'config.remove',
  RECONCILE: 'config.reconcile',
} as const;

const plegKinds = {
  ContainerStarted: 'pleg.containerStarted',
  ContainerDied: 'pleg.containerDied',
  ContainerRemoved: 'pleg.containerRemoved',
  ContainerChanged: 'pleg.containerChanged',
  PodSync: 'pleg.podSync',
} as const;

/** The slug of an event: its kind, and for config lines and PLEG events which one. */
export function kindOf({ event }: Fact): string {
  if (event.kind === 'config') return configKinds[event.op];
  return event.kind === 'pleg.event' ? plegKinds[event.type] : event.kind;
}

// What the lines of the dockershim tell of each of the networks that one try sets up or takes down.
import { inferred, unknown, type Value } from '../../../base/input.ts';
import type { Micros } from '../../../base/time.ts';
import type { PodRef } from '../../event.ts';
import { loopbackName } from '../../network.ts';
import type { Fact } from '../facts/fact.ts';
import type { NetworkAttempt, NetworkPart } from '../history.ts';

/** What the lines of the plug-ins have in common. */
export interface Named {
  readonly command: 'ADD' | 'DEL';
  readonly pod: PodRef;
  readonly sandboxId: string | undefined;
  readonly network?: string | undefined;
  readonly plugin?: string | undefined;
}

export function isLoopback({ network }: Pick<Named, 'network'>): boolean {
  return network === loopbackName;
}

export function partOf(
  { network, plugin }: Named,
  from: Micros | undefined,
  { input }: Fact,
): NetworkPart {
  const ok = unknown<boolean>('it had not ended', input);
  return { name: network ?? '', type: plugin, from, until: undefined, ok };
}

/** A line that names no network is of the last. */
export function endPart(
  parts: readonly NetworkPart[],
  event: Named,
  fact: Fact,
  ok: Value<boolean>,
): readonly NetworkPart[] {
  const name = event.network ?? parts.at(-1)?.name;
  const known = parts.find((one) => one.name === name);
  if (known === undefined && event.network === undefined) return parts;
  const ended = { ...(known ?? partOf(event, undefined, fact)), until: fact.at, ok };
  return [...before(parts, event, fact).filter((one) => one.name !== name), ended];
}

/** `addToNetwork` and `deleteFromNetwork` return before the next network's turn; what fails ends a set-up, but no teardown. */
export function before(
  parts: readonly NetworkPart[],
  { command, network }: Named,
  { input }: Fact,
): readonly NetworkPart[] {
  const ok =
    command === 'ADD'
      ? inferred(true, input)
      : unknown<boolean>('no line tells how it ended', input);
  return parts.map((one) =>
    one.ok.value !== undefined || one.name === (network ?? one.name) ? one : { ...one, ok },
  );
}

/** That a namespace was not found tells of no call alone. */
export function isCall(one: NetworkAttempt): boolean {
  return one.error !== undefined || one.ok.value === true || isTold(one);
}

/** Whether lines of the plug-ins themselves tell of it. */
export function isTold({ networks }: NetworkAttempt): boolean {
  return networks.length > 0;
}

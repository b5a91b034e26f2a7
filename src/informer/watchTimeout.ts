import type { KubeObject } from './object.ts';
import type { ReflectorContext } from './routine.ts';

/** For how long to ask the server to keep a watch: by chance, so that not all watches end at one time. */
export function watchTimeoutSeconds<T extends KubeObject>(context: ReflectorContext<T>): number {
  return Math.floor(context.minWatchTimeout * (1 + context.random()));
}

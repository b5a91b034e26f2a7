// Mirrors pkg/kubelet/runtime.go (v1.34): why the sync loop would stand still, and why pods get no network.
import { SECOND, type Micros } from '../base/time.ts';
import type { KubeletVersion } from './version/index.ts';

/** The runtime counts as down this long after its last good answer. */
export const runtimeThreshold = 30 * SECOND;
/** How often updateRuntimeUp asks. */
export const runtimeUpPeriod = 5 * SECOND;

export interface RuntimeState {
  /** When the runtime last said that it is ready. */
  readonly lastBaseRuntimeSync: Micros | undefined;
  /** What the runtime says is wrong with itself (1.16+). */
  readonly runtimeError: string | undefined;
  readonly networkError: string | undefined;
}

export const newRuntimeState: RuntimeState = {
  lastBaseRuntimeSync: undefined,
  runtimeError: undefined,
  networkError: 'network state unknown',
};

/** What updateRuntimeUp makes of the condition NetworkReady of a runtime whose network is not ready. */
export function networkErrorOf(condition: string, { minor }: KubeletVersion): string {
  return `${minor < 21 ? '' : 'container '}runtime network not ready: ${condition}`;
}

/** `runtimeErrors`: what stops the loop; `health` is what the PLEGs say of themselves, by name. */
export function runtimeErrors(
  { lastBaseRuntimeSync, runtimeError }: RuntimeState,
  health: readonly (readonly [name: string, error: string | undefined])[],
  now: Micros,
  version: KubeletVersion,
): string[] {
  const errors: string[] = [];
  if (lastBaseRuntimeSync === undefined) errors.push(version.neverSyncedText);
  else if (now - lastBaseRuntimeSync > runtimeThreshold) errors.push('container runtime is down');
  for (const [name, error] of health) {
    if (error !== undefined) errors.push(`${name} is not healthy: ${error}`);
  }
  if (runtimeError !== undefined && version.minor >= 16) errors.push(runtimeError);
  return errors;
}

/** An aggregate as Go prints it: one error plain, more of them in brackets, equal ones once. */
export function joinErrors(errors: readonly string[]): string {
  const different = [...new Set(errors)];
  return different.length === 1 ? (different[0] ?? '') : `[${different.join(', ')}]`;
}

/** How long the loop sleeps when it skips, and the next length. The first one after a good turn is the shortest. */
export function skipSleep(
  next: number | undefined,
  version: KubeletVersion,
): { readonly sleep: number; readonly next: number } {
  const longest = 5 * SECOND;
  if (version.skipSleep === 'fixed') return { sleep: longest, next: longest };
  const sleep = next ?? SECOND / 10;
  return { sleep, next: Math.min(sleep * 2, longest) };
}

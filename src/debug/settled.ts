import type { SessionInfo } from '../protocol/engineApi.ts';
import type { Ask } from './host.ts';

/** Milliseconds between two looks, for which nothing comes when all is there, and after which it is not waited for any more. */
const LOOK = 50;
const QUIET = 400;
const PATIENCE = 8_000;

/** A log that begins to be followed comes bit by bit: the session once what was written before is there, or nearly. */
export async function settled(ask: Ask, signal: AbortSignal): Promise<SessionInfo> {
  const began = performance.now();
  let since = began;
  let lines = 0;
  for (;;) {
    const info = await ask('session', []);
    const now = performance.now();
    if (info.inputs !== lines) since = now;
    lines = info.inputs;
    const isQuiet = lines > 0 && now - since >= QUIET;
    if (isQuiet || now - began >= PATIENCE || signal.aborted) return info;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}

/** Milliseconds after which other questions come through. */
const SLICE = 8;

/** To be awaited often in long work: lets others come through now and then, and throws when nobody waits for the work any more. */
export function inSlices(signal: AbortSignal): () => Promise<void> {
  let until = performance.now() + SLICE;
  return async () => {
    if (performance.now() < until) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    signal.throwIfAborted();
    until = performance.now() + SLICE;
  };
}

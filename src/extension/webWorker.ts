// A worker inside the web worker that extensions run in. Not every browser and policy allows one.

/** A worker that runs the script, once it is up; undefined where it does not come up, and the engine has to run beside its caller. */
export async function spawnWorker(script: Uint8Array): Promise<unknown> {
  const make: unknown = Reflect.get(globalThis, 'Worker');
  if (typeof make !== 'function') return undefined;
  const address = URL.createObjectURL(
    new Blob([new Uint8Array(script)], { type: 'text/javascript' }),
  );
  try {
    const worker: unknown = Reflect.construct(make, [address]);
    return (await comesUp(worker)) ? worker : undefined;
  } catch {
    // A policy forbids it: that is no fault, only slower.
    return undefined;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** How long a worker may take to fail: a forbidden or broken script is told by an error event, a good one by nothing. */
const PATIENCE = 150;

function comesUp(worker: unknown): Promise<boolean> {
  if (!(worker instanceof EventTarget)) return Promise.resolve(false);
  return new Promise((resolve) => {
    worker.addEventListener('error', () => {
      resolve(false);
    });
    setTimeout(resolve, PATIENCE, true);
  });
}

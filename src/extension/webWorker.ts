// A worker inside the web worker that extensions run in. Not every browser and policy allows one.

/** A worker that runs the script, once it is up; undefined where it does not come up, and the engine has to run beside its caller. */
export async function spawnWorker(script: Uint8Array): Promise<unknown> {
  const make: unknown = Reflect.get(globalThis, 'Worker');
  if (typeof make !== 'function') return undefined;
  const address = URL.createObjectURL(
    new Blob([new Uint8Array(script)], { type: 'text/javascript' }),
  );
  const forget = (): void => {
    URL.revokeObjectURL(address);
  };
  try {
    const worker: unknown = Reflect.construct(make, [address]);
    if (worker instanceof EventTarget && (await comesUp(worker))) {
      // A busy machine may not have fetched the script yet: it has when the worker says its first word.
      worker.addEventListener('message', forget, { once: true });
      return worker;
    }
  } catch {
    // A policy forbids it: that is no fault, only slower.
  }
  forget();
  return undefined;
}

/** How long a worker may take to fail: a forbidden or broken script is told by an error event, a good one by nothing. */
const PATIENCE = 150;

function comesUp(worker: EventTarget): Promise<boolean> {
  return new Promise((resolve) => {
    worker.addEventListener('error', () => {
      resolve(false);
    });
    setTimeout(resolve, PATIENCE, true);
  });
}

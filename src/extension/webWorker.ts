// A worker inside the web worker that extensions run in. Not every browser and policy allows one.
import { workerHere } from './workerHere.ts';

/**
 * A worker that runs the script, once it is up; where it does not come up, the script runs beside its caller. A worker may make workers
 * of its own of the other script, whose address it has as its name.
 */
export async function makeWorker(script: Uint8Array, inner: Uint8Array): Promise<unknown> {
  return (await spawnWorker(script, inner)) ?? (await workerHere(script));
}

async function spawnWorker(script: Uint8Array, inner: Uint8Array): Promise<unknown> {
  const make: unknown = Reflect.get(globalThis, 'Worker');
  if (typeof make !== 'function') return undefined;
  const [address, name] = [addressOf(script), addressOf(inner)];
  try {
    const worker: unknown = Reflect.construct(make, [address, { name }]);
    if (worker instanceof EventTarget && (await comesUp(worker))) {
      // A busy machine may not have fetched the script yet: it has when the worker says its first word.
      worker.addEventListener(
        'message',
        () => {
          URL.revokeObjectURL(address);
        },
        { once: true },
      );
      return worker;
    }
  } catch {
    // A policy forbids it: that is no fault, only slower.
  }
  URL.revokeObjectURL(address);
  URL.revokeObjectURL(name);
  return undefined;
}

function addressOf(script: Uint8Array): string {
  return URL.createObjectURL(new Blob([new Uint8Array(script)], { type: 'text/javascript' }));
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

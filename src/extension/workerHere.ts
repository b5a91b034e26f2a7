import { messages } from './messages.ts';

/**
 * What stands for a worker where none can be had: its script runs beside its caller, with the end of a channel for its scope. A hang
 * of it stops its caller, too.
 */
export function workerHere(script: Uint8Array): unknown {
  const run = functionOf(new TextDecoder().decode(script));
  const { port1: near, port2: far } = new MessageChannel();
  run(far);
  far.start();
  near.start();
  return Object.assign(near, {
    terminate() {
      far.dispatchEvent(new Event('close'));
      near.close();
    },
  });
}

function functionOf(text: string): (self: unknown) => void {
  try {
    // The script is the package's own, and read as VS Code itself reads an extension in a browser; bundled, it would be there twice.
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    return new Function('self', text) as (self: unknown) => void;
  } catch (error) {
    if (error instanceof EvalError) throw new Error(messages.noEngine(), { cause: error });
    throw error;
  }
}

import { messages } from './messages.ts';

/**
 * What stands for a worker where none can be had: its script runs beside its caller, with the end of a channel for its scope. A hang
 * of it stops its caller, too. Bundled, the script would be in the package twice: it is imported as a module around its text.
 */
export async function workerHere(script: Uint8Array): Promise<unknown> {
  const run = await moduleOf(script);
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

async function moduleOf(script: Uint8Array): Promise<(self: unknown) => void> {
  const parts = ['export default (self) => {', new Uint8Array(script), '\n}'];
  const address = URL.createObjectURL(new Blob(parts, { type: 'text/javascript' }));
  try {
    const { default: run } = (await import(address)) as { default: (self: unknown) => void };
    return run;
  } catch (error) {
    throw new Error(messages.noEngine(), { cause: error });
  } finally {
    URL.revokeObjectURL(address);
  }
}

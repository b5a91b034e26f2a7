import type { Port } from '../../protocol/channel.ts';

/** Two ends of a channel in one thread; messages are cloned as a thread would, and arrive in a later turn. */
export function portPair(): [Port, Port] {
  const listeners = new Map<'near' | 'far', (message: unknown) => void>();
  const port = (own: 'near' | 'far', other: 'near' | 'far'): Port => ({
    post(message, transfer = []) {
      const copy: unknown = structuredClone(message, { transfer: [...transfer] });
      void Promise.resolve().then(() => listeners.get(other)?.(copy));
    },
    listen(listener) {
      listeners.set(own, listener);
      return {
        dispose() {
          listeners.delete(own);
        },
      };
    },
  });
  return [port('near', 'far'), port('far', 'near')];
}

import { toDisposable } from '../../../base/disposable.ts';
import type { Port } from '../../../protocol/channel.ts';

/** What a web worker's global scope and a Worker object have in common. */
export interface MessageScope {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  removeEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

export function scopePort(scope: unknown): Port {
  const own = scope as MessageScope;
  return {
    post(message, transfer = []) {
      own.postMessage(message, [...transfer]);
    },
    listen(listener) {
      const onMessage = (event: { readonly data: unknown }): void => {
        listener(event.data);
      };
      own.addEventListener('message', onMessage);
      return toDisposable(() => {
        own.removeEventListener('message', onMessage);
      });
    },
  };
}

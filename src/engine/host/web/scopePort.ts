import { toDisposable } from '../../../base/disposable.ts';
import type { Port } from '../../../protocol/channel.ts';

/** What a web worker's global scope and a Worker object have in common. */
export interface MessageScope {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  removeEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/** A worker's global scope, or a Worker: whoever calls has made sure that it is one. */
export function scopeOf(scope: unknown): MessageScope {
  return scope as MessageScope;
}

export function scopePort(scope: unknown): Port {
  const own = scopeOf(scope);
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

// The page's side of the channel to its extension.
import { toDisposable } from '../../src/base/disposable.ts';
import type { Port } from '../../src/protocol/channel.ts';

/** Of VS Code's side of a page, what a port needs. */
export interface PageHost {
  postMessage(message: unknown): void;
}

export function pagePort(host: PageHost): Port {
  return {
    post(message) {
      host.postMessage(message);
    },
    listen(listener) {
      const hear = (event: MessageEvent<unknown>): void => {
        listener(event.data);
      };
      window.addEventListener('message', hear);
      return toDisposable(() => {
        window.removeEventListener('message', hear);
      });
    },
  };
}

import type { MessagePort, Worker } from 'node:worker_threads';
import { toDisposable } from '../../../base/disposable.ts';
import type { Port } from '../../../protocol/channel.ts';

/** A thread's side of a channel: the worker from outside, its `parentPort` from inside. */
export function threadPort(thread: Worker | MessagePort): Port {
  return {
    post(message, transfer = []) {
      thread.postMessage(message, [...transfer]);
    },
    listen(listener) {
      thread.on('message', listener);
      return toDisposable(() => {
        thread.off('message', listener);
      });
    },
  };
}

import { micros, SECOND } from '../../../src/base/time.ts';
import { emptyWorkQueue, enqueue, getWork } from '../../../src/kubelet/workQueue.ts';
import { number, parseScript, text } from './script.ts';

/** Traces a script of kind `workqueue`. */
export function traceWorkQueue(lines: readonly string[]): string[] {
  let queue = emptyWorkQueue;
  let now = micros(1000 * SECOND);
  const trace: string[] = [];
  for (const op of parseScript(lines).ops) {
    const delay = Math.round(number(op, 'seconds') * SECOND);
    switch (text(op, 'op')) {
      case 'enqueue':
        queue = enqueue(queue, text(op, 'uid'), delay, now);
        break;
      case 'advance':
        now = micros(now + delay);
        break;
      case 'get': {
        const got = getWork(queue, now);
        queue = got.queue;
        trace.push(`work ${got.work.join(',')}`);
      }
    }
  }
  return trace;
}

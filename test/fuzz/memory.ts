// What memory an input takes: as seen from outside, so that heap, typed arrays and what lies outside the heap all count.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';

/** Looks at the process's memory from a thread of its own, also while the thread that is looked at is busy. */
const watcher = `
const { workerData } = require('node:worker_threads');
const most = new Float64Array(workerData);
const look = () => { most[0] = Math.max(most[0], process.memoryUsage.rss()); };
setInterval(look, 4);
`;

/** The most memory that the process had, and how much more than at the begin of a stretch that is. */
export class MemoryPeak {
  private readonly most = new Float64Array(new SharedArrayBuffer(8));
  private readonly worker = new Worker(watcher, { eval: true, workerData: this.most.buffer });
  private before = 0;

  begin(): void {
    this.before = process.memoryUsage.rss();
    this.most[0] = this.before;
  }

  /** Bytes. */
  get grown(): number {
    return Math.max(this.most[0] ?? 0, process.memoryUsage.rss()) - this.before;
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}

let collect: (() => void) | undefined;

/** Bytes that are still held after a collection, in the heap and outside of it. */
export function bytesHeld(): number {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

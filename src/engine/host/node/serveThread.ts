import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../../base/assert.ts';
import { serveEngine } from '../../serve.ts';
import { userCache } from './indexCache.ts';
import { nodeClusters } from './nodeClusters.ts';
import { nodeSources } from './nodeSources.ts';
import { nodeStores } from './nodeStores.ts';
import { threadPort } from './threadPort.ts';

/** Serves the engine to the thread that has made this one. */
export function serveThread(): void {
  assert(parentPort !== null, 'the engine runs in a worker thread');
  const dir: unknown = workerData;
  const sources = nodeSources(typeof dir === 'string' ? { dir } : userCache());
  serveEngine(threadPort(parentPort), sources, nodeClusters, nodeStores);
}

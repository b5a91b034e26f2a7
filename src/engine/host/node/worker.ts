import { parentPort } from 'node:worker_threads';
import { assert } from '../../../base/assert.ts';
import { serveEngine } from '../../serve.ts';
import { nodeClusters } from './nodeClusters.ts';
import { nodeSources } from './nodeSources.ts';
import { nodeStores } from './nodeStores.ts';
import { threadPort } from './threadPort.ts';

assert(parentPort !== null, 'the engine runs in a worker thread');
serveEngine(threadPort(parentPort), nodeSources(), nodeClusters, nodeStores);

import { serveEngine } from '../../serve.ts';
import { scriptIn, threadsOf } from './indexThreads.ts';
import { scopePort } from './scopePort.ts';
import { webSources } from './webSources.ts';

/** A worker's global scope; where no worker can be had, what stands for it is handed in by this name (`extension/workerHere.ts`). */
declare const self: EventTarget & { readonly name?: string };

const server = serveEngine(scopePort(self), webSources(threadsOf(scriptIn(self.name ?? ''))));
// A worker ends with its thread; what stands for one says so.
self.addEventListener('close', () => {
  server.dispose();
});

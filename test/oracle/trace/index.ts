// The kinds of scripts there are. A new kind is a tracer and its line here.
import { traceQueue } from './queues.ts';
import { traceIndexer } from './indexer.ts';
import type { Tracer } from './record.ts';

export const tracers: Readonly<Record<string, Tracer>> = {
  fifo: traceQueue,
  deltafifo: traceQueue,
  realfifo: traceQueue,
  indexer: traceIndexer,
};

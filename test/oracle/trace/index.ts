// The kinds of scripts there are. A new kind is a tracer and its line here.
import { traceIndexer } from './indexer.ts';
import { traceQueue } from './queues.ts';
import type { Tracer } from './record.ts';
import { traceInformer, traceReflector } from './scenario.ts';

export const tracers: Readonly<Record<string, Tracer>> = {
  fifo: traceQueue,
  deltafifo: traceQueue,
  realfifo: traceQueue,
  indexer: traceIndexer,
  reflector: traceReflector,
  informer: traceInformer,
};

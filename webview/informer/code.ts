// The functions of client-go that an informer's steps and parts are. Names that changed between versions have all of them, the newest first.
import type {
  InformerPhase,
  InformerQueue,
  InformerStepRow,
} from '../../src/protocol/informerApi.ts';
import type { GoPart } from '../shared/goLink.ts';

const cache = (file: string, name: string): GoPart => ({
  path: `staging/src/k8s.io/client-go/tools/cache/${file}`,
  name,
});

const began = cache('reflector.go', 'Reflector.RunWithContext|Reflector.Run');
const whole = cache('reflector.go', 'Reflector.ListAndWatchWithContext|Reflector.ListAndWatch');
const list = cache('reflector.go', 'Reflector.list|Reflector.ListAndWatch');
const watch = cache('reflector.go', 'Reflector.watch|Reflector.ListAndWatch');
const watchList = cache('reflector.go', 'Reflector.watchList|Reflector.ListAndWatch');
const events = cache('reflector.go', 'handleAnyWatch|handleWatch|watchHandler');
const removed = cache('thread_safe_store.go', 'threadSafeMap.Delete');
const pop = cache('controller.go', 'controller.processLoop');

const resync = cache('reflector.go', 'Reflector.startResync|Reflector.ListAndWatch');
const produced: Readonly<Record<InformerQueue, GoPart>> = {
  DeltaFIFO: cache('delta_fifo.go', 'DeltaFIFO.queueActionLocked'),
  RealFIFO: cache('the_real_fifo.go', 'RealFIFO.addToItems_locked'),
};

export const codeOfQueue = (type: InformerQueue): readonly GoPart[] => [pop, produced[type]];

export const codeOfPart = {
  handlers: [
    cache('shared_informer.go', 'sharedIndexInformer.HandleDeltas'),
    cache('shared_informer.go', 'processorListener.pop'),
  ],
  store: [cache('thread_safe_store.go', 'threadSafeMap.Update')],
} as const satisfies Record<string, readonly GoPart[]>;

const asking: Readonly<Partial<Record<InformerPhase, GoPart>>> = {
  listing: list,
  streaming: watchList,
  opening: watch,
  watching: watch,
};

/** What runs at a step; a request and its answer stand where the reflector is. */
export function codeOfStep(
  { kind, text }: InformerStepRow,
  phase: InformerPhase,
  type: InformerQueue,
): readonly GoPart[] {
  switch (kind) {
    case 'began':
      return [began];
    case 'request':
    case 'answer':
      return [asking[phase] ?? whole];
    case 'event':
    case 'bookmark':
      return [events];
    case 'wait':
    case 'problem':
      return [whole];
    case 'queue':
      if (text.startsWith('resync')) return [resync];
      return [text.startsWith('queued') ? produced[type] : pop];
    case 'store':
      return text.startsWith('removed') ? [removed] : codeOfPart.store;
    case 'handler':
      return codeOfPart.handlers;
  }
}

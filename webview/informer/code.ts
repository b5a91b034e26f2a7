// The functions of client-go that an informer's steps and parts are. Names that changed between versions have all of them, the newest first.
import type { InformerPhase, InformerStepRow } from '../../src/protocol/informerApi.ts';
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
const pop = cache('controller.go', 'controller.processLoop');

export const codeOfPart = {
  queue: [pop, cache('delta_fifo.go', 'DeltaFIFO.queueActionLocked')],
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
export function codeOfStep({ kind }: InformerStepRow, phase: InformerPhase): readonly GoPart[] {
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
    case 'handler':
    case 'store':
      return [...codeOfPart[kind === 'handler' ? 'handlers' : kind]];
  }
}

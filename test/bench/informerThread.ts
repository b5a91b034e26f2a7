// The informer's thread of the benchmark, as the engine's thread of the extension has one.
import { parentPort } from 'node:worker_threads';
import { connect } from '../../src/cluster/main.ts';
import { behaviours } from '../../src/informer/behaviour.ts';
import type { KubeObject } from '../../src/informer/object.ts';
import { describeRequestError } from '../../src/informer/requestError.ts';
import { restRetry } from '../../src/informer/restRetry.ts';
import { SharedInformer } from '../../src/informer/sharedInformer.ts';
import { realClock } from '../support/realClock.ts';

export interface Seen {
  readonly synced: boolean;
  readonly ms: number;
  readonly updates: number;
}

export function follow(kubeconfig: string, how: string): void {
  const began = performance.now();
  const connection = connect({ files: [kubeconfig], environment: {} });
  if (!connection.ok) throw new Error(connection.error);
  const raw = connection.value.listerWatcher<KubeObject>({
    path: '/api/v1/pods',
    // Whole pods, as the peers keep them: the view of a cluster keeps a tenth of that, and no more than 64 MiB.
    trusted: true,
    streamingLists: how === 'streaming',
    managedFields: how === 'lean' ? 'drop' : 'keep',
    ...(how === 'json' ? { encoding: 'json' } : {}),
  });
  let updates = 0;
  const tell = (): void => {
    const seen: Seen = { synced: informer.hasSynced, ms: performance.now() - began, updates };
    parentPort?.postMessage(seen);
  };
  const informer = new SharedInformer<KubeObject>({
    listerWatcher: restRetry(raw, realClock),
    clock: realClock,
    random: Math.random,
    behaviour: behaviours['1.37'],
    onError: ({ during, error }) => {
      throw new Error(`${during}: ${describeRequestError(error)}`);
    },
    onSynced: () => {
      // The handler hears of the list in later turns of its own.
      const wait = (): void => {
        if (registration.ok && registration.value.hasSynced) tell();
        else setImmediate(wait);
      };
      wait();
    },
  });
  const registration = informer.addEventHandler({ onUpdate: () => (updates += 1) });
  parentPort?.on('message', tell);
  informer.run();
}

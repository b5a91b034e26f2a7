// A controller beside the kubelets, there to be looked at: a shared informer of all pods with two indices, a handler that is
// quick and one that takes its time. It changes nothing in the cluster.
import type { Clock } from '../base/clock.ts';
import { MILLISECOND } from '../base/time.ts';
import { InformerJournal } from '../informer/journal.ts';
import { journalledInformer } from '../informer/journalled.ts';
import type { ListerWatcher } from '../informer/listerWatcher.ts';
import { metaNamespaceIndex } from '../informer/storeIndex.ts';
import type { Pod } from '../kubelet/pod.ts';

const slowPace = 400 * MILLISECOND;

interface ControllerOptions {
  readonly clock: Clock;
  readonly random: () => number;
  /** The time that is written down. */
  readonly shown: Pick<Clock, 'now'>;
}

export function controllerInformer(
  listerWatcher: ListerWatcher<Pod>,
  { clock, random, shown }: ControllerOptions,
): InformerJournal {
  const about =
    'All pods, as a controller watches them: a queue of deltas, two indices, and two handlers, one of which takes 0.4 s per event.';
  const journal = new InformerJournal('Controller', about, shown);
  const informer = journalledInformer<Pod>(
    {
      listerWatcher,
      clock,
      random,
      indexers: { namespace: metaNamespaceIndex, node: (pod) => [pod.spec.nodeName ?? ''] },
    },
    journal,
  );
  informer.addEventHandler({}, { name: 'quick handler' });
  informer.addEventHandler({}, { name: 'slow handler', pace: slowPace });
  informer.run();
  return journal;
}

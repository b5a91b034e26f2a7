// A controller beside the kubelets, there to be looked at: a shared informer of all pods with two indices, a handler that is
// quick, one that takes its time, and one that wants to hear of everything again each minute. It changes nothing in the cluster.
import type { Clock } from '../base/clock.ts';
import { MILLISECOND, MINUTE } from '../base/time.ts';
import { behaviourOf } from '../informer/behaviour.ts';
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
  /** Its client-go is that of Kubernetes 1.`minor`. */
  readonly minor: number;
}

export function controllerInformer(
  listerWatcher: ListerWatcher<Pod>,
  { clock, random, shown, minor }: ControllerOptions,
): InformerJournal {
  const behaviour = behaviourOf(minor);
  const about = `All pods, as a controller with client-go 1.${minor} watches them: a ${behaviour.informerQueue}, two indices, and three handlers: one is quick, one takes 0.4 s per event, and one wants a resync each minute.`;
  const journal = new InformerJournal('Controller', about, shown, {
    queueType: behaviour.informerQueue,
    watchList: behaviour.watchList,
  });
  const informer = journalledInformer<Pod>(
    {
      listerWatcher,
      clock,
      random,
      behaviour,
      // An informer that has no period of its own resyncs nobody.
      resyncPeriod: MINUTE,
      indexers: { namespace: metaNamespaceIndex, node: (pod) => [pod.spec.nodeName ?? ''] },
    },
    journal,
  );
  informer.addEventHandler({}, { name: 'quick handler', resyncPeriod: 0 });
  informer.addEventHandler({}, { name: 'slow handler', pace: slowPace, resyncPeriod: 0 });
  informer.addEventHandler({}, { name: 'resyncing handler' });
  informer.run();
  return journal;
}

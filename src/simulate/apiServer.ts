// The API server of a simulated cluster: pods in an etcd, a watch cache before it, and the way that a kubelet's reflector has
// to it. While the server is down connections are refused and streams cut; when it comes back its cache is filled anew.
import type { Clock } from '../base/clock.ts';
import { toDisposable, type Disposable } from '../base/disposable.ts';
import { err } from '../base/result.ts';
import { MILLISECOND, MINUTE, SECOND } from '../base/time.ts';
import { behaviourOf, type Behaviour } from '../informer/behaviour.ts';
import type { ListerWatcher } from '../informer/listerWatcher.ts';
import type { KubeObject } from '../informer/object.ts';
import { InformerJournal } from '../informer/journal.ts';
import { journalledStore, journalledTransport, noteReflector } from '../informer/journalled.ts';
import { Reflector } from '../informer/reflector.ts';
import type { RequestError } from '../informer/requestError.ts';
import { Cacher } from '../informer/server/cacher.ts';
import { Etcd } from '../informer/server/etcd.ts';
import { localTransport } from '../informer/server/localTransport.ts';
import type { Pod } from '../kubelet/pod.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';
import { controllerInformer } from './controllerInformer.ts';
import { between, seededRandom, type Random } from './random.ts';
import { UndeltaStore } from './undeltaStore.ts';
import type { VirtualClock } from './virtualClock.ts';

type Watcher = (pods: readonly Pod[]) => void;
/** Who wants to know what informers do. */
export interface JournalReader {
  /** Gets each journal as it begins; `node`: whose kubelet's it is. */
  begins(journal: InformerJournal, node: string | undefined): void;
  /** What the clocks of the nodes show, and their logs have. */
  readonly shown: Pick<Clock, 'now'>;
  /** Of the Kubernetes whose client-go a controller is built with. */
  readonly minor: number;
}

/** From a change in etcd to the watch cache, and on to who watches. */
const watchLag = MILLISECOND;
/** How often the server has etcd forget what is older than this. */
const compactionPeriod = 5 * MINUTE;
const refused: RequestError = {
  type: 'network',
  code: 'refused',
  message: 'connect: connection refused',
};

export class ApiServer {
  private readonly etcd = new Etcd<Pod>();
  private readonly cacher: Cacher<Pod>;
  /** The same pods as in etcd. */
  private readonly byUid = new Map<string, Pod>();
  private readonly reflectors = new Map<string, Reflector<Pod>>();
  /** Cuts each stream that is open. */
  private readonly streams = new Set<() => void>();
  private readonly clock: VirtualClock;
  private readonly reader: JournalReader | undefined;
  /** Of each node, over all runs of its kubelet. */
  private readonly journals = new Map<string, InformerJournal>();
  /** A cache of its own for who only looks on, so that the simulation goes the same with and without. */
  private readonly aside: Cacher<Pod> | undefined;
  private readonly nodes = new Set<string>();
  private isUp = true;

  /** @param reader what informers do is written down only where somebody wants it */
  constructor(clock: VirtualClock, random: Random, reader?: JournalReader) {
    this.clock = clock;
    this.reader = reader;
    this.cacher = new Cacher(this.etcd, { clock, random: () => random.next(), lag: watchLag });
    this.compactAfter(this.etcd.revision);
    if (reader === undefined) return;
    const own = seededRandom(1);
    const chance = (): number => own.next();
    this.aside = new Cacher(this.etcd, { clock, random: chance, lag: watchLag });
    const transport = this.reachable(localTransport(this.aside, watched, () => true));
    const { shown, minor } = reader;
    const options = { clock, random: chance, shown, minor };
    reader.begins(controllerInformer(transport, options), undefined);
  }

  get up(): boolean {
    return this.isUp;
  }

  /** Whether the node was there before. */
  registerNode(name: string): 'new' | 'known' {
    if (this.nodes.has(name)) return 'known';
    this.nodes.add(name);
    return 'new';
  }

  get(uid: string): Pod | undefined {
    return this.byUid.get(uid);
  }

  named(namespace: string, name: string): Pod | undefined {
    return this.etcd.get(`${namespace}/${name}`);
  }

  /** Creates or changes a pod. While another pod has its name it is not created. */
  put(pod: Pod): void {
    const { namespace, name, uid } = pod.metadata;
    const held = this.named(namespace, name);
    if (held === undefined || held.metadata.uid === uid) this.byUid.set(uid, this.etcd.put(pod));
  }

  remove(uid: string): void {
    const pod = this.byUid.get(uid);
    if (pod === undefined) return;
    this.byUid.delete(uid);
    this.etcd.delete(`${pod.metadata.namespace}/${pod.metadata.name}`);
  }

  /** Lists and watches the pods of a node, as its kubelet does; in place of whoever did so for that node before. */
  watch(node: string, version: KubeletVersion, random: Random, watcher: Watcher): void {
    this.unwatch(node);
    const matches = (pod: Pod): boolean => pod.spec.nodeName === node;
    const transport = this.reachable(localTransport(this.cacher, watched, matches));
    const store = new UndeltaStore<Pod>(watcher);
    const behaviour = behaviourOf(version.minor);
    const journal = this.journalOf(node, behaviour);
    const reflector = new Reflector<Pod>({
      listerWatcher: journal === undefined ? transport : journalledTransport(transport, journal),
      store: journal === undefined ? store : journalledStore(store, journal),
      clock: this.clock,
      random: () => random.next(),
      behaviour,
      ...(journal === undefined
        ? {}
        : {
            observe: (event) => {
              noteReflector(journal, event);
            },
          }),
    });
    journal?.begin(`the kubelet of ${node} begins to watch its pods`, () => {
      return { reflector: reflector.state, queue: undefined, handlers: [] };
    });
    this.reflectors.set(node, reflector);
    reflector.run();
  }

  private journalOf(node: string, { watchList }: Behaviour): InformerJournal | undefined {
    const { reader } = this;
    if (reader === undefined) return undefined;
    const known = this.journals.get(node);
    if (known !== undefined) return known;
    const about = `The pods of ${node}, as its kubelet watches them: with no queue, each change passes on the whole list.`;
    const journal = new InformerJournal(`Kubelet of ${node}`, about, reader.shown, { watchList });
    this.journals.set(node, journal);
    reader.begins(journal, node);
    return journal;
  }

  unwatch(node: string): void {
    this.reflectors.get(node)?.stop();
    this.reflectors.delete(node);
  }

  /** Nothing answers until `setUp(true)`; then each kubelet finds out by itself, when its reflector tries again. */
  setUp(up: boolean): void {
    this.isUp = up;
    if (up) {
      this.cacher.reinitialise();
      this.aside?.reinitialise();
    } else for (const cut of [...this.streams]) cut();
  }

  private compactAfter(revision: number): void {
    this.clock.after(compactionPeriod, () => {
      this.etcd.compact(revision);
      this.compactAfter(this.etcd.revision);
    });
  }

  /** The way to the server, which is there as long as the server is. */
  private reachable(server: ListerWatcher<Pod>): ListerWatcher<Pod> {
    return {
      list: (options, answer) => {
        if (this.isUp) {
          return server.list(options, (result) => {
            answer(this.isUp ? result : err(refused));
          });
        }
        answer(err(refused));
        return toDisposable(() => undefined);
      },
      watch: (options, observer) => {
        if (!this.isUp) {
          observer.failed(refused);
          return toDisposable(() => undefined);
        }
        const stream = server.watch(options, observer);
        return this.cuttable(stream, () => {
          observer.closed();
        });
      },
    };
  }

  private cuttable(stream: Disposable, closed: () => void): Disposable {
    const cut = (): void => {
      end.dispose();
      closed();
    };
    this.streams.add(cut);
    const end = toDisposable(() => {
      this.streams.delete(cut);
      stream.dispose();
    });
    return end;
  }
}

/** A bookmark has the metadata of a pod alone. */
function watched(object: KubeObject): Pod {
  if (isPod(object)) return object;
  return {
    metadata: { name: '', namespace: '', uid: '', ...object.metadata },
    spec: { containers: [] },
  };
}

function isPod(object: KubeObject): object is Pod {
  return 'spec' in object;
}

/** How long a request to the server takes. */
export function requestTime(random: Random): number {
  return between(random, 4, 12) * MILLISECOND;
}

/** Status is sent again this long after the server could not be reached. */
export const statusSyncPeriod = 10 * SECOND;

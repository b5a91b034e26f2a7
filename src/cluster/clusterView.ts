// The nodes and pods of one cluster, kept like the server's by two informers. When the server cannot be heard, what was last seen
// stays, and says since when it is old.
import { DisposableStore, toDisposable, type Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import { SECOND, type Micros } from '../base/time.ts';
import { reflectorBackoff, type BackoffNumbers } from '../informer/backoff.ts';
import type { ListerWatcher } from '../informer/listerWatcher.ts';
import type { KubeObject } from '../informer/object.ts';
import { describeRequestError, type RequestError } from '../informer/requestError.ts';
import type { Inside } from '../informer/journal.ts';
import { insideOf, journalledTransport } from '../informer/journalled.ts';
import { restRetry } from '../informer/restRetry.ts';
import { SharedInformer } from '../informer/sharedInformer.ts';
import type { Transform } from '../informer/store.ts';
import { slimNode, slimPod, type WatchedNode, type WatchedPod } from './clusterObjects.ts';
import { httpListerWatcher } from './httpListerWatcher.ts';
import type { AccessSource } from './exchange.ts';
import { realClock } from './realClock.ts';
import { ReflectorJournal, type ReflectorLog } from './reflectorJournal.ts';
import { paced } from './remotePolicy.ts';

/** A stretch of time in which the server was not heard. What came and went in it nobody saw. */
export interface Silence {
  readonly from: Micros;
  /** Undefined: it lasts. */
  readonly to: Micros | undefined;
  readonly why: string;
}

/** One of the view's informers as it is now. */
export interface WatchedStore {
  readonly resource: 'nodes' | 'pods';
  readonly inside: () => Inside;
  /** Sorted. */
  readonly keys: () => readonly string[];
  readonly get: (key: string) => WatchedNode | WatchedPod | undefined;
  readonly items: number;
  /** Deltas that wait in its queue; `inside` has but the first of many. */
  readonly queued: number;
  /** Of its only index, how many keys each node has; none for nodes. */
  readonly byNode: () => readonly { readonly node: string; readonly keys: readonly string[] }[];
  readonly log: () => ReflectorLog;
}

export interface ClusterView extends Disposable {
  /** Fires after changes, at most ten times a second. */
  readonly onChange: (listener: () => void) => Disposable;
  /** The first lists are in. */
  readonly synced: boolean;
  /** The newest last; the last one may last. */
  readonly silences: readonly Silence[];
  nodes(): readonly WatchedNode[];
  pods(): readonly WatchedPod[];
  /** Those that are bound to a node; `''` for those that wait for one. */
  podsOn(node: string): readonly WatchedPod[];
  stores(): readonly WatchedStore[];
}

/** Sooner than client-go's half a minute: somebody is looking, and it is one client. */
const backoff: BackoffNumbers = { ...reflectorBackoff, cap: 4 * SECOND };
const calm = 100_000;
/** A stream that ends sooner was none. */
const shortest = 5 * SECOND;
const keptSilences = 20;

export function watchCluster(source: AccessSource): ClusterView {
  return new InformedView(source);
}

class InformedView implements ClusterView {
  readonly silences: Silence[] = [];
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<undefined>());
  private readonly health = new Map<string, string>();
  private readonly nodeJournal = this.newJournal();
  private readonly podJournal = this.newJournal();
  private readonly nodeInformer: SharedInformer<WatchedNode>;
  private readonly podInformer: SharedInformer<WatchedPod>;
  private pending: Disposable | undefined;

  readonly onChange = (listener: () => void): Disposable => this.changed.event(listener);

  constructor(source: AccessSource) {
    this.nodeInformer = this.inform(source, '/api/v1/nodes', slimNode, this.nodeJournal);
    this.podInformer = this.inform(source, '/api/v1/pods', slimPod, this.podJournal);
    this.podInformer.addIndexers({ node: ({ summary }) => [summary.node] });
    for (const informer of [this.nodeInformer, this.podInformer]) {
      this.store.add(
        toDisposable(() => {
          informer.stop();
        }),
      );
    }
    this.nodeInformer.run();
    this.podInformer.run();
  }

  private inform<T extends KubeObject>(
    source: AccessSource,
    path: string,
    transformer: Transform<T>,
    journal: ReflectorJournal,
  ): SharedInformer<T> {
    const slim = (object: unknown): unknown => {
      const made = transformer(object as T);
      return made.ok ? made.value : object;
    };
    const heard = (bytes: number): void => {
      journal.heard(bytes);
    };
    const holds = (delay: number): void => {
      journal.holds(delay);
    };
    const raw = httpListerWatcher<T>(source, { path, managedFields: 'drop', slim, heard });
    const listening = this.listening(path, paced(raw, realClock, Math.random, holds), journal);
    const informer = new SharedInformer<T>({
      listerWatcher: restRetry(journalledTransport(listening, journal), realClock, holds),
      observe: (event) => {
        journal.reflected(event);
      },
      clock: realClock,
      random: Math.random,
      transformer,
      backoff,
      onSynced: () => {
        this.touch();
      },
      onProblem: (thrown) => {
        const why = thrown instanceof Error ? thrown.message : String(thrown);
        this.trouble(path, `${path} holds an object of no form that is known (${why})`);
      },
    });
    const touch = (): void => {
      this.touch();
    };
    informer.addEventHandler(
      { onAdd: touch, onUpdate: touch, onDelete: touch },
      { name: 'trees and pages' },
    );
    journal.begin(() => informer.state.reflector);
    return informer;
  }

  /** Hears what becomes of requests, below the place where they are made again. */
  private listening<T>(
    path: string,
    raw: ListerWatcher<T>,
    journal: ReflectorJournal,
  ): ListerWatcher<T> {
    const failed = (error: RequestError): void => {
      journal.failed(error);
      this.trouble(path, describeRequestError(error));
    };
    // A server that goes ends its streams, too: what becomes of the next tells more.
    let wasShort = false;
    return {
      list: (options, answer) =>
        raw.list(options, (result) => {
          if (!result.ok) failed(result.error);
          else if (result.value.continue && result.value.items.length < options.limit)
            this.trouble(path, slowly(path, result.value.items.length, options.limit));
          else this.heard(path);
          answer(result);
        }),
      watch: (options, observer) => {
        let since = realClock.now();
        return raw.watch(options, {
          opened: () => {
            since = realClock.now();
            this.heard(path);
            observer.opened();
          },
          event: (event) => {
            observer.event(event);
          },
          failed: (error) => {
            failed(error);
            observer.failed(error);
          },
          closed: () => {
            const isShort = realClock.now() - since < shortest;
            if (isShort && wasShort)
              this.trouble(path, `the server ends the stream of ${path} soon after it was opened`);
            wasShort = isShort;
            journal.closed();
            observer.closed();
          },
        });
      },
    };
  }

  private trouble(path: string, why: string): void {
    this.health.set(path, why);
    const last = this.silences.at(-1);
    if (last === undefined || last.to !== undefined) {
      this.silences.push({ from: realClock.now(), to: undefined, why });
      if (this.silences.length > keptSilences) this.silences.shift();
    } else if (last.why !== why) this.silences.splice(-1, 1, { ...last, why });
    this.touch();
  }

  private heard(path: string): void {
    if (!this.health.delete(path)) return;
    const last = this.silences.at(-1);
    if (this.health.size === 0 && last !== undefined) {
      this.silences.splice(-1, 1, { ...last, to: realClock.now() });
    }
    this.touch();
  }

  private touch(): void {
    this.pending ??= realClock.after(calm, () => {
      this.pending = undefined;
      this.changed.fire(undefined);
    });
  }

  get synced(): boolean {
    return this.nodeInformer.hasSynced && this.podInformer.hasSynced;
  }

  nodes(): readonly WatchedNode[] {
    return this.nodeInformer.indexer.list();
  }

  pods(): readonly WatchedPod[] {
    return this.podInformer.indexer.list();
  }

  podsOn(node: string): readonly WatchedPod[] {
    const found = this.podInformer.indexer.byIndex('node', node);
    return found.ok ? found.value : [];
  }

  stores(): readonly WatchedStore[] {
    return [
      storeOf('nodes', this.nodeInformer, this.nodeJournal),
      storeOf('pods', this.podInformer, this.podJournal),
    ];
  }

  private newJournal(): ReflectorJournal {
    return new ReflectorJournal(realClock, () => {
      this.touch();
    });
  }

  dispose(): void {
    this.pending?.dispose();
    this.store.dispose();
  }
}

/** What `paced` holds back. */
function slowly(path: string, got: number, asked: number): string {
  return `the list of ${path} comes in pages of ${got}, not of ${asked} as was asked: it is asked for slowly`;
}

function storeOf<T extends WatchedNode | WatchedPod>(
  resource: WatchedStore['resource'],
  informer: SharedInformer<T>,
  journal: ReflectorJournal,
): WatchedStore {
  const { indexer } = informer;
  return {
    resource,
    inside: () => insideOf(informer),
    keys: () => indexer.listKeys().sort(),
    get: (key) => indexer.getByKey(key),
    get items() {
      return indexer.size;
    },
    get queued() {
      return informer.state.queue.pending.length;
    },
    byNode: () =>
      indexer.indexNames.flatMap((name) =>
        indexer.indexValues(name).map((node) => {
          const keys = indexer.indexKeys(name, node);
          return { node, keys: keys.ok ? keys.value : [] };
        }),
      ),
    log: () => journal.log,
  };
}

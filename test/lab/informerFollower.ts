// One informer that follows the lab's API server, a handler that believes what it is told, and a diary of the reflector: when
// the informer does not catch up, it says how far it is behind and what it has been doing, in a few lines.
import assert from 'node:assert/strict';
import type { ListerWatcher } from '../../src/informer/listerWatcher.ts';
import { metaNamespaceKey, type KubeObject } from '../../src/informer/object.ts';
import { isExpired, type RequestError } from '../../src/informer/requestError.ts';
import { restRetry } from '../../src/informer/restRetry.ts';
import { SharedInformer } from '../../src/informer/sharedInformer.ts';
import { realClock } from '../support/realClock.ts';
import { until } from './program.ts';

/**
 * A reflector may stand in its longest back-off (30 s and as much again by chance), may wait for the answer on a connection
 * that has died without a word (90 s), and then has to list.
 */
const patience = 180_000;
const diaryLength = 40;
const differencesShown = 5;

type Objects = ReadonlyMap<string, KubeObject>;

export class Follower {
  readonly name: string;
  readonly informer: SharedInformer<KubeObject>;
  /** What a handler that trusts its notifications believes. */
  private readonly believed = new Map<string, KubeObject>();
  private readonly senseless: string[] = [];
  private readonly counts = { lists: 0, streamed: 0, expired: 0, watches: 0 };
  private readonly diary: string[] = [];
  private readonly began = Date.now();

  constructor(name: string, raw: ListerWatcher<KubeObject>) {
    this.name = name;
    this.informer = new SharedInformer<KubeObject>({
      listerWatcher: restRetry(this.counting(raw), realClock),
      clock: realClock,
      random: Math.random,
      onProblem: (thrown) => this.senseless.push(String(thrown)),
      observe: (event) => {
        this.enter(JSON.stringify(event));
        if (event.type !== 'listed') return;
        this.counts[event.streamed ? 'streamed' : 'lists'] += 1;
      },
    });
    this.informer.addEventHandler({
      onAdd: (object) => {
        this.note('added', object, false);
        this.believed.set(keyOf(object), object);
      },
      onUpdate: (before, after) => {
        this.note('updated', before, true);
        this.believed.set(keyOf(after), after);
      },
      onDelete: (object) => {
        const key = 'key' in object ? object.key : keyOf(object);
        if (!this.believed.delete(key)) this.senseless.push(`deleted ${key}, which was not there`);
      },
    });
    this.informer.run();
  }

  /** Waits until store and handler know what the server has, then one line of figures; throws where something was lost or doubled. */
  async caughtUp(wanted: Objects): Promise<string> {
    const began = Date.now();
    const knowsAll = (): boolean =>
      [this.store(), this.believed].every((known) => differences(known, wanted).length === 0);
    await until('', patience, () => knowsAll() || undefined)
      .catch(() => {
        throw new Error(this.behind(wanted, (Date.now() - began) / 1000));
      })
      .finally(() => {
        this.informer.stop();
      });
    const waited = ((Date.now() - began) / 1000).toFixed(1);
    same(`the store of the informer with ${this.name}`, this.store(), wanted);
    same(`what the handler of the informer with ${this.name} believes`, this.believed, wanted);
    assert.deepEqual(this.senseless.slice(0, differencesShown), []);
    const { lists, streamed, expired, watches } = this.counts;
    assert(expired > 0, `the informer with ${this.name} has met no 410`);
    assert.equal(streamed > 0, this.name === 'streaming lists');
    return `${this.name}: ${wanted.size} objects equal to GET after ${waited} s; ${lists} lists, ${streamed} streamed, ${watches} watches, ${expired} times 410`;
  }

  private store(): Objects {
    return new Map(this.informer.indexer.list().map((each) => [keyOf(each), each]));
  }

  private behind(wanted: Objects, seconds: number): string {
    const store = this.store();
    const { reflector, queue, handlers } = this.informer.state;
    const revisions = newestOf(wanted) - newestOf(store);
    return [
      `the store of the informer with ${this.name} is behind by ${revisions} revisions after ${seconds.toFixed(0)} s`,
      ...differences(store, wanted).slice(0, differencesShown),
      `reflector state: ${JSON.stringify(reflector)}`,
      `queued: ${queue.pending.length}, told to the handler late: ${handlers.map(({ backlog }) => backlog).join()}`,
      ...this.senseless.slice(0, differencesShown),
      `what it did last, in seconds from its start (it is ${this.seconds()} now):`,
      ...this.diary,
    ].join('\n  ');
  }

  private enter(what: string): void {
    this.diary.push(`${this.seconds()} ${what}`);
    if (this.diary.length > diaryLength) this.diary.shift();
  }

  private seconds(): string {
    return ((Date.now() - this.began) / 1000).toFixed(1);
  }

  private note(what: string, object: KubeObject, there: boolean): void {
    const key = keyOf(object);
    if (this.believed.has(key) !== there) this.senseless.push(`${what} ${key}`);
  }

  /** Below what repeats requests, so that the diary has each of them. */
  private counting(raw: ListerWatcher<KubeObject>): ListerWatcher<KubeObject> {
    const failed = (error: RequestError): void => {
      this.enter(`request failed: ${JSON.stringify(error)}`);
      if (isExpired(error)) this.counts.expired += 1;
    };
    return {
      ...raw,
      list: (options, answer) =>
        raw.list(options, (result) => {
          if (!result.ok) failed(result.error);
          answer(result);
        }),
      watch: (options, observer) =>
        raw.watch(options, {
          event: (event) => {
            observer.event(event);
          },
          closed: () => {
            observer.closed();
          },
          opened: () => {
            this.enter('watch opened');
            this.counts.watches += 1;
            observer.opened();
          },
          failed: (error) => {
            failed(error);
            observer.failed(error);
          },
        }),
    };
  }
}

export function keyOf(object: KubeObject): string {
  return metaNamespaceKey(object) ?? '';
}

function versionOf(object: KubeObject | undefined): string {
  return object?.metadata?.resourceVersion ?? 'none';
}

/** The newest resource version of an object; they are numbers here. */
function newestOf(objects: Objects): number {
  return Math.max(0, ...[...objects.values()].map((each) => Number(versionOf(each))));
}

/** One line for each key whose versions differ. */
function differences(found: Objects, wanted: Objects): string[] {
  return [...new Set([...wanted.keys(), ...found.keys()])]
    .map((key) => [key, versionOf(found.get(key)), versionOf(wanted.get(key))] as const)
    .filter(([, mine, theirs]) => mine !== theirs)
    .map(([key, mine, theirs]) => `${key}: version ${mine}, the server has ${theirs}`);
}

/** By versions first, which a person can read; then the first objects that differ in their content. */
function same(what: string, found: Objects, wanted: Objects): void {
  assert.deepEqual(differences(found, wanted).slice(0, differencesShown), [], what);
  for (const [key, object] of wanted) assert.deepEqual(found.get(key), object, `${what}: ${key}`);
}

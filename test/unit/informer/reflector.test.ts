import { beforeEach, describe, expect, test } from 'vitest';
import { toDisposable, type Disposable } from '../../../src/base/disposable.ts';
import { err, ok } from '../../../src/base/result.ts';
import { MINUTE, SECOND } from '../../../src/base/time.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { behaviours } from '../../../src/informer/behaviour.ts';
import { Failure } from '../../../src/informer/failure.ts';
import { Indexer } from '../../../src/informer/indexer.ts';
import type {
  ListerWatcher,
  WatchObserver,
  WatchOptions,
} from '../../../src/informer/listerWatcher.ts';
import { Reflector, type ReflectorOptions } from '../../../src/informer/reflector.ts';
import type { RequestError } from '../../../src/informer/requestError.ts';
import type { ReflectorEvent } from '../../../src/informer/routine.ts';
import { readObject, show, type Thing } from '../../../src/engine/queues/literals.ts';

/** A server in the hands of the test: lists are empty and at once, watches are what it makes of them. */
class Server implements ListerWatcher<Thing> {
  supportsWatchList = false;
  readonly lists: string[] = [];
  readonly watches: WatchOptions[] = [];
  readonly stopped: number[] = [];
  readonly failures: RequestError[] = [];
  /** Of watches alone. */
  readonly watchFailures: RequestError[] = [];
  stream: WatchObserver<Thing> | undefined;
  /** Lists stay unanswered. */
  silent = false;

  list: ListerWatcher<Thing>['list'] = (options, answer) => {
    this.lists.push(`${options.resourceVersion}/${options.limit}`);
    if (this.silent) return toDisposable(() => this.stopped.push(-1));
    const failure = this.failures.shift();
    answer(failure === undefined ? ok({ resourceVersion: '10', items: [] }) : err(failure));
    return toDisposable(() => undefined);
  };

  watch(options: WatchOptions, observer: WatchObserver<Thing>): Disposable {
    const number = this.watches.push(options) - 1;
    const failure = this.failures.shift() ?? this.watchFailures.shift();
    if (failure !== undefined) observer.failed(failure);
    else {
      this.stream = observer;
      observer.opened();
    }
    return toDisposable(() => this.stopped.push(number));
  }
}

let clock: VirtualClock;
let server: Server;
let store: Indexer<Thing>;
let events: ReflectorEvent[];

beforeEach(() => {
  clock = new VirtualClock();
  server = new Server();
  store = new Indexer<Thing>();
  events = [];
});

function reflector(options: Partial<ReflectorOptions<Thing>> = {}): Reflector<Thing> {
  return new Reflector<Thing>({
    listerWatcher: server,
    store,
    clock,
    random: () => 0,
    observe: (event) => events.push(event),
    ...options,
  });
}

const refused: RequestError = { type: 'network', code: 'refused', message: 'refused' };
const forbidden: RequestError = { type: 'status', status: { code: 403, reason: 'Forbidden' } };
const expired: RequestError = { type: 'status', status: { code: 410, reason: 'Expired' } };

function waits(): string[] {
  return events.flatMap((event) =>
    event.type === 'wait' ? [`${event.reason} ${event.delay / SECOND}`] : [],
  );
}

test('it lists, watches, and its state can be looked at', () => {
  const r = reflector();
  expect(r.state.now).toEqual({ phase: 'idle' });
  r.run();
  expect(r.state).toMatchObject({ now: { phase: 'watching' }, lastSyncResourceVersion: '10' });
  clock.advance(SECOND);
  server.stream?.event({ type: 'ADDED', object: readObject('a/x@11') });
  server.stream?.event({ type: 'BOOKMARK', object: readObject('@15') });
  expect(store.list().map(show)).toEqual(['a/x@11']);
  expect(r.state).toMatchObject({ lastSyncResourceVersion: '15', lastBookmarkAt: SECOND });
  r.run();
  expect(server.lists).toEqual(['0/500']);
});

test('a list that fails is tried again after a wait that grows, and the error is told', () => {
  const errors: string[] = [];
  server.failures.push(forbidden, forbidden);
  const r = reflector({ onError: ({ during, error }) => errors.push(`${during} ${error.type}`) });
  r.run();
  expect(r.state.now).toMatchObject({ phase: 'waiting', reason: 'relist', delay: 0.8 * SECOND });
  clock.advance(0.8 * SECOND);
  clock.advance(1.6 * SECOND);
  expect(server.lists).toHaveLength(3);
  expect(errors).toEqual(['list status', 'list status']);
  expect(waits()).toEqual(['relist 0.8', 'relist 1.6']);
});

test('a refused watch is tried again from the same version, without a list', () => {
  const r = reflector();
  r.run();
  server.failures.push(refused);
  server.stream?.event({ type: 'ADDED', object: readObject('a/x@11') });
  server.stream?.closed();
  clock.advance(MINUTE);
  expect(server.lists).toHaveLength(1);
  expect(server.watches.map((options) => options.resourceVersion)).toEqual(['10', '11', '11']);
  expect(waits()).toEqual(['server-busy 0.8']);
});

test('before 1.28 such waits count up on their own', () => {
  server.failures.push(forbidden);
  server.watchFailures.push(refused, refused);
  reflector({ behaviour: behaviours['1.22'] }).run();
  clock.advance(MINUTE);
  expect(waits()).toEqual(['relist 0.8', 'server-busy 0.8', 'server-busy 1.6']);
});

describe('stop', () => {
  test('while it watches ends the stream, and nothing is heard any more', () => {
    const r = reflector();
    r.run();
    const { stream } = server;
    r.stop();
    r.stop();
    expect(server.stopped).toEqual([0]);
    stream?.event({ type: 'ADDED', object: readObject('a/x@11') });
    expect(store.list()).toEqual([]);
    expect(r.state.now).toEqual({ phase: 'stopped' });
    expect(clock.nextDue).toBeUndefined();
  });

  test('while it lists gives the request up', () => {
    server.silent = true;
    const r = reflector();
    r.run();
    r.stop();
    expect(server.stopped).toEqual([-1]);
    r.run();
    expect(server.lists).toHaveLength(1);
  });

  test('while it waits ends the wait', () => {
    server.failures.push(forbidden);
    const r = reflector();
    r.run();
    r.stop();
    clock.advance(MINUTE);
    expect(server.lists).toHaveLength(1);
  });

  test('from within what it tells takes effect at once', () => {
    const r: Reflector<Thing> = reflector({
      observe: (event) => {
        if (event.type === 'watch') r.stop();
      },
    });
    r.run();
    expect(server.stopped).toEqual([0]);
    expect(clock.nextDue).toBeUndefined();
  });

  test('from within the store ends the stream after that event', () => {
    const stopping: Reflector<Thing> = reflector({
      store: {
        add: () => {
          stopping.stop();
          return undefined;
        },
        update: () => undefined,
        delete: () => undefined,
        replace: () => undefined,
        resync: () => undefined,
      },
    });
    stopping.run();
    server.stream?.event({ type: 'ADDED', object: readObject('a/x@11') });
    expect(server.stopped).toEqual([0]);
  });
});

describe('a store that throws', () => {
  function throwing(onProblem?: (thrown: unknown) => void): Reflector<Thing> {
    return reflector({
      store: {
        add: () => {
          throw new Error('bug');
        },
        update: () => undefined,
        delete: () => undefined,
        replace: () => undefined,
        resync: () => undefined,
      },
      ...(onProblem === undefined ? {} : { onProblem }),
    });
  }
  const added = { type: 'ADDED', object: readObject('a/x@11') };

  test('is told of, and the reflector ends the stream, waits and lists', () => {
    const problems: unknown[] = [];
    const r = throwing((thrown) => problems.push(thrown));
    r.run();
    server.stream?.event(added);
    expect(problems).toEqual([new Error('bug')]);
    expect(server.stopped).toEqual([0]);
    expect(r.state.now).toMatchObject({ phase: 'waiting', reason: 'relist' });
    clock.advance(SECOND);
    expect(server.lists).toHaveLength(2);
    expect(r.state.now).toEqual({ phase: 'watching' });
  });

  test('throws at who called, if nobody wants to hear of it', () => {
    throwing().run();
    expect(() => server.stream?.event(added)).toThrow('bug');
    expect(server.stopped).toEqual([0]);
  });
});

describe('resync', () => {
  /** A reflector whose store counts its resyncs. */
  function resyncing(result: () => Failure | undefined, should = () => true) {
    let count = 0;
    const r = reflector({
      resyncPeriod: 10 * SECOND,
      shouldResync: should,
      store: {
        add: () => undefined,
        update: () => undefined,
        delete: () => undefined,
        replace: () => undefined,
        resync: () => {
          count += 1;
          return result();
        },
      },
    });
    return { r, count: () => count };
  }

  test('comes each period while a watch lasts, and starts anew with a list', () => {
    const { r, count } = resyncing(() => undefined);
    r.run();
    clock.advance(25 * SECOND);
    expect(count()).toBe(2);
    server.stream?.failed(expired);
    clock.advance(0.8 * SECOND);
    clock.advance(9 * SECOND);
    expect(count()).toBe(2);
    clock.advance(SECOND);
    expect(count()).toBe(3);
  });

  test('is left out if nobody wants it', () => {
    const { r, count } = resyncing(
      () => undefined,
      () => false,
    );
    r.run();
    clock.advance(MINUTE);
    expect(count()).toBe(0);
  });

  test('that fails ends the watch, and it lists', () => {
    const { r } = resyncing(() => new Failure('key', 'no key'));
    r.run();
    clock.advance(10 * SECOND);
    expect(server.stopped).toEqual([0]);
    clock.advance(SECOND);
    expect(server.lists).toEqual(['0/500', '10/0']);
  });
});

test('a streaming list that does not come is waited for, with a warning each ten seconds', () => {
  server.supportsWatchList = true;
  reflector().run();
  expect(server.watches[0]?.sendInitialEvents).toBe(true);
  clock.advance(25 * SECOND);
  const warnings = events.filter((event) => event.type === 'warning');
  expect(warnings).toHaveLength(2);
  expect(server.lists).toEqual([]);
});

test('a streaming list that ends early, time and again, becomes an ordinary one, and nothing is waited for', () => {
  server.supportsWatchList = true;
  const r = reflector();
  r.run();
  // A server under load ends the streams of those who cannot take events as fast as they come, as often as one asks.
  for (let n = 0; n < 3; n++) {
    expect(server.lists).toEqual([]);
    server.stream?.event({ type: 'ADDED', object: readObject('a/x@1') });
    server.stream?.closed();
  }
  expect(server.watches.map(({ sendInitialEvents }) => sendInitialEvents)).toEqual([
    ...[true, true, true],
    false,
  ]);
  expect(server.lists).toEqual(['0/500']);
  expect(r.state).toMatchObject({ now: { phase: 'watching' }, lastSyncResourceVersion: '10' });
  expect(waits()).toEqual([]);
});

test('what comes before the call returns is not lost', () => {
  const eager: ListerWatcher<Thing> = {
    supportsWatchList: false,
    list: (_, answer) => {
      answer(ok({ resourceVersion: '1', items: [] }));
      return toDisposable(() => undefined);
    },
    watch: (_, observer) => {
      observer.opened();
      for (const text of ['a/x@2', 'a/y@3'])
        observer.event({ type: 'ADDED', object: readObject(text) });
      return toDisposable(() => undefined);
    },
  };
  reflector({ listerWatcher: eager }).run();
  expect(store.list().map(show)).toEqual(['a/x@2', 'a/y@3']);
});

test('a longer watch can be asked for, not a shorter', () => {
  reflector({ minWatchTimeout: 10 }).run();
  expect(server.watches[0]?.timeoutSeconds).toBe(300);
  server = new Server();
  reflector({ listerWatcher: server, minWatchTimeout: 1000, random: () => 0.5 }).run();
  expect(server.watches[0]?.timeoutSeconds).toBe(1500);
});

// Judged by no oracle: read from client-go v6.0.0.
describe('1.9', () => {
  const behaviour = behaviours['1.9'];

  test('always lists at "0" in one piece, and asks for no bookmarks', () => {
    reflector({ behaviour }).run();
    server.stream?.failed(expired);
    clock.advance(SECOND);
    expect(server.lists).toEqual(['0/0', '0/0']);
    expect(server.watches[0]?.allowWatchBookmarks).toBe(false);
  });

  test('waits a second when a connection is refused, and lists after any other error', () => {
    const errors: unknown[] = [];
    reflector({ behaviour, onError: (error) => errors.push(error) }).run();
    server.failures.push(refused, forbidden);
    server.stream?.event({ type: 'ADDED', object: readObject('a/x@11') });
    server.stream?.closed();
    clock.advance(2 * SECOND);
    expect(waits()).toEqual(['server-busy 1', 'relist 1']);
    expect(server.lists).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  test('lists after a 429, too', () => {
    reflector({ behaviour }).run();
    server.stream?.failed({ type: 'status', status: { code: 429 } });
    expect(waits()).toEqual(['relist 1']);
  });
});

test.each([
  ['1.32', '8'],
  ['1.37', ''],
] as const)(
  '%s takes the version of what a watch from nowhere begins with for: "%s"',
  (version, seen) => {
    server.list = (_, answer) => {
      answer(ok({ resourceVersion: '', items: [] }));
      return toDisposable(() => undefined);
    };
    const r = reflector({ behaviour: behaviours[version], useWatchList: false });
    r.run();
    server.stream?.event({ type: 'ADDED', object: readObject('a/y@9') });
    server.stream?.event({ type: 'ADDED', object: readObject('a/x@8') });
    expect(r.lastSyncResourceVersion).toBe(seen);
    server.stream?.event({ type: 'MODIFIED', object: readObject('a/x@10') });
    expect(r.lastSyncResourceVersion).toBe('10');
  },
);

import { beforeEach, describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '../../../src/base/time.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { behaviours } from '../../../src/informer/behaviour.ts';
import { filteringHandler, type ResourceEventHandler } from '../../../src/informer/eventHandler.ts';
import {
  DeletedFinalStateUnknown,
  metaNamespaceKey,
  type KubeObject,
} from '../../../src/informer/object.ts';
import { Cacher } from '../../../src/informer/server/cacher.ts';
import { Etcd } from '../../../src/informer/server/etcd.ts';
import { localTransport } from '../../../src/informer/server/localTransport.ts';
import {
  SharedInformer,
  type HandlerOptions,
  type Registration,
  type SharedInformerOptions,
} from '../../../src/informer/sharedInformer.ts';
import { metaNamespaceIndex } from '../../../src/informer/storeIndex.ts';
import { FlakyTransport } from '../../support/flakyTransport.ts';

let clock: VirtualClock;
let etcd: Etcd<KubeObject>;
let transport: FlakyTransport<KubeObject>;
let heard: string[];
let problems: unknown[];

beforeEach(() => {
  clock = new VirtualClock();
  etcd = new Etcd<KubeObject>(0);
  const server = new Cacher(etcd, { clock, random: () => 0 });
  transport = new FlakyTransport(localTransport(server, (object) => object));
  heard = [];
  problems = [];
});

function put(name: string): void {
  etcd.put({ metadata: { name } });
}

function informer(options: Partial<SharedInformerOptions<KubeObject>> = {}) {
  return new SharedInformer<KubeObject>({
    listerWatcher: transport,
    clock,
    random: () => 0,
    onProblem: (thrown) => problems.push(thrown),
    ...options,
  });
}

function text(object: KubeObject | DeletedFinalStateUnknown<KubeObject>): string {
  if (object instanceof DeletedFinalStateUnknown) return `tombstone of ${object.key}`;
  return `${metaNamespaceKey(object) ?? ''}@${object.metadata?.resourceVersion ?? ''}`;
}

/** Notes what it hears, after a name; the clock's seconds before it where `timed`. */
function noting(name: string, timed = false): ResourceEventHandler<KubeObject> {
  const note = (what: string): void => {
    heard.push(`${timed ? `${clock.now() / SECOND}s ` : ''}${name} ${what}`);
  };
  return {
    onAdd: (object, init) => {
      note(`add ${text(object)}${init ? ' init' : ''}`);
    },
    onUpdate: (before, after) => {
      note(`update ${text(before)} ${text(after)}`);
    },
    onDelete: (object) => {
      note(`delete ${text(object)}`);
    },
  };
}

function add(
  to: SharedInformer<KubeObject>,
  handler: ResourceEventHandler<KubeObject>,
  options?: HandlerOptions,
): Registration {
  const added = to.addEventHandler(handler, options);
  if (!added.ok) throw new Error(added.error.message);
  return added.value;
}

test('handlers hear the list, then what happens; a late one hears what is there first', () => {
  put('x');
  const shared = informer();
  const first = add(shared, noting('first'));
  expect(shared.hasSynced).toBe(false);
  shared.run();
  clock.advance(1);
  expect([shared.hasSynced, first.hasSynced]).toEqual([true, true]);
  put('x');
  put('y');
  const late = add(shared, noting('late'));
  expect(late.hasSynced).toBe(false);
  clock.advance(1);
  expect(late.hasSynced).toBe(true);
  etcd.delete('y');
  clock.advance(1);
  // The order among handlers is open.
  expect(heard.filter((line) => line.startsWith('first'))).toEqual([
    'first add x@1 init',
    'first update x@1 x@2',
    'first add y@3',
    'first delete y@4',
  ]);
  expect(heard.filter((line) => line.startsWith('late'))).toEqual([
    'late add x@1 init',
    'late update x@1 x@2',
    'late add y@3',
    'late delete y@4',
  ]);
});

test('a slow handler holds up no other, hears all, and shows its backlog', () => {
  for (const name of ['x', 'y', 'z']) put(name);
  const shared = informer();
  const slow = add(shared, noting('slow', true), { pace: SECOND });
  add(shared, noting('quick', true));
  shared.run();
  clock.advance(1.5 * SECOND);
  expect(slow.backlog).toBe(2);
  expect(slow.hasSynced).toBe(false);
  clock.advance(2 * SECOND);
  expect(slow.hasSynced).toBe(true);
  expect(heard).toEqual([
    '0s quick add x@1 init',
    '0s quick add y@2 init',
    '0s quick add z@3 init',
    '1s slow add x@1 init',
    '2s slow add y@2 init',
    '3s slow add z@3 init',
  ]);
});

test('a handler that throws loses that notification, and hears the next a second later', () => {
  const shared = informer();
  const throwing = noting('h', true);
  add(shared, {
    ...throwing,
    onAdd: (object, init) => {
      if (object.metadata?.name === 'bad') throw new Error('bad');
      throwing.onAdd?.(object, init);
    },
  });
  shared.run();
  clock.advance(1);
  for (const name of ['bad', 'x']) put(name);
  clock.advance(2 * SECOND);
  expect(heard).toEqual(['1.000001s h add x@2']);
  expect(problems).toEqual([new Error('bad')]);
});

test('an object of the initial list that a handler threw at leaves it unsynced', () => {
  put('x');
  const shared = informer();
  const registration = add(shared, {
    onAdd: () => {
      throw new Error('bad');
    },
  });
  shared.run();
  clock.advance(MINUTE);
  expect(registration.hasSynced).toBe(false);
});

test('a removed handler hears nothing more, and whether it had synced stays', () => {
  const shared = informer();
  const early = add(shared, noting('early'));
  shared.run();
  const registration = add(shared, noting('h'));
  expect(shared.removeEventHandler(early)).toBeUndefined();
  clock.advance(1);
  put('x');
  expect(shared.removeEventHandler(registration)).toBeUndefined();
  expect(shared.removeEventHandler(registration)).toBeUndefined();
  clock.advance(1);
  expect(heard).toEqual([]);
  expect(shared.removeEventHandler({ name: '', hasSynced: true, backlog: 0 })?.code).toBe(
    'lifecycle',
  );
  expect([early.hasSynced, registration.hasSynced]).toEqual([false, true]);
});

test('what a list shows to be gone is deleted by a tombstone', () => {
  put('x');
  put('y');
  const shared = informer();
  add(shared, noting('h'));
  shared.run();
  clock.advance(1);
  heard = [];
  transport.failures.push({ type: 'status', status: { code: 410, reason: 'Expired' } });
  transport.cut();
  etcd.delete('y');
  clock.advance(MINUTE);
  expect(heard).toEqual(['h delete tombstone of y', 'h update x@1 x@1']);
});

describe('resync', () => {
  test('each handler is told everything again in its own period', () => {
    put('x');
    const shared = informer({ resyncPeriod: 30 * SECOND });
    add(shared, noting('four', true), { resyncPeriod: 4 * SECOND });
    add(shared, noting('two', true), { resyncPeriod: 2 * SECOND });
    add(shared, noting('none', true), { resyncPeriod: 0 });
    shared.run();
    clock.advance(1);
    heard = [];
    clock.advance(6 * SECOND);
    expect(heard).toEqual([
      '2s two update x@1 x@1',
      '4s four update x@1 x@1',
      '4s two update x@1 x@1',
      '6s two update x@1 x@1',
    ]);
  });

  test('a period below a second is one, and one below that of a running informer is raised', () => {
    put('x');
    const shared = informer({ resyncPeriod: 3 * SECOND });
    shared.run();
    add(shared, noting('late', true), { resyncPeriod: SECOND / 2 });
    clock.advance(7 * SECOND);
    expect(heard.slice(1)).toEqual(['3s late update x@1 x@1', '6s late update x@1 x@1']);
    heard = [];
    const other = informer({ resyncPeriod: 30 * SECOND });
    add(other, noting('short', true), { resyncPeriod: 1 });
    other.run();
    clock.advance(2.5 * SECOND);
    expect(heard.filter((line) => line.includes('short update'))).toHaveLength(2);
  });

  test('an informer that does not resync cannot do it for a late handler', () => {
    put('x');
    const shared = informer();
    shared.run();
    add(shared, noting('late'), { resyncPeriod: 2 * SECOND });
    clock.advance(MINUTE);
    expect(heard).toEqual(['late add x@1 init']);
  });

  test('a handler that was not due does not hear of updates that change nothing', () => {
    put('x');
    const shared = informer({ resyncPeriod: 30 * SECOND });
    add(shared, noting('often'), { resyncPeriod: 10 * SECOND });
    add(shared, noting('never'), { resyncPeriod: 0 });
    shared.run();
    clock.advance(11 * SECOND);
    heard = [];
    transport.cut({ type: 'status', status: { code: 410, reason: 'Expired' } });
    clock.advance(5 * SECOND);
    expect(heard).toEqual(['often update x@1 x@1']);
  });
});

describe('lifecycle', () => {
  test('it runs once, and after the stop takes no handlers and indexers', () => {
    const shared = informer();
    expect(shared.lastSyncResourceVersion).toBe('');
    expect(shared.run()).toBeUndefined();
    expect(shared.run()?.code).toBe('lifecycle');
    expect(shared.addIndexers({ namespace: metaNamespaceIndex })).toBeUndefined();
    shared.stop();
    shared.stop();
    expect(shared.isStopped).toBe(true);
    expect(shared.run()?.code).toBe('lifecycle');
    expect(shared.addEventHandler({}).ok).toBe(false);
    expect(shared.addIndexers({})?.code).toBe('lifecycle');
  });

  test('what was not told at the stop is not told', () => {
    const shared = informer();
    add(shared, noting('h'), { pace: SECOND });
    shared.run();
    clock.advance(1);
    put('x');
    clock.advance(1);
    shared.stop();
    clock.advance(MINUTE);
    expect(heard).toEqual([]);
    expect(shared.indexer.listKeys()).toEqual(['x']);
  });

  test('onSynced is told once', () => {
    let synced = 0;
    const shared = informer({ onSynced: () => (synced += 1) });
    shared.run();
    clock.advance(MINUTE);
    expect(synced).toBe(1);
    expect(shared.state.reflector?.now.phase).toBe('watching');
    expect(shared.state.handlers).toEqual([]);
  });
});

test('changes gather in a DeltaFIFO while its consumer takes its time', () => {
  const shared = informer({ behaviour: behaviours['1.32'], processDelay: SECOND });
  add(shared, noting('h'));
  shared.run();
  put('x');
  put('x');
  etcd.delete('x');
  expect(shared.indexer.size).toBe(0);
  clock.advance(2 * SECOND);
  expect(heard).toEqual(['h add x@1', 'h update x@1 x@2', 'h delete x@3']);
});

// Judged by no oracle: read from client-go v6.0.0 and v0.22.17.
describe('who hears of an update that changes nothing', () => {
  test.each([
    ['1.9', []],
    ['1.22', []],
    ['1.32', []],
  ] as const)('%s: after a resync check only who is due', (version, expected) => {
    put('x');
    const shared = informer({ behaviour: behaviours[version], resyncPeriod: 30 * SECOND });
    add(shared, noting('often'), { resyncPeriod: 10 * SECOND });
    add(shared, noting('never'), { resyncPeriod: 0 });
    shared.run();
    clock.advance(11 * SECOND);
    heard = [];
    transport.cut({ type: 'status', status: { code: 410, reason: 'Expired' } });
    clock.advance(5 * SECOND);
    expect(heard.filter((line) => line.startsWith('never'))).toEqual(expected);
    expect(heard).toEqual(['often update x@1 x@1']);
  });

  test('1.9 counts what a list has changed and added as that, too, and 1.22 does not', () => {
    for (const [version, expected] of [
      ['1.9', []],
      ['1.22', ['never add new@3', 'never update x@1 x@2']],
    ] as const) {
      clock = new VirtualClock();
      etcd = new Etcd<KubeObject>(0);
      const server = new Cacher(etcd, { clock, random: () => 0 });
      transport = new FlakyTransport(localTransport(server, (object) => object));
      put('x');
      const shared = informer({ behaviour: behaviours[version], resyncPeriod: 30 * SECOND });
      add(shared, noting('often'), { resyncPeriod: 10 * SECOND });
      add(shared, noting('never'), { resyncPeriod: 0 });
      shared.run();
      clock.advance(11 * SECOND);
      heard = [];
      transport.cut({ type: 'status', status: { code: 410, reason: 'Expired' } });
      put('x');
      put('new');
      clock.advance(5 * SECOND);
      expect(heard.filter((line) => line.startsWith('never'))).toEqual(expected);
      shared.stop();
    }
  });
});

describe('a filtering handler', () => {
  function filtered(): ResourceEventHandler<KubeObject> {
    return filteringHandler((object) => {
      if (object instanceof DeletedFinalStateUnknown) return object.key.startsWith('in');
      return object.metadata?.labels?.['in'] === 'yes';
    }, noting('f'));
  }
  const yes = { metadata: { name: 'in', labels: { in: 'yes' } } };
  const no = { metadata: { name: 'in' } };

  test('tells what comes into its sight, stays there, and leaves it', () => {
    const handler = filtered();
    handler.onAdd?.(yes, true);
    handler.onAdd?.(no, true);
    handler.onUpdate?.(no, yes);
    handler.onUpdate?.(yes, yes);
    handler.onUpdate?.(yes, no);
    handler.onUpdate?.(no, no);
    handler.onDelete?.(yes);
    handler.onDelete?.(no);
    handler.onDelete?.(new DeletedFinalStateUnknown<KubeObject>('in', undefined));
    expect(heard).toEqual([
      'f add in@ init',
      'f add in@',
      'f update in@ in@',
      'f delete in@',
      'f delete in@',
      'f delete tombstone of in',
    ]);
  });
});

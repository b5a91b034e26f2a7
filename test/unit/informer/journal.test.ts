import { expect, test } from 'vitest';
import { SECOND } from '../../../src/base/time.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { InformerJournal, type JournalState } from '../../../src/informer/journal.ts';
import { journalledInformer } from '../../../src/informer/journalled.ts';
import type { KubeObject } from '../../../src/informer/object.ts';
import { Cacher } from '../../../src/informer/server/cacher.ts';
import { Etcd } from '../../../src/informer/server/etcd.ts';
import { localTransport } from '../../../src/informer/server/localTransport.ts';
import { metaNamespaceIndex } from '../../../src/informer/storeIndex.ts';
import { FlakyTransport } from '../../support/flakyTransport.ts';

const object = (name: string): KubeObject => ({ metadata: { namespace: 'a', name } });

function followed(limit?: number) {
  const clock = new VirtualClock();
  const etcd = new Etcd<KubeObject>();
  const cacher = new Cacher(etcd, { clock, random: () => 0 });
  clock.advance(SECOND);
  const transport = new FlakyTransport(localTransport(cacher, (each) => each));
  const journal = new InformerJournal('test', 'for a test', clock, { limit });
  const informer = journalledInformer(
    {
      listerWatcher: transport,
      clock,
      random: () => 0,
      indexers: { namespace: metaNamespaceIndex },
    },
    journal,
  );
  informer.addEventHandler({}, { name: 'quick' });
  informer.addEventHandler({}, { name: 'slow', pace: SECOND });
  return { clock, etcd, transport, journal, informer };
}

/** The steps since a number, without the numbers of versions. */
function stepsFrom(journal: InformerJournal, from: number): string[] {
  return Array.from({ length: journal.length - from }, (_, i) => {
    const step = journal.step(from + i);
    return `${step?.kind ?? ''}: ${step?.text ?? ''}`;
  });
}

const keysOf = ({ store }: JournalState): string =>
  [...store.values()].map(({ key, resourceVersion }) => `${key}@${resourceVersion}`).join(' ');

test('a change goes from the stream through queue and store to the handlers, a step each', () => {
  const { clock, etcd, journal, informer } = followed();
  informer.run();
  clock.advance(SECOND);
  expect(stepsFrom(journal, 0)).toEqual([
    'began: the informer begins',
    'request: streaming list from version "" (the newest)',
    'answer: the server has accepted the watch',
    'bookmark: BOOKMARK at version 1',
    'queue: queued; 1 delta in the queue',
    'answer: streamed no objects at version 1',
    'queue: 1 delta taken out of the queue',
  ]);
  expect(journal.stateAfter(4).queue).toHaveLength(1);
  expect(journal.stateAfter(6).queue).toEqual([]);
  const before = journal.length;
  etcd.put(object('x'));
  clock.advance(0);
  expect(stepsFrom(journal, before)).toEqual([
    'event: ADDED a/x at version 2',
    'queue: queued; 1 delta in the queue',
    'queue: 1 delta taken out of the queue',
    'store: stored a/x at version 2',
    'handler: quick received ADD a/x',
  ]);
  expect(journal.stateAfter(before + 1)).toMatchObject({
    queue: [{ type: 'Added', key: 'a/x', resourceVersion: '2' }],
    handlers: [{ backlog: 0 }, { backlog: 0 }],
    store: new Map(),
  });
  const after = journal.stateAfter(before + 4);
  expect(after.queue).toEqual([]);
  expect(after.handlers.map(({ name, backlog }) => `${name} ${backlog}`)).toEqual([
    'quick 0',
    'slow 1',
  ]);
  expect(after.store.get('a/x')?.indexed).toEqual({ namespace: ['a'] });
  expect(after.reflector).toMatchObject({
    now: { phase: 'watching' },
    lastSyncResourceVersion: '2',
  });
});

test('waits are kept until something comes again', () => {
  const { clock, etcd, transport, journal, informer } = followed();
  informer.run();
  clock.advance(SECOND);
  const refused = { type: 'network', code: 'refused', message: 'refused' } as const;
  transport.failures.push(refused, refused);
  transport.cut();
  clock.advance(SECOND);
  const waiting = journal.stateAfter(journal.length - 1);
  expect(waiting.reflector?.now.phase).toBe('waiting');
  expect(waiting.waits.map(({ delay }) => delay / SECOND)).toEqual([0.8, 1.6]);
  clock.advance(2 * SECOND);
  etcd.put(object('x'));
  clock.advance(0);
  expect(journal.stateAfter(journal.length - 1).waits).toEqual([]);
});

test('a state in the middle is that of the steps until then, across checkpoints and when old steps go', () => {
  for (const limit of [100_000, 700]) {
    const { clock, etcd, journal, informer } = followed(limit);
    informer.run();
    clock.advance(SECOND);
    const seen = new Map<number, string>();
    for (let n = 0; n < 400; n++) {
      if (n % 3 === 2) etcd.delete(`a/x${n - 2}`);
      else etcd.put(object(`x${n}`));
      clock.advance(SECOND);
      const keys = informer.indexer.list().map((each) => {
        return `${each.metadata?.namespace ?? ''}/${each.metadata?.name ?? ''}@${each.metadata?.resourceVersion ?? ''}`;
      });
      seen.set(journal.length - 1, keys.join(' '));
    }
    expect(journal.length).toBeGreaterThan(1500);
    expect(journal.firstKept > 0).toBe(limit === 700);
    let compared = 0;
    for (const [step, keys] of seen) {
      if (step < journal.firstKept) continue;
      expect(keysOf(journal.stateAfter(step))).toBe(keys);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(90);
  }
});

test('the step at a time is the last one by then', () => {
  const { clock, etcd, journal, informer } = followed();
  const began = clock.now();
  informer.run();
  clock.advance(SECOND);
  const before = journal.length - 1;
  etcd.put(object('x'));
  clock.advance(0);
  expect(journal.stepAt(began)).toBe(before);
  expect(journal.stepAt(clock.now())).toBe(journal.length - 1);
});

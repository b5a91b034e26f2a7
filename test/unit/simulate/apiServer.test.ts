import { expect, test } from 'vitest';
import { micros, MINUTE, SECOND } from '../../../src/base/time.ts';
import type { InformerJournal, StepKind } from '../../../src/informer/journal.ts';
import type { Pod } from '../../../src/kubelet/pod.ts';
import { kubeletVersion } from '../../../src/kubelet/version/index.ts';
import { ApiServer } from '../../../src/simulate/apiServer.ts';
import { seededRandom } from '../../../src/simulate/random.ts';
import { VirtualClock } from '../../../src/simulate/virtualClock.ts';

function pod(name: string, uid = `uid-${name}`, nodeName = 'node-a'): Pod {
  return { metadata: { namespace: 'default', name, uid }, spec: { nodeName, containers: [] } };
}

function cluster(minor = 34) {
  const clock = new VirtualClock(micros(0));
  const api = new ApiServer(clock, seededRandom(1));
  const heard: string[] = [];
  const watch = (): void => {
    api.watch('node-a', kubeletVersion(minor), seededRandom(2), (pods) => {
      heard.push(pods.map(({ metadata }) => metadata.name).join(' '));
    });
  };
  const after = (delay: number): void => {
    clock.runUntil(micros(clock.now() + delay));
  };
  after(SECOND);
  watch();
  return { api, heard, watch, after };
}

test('a kubelet hears the whole list of its node at each change', () => {
  const { api, heard, after } = cluster();
  api.put(pod('a'));
  api.put(pod('elsewhere', 'uid', 'node-b'));
  api.put(pod('b'));
  after(SECOND);
  api.remove('uid-a');
  expect(heard, 'a change takes its time').toEqual(['', 'a', 'a b']);
  after(SECOND);
  expect(heard).toEqual(['', 'a', 'a b', 'b']);
});

function stepsOf(journal: InformerJournal, kind: StepKind): string[] {
  const all = Array.from({ length: journal.length }, (_, i) => journal.step(i));
  return all.flatMap((step) => (step?.kind === kind ? [step.text] : []));
}

function journalsOf(minor: number): readonly string[] {
  const clock = new VirtualClock(micros(0));
  const journals: InformerJournal[] = [];
  const begins = (journal: InformerJournal): unknown => journals.push(journal);
  const api = new ApiServer(clock, seededRandom(1), { begins, shown: clock, minor });
  clock.runUntil(micros(SECOND));
  api.put(pod('a'));
  clock.runUntil(micros(2 * SECOND));
  api.watch('node-a', kubeletVersion(minor), seededRandom(2), () => undefined);
  clock.runUntil(micros(3 * MINUTE));
  return journals.map((journal) => {
    const asked = stepsOf(journal, 'request');
    return `${journal.about.replace(/ watches them: a (\w+).*/, ' $1')}; ${asked.slice(0, 2).join('; ')}`;
  });
}

test.each([
  [9, 'DeltaFIFO', 'list at version "0" (any)'],
  [31, 'DeltaFIFO', 'list at version "0" (any), up to 500 objects a page'],
  [34, 'RealFIFO', 'list at version "0" (any), up to 500 objects a page'],
  [35, 'RealFIFO', 'streaming list from version "" (the newest)'],
  [37, 'RealFIFO', 'streaming list from version "" (the newest)'],
])('kubelet and controller list as 1.%i did', (minor, queue, request) => {
  const [controller = '', kubelet = ''] = journalsOf(minor);
  expect(controller).toContain(`with client-go 1.${minor} `);
  expect(controller).toContain(` ${queue};`);
  expect([controller, kubelet].map((text) => `${text};`.includes(`; ${request};`))).toEqual([
    true,
    true,
  ]);
});

test('a handler that wants it hears of everything again each minute, the others do not', () => {
  const clock = new VirtualClock(micros(0));
  const journals: InformerJournal[] = [];
  const begins = (journal: InformerJournal): unknown => journals.push(journal);
  const api = new ApiServer(clock, seededRandom(1), { begins, shown: clock, minor: 34 });
  clock.runUntil(micros(SECOND));
  api.put(pod('a'));
  clock.runUntil(micros(2.5 * MINUTE));
  const all = ['quick', 'resyncing', 'slow'].map(
    (name) => `${name} handler received ADD default/a`,
  );
  const again = 'resyncing handler received UPDATE default/a';
  const [controller] = journals;
  if (controller === undefined) throw new Error('there is none');
  expect(stepsOf(controller, 'handler')).toEqual([...all, again, again]);
  const { handlers } = controller.stateAfter(controller.length - 1);
  expect(handlers.map(({ resyncPeriod, room }) => [resyncPeriod, room])).toEqual([
    [0, 1024],
    [0, 1024],
    [MINUTE, 1024],
  ]);
});

test.each([
  [32, 'resync: what is in the store and does not wait is queued again'],
  [35, 'resync: what is in the store and does not wait is queued again'],
  [36, 'resync: all that is in the store is queued again'],
])('a resync of client-go 1.%i says what it queues', (minor, text) => {
  const clock = new VirtualClock(micros(0));
  const journals: InformerJournal[] = [];
  const begins = (journal: InformerJournal): unknown => journals.push(journal);
  const api = new ApiServer(clock, seededRandom(1), { begins, shown: clock, minor });
  api.put(pod('a'));
  clock.runUntil(micros(1.5 * MINUTE));
  const [controller] = journals;
  if (controller === undefined) throw new Error('there is none');
  expect(stepsOf(controller, 'queue')).toContain(text);
});

test('a name that is taken is given to no other pod', () => {
  const { api } = cluster();
  api.put(pod('a', 'first'));
  api.put(pod('a', 'second'));
  expect(api.get('second')).toBeUndefined();
  expect(api.named('default', 'a')?.metadata.uid).toBe('first');
  api.remove('first');
  api.put(pod('a', 'second'));
  expect(api.named('default', 'a')?.metadata.uid).toBe('second');
});

test.each([20, 23, 34])(
  'what changes while the server is down is heard afterwards, 1.%i',
  (minor) => {
    const { api, heard, after } = cluster(minor);
    api.put(pod('a'));
    after(SECOND);
    api.setUp(false);
    api.remove('uid-a');
    api.put(pod('b'));
    after(10 * SECOND);
    expect(heard).toEqual(['', 'a']);
    api.setUp(true);
    after(MINUTE);
    expect(heard).toEqual(['', 'a', 'b']);
    api.put(pod('c'));
    after(SECOND);
    expect(heard.at(-1)).toBe('b c');
  },
);

test('who stopped watching hears nothing, who begins again gets the list', () => {
  const { api, heard, watch, after } = cluster();
  api.unwatch('node-a');
  api.put(pod('a'));
  after(MINUTE);
  expect(heard).toEqual(['']);
  watch();
  expect(heard).toEqual(['', 'a']);
});

test('compaction of etcd is nothing that a watch sees', () => {
  const { api, heard, after } = cluster();
  for (let i = 0; i < 60; i++) {
    api.put(pod(`p${i % 3}`));
    after(MINUTE);
  }
  expect(heard).toHaveLength(61);
  expect(heard.at(-1)).toBe('p0 p1 p2');
});

// Whatever happens to an honest server and the way to it, in the end the informer has what the server has, and its
// handlers were told a story that leads there.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertDefined } from '../../src/base/assert.ts';
import { MILLISECOND, MINUTE } from '../../src/base/time.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { behaviours, type ClientGoVersion } from '../../src/informer/behaviour.ts';
import {
  DeletedFinalStateUnknown,
  metaNamespaceKey,
  type KubeObject,
} from '../../src/informer/object.ts';
import type { RequestError } from '../../src/informer/requestError.ts';
import { restRetry } from '../../src/informer/restRetry.ts';
import { Cacher } from '../../src/informer/server/cacher.ts';
import { Etcd } from '../../src/informer/server/etcd.ts';
import { localTransport } from '../../src/informer/server/localTransport.ts';
import { SharedInformer } from '../../src/informer/sharedInformer.ts';
import { FlakyTransport } from '../support/flakyTransport.ts';

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const errors: readonly RequestError[] = [
  { type: 'network', code: 'refused', message: 'connection refused' },
  { type: 'network', code: 'eof', message: 'EOF' },
  { type: 'network', code: 'timeout', message: 'timed out' },
  { type: 'status', status: { code: 429, reason: 'TooManyRequests' }, retryAfter: 2 },
  { type: 'status', status: { code: 500, reason: 'InternalError' } },
  { type: 'status', status: { code: 410, reason: 'Expired' } },
  { type: 'status', status: { code: 410, reason: 'Gone' } },
  { type: 'status', status: { code: 403, reason: 'Forbidden' } },
];
const error = fc.constantFrom(...errors);

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('put' as const), name }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('delete' as const), name }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.constantFrom(1, 50, 900, 4000, 40_000, 400_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('compact' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('touch' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cut' as const), error: fc.option(error) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refuse' as const), error }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reinitialise' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('late' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const setting = fc.record({
  lag: fc.constantFrom(0, 5, 1500),
  ring: fc.constantFrom(2, 100),
  watchList: fc.boolean(),
  retries: fc.boolean(),
  steps: fc.array(step, { maxLength: 60, size: 'max' }),
  random: fc.integer({ min: 1 }),
});

/** Keeps what a handler is told, and that it makes sense: nothing added twice, changed or deleted unheard of. */
class Story {
  readonly objects = new Map<string, KubeObject>();
  readonly handler = {
    onAdd: (object: KubeObject): void => {
      const key = metaNamespaceKey(object) ?? '';
      expect(this.objects.has(key), `${key} is added`).toBe(false);
      this.objects.set(key, object);
    },
    onUpdate: (before: KubeObject, after: KubeObject): void => {
      const key = metaNamespaceKey(after) ?? '';
      expect(this.objects.get(key), `${key} was that before`).toBe(before);
      this.objects.set(key, after);
    },
    onDelete: (object: KubeObject | DeletedFinalStateUnknown<KubeObject>): void => {
      const deleted = object instanceof DeletedFinalStateUnknown;
      const key = deleted ? object.key : (metaNamespaceKey(object) ?? '');
      expect(this.objects.delete(key), `${key} is deleted`).toBe(true);
    },
  };
}

/** The same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function run(
  version: ClientGoVersion,
  { steps, ...options }: typeof setting extends fc.Arbitrary<infer S> ? S : never,
): void {
  const clock = new VirtualClock();
  const random = seeded(options.random);
  const etcd = new Etcd<KubeObject>(10);
  const server = new Cacher<KubeObject>(etcd, {
    clock,
    random,
    lag: options.lag * MILLISECOND,
    ring: { lower: options.ring, upper: options.ring },
    watchList: options.watchList,
  });
  const transport = new FlakyTransport(localTransport(server, (object) => object));
  const problems: unknown[] = [];
  const informer = new SharedInformer<KubeObject>({
    listerWatcher: options.retries ? restRetry(transport, clock) : transport,
    clock,
    random,
    behaviour: behaviours[version],
    onProblem: (thrown) => problems.push(thrown),
  });
  const stories: Story[] = [];
  const listen = (): void => {
    const story = new Story();
    stories.push(story);
    informer.addEventHandler(story.handler);
  };
  listen();
  informer.run();
  for (const one of steps) act(one, { clock, etcd, server, transport, listen });
  transport.failures.length = 0;
  // A reflector learns of what it missed by the next event, or when its watch ends: at most ten minutes later.
  etcd.put({ metadata: { name: 'last' } });
  clock.advance(15 * MINUTE);

  const wanted = etcd.list();
  expect(informer.indexer.list().sort(byKey)).toEqual(wanted);
  for (const { objects } of stories) expect([...objects.values()].sort(byKey)).toEqual(wanted);
  expect(problems).toEqual([]);
  expect(informer.hasSynced).toBe(true);
  expect(server.watches).toBe(1);
  informer.stop();
  expect(server.watches).toBe(0);
}

function byKey(a: KubeObject, b: KubeObject): number {
  return (metaNamespaceKey(a) ?? '') < (metaNamespaceKey(b) ?? '') ? -1 : 1;
}

function act(
  one: Step,
  world: {
    readonly clock: VirtualClock;
    readonly etcd: Etcd<KubeObject>;
    readonly server: Cacher<KubeObject>;
    readonly transport: FlakyTransport<KubeObject>;
    readonly listen: () => void;
  },
): void {
  switch (one.do) {
    case 'put':
      world.etcd.put({ metadata: { namespace: 'n', name: one.name } });
      return;
    case 'delete':
      world.etcd.delete(`n/${one.name}`);
      return;
    case 'pass':
      world.clock.advance(one.ms * MILLISECOND);
      return;
    case 'compact':
      world.etcd.compact();
      return;
    case 'touch':
      world.etcd.touch();
      return;
    case 'cut':
      world.transport.cut(one.error ?? undefined);
      return;
    case 'refuse':
      world.transport.failures.push(one.error);
      return;
    case 'reinitialise':
      world.server.reinitialise();
      return;
    case 'late':
      world.listen();
  }
}

describe.each(['1.9', '1.22', '1.32', '1.37'] as const)('client-go %s', (version) => {
  test('the informer ends up with what the server has', () => {
    fc.assert(
      fc.property(setting, (one) => {
        run(version, assertDefined(one, 'a setting'));
      }),
      { numRuns: 300 },
    );
  });
});

import { expect, test } from 'vitest';
import type { Ask } from '../../../src/debug/host.ts';
import { Sampler } from '../../../src/debug/sampler.ts';
import type { DebugStop } from '../../../src/protocol/debugApi.ts';
import { micros } from '../../../src/base/time.ts';

function stop(isLive: boolean): DebugStop {
  const cursor = {
    position: 1,
    time: micros(0),
    input: undefined,
    hindsight: 'now',
    selectedPod: undefined,
    revision: 1,
  } as const;
  const rest = { thread: 'syncLoop', reason: 'pause', text: '', breakpoints: [] } as const;
  return { cursor, ...rest, output: [], outputCut: 0, isLive };
}

/** An engine whose answer to a sample is given by the test. */
function asked(answer: () => Promise<unknown>): {
  readonly ask: Ask;
  readonly times: () => number;
} {
  let times = 0;
  const ask = ((method: string) => {
    expect(method).toBe('debugSample');
    times++;
    return answer();
  }) as unknown as Ask;
  return { ask, times: () => times };
}

test('only a stop that is about now asks the kubelet', async () => {
  const { ask, times } = asked(() => Promise.resolve());
  const sampler = new Sampler(ask, 'node-a', () => undefined);
  await sampler.before(stop(false));
  expect(times()).toBe(0);
  await sampler.before(stop(true));
  await sampler.before(stop(true));
  expect(times()).toBe(2);
});

test('a kubelet that refuses is not asked again', async () => {
  const { ask, times } = asked(() => Promise.reject(new Error('switched off')));
  const sampler = new Sampler(ask, 'node-a', () => undefined);
  await sampler.before(stop(true));
  await sampler.before(stop(true));
  expect(times()).toBe(1);
});

test('a stop does not wait long, and what comes late is told', async () => {
  let answer = (): void => undefined;
  const { ask } = asked(() => new Promise<void>((resolve) => (answer = resolve)));
  let late = 0;
  const sampler = new Sampler(ask, 'node-a', () => late++);
  const began = performance.now();
  await sampler.before(stop(true));
  expect(performance.now() - began).toBeLessThan(3_000);
  expect(late).toBe(0);
  answer();
  await expect.poll(() => late).toBe(1);
});

test('when the session has ended nothing is told any more', async () => {
  let answer = (): void => undefined;
  const { ask } = asked(() => new Promise<void>((resolve) => (answer = resolve)));
  let late = 0;
  const sampler = new Sampler(ask, 'node-a', () => late++);
  await sampler.before(stop(true));
  sampler.dispose();
  answer();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(late).toBe(0);
});

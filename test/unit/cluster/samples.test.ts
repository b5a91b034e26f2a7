// How often a kubelet is asked what, by a clock that does not wait.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RequestError } from '../../../src/informer/requestError.ts';
import { err, ok } from '../../../src/base/result.ts';
import type { NodeProxy } from '../../../src/cluster/nodeProxy.ts';
import { followSamples, type Attention } from '../../../src/cluster/samples.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

const refused: RequestError = { type: 'network', code: 'refused', message: 'refused' };
const absent: RequestError = { type: 'status', status: { code: 404 } };

class Asked {
  readonly paths: string[] = [];
  readonly parts: string[] = [];
  answer: (path: string) => string | RequestError = (path) => {
    if (path === 'pods' || path === 'runningpods/') return '{"items":[]}';
    return path === 'metrics' ? 'kubelet_running_pods 1\n' : absent;
  };
  attention: Attention = 'shown';
  private readonly stop = new AbortController();

  follow(limit?: number): void {
    const proxy: NodeProxy = {
      node: 'node-a',
      get: (path) => {
        this.paths.push(path);
        const said = this.answer(path);
        return Promise.resolve(
          typeof said === 'string' ? ok({ headers: {}, body: Buffer.from(said) }) : err(said),
        );
      },
      put: () => Promise.resolve(err(refused)),
      isAllowed: () => Promise.resolve(true),
    };
    const options = { signal: this.stop.signal, attention: () => this.attention };
    void (async () => {
      const all = followSamples(proxy, { ...options, ...(limit === undefined ? {} : { limit }) });
      for await (const part of all)
        this.parts.push(part.kind === 'notice' ? part.text : Buffer.from(part.bytes).toString());
    })();
  }

  async rounds(count: number): Promise<number> {
    const before = this.paths.filter((path) => path === 'pods').length;
    await vi.advanceTimersByTimeAsync(count * 10_000);
    return this.paths.filter((path) => path === 'pods').length - before;
  }

  end(): void {
    this.stop.abort();
  }
}

test('what only some kubelets have is asked seldom, and that it is absent is no trouble', async () => {
  const asked = new Asked();
  asked.follow();
  await asked.rounds(13);
  expect(asked.paths.filter((path) => path === 'statusz')).toHaveLength(1);
  expect(asked.paths.filter((path) => path === 'debug/pprof/goroutine?debug=2')).toHaveLength(1);
  expect(asked.paths.filter((path) => path === 'stats/summary').length).toBeLessThanOrEqual(5);
  expect(asked.parts.filter((part) => !part.startsWith('{'))).toEqual([]);
  asked.end();
});

test('aside it is asked once a minute, hidden not at all, and soon again when it is shown', async () => {
  const asked = new Asked();
  asked.follow();
  await asked.rounds(1);
  asked.attention = 'hidden';
  expect(await asked.rounds(60)).toBe(0);
  asked.attention = 'shown';
  expect(await asked.rounds(2)).toBeGreaterThanOrEqual(1);
  asked.attention = 'aside';
  const aside = await asked.rounds(60);
  expect(aside).toBeGreaterThanOrEqual(8);
  expect(aside).toBeLessThanOrEqual(10);
  asked.end();
});

test('there is an end to it', async () => {
  const asked = new Asked();
  asked.follow(200);
  await asked.rounds(100);
  expect(asked.parts.at(-1)).toMatch(/^No more samples of node-a are taken/);
  expect(asked.parts.length).toBeLessThan(8);
  asked.end();
});

test('a kubelet that was away is told once, and asked all anew when it is back', async () => {
  const asked = new Asked();
  asked.follow();
  await asked.rounds(2);
  const { answer } = asked;
  asked.answer = () => refused;
  await asked.rounds(5);
  asked.answer = answer;
  await asked.rounds(2);
  const told = asked.parts.filter((part) => !part.startsWith('{'));
  expect(told).toHaveLength(2);
  expect(told[1]).toMatch(/is read again/);
  expect(asked.paths.slice(-30)).toContain('statusz');
  asked.end();
});

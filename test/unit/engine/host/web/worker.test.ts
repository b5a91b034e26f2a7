import { afterEach, expect, it, vi } from 'vitest';
import { ENGINE_PROTOCOL } from '../../../../../src/protocol/engineApi.ts';

const called = { kind: 'call', method: 'hello', args: [ENGINE_PROTOCOL] };

afterEach(() => {
  vi.unstubAllGlobals();
});

it('an engine answers through the scope that it finds or is handed, and no more when that is closed', async () => {
  const postMessage = vi.fn();
  const scope = Object.assign(new EventTarget(), { postMessage });
  const ask = (id: number): boolean =>
    scope.dispatchEvent(new MessageEvent('message', { data: { ...called, id } }));
  vi.stubGlobal('self', scope);
  await import('../../../../../src/engine/host/web/worker.ts');
  ask(1);
  await vi.waitFor(() => {
    expect(postMessage).toHaveBeenCalledOnce();
  });
  expect(postMessage.mock.calls[0]?.[0]).toMatchObject({ kind: 'ok', id: 1 });
  scope.dispatchEvent(new Event('close'));
  ask(2);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(postMessage).toHaveBeenCalledOnce();
});

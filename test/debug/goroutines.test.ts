// Stacks that a goroutine dump has seen, in place of those that the model infers: of a live kubelet, and of one that a log holds.
import { describe, expect, onTestFinished, test } from 'vitest';
import { AttachedKubelet } from '../support/attached.ts';
import { DapClient, hostOf } from '../support/dapClient.ts';
import {
  afterTheGoroutines,
  asOfNow,
  hangingDelGoroutines,
  hangingDelLog,
} from '../support/hangingDel.ts';

async function stackOf(client: DapClient, name: string): Promise<readonly string[]> {
  const threads = await client.list('threads', {}, 'threads');
  const thread = threads.find((each) => String(each['name']).startsWith(name));
  const frames = await client.frames(Number(thread?.['id']));
  return frames.map((frame) => {
    const source = frame['source'] as Record<string, unknown> | undefined;
    const hint = String(frame['presentationHint']);
    return `${hint} ${String(frame['name'])} @ ${String(source?.['name'])}:${String(frame['line'])}`;
  });
}

/** What a kubelet says while nothing else happens: the time goes on. */
const later =
  'I1121 11:13:30.000000     161 scope.go:117] "RemoveContainer" containerID="b130408e"';
const before = hangingDelLog.slice(0, afterTheGoroutines);

describe('a live kubelet', () => {
  async function attached(lines: readonly string[], dump: string | undefined) {
    const own = await AttachedKubelet.start(lines);
    onTestFinished(() => own.stop());
    if (dump !== undefined) own.kubelet.endpoints.set('debug/pprof/goroutine', dump);
    await own.attach();
    await own.client.move('configurationDone');
    return own;
  }

  test('is asked at a stop that is about now, and the worker that hangs has its own frames', async () => {
    const { client } = await attached(asOfNow(before, 80), hangingDelGoroutines);
    const stack = await stackOf(client, 'default/web-1');
    expect(stack[1]).toMatch(
      /^label goroutine \d+ \[select, 1 min\], seen at \d\d:\d\d:\d\d \(1 min \d+ s after here\), the only one that fits default\/web-1 @/,
    );
    expect(stack).toContainEqual(
      expect.stringMatching(/^normal \(\*podWorkers\)\.podWorkerLoop @ pod_workers\.go:1\d{3}$/),
    );
    expect(stack).toContainEqual(
      expect.stringMatching(/^normal created by \(\*podWorkers\)\.UpdatePod @ pod_workers\.go/),
    );
    expect(stack).toContainEqual(expect.stringMatching(/^label asked for by the sync loop/));
    // A pod that does nothing has the stack of the model.
    expect((await stackOf(client, 'default/web-2')).join('\n')).not.toContain('goroutine ');
    // Long before it hung, nobody saw what it did.
    await client.move('kubelet/goto', { position: 100 });
    expect((await stackOf(client, 'default/web-1')).join('\n')).not.toContain('goroutine ');
  }, 15_000);

  test('that gives no goroutines is debugged without', async () => {
    const { client } = await attached(asOfNow(before, 80), undefined);
    expect((await stackOf(client, 'default/web-1')).join('\n')).not.toContain('goroutine ');
  }, 15_000);
});

test('what a SIGQUIT wrote into the log is seen at its line', async () => {
  const quit = ['SIGQUIT: quit', 'PC=0x47a3c1 m=0 sigcode=0', '', hangingDelGoroutines];
  const text = [...before, later, ...quit];
  const client = new DapClient(hostOf(() => new TextEncoder().encode(text.join('\n'))));
  await client.entered(['kubelet.log']);
  await client.move('kubelet/goto', { position: before.length + 1 });
  const stack = await stackOf(client, 'default/web-1');
  expect(stack.find((frame) => frame.startsWith('label goroutine'))).toMatch(/seen at 11:1\d/);
  const at = stack.findIndex((frame) => frame.includes('podWorkerLoop'));
  expect(stack[at]).toMatch(/pod_workers\.go:1\d{3}$/);
  const threads = await client.list('threads', {}, 'threads');
  const thread = threads.find(({ name }) => String(name).startsWith('default/web-1'));
  const frames = await client.frames(Number(thread?.['id']));
  expect(frames[at]?.['source']).toMatchObject({
    name: 'pod_workers.go',
    origin: expect.stringMatching(/^kubernetes v1\.34\.2, seen at/) as string,
  });
});

test('by the knowledge of then, a dump is none before it was made', async () => {
  const text = [...before, later, 'SIGQUIT: quit', '', hangingDelGoroutines];
  const client = new DapClient(hostOf(() => new TextEncoder().encode(text.join('\n'))));
  await client.entered(['kubelet.log'], { hindsight: 'then' });
  await client.move('kubelet/goto', { position: before.length - 1 });
  expect((await stackOf(client, 'default/web-1')).join('\n')).not.toContain('label goroutine');
  const now = new DapClient(hostOf(() => new TextEncoder().encode(text.join('\n'))));
  await now.entered(['kubelet.log']);
  await now.move('kubelet/goto', { position: before.length - 1 });
  expect((await stackOf(now, 'default/web-1')).join('\n')).toContain('label goroutine');
});

// A debug session on a node's kubelet that goes on: what it stops at, what it waits for, and what is left when it ends.
import { onTestFinished, expect, test, describe } from 'vitest';
import { AttachedKubelet } from '../support/attached.ts';
import { afterTheGoroutines, asOfNow, hangingDelLog } from '../support/hangingDel.ts';

function logLine(second: number, text: string, place = 'kubelet.go:2515'): string {
  const clock = `13:${String(42 + Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
  return `I1121 ${clock}.346912     298 ${place}] ${text}`;
}

const added = (second: number, name: string): string =>
  logLine(second, `"SyncLoop ADD" source="api" pods=["default/${name}"]`);

const first = [
  logLine(0, '"Kubelet version" kubeletVersion="v1.34.2"', 'server.go:529'),
  added(1, 'web-1'),
];

async function started(lines: readonly string[] = first): Promise<AttachedKubelet> {
  const own = await AttachedKubelet.start(lines);
  onTestFinished(() => own.stop());
  return own;
}

async function entered(args: object = {}): Promise<AttachedKubelet> {
  const own = await started();
  await own.attach(args);
  await own.client.move('configurationDone');
  return own;
}

/** Continues, and does something once the client runs. */
async function running(own: AttachedKubelet, command = 'continue'): Promise<void> {
  await own.client.ask(command, { threadId: 1 });
  await own.client.ask('threads');
}

describe('attaching', () => {
  test('stops at the newest line of the log, though samples came later', async () => {
    const own = await started(asOfNow(first, 30));
    own.kubelet.endpoints.set('metrics', 'kubelet_running_pods 1\n');
    own.kubelet.endpoints.set('pods', '{"items":[]}');
    await own.attach();
    const stopped = await own.client.move('configurationDone');
    expect(stopped.description).toBe('At the newest line');
    expect(own.client.position).toBe(1);
    const line = await own.client.ask('evaluate', { expression: 'line.position' });
    expect(line['result']).toMatch(/^2 of [3-9]$/);
  }, 15_000);

  test('stops at the newest line, from where a person looks back', async () => {
    const own = await started();
    await own.attach();
    const stopped = await own.client.move('configurationDone');
    expect(stopped).toMatchObject({ reason: 'entry', description: 'At the newest line' });
    expect(own.client.position).toBe(1);
    const threads = await own.client.list('threads', {}, 'threads');
    expect(threads.map(({ name }) => String(name))).toContainEqual(
      expect.stringMatching(/^default\/web-1: /),
    );
    await own.client.move('stepBack', { threadId: 1, granularity: 'instruction' });
    expect(own.client.position).toBe(0);
    // What comes meanwhile leaves the line that is looked at.
    own.write(added(2, 'web-2'));
    await expect.poll(async () => (await source(own)).split('\n').length, poll).toBe(4);
    expect(own.client.messages.filter(({ event }) => event === 'stopped')).toHaveLength(2);
  });

  test('says what is in the way, and can be tried again', async () => {
    const own = await started();
    await own.client.ask('initialize');
    const wrong = { ...own.target, context: 'none' };
    await expect(own.client.ask('attach', wrong)).rejects.toThrow(/none/);
    own.kubelet.allowed = false;
    await expect(own.client.ask('attach', own.target)).rejects.toThrow(
      /You may not "get" nodes\/proxy[^]*kubectl create clusterrole/,
    );
    own.kubelet.allowed = true;
    await expect(own.client.ask('attach', { ...own.target, context: 'dead' })).rejects.toThrow(
      /context dead cannot be reached/,
    );
    await own.attach();
    await own.client.move('configurationDone');
  });

  test('an attach that is left is given up', async () => {
    const own = await started([]);
    await own.client.ask('initialize');
    const attach = own.client.ask('attach', own.target);
    const left = expect(attach).rejects.toThrow('It was given up.');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await own.client.ask('disconnect');
    await left;
  });

  test('a kubelet that has said nothing yet is waited for', async () => {
    const own = await started(['']);
    await own.attach({ stopOnEntry: false });
    const run = own.client.event('stopped');
    await own.client.ask('setFunctionBreakpoints', {
      breakpoints: [{ name: 'HandlePodAdditions' }],
    });
    await own.client.ask('configurationDone');
    own.write(...first);
    expect(await run).toMatchObject({ reason: 'function breakpoint' });
  }, 15_000);
});

const poll = { timeout: 10_000, interval: 50 };

async function source(own: AttachedKubelet): Promise<string> {
  const [loaded] = await own.client.list('loadedSources', {}, 'sources');
  return String((await own.client.ask('source', { source: loaded }))['content']);
}

describe('continue at the end', () => {
  test('waits, and stops when a line with a breakpoint comes', async () => {
    const own = await entered();
    const bound = await own.client.list(
      'setBreakpoints',
      { source: { path: 'kubelet.go' }, breakpoints: [{ line: 2528 }, { line: 2515 }] },
      'breakpoints',
    );
    expect(bound).toMatchObject([
      { verified: false, message: expect.stringContaining('The lines that come') as string },
      { verified: true },
    ]);
    await running(own);
    const changed = own.client.event('breakpoint');
    const stopped = own.client.event('stopped');
    own.write(logLine(2, '"Something else"', 'kubelet.go:2546'));
    own.write(
      logLine(3, '"SyncLoop DELETE" source="api" pods=["default/web-1"]', 'kubelet.go:2528'),
    );
    expect(await stopped).toMatchObject({
      reason: 'breakpoint',
      hitBreakpointIds: [bound[0]?.['id']],
    });
    expect(await changed).toMatchObject({
      reason: 'changed',
      breakpoint: { id: bound[0]?.['id'], verified: true, line: 2528 },
    });
    await own.client.ask('threads');
    expect(own.client.position).toBe(3);
    const line = await own.client.ask('evaluate', { expression: 'line' });
    expect(line['result']).toBe('SyncLoop DELETE');
    // The next one waits again, and meets the other breakpoint.
    await running(own);
    const again = own.client.event('stopped');
    own.write(added(4, 'web-2'));
    expect(await again).toMatchObject({ hitBreakpointIds: [bound[1]?.['id']] });
  }, 20_000);

  test('stops at a finding when it is made, though its first line is past', async () => {
    const [lines, failed] = [hangingDelLog, afterTheGoroutines];
    const own = await started(lines.slice(0, failed));
    await own.attach();
    await own.client.move('configurationDone');
    await own.client.ask('setExceptionBreakpoints', {
      filters: ['finding-critical', 'finding-high', 'finding-medium'],
    });
    await running(own);
    const before = own.client.position;
    const stopped = own.client.event('stopped');
    own.write(...lines.slice(failed, failed + 2));
    expect(await stopped).toMatchObject({ reason: 'exception' });
    await own.client.ask('threads');
    expect(own.client.position).toBeLessThanOrEqual(before + 2);
  }, 20_000);

  test('stops at an error', async () => {
    const own = await entered();
    await own.client.ask('setExceptionBreakpoints', { filters: ['error'] });
    await running(own);
    const stopped = own.client.event('stopped');
    own.write(
      `E${logLine(5, '"Error syncing pod, skipping" err="x" pod="default/web-1"', 'pod_workers.go:1324').slice(1)}`,
    );
    expect(await stopped).toMatchObject({ reason: 'exception' });
  }, 15_000);

  test('meets lines that come late from another source', async () => {
    const own = await entered();
    // A sample stands after the log's last line when the log's next line comes.
    own.kubelet.endpoints.set('metrics', 'kubelet_running_pods 1\n');
    own.kubelet.endpoints.set('pods', '{"items":[]}');
    await own.client.ask('setFunctionBreakpoints', {
      breakpoints: [{ name: 'HandlePodAdditions' }],
    });
    await running(own);
    await expect
      .poll(async () => (await own.client.list('loadedSources', {}, 'sources')).length)
      .toBe(2);
    const stopped = own.client.event('stopped');
    own.write(added(3, 'late'));
    expect(await stopped).toMatchObject({ reason: 'function breakpoint' });
  }, 15_000);

  test('is ended by pause, by a step back, and by disconnecting', async () => {
    const own = await entered();
    await running(own);
    const paused = await own.client.stop('pause', { threadId: 1 });
    expect([paused.reason, paused.description]).toEqual(['pause', 'Paused']);
    expect(own.client.position).toBe(1);
    await running(own);
    await own.client.stop('kubelet/stepInBack', { threadId: 1 });
    expect(own.client.position).toBe(0);
    await running(own);
    await own.client.ask('disconnect');
    await expect(own.client.ask('exceptionInfo')).resolves.toMatchObject({ breakMode: 'never' });
    await expect(own.client.ask('threads')).rejects.toThrow('This session has ended.');
  }, 15_000);

  test('tells what logpoints say while it waits', async () => {
    const own = await entered();
    await own.client.ask('setFunctionBreakpoints', {
      breakpoints: [{ name: 'HandlePodAdditions' }, { name: 'HandlePodRemoves' }],
    });
    await own.client.ask('setBreakpoints', {
      source: { path: 'kubelet.go' },
      breakpoints: [{ line: 2546, logMessage: 'said {line.message}' }],
    });
    await running(own);
    for (const second of [2, 3]) {
      const said = own.client.event('output');
      own.write(logLine(second, `"Something else ${second}"`, 'kubelet.go:2546'));
      expect(await said).toMatchObject({
        output: `said Something else ${second}\n`,
        source: { name: 'node-a' },
      });
    }
    const stopped = own.client.event('stopped');
    own.write(added(4, 'web-2'));
    await stopped;
    const outputs = own.client.messages.filter(({ event }) => event === 'output');
    expect(JSON.stringify(outputs).match(/said/g)).toHaveLength(2);
  }, 15_000);
});

describe('a step at the end', () => {
  test.each([
    ['stepIn', 2],
    ['next', 3],
  ])(
    '%s waits for what it goes to',
    async (command, position) => {
      const own = await entered();
      await running(own, command);
      const stopped = own.client.event('stopped');
      own.write(logLine(2, '"Something else"', 'kubelet.go:9999'));
      own.write(added(3, 'web-2'));
      expect(await stopped).toMatchObject({ reason: 'step' });
      await own.client.ask('threads');
      expect(own.client.position).toBe(position);
    },
    15_000,
  );

  test('of a pod waits for the pod, and keeps its line when pause gives it up', async () => {
    const own = await entered();
    const threads = await own.client.list('threads', {}, 'threads');
    const worker = threads.find(({ name }) => String(name).startsWith('default/web-1'));
    await own.client.ask('next', { threadId: worker?.['id'] });
    await own.client.ask('threads');
    own.write(logLine(2, '"Something else"', 'kubelet.go:9999'));
    const place = async (): Promise<unknown> =>
      (await own.client.ask('evaluate', { expression: 'line.position' }))['result'];
    await expect.poll(place, poll).toBe('2 of 3');
    const paused = await own.client.stop('pause', { threadId: 1 });
    expect(paused.reason).toBe('pause');
    expect(own.client.position).toBe(1);
  }, 15_000);

  test('playing comes to the end and goes on with it', async () => {
    const own = await entered();
    await own.client.ask('setFunctionBreakpoints', {
      breakpoints: [{ name: 'HandlePodAdditions' }],
    });
    await own.client.ask('kubelet/play', { speed: 100 });
    await own.client.ask('threads');
    const stopped = own.client.event('stopped');
    own.write(added(30, 'web-2'));
    expect(await stopped).toMatchObject({ reason: 'function breakpoint' });
  }, 15_000);
});

test('a log that is replaced under the session ends it', async () => {
  const own = await entered();
  await running(own);
  const ended = own.client.event('terminated');
  await own.close();
  await ended;
  await expect(own.client.ask('threads')).rejects.toThrow('This session has ended.');
}, 15_000);

// Requests in any order with any arguments: each is answered, and nothing throws or hangs. DapClient keeps all messages in memory.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCapture } from '../support/captures.ts';
import { captureHost, DapClient, GrowingHost } from '../support/dapClient.ts';

const commands = [
  'initialize',
  'launch',
  'attach',
  'configurationDone',
  'restart',
  'pause',
  'cancel',
  'continue',
  'reverseContinue',
  'next',
  'stepBack',
  'stepIn',
  'stepOut',
  'kubelet/stepInBack',
  'kubelet/stepOutBack',
  'goto',
  'kubelet/goto',
  'kubelet/play',
  'restartFrame',
  'threads',
  'stackTrace',
  'scopes',
  'variables',
  'locations',
  'evaluate',
  'completions',
  'exceptionInfo',
  'source',
  'loadedSources',
  'gotoTargets',
  'setBreakpoints',
  'setFunctionBreakpoints',
  'setDataBreakpoints',
  'setExceptionBreakpoints',
  'dataBreakpointInfo',
  'breakpointLocations',
  'constructor',
  'toString',
  'nothing',
] as const;

const words = fc.constantFrom(
  'pod("default/web-1").worker.state',
  'pod("',
  'pods[0].events',
  'pleg.healthy',
  'queue.length',
  'kubelet',
  'goto 09:34',
  'goto never',
  'sev>=E',
  '((((',
  'HandlePodAdditions',
  'relist',
  'pod:default/web-1',
  'event:',
  '/logs/teardown-v2.log',
  'kubelet-log://0-0/x',
  'kubelet-source:/v1.34.2/pkg/kubelet/kubelet.go',
  'error',
  'overdue',
  'finding-high',
  '% 0',
  '{pod} {line.time} {',
  '__proto__',
  '',
);
const value = fc.oneof(
  fc.integer({ min: -2, max: 3000 }),
  fc.double(),
  words,
  fc.string(),
  fc.constantFrom(null, true, 'instruction', 2 ** 40),
);
const names = fc.constantFrom(
  'threadId',
  'frameId',
  'variablesReference',
  'name',
  'expression',
  'context',
  'text',
  'column',
  'line',
  'endLine',
  'targetId',
  'position',
  'time',
  'start',
  'count',
  'startFrame',
  'levels',
  'filter',
  'granularity',
  'sourceReference',
  'locationReference',
  'condition',
  'hitCondition',
  'logMessage',
  'dataId',
  'filterId',
  'logs',
  'path',
);
const flat = fc.dictionary(names, value, { maxKeys: 6 });
const args = fc.oneof(
  fc
    .tuple(flat, flat, fc.array(flat, { maxLength: 4 }), fc.array(words, { maxLength: 4 }))
    .map(([own, source, list, filters]) => ({
      ...own,
      source,
      breakpoints: list,
      filterOptions: list,
      filters,
    })),
  value,
  fc.array(value),
);
const request = fc.tuple(fc.constantFrom(...commands), args);

async function answered(client: DapClient, command: string, given: unknown): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`${command} was not answered`));
    }, 5000);
  });
  const reply = await Promise.race([client.raw(command, given), late]);
  clearTimeout(timer);
  expect(reply['command']).toBe(command);
  if (reply['success'] !== true) expect(String(reply['message'])).toMatch(/^[A-Z"][^\n]*[.?]/s);
}

test('every request is answered before anything is launched', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 10 }), async (requests) => {
      const client = new DapClient(captureHost());
      for (const [command, given] of requests) await answered(client, command, given);
      client.adapter.dispose();
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('every request is answered in a session, which then still works', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 5, maxLength: 40 }), async (requests) => {
      const client = new DapClient(captureHost());
      await client.entered(['/logs/teardown-v2.log']);
      for (const [command, given] of requests) await answered(client, command, given);
      for (const set of ['setFunctionBreakpoints', 'setDataBreakpoints', 'setExceptionBreakpoints'])
        await client.ask(set, { breakpoints: [], filters: [] });
      const threads = await client.list('threads', {}, 'threads');
      expect(threads.length).toBeGreaterThan(4);
      await client.ask('disconnect');
    }),
    { numRuns: 40 },
  );
}, 120_000);

test('requests that come at once are all answered', async () => {
  const client = new DapClient(captureHost());
  await client.entered(['/logs/teardown-v2.log']);
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 5, maxLength: 20 }), async (requests) => {
      await Promise.all(requests.map(([command, given]) => answered(client, command, given)));
      await client.ask('threads');
    }),
    { numRuns: 30 },
  );
  client.adapter.dispose();
}, 120_000);

test('every request is answered in a session that is attached to a log that grows', async () => {
  const { log } = readCapture('teardown-v2');
  const grows = fc.integer({ min: 1, max: 9_000 }).map((bytes) => ({ bytes }));
  const steps = fc.array(fc.oneof({ weight: 3, arbitrary: request }, grows), {
    minLength: 5,
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (wanted) => {
      const host = new GrowingHost(log);
      const client = new DapClient(host);
      await client.ask('initialize', { adapterID: 'kubelet' });
      await client.ask('attach', { node: 'node-a' });
      await client.move('configurationDone');
      for (const step of wanted)
        if ('bytes' in step) await host.grow(step.bytes);
        else await answered(client, ...step);
      for (const set of ['setFunctionBreakpoints', 'setDataBreakpoints', 'setExceptionBreakpoints'])
        await client.ask(set, { breakpoints: [], filters: [] });
      // Whatever it waits for, a pause ends it.
      await client.stop('pause', { threadId: 1 });
      expect((await client.list('threads', {}, 'threads')).length).toBeGreaterThan(4);
      await client.ask('disconnect');
    }),
    { numRuns: 25 },
  );
}, 120_000);

test('messages that are no requests are left out', () => {
  const client = new DapClient(captureHost());
  fc.assert(
    fc.property(fc.anything(), (message) => {
      client.adapter.handleMessage(message);
    }),
  );
});

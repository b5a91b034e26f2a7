import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readCapture } from '../support/captures.ts';
import { captureHost, DapClient, hostOf } from '../support/dapClient.ts';

const log = '/logs/teardown-v2.log';
const lines = new TextDecoder().decode(readCapture('teardown-v2').log).split('\n');
const lineOf = (part: string): number => lines.findIndex((line) => line.includes(part)) + 1;

async function launched(args: object = {}, client: object = {}): Promise<DapClient> {
  const own = new DapClient(captureHost());
  await own.entered([log], args, client);
  return own;
}

async function threadNamed(client: DapClient, start: string): Promise<number> {
  const threads = await client.list('threads', {}, 'threads');
  return Number(threads.find(({ name }) => String(name).startsWith(start))?.['id']);
}

describe('steps', () => {
  test('in goes line by line, over event by event', async () => {
    const client = await launched();
    await client.move('stepIn', { threadId: 1 });
    expect(client.position).toBe(1);
    await client.move('kubelet/stepInBack', { threadId: 1 });
    expect(client.position).toBe(0);
    await client.move('next', { threadId: 1, granularity: 'instruction' });
    expect(client.position).toBe(1);
    const event = await client.move('next', { threadId: 1 });
    expect(client.position).toBeGreaterThan(2);
    expect(event.reason).toBe('step');
  });

  test('over in the thread of a pod that a person chose stays with that pod', async () => {
    const client = await launched();
    await client.move('kubelet/goto', { position: lineOf('"SyncLoop DELETE"') - 2 });
    const web1 = await threadNamed(client, 'default/web-1');
    for (let i = 0; i < 4; i++) {
      const stopped = await client.move('next', { threadId: web1 });
      expect(stopped.threadId).toBe(web1);
      expect(lines[client.position]).toMatch(/web-1|9936f76e4b93|"SyncLoop/);
    }
    await client.move('next', { threadId: 1 });
    await client.move('next', { threadId: 1 });
  });

  test('out goes to where the worker’s sync ends, and back to where it began', async () => {
    const client = await launched();
    await client.move('kubelet/goto', { position: lineOf('"SyncLoop DELETE"') - 1 });
    const web1 = await threadNamed(client, 'default/web-1');
    const from = client.position;
    const out = await client.move('stepOut', { threadId: web1 });
    expect(out.text).toContain('the sync of its worker');
    expect(client.position).toBeGreaterThan(from);
    await client.move('kubelet/stepOutBack', { threadId: web1 });
    expect(client.position).toBeLessThanOrEqual(from);
  });

  test('end at a breakpoint on the way', async () => {
    const client = await launched();
    await client.ask('setBreakpoints', { source: { path: log }, breakpoints: [{ line: 2 }] });
    const stopped = await client.move('next', { threadId: 1 });
    expect(stopped.reason).toBe('breakpoint');
    expect(client.position).toBe(1);
  });
});

describe('jumps', () => {
  test('go to a line of the log', async () => {
    const client = await launched();
    const line = lineOf('"SyncLoop DELETE"');
    const [target] = await client.list('gotoTargets', { source: { path: log }, line }, 'targets');
    const stopped = await client.move('goto', { threadId: 1, targetId: target?.['id'] });
    expect(stopped.reason).toBe('goto');
    expect(client.position).toBe(line - 1);
  });

  test('offer what a Go statement wrote, and the start of a frame', async () => {
    const client = await launched();
    const text = lines[lineOf('"SyncLoop DELETE"') - 1] ?? '';
    const line = Number(/kubelet\.go:(\d+)/.exec(text)?.[1]);
    const source = { path: 'kubelet-source:/v1.34.2/pkg/kubelet/kubelet.go' };
    const targets = await client.list('gotoTargets', { source, line }, 'targets');
    expect(targets.length).toBeGreaterThan(0);
    const stopped = await client.move('goto', { threadId: 1, targetId: targets[0]?.['id'] });
    await client.move('stepIn', { threadId: 1 });
    const frames = await client.frames(stopped.threadId);
    const own = frames.find((frame) => frame['canRestart'] === true);
    await client.move('restartFrame', { frameId: own?.['id'] });
    expect(client.position).toBe(targets[0]?.['id']);
  });

  test('restart at the start, and run to the end without a stop on entry', async () => {
    const client = new DapClient(captureHost());
    await client.launch([log], { stopOnEntry: false });
    expect((await client.move('configurationDone')).description).toBe('The end of the log');
    expect((await client.move('restart', { arguments: { stopOnEntry: true } })).reason).toBe(
      'entry',
    );
    expect(client.position).toBe(0);
  });
});

describe('values', () => {
  test('tell how they are known and lead to their line', async () => {
    const client = await launched();
    await client.move('kubelet/goto', { position: lineOf('"Error syncing pod, skipping"') - 1 });
    const expression = 'pod("default/web-1").worker.state';
    const state = await client.ask('evaluate', { expression, context: 'watch' });
    expect(state).toMatchObject({ result: 'terminating' });
    expect(state['type']).toMatch(/^(seen|inferred), line \d+$/);
    const place = await client.ask('locations', {
      locationReference: state['valueLocationReference'],
    });
    expect(place).toMatchObject({ line: lineOf('"SyncLoop DELETE"'), source: { path: log } });
    const relist = await client.ask('evaluate', { expression: 'pleg.relist' });
    expect(relist).toMatchObject({ type: 'unknown' });
  });

  test('take filters, ids and commands', async () => {
    const client = await launched();
    await client.move('kubelet/goto', { position: lineOf('"Error syncing pod, skipping"') - 1 });
    const ask = async (expression: string, context = 'hover'): Promise<unknown> =>
      (await client.ask('evaluate', { expression, context }))['result'];
    expect(await ask('pod=default/web-1 sev>=E')).toBe('true');
    expect(await ask('sev=W')).toBe('false');
    const uid = /podUID="([^"]+)"/.exec(lines[client.position] ?? '')?.[1] ?? '';
    expect(await ask(`"${uid}"`)).toContain('terminating');
    await expect(ask('nonsense')).rejects.toThrow('Nothing in Kubelet is named nonsense here.');
    await expect(ask('pods[9999].events')).rejects.toThrow('Nothing in pods is named [9999] here.');
    await expect(ask('goto never', 'repl')).rejects.toThrow('A time is written like');
    const stopped = client.event('stopped');
    expect(await ask('goto 09:34:10', 'repl')).toContain('09:34:');
    expect(lines[client.position]).toContain('09:34:');
    expect(await stopped).toMatchObject({ preserveFocusHint: true });
    await ask('goto 09:34:50', 'repl');
    expect(await ask('why web-1', 'repl')).toMatch(/CNI|network/);
    expect(await ask('why default/web-1', 'repl')).toBe(await ask('why web-1', 'repl'));
    await expect(ask('why nobody', 'repl')).rejects.toThrow('The log mentions no pod nobody.');
  });

  test('in `then` goto keeps the thread that is shown, also where nobody knew its pod yet', async () => {
    const client = await launched({ hindsight: 'then' });
    await client.move('kubelet/goto', { position: lineOf('"SyncLoop DELETE"') - 1 });
    const web1 = await threadNamed(client, 'default/web-1');
    await client.ask('evaluate', { expression: 'goto 09:34:00', context: 'repl' });
    expect(client.position).toBeLessThan(lineOf('default/web-1') - 1);
    const threads = await client.list('threads', {}, 'threads');
    expect(threads.find(({ id }) => id === web1)?.['name']).toBe('default/web-1: not known yet');
    expect(await client.frames(web1)).toEqual([]);
  });

  test('of a command leave the threads that were listed', async () => {
    const client = await launched();
    await client.move('kubelet/goto', { position: lineOf('"SyncLoop DELETE"') - 1 });
    const web1 = await threadNamed(client, 'default/web-1');
    const isListed = async (): Promise<boolean> =>
      (await client.list('threads', {}, 'threads')).some(({ id }) => id === web1);
    await client.ask('evaluate', { expression: 'goto 09:35:20', context: 'repl' });
    expect(await isListed()).toBe(true);
    await client.move('stepIn', { threadId: 1 });
    expect(await isListed()).toBe(false);
  });

  test('are completed', async () => {
    const client = await launched();
    await client.move('kubelet/goto', { position: lines.length });
    const labels = async (text: string): Promise<unknown[]> => {
      const args = { text, column: text.length + 1 };
      return (await client.list('completions', args, 'targets')).map(({ label }) => label);
    };
    expect(await labels('pl')).toContain('pleg');
    expect(await labels('pleg.')).toEqual(expect.arrayContaining(['pleg.healthy', 'pleg.events']));
    expect(await labels('pod("default/web-1").worker.s')).toContain(
      'pod("default/web-1").worker.state',
    );
    expect(await labels('pod(')).toContain('pod("default/web-1")');
    expect(await labels('sev>=E po')).toContain('sev>=E pod=');
    expect(await labels('sev>=E pod=web')).toContain('sev>=E pod=default/web-1');
  });

  test('come in pages', async () => {
    const client = await launched();
    await client.move('kubelet/goto', { position: lines.length });
    const events = await client.ask('evaluate', { expression: 'pod("default/web-1").events' });
    const { variablesReference, indexedVariables } = events;
    expect(indexedVariables).toBeGreaterThan(5);
    const page = { variablesReference, filter: 'indexed', start: 2, count: 3 };
    const names = (await client.list('variables', page, 'variables')).map(({ name }) => name);
    expect(names).toEqual(['[2]', '[3]', '[4]']);
    const named = { variablesReference, filter: 'named' };
    expect(await client.list('variables', named, 'variables')).toEqual([]);
  });
});

test('the order of a stop and its reply is what the client takes best', async () => {
  const order = async (clientID: string, command: string): Promise<unknown[]> => {
    const client = await launched({}, { clientID });
    await client.move('stepIn', { threadId: 1 });
    const before = client.messages.length;
    await client.move(command, { threadId: 1 });
    await client.ask('threads');
    return client.messages
      .slice(before)
      .map((message) => message['event'] ?? message['command'])
      .filter((name) => name === 'stopped' || name === command);
  };
  expect(await order('vscode', 'stepIn')).toEqual(['stopped', 'stepIn']);
  // The next event is one of another thread: the client must hear that all ran.
  expect(await order('vscode', 'next')).toEqual(['next', 'stopped']);
  expect(await order('nvim-dap', 'stepIn')).toEqual(['stepIn', 'stopped']);
});

test('something that does not come in time is an exception', async () => {
  const start =
    'I1121 10:00:00.000000     100 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["a/b"]';
  const needed =
    'I1121 10:00:00.100000     100 util.go:30] "No sandbox for pod can be found. Need to start a new one" pod="a/b"';
  const later = 'I1121 10:09:00.000000     100 kubelet.go:2546] "Something else"';
  const text = new TextEncoder().encode(`${start}\n${needed}\n${later}\n`);
  const client = new DapClient(hostOf(() => text));
  await client.entered(['kubelet.log']);
  await client.ask('setExceptionBreakpoints', { filters: ['overdue'] });
  const stopped = await client.move('continue', { threadId: 1 });
  expect(stopped.text).toMatch(/a\/b: overdue: its sandbox/);
  expect(client.position).toBe(2);
});

test('launching says what is wrong', async () => {
  const client = new DapClient(captureHost());
  await client.ask('initialize');
  await expect(client.ask('threads')).rejects.toThrow('No log is being debugged yet.');
  await expect(client.ask('launch', { logs: [] })).rejects.toThrow('Name what to debug: "logs"');
  const both = { logs: ['/logs/teardown-v2.log'], scenario: 'title: x' };
  await expect(client.ask('launch', both)).rejects.toThrow('Name logs or a scenario, not both');
  const old = { scenario: 'title: x', kubelet: 'newest' };
  await expect(client.ask('launch', old)).rejects.toThrow('a version like 1.34, not newest');
  await expect(client.ask('launch', { logs: ['/logs/none.log'] })).rejects.toThrow(/none/);
  await expect(client.ask('attach', {})).rejects.toThrow('Name the node to attach to');
  await expect(client.ask('attach', { node: 'node-a' })).rejects.toThrow('There is no cluster');
});

const scenario = fs.readFileSync('media/scenarios/cni-del-hangs.yaml', 'utf8');

test('a scenario is simulated, on the version that is asked for, and debugged', async () => {
  const client = new DapClient(captureHost());
  await client.entered([], { scenario, kubelet: '1.29', seed: 3 });
  expect((await client.ask('evaluate', { expression: 'process.version' }))['result']).toContain(
    '1.29',
  );
  await client.ask('setExceptionBreakpoints', { filters: ['finding-high', 'finding-critical'] });
  const stopped = await client.move('continue', { threadId: 1 });
  expect(stopped.reason).toBe('exception');
  const text = 'title: x';
  const broken = new DapClient(captureHost());
  await broken.ask('initialize');
  await expect(broken.ask('launch', { scenario: text })).rejects.toThrow(/own\.yaml/);
});

test('a session starts at a time or at the cursor of the views', async () => {
  const client = new DapClient(captureHost());
  await client.entered([log], { at: '09:34:10' });
  expect(lines[client.position]).toMatch(/ 09:34:(0|10\.0)/);
  await client.ask('disconnect');
  const host = captureHost();
  const there = new DapClient({
    ...host,
    async open(wanted) {
      const opened = await host.open(wanted);
      await opened?.ask('seek', [{ kind: 'position', position: 40 }]);
      return opened;
    },
  });
  const paused = await there.entered([log], { at: 'cursor' });
  expect([paused.reason, there.position]).toEqual(['pause', 40]);
});

describe('a start that is to stop on a finding', () => {
  const findings = ['finding-critical', 'finding-high'];
  async function started(args: object, filters = findings, line?: number): Promise<DapClient> {
    const client = new DapClient(captureHost());
    await client.launch([log], { stopOnFinding: true, ...args });
    await client.ask('setExceptionBreakpoints', { filters });
    if (line !== undefined)
      await client.ask('setBreakpoints', { source: { path: log }, breakpoints: [{ line }] });
    stopped = await client.move('configurationDone');
    return client;
  }
  let stopped: Awaited<ReturnType<DapClient['move']>>;

  test('goes on to the first one, and to a breakpoint before it', async () => {
    const client = await started({});
    expect(stopped).toMatchObject({ reason: 'exception' });
    expect(stopped.text).toMatch(/(high|critical): /);
    const first = client.position;
    expect(first).toBeGreaterThan(0);
    const line = first - 3;
    const held = await started({}, findings, line);
    expect([stopped.reason, held.position]).toEqual(['breakpoint', line - 1]);
  });

  test('stays where one stands', async () => {
    const first = (await started({})).position;
    const client = await started({ at: /\d\d:\d\d:\d\d\.\d+/.exec(lines[first] ?? '')?.[0] });
    expect([stopped.reason, client.position]).toEqual(['exception', first]);
  });

  test('stays where it is to begin when none comes', async () => {
    const client = await started({ at: '09:34:10' }, []);
    expect(stopped).toMatchObject({ reason: 'entry', description: 'Where it was to begin' });
    expect(lines[client.position]).toMatch(/ 09:34:(0|10\.0)/);
    expect((await client.move('restart', {})).reason).toBe('entry');
    expect(client.position).toBe(0);
  });

  test('starts at the cursor of the views', async () => {
    const host = captureHost();
    const client = new DapClient({
      ...host,
      async open(wanted) {
        const opened = await host.open(wanted);
        await opened?.ask('seek', [{ kind: 'position', position: 40 }]);
        return opened;
      },
    });
    await client.launch([log], { stopOnFinding: true, at: 'cursor' });
    expect((await client.move('configurationDone')).reason).toBe('entry');
    expect(client.position).toBe(40);
  });
});

describe('playing', () => {
  test('goes on with time, says where it is, and ends at a breakpoint', async () => {
    const client = await launched();
    await client.move('kubelet/goto', { position: lineOf('"SyncLoop DELETE"') - 3 });
    const failure = lineOf('"Error syncing pod, skipping"');
    await client.ask('setBreakpoints', { source: { path: log }, breakpoints: [{ line: failure }] });
    const before = client.messages.length;
    const stopped = await client.stop('kubelet/play', { speed: 60 });
    expect(stopped.reason).toBe('breakpoint');
    expect(client.position).toBe(failure - 1);
    const said = client.messages.slice(before).map(({ event, command }) => event ?? command);
    expect(said.slice(0, 3)).toEqual(['kubelet/play', 'continued', 'kubelet/cursor']);
  });

  test('stops where it is when paused, and for another movement', async () => {
    const client = await launched();
    await client.move('kubelet/goto', { position: lineOf('"SyncLoop DELETE"') - 1 });
    const from = client.position;
    await client.ask('kubelet/play', { speed: 0.001 });
    const paused = await client.stop('pause', { threadId: 1 });
    expect([paused.reason, client.position]).toEqual(['pause', from]);
    await client.ask('kubelet/play', { speed: 0.001 });
    const stepped = await client.stop('stepIn', { threadId: 1 });
    expect([stepped.reason, client.position]).toEqual(['step', from + 1]);
    const stops = client.messages.filter(({ event }) => event === 'stopped').length;
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(client.messages.filter(({ event }) => event === 'stopped')).toHaveLength(stops);
  });

  test('goes back to the start when asked to, and refuses to stand still', async () => {
    const client = await launched();
    await client.move('kubelet/goto', { position: 30 });
    expect((await client.stop('kubelet/play', { speed: -100_000 })).description).toBe(
      'The start of the log',
    );
    await expect(client.ask('kubelet/play', { speed: 0 })).rejects.toThrow('must not be 0');
  });
});

test('a cursor that a view moved is a stop', async () => {
  const host = captureHost();
  let seek = (_position: number): Promise<unknown> => Promise.resolve();
  const client = new DapClient({
    ...host,
    async open(wanted) {
      const opened = await host.open(wanted);
      seek = async (position) => opened?.ask('seek', [{ kind: 'position', position }]);
      return opened;
    },
  });
  await client.entered([log]);
  await seek(40);
  const stopped = client.event('stopped');
  client.adapter.follow();
  expect(await stopped).toMatchObject({ reason: 'goto' });
  await client.ask('threads');
  expect(client.position).toBe(40);
  const before = client.messages.length;
  client.adapter.follow();
  await client.ask('threads');
  expect(client.messages.slice(before).filter(({ event }) => event === 'stopped')).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { readCapture } from '../support/captures.ts';
import { captureHost, DapClient, hostOf, type Stopped } from '../support/dapClient.ts';

const log = '/logs/teardown-v2.log';
const lines = new TextDecoder().decode(readCapture('teardown-v2').log).split('\n');
const lineOf = (part: string, from = 0): number =>
  lines.findIndex((line, i) => i >= from && line.includes(part)) + 1;
const deletion = lineOf('"SyncLoop DELETE"');
const failure = lineOf('"Error syncing pod, skipping"');

async function launched(client: object = {}): Promise<DapClient> {
  const own = new DapClient(captureHost());
  await own.entered([log], {}, client);
  return own;
}

async function run(client: DapClient): Promise<Stopped> {
  return await client.move('continue', { threadId: 1 });
}

async function back(client: DapClient): Promise<Stopped> {
  return await client.move('reverseContinue', { threadId: 1 });
}

async function onLines(
  client: DapClient,
  path: string,
  ...breakpoints: readonly object[]
): Promise<readonly Record<string, unknown>[]> {
  return await client.list('setBreakpoints', { source: { path }, breakpoints }, 'breakpoints');
}

describe('breakpoints on log lines', () => {
  test('stop there with the line in the top frame, forwards and back', async () => {
    const client = await launched();
    const [state] = await onLines(client, log, { line: deletion });
    expect(state).toMatchObject({ verified: true, line: deletion });
    const stopped = await run(client);
    expect(stopped).toMatchObject({ reason: 'breakpoint', hitBreakpointIds: [state?.['id']] });
    const [top] = await client.frames(stopped.threadId);
    expect(top).toMatchObject({ line: deletion, source: { path: log } });
    expect((await run(client)).description).toBe('The end of the log');
    expect((await back(client)).reason).toBe('breakpoint');
    expect(client.position).toBe(deletion - 1);
    expect((await back(client)).description).toBe('The start of the log');
  });

  test('count lines from 0 where the client does', async () => {
    const client = await launched({ linesStartAt1: false, columnsStartAt1: false });
    const [state] = await onLines(client, log, { line: deletion - 1 });
    expect(state).toMatchObject({ verified: true, line: deletion - 1 });
    const stopped = await run(client);
    expect((await client.frames(stopped.threadId))[0]).toMatchObject({ line: deletion - 1 });
    expect(client.position).toBe(deletion - 1);
  });

  test('say why they cannot be bound', async () => {
    const client = await launched();
    const [beyond] = await onLines(client, log, { line: 100_000 });
    expect(beyond).toMatchObject({ verified: false, message: 'This log has no line 100000.' });
    const [foreign] = await onLines(client, '/home/notes.txt', { line: 1 });
    expect(foreign).toMatchObject({
      verified: false,
      message: 'This file is no log of this session, and no Go file.',
    });
  });

  test('take conditions, hit counts and messages', async () => {
    const client = await launched();
    const all = { line: failure, condition: 'pod=default/web-1 sev>=E msg~"syncing"' };
    await onLines(client, log, all);
    expect((await run(client)).reason).toBe('breakpoint');
    await client.move('restart');
    await onLines(client, log, { line: failure, condition: 'pod=other/*' });
    expect((await run(client)).description).toBe('The end of the log');
    const [bad] = await onLines(client, log, { line: failure, condition: 'sev>=loud' });
    expect(bad).toMatchObject({
      verified: false,
      message: 'sev wants D, I, W, E or F, not loud.',
    });
    const [count] = await onLines(client, log, { line: failure, hitCondition: 'often' });
    expect(count).toMatchObject({ verified: false });
  });
});

describe('breakpoints on Go statements', () => {
  const site = /pod_workers\.go:(\d+)\]/.exec(lines[failure - 1] ?? '');
  const line = Number(site?.[1]);
  const hits = lines.filter((text) => text.includes(`pod_workers.go:${line}]`)).length;

  test('stop at each line that the statement wrote', async () => {
    const client = await launched();
    const source = 'kubelet-source:/v1.34.2/pkg/kubelet/pod_workers.go';
    const [state] = await onLines(client, source, { line });
    expect(state).toMatchObject({ verified: true, line, message: `${hits} hits on this tape` });
    const met: number[] = [];
    while ((await run(client)).reason === 'breakpoint') met.push(client.position);
    expect(met).toHaveLength(hits);
    const backwards: number[] = [];
    while ((await back(client)).reason === 'breakpoint') backwards.push(client.position);
    expect(backwards.toReversed()).toEqual(met);
  });

  test('number their hits from the start of the tape, whichever way one runs', async () => {
    const client = await launched();
    await onLines(client, '/src/pod_workers.go', { line, hitCondition: '2' });
    await run(client);
    const second = client.position;
    expect((await run(client)).description).toBe('The end of the log');
    await back(client);
    expect(client.position).toBe(second);
  });

  test('say which lines wrote something', async () => {
    const client = await launched();
    const [state] = await onLines(client, '/src/pod_workers.go', { line: line + 1 });
    expect(state?.['verified']).toBe(false);
    expect(state?.['message']).toContain(`${line}`);
    const args = { source: { path: '/src/pod_workers.go' }, line: 1, endLine: 9999 };
    const places = await client.list('breakpointLocations', args, 'breakpoints');
    expect(places).toContainEqual({ line });
  });

  test('print instead of stopping', async () => {
    const client = await launched();
    await onLines(client, '/src/pod_workers.go', {
      line,
      logMessage: 'sync of {pod}: {queue.length}',
    });
    expect((await run(client)).description).toBe('The end of the log');
    const said = client.messages.filter(
      (message) =>
        message['event'] === 'output' &&
        (message['body'] as Record<string, unknown>)['category'] === 'stdout',
    );
    expect(said).toHaveLength(hits);
    expect(said[0]?.['body']).toMatchObject({
      output: 'sync of default/web-1: 0\n',
      line: failure,
      source: { path: log },
    });
  });
});

describe('other breakpoints', () => {
  test.each([
    ['HandlePodAdditions', 'SyncLoop ADD'],
    ['pkg/kubelet.(*Kubelet).HandlePodRemoves', 'SyncLoop REMOVE'],
    ['SyncTerminatingPod', ''],
    ['relist', ''],
    ['CNI DEL', ''],
    ['pod:default/web-1', ''],
    ['event:containerDied', 'SyncLoop (PLEG)'],
  ])('function %s', async (name, part) => {
    const client = await launched();
    const set = { breakpoints: [{ name }] };
    const [state] = await client.list('setFunctionBreakpoints', set, 'breakpoints');
    expect(state).toMatchObject({
      verified: name.includes('HandlePodRemoves') ? lineOf('SyncLoop REMOVE') > 0 : true,
    });
    if (state?.['verified'] !== true) return;
    const stopped = await run(client);
    expect(stopped).toMatchObject({
      reason: 'function breakpoint',
      hitBreakpointIds: [state['id']],
    });
    expect(lines[client.position]).toContain(part);
  });

  test('an unknown function is refused with a hint', async () => {
    const client = await launched();
    const set = { breakpoints: [{ name: 'main' }] };
    const [state] = await client.list('setFunctionBreakpoints', set, 'breakpoints');
    expect(state).toMatchObject({
      verified: false,
      message: expect.stringContaining('HandlePodAdditions') as string,
    });
  });

  test('data: a worker’s state, found in the variables', async () => {
    const client = await launched();
    const expression = 'pod("default/web-1").worker.state';
    const info = await client.ask('dataBreakpointInfo', { name: expression });
    expect(info).toMatchObject({ dataId: expression });
    const set = { breakpoints: [{ dataId: expression }] };
    const [state] = await client.list('setDataBreakpoints', set, 'breakpoints');
    expect(state?.['verified']).toBe(true);
    const texts: string[] = [];
    for (;;) {
      const stopped = await run(client);
      if (stopped.reason !== 'data breakpoint') break;
      texts.push(stopped.text.replace(/^.*: /, ''));
    }
    expect(texts).toContain('sync → terminating');
    const last = await back(client);
    expect(last.reason).toBe('data breakpoint');
  });

  test('data: PLEG health and the queue’s length can be watched, names cannot', async () => {
    const client = await launched();
    for (const name of [
      'pleg.healthy',
      'queue.length',
      'loop.state',
      'pod("default/web-1").network',
    ])
      expect(await client.ask('dataBreakpointInfo', { name })).toMatchObject({ dataId: name });
    expect(await client.ask('dataBreakpointInfo', { name: 'line.message' })).toMatchObject({
      dataId: null,
    });
  });

  test('exceptions: errors and findings', async () => {
    const client = await launched();
    await client.ask('setExceptionBreakpoints', { filters: ['error'] });
    expect((await run(client)).reason).toBe('exception');
    expect(lines[client.position]).toMatch(/^E/);
    await client.ask('setExceptionBreakpoints', { filters: ['finding-high'] });
    await client.move('restart');
    const finding = await run(client);
    expect(finding.text).toContain('CNI DEL fails');
    expect(await client.ask('exceptionInfo', { threadId: finding.threadId })).toMatchObject({
      description: finding.text,
    });
    await client.ask('setExceptionBreakpoints', {
      filterOptions: [{ filterId: 'error', condition: 'file=pod_workers.go' }],
    });
    await client.move('restart');
    await run(client);
    expect(lines[client.position]).toContain('pod_workers.go');
  });
});

describe('data breakpoints', () => {
  test.each([
    ['pod("default/web-1").network', 2],
    ['pod("default/web-1").worker.working', 2],
    ['pod("default/web-1").sandboxes[0].state', 1],
  ])(
    'on %s stop at each of its changes, the same ones forwards and back',
    async (dataId, least) => {
      const client = await launched();
      await client.move('kubelet/goto', { position: lines.length });
      const info = await client.ask('dataBreakpointInfo', { name: dataId });
      expect(info).toMatchObject({ dataId });
      const set = { breakpoints: [{ dataId }] };
      const [state] = await client.list('setDataBreakpoints', set, 'breakpoints');
      expect(state?.['verified']).toBe(true);
      const backwards: number[] = [];
      while ((await back(client)).reason === 'data breakpoint') backwards.push(client.position);
      const forwards: number[] = [];
      // The last line itself may be one, which a run that begins there leaves out.
      while ((await run(client)).reason === 'data breakpoint')
        if (client.position < lines.length - 2) forwards.push(client.position);
      expect(backwards.length).toBeGreaterThanOrEqual(least);
      expect(backwards.toReversed().filter((at) => at < lines.length - 2)).toEqual(
        forwards.filter((at) => at > 0),
      );
    },
  );

  test('on the health of PLEG stop when it is lost, from either side', async () => {
    const head = 'I1121 10:00:0';
    const skip = (reason: string): string =>
      `kubelet.go:2460] "Skipping pod synchronization" err="${reason}"`;
    const log = [
      `${head}0.000000     100 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["a/b"]`,
      `E1121 10:00:01.000000     100 ${skip('PLEG is not healthy: pleg was last seen active 3m5s ago; threshold is 3m0s')}`,
      `E1121 10:00:06.000000     100 ${skip('PLEG is not healthy: pleg was last seen active 3m10s ago; threshold is 3m0s')}`,
      `I1121 10:00:09.000000     100 kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="a/b" event={"ID":"u","Type":"ContainerStarted","Data":"c"}`,
    ].join('\n');
    const client = new DapClient(hostOf(() => new TextEncoder().encode(`${log}\n`)));
    await client.entered(['kubelet.log']);
    await client.ask('setDataBreakpoints', { breakpoints: [{ dataId: 'pleg.healthy' }] });
    const lost = await run(client);
    expect(lost.reason).toBe('data breakpoint');
    expect(lost.text).toMatch(/→ not healthy$/);
    expect((await run(client)).description).toBe('The end of the log');
    expect((await back(client)).text).toBe(lost.text);
  });
});

test('a window of a huge log holds breakpoints, too', async () => {
  const client = await launched();
  const window = 'kubelet-log://0-0/teardown-v2.log';
  const [state] = await onLines(client, window, { line: deletion });
  expect(state).toMatchObject({ verified: true, line: deletion });
  expect((await run(client)).reason).toBe('breakpoint');
  expect(client.position).toBe(deletion - 1);
});

test('a checkout of Kubernetes gives frames their files, and takes breakpoints in them', async () => {
  const client = new DapClient(captureHost());
  await client.entered([log], { kubeletSource: '/src/kubernetes/' });
  const line = Number(/kubelet\.go:(\d+)\]/.exec(lines[deletion - 1] ?? '')?.[1]);
  const path = '/src/kubernetes/pkg/kubelet/kubelet.go';
  const [state] = await onLines(client, path, { line, condition: 'msg="SyncLoop DELETE"' });
  expect(state).toMatchObject({ verified: true, line });
  const stopped = await run(client);
  expect(client.position).toBe(deletion - 1);
  const frames = await client.frames(stopped.threadId);
  expect(frames).toContainEqual(
    expect.objectContaining({ line, source: expect.objectContaining({ path }) as object }),
  );
});

// What tools say of captures, where an answer is put together of more than one view.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { AssistRow } from '../../../src/protocol/assistApi.ts';
import { callTool, mcpHere } from '../../support/mcp.ts';

const captures = 'test/fixtures/lab';
let client: Client;

beforeEach(async () => {
  client = await mcpHere(captures, { redact: false });
});

afterEach(async () => {
  await client.close();
});

async function open(capture: string): Promise<void> {
  await callTool(client, 'open_logs', { paths: [`${capture}/kubelet.log.gz`], year: 2026 });
}

async function rows(tool: string, asked: Readonly<Record<string, unknown>>) {
  const { structuredContent, content } = await callTool(client, tool, asked);
  expect(structuredContent, content[0]?.text).toBeDefined();
  return structuredContent?.['rows'] as readonly AssistRow[];
}

test('which pods were evicted and which were refused, in order and counted', async () => {
  await open('disk-pressure-v3-json');
  const [byKind, byPod, ...evicted] = await rows('events', { kind: 'pod.evicted' });
  expect(byKind?.text).toBe('2 events by kind: pod.evicted 2');
  expect(byPod?.value).toBe('default/web-1, default/web-2');
  expect(evicted.map(({ pod, what }) => `${pod} ${what}`)).toEqual([
    'default/web-1 pod.evicted',
    'default/web-2 pod.evicted',
  ]);
  const [, refused] = await rows('events', { kind: 'admission' });
  expect(refused?.value).toBe('default/late');
  const none = await rows('events', { kind: 'pod.evicted', from: '11:16:00' });
  expect(none.map(({ text }) => text)).toEqual(['The log shows no such event.']);
  const found = await rows('findings', { severity: 'high' });
  expect(found.find(({ what }) => what === 'pods of eviction-disk')?.value).toBe(
    'default/late, default/web-1, default/web-2',
  );
});

test('how long a step took each pod, each with its begin and end', async () => {
  await open('disk-pressure-v3-json');
  const told = await rows('latencies', { step: 'terminating' });
  expect(told[0]).toMatchObject({ what: 'usual terminating' });
  const first = told.find(({ what }) => what === 'terminating');
  expect(first).toMatchObject({ pod: 'default/web-1', to: '2026-11-21T11:15:43.793985Z' });
  expect(first?.lines.length).toBeGreaterThan(0);
});

test('a container that began again is counted, with its exit codes in order', async () => {
  await open('churn-forty-v2');
  const [again] = await rows('containers', { pod: 'default/sick-1' });
  expect(again?.what).toBe('restarts');
  expect(again?.text).toBe(
    'container main began 4 times, 3 restarts; exit codes in order: 0, 0, 0, 0',
  );
});

test('a fault that is said no more may be over, one that is said to the end is not', async () => {
  await open('apiserver-down-v3-json');
  const [unreachable] = await rows('findings', { id: 'api-unreachable' });
  expect(unreachable?.to).toBeUndefined();
  expect(unreachable?.text).toMatch(
    /not said any more in the last 42(?:\.\d)? s of the log, so it may have ended/,
  );
  await open('disk-pressure-v3-json');
  const [full] = await rows('findings', { id: 'eviction-disk' });
  expect(full?.text).not.toContain('may have ended');
});

test('a static pod waits for the older one of its name, which no line says', async () => {
  await open('static-replaced-v2');
  const told = await rows('why_pod', { pod: 'kube-system/gate-node-a', at: '11:20:14.916' });
  const waits = told.filter(({ what }) => what === 'waits for').map(({ value }) => value);
  expect(waits).toEqual([
    'container main to end',
    'the older static pod of its name (UID 0323ff00ec1c611bf6f4ae903236ab1a) to terminate',
  ]);
});

test('where no process is named, a silence before its start parts a run from the one before', async () => {
  await open('kubelet-restart-v3-json');
  const [first, second] = (await rows('summary', {})).filter(({ what }) => what === 'kubelet run');
  expect(first?.to).toBe('2026-11-21T11:17:41.847314Z');
  expect(second?.from).toBe('2026-11-21T11:17:50.777417Z');
  await client.close();
  client = await mcpHere('test/fixtures/captures', { redact: false });
  await open('k123-mix-43-v3-json');
  const [other] = (await rows('summary', {})).filter(({ what }) => what === 'kubelet run');
  expect(other?.to).toBe('2026-11-21T20:23:14.209894Z');
});

test('a status names containers that no line of the runtime names, also those of init', async () => {
  await open('churn-forty-v4');
  const told = await rows('containers', { pod: 'default/init-2' });
  expect(told.map(({ what }) => what)).toEqual([
    'container first',
    'container second',
    'container main',
  ]);
});

test('a pod that was refused at admission is not among those that are there', async () => {
  await open('disk-pressure-v4');
  const told = await rows('pods', { at: '2026-11-21T11:15:00Z' });
  const of = (name: string) => told.find(({ what }) => what === name);
  expect(of('pods there')?.value).toBe('default/web-1, default/web-2');
  expect(of('refused')).toMatchObject({ value: 'default/late', lines: ['0:244747'] });
});

test('pods of a state are counted also where there is no room for all', async () => {
  await open('churn-forty-v4');
  const asked = { at: '2026-11-21T11:09:00Z', state: 'sync' };
  const all = await rows('pods', { ...asked, maxBytes: 200_000 });
  const names = all.filter(({ what }) => what === 'state').map(({ pod }) => pod);
  expect(names.length).toBeGreaterThan(5);
  const some = await rows('pods', { ...asked, maxBytes: 3_000 });
  expect(some.filter(({ what }) => what === 'state').length).toBeLessThan(names.length);
  expect(some.find(({ what }) => what === 'of the state')).toMatchObject({
    text: `${names.length} of the state sync: ${names.join(', ')}.`,
    value: names.join(', '),
  });
  const none = await rows('pods', { at: '2026-11-21T11:08:05Z', state: 'gone' });
  expect(none.find(({ what }) => what === 'of the state')?.text).toBe('0 of the state gone.');
});

test('a line that is found or read has its time', async () => {
  await open('cni-add-error-v3-json');
  const found = await rows('grep', { filter: 'sev>=E', maxBytes: 3_000 });
  expect(found.length).toBeGreaterThan(0);
  for (const { from, lines } of found) {
    const line = lines[0] ?? '';
    expect((await rows('explain_line', { line }))[0]?.from).toBe(from);
    expect((await rows('read_lines', { line, maxBytes: 2_000 }))[0]?.from).toBe(from);
  }
});

test('a span that no line proves has none', async () => {
  await open('cni-del-error-v2');
  const told = await rows('timeline_window', {
    from: '11:10:20',
    to: '11:10:40',
    maxBytes: 200_000,
  });
  const spans = told.filter(({ what }) => what?.startsWith('phase.'));
  expect(spans.length).toBeGreaterThan(0);
  expect(told.filter(({ lines }) => lines.includes('0:0'))).toEqual([]);
});

test('what happened is told in a sentence, what lasted by its name', async () => {
  await open('cni-del-error-v2');
  const told = await rows('timeline_window', {
    from: '11:10:20',
    to: '11:10:40',
    maxBytes: 200_000,
  });
  const textsOf = (what: string): readonly string[] =>
    told.filter((row) => row.what === what).map(({ text }) => text);
  expect(textsOf('pleg.containerDied').slice(0, 2)).toEqual([
    'default/web-1: container main died',
    'default/web-1: sandbox 215cd0c11507 died',
  ]);
  expect(textsOf('pleg.ContainerDied')[0]).toBe('PLEG ContainerDied');
  expect(textsOf('phase.teardown')[0]).toBe('default/web-1: network teardown, 55.4 s');
});

// What holds for every tool that there is: a call of it is known to the tests, its answer is small and comes in pages, and it can be cancelled.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { scenarios } from '../../../src/cli/scenarios.ts';
import { tools } from '../../../src/mcp/tools.ts';
import { calls, prepare } from '../../mcp/calls.ts';
import { callTool, mcpHere, type ToolResult } from '../../support/mcp.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kubelet-debugger-tools-'));
/** Of a whole answer, as it crosses the wire. */
const SMALL = 2_000;
const names = Object.keys(tools);
let client: Client;

beforeAll(async () => {
  prepare(folder);
  client = await mcpHere(folder, { redact: false, scenarios: () => Promise.resolve(scenarios()) });
});
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true });
});
// One that opens another log leaves it open.
beforeEach(async () => {
  await callTool(client, 'open_logs', { paths: ['kubelet.log'], year: 2026 });
});

function askedOf(tool: string): Readonly<Record<string, unknown>> {
  return calls.find(([name]) => name === tool)?.[1] ?? {};
}

function sizeOf({ content, structuredContent }: ToolResult): number {
  return Buffer.byteLength(JSON.stringify({ content, structuredContent }));
}

test('a call of each is known, and the server offers no other', async () => {
  expect(calls.map(([name]) => name).toSorted()).toEqual(names.toSorted());
  const listed = (await client.listTools()).tools.map(({ name }) => name);
  expect(listed.toSorted()).toEqual(names.toSorted());
});

test.each(names)(
  '%s answers in 8 kB, and in pages of less that have each row once',
  async (tool) => {
    const asked = askedOf(tool);
    const first = await callTool(client, tool, asked);
    expect(first.isError, first.content[0]?.text).toBeUndefined();
    expect(sizeOf(first)).toBeLessThanOrEqual(8_000);
    const whole = await callTool(client, tool, { ...asked, maxBytes: 200_000 });
    const rows = (whole.structuredContent?.['rows'] ?? []) as readonly object[];
    expect(rows.length).toBeGreaterThan(0);
    const paged: object[] = [];
    let cursor: unknown = '0';
    while (cursor !== undefined && paged.length < rows.length) {
      const page = await callTool(client, tool, { ...asked, cursor, maxBytes: SMALL });
      expect(sizeOf(page)).toBeLessThanOrEqual(SMALL);
      paged.push(...((page.structuredContent?.['rows'] ?? []) as readonly object[]));
      cursor = page.structuredContent?.['next'];
    }
    // What is alone on a page may be cut there.
    const keys = (all: readonly object[]): unknown[] =>
      all.map((row) => ({ ...row, text: String(Reflect.get(row, 'text')).slice(0, 50) }));
    expect(keys(paged.slice(0, rows.length))).toEqual(keys(rows.slice(0, paged.length)));
  },
);

test.each(names)('%s can be cancelled, and the server goes on', async (tool) => {
  const cancel = new AbortController();
  const asked = { name: tool, arguments: { ...askedOf(tool) } };
  const call = client.callTool(asked, undefined, { signal: cancel.signal });
  cancel.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  expect((await callTool(client, 'summary')).isError).toBeUndefined();
});

test.each(['open_logs', 'simulate'])('%s tells how far it is', async (tool) => {
  const heard: number[] = [];
  const asked = { name: tool, arguments: { ...askedOf(tool) } };
  await client.callTool(asked, undefined, {
    onprogress: ({ progress }) => {
      heard.push(progress);
    },
  });
  expect(heard.length).toBeGreaterThan(0);
  expect(heard).toEqual([...new Set(heard)].toSorted((a, b) => a - b));
});

import { build } from 'esbuild';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceId } from '../../../../../src/base/input.ts';
import { FileBytes } from '../../../../../src/engine/host/node/byteStore.ts';
import { parallelIndex } from '../../../../../src/engine/host/node/parallelIndex.ts';
import type { LogTable } from '../../../../../src/log/record.ts';
import { TableBuilder } from '../../../../../src/log/tableBuilder.ts';

let dir = '';
const at = (name: string): string => path.join(dir, name);

beforeAll(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'kd-parallel-'));
  await build({
    entryPoints: [
      new URL('../../../../../src/engine/host/node/indexWorker.ts', import.meta.url).pathname,
    ],
    outfile: at('indexer.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
  });
});
afterAll(() => {
  fs.rmSync(dir, { recursive: true });
});

/** About 13 MB: several parts, with records of several lines everywhere and a new year in the middle. */
function someLog(): string {
  const pad = (value: number, width: number): string => String(value).padStart(width, '0');
  const lines: string[] = [];
  for (let i = 0; i < 60_000; i++) {
    const day = i < 30_000 ? '1231' : '0101';
    const stamp = `${day} ${pad(Math.floor(i / 3000) % 24, 2)}:${pad(Math.floor(i / 60) % 60, 2)}:${pad(i % 60, 2)}.000001`;
    const uid = `${pad(i % 977, 8)}-0000-4000-8000-000000000000`;
    lines.push(
      `I${stamp}    ${1000 + (i % 3)} kubelet.go:${2000 + (i % 50)}] "Message ${i % 40}" pod="ns${i % 7}/web-${i % 300}" podUID="${uid}"`,
    );
    if (i % 3 === 0)
      lines.push(
        `E${stamp}    7 a.go:1] "Failed" err=<`,
        `\tI${stamp} 9 inner.go:5] quoted`,
        ' > k="v"',
      );
    if (i % 5 === 0)
      lines.push(
        `W${stamp}    7 b.go:1] printf text that is long enough ${i}`,
        'goroutine 1 [running]:',
        'main.main()',
      );
  }
  return `${lines.join('\n')}\n`;
}

/** Everything that a table says of a row. */
function row(table: LogTable, i: number): unknown[] {
  const { time, id, ...record } = { ...table.record(i) };
  return [
    table.offsetOf(i),
    table.sizeOf(i),
    table.time[i],
    table.lineOf(i),
    table.messages.at(table.message[i] ?? 0),
    table.sites.at(table.site[i] ?? 0),
    table.severity[i],
    table.pidOf(i),
    table.formatOf(i),
    time,
    id,
    record.severity,
  ];
}

describe('parallelIndex', () => {
  it('makes the table that one reader makes', async () => {
    fs.writeFileSync(at('big.log'), someLog());
    const bytes = new FileBytes(at('big.log'));
    const source = sourceId(0);
    const single = new TableBuilder(source, bytes, { year: 2023 });
    single.append(fs.readFileSync(at('big.log')));
    single.finish();
    const fractions: number[] = [];
    const builder = await parallelIndex({
      source,
      path: at('big.log'),
      bytes,
      options: { year: 2023 },
      workerFile: at('indexer.cjs'),
      signal: new AbortController().signal,
      onProgress: (fraction) => fractions.push(fraction),
    });
    const table = builder?.table;
    expect(table?.length).toBe(single.table.length);
    expect(table?.lines).toBe(single.table.lines);
    expect(fractions.length).toBeGreaterThan(2);
    expect(fractions.at(-1)).toBe(1);
    if (table === undefined) return;
    for (let i = 0; i < table.length; i += 37) expect(row(table, i)).toEqual(row(single.table, i));
    expect([...table.formats]).toEqual([...single.table.formats]);
    for (const name of ['ns3/web-3', '00000042-0000-4000-8000-000000000000', 'no/where'])
      expect(table.rowsNaming(name)).toEqual(single.table.rowsNaming(name));
    expect(table.rowsNaming('ns3/web-3')?.length).toBeGreaterThan(10);
    bytes.dispose();
  });

  it('stops when told to, and its threads end', async () => {
    const bytes = new FileBytes(at('big.log'));
    const stop = new AbortController();
    const reading = parallelIndex({
      source: sourceId(0),
      path: at('big.log'),
      bytes,
      options: {},
      workerFile: at('indexer.cjs'),
      signal: stop.signal,
      onProgress: () => {
        stop.abort();
      },
    });
    await expect(reading).rejects.toThrow(/abort/i);
    bytes.dispose();
  });
});

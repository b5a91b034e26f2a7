import { build } from 'esbuild';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sourceId } from '../../../../../src/base/input.ts';
import { FileBytes } from '../../../../../src/engine/host/node/byteStore.ts';
import {
  cachedIndex,
  type IndexCacheOptions,
} from '../../../../../src/engine/host/node/indexCache.ts';
import type { LogTable } from '../../../../../src/log/record.ts';
import type { TableBuilder } from '../../../../../src/log/tableBuilder.ts';

let root = '';
let log = '';
let dir = '';
const at = (name: string): string => path.join(root, name);
const files = (ending: string): string[] =>
  fs
    .readdirSync(dir)
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(dir, name));
const indexes = (): string[] => files('.index');
const unfinished = (): number => files('.part').length;

beforeAll(async () => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'kd-cache-'));
  const worker = new URL('../../../../../src/engine/host/node/indexWorker.ts', import.meta.url);
  await build({
    entryPoints: [worker.pathname],
    outfile: at('indexer.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
  });
});
afterAll(() => {
  fs.rmSync(root, { recursive: true });
});
let tries = 0;
beforeEach(() => {
  dir = at(`cache-${++tries}`);
  fs.mkdirSync(dir, { mode: 0o700 });
  log = at(`kubelet-${tries}.log`);
  fs.writeFileSync(log, someLog());
});

function someLog(): string {
  const lines = Array.from({ length: 16_000 }, (_, i) => {
    const uid = `${String(i % 97).padStart(8, '0')}-0000-4000-8000-000000000000`;
    const second = String(i % 60).padStart(2, '0');
    return `I0621 09:14:${second}.000001 ${1000 + (i % 3)} kubelet.go:${2000 + (i % 50)}] "Message ${i % 40}" pod="ns${i % 7}/web-${i % 30}" podUID="${uid}"`;
  });
  lines.splice(1000, 0, 'E0621 09:15:00.000001 7 a.go:1] "Failed" err=<', '\tquoted', ' > k="v"');
  lines.splice(2000, 0, `W0621 09:15:00.000001 7 b.go:1] ${'long '.repeat(20_000)}`, 'main.main()');
  lines.push('W0621 09:15:00.000001 7 b.go:1] cut at the right edge and no more of i…');
  return `${lines.join('\n')}\n`;
}

/** Opens the log, and waits until its index is kept when it is to be. */
async function open(
  cache: IndexCacheOptions = { dir },
  { year = 2024, keeps = true } = {},
): Promise<{ builder: TableBuilder; file: FileBytes; cached: boolean }> {
  const file = new FileBytes(log);
  const fractions: number[] = [];
  const builder = await cachedIndex(
    {
      source: sourceId(3),
      path: log,
      bytes: file,
      options: { year },
      workerFile: at('indexer.cjs'),
      signal: new AbortController().signal,
      onProgress: (fraction) => fractions.push(fraction),
    },
    cache,
  );
  if (builder === undefined) throw new Error('the log could not be read');
  // From the cache it comes at once, from the threads in parts.
  const cached = fractions.length === 1;
  if (keeps && !cached)
    await expect.poll(() => unfinished() === 0 && indexes().length > 0).toBe(true);
  return { builder, file, cached };
}

/** All that a table says. */
function told(table: LogTable): unknown[] {
  const rows = Array.from({ length: table.length }, (_, i) => {
    const { time, pid, text, message } = table.record(i);
    return [table.offsetOf(i), table.lineOf(i), table.formatOf(i), time, pid, text, message];
  });
  const naming = ['ns3/web-3', '00000042-0000-4000-8000-000000000000', 'no/where'].map((name) =>
    Array.from(table.rowsNaming(name) ?? []),
  );
  return [...rows, naming, [...table.formats], table.cutRows, table.lines, table.bytes];
}

describe('the index of a log', () => {
  it('is there again when the log is opened again, and the table is the same', async () => {
    const first = await open();
    const again = await open();
    expect([first.cached, again.cached]).toEqual([false, true]);
    expect(told(again.builder.table)).toEqual(told(first.builder.table));
    expect(again.builder.clockState).toEqual(first.builder.clockState);
    expect(fs.statSync(indexes()[0] ?? '').mode & 0o077).toBe(0);
  });

  it('gives a table that can grow', async () => {
    await open();
    const { builder } = await open();
    const { length } = builder.table;
    const line = `I0621 09:16:00.000001 9 new.go:1] "New" pod="ns3/web-3" other="ns9/new"\n`;
    builder.append(new TextEncoder().encode(line + line));
    expect(builder.table.length).toBe(length + 2);
    expect(builder.table.rowsNaming('ns9/new')).toEqual(Uint32Array.of(length, length + 1));
    expect(builder.table.rowsNaming('ns3/web-3')?.at(-1)).toBe(length + 1);
    expect(builder.table.messages.at(builder.table.message[length] ?? 0)).toBe('New');
    expect(builder.table.lineOf(length + 1)).toBe(builder.table.lineOf(length) + 1);
  });

  it('is kept of a log that can only be read from its start', async () => {
    const entry = (i: number): string =>
      `__CURSOR=s=${i}\n__REALTIME_TIMESTAMP=${1708028912100050 + i}\n_PID=248\nMESSAGE=I0215 20:28:32.100000 248 a.go:1] "m" pod="ns${i % 7}/web-${i % 30}"\n\n`;
    fs.writeFileSync(log, Array.from({ length: 45_000 }, (_, i) => entry(i)).join(''));
    const first = await open();
    const again = await open();
    expect([first.cached, again.cached]).toEqual([false, true]);
    expect(first.builder.table.length).toBe(45_000);
    expect(told(again.builder.table)).toEqual(told(first.builder.table));
  });

  it('is made anew when the log changed, at whatever end', async () => {
    const changes: ((text: string) => string)[] = [
      (text) => `${text}${text.slice(0, 200)}\n`,
      (text) => `E${text.slice(1)}`,
      (text) => `${text.slice(0, -2)}!\n`,
    ];
    for (const change of changes) {
      await open();
      const { atime, mtime } = fs.statSync(log);
      fs.writeFileSync(log, change(fs.readFileSync(log, 'utf8')));
      fs.utimesSync(log, atime, mtime);
      expect((await open()).cached).toBe(false);
    }
    await open();
    fs.utimesSync(log, new Date(), new Date(Date.now() + 5_000));
    expect((await open()).cached).toBe(false);
    expect((await open()).cached).toBe(true);
    expect(indexes().length).toBe(1);
  });

  it('is another one when the log is read with another year, or by another version', async () => {
    await open();
    const other = await open({ dir }, { year: 2023 });
    expect(other.cached).toBe(false);
    expect(new Date((other.builder.table.time[0] ?? 0) / 1000).getUTCFullYear()).toBe(2023);
    expect((await open()).cached).toBe(true);
    fs.appendFileSync(at('indexer.cjs'), '\n// another version\n');
    expect((await open()).cached).toBe(false);
  });

  it('is never used when it is damaged, wherever', async () => {
    await open();
    const [file = ''] = indexes();
    const whole = fs.readFileSync(file);
    const damages: Buffer[] = [Buffer.alloc(0), Buffer.from('KDINDEX2'), whole.subarray(0, -8)];
    for (let k = 0; k < 12; k++) {
      const place = Math.floor((k * (whole.length - 1)) / 11);
      const damaged = Buffer.from(whole);
      damaged[place] = (damaged[place] ?? 0) ^ 0x10;
      damages.push(damaged);
    }
    const expected = told((await open()).builder.table);
    for (const damage of damages) {
      fs.writeFileSync(file, damage);
      // What fills up between two arrays says nothing.
      expect(told((await open()).builder.table)).toEqual(expected);
    }
  }, 60_000);

  it('is not believed of who could write into the folder, which is then emptied and closed', async () => {
    await open();
    fs.chmodSync(dir, 0o777);
    expect((await open()).cached).toBe(false);
    expect(fs.statSync(dir).mode & 0o777).toBe(0o700);
    expect((await open()).cached).toBe(true);
    expect(files('').map((file) => fs.statSync(file).mode & 0o077)).toEqual([0, 0]);
  });

  it('is not kept in a folder of another, nor behind a link', async () => {
    const target = `${dir}-target`;
    fs.renameSync(dir, target);
    fs.symlinkSync(target, dir);
    for (let n = 0; n < 2; n++) expect((await open({ dir }, { keeps: false })).cached).toBe(false);
    expect(fs.readdirSync(target)).toEqual([]);
    fs.rmSync(dir);
    fs.mkdirSync(dir, { mode: 0o700 });
    const { getuid } = process;
    process.getuid = () => 4_711;
    try {
      expect((await open({ dir }, { keeps: false })).cached).toBe(false);
    } finally {
      if (getuid !== undefined) process.getuid = getuid;
    }
    expect(fs.readdirSync(dir)).toEqual([]);
  });

  it('is not believed when it was sealed with another secret, though all its sums are right', async () => {
    await open();
    const [mine = ''] = indexes();
    const other = `${dir}-other`;
    await (async () => {
      const own = dir;
      dir = other;
      fs.mkdirSync(other, { mode: 0o700 });
      await open();
      const [theirs = ''] = indexes();
      dir = own;
      fs.copyFileSync(theirs, mine);
    })();
    expect((await open()).cached).toBe(false);
  });

  it('goes when it was used least recently and there is no more room', async () => {
    await open();
    const size = fs.statSync(indexes()[0] ?? '').size;
    const limit = Math.floor(size * 2.5);
    for (const year of [2021, 2022]) await open({ dir, limit }, { year });
    await expect.poll(() => indexes().length).toBe(2);
    expect((await open({ dir, limit }, { year: 2021 })).cached).toBe(true);
    await open({ dir, limit }, { year: 2023 });
    await expect.poll(() => indexes().length).toBe(2);
    expect((await open({ dir, limit }, { year: 2021 })).cached).toBe(true);
    await open({ dir, limit: size / 2 }, { year: 2020, keeps: false });
    expect(indexes().length).toBe(2);
  });

  it('is done without where nothing can be kept', async () => {
    const blocked = path.join(dir, 'a-file');
    fs.writeFileSync(blocked, '');
    const { builder } = await open({ dir: blocked }, { keeps: false });
    expect(builder.table.length).toBeGreaterThan(16_000);
    expect((await open({ dir: blocked }, { keeps: false })).cached).toBe(false);
  });
});

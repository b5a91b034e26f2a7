// An archive of a few kilobytes holds tens of thousands of tiny logs: so many are read, and what is left out is told.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { MOST_LOGS } from '../../src/engine/readSources.ts';
import { kubeletText, tarOf } from '../support/archives.ts';
import { engineHere } from '../support/engine.ts';

test('of tens of thousands of logs as many are read as memory bears, with a sentence about the rest', async () => {
  const names = Array.from({ length: MOST_LOGS + 500 }, (_, i) => `${i}.log`);
  const tar = await tarOf(Object.fromEntries(names.map((name) => [name, kubeletText(1)])));
  const bytes = new Uint8Array(gzipSync(tar));
  const engine = await engineHere();
  const { sources, inputs } = await engine.call('open', [
    { sources: [{ kind: 'bytes', name: 'logs.tgz', bytes }], year: 2026 },
  ]);
  const failed = sources.filter(({ state }) => state === 'failed');
  expect([sources.length - failed.length, inputs]).toEqual([MOST_LOGS, MOST_LOGS]);
  expect(failed.map(({ problem }) => problem)).toEqual([
    'logs.tar/2000.log and what comes after it were not read: 2,000 logs are read at once, no more. Open a part of them.',
  ]);
  engine.dispose();
});

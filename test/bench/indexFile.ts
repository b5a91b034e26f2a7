// Indexes one file as the engine does and prints what it took, as JSON: run in a process of its own, so that its memory can be told.
// `indexFile PATH [CACHE [FILTER…]]`: an empty CACHE is none; the filters are asked one after the other.
import { sourceId } from '../../src/base/input.ts';
import { FileBytes } from '../../src/engine/host/node/byteStore.ts';
import { cachedIndex } from '../../src/engine/host/node/indexCache.ts';
import { indexWorkerFile } from '../../src/engine/host/node/parallelIndex.ts';
import { compileFilter } from '../../src/log/filter.ts';
import { findRows } from '../../src/log/findRows.ts';
import type { LogTable } from '../../src/log/record.ts';

const [path = '', cache = '', ...filters] = process.argv.slice(2);
const bytes = new FileBytes(path);
const began = performance.now();
let firstRows = 0;
const builder = await cachedIndex(
  {
    source: sourceId(0),
    path,
    bytes,
    options: {},
    workerFile: indexWorkerFile() ?? '',
    signal: new AbortController().signal,
    onProgress: () => {
      firstRows ||= performance.now() - began;
    },
  },
  cache === '' ? undefined : { dir: cache },
);
const indexed = performance.now() - began;
if (builder === undefined) throw new Error(`${path} can't be read in parallel`);
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
const { table } = builder;
table.rowsNaming('any/pod');

/** Milliseconds and lines of a filter, all lines' texts read. */
function answer(table: LogTable, text: string): { ms: number; found: number } {
  const asked = performance.now();
  const filter = compileFilter(text);
  if (!filter.ok) throw new Error(filter.error);
  let found = 0;
  let length = 0;
  for (const { row } of findRows(table, filter.value)) {
    found++;
    length += table.record(row).text.length;
  }
  if (length < found) throw new Error('lines without a text');
  return { ms: performance.now() - asked, found };
}

console.log(
  JSON.stringify({
    rows: table.length,
    bytes: bytes.size,
    indexed,
    firstRows,
    cpu: (userCPUTime + systemCPUTime) / 1000,
    peak: maxRSS * 1024,
    answers: filters.map((text) => answer(table, text)),
  }),
);

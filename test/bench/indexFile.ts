// Indexes one file as the engine does and prints what it took, as JSON: run in a process of its own, so that its memory can be told.
import { sourceId } from '../../src/base/input.ts';
import { FileBytes } from '../../src/engine/host/node/byteStore.ts';
import { indexWorkerFile, parallelIndex } from '../../src/engine/host/node/parallelIndex.ts';

const [path = '', identity = ''] = process.argv.slice(2);
const bytes = new FileBytes(path);
const began = performance.now();
let firstRows = 0;
const builder = await parallelIndex({
  source: sourceId(0),
  path,
  bytes,
  options: {},
  workerFile: indexWorkerFile() ?? '',
  signal: new AbortController().signal,
  onProgress: () => {
    firstRows ||= performance.now() - began;
  },
});
const indexed = performance.now() - began;
if (builder === undefined) throw new Error(`${path} can't be read in parallel`);
const peak = process.resourceUsage().maxRSS * 1024;
const { table } = builder;
table.rowsNaming('any/pod');
const asked = performance.now();
let text = 0;
const rows = table.rowsNaming(identity) ?? [];
for (const row of rows) text += table.record(row).text.length;
const answered = performance.now() - asked;
console.log(
  JSON.stringify({
    rows: table.length,
    bytes: bytes.size,
    indexed,
    firstRows,
    peak,
    found: rows.length,
    text,
    answered,
  }),
);

// trace KIND SCRIPT.jsonl: replays a script of the differential oracle on our code and prints the trace.
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { kubeletTraces } from '../kubelet/traces.ts';
import { tracers } from './index.ts';
import { readLines } from './readLines.ts';
import { writeRecord, type TraceRecord } from './record.ts';

const usage = `trace KIND SCRIPT.jsonl [--client-go 1.32|1.37] [--order-from TRACE.jsonl]
Kinds: ${Object.keys({ ...tracers, ...kubeletTraces }).join(' ')}
Go leaves open in which order a FIFO queues a list. --order-from takes the order of another trace where that is a
possible one; without it the trace beside the script (x.script.jsonl, x.trace.jsonl) serves, if there is one.`;

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'client-go': { type: 'string' }, 'order-from': { type: 'string' } },
  });
  const [kind = '', script = ''] = positionals;
  const tracer = tracers[kind];
  const kubeletTrace = kubeletTraces[kind];
  if ((tracer ?? kubeletTrace) === undefined || script === '') {
    console.error(usage);
    return 2;
  }
  if (!fs.existsSync(script)) {
    console.error(`There is no script ${script}.`);
    return 2;
  }
  if (tracer === undefined) {
    // The parts of the kubelet trace in lines of text.
    const lines = fs.readFileSync(script, 'utf8').split('\n');
    for (const line of kubeletTrace?.(lines) ?? []) console.log(line);
    return 0;
  }
  const beside = script.replace(/\.script\.jsonl$/, '.trace.jsonl');
  const order = values['order-from'] ?? (kind === 'fifo' && beside !== script ? beside : '');
  const records = tracer(readLines(script), {
    version: values['client-go'],
    orderFrom: fs.existsSync(order) ? (readLines(order) as TraceRecord[]) : undefined,
  });
  process.stdout.write(records.map((record) => `${writeRecord(record)}\n`).join(''));
  return 0;
}

try {
  process.exitCode = main();
} catch (thrown) {
  console.error(
    `The script cannot be run: ${thrown instanceof Error ? thrown.message : String(thrown)}.`,
  );
  process.exitCode = 2;
}

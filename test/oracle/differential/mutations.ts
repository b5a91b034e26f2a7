// Puts faults into a copy of the informer room, one after the other, and looks whether the comparison with client-go
// notices each. A fault that goes unnoticed means that the comparison is blind there.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Kind } from './generate.ts';

interface Mutation {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Where it shows. */
  readonly kinds: readonly Kind[];
}

const mutations: readonly Mutation[] = [
  {
    name: 'a FIFO drops the key of a deleted object',
    file: 'fifo.ts',
    from: 'this.items.delete(key);\n    return undefined;',
    to: 'this.items.delete(key);\n    this.reorder([...this.items.keys()]);\n    return undefined;',
    kinds: ['fifo'],
  },
  {
    name: 'a FIFO counts itself synced before the last initial item was processed',
    file: 'fifo.ts',
    from: 'this.sync.passed(1);\n',
    to: 'this.sync.passed(1);\n      this.sync.settle();\n',
    kinds: ['fifo'],
  },
  {
    name: 'a Pop of a FIFO that waits leaves stale keys in line',
    file: 'fifo.ts',
    from: 'const isInInitialList = !this.hasSynced;\n      const key = this.queue.shift();',
    to: "const isInInitialList = !this.hasSynced;\n      if (this.items.size === 0 && !this.closed) return { state: 'empty' };\n      const key = this.queue.shift();",
    kinds: ['fifo'],
  },
  {
    name: 'a tombstone of a tombstone is one, whatever the version',
    file: 'behaviour.ts',
    from: 'nestsTombstones: true,',
    to: 'nestsTombstones: false,',
    kinds: ['deltafifo'],
  },
  {
    name: 'client-go 1.9 keeps a Sync behind a Deleted',
    file: 'behaviour.ts',
    from: 'dropsSyncAfterDeleted: true,',
    to: 'dropsSyncAfterDeleted: false,',
    kinds: ['deltafifo'],
  },
  {
    name: 'client-go 1.9 counts the keys of a list',
    file: 'behaviour.ts',
    from: 'countsListLength: true,',
    to: 'countsListLength: false,',
    kinds: ['deltafifo'],
  },
  {
    name: 'the consumer of client-go 1.22 is told of the initial list',
    file: 'behaviour.ts',
    from: 'tellsInitialList: false,',
    to: 'tellsInitialList: true,',
    kinds: ['fifo'],
  },
  {
    name: 'of two deletions the newer always stays',
    file: 'deltaFifo.ts',
    from: 'if (last.object instanceof DeletedFinalStateUnknown) deltas',
    to: 'deltas',
    kinds: ['deltafifo'],
  },
  {
    name: 'a resync queues behind a change that waits',
    file: 'deltaFifo.ts',
    from: "if (!this.items.has(key)) this.enqueue(key, { type: 'Sync', object });",
    to: "this.enqueue(key, { type: 'Sync', object });",
    kinds: ['deltafifo'],
  },
  {
    name: 'a list does not delete what is only queued',
    file: 'behaviour.ts',
    from: 'replaceDeletesQueued: true,',
    to: 'replaceDeletesQueued: false,',
    kinds: ['deltafifo'],
  },
  {
    name: 'a list puts the objects before the deletions',
    file: 'reconcileReplacement.ts',
    from: '  for (const [key, delta] of lastQueued) {',
    to: '  for (const object of replacement.objects) replacement.onReplace(object);\n  for (const [key, delta] of lastQueued) {',
    kinds: ['realfifo'],
  },
  {
    name: 'a batch crosses the end of the first list',
    file: 'realFifo.ts',
    from: 'this.sync.remaining > 0 ? Math.min(this.batchSize, this.sync.remaining) : this.batchSize',
    to: 'this.batchSize',
    kinds: ['realfifo'],
  },
  {
    name: 'an index keeps a value that nobody has any more',
    file: 'storeIndex.ts',
    from: 'if (keys?.size === 0) index.delete(value);',
    to: '',
    kinds: ['indexer'],
  },
  {
    name: 'the version of a transaction is that of its last object, good or bad',
    file: 'indexer.ts',
    from: 'transactions[successful.at(-1) ?? -1]',
    to: 'transactions.at(-1)',
    kinds: ['indexer'],
  },
  {
    name: 'a relist asks for pages at a version',
    file: 'listAndWatch.ts',
    from: "if (context.paginatedResult || version === '' || version === '0') return defaultPageSize;\n  return 0;",
    to: 'return defaultPageSize;',
    kinds: ['reflector'],
  },
  {
    name: 'a whole of pages has the version of the last one',
    file: 'pager.ts',
    from: 'ok({ resourceVersion: version, items })',
    to: 'ok({ resourceVersion: page.resourceVersion || version, items })',
    kinds: ['reflector', 'informer'],
  },
  {
    name: 'an expired version in a stream is forgotten',
    file: 'listAndWatch.ts',
    from: 'if (isInternalError(error)) retry.failed();',
    to: "if (isInternalError(error)) retry.failed();\n    if (isExpired(error)) context.lastSyncResourceVersion = '';",
    kinds: ['reflector'],
  },
  {
    name: 'a skipped event counts against a very short watch',
    file: 'receiveEvents.ts',
    from: "if (answer.is !== 'event' || !understood(context, answer.event)) continue;",
    to: "if (answer.is !== 'event') continue;\n      eventCount += 1;\n      if (!understood(context, answer.event)) continue;",
    kinds: ['reflector'],
  },
  {
    name: 'versions of synthetic ADDED events are recorded',
    file: 'listAndWatch.ts',
    from: 'if (!recordsAdded && !otherThanAdded) return;',
    to: '',
    kinds: ['reflector'],
  },
  {
    name: 'any bookmark ends a streaming list',
    file: 'receiveEvents.ts',
    from: "object.metadata?.annotations?.[initialEventsAnnotation] === 'true'",
    to: 'object.metadata !== undefined',
    kinds: ['reflector', 'informer'],
  },
  {
    name: 'an object of an atomic list that was known is added again',
    file: 'processDeltas.ts',
    from: 'replaced.push({ before: store.get(after), after });',
    to: 'replaced.push({ before: undefined, after });',
    kinds: ['informer'],
  },
  {
    name: 'a late handler does not hear what is there',
    file: 'sharedInformer.ts',
    from: "if (this.phase === 'running') {\n      for",
    to: "if (this.phase === 'new') {\n      for",
    kinds: ['informer'],
  },
  {
    name: 'every handler hears every resync',
    file: 'sharedInformer.ts',
    from: 'if (!sync || listener.syncing) listener.add(notification);',
    to: 'listener.add(notification);',
    kinds: ['informer'],
  },
  {
    name: 'a resync is due a moment too late',
    file: 'processorListener.ts',
    from: 'if (this.resyncPeriod === 0 || now < this.nextResync) return false;',
    to: 'if (this.resyncPeriod === 0 || now <= this.nextResync) return false;',
    kinds: ['informer'],
  },
];

/** What the copy needs of the repository. */
const copied = [
  'src/base',
  'src/informer',
  'src/engine/queues',
  'src/protocol',
  'src/cluster/realClock.ts',
  'test/support',
  'test/oracle/trace',
  'test/oracle/differential',
];

const root = path.resolve(import.meta.dirname, '../../..');
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'informer-mutations-'));

function compare(kinds: readonly string[]): { noticed: boolean; output: string } {
  const main = path.join(copy, 'test/oracle/differential/main.ts');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...process.execArgv, main, ...process.argv.slice(2), '--kinds', kinds.join(','), '--brief'],
    { encoding: 'utf8', timeout: 300_000 },
  );
  const output = stdout + stderr;
  // A copy that does not even load is no fault that was noticed.
  if (!/passed, \d+ failed/.test(output)) throw new Error(output);
  return { noticed: status !== 0, output };
}

function mutate({ file, from, to }: Mutation): () => void {
  const target = path.join(copy, 'src/informer', file);
  const source = fs.readFileSync(target, 'utf8');
  if (source.split(from).length !== 2) {
    throw new Error(`${file} no longer has exactly one "${from}": bring the mutation up to date`);
  }
  fs.writeFileSync(
    target,
    source.replace(from, () => to),
  );
  return () => {
    fs.writeFileSync(target, source);
  };
}

function main(): number {
  for (const folder of copied) {
    fs.cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true });
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  let [passed, failed] = [0, 0];
  const all = [...new Set(mutations.flatMap(({ kinds }) => kinds))];
  const untouched = compare(all);
  if (untouched.noticed) {
    console.log(`The copy differs from client-go without any fault:\n${untouched.output}`);
    failed += 1;
  }
  for (const mutation of mutations) {
    const undo = mutate(mutation);
    const { noticed } = compare(mutation.kinds);
    undo();
    console.log(`${noticed ? 'noticed  ' : 'UNNOTICED'} ${mutation.name}`);
    if (noticed) passed += 1;
    else failed += 1;
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

try {
  process.exitCode = main();
} finally {
  fs.rmSync(copy, { recursive: true, force: true });
}

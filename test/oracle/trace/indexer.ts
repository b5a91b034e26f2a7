// Runs scripts of the kind indexer on our indexer.
import { indexFunc } from './notation.ts';
import type { Result } from '../../../src/base/result.ts';
import type { Failure } from '../../../src/informer/failure.ts';
import { Indexer, TransactionFailure, type Transaction } from '../../../src/informer/indexer.ts';
import { metaNamespaceKey } from '../../../src/informer/object.ts';
import {
  readMaybeDeleted,
  readObject,
  show,
  type Thing,
} from '../../../src/engine/queues/literals.ts';
import type { Json, TraceRecord } from './record.ts';
import { readStoreScript, word, words, type Operation } from '../../../src/engine/queues/script.ts';

export function traceIndexer(lines: readonly unknown[]): TraceRecord[] {
  const { header, operations } = readStoreScript(lines);
  const indexer = new Indexer<Thing>({ indexers: indexFuncs(header.indexers) });
  const records: TraceRecord[] = [];
  for (const [i, operation] of operations.entries()) {
    try {
      const record = perform(indexer, operation);
      records.push({ op: operation.op, ...record, i, ...state(indexer) });
    } catch (thrown) {
      // Go panics; which indices it had updated by then is open, so that a trace ends here.
      const panic = thrown instanceof Error ? thrown.message : String(thrown);
      records.push({ op: operation.op, i, panic });
      break;
    }
  }
  return records;
}

function indexFuncs(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, indexFunc(name)]));
}

function state(indexer: Indexer<Thing>): TraceRecord {
  const indices = indexer.indexNames.map((name) => {
    const values = indexer.indexValues(name).map((value) => {
      const keys = indexer.indexKeys(name, value);
      return [value, keys.ok ? keys.value : []];
    });
    return [name, Object.fromEntries(values) as Json];
  });
  return { items: indexer.list().map(show).sort(), indices: Object.fromEntries(indices) as Json };
}

function perform(indexer: Indexer<Thing>, operation: Operation): TraceRecord {
  const first = word(operation);
  switch (operation.op) {
    case 'Add':
      return outcome(indexer.add(readObject(first)));
    case 'Update':
      return outcome(indexer.update(readObject(first)));
    case 'Delete':
      return outcome(indexer.delete(readMaybeDeleted(first)));
    case 'Replace':
      return outcome(indexer.replace(words(operation).map(readObject), word(operation, 1)));
    case 'Resync':
      indexer.resync();
      return outcome(undefined);
    case 'Bookmark':
      indexer.bookmark(first);
      return outcome(undefined);
    case 'Transaction':
      return transact(indexer, operation);
    case 'AddIndexers':
      return outcome(
        indexer.addIndexers(indexFuncs(operation.args.filter((arg) => typeof arg === 'string'))),
      );
    default:
      return ask(indexer, operation);
  }
}

function ask(indexer: Indexer<Thing>, operation: Operation): TraceRecord {
  const [first, second] = [word(operation), word(operation, 1)];
  switch (operation.op) {
    case 'Get': {
      const object = readObject(first);
      if (metaNamespaceKey(object) === undefined) return { ret: [false], err: 'key' };
      return { ret: found(indexer.get(object)) };
    }
    case 'GetByKey':
      return { ret: found(indexer.getByKey(first)) };
    case 'List':
      return { ret: [indexer.list().map(show).sort()] };
    case 'ListKeys':
      return { ret: [indexer.listKeys().sort()] };
    case 'LastStoreSyncResourceVersion':
      return { ret: [indexer.lastStoreSyncResourceVersion] };
    case 'Index':
      return listed(indexer.indexLike(first, readObject(second)), show);
    case 'ByIndex':
      return listed(indexer.byIndex(first, second), show);
    case 'IndexKeys': {
      const keys = indexer.indexKeys(first, second);
      return keys.ok ? { ret: [keys.value] } : { ret: [null], err: keys.error.message };
    }
    case 'ListIndexFuncValues':
      return { ret: [[...indexer.indexValues(first)].sort()] };
    default:
      throw new Error(`an indexer script has no operation ${operation.op}`);
  }
}

function transact(indexer: Indexer<Thing>, operation: Operation): TraceRecord {
  const texts = operation.args.filter((arg) => typeof arg === 'string');
  const transactions = texts.map((text): Transaction<Thing> => {
    const [type = '', literal = ''] = text.split(' ');
    const known = type === 'Add' || type === 'Update' ? type : 'Delete';
    return { type: known, object: readObject(literal) };
  });
  const failure = indexer.transaction(transactions);
  if (!(failure instanceof TransactionFailure)) return { ret: null };
  const errors = transactions
    .filter((_, place) => !failure.successful.includes(place))
    .map(
      ({ object }) =>
        `couldn't create key for object ${show(object)}: object has no meta: object does not implement the Object interfaces`,
    );
  const counts = `${errors.length}/${failure.total}`;
  const err = `failed to execute (${counts}) transactions failed due to: [${errors.join(' ')}]`;
  return { ret: null, err };
}

function outcome(failure: Failure | undefined): TraceRecord {
  if (failure === undefined) return { ret: null };
  return { ret: null, err: failure.code === 'key' ? 'key' : failure.message };
}

function found(object: Thing | undefined): Json {
  return object === undefined ? [false] : [show(object), true];
}

function listed<T>(result: Result<T[], Failure>, text: (value: T) => string): TraceRecord {
  if (!result.ok) return { ret: [[]], err: result.error.message };
  return { ret: [result.value.map(text).sort()] };
}

// What only tests need of the notation of scripts: the index functions that one names, and a delta as one text.
import { shownDelta, type Thing } from '../../../src/engine/queues/literals.ts';
import type { Delta } from '../../../src/informer/delta.ts';
import { Failure } from '../../../src/informer/failure.ts';
import { metaNamespaceIndex, type IndexFunc } from '../../../src/informer/storeIndex.ts';

/** `namespace`, or a label's comma-separated values; the index `err` refuses objects with that label. */
export function indexFunc(name: string): IndexFunc<Thing> {
  if (name === 'namespace') return metaNamespaceIndex;
  return (object) => {
    // There the function takes another type for granted, and Go panics.
    if (object.metadata === undefined) {
      throw new TypeError(
        'interface conversion: interface {} is string, not *unstructured.Unstructured',
      );
    }
    const value = object.metadata.labels?.[name] ?? '';
    if (name === 'err' && value !== '') return new Failure('index', 'index failed');
    return value.split(',').filter((part) => part !== '');
  };
}

export function showDelta(delta: Delta<Thing>): string {
  const { type, object } = shownDelta(delta);
  return `${type} ${object}`;
}

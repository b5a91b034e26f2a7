// The notation of scripts and traces. A script is written and read by two programs, so all of it is plain text.
//   [ns/]name@rv[?label=v&label=v]   an object
//   !x                               something without metadata, which has no key
//   ~OBJ                             a tombstone (DeletedFinalStateUnknown) around OBJ
// Shown: ns/name@rv, +Tn after it if the transformer saw it n times, DFSU(key,OBJ), deltas as "Type OBJ",
// "ReplacedAll rv=R [OBJ OBJ]", "SyncAll *", "Bookmark rv=R".
import { err, ok } from '../../../src/base/result.ts';
import type { Delta } from '../../../src/informer/delta.ts';
import { Failure } from '../../../src/informer/failure.ts';
import {
  DeletedFinalStateUnknown,
  metaNamespaceKey,
  type KubeObject,
} from '../../../src/informer/object.ts';
import { metaNamespaceIndex, type IndexFunc } from '../../../src/informer/storeIndex.ts';
import type { Transform } from '../../../src/informer/store.ts';

/** An object of a script. What has no metadata keeps the word it was written as. */
export interface Thing extends KubeObject {
  readonly word?: string;
}

export type MaybeDeleted = Thing | DeletedFinalStateUnknown<Thing>;

export function readObject(text: string): Thing {
  if (text.startsWith('!')) return { word: text };
  const [literal = '', query = ''] = text.split('?');
  const [key = '', resourceVersion = ''] = literal.split('@');
  const slash = key.indexOf('/');
  const labels = Object.fromEntries(
    query
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)]),
  );
  const namespace = slash < 0 ? '' : key.slice(0, slash);
  const metadata = { namespace, name: key.slice(slash + 1), resourceVersion, labels };
  return { apiVersion: 'v1', kind: 'Thing', metadata };
}

export function readMaybeDeleted(text: string): MaybeDeleted {
  if (!text.startsWith('~')) return readObject(text);
  const object = readObject(text.slice(1));
  return new DeletedFinalStateUnknown(metaNamespaceKey(object) ?? '', object);
}

export function show(object: MaybeDeleted | undefined): string {
  if (object === undefined) return 'null';
  if (object instanceof DeletedFinalStateUnknown) {
    return `DFSU(${object.key},${show(object.object)})`;
  }
  if (object.metadata === undefined) return object.word ?? '!';
  const seen = object.metadata.annotations?.['t'];
  const version = object.metadata.resourceVersion ?? '';
  return `${metaNamespaceKey(object) ?? ''}@${version}${seen === undefined ? '' : `+T${seen}`}`;
}

export function showDelta(delta: Delta<Thing>): string {
  switch (delta.type) {
    case 'ReplacedAll':
      return `ReplacedAll rv=${delta.resourceVersion} [${delta.objects.map(show).join(' ')}]`;
    case 'SyncAll':
      return 'SyncAll *';
    case 'Bookmark':
      return `Bookmark rv=${delta.resourceVersion}`;
    default:
      return `${delta.type} ${show(delta.object)}`;
  }
}

/** `tag` counts its calls on a copy of the object; `tag-fail-x` also refuses the name x. */
export function transformer(kind: string | undefined): Transform<Thing> | undefined {
  if (kind === undefined || kind === '') return undefined;
  return (object) => {
    if (object.metadata === undefined) return ok(object);
    if (kind === 'tag-fail-x' && object.metadata.name === 'x') return err('transform failed');
    const seen = Number(object.metadata.annotations?.['t'] ?? 0) + 1;
    return ok({ ...object, metadata: { ...object.metadata, annotations: { t: String(seen) } } });
  };
}

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

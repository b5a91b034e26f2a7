// The notation of scripts, which the differential oracle's Go program reads too; so all of it is plain text.
//   [ns/]name@rv[?label=v&label=v]   an object
//   !x                               something without metadata, which has no key
//   ~OBJ                             a tombstone (DeletedFinalStateUnknown) around OBJ
// Shown: ns/name@rv, +Tn after it if the transformer saw it n times, DFSU(key,OBJ), deltas as "Type OBJ",
// "ReplacedAll rv=R [OBJ OBJ]", "SyncAll *", "Bookmark rv=R".
import { err, ok } from '../../base/result.ts';
import type { Delta } from '../../informer/delta.ts';
import {
  DeletedFinalStateUnknown,
  metaNamespaceKey,
  type KubeObject,
} from '../../informer/object.ts';
import type { Transform } from '../../informer/store.ts';

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

/** A delta as its type and what it is about. */
export function shownDelta(delta: Delta<Thing>): {
  readonly type: string;
  readonly object: string;
} {
  const { type } = delta;
  switch (type) {
    case 'ReplacedAll':
      return { type, object: `rv=${delta.resourceVersion} [${delta.objects.map(show).join(' ')}]` };
    case 'SyncAll':
      return { type, object: '*' };
    case 'Bookmark':
      return { type, object: `rv=${delta.resourceVersion}` };
    default:
      return { type, object: show(delta.object) };
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

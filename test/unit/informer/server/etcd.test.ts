import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KubeObject } from '../../../../src/informer/object.ts';
import { Etcd } from '../../../../src/informer/server/etcd.ts';

function versions(objects: ReturnType<Etcd<KubeObject>['list']>): string[] | number {
  if ('compactedRevision' in objects) return objects.compactedRevision;
  return objects.map(
    ({ metadata }) => `${metadata?.name ?? ''}@${metadata?.resourceVersion ?? ''}`,
  );
}

test('every revision since the last compaction can be listed', () => {
  const change = fc.record({ name: fc.constantFrom('x', 'y', 'z'), gone: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), fc.nat(30), (changes, compactAt) => {
      const etcd = new Etcd<KubeObject>(0);
      const history = [versions(etcd.list())];
      for (const { name, gone } of changes) {
        if (gone) etcd.delete(name);
        else etcd.put({ metadata: { name } });
        history[etcd.revision] = versions(etcd.list());
      }
      etcd.compact(compactAt);
      history.forEach((state, revision) => {
        const expected = revision < etcd.compactedRevision ? etcd.compactedRevision : state;
        expect(versions(etcd.list(revision))).toEqual(expected);
      });
    }),
  );
});

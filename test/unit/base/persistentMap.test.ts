import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  emptyMap,
  mapEntries,
  mapGet,
  mapRemove,
  mapSet,
} from '../../../src/base/persistentMap.ts';

test('behaves like a Map, and leaves older versions as they were', () => {
  const op = fc.tuple(fc.constantFrom('set', 'remove'), fc.string({ maxLength: 2 }), fc.nat(9));
  fc.assert(
    fc.property(fc.array(op, { maxLength: 60 }), (ops) => {
      const model = new Map<string, number>();
      let map = emptyMap<number>();
      for (const [kind, key, value] of ops) {
        const before = [...mapEntries(map)];
        const old = map;
        map = kind === 'set' ? mapSet(map, key, value) : mapRemove(map, key);
        if (kind === 'set') model.set(key, value);
        else model.delete(key);
        expect([...mapEntries(old)]).toEqual(before);
        expect(map.size).toBe(model.size);
        expect(mapGet(map, key)).toBe(model.get(key));
      }
      expect(new Map(mapEntries(map))).toEqual(model);
    }),
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Extents } from '../../../src/log/extents.ts';

it('gives each row its size and place, and each place its row', () => {
  const size = fc.oneof(
    fc.integer({ min: 1, max: 300 }),
    fc.integer({ min: 65_530, max: 200_000 }),
  );
  fc.assert(
    fc.property(fc.array(size, { minLength: 1, maxLength: 300 }), (sizes) => {
      const extents = new Extents();
      for (const each of sizes) {
        extents.push(Math.ceil(each / 2));
        if (each > 1) extents.extend(Math.floor(each / 2));
      }
      let place = 0;
      sizes.forEach((each, row) => {
        expect([extents.sizeOf(row), extents.offsetOf(row)]).toEqual([each, place]);
        expect([extents.rowAt(place), extents.rowAt(place + each - 1)]).toEqual([row, row]);
        place += each;
      });
      expect(extents.total).toBe(place);
      expect(extents.rowAt(-1)).toBe(-1);
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Deque } from '../../../src/base/deque.ts';

test('a deque does what an array does', () => {
  const operation = fc.oneof(
    fc.nat(9).map((value) => ({ push: value })),
    fc.constant('shift' as const),
    fc.record({ clear: fc.constant(true) }),
  );
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 400, size: 'max' }), (operations) => {
      const deque = new Deque<number>();
      let model: number[] = [];
      for (const step of operations) {
        if (step === 'shift') expect(deque.shift()).toBe(model.shift());
        else if ('push' in step) {
          deque.push(step.push);
          model.push(step.push);
        } else if (model.length > 150) {
          deque.clear();
          model = [];
        }
        expect(deque.length).toBe(model.length);
        expect(deque.at(0)).toBe(model[0]);
        expect(deque.at(1)).toBe(model[1]);
      }
      expect(deque.toArray()).toEqual(model);
    }),
  );
});

import { expect, test } from 'vitest';
import { differenceOf } from '../../../src/base/difference.ts';

function naive(before: readonly number[], now: readonly number[]): ReturnType<typeof differenceOf> {
  return {
    gone: new Set(before.filter((one) => !now.includes(one))),
    come: now.filter((one) => !before.includes(one)),
  };
}

test('what some have and others have not, however they are changed', () => {
  let state = 7;
  const below = (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  let next = 0;
  for (let round = 0; round < 500; round++) {
    const before = Array.from({ length: below(60) }, () => next++);
    let now = before.slice();
    const changes = below(8);
    for (let change = 0; change < changes; change++) {
      const place = below(now.length + 1);
      const come = Array.from({ length: below(25) }, () => next++);
      now = now.toSpliced(place, below(25), ...come);
      // One that goes elsewhere is neither gone nor come.
      const [moved] = now.splice(below(now.length), 1);
      if (moved !== undefined) now.splice(below(now.length), 0, moved);
    }
    expect(differenceOf(before, now)).toEqual(naive(before, now));
  }
});

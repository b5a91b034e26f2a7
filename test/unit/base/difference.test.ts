import { expect, test } from 'vitest';
import { differenceOf, noteStep, replacedIn } from '../../../src/base/difference.ts';

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

test('what was told of two lists is not looked for, and of two others it says nothing', () => {
  const [before, now, other] = [
    [1, 2, 3],
    [1, 9, 3],
    [1, 2, 4],
  ];
  noteStep(before, now, { gone: [2], come: [9], inPlace: true });
  expect(differenceOf(before, now)).toEqual({ gone: new Set([2]), come: [9] });
  expect(replacedIn(before, now)).toEqual([{ was: 2, is: 9 }]);
  expect(differenceOf(before, other)).toEqual({ gone: new Set([3]), come: [4] });
  expect(replacedIn(before, other)).toEqual([{ was: 3, is: 4 }]);
});

test('of lists of which one has gone and another come elsewhere nothing is in place of another', () => {
  const [before, now] = [
    [1, 2, 3],
    [2, 3, 4],
  ];
  noteStep(before, now, { gone: [1], come: [4] });
  expect(replacedIn(before, now)).toBeUndefined();
  expect(differenceOf(before, now)).toEqual({ gone: new Set([1]), come: [4] });
});

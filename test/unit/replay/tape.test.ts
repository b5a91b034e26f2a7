import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { micros } from '../../../src/base/time.ts';
import type { LogTable } from '../../../src/log/record.ts';
import { isReversed } from '../../../src/log/sourceFacts.ts';
import { stepByEvent, stepByLine } from '../../../src/replay/cursor.ts';
import { Tape } from '../../../src/replay/tape.ts';
import { fakeTable } from '../../support/fakeTable.ts';

function tapeOf(...lanes: { times: number[]; offset?: number }[]): Tape {
  return new Tape(
    lanes.map(({ times, offset = 0 }, index) => ({
      table: fakeTable(index, times),
      name: `log ${index}`,
      clockOffset: offset,
    })),
  );
}

function order(tape: Tape): string[] {
  return Array.from({ length: tape.length }, (_, position) => {
    const { source, ordinal } = tape.place(position);
    return `${source}:${ordinal}`;
  });
}

describe('tape', () => {
  it('takes a log that stands newest line first from its end', () => {
    const tape = tapeOf({ times: [60, 50, 40, 40, 20] }, { times: [10, 30] });
    expect(order(tape)).toEqual(['1:0', '0:4', '1:1', '0:3', '0:2', '0:1', '0:0']);
    expect(tape.positionOfOrdinal(0, 0)).toBe(6);
  });

  it('merges sources by time, the first named source first', () => {
    expect(order(tapeOf({ times: [10, 30] }, { times: [20, 30] }))).toEqual([
      '0:0',
      '1:0',
      '0:1',
      '1:1',
    ]);
  });

  it('puts a source without times before all that have some: times never fall', () => {
    const tape = tapeOf({ times: [10, 20] }, { times: [NaN, NaN] }, { times: [5] });
    expect(order(tape)).toEqual(['1:0', '1:1', '2:0', '0:0', '0:1']);
    expect(tape.positionAtTime(micros(12))).toBe(3);
  });

  it('merges many sources as few', () => {
    const times = fc.array(fc.oneof(fc.nat(50), fc.constant(NaN)), { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(times, { maxLength: 40 }), (all) => {
        const tape = tapeOf(...all.map((own) => ({ times: own })));
        const place = (position: number): readonly [number, number, number] => {
          const { source, ordinal } = tape.place(position);
          return [tape.time[position] ?? NaN, source, ordinal];
        };
        for (let position = 1; position < tape.length; position++) {
          const [before, one] = place(position - 1);
          const [after, other] = place(position);
          if (Number.isNaN(before) || Number.isNaN(after)) expect(before).toBeNaN();
          else expect(before).toBeLessThanOrEqual(after);
          if (before === after) expect(one).toBeLessThanOrEqual(other);
        }
      }),
    );
  });

  it('puts a source on the common clock by its offset', () => {
    expect(order(tapeOf({ times: [10, 30] }, { times: [1020, 1030], offset: -1000 }))).toEqual([
      '0:0',
      '1:0',
      '0:1',
      '1:1',
    ]);
  });

  it('puts a line that was printed late where its time is, and one without a time behind the line above', () => {
    const tape = tapeOf({ times: [NaN, 10, 12, 11, NaN, 13] });
    expect(order(tape)).toEqual(['0:0', '0:1', '0:3', '0:4', '0:2', '0:5']);
    expect([...tape.time]).toEqual([10, 10, 11, 11, 12, 13]);
  });

  it('lets no part with a later clock hold back what follows it', () => {
    const part = (from: number): number[] => Array.from({ length: 400 }, (_, i) => from + i);
    const times = [...part(90_000), ...part(10_000), ...part(50_000)];
    const tape = tapeOf({ times });
    expect([...tape.time]).toEqual(times.toSorted((a, b) => a - b));
    expect(tape.positionOfOrdinal(0, 400)).toBe(0);
  });

  it('leaves a stamp of whole seconds in its place within its second', () => {
    const tape = tapeOf({ times: [20_900_000, 20_000_000, 20_950_001, 20_949_500, 20_000_000] });
    expect(order(tape)).toEqual(['0:0', '0:1', '0:3', '0:4', '0:2']);
    expect([...tape.time]).toEqual([20_900_000, 20_900_000, 20_949_500, 20_949_500, 20_950_001]);
  });

  it('is the same when it grows', () => {
    const lane = fc
      .array(fc.oneof(fc.integer({ min: -3, max: 9 }), fc.integer({ min: -80, max: 80 })), {
        maxLength: 40,
      })
      .map((steps) =>
        steps.map((_, i) => steps.slice(0, i).reduce((sum, step) => sum + step, 100)),
      );
    fc.assert(
      fc.property(fc.array(lane, { minLength: 1, maxLength: 3 }), fc.nat(40), (lanes, cut) => {
        const part = (to: number): { table: LogTable; name: string; clockOffset: number }[] =>
          lanes.map((times, index) => ({
            table: fakeTable(index, times.slice(0, to)),
            name: '',
            clockOffset: 0,
          }));
        const sources = part(cut);
        const whole = part(Infinity);
        // One that turns out to stand newest line first is taken from its end only when it is read anew.
        if ([...sources, ...whole].some(({ table }) => isReversed(table))) return;
        const before = new Tape(sources);
        const shownBefore = order(before);
        sources.forEach((source, index) => Object.assign(source, whole[index]));
        const { tape, from } = before.grown();
        expect(order(tape)).toEqual(order(new Tape(whole)));
        expect([...tape.time]).toEqual([...new Tape(whole).time]);
        expect(order(tape).slice(0, from)).toEqual(shownBefore.slice(0, from));
      }),
    );
  });

  it('finds every input at its position, and every position by its time', () => {
    const times = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(times, { minLength: 1, maxLength: 4 }), (lanes) => {
        const tape = tapeOf(...lanes.map((lane) => ({ times: lane })));
        for (let position = 0; position < tape.length; position++) {
          const input = tape.input(position);
          expect(input === undefined ? -1 : tape.positionOfInput(input)).toBe(position);
          const found = tape.positionAtTime(tape.timeAt(position));
          expect(found).toBeGreaterThanOrEqual(position);
          expect(tape.timeAt(found)).toBe(tape.timeAt(position));
          if (position > 0)
            expect(tape.timeAt(position)).toBeGreaterThanOrEqual(tape.timeAt(position - 1));
        }
      }),
    );
  });

  it('is before everything for a time before its first input', () => {
    expect(tapeOf({ times: [10] }).positionAtTime(micros(9))).toBe(-1);
  });
});

describe('cursor', () => {
  const tape = tapeOf({ times: [1, 2, 3, 4, 5, 6] });
  const events = Uint32Array.from([1, 3, 4]);

  it.each([
    [-1, 1, 1],
    [1, 1, 3],
    [2, 1, 3],
    [2, 2, 4],
    [4, 1, 5],
    [5, -1, 4],
    [4, -1, 3],
    [3, -2, -1],
    [2, -1, 1],
    [1, -1, -1],
    [2, 0, 2],
  ])('from %d by %d events comes to %d', (position, count, expected) => {
    expect(stepByEvent(tape, events, position, count)).toBe(expected);
  });

  it('stays on the tape when stepping by lines', () => {
    expect(stepByLine(tape, 4, 5)).toBe(5);
    expect(stepByLine(tape, 1, -5)).toBe(-1);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  civilFromDays,
  daysFromCivil,
  formatDuration,
  formatRfc3339,
  micros,
  parseRfc3339,
  SECOND,
} from '../../../src/base/time.ts';

describe('time', () => {
  it('reads and prints RFC 3339 to the microsecond', () => {
    const text = '2026-11-21T09:34:10.753780Z';
    const time = parseRfc3339(text);
    expect(time).toBe(Date.parse('2026-11-21T09:34:10.753Z') * 1000 + 780);
    expect(formatRfc3339(micros(time ?? 0))).toBe(text);
  });

  it('takes zones, short fractions and digits past the microsecond', () => {
    expect(parseRfc3339('2026-11-21T11:34:10.5+02:00')).toBe(
      parseRfc3339('2026-11-21T09:34:10.500000Z'),
    );
    expect(parseRfc3339('2026-11-21T09:34:10.123456789Z')).toBe(
      parseRfc3339('2026-11-21T09:34:10.123456Z'),
    );
    expect(parseRfc3339('21 November')).toBeUndefined();
  });

  it('agrees with the platform calendar for every day of 400 years', () => {
    for (let days = -30_000; days < 116_097; days += 17) {
      const date = new Date(days * 86_400_000);
      const civil = {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
      };
      expect(civilFromDays(days)).toEqual(civil);
      expect(daysFromCivil(civil.year, civil.month, civil.day)).toBe(days);
    }
  });

  it('prints what it parses, for any microsecond', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e15 }), (value) => {
        expect(parseRfc3339(formatRfc3339(micros(value)))).toBe(value);
      }),
    );
  });

  it.each([
    [5, '5 µs'],
    [12_340, '12.3 ms'],
    [45 * SECOND, '45 s'],
    [200 * SECOND, '3 min 20 s'],
    [7500 * SECOND, '2 h 5 min'],
    [90_000 * SECOND, '1 d 1 h'],
    [-3 * SECOND, '−3 s'],
  ])('says %d as %s', (length, text) => {
    expect(formatDuration(length)).toBe(text);
  });
});

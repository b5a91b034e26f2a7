import { expect, test } from 'vitest';
import { assertDefined } from '../../../src/base/assert.ts';
import { formatRfc3339, micros, parseRfc3339 } from '../../../src/base/time.ts';
import { parseTimeText, parseWindow } from '../../../src/extension/commands/timeText.ts';

const at = (text: string) => assertDefined(parseRfc3339(text), 'the test names a time');
const night = {
  from: at('2026-11-21T22:00:00Z'),
  to: at('2026-11-22T03:00:00Z'),
  now: at('2026-11-21T23:30:00Z'),
};

function read(text: string): string | undefined {
  const time = parseTimeText(text, night);
  return time === undefined ? undefined : formatRfc3339(time);
}

test('a time of day means the day on which the log has it', () => {
  expect(read('22:15')).toBe('2026-11-21T22:15:00.000000Z');
  expect(read('01:02:03')).toBe('2026-11-22T01:02:03.000000Z');
  expect(read('1:02:03,5')).toBe('2026-11-22T01:02:03.500000Z');
  expect(read('23:59:59.123456789')).toBe('2026-11-21T23:59:59.123456Z');
});

test('a time that the log does not have is the nearest such time', () => {
  expect(read('12:00')).toBe('2026-11-22T12:00:00.000000Z');
});

test('whole times and steps from the cursor', () => {
  expect(read('2026-11-21T23:00:00+01:00')).toBe('2026-11-21T22:00:00.000000Z');
  expect(read('+5s')).toBe('2026-11-21T23:30:05.000000Z');
  expect(read('-1h 2m 0.5s')).toBe('2026-11-21T22:27:59.500000Z');
  expect(read('+150ms')).toBe('2026-11-21T23:30:00.150000Z');
  expect(read('-2min')).toBe('2026-11-21T23:28:00.000000Z');
});

test.each(['', 'soon', '25:00', '12:60', '+', '+5', '5s', '12:00:00.', '::'])(
  '%j is no time',
  (text) => {
    expect(read(text)).toBeUndefined();
  },
);

function readWindow(text: string): string | undefined {
  const window = parseWindow(text, night);
  const shown = (time: number | undefined): string =>
    time === undefined ? '' : formatRfc3339(micros(time)).slice(11, 19);
  return window === undefined ? undefined : `${shown(window.from)}..${shown(window.to)}`;
}

test.each([
  ['22:15..22:45:30', '22:15:00..22:45:30'],
  ['..22:15', '..22:15:00'],
  [' -5m .. +5m ', '23:25:00..23:35:00'],
  ['23:59..00:01', '23:59:00..00:01:00'],
  ['..', '..'],
])('the window %j', (text, window) => {
  expect(readWindow(text)).toBe(window);
});

test.each(['', '22:15', 'soon..22:15', '22:15..later', '22:45..22:15', '1..2..3'])(
  '%j is no window',
  (text) => {
    expect(readWindow(text)).toBeUndefined();
  },
);

import { expect, it } from 'vitest';
import { parseRfc3339 } from '../../../src/base/time.ts';
import { parseSpan } from '../../../src/extension/commands/storeSpan.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const at = (text: string) => parseRfc3339(`2026-11-21T${text}Z`);

it.each([
  ['2h', at('08:00:00'), at('10:00:00')],
  ['2026-11-21T09:30 2026-11-21T09:45', at('09:30:00'), at('09:45:00')],
  ['2026-11-21T09:30:05Z, 20m', at('09:30:05'), at('09:50:05')],
  ['2026-11-21T10:30+01:00 90s', at('09:30:00'), at('09:31:30')],
  ['  2026-11-21T09:30 ', at('09:30:00'), at('10:00:00')],
])('%s is a span', (text, from, to) => {
  expect(parseSpan(text, now)).toEqual({ from, to });
});

it.each([
  '',
  'x',
  '2026-11-21T09:30 x',
  '2h 3h',
  '2026-11-21T09:30 2026-11-21T09:30',
  '1y',
  '2026-11-21T09:30 5m 5m',
])('%s is none', (text) => {
  expect(parseSpan(text, now)).toBeUndefined();
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LogRecord } from '../../../src/log/record.ts';
import { captureNames, readCapture } from '../../support/captures.ts';
import { tableOf } from '../../support/log.ts';
import { readLog } from '../../../src/log/readLog.ts';
import { sourceId } from '../../../src/base/input.ts';

function joined({ fields }: LogRecord): string {
  return fields.map(({ key, value }) => ` ${key}="${value}"`).join('');
}

it.each(captureNames().filter((name) => !name.includes('json')))(
  'the pairs of a line of %s are its fields',
  (name) => {
    const table = readLog(sourceId(0), readCapture(name).log);
    let rows = 0;
    for (let ordinal = 0; ordinal < table.length; ordinal += 1 + (ordinal % 7)) {
      const record = table.record(ordinal);
      if (record.pairs === undefined) continue;
      rows++;
      expect(record.pairs).toBe(joined(record));
    }
    expect(rows).toBeGreaterThan(table.length / 40);
  },
);

it('the pairs of any line are its fields', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('ab "\\=<>{}[]é\t,:/-')) });
  const value = fc.oneof(
    text.map((plain) => JSON.stringify(plain)),
    fc.constantFrom('1', 'true', '{"Type":"containerd","ID":"a b"}', '[a b]', '&{ID:x Data:y}', ''),
  );
  const pair = fc.tuple(fc.constantFrom('pod', 'err', 'a', 'podUID'), value);
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 6 }), (pairs) => {
      const rest = pairs.map(([key, shown]) => ` ${key}=${shown}`).join('');
      const line = `E1121 09:31:22.100000    1421 kubelet.go:1] "Some message"${rest}\n`;
      const record = tableOf(line).record(0);
      expect(record.pairs ?? joined(record)).toBe(joined(record));
    }),
  );
});

// Whatever has become of a log on its way, its lines keep their times, and what was broken at a width its messages.
import fc from 'fast-check';
import fs from 'node:fs';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DAY, formatRfc3339, HOUR, micros, MINUTE, type Micros } from '../../src/base/time.ts';
import type { ClockOptions } from '../../src/log/sourceClock.ts';
import { Tape } from '../../src/replay/tape.ts';
import { instant, tableOf } from '../support/log.ts';

const captures = new URL('../fixtures/captures/', import.meta.url);
const RUNS = 60;
const klog = /^[IWEF]\d{4} \d\d:/;
const year = 2026;

/** The lines of the captures in klog's text, each alone in its record. */
const logs = fs.readdirSync(captures).flatMap((name) => {
  const file = new URL(`${name}/kubelet.log.gz`, captures);
  if (!fs.existsSync(file)) return [];
  const lines = zlib.gunzipSync(fs.readFileSync(file)).toString().split('\n');
  const own = lines.filter((line, i) => klog.test(line) && klog.test(lines[i + 1] ?? ''));
  return own.length > 1000 ? [own.slice(0, 20_000)] : [];
});

/** Some lines of a log that follow each other. */
const excerpt = fc
  .tuple(fc.constantFrom(...logs), fc.nat(), fc.integer({ min: 5, max: 120 }))
  .map(([log, at, count]) => log.slice(at % (log.length - count)).slice(0, count));

/** Time and message of each record. */
function told(lines: readonly string[], options: ClockOptions): [string, string][] {
  const table = tableOf(`${lines.join('\n')}\n`, options);
  return Array.from({ length: table.length }, (_, row) => {
    const { time, message } = table.record(row);
    return [time === undefined ? '-' : formatRfc3339(time), message];
  });
}

/** The lines with their stamps at another time of the same clock. */
function moved(lines: readonly string[], by: number): string[] {
  const { time } = tableOf(lines.join('\n'), { year });
  return lines.map((line, row) => {
    const at = formatRfc3339(micros((time[row] ?? 0) + by));
    return `${line.slice(0, 1)}${at.slice(5, 7)}${at.slice(8, 10)} ${at.slice(11, 26)}${line.slice(21)}`;
  });
}

function broken(line: string, width: number): string[] {
  return line.match(new RegExp(`.{1,${String(width)}}`, 'gsu')) ?? [];
}

describe('a log keeps its times', () => {
  const holds = (
    change: (lines: string[]) => string[],
    back: (all: [string, string][]) => unknown = (all) => all,
  ): void => {
    fc.assert(
      fc.property(excerpt, (lines) => {
        expect(back(told(change(lines), { year }))).toEqual(told(lines, { year }));
      }),
      { numRuns: RUNS },
    );
  };

  it('when it stands newest first', () => {
    holds(
      (lines) => lines.toReversed(),
      (all) => all.toReversed(),
    );
  });

  it.each([
    '> ',
    '> > ',
    '* ',
    ' ',
    '  - ',
    '❌  ',
    '[pod/kube-system/a-b/c] ',
    'a-b c ',
    '10.5.0.2: ',
    'kubelet.log:17:',
  ])('behind %j', (prefix) => {
    holds((lines) => lines.map((line) => prefix + line));
  });

  it.each([80, 100, 120])('and its messages when it is broken at %i columns', (width) => {
    holds((lines) => lines.flatMap((line) => broken(line, width)));
  });

  it('over New Year, in either direction', () => {
    fc.assert(
      fc.property(excerpt, fc.boolean(), (lines, reversed) => {
        const { time, length } = tableOf(lines.join('\n'), { year });
        const middle = time[Math.floor(length / 2)] ?? 0;
        const by = instant('2027-01-01T00:00:00Z') - middle;
        const modified = micros((time[length - 1] ?? 0) + by + DAY) as Micros;
        const late = moved(lines, by);
        const read = tableOf((reversed ? late.toReversed() : late).join('\n'), { modified });
        const times = [...read.time.subarray(0, read.length)];
        expect(reversed ? times.reverse() : times).toEqual(
          [...time.subarray(0, length)].map((at) => at + by),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('in another zone, which its wrapper or a neighbour tells', () => {
    fc.assert(
      fc.property(
        excerpt,
        fc.constantFrom(-480, -210, 60, 330, 345, 480),
        fc.boolean(),
        (lines, zone, hasWrapper) => {
          const local = moved(lines, zone * MINUTE);
          const { time, length } = tableOf(lines.join('\n'), { year });
          const sign = `${zone < 0 ? '-' : '+'}${formatRfc3339(micros(Math.abs(zone) * MINUTE)).slice(11, 16)}`;
          const wall = (row: number): string =>
            formatRfc3339(micros((time[row] ?? 0) + zone * MINUTE)).slice(0, 26);
          const text = hasWrapper
            ? local.map((line, row) => `${wall(row)}${sign} n kubelet[7]: ${line}`)
            : [...local, `time="${wall(length - 1)}${sign}" level=info msg="x"`];
          const read = tableOf(text.join('\n'), { year });
          expect([...read.time.subarray(0, length)]).toEqual([...time.subarray(0, length)]);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('on the tape, in whatever order its parts stand', () => {
    fc.assert(
      fc.property(excerpt, fc.array(fc.nat(120), { maxLength: 3 }), (lines, cuts) => {
        const ends = [...new Set([...cuts.map((cut) => cut % lines.length), lines.length])].sort(
          (a, b) => a - b,
        );
        const parts = ends.map((end, i) => lines.slice(ends[i - 1] ?? 0, end));
        const tapeOf = (all: readonly string[]): Tape =>
          new Tape([{ table: tableOf(all.join('\n'), { year }), name: '', clockOffset: 0 }]);
        const whole = tapeOf(lines);
        const swapped = tapeOf(parts.toReversed().flat());
        expect([...swapped.time]).toEqual([...whole.time]);
        expect(Math.max(...whole.time) - Math.min(...whole.time)).toBeLessThan(24 * HOUR);
      }),
      { numRuns: RUNS },
    );
  });
});

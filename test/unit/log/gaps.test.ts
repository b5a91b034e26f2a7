import { describe, expect, it } from 'vitest';
import { formatRfc3339, micros } from '../../../src/base/time.ts';
import { MemoryBytes } from '../../../src/log/byteStore.ts';
import { encode } from '../../../src/log/bytes.ts';
import { findGaps, GapFinder } from '../../../src/log/gaps.ts';
import { FactsReader, sourceFacts } from '../../../src/log/sourceFacts.ts';
import { TableBuilder } from '../../../src/log/tableBuilder.ts';
import { tableOf } from '../../support/log.ts';

const klog = (clock: string, text = 'x'): string => `I0621 ${clock}.000000    1 a.go:1] ${text}`;
const prefixed = (clock: string, ident: string, text: string): string =>
  `Jun 21 ${clock} h ${ident}: ${text}`;

/** `kind from..to text` of each gap, times of the day. */
function told(text: string): string[] {
  const clock = (time: number): string => formatRfc3339(micros(time)).slice(11, 19);
  return findGaps(tableOf(text, { year: 2024 })).map(
    (gap) => `${gap.kind} ${clock(gap.from)}..${clock(gap.to)} ${gap.text}`,
  );
}

/** A line each second of a minute. */
const minute = (clock: string): string[] =>
  Array.from({ length: 60 }, (_, s) => klog(`${clock}:${String(s).padStart(2, '0')}`));

describe('findGaps', () => {
  it('finds what the journal suppressed, and only that: from the last line that it kept', () => {
    const lines = [
      prefixed('09:00:00', 'kubelet[5]', klog('09:00:00')),
      prefixed('09:01:00', 'systemd-journald[9]', 'Suppressed 1022 messages from kubelet.service'),
      prefixed('09:01:00', 'app[9]', 'Suppressed the noise'),
    ];
    expect(told(lines.join('\n'))).toEqual([
      'suppressed 09:00:00..09:01:00 the journal dropped 1022 messages: its rate limit was reached',
    ]);
  });

  it('ends what was suppressed behind the line before, where its stamp has seconds alone', () => {
    const lines = [
      prefixed('09:00:00', 'kubelet[5]', klog('09:00:00')),
      prefixed('09:01:00', 'kubelet[5]', klog('09:01:00').replace('.000000', '.300000')),
      prefixed('09:01:00', 'systemd-journald[9]', 'Suppressed 60 messages from kubelet.service'),
    ];
    const [gap] = findGaps(tableOf(lines.join('\n'), { year: 2024 }));
    expect(formatRfc3339(micros(gap?.to ?? 0))).toContain('09:01:00.300000');
  });

  it('finds errors that the verbosity left out, in both forms', () => {
    const structured = klog(
      '09:00:01',
      `"There were many similar errors. Turn up verbosity to see them." numErrs=7`,
    );
    const printf = `E0621 09:00:02.000000    1 kubelet_volumes.go:154] orphaned pod "u" found : There were a total of 3 errors similar to this. Turn up verbosity to see them.`;
    expect(told([structured, printf].join('\n')).map((gap) => gap.split(' ')[0])).toEqual([
      'verbosity',
      'verbosity',
    ]);
  });

  it('joins what is said again and again', () => {
    const line = (second: number): string =>
      klog(`09:00:0${second}`, '"There were many similar errors. Turn up verbosity to see them."');
    expect(told([1, 3, 5].map(line).join('\n'))).toEqual([
      'verbosity 09:00:01..09:00:05 similar errors were left out at this verbosity',
    ]);
  });

  it('finds lines that a pager cut', () => {
    const cut = klog('09:00:01', `"m" err="failed to do something with the con>`);
    const whole = klog('09:00:02', `"m" reason=<nil>`);
    expect(told([cut, cut, whole].join('\n'))).toEqual([
      'cut 09:00:01..09:00:01 2 lines are cut at the right edge; print the log without a pager to have them whole',
    ]);
  });

  it('finds a silence that is long for this log', () => {
    expect(told([...minute('09:00'), ...minute('09:20')].join('\n'))).toEqual([
      'silence 09:00:59..09:20:00 no line for 19 min 1 s, where this log hardly ever is silent for more than 1 s',
    ]);
    expect(told([...minute('09:00'), ...minute('09:02')].join('\n'))).toEqual([]);
  });

  describe('where several lines come steadily', () => {
    const at = (second: number): string =>
      new Date(Date.UTC(2024, 5, 21, 9, 0, second)).toISOString().slice(11, 19);
    const beats = (from: number, to: number, texts: readonly string[], pid = 1): string[] =>
      Array.from({ length: to - from }, (_, i) =>
        texts.map((text) => `I0621 ${at(from + i)}.000000    ${pid} a.go:1] "${text}"`),
      ).flat();
    const missing =
      'missing 09:00:39..09:00:49 no line for 10 s, where this log else says “one” all the time';

    it('finds a shorter silence, and says that lines must be missing', () => {
      const both = ['one', 'two'];
      expect(told([...beats(0, 40, both), ...beats(49, 90, both)].join('\n'))).toEqual([missing]);
    });

    it('takes no silence for one after which a line never comes again, that is between two processes, or where one message alone is steady', () => {
      const both = ['one', 'two'];
      expect(told([...beats(0, 40, both), ...beats(49, 90, ['three'])].join('\n'))).toEqual([]);
      expect(told([...beats(0, 40, both), ...beats(49, 90, both, 2)].join('\n'))).toEqual([]);
      expect(told([...beats(0, 60, ['one']), ...beats(69, 99, ['one'])].join('\n'))).toEqual([]);
      const bursts = [0, 20, 40, 60].flatMap((from) => beats(from, from + 10, both));
      expect(told(bursts.join('\n'))).toEqual([]);
    });
  });
});

describe('what is told of a source that grows', () => {
  it('is what is told of it as a whole, however it came', () => {
    const text = [
      ...['09:00', '09:01', '09:02', '09:03', '09:04', '09:05'].flatMap(minute),
      prefixed('09:06:00', 'systemd-journald[9]', 'Suppressed 7 messages from kubelet.service'),
      klog('09:40:00'),
      ...minute('09:41'),
      klog('09:41:59', '"There were many similar errors. Turn up verbosity to see them."'),
      prefixed('09:43:00', 'kernel', 'Missed 12 kernel messages'),
      'no log line',
      klog('10:30:00', 'cut at the right edge…'),
      ...minute('10:31'),
    ].join('\n');
    const whole = tableOf(text, { year: 2024 });
    const bytes = encode(text);
    for (const step of [1, 37, 500]) {
      const builder = new TableBuilder(whole.source, new MemoryBytes(bytes), { year: 2024 });
      const gaps = new GapFinder(builder.table);
      const facts = new FactsReader(builder.table);
      for (let from = 0; from < bytes.length; from += step) {
        builder.append(bytes.subarray(from, from + step));
        gaps.find();
        facts.read();
      }
      builder.finish();
      expect(gaps.find()).toEqual(findGaps(whole));
      expect(facts.read()).toEqual(sourceFacts(whole));
    }
    expect(
      findGaps(whole)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['cut', 'silence', 'silence', 'suppressed', 'suppressed', 'verbosity']);
  });
});

describe('a clock that was set', () => {
  const steady = (hour: number, count = 10): string[] =>
    Array.from({ length: count }, (_, s) =>
      prefixed(
        `${String(hour).padStart(2, '0')}:05:${String(s).padStart(2, '0')}`,
        'kubelet[7]',
        'x',
      ),
    );

  // The form of https://github.com/kubernetes/kubernetes/issues/45419
  it('is told where systemd tells it, back and forth', () => {
    const set = (clock: string): string => prefixed(clock, 'systemd', 'Time has been changed');
    expect(told([...steady(19), set('11:04:53'), ...steady(11)].join('\n'))).toEqual([
      'clock 11:04:53..19:05:09 the clock was set back by 8 h here: how long something took across it is not known',
    ]);
    expect(told([...steady(11), set('19:04:53'), ...steady(19)].join('\n'))).toEqual([
      'clock 11:05:09..19:04:53 the clock was set forth by 8 h here: how long something took across it is not known',
    ]);
  });

  it('may be what parts in another order show, once', () => {
    expect(told([...steady(12), ...steady(10), ...steady(14)].join('\n'))).toEqual([
      'clock 10:05:00..12:05:09 times go back by 2 h here: the clock was set back, or parts of the log are in another order; each line keeps its own time',
    ]);
  });

  it('is none of a line that was printed late, nor of a log that stands newest first', () => {
    expect(
      told([...steady(12), prefixed('12:04:00', 'x', 'late'), ...steady(13)].join('\n')),
    ).toEqual([]);
    expect(told(steady(12).reverse().join('\n'))).toEqual([]);
  });
});

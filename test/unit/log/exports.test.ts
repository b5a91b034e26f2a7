import { describe, expect, it } from 'vitest';
import { formatRfc3339, micros } from '../../../src/base/time.ts';
import type { LogTable } from '../../../src/log/record.ts';
import { tableOf } from '../../support/log.ts';

const lines = [
  `I0621 09:14:02.118043    1511 kubelet.go:2447] "SyncLoop ADD" source="api" pods=["shop/web-0"]`,
  `E0621 09:14:05.000001    1511 pod_workers.go:1301] "Error syncing pod, skipping" err="can't \\"start\\"" pod="shop/web-0"`,
];

/** What the klog lines of a table say. */
function told(table: LogTable): unknown[] {
  const rows = Array.from({ length: table.length }, (_, row) => row);
  return rows
    .filter((row) => table.formatOf(row).endsWith('/klog'))
    .map((row) => {
      const record = table.record(row);
      const time = formatRfc3339(micros(table.time[row] ?? NaN));
      return [time, record.message, record.field('pod') ?? record.field('pods')];
    });
}

const expected = [
  ['2023-06-21T09:14:02.118043Z', 'SyncLoop ADD', '["shop/web-0"]'],
  ['2023-06-21T09:14:05.000001Z', 'Error syncing pod, skipping', 'shop/web-0'],
];

/** Milliseconds of 2023-06-21T09:14:09Z. */
const stamp = 1687338849000;

describe('exports of clouds and consoles', () => {
  it.each([
    [
      'gcloud logging read --format=json',
      JSON.stringify(
        lines.map((MESSAGE, i) => ({
          insertId: String(i),
          jsonPayload: { MESSAGE, SYSLOG_IDENTIFIER: 'kubelet' },
          timestamp: '2023-06-21T09:14:09.118043Z',
        })),
        undefined,
        2,
      ),
    ],
    [
      'gcloud logging read',
      lines
        .map(
          (line) =>
            `---\ninsertId: a\njsonPayload:\n  MESSAGE: '${line.replaceAll("'", "''")}'\ntimestamp: '2023-06-21T09:14:09Z'\n`,
        )
        .join(''),
    ],
    [
      'aws logs filter-log-events',
      JSON.stringify(
        {
          events: lines.map((line) => ({
            logStreamName: 'i-0',
            timestamp: stamp,
            message: `Jun 21 09:14:09 ip-10-0-0-7 kubelet: ${line}`,
          })),
        },
        undefined,
        4,
      ),
    ],
    [
      'a stream of Loki, printed over several lines',
      JSON.stringify(
        {
          stream: { unit: 'kubelet' },
          values: lines.map((line) => [`${stamp}000000`, JSON.stringify({ message: line })]),
        },
        undefined,
        4,
      ),
    ],
    [
      'a stream of Loki of bare lines',
      JSON.stringify({ values: lines.map((line) => [`${stamp}000000`, line]) }, undefined, 4),
    ],
    [
      'a table of a console',
      `Time,Message\n${lines.map((line) => `${stamp},"${line.replaceAll('"', '""')}"\n`).join('')}`,
    ],
    [
      'a table with the line first',
      `_raw,_time\n${lines.map((line) => `"${line.replaceAll('"', '""')}","2023-06-21T09:14:09.000+0000"\n`).join('')}`,
    ],
    [
      'a tag and a tab',
      lines
        .map(
          (log) =>
            `2023-06-21T09:14:09+00:00\tkubelet\t${JSON.stringify({ log, stream: 'stderr' })}\n`,
        )
        .join(''),
    ],
  ])('%s', (_, text) => {
    expect(told(tableOf(text))).toEqual(expected);
  });

  it('of which one that is cut within its first lines is no entry of the journal either', () => {
    const table = tableOf('{\n    "events": [');
    expect([table.length, table.lines, table.formatOf(0)]).toEqual([2, 2, 'text']);
  });
});

describe('a line as syslog wrote it', () => {
  const wrapped = (text: string): string => `Jun 21 09:14:02 n kubelet[1]: ${text}\n`;
  const start = `E0621 09:14:02.118043    1511 log.go:32] "failed" err=<`;

  it('has its tabs and line breaks again', () => {
    const table = tableOf(wrapped(`${start}#012#011code#012#011I0621 two#012 > pod="a/b"`));
    expect(table.record(0).field('err')).toBe('code\nI0621 two');
    expect(table.record(0).field('pod')).toBe('a/b');
  });

  it('keeps the lines of a value together', () => {
    const lines = [start, '#011code', `#011${start}`, ' > pod="a/b"'];
    const table = tableOf(lines.map(wrapped).join(''));
    expect(table.length).toBe(1);
    expect(table.record(0).field('err')).toBe(`code\n${start}`);
    expect(table.record(0).field('pod')).toBe('a/b');
  });
});

describe('what stands around a line', () => {
  it('tells the zone in the first line of journalctl', () => {
    const marker = (zone: string): string =>
      `-- Logs begin at Thu 2019-04-11 23:51:07 ${zone}, end at Fri 2019-06-21 10:00:00 ${zone}. --\n`;
    const line = `Jun 21 09:14:02 n kubelet[1]: ${lines[0] ?? ''}\n`;
    const timeOf = (zone: string): string =>
      formatRfc3339(micros(tableOf(marker(zone) + line).time[1] ?? NaN));
    expect(timeOf('+0430')).toBe('2019-06-21T04:44:02.118043Z');
    expect(timeOf('CEST')).toBe('2019-06-21T07:14:02.118043Z');
    expect(timeOf('UTC')).toBe('2019-06-21T09:14:02.118043Z');
  });

  it.each(['`', '**'])('is marks of Markdown on both sides: %s', (mark) => {
    const table = tableOf(lines.map((line) => `${mark}${line}${mark}\n`).join(''));
    expect(table.record(1).field('pod')).toBe('shop/web-0');
  });
});

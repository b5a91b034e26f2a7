import { formatDuration, formatRfc3339 } from '../../base/time.ts';
import { markdownCell as cell } from '../../diagnosis/output/markdown.ts';
import type { Comparison, DifferenceRow, Often, SideRow } from '../../protocol/compareApi.ts';

export const comparisonFormats = ['markdown', 'json'] as const;

const headings: readonly (readonly [DifferenceRow['change'], string])[] = [
  ['new', 'New'],
  ['gone', 'Gone'],
  ['more', 'More often'],
  ['less', 'Less often'],
];

/** A comparison to be read: what differs, findings before messages. Text of the logs is escaped. */
export function comparisonMarkdown({ before, after, rows }: Comparison): string {
  const parts = [
    '# Comparison',
    table(['', 'before', 'after'], sides(before, after)),
    ...headings.flatMap(([change, heading]) =>
      section(
        heading,
        rows.filter((row) => row.change === change),
      ),
    ),
  ];
  if (rows.length === 0)
    parts.push(
      'No finding above info, no warning and no error is new, gone, or much more or less frequent.',
    );
  return `${parts.join('\n\n')}\n`;
}

function sides(before: SideRow, after: SideRow): readonly (readonly string[])[] {
  const row = (name: string, of: (side: SideRow) => string): readonly string[] => [
    name,
    of(before),
    of(after),
  ];
  return [
    row('logs', ({ name }) => cell(name)),
    row('from', ({ from }) => (from === undefined ? 'unknown' : formatRfc3339(from))),
    row('length', ({ from, to }) =>
      from === undefined || to === undefined ? 'unknown' : formatDuration(to - from),
    ),
    row('lines', ({ lines }) => lines.toLocaleString('en')),
    row('errors', ({ errors }) => oftenText(errors)),
    row('warnings', ({ warnings }) => oftenText(warnings)),
  ];
}

function section(heading: string, rows: readonly DifferenceRow[]): readonly string[] {
  const findings = rows.filter(({ what }) => what === 'finding');
  const messages = rows.filter(({ what }) => what === 'message');
  if (rows.length === 0) return [];
  const parts = [`## ${heading}`];
  if (findings.length > 0)
    parts.push(
      table(
        ['severity', 'finding', 'where', 'before', 'after'],
        findings.map((row) => [
          row.severity,
          cell(row.title),
          cell(row.pods.join(', ') || 'node'),
          oftenText(row.before),
          oftenText(row.after),
        ]),
      ),
    );
  if (messages.length > 0)
    parts.push(
      table(
        ['severity', 'message', 'before', 'after'],
        messages.map((row) => [
          row.severity,
          cell(row.title),
          oftenText(row.before),
          oftenText(row.after),
        ]),
      ),
    );
  return parts;
}

/** `12 (4.5 an hour)`, `60 (6 a minute)`. */
function oftenText({ count, rate }: Often): string {
  if (count === 0) return '–';
  if (rate === undefined) return count.toLocaleString('en');
  const [shown, unit] = rate >= 60 ? [rate / 60, 'minute'] : [rate, 'hour'];
  return `${count.toLocaleString('en')} (${shown >= 10 ? Math.round(shown) : Number(shown.toPrecision(2))} ${unit === 'hour' ? 'an' : 'a'} ${unit})`;
}

/** For programs: times as RFC 3339. */
export function comparisonJson({ before, after, rows }: Comparison): Record<string, unknown> {
  const side = ({ from, to, ...rest }: SideRow): Record<string, unknown> => ({
    ...rest,
    from: from === undefined ? null : formatRfc3339(from),
    to: to === undefined ? null : formatRfc3339(to),
  });
  // Which line it is means something to whoever has the log open.
  const often = ({ count, rate }: Often): Often => ({ count, rate });
  return {
    before: side(before),
    after: side(after),
    rows: rows.map(({ change, what, severity, title, before: was, after: is, pods }) => ({
      ...{ change, what, severity, title, before: often(was), after: often(is), pods },
    })),
  };
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

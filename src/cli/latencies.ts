import type { CAC } from 'cac';
import { formatDuration } from '../base/time.ts';
import { latenciesCsv, latencyPage } from '../engine/present/latencies.ts';
import { UsualPhases } from '../engine/present/usualPhases.ts';
import { latencyKinds, latencyOrders, type LatencyPage } from '../protocol/latencyApi.ts';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { UsageError } from './output.ts';
import { exporter, withRedact, type RedactOptions } from './redacted.ts';

interface Options extends LogOptions, RedactOptions {
  readonly format: string;
  readonly sort: string;
}

/** `latencies LOG…`: how long each step took each pod, and who was slow. */
export function addLatencies(program: CAC): void {
  withRedact(
    withLogOptions(
      program.command('latencies [...logs]', 'How long each step took each pod, and who was slow'),
    ),
  )
    .option('--format <format>', 'text, json or csv', { default: 'text' })
    .option('--sort <column>', latencyOrders.join(', '), { default: 'startup' })
    .action(async (logs: string[], options: Options) => {
      const by = latencyOrders.find((order) => order === options.sort);
      if (by === undefined) throw new UsageError(`--sort is one of ${latencyOrders.join(', ')}.`);
      if (!/^(text|json|csv)$/.test(options.format))
        throw new UsageError('--format is one of text, json, csv.');
      const session = await openLogs(logs, options);
      const { incident, moment } = session;
      const { pods } = incident.history;
      const table = { incident, moment, usual: new UsualPhases(pods), pods };
      const page = latencyPage(table, { by, start: 0, count: Infinity });
      const out = exporter(session, options);
      if (options.format === 'json') out.json(page);
      else out.text(options.format === 'csv' ? latenciesCsv(page.rows) : textOf(page));
      session.dispose();
    });
}

/** `> 41 s` goes on; `≈` was inferred; `?` no line tells its end; `-` no line tells. */
function textOf({ rows, spread, outliers, outlierTotal }: LatencyPage): string {
  const lengths = (of: 'median' | 'p95'): string[] =>
    latencyKinds.map((kind) => {
      const found = spread.find((each) => each.kind === kind);
      return found === undefined ? '-' : formatDuration(found[of]);
    });
  const table = [
    ['pod', ...latencyKinds],
    ['median', ...lengths('median')],
    ['p95', ...lengths('p95')],
    ...rows.map(({ pod, cells }) => [
      pod,
      ...latencyKinds.map((kind) => {
        const cell = cells[kind];
        if (cell === undefined) return '-';
        if (cell.length === undefined) return '?';
        const sign = cell.known === 'seen' ? '' : '≈ ';
        return `${cell.to === undefined ? '> ' : ''}${sign}${formatDuration(cell.length)}`;
      }),
    ]),
  ];
  const widths = table.reduce<number[]>(
    (most, row) => row.map((text, i) => Math.max(most[i] ?? 0, text.length)),
    [],
  );
  const lines = table.map((row) =>
    row
      .map((text, i) => (i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0)))
      .join('  '),
  );
  const slow = outliers.flatMap(({ pod, phase, line, finding }) => [
    `${pod}: ${phase.name}, ${formatDuration(phase.length)}; for other pods ${formatDuration(phase.usual?.median ?? 0)}${finding === undefined ? '' : `; ${finding.title}`}`,
    ...(line === undefined ? [] : [`    ${line.text}`]),
  ]);
  const head = outlierTotal === 0 ? [] : ['', `slow: ${outlierTotal}`];
  return [...lines, ...head, ...slow, ''].join('\n');
}

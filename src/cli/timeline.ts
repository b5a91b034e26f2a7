import type { CAC } from 'cac';
import { exportTimeline, timelineFormats } from '../engine/export/timeline.ts';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { UsageError } from './output.ts';
import { exporter, withRedact, type RedactOptions } from './redacted.ts';

interface Options extends LogOptions, RedactOptions {
  readonly format: string;
}

/** `timeline LOG…`: all spans and marks, for ui.perfetto.dev or as plain rows. */
export function addTimeline(program: CAC): void {
  withRedact(withLogOptions(program.command('timeline [...logs]', 'Spans and marks of all lanes')))
    .option('--format <format>', 'perfetto (trace-event JSON) or json', { default: 'perfetto' })
    .action(async (logs: string[], options: Options) => {
      const format = timelineFormats.find((candidate) => candidate === options.format);
      if (format === undefined)
        throw new UsageError(`--format is one of ${timelineFormats.join(', ')}.`);
      const session = await openLogs(logs, options);
      exporter(session, options).jsonText(
        exportTimeline(session.incident.tape, session.incident.timeline, format),
      );
      session.dispose();
    });
}

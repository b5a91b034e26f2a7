import type { CAC } from 'cac';
import { exportTimeline, TimelineFollower, timelineFormats } from '../engine/export/timeline.ts';
import { whileGrowing } from './follow.ts';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { printJsonPart, UsageError } from './output.ts';
import { exporter, withRedact, type RedactOptions } from './redacted.ts';

interface Options extends LogOptions, RedactOptions {
  readonly format: string;
}

/** `timeline LOG…`: all spans and marks, for ui.perfetto.dev or as plain rows. */
export function addTimeline(program: CAC): void {
  withRedact(withLogOptions(program.command('timeline [...logs]', 'Spans and marks of all lanes')))
    .option('--format <format>', 'perfetto (trace-event JSON) or json', { default: 'perfetto' })
    .option('--follow', 'goes on as the logs grow: a line for each span that ended and each mark')
    .action(async (logs: string[], options: Options) => {
      const format = timelineFormats.find((candidate) => candidate === options.format);
      if (format === undefined)
        throw new UsageError(`--format is one of ${timelineFormats.join(', ')}.`);
      if (options.follow === true && options.redact === true)
        throw new UsageError('--follow prints as it comes, with all names in it.');
      const session = await openLogs(logs, options);
      if (options.follow === true) {
        const follower = new TimelineFollower(format);
        await whileGrowing(session, () => {
          const { incident, timeline, isGrowing } = session;
          for (const line of follower.fresh(incident.tape, timeline, !isGrowing))
            printJsonPart(line);
        });
        session.dispose();
        return;
      }
      exporter(session, options).jsonText(
        exportTimeline(session.incident.tape, session.timeline, format),
      );
      session.dispose();
    });
}

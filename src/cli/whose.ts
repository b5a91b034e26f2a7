import type { CAC } from 'cac';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { UsageError } from './output.ts';
import { exporter, withRedact, type RedactOptions } from './redacted.ts';

interface Options extends LogOptions, RedactOptions {
  readonly format: string;
}

/** `whose LOG… ID`: what an id, a path or an image's name found in a text stands for, by the lines that name two things. */
export function addWhose(program: CAC): void {
  withRedact(
    withLogOptions(
      program.command(
        'whose [...logs]',
        'Whose an id is (the last argument): UID, sandbox, container, image, volume, path of a cgroup or of a network namespace',
      ),
    ),
  )
    .option('--format <format>', 'text or json', { default: 'text' })
    .action(async (args: string[], options: Options) => {
      const id = args.at(-1);
      if (id === undefined || args.length < 2)
        throw new UsageError('Name the logs, then the id that is looked for.');
      const session = await openLogs(args.slice(0, -1), options);
      const found = session.incident.history.identify(id);
      if (found === undefined) throw new UsageError(`No line tells whose ${id} is.`);
      const { kind, text } = found;
      if (options.format === 'json') exporter(session, options).json({ id, kind, text });
      else exporter(session, options).text(`${text}\n`);
      session.dispose();
    });
}

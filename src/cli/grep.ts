import type { CAC } from 'cac';
import { grepLines } from '../engine/export/grep.ts';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { print, printJson, UsageError } from './output.ts';

interface Options extends LogOptions {
  readonly context?: number | string;
  readonly format: string;
}

/** `grep LOG… 'FILTER'`: the lines that a filter finds, as they stand, each with its place. */
export function addGrep(program: CAC): void {
  withLogOptions(
    program.command(
      'grep [...logs]',
      `Lines that a filter finds: the last argument, like 'pod=kube-system/* sev>=E msg~"PLEG"'`,
    ),
  )
    .option('-C, --context <lines>', 'lines of context around each')
    .option('--format <format>', 'text or json', { default: 'text' })
    .action(async (args: string[], options: Options) => {
      const filter = args.at(-1);
      if (filter === undefined || args.length < 2)
        throw new UsageError('Name the logs, then the filter.');
      const context = Number(options.context ?? 0);
      if (!Number.isInteger(context) || context < 0)
        throw new UsageError(`-C wants a number of lines, not ${options.context ?? ''}.`);
      const session = await openLogs(args.slice(0, -1), options);
      const found = grepLines(session.incident, filter, context);
      if (!found.ok) throw new UsageError(found.error);
      if (options.format === 'json') printJson([...found.value]);
      else
        for (const { source, line, text, isMatch } of found.value)
          print(`${source}:${line}${isMatch ? ':' : '-'}${text}`);
      session.dispose();
    });
}

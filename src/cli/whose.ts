import type { CAC } from 'cac';
import { formatRfc3339, micros } from '../base/time.ts';
import type { OpenedSource } from '../engine/openedSource.ts';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { UsageError } from './output.ts';
import { exporter, withRedact, type RedactOptions } from './redacted.ts';

interface Options extends LogOptions, RedactOptions {
  readonly format: string;
  readonly lines?: string | number;
}

/** `whose LOG --lines 10,20`: who wrote a line, and when. `whose LOG… ID`: what an id, a path or an image's name found in a text stands for, by the lines that name two things. */
export function addWhose(program: CAC): void {
  withRedact(
    withLogOptions(
      program.command(
        'whose [...logs]',
        'Owner of an ID (the last argument): UID, sandbox, container, image, volume, path of a cgroup or of a network namespace; with --lines, whose some lines of a log are',
      ),
    ),
  )
    .option('--format <format>', 'text or json', { default: 'text' })
    .option(
      '--lines <lines>',
      'Numbers of lines: which program wrote them, how that is known, and when',
    )
    .action(async (args: string[], options: Options) => {
      if (options.lines !== undefined) {
        await tellLines(args, String(options.lines), options);
        return;
      }
      const id = args.at(-1);
      if (id === undefined || args.length < 2)
        throw new UsageError('Name the logs, then the id that is looked for.');
      const session = await openLogs(args.slice(0, -1), options);
      const found = session.incident.history.identify(id);
      if (found === undefined) throw new UsageError(`The log does not show whose ${id} is.`);
      const { kind, text } = found;
      if (options.format === 'json') exporter(session, options).json({ id, kind, text });
      else exporter(session, options).text(`${text}\n`);
      session.dispose();
    });
}

async function tellLines(logs: readonly string[], lines: string, options: Options): Promise<void> {
  if (!/^\d+(?:,\d+)*$/.test(lines))
    throw new UsageError(`--lines wants numbers like 10,20, not ${lines}.`);
  const session = await openLogs([...logs], options);
  const { sources } = session.incident;
  if (new Set(sources.map(({ text }) => text.section?.of ?? text)).size > 1)
    throw new UsageError('--lines needs one log, not several.');
  const told = lines.split(',').map((line) => writerOfLine(sources, Number(line)));
  if (options.format === 'json') exporter(session, options).json(told);
  else {
    const texts = told.map(
      ({ line, component, known, time }) =>
        `${line}: ${component} (${known}), ${time ?? 'no time'}`,
    );
    exporter(session, options).text(`${texts.join('\n')}\n`);
  }
  session.dispose();
}

interface WriterOfLine {
  readonly line: number;
  readonly component: string;
  readonly known: string;
  readonly time: string | null;
}

function writerOfLine(sources: readonly OpenedSource[], line: number): WriterOfLine {
  for (const { table, writers } of sources) {
    const row = table.ordinalAtLine(line);
    if (row < 0) continue;
    const { program, known } = writers.at(row);
    const time = table.time[row] ?? NaN;
    return {
      line,
      component: program,
      known,
      time: Number.isNaN(time) ? null : formatRfc3339(micros(time)),
    };
  }
  throw new UsageError(`The log has no line ${line}.`);
}

import type { CAC } from 'cac';
import { Grep } from '../engine/export/grep.ts';
import type { Session } from '../engine/session.ts';
import { whileGrowing } from './follow.ts';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { print, printJson, UsageError } from './output.ts';

interface Options extends LogOptions {
  readonly context?: number | string;
  readonly format: string;
}

/** Milliseconds of silence after which a record that came last is taken to be whole. */
const SETTLED = 300;

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
    .option('--follow', 'goes on as the logs grow; as JSON one object a line')
    .action(async (args: string[], options: Options) => {
      const filter = args.at(-1);
      if (filter === undefined || args.length < 2)
        throw new UsageError('Name the logs, then the filter.');
      const context = Number(options.context ?? 0);
      if (!Number.isInteger(context) || context < 0)
        throw new UsageError(`-C wants a number of lines, not ${options.context ?? ''}.`);
      const session = await openLogs(args.slice(0, -1), options);
      const grep = new Grep(filter, context);
      if (options.follow === true) await follow(session, grep, options.format);
      else if (options.format === 'json') printJson([...found(session, grep, true)]);
      else printFound(session, grep, true, options.format);
      session.dispose();
    });
}

function found(session: Session, grep: Grep, lastToo: boolean) {
  const lines = grep.find(session.incident, lastToo);
  if (!lines.ok) throw new UsageError(lines.error);
  return lines.value;
}

function printFound(session: Session, grep: Grep, lastToo: boolean, format: string): void {
  for (const line of found(session, grep, lastToo)) {
    if (format === 'json') printJson(line, 0);
    else print(`${oneLine(line.source)}:${line.line}${line.isMatch ? ':' : '-'}${line.text}`);
  }
}

/** A name of a file may hold a line break, and a result is one line at least. */
function oneLine(name: string): string {
  return name.replace(/[\r\n]+/g, ' ');
}

async function follow(session: Session, grep: Grep, format: string): Promise<void> {
  let settled: ReturnType<typeof setTimeout> | undefined;
  await whileGrowing(session, () => {
    clearTimeout(settled);
    printFound(session, grep, !session.isGrowing, format);
    if (!session.isGrowing) return;
    settled = setTimeout(() => {
      printFound(session, grep, true, format);
    }, SETTLED);
  });
}

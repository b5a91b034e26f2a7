import type { CAC } from 'cac';
import { compare } from '../engine/compare/compare.ts';
import { wholeSide } from '../engine/compare/side.ts';
import {
  comparisonFormats,
  comparisonJson,
  comparisonMarkdown,
} from '../engine/export/comparison.ts';
import type { Comparison } from '../protocol/compareApi.ts';
import type { Session } from '../engine/session.ts';
import { momentNamed } from './moment.ts';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { UsageError } from './output.ts';
import { exporter, withRedact, type RedactOptions } from './redacted.ts';

interface Options extends LogOptions, RedactOptions {
  readonly window?: string | readonly string[];
  readonly at?: string;
  readonly format: string;
}

/** `compare A B`; `compare LOG --window FROM..TO --window FROM..TO`; `compare LOG --at TIME`: what is new, gone, or changed in its rate. */
export function addCompare(program: CAC): void {
  withRedact(
    withLogOptions(
      program.command(
        'compare [...logs]',
        'What is new, gone or changed in its rate: between two logs, or two windows of one',
      ),
    ),
  )
    .option('--window <from..to>', 'a window, like 09:30..09:40; given twice', { type: [] })
    .option('--at <time>', 'before this time, and after it')
    .option('--format <format>', comparisonFormats.join(', '), { default: 'markdown' })
    .action(async (logs: string[], options: Options) => {
      if (!comparisonFormats.some((format) => format === options.format))
        throw new UsageError(`--format is one of ${comparisonFormats.join(', ')}.`);
      const inOne = options.window !== undefined || options.at !== undefined;
      if (!inOne && logs.length !== 2)
        throw new UsageError(
          'Name two logs, or one with --at TIME, or with --window FROM..TO twice.',
        );
      const session = await openLogs(inOne ? logs : logs.slice(0, 1), options);
      const found = inOne
        ? windows(session, options)
        : await other(session, logs[1] ?? '', options);
      const out = exporter(session, options);
      if (options.format === 'json') out.json(comparisonJson(found));
      else out.text(comparisonMarkdown(found));
      session.dispose();
    });
}

async function other(session: Session, log: string, options: Options): Promise<Comparison> {
  const second = await openLogs([log], options);
  const found = compare(wholeSide(session.incident), wholeSide(second.incident));
  second.dispose();
  return found;
}

function windows(session: Session, { window = [], at }: Options): Comparison {
  if (at !== undefined) {
    const time = momentNamed(session, at);
    return session.compare({ before: { to: time }, after: { from: time } });
  }
  const parts = [window].flat().map((text) => {
    const [from = '', to] = text.split('..');
    if (to === undefined) throw new UsageError(`--window wants FROM..TO, not ${text}.`);
    return { from: momentNamed(session, from), to: momentNamed(session, to) };
  });
  const [before, after] = parts;
  if (before === undefined || after === undefined || parts.length > 2)
    throw new UsageError('--window is given twice: what was before, and what was after.');
  return session.compare({ before, after });
}

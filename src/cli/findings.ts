import type { CAC } from 'cac';
import { colouredFindings, isColoured } from './colour.ts';
import { exportedFindings } from '../engine/export/exportedFindings.ts';
import { findingSeverities } from '../engine/export/findings.ts';
import { findingFormats } from '../protocol/askApi.ts';
import { readText } from './readText.ts';
import type { Session } from '../engine/session.ts';
import { followFindings } from './follow.ts';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { isTerminal, printColoured, printJsonText, UsageError } from './output.ts';
import { withRedact, type RedactOptions } from './redacted.ts';
import { version } from './version.ts';

interface Options extends LogOptions, RedactOptions {
  readonly format: string;
  readonly failOn: string;
  readonly color: string;
  readonly rules?: string | readonly string[];
}

/** `findings LOG…`: what is wrong, with proof. Exit code 1 when something at least as bad as `--fail-on` is. */
export function addFindings(program: CAC): void {
  withRedact(
    withLogOptions(program.command('findings [...logs]', 'What is wrong, since when and why')),
  )
    .option('--format <format>', findingFormats.join(', '), { default: 'text' })
    .option('--rules <pack>', 'a rule pack (YAML) of your own; may be given more than once', {
      type: [],
    })
    .option('--follow', 'goes on as the logs grow, and tells each finding when it is first made')
    .option('--fail-on <severity>', 'critical, high, medium, low or never', { default: 'never' })
    .action(async (logs: string[], options: Options) => {
      const format = findingFormats.find((candidate) => candidate === options.format);
      if (format === undefined)
        throw new UsageError(`--format is one of ${findingFormats.join(', ')}.`);
      const threshold = failThreshold(options.failOn);
      if (options.follow === true && (options.redact === true || /sarif|markdown/.test(format)))
        throw new UsageError('--follow prints text or json as it comes, with all names in it.');
      const coloured =
        isColoured(options.color, isTerminal(), process.env) && format === 'text'
          ? colouredFindings
          : undefined;
      const session = await openLogs(logs, options);
      addRules(session, options.rules);
      if (options.follow === true) {
        if ((await followFindings(session, format, coloured)) >= threshold) process.exitCode = 1;
        session.dispose();
        return;
      }
      const { redact = false } = options;
      const text = exportedFindings(session.incident, { format, redact, version });
      if (format === 'json' || format === 'sarif') printJsonText(text);
      else printColoured(text, coloured);
      const { findings } = session.incident;
      if (findings.some((finding) => findingSeverities.indexOf(finding.severity) >= threshold))
        process.exitCode = 1;
      session.dispose();
    });
}

export function addRules(session: Session, rules: Options['rules'] = []): void {
  const packs = [rules].flat().map((name) => ({ name, text: readText(name) }));
  const [problem] = packs.length === 0 ? [] : session.setRules(packs, []);
  if (problem === undefined) return;
  const { pack, line, column, text } = problem;
  throw new UsageError(`${pack}:${line}:${column}: ${text}`);
}

function failThreshold(text: string): number {
  if (text === 'never') return Infinity;
  const index = findingSeverities.findIndex((severity) => severity === text);
  if (index < 1) throw new UsageError('--fail-on is one of critical, high, medium, low, never.');
  return index;
}

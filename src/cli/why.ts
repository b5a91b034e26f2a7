import type { CAC } from 'cac';
import { answerRow, answerText } from '../engine/present/answer.ts';
import type { Session } from '../engine/session.ts';
import type { Question } from '../protocol/askApi.ts';
import { momentNamed } from './moment.ts';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { UsageError } from './output.ts';
import { exporter, withRedact, type RedactOptions } from './redacted.ts';

interface Options extends LogOptions, RedactOptions {
  readonly at?: string;
  readonly line?: number | string;
  readonly format: string;
}

/** `why LOG… ns/name` | `why LOG… --at TIME` | `why LOG… --line N`: short answers, each sentence with the lines that prove it. */
export function addWhy(program: CAC): void {
  withRedact(
    withLogOptions(
      program.command(
        'why [...logs]',
        'Why a pod is stuck or was killed (the last argument is ns/name), what happened at a time, whether a line is normal',
      ),
    ),
  )
    .option('--at <time>', 'of a pod: as of this time; without a pod: what happened then')
    .option('--line <n>', 'whether this line of the log is normal')
    .option('--format <format>', 'text or json', { default: 'text' })
    .action(async (args: string[], options: Options) => {
      if (!['text', 'json'].includes(options.format))
        throw new UsageError('--format is text or json.');
      const asksPod = options.line === undefined && isPod(args.at(-1));
      if (!asksPod && options.at === undefined && options.line === undefined)
        throw new UsageError(
          'Name the logs, then what to ask: a pod as ns/name, --at TIME or --line N.',
        );
      const session = await openLogs(asksPod ? args.slice(0, -1) : args, options);
      if (options.at !== undefined)
        session.seek({ kind: 'time', time: momentNamed(session, options.at) });
      const questions = asksPod
        ? ofPod(session, args.at(-1) ?? '')
        : [options.line === undefined ? ofTime(session, options) : ofLine(session, options.line)];
      const answers = questions.map((question) =>
        answerRow(session.incident, session.moment, question),
      );
      const out = exporter(session, options);
      if (options.format === 'json') out.json(answers);
      else out.text(answers.map(answerText).join('\n'));
      session.dispose();
    });
}

/** `ns/name` and no path of a file that ends so: pods have no folder above their namespace, and no ending of a log. */
function isPod(text = ''): boolean {
  return (
    /^[a-z0-9][-a-z0-9]*\/[a-z0-9][-a-z0-9.]*$/.test(text) &&
    !/\.(?:log|gz|txt|jsonl?|zip|zst|xz|bz2)$/.test(text)
  );
}

function ofPod(session: Session, pod: string): Question[] {
  const [namespace = '', name = ''] = pod.split('/');
  const lives = session.incident.history.podsNamed(namespace, name);
  if (lives.length === 0) throw new UsageError(`The log mentions no pod ${pod}.`);
  return lives.flatMap(({ key }): Question[] => [
    { kind: 'stuck', podKey: key },
    { kind: 'killed', podKey: key },
  ]);
}

/** The time itself, which the cursor may not reach when it lies outside the log. */
function ofTime(session: Session, { at = '' }: Options): Question {
  return { kind: 'happened', time: momentNamed(session, at) };
}

function ofLine(session: Session, line: number | string): Question {
  const number = Number(line);
  const { tape, sources } = session.incident;
  if (new Set(sources.map(({ text }) => text.section?.of ?? text)).size > 1)
    throw new UsageError('--line needs one log, not several.');
  const ordinals = sources.map(({ table }) =>
    table.ordinalAtLine(Number.isInteger(number) ? number : 0),
  );
  const index = ordinals.findIndex((ordinal) => ordinal >= 0);
  const input = tape.input(tape.positionOfOrdinal(index, ordinals[index] ?? -1));
  if (index < 0 || input === undefined) throw new UsageError(`The log has no line ${line}.`);
  return { kind: 'normal', input };
}

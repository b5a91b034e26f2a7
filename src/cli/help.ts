import type { CAC } from 'cac';
import { print, UsageError } from './output.ts';

/** What no single command tells. */
const topics: Readonly<Record<string, string>> = {
  filters: `Filters find lines: in grep, in breakpoints, in the editor's "Find Lines…".
  pod=kube-system/*      of these pods, by whatever name a line has for them (UID, sandbox, container)
  sev>=E                 at least this severe: I, W, E, F
  msg~"PLEG"             whose message a pattern finds
  after=10:42            from this time on; before= likewise
What stands side by side must all hold. A filter that can't be read is told with the place of its mistake.`,
  times: `Times are UTC unless they say otherwise.
  10:42:07               on the last day of the log
  2026-11-21T09:34:12Z   in full
--year and --utc-offset tell what a log itself leaves open; summary says what was assumed.`,
  'exit-codes': `0  done
1  findings: something at least as bad as --fail-on was found; test-rules: a sample failed
2  the question, a file or an option can't be understood: one sentence on stderr says what to do`,
  environment: `NO_COLOR   set and not empty: no colour, unless --color always
TERM       dumb: no colour
How far reading is, is told on stderr where that is a terminal.`,
};

/** `help [topic]`: the help of a command, or a text on what several share. */
export function addHelp(program: CAC): void {
  const names = Object.keys(topics).join(', ');
  program
    .command('help [topic]', `Help on a command, or on ${names}`)
    .action((topic: string | undefined) => {
      const command = program.commands.find(({ name }) => name === topic);
      if (command !== undefined) command.outputHelp();
      else if (topic === undefined) program.globalCommand.outputHelp();
      else if (Object.hasOwn(topics, topic)) print(topics[topic] ?? '');
      else throw new UsageError(`There is no help on ${topic}. Name a command, or ${names}.`);
    });
}

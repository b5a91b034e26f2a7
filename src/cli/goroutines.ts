import type { CAC } from 'cac';
import { dumpIn } from '../engine/goroutineDumps.ts';
import { nodeSources } from '../engine/host/node/nodeSources.ts';
import { goroutinePage, type Compared } from '../engine/present/goroutines.ts';
import { ChannelError } from '../protocol/channel.ts';
import type { GoroutineGroup, StackRow } from '../protocol/goroutineApi.ts';
import { momentNamed } from './moment.ts';
import { openLogs, withLogOptions, type LogOptions } from './open.ts';
import { print, printJson, UsageError } from './output.ts';

interface Options extends LogOptions {
  readonly format: string;
  readonly at?: string;
  readonly all?: boolean;
}

/** `goroutines DUMP [LOG…]`: what a kubelet's goroutines are for and wait for; a log tells whose workers may be among them. */
export function addGoroutines(program: CAC): void {
  withLogOptions(
    program.command(
      'goroutines <dump> [...logs]',
      'The goroutines of a dump (pprof or SIGQUIT) by what they are for, longest wait first',
    ),
  )
    .option('--at <time>', 'when the dump was made, for the workers of the logs; default their end')
    .option('--all', 'also those that wait by nature')
    .option('--format <format>', 'text or json', { default: 'text' })
    .action(async (file: string, logs: string[], options: Options) => {
      const { signal } = new AbortController();
      const texts = nodeSources(undefined).open({ kind: 'path', path: file }, signal);
      const dump = await dumpIn(texts, signal).catch((error: unknown) => {
        throw error instanceof ChannelError ? new UsageError(error.message) : error;
      });
      if (dump.goroutines.length === 0) throw new UsageError(`${file} holds no goroutines.`);
      const compared = logs.length === 0 ? undefined : await comparedWith(logs, options);
      const page = goroutinePage(dump, compared);
      const groups = page.groups.filter(({ background }) => options.all === true || !background);
      if (options.format === 'json') printJson({ ...page, groups });
      else print(groups.map(groupText).join('\n'));
    });
}

async function comparedWith(logs: readonly string[], options: Options): Promise<Compared> {
  const session = await openLogs([...logs], options);
  if (options.at !== undefined)
    session.seek({ kind: 'time', time: momentNamed(session, options.at) });
  const { incident, moment } = session;
  return { incident, moment };
}

function groupText({ title, count, stacks, more }: GoroutineGroup): string {
  const rest = more === 0 ? [] : [`  and ${more} more stacks`];
  return [`${title} (${count})`, ...stacks.map(stackText), ...rest, ''].join('\n');
}

function stackText({
  minutes,
  doing,
  state,
  top,
  count,
  id,
  pods,
  why,
  notable,
}: StackRow): string {
  const wait = minutes === 0 ? '< 1 min' : `${minutes} min`;
  const who = count === 1 ? `goroutine ${id}` : `${count} goroutines`;
  const line = `${notable ? '!' : ' '} ${wait.padStart(8)}  ${doing ?? state}  ${top}  (${who})`;
  if (why === '') return line;
  const names = pods.map(({ name }) => name).join(', ');
  return `${line}\n            ${names === '' ? '' : `${names}, inferred: `}${why}`;
}

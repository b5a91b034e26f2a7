import type { Command } from 'cac';
import { userCache } from '../engine/host/node/indexCache.ts';
import { nodeSources } from '../engine/host/node/nodeSources.ts';
import { nodeStores } from '../engine/host/node/nodeStores.ts';
import { Live } from '../engine/live.ts';
import { liveSources } from '../engine/liveSources.ts';
import { Session } from '../engine/session.ts';
import { Stores } from '../engine/store/stores.ts';
import { surveyLogs, type LogSurvey } from '../engine/survey.ts';
import type { SessionSources } from '../engine/host/sourceHost.ts';
import type { SourceRow } from '../protocol/rows.ts';
import type { OpenRequest, SourceSpec } from '../protocol/engineApi.ts';
import { STANDARD_INPUT } from './arguments.ts';
import { progress, tell, UsageError } from './output.ts';
import { storeSource, storeTarget, withStoreOptions, type StoreOptions } from './store.ts';

const INPUT = 'standard input';

/** Options that every command on logs has. */
export interface LogOptions extends StoreOptions {
  readonly year?: number | string;
  readonly utcOffset?: number | string;
  readonly allowLarge?: boolean;
  readonly align?: boolean;
  /** False by `--no-cache`. */
  readonly cache?: boolean;
  /** Of commands that have it: what is added to the logs comes too. */
  readonly follow?: boolean;
}

/** A session on the logs named on the command line; `-` is standard input. Unreadable ones are told on stderr. */
export async function openLogs(logs: readonly string[], options: LogOptions): Promise<Session> {
  const { host, request } = await named(logs, options);
  const session = new Session(host);
  const reading = progress();
  const listening = session.onEvent((event) => {
    if (event.kind === 'progress') reading.tell(event.text, event.fraction);
  });
  const { sources } = await session.open(request, new AbortController().signal).finally(() => {
    listening.dispose();
    reading.end();
  });
  tellProblems(sources);
  for (const { source, proposedOffset } of options.align === true ? sources : [])
    if (proposedOffset !== undefined) session.setClockOffset(source, proposedOffset.offset);
  const input = sources.find(({ name }) => name === INPUT);
  if (options.follow === true && input !== undefined) void pump(session, input.source);
  return session;
}

/** What they hold, at a glance: nothing is rebuilt. */
export async function surveyOf(logs: readonly string[], options: LogOptions): Promise<LogSurvey> {
  const { host, request } = await named(logs, options);
  const reading = progress();
  const align = options.align === true;
  const found = await surveyLogs({ host, request, align, onProgress: reading.tell }).finally(
    reading.end,
  );
  tellProblems(found.sources);
  return found;
}

async function named(
  logs: readonly string[],
  options: LogOptions,
): Promise<{ host: SessionSources; request: OpenRequest }> {
  if (logs.length === 0)
    throw new UsageError(
      'Name at least one log: a file, a folder, an archive, a log store, or - for standard input.',
    );
  const sources: SourceSpec[] = [];
  const stores = new Stores(nodeStores);
  const follow = options.follow === true;
  for (const log of logs) {
    const store = storeTarget(log, options);
    if (store !== undefined) sources.push(await storeSource(stores, store, options, follow));
    else if (log !== STANDARD_INPUT) sources.push({ kind: 'path', path: log, follow });
    else if (follow) sources.push({ kind: 'pushed', name: INPUT });
    else sources.push({ kind: 'bytes', name: INPUT, bytes: await standardInput() });
  }
  const host = nodeSources(options.cache === false ? undefined : userCache());
  return {
    host: liveSources(host, new Live(undefined), stores),
    request: { sources, allowLarge: options.allowLarge === true, ...clock(options) },
  };
}

/** Of sources with a problem, so many are told. */
const MAX_TOLD = 20;

function tellProblems(sources: readonly SourceRow[]): void {
  const troubled = sources.filter(({ problem }) => problem !== undefined);
  for (const { problem = '', tooLarge } of troubled.slice(0, MAX_TOLD)) {
    const hint = tooLarge === true ? ' --allow-large reads it whole.' : '';
    tell(`${problem}${hint}`);
  }
  const more = troubled.length - MAX_TOLD;
  if (more > 0) tell(`and ${more.toLocaleString('en')} more; summary has them all.`);
}

/** Hands on what comes in; the log ends with it. */
async function pump(session: Session, source: number): Promise<void> {
  for await (const chunk of process.stdin) session.push(source, chunk as Uint8Array);
  session.stopFollowing();
}

function clock(options: LogOptions): Pick<OpenRequest, 'year' | 'utcOffset'> {
  return {
    ...(options.year === undefined ? {} : { year: whole(options.year, '--year') }),
    ...(options.utcOffset === undefined
      ? {}
      : { utcOffset: minutesEast(String(options.utcOffset)) }),
  };
}

function whole(value: number | string, name: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1970 || number > 2200)
    throw new UsageError(`${name} wants a year like 2026, not ${value}.`);
  return number;
}

/** `+02:00`, `-0530` or hours like `2`: minutes east of UTC. */
function minutesEast(text: string): number {
  const m = /^([+-]?)(\d{1,2})(?::?(\d\d))?$/.exec(text);
  if (m === null) throw new UsageError(`--utc-offset wants something like +02:00, not ${text}.`);
  return (m[1] === '-' ? -1 : 1) * (Number(m[2]) * 60 + Number(m[3] ?? 0));
}

async function standardInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/** The options that tell what a log itself leaves open. */
export function withLogOptions(command: Command): Command {
  return withStoreOptions(command)
    .option('--year <year>', 'the year of the first line, for logs that carry none')
    .option('--allow-large', 'reads archives that unpack to more than 200 times their size, too')
    .option(
      '--align',
      'shifts the clocks of logs onto each other by the containers that they share',
    )
    .option('--no-cache', 'neither uses nor keeps the index of a big log')
    .option('--utc-offset <offset>', 'the node’s zone, like +02:00, for logs that carry none');
}

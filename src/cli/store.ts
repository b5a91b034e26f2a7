// Log stores on the command line: `loki+http://HOST:3100`, `elasticsearch+https://HOST:9200/INDICES`, `opensearch+https://…` where
// else a file is named. How one signs in stands in the environment, as the stores' own tools read it, never among the arguments.
import type { Command } from 'cac';
import {
  DAY,
  HOUR,
  micros,
  MILLISECOND,
  MINUTE,
  parseRfc3339,
  SECOND,
  type Micros,
} from '../base/time.ts';
import type { SourceSpec } from '../protocol/engineApi.ts';
import type { StoreCredentials, StoreKind, StoreQuery, StoreTarget } from '../protocol/storeApi.ts';
import type { Stores } from '../engine/store/stores.ts';
import { readText } from './readText.ts';
import { UsageError } from './output.ts';

export interface StoreOptions {
  readonly node?: string | readonly string[];
  readonly since?: string | number;
  readonly until?: string | number;
  readonly onlyPod?: string;
  readonly select?: string;
  readonly nodeLabel?: string;
  readonly maxLines?: string | number;
  readonly saying?: string | readonly string[];
}

const kinds: Readonly<Record<string, StoreKind>> = {
  loki: 'loki',
  elasticsearch: 'elasticsearch',
  es: 'elasticsearch',
  opensearch: 'opensearch',
};

/** The options that say what of a store is wanted. */
export function withStoreOptions(command: Command): Command {
  return command
    .option('--node <node>', 'of a log store: only this node; may be given more than once', {
      type: [],
    })
    .option('--since <time>', 'of a log store: from this time on, or so long ago (2h)', {
      default: '1h',
    })
    .option('--until <time>', 'of a log store: up to this time; default now')
    .option('--saying <id>', 'of a log store: only nodes that say the words of this finding', {
      type: [],
    })
    .option('--only-pod <pod>', 'of a log store: only lines that name this pod, ns/name')
    .option(
      '--select <selector>',
      'of a log store: which lines are a kubelet’s; default looked for',
    )
    .option('--node-label <label>', 'of a log store: what names the node; default looked for')
    .option('--max-lines <n>', 'of a log store: more are not read at once', { default: '2000000' });
}

/** Where a log store is, if the argument names one. */
export function storeTarget(
  argument: string,
  options: StoreOptions,
  environment: NodeJS.ProcessEnv = process.env,
): StoreTarget | undefined {
  const [, name = '', url = ''] = /^([a-z]+)\+(https?:\/\/.*)$/is.exec(argument) ?? [];
  if (url === '') return undefined;
  const kind = kinds[name.toLowerCase()];
  if (kind === undefined)
    throw new UsageError(
      `There is no log store of kind ${name}: loki, elasticsearch or opensearch.`,
    );
  const { select, nodeLabel } = options;
  const prefix = kind.toUpperCase();
  const told = (what: string): string => environment[`${prefix}_${what}`] ?? '';
  const credentials = credentialsIn(told);
  return {
    kind,
    url,
    ...(credentials === undefined ? {} : { credentials }),
    ...(told('ORG_ID') === '' ? {} : { tenant: told('ORG_ID') }),
    ...(told('CA_CERT_PATH') === '' ? {} : { ca: readText(told('CA_CERT_PATH')) }),
    ...(select === undefined ? {} : { selector: select }),
    ...(nodeLabel === undefined ? {} : { nodeLabel }),
  };
}

function credentialsIn(told: (what: string) => string): StoreCredentials | undefined {
  if (told('API_KEY') !== '') return { kind: 'apiKey', key: told('API_KEY') };
  if (told('BEARER_TOKEN') !== '') return { kind: 'bearer', token: told('BEARER_TOKEN') };
  if (told('USERNAME') === '') return undefined;
  return { kind: 'basic', user: told('USERNAME'), password: told('PASSWORD') };
}

export function storeQuery(
  options: StoreOptions,
  now = micros(Date.now() * MILLISECOND),
): StoreQuery {
  const from = timeOf(options.since ?? '1h', '--since', now);
  const to = options.until === undefined ? now : timeOf(options.until, '--until', now);
  if (from >= to) throw new UsageError('--since must be before --until.');
  const nodes = [options.node ?? []].flat().map(String);
  const pod = options.onlyPod;
  if (pod !== undefined && !/^[^/]+\/[^/]+$/.test(pod))
    throw new UsageError(`--only-pod wants ns/name, not ${pod}.`);
  return {
    from,
    to,
    ...(nodes.length === 0 ? {} : { nodes }),
    ...(pod === undefined ? {} : { pod }),
  };
}

/** What is to be read of a store; it is asked which nodes say what, if that matters. */
export async function storeSource(
  stores: Stores,
  target: StoreTarget,
  options: StoreOptions,
  follow: boolean,
): Promise<SourceSpec> {
  const maxLines = Number(options.maxLines ?? NaN);
  if (options.maxLines !== undefined && !(maxLines > 0))
    throw new UsageError(`--max-lines wants a number, not ${options.maxLines}.`);
  const query = await among(stores, target, storeQuery(options), options);
  return { kind: 'store', target, query, follow, ...(maxLines > 0 ? { maxLines } : {}) };
}

async function among(
  stores: Stores,
  target: StoreTarget,
  query: StoreQuery,
  { saying }: StoreOptions,
): Promise<StoreQuery> {
  if (saying === undefined) return query;
  const ids = [saying].flat();
  const rows = await stores.signatures(target, query, ids, new AbortController().signal);
  const nodes = [...new Set(rows.flatMap((row) => row.nodes.map(({ node }) => node)))].sort();
  if (nodes.length === 0) throw new UsageError(`No node says the words of ${ids.join(' or ')}.`);
  return { ...query, nodes };
}

const units: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY };

/** RFC 3339, or so long ago: `90m`. */
function timeOf(given: string | number, name: string, now: Micros): Micros {
  const text = String(given);
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const time = count === '' ? parseRfc3339(text) : micros(now - Number(count) * (units[unit] ?? 0));
  if (time === undefined)
    throw new UsageError(`${name} wants a time like 2026-11-21T09:30:00Z, or 2h, not ${text}.`);
  return time;
}

// Room store: log stores that hold the logs of many nodes, Loki and Elasticsearch or OpenSearch. It knows their APIs and how collectors
// name things, and lets the store filter and count; of what a line means it knows nothing. This file is the chunk that is loaded when
// a store is first asked for.
import { field, textField } from '../cluster/json.ts';
import { pause } from '../cluster/logPoll.ts';
import { waitAfter } from '../cluster/remotePolicy.ts';
import { quietly, type LogPart } from '../cluster/logPart.ts';
import { micros, MINUTE, SECOND, type Micros } from '../base/time.ts';
import type { StoreKind, StoreQuery, StoreTarget } from '../protocol/storeApi.ts';
import { findElastic } from './elastic.ts';
import { EntryText } from './entryText.ts';
import { findLoki } from './loki.ts';
import { RecentEntries } from './pages.ts';
import { StoreClient, type StoreClientOptions } from './storeClient.ts';
import { StoreError } from './storeError.ts';
import type { StoreView } from './storeView.ts';

export type { StoreClientOptions } from './storeClient.ts';
export { StoreError } from './storeError.ts';
export type { SaidRow, Signature, StoreView } from './storeView.ts';

/** Looks what is at an address, and how its collectors name what is asked for. Rejects with a StoreError, and for the signal. */
export async function findStore(
  target: StoreTarget,
  span: StoreQuery,
  signal: AbortSignal,
  options: StoreClientOptions = {},
): Promise<StoreView> {
  const client = new StoreClient(target, options);
  try {
    return await find(client, target, span, signal);
  } catch (error) {
    client.dispose();
    throw error;
  }
}

async function find(
  client: StoreClient,
  target: StoreTarget,
  span: StoreQuery,
  signal: AbortSignal,
): Promise<StoreView> {
  const given = client.path.replace(/\/loki\/api\/v1.*$/, '');
  if (target.kind === undefined || target.kind === 'loki') {
    client.rootAt(given);
    const built = await client.probe('/loki/api/v1/status/buildinfo', signal);
    const version = textField(built, 'version');
    // A gateway may keep that path to itself: then the labels tell whether it is a Loki.
    if (target.kind === 'loki' || version !== undefined)
      return await findLoki(client, target, version ?? '', span, signal);
  }
  const { root, indices } = splitPath(given);
  client.rootAt(root);
  const told = versionIn(await client.probe('/', signal));
  const kind = told?.kind ?? target.kind;
  if (kind === undefined)
    throw new StoreError(
      client.page ??
        `${client.server} answers, but neither as Loki nor as Elasticsearch or OpenSearch. If it is one behind a gateway, name its kind.`,
    );
  return await findElastic(client, target, { kind, indices, version: told?.version ?? '' }, signal);
}

/** Of `/es/filebeat-*`, where the API begins and which indices are meant. */
function splitPath(path: string): { readonly root: string; readonly indices: string } {
  const slash = path.lastIndexOf('/');
  const last = slash < 0 ? '' : path.slice(slash + 1);
  return { root: slash < 0 ? '' : path.slice(0, slash), indices: last === '' ? '*' : last };
}

function versionIn(
  banner: unknown,
): { readonly kind: Exclude<StoreKind, 'loki'>; readonly version: string } | undefined {
  const version = field(banner, 'version');
  const number = textField(version, 'number');
  if (number === undefined) return undefined;
  const isOpenSearch = textField(version, 'distribution') === 'opensearch';
  return { kind: isOpenSearch ? 'opensearch' : 'elasticsearch', version: number };
}

/** The lines of a node as text, those that are there now. */
export async function* readNode(
  view: StoreView,
  node: string,
  query: StoreQuery,
  signal: AbortSignal,
): AsyncGenerator<LogPart> {
  const text = new EntryText();
  for await (const { entries, lost } of view.read(node, query, signal)) {
    if (lost) yield lostNotice(view, node);
    if (entries.length > 0) yield { kind: 'data', bytes: text.bytes(entries) };
  }
}

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Milliseconds between two looks. */
  readonly interval: number;
  /** How long after their own time lines may still arrive, µs. Default 10 s. */
  readonly late?: number;
  readonly now: () => Micros;
}

/** The same, and what comes later, until the signal. Failures are told once, and it is tried again from the same place. */
export function followNode(
  view: StoreView,
  node: string,
  query: StoreQuery,
  options: FollowOptions,
): AsyncGenerator<LogPart> {
  return quietly(options.signal, follow(view, node, query, options));
}

async function* follow(
  view: StoreView,
  node: string,
  wanted: StoreQuery,
  { signal, interval, late = 10 * SECOND, now }: FollowOptions,
): AsyncGenerator<LogPart> {
  const text = new EntryText();
  const { from } = wanted;
  const recent = new RecentEntries(BigInt(from) * 1_000n, BigInt(late) * 1_000n);
  let since = from;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const query = { ...wanted, from: since, to: micros(now() + 10 * MINUTE) };
      for await (const { entries, lost } of view.read(node, query, signal)) {
        if (lost) yield lostNotice(view, node);
        const fresh = recent.take(entries);
        if (fresh.length > 0) yield { kind: 'data', bytes: text.bytes(fresh) };
      }
      if (failures > 0) yield { kind: 'notice', text: `The lines of ${node} are read again.` };
      failures = 0;
      since = micros(Math.max(from, Number(recent.from / 1_000n)));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (failures++ === 0)
        yield { kind: 'notice', text: `${error.message} It is tried again from the same place.` };
    }
    await pause(Math.max(interval, 1_000 * waitAfter(failures, Math.random)), signal);
  }
}

function lostNotice(view: StoreView, node: string): LogPart {
  return {
    kind: 'notice',
    gap: 'disconnected',
    text: `${view.server} has more lines of ${node} at one stamp than it gives at once: some are missing.`,
  };
}

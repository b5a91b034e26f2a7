// Elasticsearch (7.10 and later) and OpenSearch (2.4 and later) by their search API: fields by `_field_caps`, counting by
// aggregations, lines by `search_after` within a point in time, or by their time where there is no tie-breaker.
import { formatRfc3339, micros, MILLISECOND, parseRfc3339, type Micros } from '../base/time.ts';
import { field, textField } from '../cluster/json.ts';
import type { StoreKind, StoreNodeRow, StoreQuery, StoreTarget } from '../protocol/storeApi.ts';
import { askedFields, fieldsIn, kubeletFilter, memberOf, type Fields } from './elasticFields.ts';
import { chunksOf, inTurns } from './inTurns.ts';
import { PageCount, pagesFrom } from './pages.ts';
import { mostFirst } from './rows.ts';
import { listOf, StoreRefusal, type StoreClient } from './storeClient.ts';
import { StoreError } from './storeError.ts';
import type { Entry, EntryPage, SaidRow, Signature, StoreView } from './storeView.ts';

/** `index.max_result_window` is 10,000 by default; lines are long. */
const pageSize = 5_000;
const mostNodes = 10_000;
/** Signatures in one question: each is some clauses, of which a store takes about a thousand. */
const together = 20;
/** How long a store keeps a point in time after the last question. */
const keepAlive = '2m';
const lenient = 'ignore_unavailable=true&allow_no_indices=true';
const stampFormat = 'strict_date_optional_time_nanos';

type Kind = Exclude<StoreKind, 'loki'>;

export async function findElastic(
  client: StoreClient,
  target: StoreTarget,
  found: { readonly kind: Kind; readonly version: string; readonly indices: string },
  signal: AbortSignal,
): Promise<StoreView> {
  const { indices } = found;
  const asked = [
    ...askedFields,
    ...(target.nodeLabel === undefined ? [] : withKeyword(target.nodeLabel)),
  ];
  const path = `/${indices}/_field_caps?fields=${encodeURIComponent(asked.join(','))}&${lenient}`;
  const answer = await client.json({ path }, signal);
  const names = listOf(field(answer, 'indices'));
  if (names.length === 0)
    throw new StoreError(`${client.server} has no index ${indices}, or does not show it.`);
  const fields = fieldsIn(answer, target.nodeLabel);
  if (fields.node === undefined)
    throw new StoreError(
      target.nodeLabel === undefined
        ? `No field of ${indices} shows which node a line is from. Name the field that does.`
        : `${indices} has no field ${target.nodeLabel} that can be counted by.`,
      'node-label',
    );
  if (target.selector === undefined && fields.units.length === 0)
    throw new StoreError(
      `No field of ${indices} shows which lines are a kubelet’s. Name a selector, such as app:kubelet.`,
      'selector',
    );
  const only =
    target.selector === undefined
      ? kubeletFilter(fields.units)
      : { query_string: { query: target.selector } };
  const selector = target.selector ?? fields.units.map((name) => `${name}:kubelet*`).join(' OR ');
  return new Elastic(client, {
    ...found,
    fields: { ...fields, node: fields.node },
    only,
    selector,
  });
}

function withKeyword(name: string): readonly string[] {
  return [name, `${name}.keyword`];
}

interface Found {
  readonly kind: Kind;
  readonly version: string;
  readonly indices: string;
  readonly fields: Fields & { readonly node: string };
  readonly only: object;
  readonly selector: string;
}

class Elastic implements StoreView {
  readonly kind: Kind;
  readonly server: string;
  readonly version: string;
  readonly nodeLabel: string;
  readonly selector: string;
  private readonly client: StoreClient;
  private readonly found: Found;

  constructor(client: StoreClient, found: Found) {
    this.client = client;
    this.found = found;
    this.server = client.server;
    this.kind = found.kind;
    this.version = found.version;
    this.nodeLabel = found.fields.node;
    this.selector = found.selector;
  }

  async count(query: StoreQuery, signal: AbortSignal): Promise<readonly StoreNodeRow[]> {
    const answer = await this.aggregate(query, this.byNode(), signal);
    return bucketsOf(answer).toSorted((a, b) => (a.node < b.node ? -1 : 1));
  }

  async said(
    query: StoreQuery,
    signatures: readonly Signature[],
    signal: AbortSignal,
  ): Promise<readonly SaidRow[]> {
    const told = signatures.filter(({ phrases }) => phrases.length > 0);
    const parts = await inTurns(chunksOf(told, together), (some) =>
      this.saidOf(query, some, signal),
    );
    return parts.flat();
  }

  private async saidOf(
    query: StoreQuery,
    signatures: readonly Signature[],
    signal: AbortSignal,
  ): Promise<readonly SaidRow[]> {
    const { time } = this.found.fields;
    const filters = Object.fromEntries(
      signatures.map(({ id, phrases }) => [id, this.saying(phrases)]),
    );
    const within = {
      ...this.byNode(),
      first: { min: { field: time } },
      last: { max: { field: time } },
    };
    const aggs = { said: { filters: { filters }, aggs: within } };
    const buckets = field(field(await this.aggregate(query, aggs, signal), 'said'), 'buckets');
    return signatures.flatMap(({ id }) => {
      const bucket = field(buckets, id);
      const nodes = bucketsOf(bucket);
      const edge = (name: string): Micros | undefined => {
        const value = field(field(bucket, name), 'value');
        return typeof value === 'number' ? micros(Math.round(value) * MILLISECOND) : undefined;
      };
      if (nodes.length === 0) return [];
      return [{ id, nodes: mostFirst(nodes), first: edge('first'), last: edge('last') }];
    });
  }

  private saying(phrases: Signature['phrases']): object {
    const { line } = this.found.fields;
    const should = phrases.map((all) => ({
      bool: { filter: all.map((phrase) => ({ match_phrase: { [line]: phrase } })) },
    }));
    return { bool: { should, minimum_should_match: 1 } };
  }

  private byNode(): { readonly nodes: object } {
    return { nodes: { terms: { field: this.nodeLabel, size: mostNodes } } };
  }

  /** The aggregations of an answer without hits. */
  private async aggregate(query: StoreQuery, aggs: object, signal: AbortSignal): Promise<unknown> {
    const body = {
      size: 0,
      track_total_hits: false,
      query: this.queryOf(query, query.nodes),
      aggs,
    };
    const path = `/${this.found.indices}/_search?${lenient}`;
    const answer = await this.client.json({ path, body }, signal);
    complain(answer, this.server);
    return field(answer, 'aggregations');
  }

  async *read(node: string, query: StoreQuery, signal: AbortSignal): AsyncGenerator<EntryPage> {
    const point = await this.openPoint(signal);
    try {
      if (point !== undefined && this.kind === 'elasticsearch')
        yield* this.readAfter(point, node, query, signal);
      else yield* this.readByTime(point, node, query, signal);
    } finally {
      if (point !== undefined) await this.closePoint(point);
    }
  }

  /** Elasticsearch breaks ties within a point in time by itself. */
  private async *readAfter(
    point: PointInTime,
    node: string,
    query: StoreQuery,
    signal: AbortSignal,
  ): AsyncGenerator<EntryPage> {
    let after: unknown;
    let newest = nanos(query.from);
    const count = new PageCount();
    for (;;) {
      const hits = await this.hits(
        {
          query: this.queryOf(query, [node]),
          sort: [this.byTime(), { _shard_doc: 'asc' }],
          ...(after === undefined ? {} : { search_after: after }),
        },
        point,
        signal,
      );
      const since = newest;
      const entries = hits
        .flatMap((hit) => this.entryOf(hit) ?? [])
        .filter(({ stamp }) => stamp >= since && stamp < nanos(query.to));
      const next = field(hits.at(-1), 'sort');
      const goesOn = JSON.stringify(next) !== JSON.stringify(after);
      count.page(goesOn ? entries.length : 0, hits.length >= pageSize);
      if (entries.length > 0 && goesOn) yield { entries, lost: false };
      if (hits.length < pageSize) return;
      newest = entries.at(-1)?.stamp ?? newest;
      after = next;
    }
  }

  private async *readByTime(
    point: PointInTime | undefined,
    node: string,
    query: StoreQuery,
    signal: AbortSignal,
  ): AsyncGenerator<EntryPage> {
    const { time } = this.found.fields;
    yield* pagesFrom(nanos(query.from), nanos(query.to), pageSize, async (from) => {
      const since = { range: { [time]: { gte: stampText(from), format: stampFormat } } };
      const body = {
        query: { bool: { filter: [this.queryOf(query, [node]), since] } },
        sort: [this.byTime()],
      };
      const hits = await this.hits(body, point, signal);
      return hits.flatMap((hit) => this.entryOf(hit) ?? []);
    });
  }

  private async hits(
    body: object,
    point: PointInTime | undefined,
    signal: AbortSignal,
  ): Promise<readonly unknown[]> {
    const { line } = this.found.fields;
    const within = point === undefined ? {} : { pit: { id: point.id, keep_alive: keepAlive } };
    const path = point === undefined ? `/${this.found.indices}/_search?${lenient}` : '/_search';
    const asked = { size: pageSize, track_total_hits: false, _source: [line], ...body, ...within };
    const answer = await this.client.json({ path, body: asked }, signal);
    complain(answer, this.server);
    if (point !== undefined) point.id = textField(answer, 'pit_id') ?? point.id;
    return listOf(field(field(answer, 'hits'), 'hits'));
  }

  private byTime(): object {
    return { [this.found.fields.time]: { order: 'asc', format: stampFormat } };
  }

  private entryOf(hit: unknown): Entry | undefined {
    const [stamp] = listOf(field(hit, 'sort'));
    const line = memberOf(field(hit, '_source'), this.found.fields.line);
    const at = typeof stamp === 'string' ? stampOf(stamp) : undefined;
    if (at === undefined) return undefined;
    const key = `${textField(hit, '_index') ?? ''}/${textField(hit, '_id') ?? ''}`;
    return { stamp: at, key, line: typeof line === 'string' ? line : '' };
  }

  private queryOf({ from, to, pod }: StoreQuery, nodes: readonly string[] | undefined): object {
    const { time, line } = this.found.fields;
    const range = { gte: stampText(nanos(from)), lt: stampText(nanos(to)), format: stampFormat };
    const filter: object[] = [{ range: { [time]: range } }, this.found.only];
    if (nodes !== undefined) filter.push({ terms: { [this.nodeLabel]: nodes } });
    if (pod !== undefined) {
      const [namespace = '', name = ''] = pod.split('/');
      const should = [pod, `${name}_${namespace}`].map((words) => ({
        match_phrase: { [line]: words },
      }));
      filter.push({ bool: { should, minimum_should_match: 1 } });
    }
    return { bool: { filter } };
  }

  /** Undefined where the store has none, or does not let us. */
  private async openPoint(signal: AbortSignal): Promise<PointInTime | undefined> {
    const { indices } = this.found;
    const path =
      this.kind === 'elasticsearch'
        ? `/${indices}/_pit?keep_alive=${keepAlive}&ignore_unavailable=true`
        : `/${indices}/_search/point_in_time?keep_alive=${keepAlive}`;
    try {
      const answer = await this.client.json({ path, method: 'POST' }, signal);
      const id = textField(answer, 'id') ?? textField(answer, 'pit_id');
      return id === undefined ? undefined : { id };
    } catch (error) {
      if (error instanceof StoreRefusal && [400, 403, 404, 405].includes(error.status))
        return undefined;
      throw error;
    }
  }

  private async closePoint({ id }: PointInTime): Promise<void> {
    const isElastic = this.kind === 'elasticsearch';
    const path = isElastic ? '/_pit' : '/_search/point_in_time';
    const body = isElastic ? { id } : { pit_id: [id] };
    const soon = AbortSignal.timeout(5_000);
    // It ends by itself soon after.
    await this.client.json({ path, body, method: 'DELETE' }, soon).catch(() => undefined);
  }

  dispose(): void {
    this.client.dispose();
  }
}

interface PointInTime {
  /** May change with each answer: the newest counts. */
  id: string;
}

/** An answer may leave out what some shards have; then the counts would be too small, and lines missing. */
function complain(answer: unknown, server: string): void {
  const failed = field(field(answer, '_shards'), 'failed');
  if (field(answer, 'timed_out') === true)
    throw new StoreError(
      `${server} gave up before it had looked at all its lines: ask for less time.`,
    );
  if (typeof failed !== 'number' || failed === 0) return;
  const [first] = listOf(field(field(answer, '_shards'), 'failures'));
  const reason = textField(field(first, 'reason'), 'reason') ?? '';
  throw new StoreError(
    `${failed} shards of ${server} could not answer${reason === '' ? '' : `: “${reason.slice(0, 300)}”`}.`,
  );
}

function bucketsOf(aggregations: unknown): readonly StoreNodeRow[] {
  return listOf(field(field(aggregations, 'nodes'), 'buckets')).flatMap((bucket) => {
    const node = field(bucket, 'key');
    const lines = field(bucket, 'doc_count');
    return typeof node === 'string' && typeof lines === 'number' ? [{ node, lines }] : [];
  });
}

function nanos(time: Micros): bigint {
  return BigInt(Math.floor(time)) * 1_000n;
}

/** `2026-11-21T09:34:10.753780123Z`: as the store writes and reads it. */
function stampText(stamp: bigint): string {
  const text = formatRfc3339(micros(Number(stamp / 1_000n)));
  return `${text.slice(0, -1)}${String(stamp % 1_000n).padStart(3, '0')}Z`;
}

function stampOf(text: string): bigint | undefined {
  const time = parseRfc3339(text);
  if (time === undefined) return undefined;
  const below = /\.\d{6}(\d{1,3})/.exec(text)?.[1] ?? '';
  return nanos(time) + BigInt(below.padEnd(3, '0'));
}

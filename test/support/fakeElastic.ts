// An Elasticsearch, or an OpenSearch, of the tests: documents in memory, for the questions that we ask. Its answers have the form
// that the public references of their APIs give; no real one was at hand.
import { FakeStore, json, type Answer, type Asked } from './fakeStore.ts';

export interface FakeDocument {
  readonly '@timestamp': string;
  readonly message: string;
  readonly [field: string]: unknown;
}

type Json = Readonly<Record<string, unknown>>;

export class FakeElastic extends FakeStore {
  readonly documents: FakeDocument[] = [];
  /** Fields by their type, as `_field_caps` tells them. */
  fields: Record<string, 'keyword' | 'text' | 'date'> = {
    '@timestamp': 'date',
    message: 'text',
    'host.name': 'keyword',
    'systemd.unit': 'keyword',
  };
  distribution: 'elasticsearch' | 'opensearch' = 'elasticsearch';
  hasPointInTime = true;
  points = 0;
  /** The most hits of one answer, whatever is asked for. */
  failedShards = 0;

  push(node: string, lines: readonly (readonly [string, string])[]): void {
    for (const [stamp, message] of lines)
      this.documents.push({
        '@timestamp': stamp,
        message,
        host: { name: node },
        'systemd.unit': 'kubelet.service',
      });
  }

  protected answer({ method, path, body }: Asked): Answer {
    const url = new URL(path, 'http://elastic');
    const at = url.pathname;
    if (at === '/') return json(this.banner);
    if (at.endsWith('/_field_caps')) return this.capabilities();
    if (/_pit$|point_in_time$/.test(at)) return this.point(method, at);
    if (at.endsWith('/_search')) return this.search(at, JSON.parse(body) as Json);
    return { code: 404, body: JSON.stringify({ error: 'no handler found', status: 404 }) };
  }

  private get banner(): unknown {
    const isOpen = this.distribution === 'opensearch';
    const own = isOpen ? { distribution: 'opensearch', number: '2.19.1' } : { number: '8.17.0' };
    return { name: 'node-1', cluster_name: 'logs', version: own };
  }

  private capabilities(): Answer {
    const fields = Object.fromEntries(
      Object.entries(this.fields).map(([name, type]) => [
        name,
        {
          [type]: { type, metadata_field: false, searchable: true, aggregatable: type !== 'text' },
        },
      ]),
    );
    return json({ indices: ['filebeat-8.17.0'], fields });
  }

  private point(method: string, at: string): Answer {
    const ours = this.distribution === 'opensearch' ? /point_in_time$/ : /_pit$/;
    if (!this.hasPointInTime || !ours.test(at))
      return {
        code: 400,
        body: JSON.stringify({
          error: {
            root_cause: [{ type: 'illegal_argument_exception', reason: 'no such route' }],
            type: 'illegal_argument_exception',
            reason: 'no such route',
          },
          status: 400,
        }),
      };
    this.points += method === 'DELETE' ? -1 : 1;
    if (method === 'DELETE') return json({ succeeded: true, num_freed: 1 });
    return json(this.distribution === 'opensearch' ? { pit_id: 'p0' } : { id: 'p0' });
  }

  private search(at: string, body: Json): Answer {
    const all = this.documents.filter((each) => fits(body['query'] as Json, each));
    const shards = { total: 2, successful: 2, skipped: 0, failed: this.failedShards };
    const base = { took: 1, timed_out: false, _shards: shards };
    if (body['aggs'] !== undefined)
      return json({
        ...base,
        hits: { hits: [] },
        aggregations: aggregate(body['aggs'] as Json, all),
      });
    const usesPoint = body['pit'] !== undefined;
    // A point in time knows its indices.
    if (usesPoint !== (at === '/_search')) return { code: 400, body: '{"error":{"reason":"pit"}}' };
    const rows = all
      .map((document) => ({ document, number: this.documents.indexOf(document) }))
      // What ties are broken by is not the order in which they came.
      .sort((a, b) => compare(a.document, b.document) || mixed(a.number) - mixed(b.number));
    const after = body['search_after'] as [string, number] | undefined;
    const begin =
      after === undefined ? 0 : rows.findIndex(({ number }) => mixed(number) === after[1]) + 1;
    const hits = rows.slice(begin, begin + Number(body['size'])).map(({ document, number }) => ({
      _index: 'filebeat-8.17.0',
      _id: `id-${number}`,
      _source: { message: document.message },
      sort: (body['sort'] as unknown[]).map((_, i) =>
        i === 0 ? document['@timestamp'] : mixed(number),
      ),
    }));
    return json({ ...base, ...(usesPoint ? { pit_id: `p${hits.length}` } : {}), hits: { hits } });
  }
}

function mixed(number: number): number {
  return (number * 7919) % 100_003;
}

function compare(a: FakeDocument, b: FakeDocument): number {
  return a['@timestamp'] < b['@timestamp'] ? -1 : a['@timestamp'] > b['@timestamp'] ? 1 : 0;
}

function valueOf(document: FakeDocument, name: string): string {
  const value = name === 'host.name' ? (document['host'] as Json)['name'] : document[name];
  return typeof value === 'string' ? value : '';
}

/** The forms of a query that we write; another one is a mistake of ours. */
function fits(query: Json, document: FakeDocument): boolean {
  const { name: kind, value: inner } = only(query);
  if (kind === 'bool') {
    const all = (inner['filter'] as Json[] | undefined) ?? [];
    const some = inner['should'] as Json[] | undefined;
    return (
      all.every((each) => fits(each, document)) &&
      (some === undefined || some.some((each) => fits(each, document)))
    );
  }
  const { name, value: wanted } = only(inner);
  const own = valueOf(document, name);
  switch (kind) {
    case 'range': {
      const { gte, lt } = wanted as { readonly gte?: string; readonly lt?: string };
      return (gte === undefined || own >= gte) && (lt === undefined || own < lt);
    }
    case 'terms':
      return (wanted as unknown as readonly string[]).includes(own);
    case 'wildcard':
      return own.includes('kubelet');
    case 'match_phrase':
      return words(own).includes(words(wanted as unknown as string));
    case 'query_string':
      return true;
    default:
      throw new Error(`no query ${kind}`);
  }
}

/** The one member that an object of a query has. */
function only(object: Json): { readonly name: string; readonly value: Json } {
  const [name = ''] = Object.keys(object);
  return { name, value: object[name] as Json };
}

/** As the standard analyser has them. */
function words(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}_]+(?:[.:'][\p{L}\p{N}_]+)*/gu) ?? []).join(' ')} `;
}

function aggregate(aggs: Json, documents: readonly FakeDocument[]): Json {
  return Object.fromEntries(
    Object.entries(aggs).map(([name, value]): [string, unknown] => {
      const { terms, filters, min, max, aggs: within } = value as Record<string, Json | undefined>;
      if (terms !== undefined)
        return [name, { buckets: termBuckets(String(terms['field']), documents) }];
      if (min !== undefined || max !== undefined) {
        const times = documents.map((each) => Date.parse(each['@timestamp']));
        const edge = min === undefined ? Math.max(...times) : Math.min(...times);
        return [name, { value: times.length === 0 ? null : edge }];
      }
      const buckets = Object.entries(filters?.['filters'] as Json).map(([id, query]) => {
        const some = documents.filter((each) => fits(query as Json, each));
        return [id, { doc_count: some.length, ...aggregate(within ?? {}, some) }];
      });
      return [name, { buckets: Object.fromEntries(buckets) as Json }];
    }),
  );
}

function termBuckets(field: string, documents: readonly FakeDocument[]): unknown {
  const counts = new Map<string, number>();
  for (const each of documents) {
    const key = valueOf(each, field);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => ({ key, doc_count: count }));
}

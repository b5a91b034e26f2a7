// A Loki of the tests: labels, range and instant queries over lines in memory, for the LogQL that we write. Its answers, limits and
// refusals are those of a real Loki 3.7.
import { FakeStore, json, type Answer, type Asked } from './fakeStore.ts';

export interface FakeLine {
  readonly labels: Readonly<Record<string, string>>;
  /** Nanoseconds. */
  readonly stamp: bigint;
  readonly line: string;
}

export class FakeLoki extends FakeStore {
  readonly lines: FakeLine[] = [];
  /** `max_entries_limit_per_query` */
  mostEntries = 5_000;
  /** `max_query_series` */
  mostSeries = 500;
  tenant: string | undefined;

  push(
    node: string,
    lines: readonly (readonly [bigint, string])[],
    unit = 'kubelet.service',
  ): void {
    for (const [stamp, line] of lines) this.lines.push({ labels: { node, unit }, stamp, line });
  }

  protected answer(asked: Asked): Answer {
    try {
      return this.answerQuery(asked);
    } catch (error) {
      // So Loki answers a selector that is no regular expression.
      if (error instanceof SyntaxError)
        return { code: 400, body: `parse error : ${error.message}\n` };
      throw error;
    }
  }

  private answerQuery({ path, headers }: Asked): Answer {
    const url = new URL(path, 'http://loki');
    const at = url.pathname.replace('/loki/api/v1/', '');
    if (at === 'status/buildinfo') return json({ version: '3.7.8', revision: '' });
    if (this.tenant !== undefined && headers['x-scope-orgid'] !== this.tenant)
      return { code: 401, body: 'no org id\n' };
    const query = url.searchParams;
    const value = /^label\/([^/]+)\/values$/.exec(at)?.[1];
    if (at === 'labels') return this.names(query, (line) => Object.keys(line.labels));
    if (value !== undefined) return this.names(query, ({ labels }) => labels[value] ?? []);
    if (at === 'query_range') return this.range(query);
    if (at === 'query') return this.instant(query);
    return { code: 404, body: '404 page not found\n' };
  }

  private names(query: URLSearchParams, of: (line: FakeLine) => string | string[]): Answer {
    const all = this.within(query.get('query') ?? '', stamp(query, 'start'), stamp(query, 'end'));
    const names = [...new Set(all.flatMap(of))].sort();
    return json(names.length === 0 ? { status: 'success' } : { status: 'success', data: names });
  }

  private range(query: URLSearchParams): Answer {
    const limit = Number(query.get('limit') ?? 100);
    if (limit > this.mostEntries)
      return {
        code: 400,
        body: `max entries limit per query exceeded, limit > max_entries_limit_per_query (${limit} > ${this.mostEntries})`,
      };
    const all = this.within(query.get('query') ?? '', stamp(query, 'start'), stamp(query, 'end'));
    const sign = query.get('direction') === 'forward' ? 1 : -1;
    all.sort((a, b) => sign * Number(a.stamp - b.stamp));
    const streams = new Map<string, { stream: object; values: [string, string][] }>();
    for (const { labels, stamp: at, line } of all.slice(0, limit)) {
      const stream = { detected_level: levelOf(line), ...labels, service_name: 'unknown_service' };
      const name = JSON.stringify(stream);
      const one = streams.get(name) ?? { stream, values: [] };
      streams.set(name, one);
      one.values.push([String(at), line]);
    }
    // Streams come in no order of time.
    const result = [...streams.values()].reverse();
    return json({ status: 'success', data: { resultType: 'streams', result, stats: {} } });
  }

  private instant(query: URLSearchParams): Answer {
    const m = /^sum(?: by \((\w+)\))? \(?\(?count_over_time\((.*) \[(\d+)ms\]\)\)?$/s.exec(
      query.get('query') ?? '',
    );
    if (m === null) return { code: 400, body: 'parse error at line 1, col 1: syntax error' };
    const [, by, logQl = '', length] = m;
    const end = stamp(query, 'time');
    // The range is open at its beginning and closed at its end.
    const all = this.within(logQl, end - BigInt(length ?? 0) * 1_000_000n + 1n, end + 1n);
    const counts = new Map<string, number>();
    for (const { labels } of all) {
      const node = by === undefined ? '' : (labels[by] ?? '');
      counts.set(node, (counts.get(node) ?? 0) + 1);
    }
    if (counts.size > this.mostSeries)
      return {
        code: 400,
        body: `maximum number of series (${this.mostSeries}) reached for a single query; consider reducing query cardinality`,
      };
    const result = [...counts].map(([node, count]) => ({
      metric: by === undefined ? {} : { [by]: node },
      value: [Number(end / 1_000_000_000n), String(count)],
    }));
    return json({ status: 'success', data: { resultType: 'vector', result, stats: {} } });
  }

  private within(logQl: string, from: bigint, to: bigint): FakeLine[] {
    const fits = parse(logQl);
    return this.lines.filter((line) => line.stamp >= from && line.stamp < to && fits(line));
  }
}

function stamp(query: URLSearchParams, name: string): bigint {
  return BigInt(query.get(name) ?? 0);
}

function levelOf(line: string): string {
  return line.startsWith('E') ? 'error' : line.startsWith('I') ? 'info' : 'unknown';
}

const string = '(`[^`]*`|"(?:\\\\.|[^"\\\\])*")';

/** A selector and its line filters. */
function parse(logQl: string): (line: FakeLine) => boolean {
  const tests: ((line: FakeLine) => boolean)[] = [];
  const end = logQl.indexOf('}') + 1;
  for (const [, label = '', how, text = ''] of logQl
    .slice(0, end)
    .matchAll(new RegExp(`(\\w+)(=~|=)${string}`, 'g'))) {
    const value = textOf(text);
    const whole = new RegExp(`^(?:${value})$`);
    tests.push(({ labels }) =>
      how === '=' ? labels[label] === value : whole.test(labels[label] ?? ''),
    );
  }
  for (const [, how, text = ''] of logQl
    .slice(end)
    .matchAll(new RegExp(`(\\|~|!~|\\|=) ${string}`, 'g'))) {
    const value = textOf(text);
    const ignoresCase = value.startsWith('(?i)');
    const pattern = new RegExp(value.replaceAll('(?i)', ''), ignoresCase ? 'i' : '');
    if (how === '|=') tests.push(({ line }) => line.includes(value));
    else tests.push(({ line }) => pattern.test(line) === (how === '|~'));
  }
  return (line) => tests.every((test) => test(line));
}

function textOf(quoted: string): string {
  return quoted.startsWith('`') ? quoted.slice(1, -1) : String(JSON.parse(quoted));
}

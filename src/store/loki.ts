// Loki (v2.4 and later) by its HTTP API: which labels there are, counting by instant queries, lines by range queries.
import { DAY, micros, MILLISECOND, type Micros } from '../base/time.ts';
import { field, textField } from '../cluster/json.ts';
import type { StoreNodeRow, StoreQuery, StoreTarget } from '../protocol/storeApi.ts';
import { chunksOf, inTurns } from './inTurns.ts';
import { kubeletSelector, nodeLabelAmong, type LabelValues } from './lokiLabels.ts';
import { pagesFrom } from './pages.ts';
import { mostFirst, namesUsed } from './rows.ts';
import { listOf, StoreRefusal, type StoreClient } from './storeClient.ts';
import { StoreError } from './storeError.ts';
import type { Entry, EntryPage, SaidRow, Signature, StoreView } from './storeView.ts';

const api = '/loki/api/v1';
/** `max_entries_limit_per_query` as it is by default; a store with less says so. */
const pageSize = 5_000;
/** Loki refuses questions over more than 30 days by default. */
const stride = 7 * DAY;
/** Signatures that are asked for together until one of them is said. */
const together = 8;
/**
 * Loki answers a question in parts that end where the clock does. One that is full before its last part makes it give up the others,
 * which costs it up to a second each time: where much is to be read, a question stays within a part. Nanoseconds; its default is an
 * hour, and was half of one.
 */
const split = 1_800_000_000_000n;
/** Nodes named in one question, when it has too many to count them all at once. */
const mostSeries = 400;

export async function findLoki(
  client: StoreClient,
  target: StoreTarget,
  version: string,
  span: StoreQuery,
  signal: AbortSignal,
): Promise<StoreView> {
  const bounds = `start=${nanos(span.from)}&end=${nanos(span.to)}`;
  const labels = texts(await client.json({ path: `${api}/labels?${bounds}` }, signal));
  if (labels.length === 0) {
    const tenant = target.tenant === undefined ? ' If it has several tenants, name yours.' : '';
    throw new StoreError(`${client.server} has no lines of that time.${tenant}`);
  }
  const values: LabelValues = async (label, selector) => {
    const query = selector === undefined ? '' : `&query=${encodeURIComponent(selector)}`;
    const path = `${api}/label/${encodeURIComponent(label)}/values?${bounds}${query}`;
    return texts(await client.json({ path }, signal));
  };
  if (target.selector !== undefined && !/^\s*\{.*\}\s*$/s.test(target.selector))
    throw new StoreError('A Loki selector is in braces, such as {job="…"}.', 'selector');
  const selector = target.selector ?? (await kubeletSelector(labels, values));
  if (selector === undefined)
    throw new StoreError(
      `No label of ${client.server} shows which lines are a kubelet’s (it has ${namesUsed(labels)}). Name a selector, such as {job="…"}.`,
      'selector',
    );
  const nodeLabel = await nodeLabelAmong(labels, target.nodeLabel, selector, values);
  if (nodeLabel === undefined)
    throw new StoreError(
      target.nodeLabel === undefined
        ? `No label of ${client.server} shows which node a line is from (it has ${namesUsed(labels)}). Name the label that does.`
        : `${client.server} has no label ${target.nodeLabel} (it has ${namesUsed(labels)}).`,
      'node-label',
    );
  return new Loki(client, { version, selector, nodeLabel }, values);
}

class Loki implements StoreView {
  readonly kind = 'loki';
  readonly server: string;
  readonly version: string;
  readonly nodeLabel: string;
  readonly selector: string;
  private readonly client: StoreClient;
  private readonly values: LabelValues;
  private limit = pageSize;
  private settled: Promise<void> | undefined;
  /** Lines of nodes, as last counted. */
  private readonly counted = new Map<string, number>();

  constructor(
    client: StoreClient,
    found: Pick<StoreView, 'version' | 'selector' | 'nodeLabel'>,
    values: LabelValues,
  ) {
    this.client = client;
    this.server = client.server;
    this.version = found.version;
    this.selector = found.selector;
    this.nodeLabel = found.nodeLabel;
    this.values = values;
  }

  async count(query: StoreQuery, signal: AbortSignal): Promise<readonly StoreNodeRow[]> {
    const rows = await this.countSaying('', query, signal);
    for (const { node, lines } of rows) this.counted.set(node, lines);
    return rows.toSorted((a, b) => (a.node < b.node ? -1 : 1));
  }

  async said(
    query: StoreQuery,
    signatures: readonly Signature[],
    signal: AbortSignal,
  ): Promise<readonly SaidRow[]> {
    const isPlain = ({ patterns }: Signature): boolean =>
      patterns.every(({ literals }) => literals.length > 0);
    const groups = [
      ...chunksOf(signatures.filter(isPlain), together),
      ...signatures.filter((one) => !isPlain(one)).map((one) => [one]),
    ];
    const loud = await inTurns(groups, async (group) =>
      (await this.mayBeSaid(group, query, signal)) ? group : [],
    );
    const rows = await inTurns(loud.flat(), (one) => this.saidBy(one, query, signal));
    return rows.filter(({ nodes }) => nodes.length > 0);
  }

  /** Looks for fixed texts only: a pattern costs a store a hundred times as much. */
  private async mayBeSaid(
    group: readonly Signature[],
    query: StoreQuery,
    signal: AbortSignal,
  ): Promise<boolean> {
    const literals = literalsOf(group.flatMap(({ patterns }) => patterns));
    if (literals === undefined) return true;
    const counted = await this.instant('sum', literals, query, signal);
    return counted.some(({ lines }) => lines > 0);
  }

  private async saidBy(
    { id, patterns }: Signature,
    query: StoreQuery,
    signal: AbortSignal,
  ): Promise<SaidRow> {
    const filter = filterOf(patterns);
    const nodes = await this.countSaying(filter, query, signal);
    if (nodes.length === 0) return { id, nodes, first: undefined, last: undefined };
    const edge = async (direction: 'forward' | 'backward'): Promise<Micros | undefined> => {
      const found = await inStrides(query, direction, async (span) => {
        const [entry] = await this.range(this.logQl(query, filter), span, direction, 1, signal);
        return entry;
      });
      return found === undefined ? undefined : micros(Number(found.stamp / 1000n));
    };
    return {
      id,
      nodes: mostFirst(nodes),
      first: await edge('forward'),
      last: await edge('backward'),
    };
  }

  async *read(node: string, query: StoreQuery, signal: AbortSignal): AsyncGenerator<EntryPage> {
    const logQl = this.logQl({ ...query, nodes: [node] }, '');
    await (this.settled ??= this.settleLimit(logQl, query, signal));
    let isDense = (this.counted.get(node) ?? 0) > this.limit;
    for (const span of stridesOf(query)) {
      const ask = async (start: bigint, limit: number): Promise<readonly Entry[]> => {
        const entries: Entry[] = [];
        for (let from = start; from < span.to && entries.length < limit;) {
          const to = isDense ? smaller(span.to, nextSplit(from)) : span.to;
          const found = await this.range(logQl, { from, to }, 'forward', limit, signal);
          entries.push(...found);
          isDense ||= found.length >= limit;
          from = found.length >= limit ? span.to : to;
        }
        return entries;
      };
      yield* pagesFrom(span.from, span.to, this.limit, ask);
    }
  }

  /** A store that gives fewer lines at once says how many. */
  private async settleLimit(logQl: string, query: StoreQuery, signal: AbortSignal): Promise<void> {
    const moment = { from: nanos(query.from), to: nanos(query.from) + 1_000_000n };
    try {
      await this.range(logQl, moment, 'forward', this.limit, signal);
    } catch (error) {
      const most = /limit per query exceeded.*> (\d+)\)/.exec(
        error instanceof StoreRefusal ? error.said : '',
      )?.[1];
      if (most === undefined || Number(most) < 1) throw error;
      this.limit = Number(most);
    }
  }

  private async range(
    query: string,
    { from, to }: Span,
    direction: 'forward' | 'backward',
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly Entry[]> {
    const parameters = new URLSearchParams({
      query,
      start: String(from),
      end: String(to),
      direction,
      limit: String(limit),
    });
    const path = `${api}/query_range?${parameters.toString()}`;
    const entries = entriesOf(await this.client.json({ path }, signal));
    return direction === 'forward' ? entries : entries.toReversed();
  }

  /** Lines by node; where the store has too many nodes for one answer, some of them at a time. */
  private async countSaying(
    filter: string,
    query: StoreQuery,
    signal: AbortSignal,
  ): Promise<readonly StoreNodeRow[]> {
    const by = `sum by (${this.nodeLabel})`;
    try {
      return await this.instant(by, filter, query, signal);
    } catch (error) {
      const isTooMany = error instanceof StoreRefusal && /maximum.* series/.test(error.said);
      if (!isTooMany) throw error;
    }
    const nodes = query.nodes ?? (await this.values(this.nodeLabel, this.selector));
    const parts = await inTurns(chunksOf(nodes, mostSeries), (some) =>
      this.instant(by, filter, { ...query, nodes: some }, signal),
    );
    return parts.flat();
  }

  /** How many lines there are from one time to another, the latter not included. */
  private async instant(
    by: string,
    filter: string,
    query: StoreQuery,
    signal: AbortSignal,
  ): Promise<readonly StoreNodeRow[]> {
    const total = new Map<string, number>();
    for (const { from, to } of stridesOf(query)) {
      const length = Math.max(1, Number((to - from) / 1_000_000n));
      const parameters = new URLSearchParams({
        query: `${by} (count_over_time(${this.logQl(query, filter)} [${length}ms]))`,
        // A range has its end and not its beginning; lines are asked for the other way round.
        time: String(from + BigInt(length) * 1_000_000n - 1n),
      });
      const answer = await this.client.json(
        { path: `${api}/query?${parameters.toString()}` },
        signal,
      );
      for (const sample of listOf(field(field(answer, 'data'), 'result'))) {
        const node = textField(field(sample, 'metric'), this.nodeLabel) ?? '';
        const lines = Number(listOf(field(sample, 'value'))[1]);
        if (lines > 0) total.set(node, (total.get(node) ?? 0) + lines);
      }
    }
    return [...total].map(([node, lines]) => ({ node, lines }));
  }

  private logQl({ nodes, pod }: StoreQuery, filter: string): string {
    const wanted =
      nodes === undefined
        ? `${this.nodeLabel}=~${quoted('.+')}`
        : nodes.length === 1
          ? `${this.nodeLabel}=${quoted(nodes[0] ?? '')}`
          : `${this.nodeLabel}=~${quoted(nodes.map(literal).join('|'))}`;
    const inner = this.selector
      .trim()
      .replace(/^\{|\}$/g, '')
      .trim();
    const selector = `{${[inner, wanted].filter((part) => part !== '').join(', ')}}`;
    return `${selector}${pod === undefined ? '' : ` |~ ${quoted(podPattern(pod))}`}${filter}`;
  }

  dispose(): void {
    this.client.dispose();
  }
}

interface Span {
  readonly from: bigint;
  readonly to: bigint;
}

function stridesOf({ from, to }: StoreQuery): readonly Span[] {
  const spans: Span[] = [];
  for (let start: number = from; start < to; start += stride)
    spans.push({ from: nanos(micros(start)), to: nanos(micros(Math.min(to, start + stride))) });
  return spans;
}

function nextSplit(time: bigint): bigint {
  return (time / split + 1n) * split;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

async function inStrides(
  query: StoreQuery,
  direction: 'forward' | 'backward',
  ask: (span: Span) => Promise<Entry | undefined>,
): Promise<Entry | undefined> {
  const spans = stridesOf(query);
  for (const span of direction === 'forward' ? spans : spans.toReversed()) {
    const found = await ask(span);
    if (found !== undefined) return found;
  }
  return undefined;
}

function nanos(time: Micros): bigint {
  return BigInt(Math.floor(time / MILLISECOND)) * 1_000_000n;
}

/** Streams of an answer as entries in order of time. */
function entriesOf(answer: unknown): readonly Entry[] {
  const entries: Entry[] = [];
  for (const stream of listOf(field(field(answer, 'data'), 'result'))) {
    const labels = JSON.stringify(field(stream, 'stream') ?? {});
    for (const value of listOf(field(stream, 'values'))) {
      const [stamp, line] = listOf(value);
      if (typeof stamp !== 'string' || typeof line !== 'string' || !/^\d{1,20}$/.test(stamp))
        continue;
      entries.push({ stamp: BigInt(stamp), key: `${labels}\n${line}`, line });
    }
  }
  return entries.sort(byTime);
}

/** Loki sorts lines of one stamp into streams of one level each; klog's own stamps tell in which order they were said. */
function byTime(a: Entry, b: Entry): number {
  if (a.stamp !== b.stamp) return a.stamp < b.stamp ? -1 : 1;
  const [first, second] = [klogStamp(a.line), klogStamp(b.line)];
  if (first === '' || second === '' || first === second) return 0;
  return first < second ? -1 : 1;
}

function klogStamp(line: string): string {
  return /^[IWEF]\d{4} \d\d:/.test(line) ? line.slice(1, 21) : '';
}

function texts(answer: unknown): readonly string[] {
  return listOf(field(answer, 'data')).filter((each) => typeof each === 'string');
}

/** As klog and the runtimes name a pod. */
function podPattern(pod: string): string {
  const [namespace = '', name = ''] = pod.split('/');
  return `${literal(pod)}|${literal(name)}_${literal(namespace)}`;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** A string of LogQL: raw where it can be. */
function quoted(text: string): string {
  return text.includes('`') ? JSON.stringify(text) : `\`${text}\``;
}

/** Lines that fit one of the patterns; a pattern's exceptions count only where all share them. */
function filterOf(patterns: Signature['patterns']): string {
  const any = patterns.map(({ text }) => text).join('|');
  const [first] = patterns;
  const not = patterns.every((each) => each.not === first?.not) ? first?.not : undefined;
  const except = not === undefined ? '' : ` !~ ${quoted(not)}`;
  return `${literalsOf(patterns) ?? ''} |~ ${quoted(any)}${except}`;
}

/** Lines that hold one of the fixed texts of patterns; undefined when one of them has none. */
function literalsOf(patterns: Signature['patterns']): string | undefined {
  if (patterns.some(({ literals }) => literals.length === 0)) return undefined;
  const all = new Set(patterns.flatMap(({ literals }) => literals));
  const anyCase = patterns.some(({ text }) => text.startsWith('(?i)')) ? '(?i)' : '';
  return ` |~ ${quoted(anyCase + [...all].map(literal).join('|'))}`;
}

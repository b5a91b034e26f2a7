// Log stores of a session: asked what they hold, and read node by node. Nothing of a store is kept between two questions.
import { micros, MILLISECOND } from '../../base/time.ts';
import { findingSeverities } from '../../diagnosis/finding.ts';
import { rules } from '../../diagnosis/rules/index.ts';
import { fillTemplate } from '../../diagnosis/template.ts';
import { ChannelError } from '../../protocol/channel.ts';
import type { SourceSpec } from '../../protocol/engineApi.ts';
import type {
  StoreNodeRow,
  StoreQuery,
  StoreRow,
  StoreSignatureRow,
  StoreTarget,
} from '../../protocol/storeApi.ts';
import type { StoreView } from '../../store/storeView.ts';
import { failedText } from '../host/memoryText.ts';
import type { OpenedText } from '../host/sourceHost.ts';
import type { StoreHost } from '../host/storeHost.ts';
import { signaturesOf } from './signatures.ts';
import { followedNodeText, NodeText } from './nodeText.ts';
import { readAhead } from './readAhead.ts';

type StoreSpec = Extract<SourceSpec, { readonly kind: 'store' }>;

/** Lines, unless a question says otherwise: what a session holds at ease. */
const mostLines = 2_000_000;
/** Nodes in a row that cannot be read, after which the others are not tried. */
const failuresBorne = 3;
/** Nodes whose first lines are asked for while those of the one before are read. */
const nodesAhead = 3;

export class Stores {
  private readonly host: StoreHost | undefined;

  constructor(host: StoreHost | undefined) {
    this.host = host;
  }

  async look(target: StoreTarget, query: StoreQuery, signal: AbortSignal): Promise<StoreRow> {
    return await this.within(target, query, signal, async (view) => {
      const nodes = await view.count(query, signal);
      const { kind, server, version, nodeLabel, selector } = view;
      return { kind, server, version, nodeLabel, selector, nodes, lines: sum(nodes) };
    });
  }

  async signatures(
    target: StoreTarget,
    query: StoreQuery,
    ids: readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<readonly StoreSignatureRow[]> {
    const unknown = ids?.filter(
      (id) => !rules.some((rule) => rule.id === id && rule.signs.length > 0),
    );
    if (unknown !== undefined && unknown.length > 0)
      throw new ChannelError(`No words tell of a finding ${unknown.join(', ')}.`, 'store');
    const asked = signaturesOf(rules, ids);
    return await this.within(target, query, signal, async (view) => {
      const rows = await view.said(query, asked, signal);
      return rows
        .flatMap((row): readonly StoreSignatureRow[] => {
          const rule = rules.find(({ id }) => id === row.id);
          if (rule === undefined) return [];
          const { title, severity } = rule;
          return [
            {
              ...row,
              title: fillTemplate(title, () => undefined),
              severity,
              lines: sum(row.nodes),
            },
          ];
        })
        .toSorted(worstFirst);
    });
  }

  /** A text for each node, by name; one with a problem when there is none to read. */
  async *open(spec: StoreSpec, signal: AbortSignal): AsyncGenerator<OpenedText> {
    let view: StoreView | undefined;
    try {
      const room = await this.room();
      view = await room.findStore(spec.target, spec.query, signal);
      const nodes = await nodesToRead(view, spec, signal);
      if (spec.follow === true) yield* this.followed(room, view, nodes, spec.query);
      else yield* this.read(room, view, nodes, spec.query, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      view?.dispose();
      yield failedText(nameOf(spec), sentenceOf(error).message);
    }
  }

  private *followed(
    { followNode }: StoreRoom,
    view: StoreView,
    nodes: readonly string[],
    query: StoreQuery,
  ): Generator<OpenedText> {
    // Each node is a question: the more there are, the rarer each is asked.
    const interval = Math.max(2_000, 250 * nodes.length);
    const now = () => micros(Date.now() * MILLISECOND);
    const end = (): void => {
      view.dispose();
    };
    for (const node of nodes) {
      const read = (stop: AbortSignal) =>
        followNode(view, node, query, { signal: stop, interval, now });
      yield followedNodeText({ ...this.textOf(view, query), node, read }, end);
    }
  }

  private *read(
    { readNode }: StoreRoom,
    view: StoreView,
    nodes: readonly string[],
    query: StoreQuery,
    signal: AbortSignal,
  ): Generator<OpenedText> {
    const readings = nodes.map((node) => ({
      node,
      read: (stop: AbortSignal) => readNode(view, node, query, stop),
    }));
    let failures = 0;
    let left = nodes.length;
    for (const reading of readAhead(readings, nodesAhead, signal)) {
      const text = new NodeText({ ...this.textOf(view, query), ...reading });
      yield text;
      left--;
      failures = text.failed ? failures + 1 : 0;
      if (failures < failuresBorne || left === 0) continue;
      yield failedText(view.server, `${left} more nodes of ${view.server} were not asked for.`);
      break;
    }
    view.dispose();
  }

  private textOf(view: StoreView, { to, pod }: StoreQuery) {
    return { modified: to, pod, server: view.server, bytes: this.bytes() };
  }

  private bytes() {
    if (this.host === undefined) throw new RangeError('only a host with stores has texts of them');
    return this.host.bytes();
  }

  private async within<T>(
    target: StoreTarget,
    query: StoreQuery,
    signal: AbortSignal,
    work: (view: StoreView) => Promise<T>,
  ): Promise<T> {
    const { findStore } = await this.room();
    let view: StoreView | undefined;
    try {
      view = await findStore(target, query, signal);
      return await work(view);
    } catch (error) {
      signal.throwIfAborted();
      throw sentenceOf(error);
    } finally {
      view?.dispose();
    }
  }

  private async room() {
    if (this.host === undefined)
      throw new ChannelError(
        'In a browser there is no way to a log store: open the folder on a desktop or a remote machine.',
        'no-host',
      );
    return await this.host.room();
  }
}

type StoreRoom = Awaited<ReturnType<StoreHost['room']>>;

/** Those that have lines, or of which some may come. Throws when that would be too much, or nothing. */
async function nodesToRead(
  view: StoreView,
  { query, follow, maxLines = mostLines }: StoreSpec,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const rows = await view.count(query, signal);
  const counted = sum(rows);
  if (counted > maxLines)
    throw new ChannelError(
      `${view.server} has ${counted} lines of ${rows.length} nodes in that time, more than the ${maxLines} that are read at once: name fewer nodes, less time, or a higher limit.`,
      'store',
    );
  const withLines = rows.map(({ node }) => node);
  const nodes = follow === true ? (query.nodes ?? withLines) : withLines;
  if (nodes.length === 0) throw new ChannelError(noLines(view, query), 'store');
  return nodes;
}

function noLines({ server, selector }: StoreView, { nodes, pod }: StoreQuery): string {
  const of = nodes === undefined ? '' : ` of ${nodes.join(', ')}`;
  const about = pod === undefined ? '' : ` that name ${pod}`;
  return `${server} has no lines${of}${about} in that time (${selector}).`;
}

function nameOf({ target }: StoreSpec): string {
  return URL.canParse(target.url) ? new URL(target.url).host : 'The log store';
}

/** A StoreError is one by its name: its room is loaded apart. */
function sentenceOf(error: unknown): ChannelError {
  if (error instanceof ChannelError) return error;
  if (!(error instanceof Error) || error.name !== 'StoreError') throw error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'store';
  return new ChannelError(error.message, code);
}

function sum(nodes: readonly StoreNodeRow[]): number {
  return nodes.reduce((total, { lines }) => total + lines, 0);
}

function worstFirst(a: StoreSignatureRow, b: StoreSignatureRow): number {
  const rank = ({ severity }: StoreSignatureRow): number => findingSeverities.indexOf(severity);
  return rank(b) - rank(a) || b.nodes.length - a.nodes.length || b.lines - a.lines;
}

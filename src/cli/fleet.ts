import type { CAC } from 'cac';
import { formatRfc3339 } from '../base/time.ts';
import { nodeStores } from '../engine/host/node/nodeStores.ts';
import { Stores } from '../engine/store/stores.ts';
import type { StoreRow, StoreSignatureRow, StoreTarget } from '../protocol/storeApi.ts';
import { print, printJson, UsageError } from './output.ts';
import { storeQuery, storeTarget, withStoreOptions, type StoreOptions } from './store.ts';

interface Options extends StoreOptions {
  readonly format: string;
  readonly says?: string | readonly string[];
}

/** `fleet STORE`: which nodes say what, counted by the store: no line is fetched. */
export function addFleet(program: CAC): void {
  withStoreOptions(
    program.command('fleet <store>', 'Which nodes say what, counted by Loki or Elasticsearch'),
  )
    .option('--says <id>', 'only the words of this finding; may be given more than once', {
      type: [],
    })
    .option('--format <format>', 'text or json', { default: 'text' })
    .action(async (argument: string, options: Options) => {
      const target = wanted(argument, options);
      const query = storeQuery(options);
      const stores = new Stores(nodeStores);
      const { signal } = new AbortController();
      const store = await stores.look(target, query, signal);
      const ids = options.says === undefined ? undefined : [options.says].flat();
      const said = await stores.signatures(target, query, ids, signal);
      if (options.format === 'json') printJson(asJson(store, said));
      else print(asText(store, said));
    });
}

function wanted(argument: string, options: StoreOptions): StoreTarget {
  const target = storeTarget(argument, options);
  if (target === undefined)
    throw new UsageError(
      `${argument} names no log store: loki+http://HOST:3100, elasticsearch+https://HOST:9200/INDICES or opensearch+https://….`,
    );
  return target;
}

function asJson(store: StoreRow, said: readonly StoreSignatureRow[]): unknown {
  return {
    ...store,
    says: said.map(({ first, last, ...row }) => ({
      ...row,
      firstTime: first === undefined ? null : formatRfc3339(first),
      lastTime: last === undefined ? null : formatRfc3339(last),
    })),
  };
}

/** Nodes beyond these are counted. */
const mostNamed = 6;

function asText(store: StoreRow, said: readonly StoreSignatureRow[]): string {
  const { kind, version, server, nodeLabel, selector, lines, nodes } = store;
  const head = `${server}, ${kind}${version === '' ? '' : ` ${version}`}: ${number(lines)} lines of ${number(nodes.length)} nodes (${selector} by ${nodeLabel})`;
  if (nodes.length === 0) return head;
  if (said.length === 0) return `${head}\nNo node says the words of a finding.`;
  const of = nodes.length;
  const rows = said.flatMap((row) => [
    `${row.severity.toUpperCase().padEnd(8)} ${`${row.nodes.length} of ${of}`.padStart(12)} nodes ${number(row.lines).padStart(10)} lines  ${row.title} (${row.id})`,
    `${' '.repeat(9)}${span(row)}: ${named(row)}`,
  ]);
  const note =
    'Lines with the words of a finding, by node; whether they make it, `findings` tells once they are read.';
  return [head, note, '', ...rows].join('\n');
}

function span({ first, last }: StoreSignatureRow): string {
  if (first === undefined || last === undefined) return 'at an unknown time';
  return `${formatRfc3339(first).slice(0, 19)}Z to ${formatRfc3339(last).slice(0, 19)}Z`;
}

function named({ nodes }: StoreSignatureRow): string {
  const names = nodes.slice(0, mostNamed).map(({ node, lines }) => `${node} ${number(lines)}`);
  const rest = nodes.length - names.length;
  return rest === 0 ? names.join(', ') : `${names.join(', ')} and ${number(rest)} more`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

// The tools: those that open something, whose files are this room's affair, and those that the engine answers.
import fs from 'node:fs';
import path from 'node:path';
import type * as v from 'valibot';
import { shownLine } from '../base/shownText.ts';
import { openers, questions, readAsked } from '../engine/assist/asked.ts';
import type { Assisted } from '../protocol/assistApi.ts';
import type { EngineEvent, OpenRequest, SourceSpec } from '../protocol/engineApi.ts';
import { allowedNode, withNodes } from './clusters.ts';
import type { Engine } from './engine.ts';
import type { ClusterNode } from '../protocol/uris.ts';
import { Refused } from './refused.ts';
import type { Roots } from './roots.ts';

export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** What is wanted of a log store. */
export interface StoreAsked {
  readonly nodes?: readonly string[] | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Log stores that the person allowed, by their addresses without what signs in. Each throws a sentence on what is asked wrongly. */
export type AllowedStores = ReadonlyMap<string, (asked: StoreAsked) => SourceSpec>;

export interface ToolHost {
  /** Of this program. */
  readonly version: string;
  readonly engine: Engine;
  readonly roots: Roots;
  readonly stores: AllowedStores;
  /** Clusters and nodes that the person allowed: `CONTEXT` or `CONTEXT/NODE`, each. */
  readonly clusters: readonly string[];
  /** Pseudonyms in place of names. */
  readonly redact: boolean;
  readonly scenarios: () => Promise<readonly Scenario[]>;
}

export interface ToolCall {
  readonly signal: AbortSignal;
  readonly hear: (event: EngineEvent) => void;
}

type Asked<K extends keyof typeof openers> = v.InferOutput<(typeof openers)[K]['input']>;
type Page = Pick<Asked<'simulate'>, 'cursor' | 'maxBytes'>;

/** A dump of a kubelet with many thousand goroutines is smaller. */
const MOST_OF_DUMP = 256 << 20;

export const tools = { ...openers, ...questions };

/** Rejects with a sentence. */
export async function callTool(
  host: ToolHost,
  tool: string,
  given: unknown,
  call: ToolCall,
): Promise<Assisted> {
  if (tool === 'open_logs') return await openLogs(host, read(openers.open_logs.input, given), call);
  if (tool === 'simulate') return await simulate(host, read(openers.simulate.input, given), call);
  if (tool === 'goroutines')
    await openDump(host, read(questions.goroutines.input, given).path, call);
  return await host.engine.ask('assist', [tool, given, host.redact], call.signal);
}

function read<T extends v.GenericSchema>(schema: T, given: unknown): v.InferOutput<T> {
  const found = readAsked(schema, given);
  if (!found.ok) throw new Refused(found.error);
  return found.value;
}

async function openLogs(host: ToolHost, asked: Asked<'open_logs'>, call: ToolCall) {
  const { paths, year, utcOffset, allowLarge } = asked;
  const nodes = paths.flatMap((each) => allowedNode(host.clusters, each) ?? []);
  const request: OpenRequest = {
    sources: paths.map((each) => sourceOf(host, each, asked)),
    ...(year === undefined ? {} : { year }),
    ...(utcOffset === undefined ? {} : { utcOffset }),
    ...(allowLarge === undefined ? {} : { allowLarge }),
  };
  return await open(host, asked, call, request, nodes);
}

/** An address of a network is one of those that the person allowed, whatever is below or beside it. */
function sourceOf(
  { roots, stores, clusters }: ToolHost,
  given: string,
  asked: StoreAsked,
): SourceSpec {
  const node = allowedNode(clusters, given);
  if (node !== undefined) return { kind: 'node', node: node.node };
  if (!/^[a-z][a-z+.-]*:\/\//i.test(given))
    return { kind: 'path', path: roots.allowed(given), name: given };
  const store = stores.get(given);
  if (store !== undefined)
    try {
      return store(asked);
    } catch (error) {
      // It speaks of options of the command line, which are members here.
      throw new Refused(error instanceof Error ? error.message.replaceAll('--', '') : '');
    }
  const known = [...stores.keys()].join(', ');
  throw new Refused(
    `${shownLine(given, 300)} is no log store that may be read. ${known === '' ? 'Whoever starts the server names them with --allow-store.' : `Those are: ${known}.`}`,
  );
}

async function open(
  { engine, redact }: ToolHost,
  { cursor, maxBytes }: Page,
  { signal, hear }: ToolCall,
  request: OpenRequest,
  nodes: readonly ClusterNode[] = [],
): Promise<Assisted> {
  const openAll = () => engine.ask('open', [request], signal);
  await engine.hearing(hear, async () => {
    if (nodes.length === 0) await openAll();
    else await withNodes(engine, nodes, signal, openAll);
  });
  const page = {
    ...(cursor === undefined ? {} : { cursor }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  };
  return await engine.ask('assist', ['summary', page, redact], signal);
}

async function simulate(host: ToolHost, asked: Asked<'simulate'>, call: ToolCall) {
  const all = await host.scenarios();
  const scenario = all.find(({ name }) => name === asked.scenario);
  if (scenario === undefined) {
    const names = all.map(({ name, title }) => `${name} (${title})`).join(', ');
    throw new Refused(
      `${asked.scenario === undefined ? 'Name a scenario' : 'There is no such scenario'}: ${names}.`,
    );
  }
  const { seed, kubelet, verbosity } = asked;
  const { name, text } = scenario;
  return await open(host, asked, call, {
    sources: [
      {
        kind: 'scenario',
        name,
        text,
        ...(seed === undefined ? {} : { seed }),
        ...(kubelet === undefined ? {} : { kubelet }),
        ...(verbosity === undefined ? {} : { verbosity }),
      },
    ],
  });
}

async function openDump(
  { engine, roots }: ToolHost,
  file: string | undefined,
  { signal }: ToolCall,
): Promise<void> {
  if (file === undefined) return;
  const real = roots.allowed(file);
  const { size } = fs.statSync(real);
  if (size > MOST_OF_DUMP) throw new Refused(`${path.basename(file)} is too large for a dump.`);
  const text = fs.readFileSync(real, 'utf8');
  await engine.ask('openGoroutines', [{ kind: 'text', name: path.basename(file), text }], signal);
}

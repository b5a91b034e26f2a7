// Logs of several nodes on one clock: each node's kubelet is rebuilt from its own lines, so that the start of one ends no run of
// another. What is asked of all of them together is answered from all.
import { leastOf, mostOf } from '../../base/extremes.ts';
import type { Gap, SourceId, Value } from '../../base/input.ts';
import { micros } from '../../base/time.ts';
import type { LogTable } from '../../log/record.ts';
import { isSampleEvent, sampleKinds } from '../evidence/samples.ts';
import { bareNodesOf } from './facts/bareNodes.ts';
import { collectFacts } from './facts/facts.ts';
import type { FactTable } from './facts/factTable.ts';
import type { History, Identity, NodeHistory, PodHistory } from './history.ts';
import type { Inputs } from './facts/inputs.ts';
import { rebuild, type RebuildOptions } from './rebuild.ts';
import { OpenTrack, type Track } from './track.ts';

/**
 * As `rebuild`, but by node when the inputs are of several and each source tells of which, by a line of its own or by the host that
 * journald or syslog put before it. Else they count as one node's.
 */
export function rebuildNodes(inputs: Inputs, options: RebuildOptions = {}): History {
  const facts = options.facts ?? collectFacts(inputs);
  const nodes = nodesOf(inputs, facts.table);
  if (nodes === undefined) return rebuild(inputs, { ...options, facts });
  const histories = [...new Set(nodes.values())].sort().map((name): NodeHistory => {
    const isOwn = ({ source }: { readonly source: SourceId }): boolean =>
      nodes.get(source) === name;
    const own = facts.table.with((fact) => isOwn(fact.input));
    const gaps = (options.gaps ?? []).filter((gap: Gap) => isOwn(gap));
    const sources = [...nodes].flatMap(([source, node]) => (node === name ? [source] : []));
    return { name, sources, history: rebuild(inputs, { gaps, facts: { ...facts, table: own } }) };
  });
  return together(histories, options.gaps ?? []);
}

/**
 * The node of each source; undefined when there is one node only, or one source of several tells none. A host's name and a node's may differ:
 * sources are told apart by the one or the other, never by both.
 */
export function nodesOf(
  inputs: Inputs,
  facts: FactTable,
): ReadonlyMap<SourceId, string> | undefined {
  const { sources } = inputs;
  const filled = sources.filter(({ table }) => table.length > 0).map(({ table }) => table);
  if (filled.length < 2) return undefined;
  const names = new Map(namesOf(facts));
  for (const { table, node } of sources) if (node !== undefined) names.set(table.source, node);
  const byHost = new Map(filled.map((table) => [table.source, hostOf(table)]));
  const isBare = filled.every(({ source }) => !names.has(source) && !byHost.get(source));
  if (isBare) return bareNodesOf(inputs, facts);
  const told = new Map<string | undefined, string | undefined>();
  for (const [source, host] of byHost) if (names.has(source)) told.set(host, names.get(source));
  const nodes = new Map<SourceId, string>();
  const areHosts = [...byHost.values()].every((host) => host !== undefined);
  for (const { source } of filled) {
    const host = byHost.get(source);
    const node = areHosts ? (told.get(host) ?? host) : names.get(source);
    if (node === undefined) return undefined;
    nodes.set(source, node);
  }
  return new Set(nodes.values()).size < 2 ? undefined : nodes;
}

/** The node that the kubelet of a source names. */
function namesOf(facts: FactTable): ReadonlyMap<SourceId, string> {
  const names = new Map<SourceId, string>();
  facts.each([...sampleKinds, 'process.node', 'process.flag'], ({ event, input }) => {
    if (names.has(input.source)) return;
    if (isSampleEvent(event) && event.node !== undefined) names.set(input.source, event.node);
    else if (event.kind === 'process.node') names.set(input.source, event.node);
    else if (event.kind === 'process.flag' && event.flag === 'hostname-override' && event.value)
      names.set(input.source, event.value);
  });
  return names;
}

const hosts = [
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? (\S+) [\w.@/-]+(?:\[\d+\])?:/,
  /^\d{4}-\d\d-\d\dT[\d:.,]+(?:Z|[+-][\d:]+) (\S+) [\w.@/-]+(?:\[\d+\])?:/,
  /"_HOSTNAME" ?: ?"([^"]+)"/,
];

function hostOf(table: LogTable): string | undefined {
  const { text } = table.record(0);
  for (const host of hosts) {
    const name = host.exec(text)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

function together(nodes: readonly NodeHistory[], gaps: readonly Gap[]): History {
  const all = nodes.map(({ history }) => history);
  const byKey = podsByKey(all.flatMap((history) => history.pods));
  const pods = inOrder(byKey);
  const from = micros(leastOf(all.map((history) => history.from)));
  const to = micros(mostOf(all.map((history) => history.to)));
  return {
    nodes,
    from,
    to,
    runs: all.flatMap(({ runs }) => runs).sort((a, b) => a.from - b.from),
    pods,
    podsBy(moment) {
      const lists = all.map((history) => history.podsBy(moment));
      const areSame = all.every((history, index) => history.pods === lists[index]);
      return areSame ? pods : inOrder(podsByKey(lists.flat()));
    },
    pleg: {
      events: all.flatMap(({ pleg }) => pleg.events).sort((a, b) => a.position - b.position),
      relists: all.flatMap(({ pleg }) => pleg.relists).sort((a, b) => a.at - b.at),
      healthy: loudest(
        all.map(({ pleg }) => pleg.healthy),
        (healthy) => healthy === false,
      ),
    },
    get cacheWrites() {
      return all.flatMap(({ cacheWrites }) => cacheWrites).sort((a, b) => a.position - b.position);
    },
    // Counts of several nodes say nothing together.
    workingPods: [],
    network: all.flatMap(({ network }) => network).sort((a, b) => a.from - b.from),
    loopSkips: loudest(
      all.map(({ loopSkips }) => loopSkips),
      (reason) => reason !== undefined && reason !== '',
    ),
    conditions: new Map(),
    gaps,
    stats: new OpenTrack(),
    disagreements: all
      .flatMap(({ disagreements }) => disagreements)
      .sort((a, b) => a.position - b.position),
    understood: all[0]?.understood ?? { facts: 0, lines: 0, unmatched: 0, commonUnmatched: [] },
    pod: (key) => byKey.get(key) ?? firstOf(all, (history) => history.pod(key)),
    podsNamed: (namespace, name) => all.flatMap((history) => history.podsNamed(namespace, name)),
    identify: (text) => identified(nodes, text),
  };
}

/** A path of a network namespace is each node's own: the same PID runs on all of them. */
function identified(nodes: readonly NodeHistory[], text: string): Identity | undefined {
  const found = nodes.flatMap(({ name, history }) => {
    const identity = history.identify(text);
    return identity === undefined ? [] : [{ name, identity }];
  });
  const [one] = found;
  if (one?.identity.kind !== 'netns' || found.length === 1) return one?.identity;
  const words = found.map(({ name, identity }) => `on ${name}: ${identity.text}`).join('; ');
  return { ...one.identity, podKey: undefined, text: words };
}

/** A pod is of one node; others may speak of it in passing. */
function podsByKey(all: readonly PodHistory[]): ReadonlyMap<string, PodHistory> {
  const pods = new Map<string, PodHistory>();
  for (const pod of all) {
    const other = pods.get(pod.key);
    if (other === undefined || other.events.length < pod.events.length) pods.set(pod.key, pod);
  }
  return pods;
}

function inOrder(pods: ReadonlyMap<string, PodHistory>): readonly PodHistory[] {
  return [...pods.values()].sort((a, b) => a.firstSeen - b.firstSeen);
}

function firstOf<T>(
  all: readonly History[],
  ask: (history: History) => T | undefined,
): T | undefined {
  for (const history of all) {
    const answer = ask(history);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** The value of the first node that is in trouble, else that of the node that changed last. */
function loudest<T>(
  tracks: readonly Track<T>[],
  isTrouble: (value: T | undefined) => boolean,
): Track<T> {
  const changes = tracks
    .flatMap((track, node) => track.changes.map((change) => ({ ...change, node })))
    .sort((a, b) => a.at - b.at || a.provenAt - b.provenAt);
  const now: (Value<T> | undefined)[] = tracks.map(() => undefined);
  const merged = new OpenTrack<T>();
  for (const { at, value, provenAt, node } of changes) {
    now[node] = value;
    merged.set(at, now.find((each) => each && isTrouble(each.value)) ?? value, provenAt);
  }
  return merged;
}

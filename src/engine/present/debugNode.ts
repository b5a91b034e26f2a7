// The values that a debugger shows are a tree that is made as far as it is asked for. A node knows the expression that leads to it.
import type { InputId, Known, Value } from '../../base/input.ts';
import type { Change, Moment, Track } from '../../kubelet/rebuild/track.ts';
import type { DebugVariable } from '../../protocol/debugApi.ts';
import type { MachinePartId, MachineView } from '../../protocol/machineApi.ts';
import type { ShownValue } from '../../protocol/rows.ts';
import type { WatchedStore } from '../../cluster/clusterView.ts';
import type { InformerJournal } from '../../informer/journal.ts';
import type { OpenDump } from '../goroutineDumps.ts';
import type { DebugIndex } from './debugIndex.ts';
import { shown } from './values.ts';

/** What every node is made from. */
export interface DebugContext {
  readonly index: DebugIndex;
  readonly moment: Moment;
  readonly beside: DebugBeside;
}

/** What is known beside the tape. */
export interface DebugBeside {
  /** How many inputs the whole tape has. */
  readonly inputs: number;
  readonly dumps: readonly OpenDump[];
  /** What informers did that were simulated with the log. */
  readonly journals: readonly InformerJournal[];
  /** Somebody looked inside the kubelet. */
  readonly hasMachine: boolean;
  /** What it held at a moment. */
  readonly machineAt: (moment: Moment, parts: readonly MachinePartId[]) => MachineView;
  /** The informers of the cluster whose node is followed. */
  readonly stores: readonly WatchedStore[];
}

export interface DebugNode {
  readonly name: string;
  readonly expression: string;
  readonly text: string;
  readonly known: Known | '';
  readonly provedBy: readonly InputId[];
  /** Tape positions at which it changes, ascending; only values that a breakpoint can be set on have it. */
  readonly changes?: () => readonly number[];
  readonly members?: Members;
}

export interface Members {
  readonly count: number;
  readonly indexed: boolean;
  at(number: number): DebugNode | undefined;
  find(name: string): DebugNode | undefined;
}

export function group(
  name: string,
  expression: string,
  text: string,
  children: readonly DebugNode[] | Members,
): DebugNode & { readonly members: Members } {
  const members = isMembers(children) ? children : named(children);
  return { name, expression, text, known: '', provedBy: [], members };
}

function isMembers(children: readonly DebugNode[] | Members): children is Members {
  return 'find' in children && 'indexed' in children;
}

function named(nodes: readonly DebugNode[]): Members {
  return {
    count: nodes.length,
    indexed: false,
    at: (number) => nodes[number],
    find: (name) => nodes.find((node) => node.name === name),
  };
}

/** Members that are made one by one, when they are looked at. */
export function lazily(
  makers: readonly (readonly [name: string, make: () => DebugNode])[],
): Members {
  return {
    count: makers.length,
    indexed: false,
    at: (number) => makers[number]?.[1](),
    find: (name) => makers.find(([own]) => own === name)?.[1](),
  };
}

/** A list whose nodes are made when asked for: `[0]`, `[1]`, … */
export function listed<T>(
  items: readonly T[],
  expression: string,
  node: (item: T, name: string, expression: string) => DebugNode,
): Members {
  return numbered(items.length, (number) => {
    const item = items[number];
    return item === undefined ? undefined : node(item, `[${number}]`, `${expression}[${number}]`);
  });
}

export function numbered(count: number, at: Members['at']): Members {
  return {
    count,
    indexed: true,
    at,
    find: (name) => at(Number(/^\[(\d+)\]$/.exec(name)?.[1] ?? -1)),
  };
}

export function leaf(name: string, expression: string, value: ShownValue): DebugNode {
  return { name, expression, ...value };
}

export function plain(
  name: string,
  expression: string,
  text: string,
  ...provedBy: readonly InputId[]
): DebugNode {
  return { name, expression, text, known: provedBy.length > 0 ? 'seen' : '', provedBy };
}

export function valued<T>(
  name: string,
  expression: string,
  value: Value<T>,
  text?: (value: T) => string,
): DebugNode {
  return leaf(name, expression, shown(value, text));
}

/** A value over time as it is at the moment, watchable. */
export function tracked<T>(
  context: DebugContext,
  name: string,
  expression: string,
  track: Track<T>,
  text?: (value: T) => string,
): DebugNode {
  return {
    ...valued(name, expression, track.at(context.moment), text),
    changes: () => changesOf(context, [track]),
  };
}

/** Where a person who moves along the tape sees a value change. */
export function positionOf(
  { index, moment }: DebugContext,
  { at, provenAt }: Pick<Change<unknown>, 'at' | 'provenAt'>,
): number {
  const from = index.positionFrom(at);
  return moment.hindsight === 'now' ? from : Math.max(from, provenAt);
}

/** Where these values change. */
export function changesOf(
  context: DebugContext,
  tracks: readonly Track<unknown>[],
): readonly number[] {
  const last = context.index.incident.tape.length - 1;
  const positions = tracks
    .flatMap(({ changes }) => changes.map((change) => positionOf(context, change)))
    .filter((position) => position <= last);
  return [...new Set(positions)].sort((a, b) => a - b);
}

export function variableOf({ index }: DebugContext, node: DebugNode): DebugVariable {
  return {
    name: node.name,
    value: node.text,
    known: node.known,
    expression: node.expression,
    children: node.members?.count ?? 0,
    indexed: node.members?.indexed ?? false,
    place: index.place(node.provedBy[0]),
    watchable: node.changes !== undefined,
  };
}

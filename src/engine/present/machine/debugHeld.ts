// What a kubelet held, as values of the debugger: each part of the answer becomes a tree by the names that its fields have.
import { formatDuration, formatTimeOfDay, micros } from '../../../base/time.ts';
import { unknown } from '../../../base/input.ts';
import type { MachinePartId, MachineView, Untold } from '../../../protocol/machineApi.ts';
import {
  group,
  lazily,
  listed,
  valued,
  type DebugContext,
  type DebugNode,
  type Members,
} from '../debugNode.ts';
import { plural } from '../values.ts';

const times = new Set(
  'at since holdsSince due from to until modified minTime timestamp relistTime nextRelist nextTick startTime lastSyncTime lastUpdate firstSeen replaced takenAt gotModified'.split(
    ' ',
  ),
);
const lengths = new Set(['delay', 'length', 'next', 'backoff']);
/** Of each row what a page needs and a person does not read. */
const hidden = new Set([
  ...['go', 'step', 'releasedStep', 'key', 'uid', 'position', 'last', 'untold'],
]);

/** A group of values that the log tells, with what the kubelet held of the same beside it, where somebody looked. */
export function withHeld(
  context: DebugContext,
  node: DebugNode & { readonly members: Members },
  part: MachinePartId,
): DebugNode {
  const { members, expression } = node;
  const held = `${expression}.held`;
  const makers: readonly (readonly [string, () => DebugNode])[] = context.beside.hasMachine
    ? [
        ['held', () => heldNode(context.beside.machineAt(context.moment, [part]), part, held)],
        [
          'differs',
          () => differsNode(context.beside.machineAt(context.moment, [part]), expression),
        ],
      ]
    : [];
  return { ...node, members: both(members, makers, context, held) };
}

function both(
  members: Members,
  makers: readonly (readonly [string, () => DebugNode])[],
  { beside, moment }: DebugContext,
  held: string,
): Members {
  const more = lazily(makers);
  const untold = (): DebugNode =>
    valued('held', held, unknown(beside.machineAt(moment, []).unknown.podWorkers ?? ''));
  return {
    count: members.count + more.count,
    indexed: members.indexed && more.count === 0,
    at: (number) => (number < members.count ? members.at(number) : more.at(number - members.count)),
    find: (name) =>
      more.find(name) ?? (name === 'held' && more.count === 0 ? untold() : members.find(name)),
  };
}

function heldNode(view: MachineView, part: MachinePartId, expression: string): DebugNode {
  const held = view.parts[part];
  if (held === undefined) {
    const why = view.unknown[part] ?? 'nobody looked inside';
    return valued('held', expression, unknown(why));
  }
  const last = held.last === undefined ? 'nothing yet' : held.last.text;
  return group('held', expression, last, fieldsOf(held, expression));
}

/** `above`: fields that nobody wrote down, as the row around has it. */
function fieldsOf(object: object, expression: string, above: Untold = []): Members {
  const shownFields = Object.entries(object).filter(([name]) => !hidden.has(name));
  const untold = 'untold' in object ? (object.untold as Untold) : above;
  return lazily(
    shownFields.map(([name, value]: readonly [string, unknown]) => {
      const path = `${expression}.${name}`;
      return [
        name,
        () =>
          untold.includes(name)
            ? valued(name, path, unknown('no truth file has it'))
            : nodeOf(name, path, value, untold),
      ];
    }),
  );
}

function nodeOf(name: string, expression: string, value: unknown, untold: Untold): DebugNode {
  if (Array.isArray(value)) {
    const rows: readonly unknown[] = value;
    const many = plural(rows.length, 'entry', 'entries');
    return group(name, expression, many, rowsOf(rows, expression, untold));
  }
  if (isObject(value))
    return group(name, expression, titleOf(value), fieldsOf(value, expression, untold));
  return { name, expression, text: textOf(name, value), known: 'seen', provedBy: [] };
}

/** By their place in the list, and by the name of their pod. */
function rowsOf(rows: readonly unknown[], expression: string, untold: Untold): Members {
  const list = listed(rows, expression, (row, own, path) => nodeOf(own, path, row, untold));
  const placeOf = (name: string): number => rows.findIndex((row) => podOf(row) === name);
  return { ...list, find: (name) => list.find(name) ?? list.at(placeOf(name)) };
}

function podOf(row: unknown): string | undefined {
  const pod: unknown = isObject(row) ? Reflect.get(row, 'pod') : undefined;
  const name: unknown = isObject(pod) ? Reflect.get(pod, 'name') : undefined;
  return typeof name === 'string' ? name : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function textOf(name: string, value: unknown): string {
  if (value === undefined) return 'none';
  if (typeof value !== 'number') return JSON.stringify(value).replace(/^"|"$/g, '');
  if (times.has(name)) return formatTimeOfDay(micros(value));
  return lengths.has(name) ? formatDuration(value) : String(value);
}

/** What a row is about, in the first of its words that say it. */
function titleOf(row: object): string {
  const words = [
    'name',
    'channel',
    'source',
    'goroutine',
    'updateType',
    'text',
    'type',
    'state',
    'why',
  ]
    .map((key): unknown => Reflect.get(row, key))
    .filter((word) => typeof word === 'string' && word !== '');
  const name = podOf(row);
  return [...(name === undefined ? [] : [name]), ...words.slice(0, 2)].join(': ');
}

function differsNode({ differences, parts }: MachineView, expression: string): DebugNode {
  const own = differences.filter(({ part }) => Object.hasOwn(parts, part));
  const path = `${expression}.differs`;
  return group(
    'differs',
    path,
    own.length === 0 ? 'nothing' : plural(own.length, 'difference'),
    listed(own, path, ({ text, why }, name, of) => ({
      name,
      expression: of,
      text: `${why}: ${text}`,
      known: 'seen',
      provedBy: [],
    })),
  );
}

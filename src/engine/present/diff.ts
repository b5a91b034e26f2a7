// What was another at one moment than at another, value by value, with the line that changed it last. And the whole state as a text, for
// an editor that compares texts.
import { assertDefined } from '../../base/assert.ts';
import { formatRfc3339, formatTimeOfDay } from '../../base/time.ts';
import type { Awaited, PodHistory } from '../../kubelet/rebuild/history.ts';
import { untold, type Change, type Moment } from '../../kubelet/rebuild/track.ts';
import type { ShownValue } from '../../protocol/rows.ts';
import type { DiffRow } from '../../protocol/stateApi.ts';
import { askedBy, podName, type Incident } from './incident.ts';
import { stateText as podState } from './pods.ts';
import { nodeFields, podFields, type StateField } from './stateFields.ts';
import { shown } from './values.ts';

const notThere: ShownValue = { text: 'not there', known: 'inferred', provedBy: [] };

/** A field as it is at one moment. */
interface Held {
  readonly key: string;
  readonly name: string;
  readonly value: ShownValue;
  readonly change: Change<unknown> | undefined;
}

interface HeldPod {
  readonly name: string;
  readonly podKey: string;
  readonly isThere: boolean;
  readonly state: ShownValue;
  /** The last change of whether it is there. */
  readonly change: Change<unknown> | undefined;
  readonly fields: readonly Held[];
  readonly awaits: readonly Awaited[];
}

interface HeldState {
  readonly node: readonly Held[];
  readonly pods: readonly HeldPod[];
}

/** All that the kubelet held at a moment: what was open by then is asked at once, for another moment may be told by the same in another state. */
function stateAt(whole: Incident, asked: Moment): HeldState {
  const { incident, moment } = askedBy(whole, asked);
  const held = (field: StateField): Held => ({
    key: field.key,
    name: field.name,
    value: field.at(moment),
    change: field.changeAt(moment),
  });
  const taken = new Set<string>();
  const wholeKey = (key: string): string => {
    const named = whole.history.pod(key)?.key ?? key;
    // What a later line shows to be one pod may be two.
    const own = taken.has(named) ? key : named;
    taken.add(own);
    return own;
  };
  const pods = podsInOrder(incident, moment).flatMap((known): readonly HeldPod[] => {
    const pod = known.by(moment);
    if (pod === undefined) return [];
    const isHere = isThere(pod, moment);
    return [
      {
        name: podName(pod),
        podKey: wholeKey(known.key),
        isThere: isHere,
        state: podState(pod, moment),
        change: pod.worker.present.changeAt(moment),
        fields: isHere ? podFields(pod).map(held) : [],
        awaits: isHere ? pod.awaits(moment) : [],
      },
    ];
  });
  return { node: nodeFields(incident).map(held), pods };
}

/** The node's values first, then the pods by name. A pod that came or went is one row. */
export function diffRows(incident: Incident, from: Moment, to: Moment): readonly DiffRow[] {
  const [before, after] = [stateAt(incident, from), stateAt(incident, to)];
  const isForth = from.time <= to.time;
  const pods = pairs(before.pods, after.pods, ({ podKey }) => podKey);
  return [
    ...changedFields('', undefined, [before.node, after.node], isForth),
    ...pods
      .flatMap((pair) => podDiff(pair, isForth))
      .sort((one, other) => compare(one.name, other.name)),
  ];
}

function podDiff([before, after]: Pair<HeldPod>, isForth: boolean): readonly DiffRow[] {
  const { name, podKey } = assertDefined(before ?? after, 'a pod is in one of two states');
  const [was, is] = [before?.isThere === true, after?.isThere === true];
  if (was && is)
    return changedFields(name, podKey, [before?.fields ?? [], after?.fields ?? []], isForth);
  if (!was && !is) return [];
  const last = (isForth ? after : before)?.change;
  return [
    {
      name,
      podKey,
      field: 'pod',
      before: was ? (before?.state ?? notThere) : notThere,
      after: is ? (after?.state ?? notThere) : notThere,
      at: last?.at,
      input: last?.value.provedBy[0],
    },
  ];
}

export function isThere(pod: PodHistory, moment: Moment): boolean {
  return pod.firstSeen <= moment.time && pod.worker.present.at(moment).value !== false;
}

function changedFields(
  name: string,
  podKey: string | undefined,
  [before, after]: readonly [readonly Held[], readonly Held[]],
  isForth: boolean,
): readonly DiffRow[] {
  return pairs(before, after, ({ key }) => key).flatMap(([one, other]) => {
    const [a, b] = [one?.value ?? untoldValue, other?.value ?? untoldValue];
    if (a.text === b.text || (a.known === 'unknown' && b.known === 'unknown')) return [];
    const field = (isForth ? (other ?? one) : (one ?? other))?.name ?? '';
    const change = (isForth ? other : one)?.change;
    const [input] = change?.value.provedBy ?? [];
    return [{ name, podKey, field, before: a, after: b, at: change?.at, input }];
  });
}

const untoldValue = shown(untold);

type Pair<T> = readonly [before: T | undefined, after: T | undefined];

/** What is the same thing in both lists, in the order of the second; what only the first has stands at the end. */
function pairs<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (one: T) => string,
): readonly Pair<T>[] {
  const own = new Map(before.map((one) => [keyOf(one), one]));
  const both = after.map((one): Pair<T> => {
    const old = own.get(keyOf(one));
    own.delete(keyOf(one));
    return [old, one];
  });
  return [...both, ...[...own.values()].map((one): Pair<T> => [one, undefined])];
}

function podsInOrder({ history }: Incident, moment: Moment): readonly PodHistory[] {
  return [...history.podsBy(moment)].sort(
    (a, b) => compare(podName(a), podName(b)) || a.firstSeen - b.firstSeen,
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** For a terminal: one change a line. `line` names an input, `kubelet.log:12`. */
export function diffText(
  rows: readonly DiffRow[],
  line: (row: DiffRow) => string | undefined,
): string {
  if (rows.length === 0) return 'Nothing changed.\n';
  return rows
    .map((row) => {
      const where = [row.name, row.field].filter((part) => part !== '').join(' ');
      const when = row.at === undefined ? '' : `  ${formatTimeOfDay(row.at)}`;
      const by = line(row);
      return `${where}: ${row.before.text} → ${row.after.text}${when}${by === undefined ? '' : `  ${by}`}\n`;
    })
    .join('');
}

/** All that the kubelet held at a moment, one value a line; `~` is inferred, `?` unknown. */
export function wholeStateText(incident: Incident, moment: Moment): string {
  const { node, pods } = stateAt(incident, moment);
  const lines = [`# ${formatRfc3339(moment.time)}   (~ inferred, ? unknown)`];
  const add = (indent: string, fields: readonly Held[]): void => {
    for (const { name, value } of fields) lines.push(`${indent}${name}: ${marked(value)}`);
  };
  add('', node);
  for (const pod of pods) {
    if (!pod.isThere) continue;
    lines.push('', `${pod.name}:`);
    add('  ', pod.fields);
    for (const { what } of pod.awaits) lines.push(`  waits for: ${what}`);
  }
  return `${lines.join('\n')}\n`;
}

function marked({ text, known }: ShownValue): string {
  if (known === 'unknown') return '?';
  return known === 'inferred' ? `${text} ~` : text;
}

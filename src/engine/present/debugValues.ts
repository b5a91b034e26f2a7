// The tree of values: the line, the loop, PLEG, the work queue, the pod cache, and what is known of each pod.
import { formatDuration, formatRfc3339, formatTimeOfDay, type Micros } from '../../base/time.ts';
import { loopSince } from '../../kubelet/rebuild/node/loopSkips.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import { unknown } from '../../base/input.ts';
import type { PlegEvent, PodHistory } from '../../kubelet/rebuild/history.ts';
import type { DebugThreadId } from '../../protocol/debugApi.ts';
import {
  lazily,
  leaf,
  listed,
  numbered,
  group,
  plain,
  tracked,
  valued,
  changesOf,
} from './debugNode.ts';
import { configuredAt, isOfMirror, isWholeConfig } from './configured.ts';
import type { DebugContext, DebugNode, Members } from './debugNode.ts';
import { informersNode } from './debugInformers.ts';
import { podNode, quotedName } from './debugPodValues.ts';
import { isProblem } from './findings.ts';
import { withHeld } from './machine/debugHeld.ts';
import { findingsBy } from './findingsBy.ts';
import { isOpen, knownBy, podName } from './incident.ts';
import { networkRows } from './network.ts';
import { whyNoRelist } from './pleg.ts';
import { plural, shortId, shownVerbosity } from './values.ts';

const rootMakers = [
  ['line', lineNode],
  ['loop', loopNode],
  ['pleg', plegNode],
  ['queue', queueNode],
  ['config', configNode],
  ['podWorkers', workersNode],
  ['podCache', cacheNode],
  ['network', networkNode],
  ['pods', podsNode],
  ['findings', findingsNode],
  ['process', processNode],
] as const;

/** Parts that no line tells of as such: they have values where somebody looked inside. */
const heldRoots = [
  ['podActions', 'podActions'],
  ['calls', 'calls'],
  ['statuses', 'status'],
  ['probes', 'probes'],
  ['backOffs', 'backOff'],
] as const;

/** The names that an expression may begin with. */
export function rootNames(context: DebugContext): readonly string[] {
  const names: string[] = rootMakers.map(([name]) => name);
  if (context.beside.hasMachine) names.push(...heldRoots.map(([name]) => name));
  return informersNode(context) === undefined ? names : [...names, 'informers'];
}

/** Everything that belongs to no single pod. */
export function kubeletNode(context: DebugContext): DebugNode {
  const informers = informersNode(context);
  const makers: (readonly [string, () => DebugNode])[] = rootMakers.map(([name, make]) => [
    name,
    () => make(context),
  ]);
  if (context.beside.hasMachine)
    for (const [name, part] of heldRoots)
      makers.push([name, () => withHeld(context, group(name, name, '', []), part)]);
  if (informers !== undefined) makers.push(['informers', () => informers]);
  return group('Kubelet', 'kubelet', '', lazily(makers));
}

/** What belongs to one thread, then the line, then the rest. */
export function scopesOf(context: DebugContext, thread: DebugThreadId): readonly DebugNode[] {
  const pod = context.index.incident.history.pod(thread);
  const kubelet = kubeletNode(context);
  const line = { ...lineNode(context), name: 'Log line' };
  const informers = informersNode(context);
  const rest = [...(informers === undefined ? [] : [{ ...informers, name: 'Informers' }]), kubelet];
  if (pod !== undefined) {
    const node = podNode(context, pod);
    const worker = node.members?.find('worker');
    return [
      ...(worker === undefined ? [] : [{ ...worker, name: 'Pod worker' }]),
      { ...node, name: 'Pod' },
      line,
      ...rest,
    ];
  }
  if (thread === 'pleg') return [{ ...plegNode(context), name: 'PLEG' }, line, ...rest];
  if (thread === 'syncLoop') return [{ ...loopNode(context), name: 'Sync loop' }, line, ...rest];
  return [line, ...rest];
}

function lineNode({ index, moment, beside }: DebugContext): DebugNode {
  const { tape } = index.incident;
  const record = index.record(moment.position);
  if (record === undefined) return group('line', 'line', 'before the first line', []);
  const of = (name: string, text: string): DebugNode =>
    plain(name, `line.${name}`, text, record.id);
  const nodes = [
    of('time', formatRfc3339(tape.timeAt(moment.position))),
    of('severity', record.severity),
    of('statement', record.file === '' ? 'not told' : `${record.file}:${record.fileLine}`),
    of('message', record.message),
    plain('source', 'line.source', tape.sources[tape.place(moment.position).source]?.name ?? ''),
    plain('position', 'line.position', `${moment.position + 1} of ${beside.inputs}`),
  ];
  const taken = new Set(nodes.map((node) => node.name));
  for (const field of record.fields) {
    if (taken.has(field.key)) continue;
    taken.add(field.key);
    nodes.push(plain(field.key, `line${member(field.key)}`, field.value, record.id));
  }
  return group('line', 'line', record.message, nodes);
}

/** `.name`, or `["any text"]` where a name is no plain word. */
function member(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function loopNode(context: DebugContext): DebugNode {
  const { loopSkips } = context.index.incident.history;
  const state = tracked(context, 'state', 'loop.state', loopSkips, (text) =>
    text === '' ? 'running' : `skips: ${text}`,
  );
  const since = loopSince(loopSkips, context.moment);
  const loop = group('loop', 'loop', state.text, [
    state,
    ...(since === undefined ? [] : [plain('since', 'loop.since', formatTimeOfDay(since))]),
  ]);
  return withHeld(context, loop, 'syncLoop');
}

function plegNode(context: DebugContext): DebugNode {
  const { index, moment } = context;
  const { pleg } = index.incident.history;
  const healthy = tracked(context, 'healthy', 'pleg.healthy', pleg.healthy, (value) =>
    value ? 'healthy' : 'not healthy',
  );
  const count = countUntil(pleg.events, moment);
  const node = group('pleg', 'pleg', healthy.text, [
    healthy,
    relistNode(context),
    lastEvent(context, pleg.events[count - 1]),
    group('events', 'pleg.events', plural(count, 'event'), plegEvents(context, count)),
  ]);
  return withHeld(context, node, 'pleg');
}

/** How many of things in order of time count at a moment. */
function countUntil(
  things: readonly { readonly at: Micros; readonly position?: number }[],
  moment: Moment,
): number {
  let low = 0;
  let high = things.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const thing = things[middle];
    if (thing !== undefined && thing.at <= moment.time && knownBy(moment, thing.position ?? 0))
      low = middle + 1;
    else high = middle;
  }
  return low;
}

function relistNode({ index, moment }: DebugContext): DebugNode {
  const { relists } = index.incident.history.pleg;
  const last = relists[countUntil(relists, moment) - 1];
  if (last !== undefined)
    return plain(
      'relist',
      'pleg.relist',
      `${formatDuration(moment.time - last.at)} ago`,
      last.input,
    );
  return valued('relist', 'pleg.relist', unknown(whyNoRelist(index.incident, moment)));
}

function lastEvent({ moment }: DebugContext, last: PlegEvent | undefined): DebugNode {
  const text =
    last === undefined
      ? 'none yet'
      : `${last.type} ${shortId(last.id)}, ${formatDuration(moment.time - last.at)} ago`;
  return plain('lastEvent', 'pleg.lastEvent', text, ...(last === undefined ? [] : [last.input]));
}

/** The newest first. */
function plegEvents({ index }: DebugContext, count: number): Members {
  const { history } = index.incident;
  const at = (number: number): DebugNode | undefined => {
    const event = number < count ? history.pleg.events[count - 1 - number] : undefined;
    if (event === undefined) return undefined;
    const pod = event.podKey === undefined ? undefined : history.pod(event.podKey);
    const of = pod === undefined ? '' : `${podName(pod)}: `;
    const text = `${formatTimeOfDay(event.at)} ${of}${event.type} ${shortId(event.id)}`;
    return plain(`[${number}]`, `pleg.events[${number}]`, text, event.input);
  };
  return numbered(count, at);
}

/** Pods that the kubelet has met and not forgotten at the moment. */
function heldPods({ index, moment }: DebugContext): readonly PodHistory[] {
  return index.incident.history.pods.filter(
    (pod) => pod.firstSeen <= moment.time && pod.worker.present.at(moment).value !== false,
  );
}

/** Updates that wait for a worker, and syncs that are due at a time. */
function queueNode(context: DebugContext): DebugNode {
  const { moment } = context;
  const held = heldPods(context);
  const pending = held.filter((pod) => pod.worker.pending.at(moment).value === true);
  const pendingList = listed(pending, 'queue.pending', (pod, name, expression) => ({
    ...valued(name, expression, pod.worker.pending.at(moment)),
    text: podName(pod),
  }));
  const length: DebugNode = {
    name: 'length',
    expression: 'queue.length',
    text: String(pending.length),
    known: 'inferred',
    provedBy: [],
    changes: () =>
      changesOf(
        context,
        context.index.incident.history.pods.map((pod) => pod.worker.pending),
      ),
  };
  const node = group(
    'queue',
    'queue',
    `${plural(pending.length, 'update')} waiting`,
    lazily([
      ['length', () => length],
      [
        'pending',
        () => group('pending', 'queue.pending', plural(pending.length, 'update'), pendingList),
      ],
      ['due', () => dueNode(context, held)],
    ]),
  );
  return withHeld(context, node, 'workQueue');
}

/** The worker of each pod, as the lines tell it. */
function workersNode(context: DebugContext): DebugNode {
  const { moment } = context;
  const held = heldPods(context);
  const list = listed(held, 'podWorkers', (pod, name, expression) => {
    const state = valued(name, expression, pod.worker.state.at(moment));
    return { ...state, text: `${podName(pod)}: ${state.text}` };
  });
  const node = group('podWorkers', 'podWorkers', plural(held.length, 'worker'), list);
  return withHeld(context, node, 'podWorkers');
}

/** What the model expects of each pod, and when. */
function dueNode({ moment }: DebugContext, held: readonly PodHistory[]): DebugNode {
  const due = held.flatMap((pod) => pod.awaits(moment).map((awaited) => ({ pod, awaited })));
  const list = listed(due, 'queue.due', ({ pod, awaited }, name, expression) => ({
    name,
    expression,
    text: `${podName(pod)}: ${awaited.what}, ${dueText(awaited.due, moment.time)}`,
    known: 'inferred',
    provedBy: awaited.provedBy,
  }));
  return group('due', 'queue.due', plural(due.length, 'entry', 'entries'), list);
}

function dueText(due: Micros | undefined, now: Micros): string {
  if (due === undefined) return 'no time known';
  const clock = formatTimeOfDay(due).slice(0, 12);
  return due < now
    ? `was due ${clock}, ${formatDuration(now - due)} overdue`
    : `due ${clock}, in ${formatDuration(due - now)}`;
}

/** The pods of each configuration source, as the sync loop was told of them. */
function configNode(context: DebugContext): DebugNode {
  const { moment } = context;
  const { history } = context.index.incident;
  const configured = configuredAt(history, moment).flatMap((pod) => {
    const last = pod.events.findLast(
      (event) =>
        event.kind.startsWith('config.') &&
        !isOfMirror(pod, event) &&
        event.at <= moment.time &&
        knownBy(moment, event.position),
    );
    return last === undefined ? [] : [{ pod, last }];
  });
  const list = listed(configured, 'config', ({ pod, last }, name, expression) =>
    plain(name, expression, `${podName(pod)}: ${last.text}`, last.input),
  );
  const count = plural(configured.length, 'pod');
  const text = isWholeConfig(history, moment) ? count : `at least ${count}`;
  const node = group('config', 'config', `${text} that the loop was told of`, list);
  return withHeld(context, node, 'podConfig');
}

/** What the pod cache holds: the containers that PLEG saw. Who waits in it for something newer is told by no line. */
function cacheNode(context: DebugContext): DebugNode {
  const { moment } = context;
  const cached = heldPods(context).filter(
    (pod) => pod.containers.length > 0 || pod.sandboxes.length > 0,
  );
  const list = listed(cached, 'podCache', (pod, name, expression) => {
    const states = [...pod.sandboxes, ...pod.containers]
      .map(({ state }) => state.at(moment))
      .filter((state) => state.known !== 'unknown');
    const counts = new Map<string, number>();
    for (const { value } of states) counts.set(value, (counts.get(value) ?? 0) + 1);
    const text = [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
    return {
      name,
      expression,
      text: `${podName(pod)}: ${text === '' ? 'nothing seen yet' : text}`,
      known: 'inferred',
      provedBy: states.at(-1)?.provedBy ?? [],
    };
  });
  const held = heldPods(context);
  const text = `${plural(cached.length, 'pod')}; ${readersText(held, moment)}`;
  return withHeld(context, group('podCache', 'podCache', text, list), 'podCache');
}

/** At --v=4 a worker says when its work begins and when its sync function does; between the two it waits for the cache. */
function readersText(held: readonly PodHistory[], moment: Moment): string {
  const stages = held.flatMap((pod) => {
    const stage = pod.queue(moment)?.stage.value;
    return stage === undefined ? [] : [{ pod, stage }];
  });
  if (stages.length === 0) return 'readers: unknown, no line tells who waits for a newer status';
  const readers = stages.filter(({ stage }) => stage === 'waits for the pod cache');
  return readers.length === 0
    ? 'nobody waits in it'
    : `waited for by ${readers.map(({ pod }) => podName(pod)).join(', ')}`;
}

function networkNode(context: DebugContext): DebugNode {
  const { index, moment } = context;
  const rows = networkRows(index.incident, moment).slice(0, 1_000);
  const list = listed(rows, 'network', (row, name, expression) => ({
    name,
    expression,
    text: row.label,
    known: row.outcome.known,
    provedBy: row.attempts.at(-1)?.provedBy ?? [],
  }));
  const node = group('network', 'network', plural(rows.length, 'operation'), list);
  return withHeld(context, node, 'network');
}

function podsNode(context: DebugContext): DebugNode {
  const held = heldPods(context);
  const list = listed(held, 'pods', (pod) => podNode(context, pod));
  return group('pods', 'pods', plural(held.length, 'pod'), {
    ...list,
    at(number) {
      const node = list.at(number);
      return node === undefined
        ? undefined
        : { ...node, name: `[${number}]`, text: `${node.name}: ${node.text}` };
    },
  });
}

function findingsNode({ index, moment }: DebugContext): DebugNode {
  const open = findingsBy(index.incident, moment).filter(
    (finding) => isProblem(finding) && isOpen(finding, moment),
  );
  const list = listed(open, 'findings', (finding, name, expression) => ({
    name,
    expression,
    text: `${finding.severity}: ${finding.title}`,
    known: 'inferred',
    provedBy: finding.evidence.map(({ input }) => input),
  }));
  return group('findings', 'findings', `${open.length} open`, list);
}

function processNode({ index, moment }: DebugContext): DebugNode {
  const run = index.runAt(moment.time);
  if (run === undefined) return group('process', 'process', 'none', []);
  return group('process', 'process', run.version.value ?? 'version not told', [
    valued('version', 'process.version', run.version),
    leaf('verbosity', 'process.verbosity', shownVerbosity(run, '--v=')),
    valued('runtime', 'process.runtime', run.runtime),
    valued('node', 'process.node', run.node),
    plain('since', 'process.since', formatRfc3339(run.from), ...run.startProvedBy.slice(0, 1)),
  ]);
}

/** Pods by their names, for completion: the youngest first, and not more than a person would look through. */
export function podExpressions(context: DebugContext): readonly string[] {
  const { index, moment } = context;
  return index.incident.history.pods
    .filter((pod) => pod.firstSeen <= moment.time)
    .slice(-500)
    .toReversed()
    .map((pod) => `pod(${quotedName(context, pod)})`);
}

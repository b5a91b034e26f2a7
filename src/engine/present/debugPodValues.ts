// One pod as values: its worker, sandboxes, containers, network, and its story.
import { unknown } from '../../base/input.ts';
import { formatDuration, formatTimeOfDay } from '../../base/time.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import { positionsOf } from '../../kubelet/rebuild/pod/tries.ts';
import type { Track } from '../../kubelet/rebuild/track.ts';
import { heldNames } from '../../kubelet/rebuild/worker/workerTracks.ts';
import {
  type DebugContext,
  type DebugNode,
  group,
  lazily,
  leaf,
  listed,
  plain,
  tracked,
  valued,
} from './debugNode.ts';
import { knownBy, podName } from './incident.ts';
import { networkRow } from './network.ts';
import { podRow, stateText } from './pods.ts';
import { plural, shortId, shown } from './values.ts';
import { planText, queueTexts } from './workerQueues.ts';

/** The name in quotes; the key where a name has had several lives. */
export function quotedName({ index }: DebugContext, pod: PodHistory): string {
  const lives = index.incident.history.podsNamed(pod.namespace, pod.name);
  return JSON.stringify(lives.length === 1 ? podName(pod) : pod.key);
}

export function podNode(context: DebugContext, pod: PodHistory): DebugNode {
  const expression = `pod(${quotedName(context, pod)})`;
  const state = stateText(pod, context.moment);
  const told = pod.by(context.moment) ?? pod;
  const part =
    (make: (context: DebugContext, pod: PodHistory, expression: string) => DebugNode) =>
    (name: string): readonly [string, () => DebugNode] => [
      name,
      () => make(context, pod, `${expression}.${name}`),
    ];
  return {
    name: podName(pod),
    expression,
    ...state,
    members: lazily([
      ['uid', () => valued('uid', `${expression}.uid`, told.uid)],
      ['source', () => valued('source', `${expression}.source`, told.configSource)],
      part(workerNode)('worker'),
      part(queueNode)('queue'),
      part(waitsNode)('waits'),
      part(actionsNode)('podActions'),
      part(sandboxesNode)('sandboxes'),
      part(containersNode)('containers'),
      part(networkNode)('network'),
      part(phasesNode)('phases'),
      part(eventsNode)('events'),
    ]),
  };
}

function workerNode(context: DebugContext, pod: PodHistory, expression: string): DebugNode {
  const { moment } = context;
  const change = pod.worker.state.changeAt(moment);
  const fields = [...heldNames, 'present' as const].map((name) => {
    const track: Track<unknown> = pod.worker[name];
    return tracked(context, name, `${expression}.${name}`, track, (value) =>
      name === 'gracePeriod' ? `${String(value)} s` : String(value),
    );
  });
  const stateSince =
    change === undefined
      ? []
      : [
          plain(
            'since',
            `${expression}.since`,
            `${formatTimeOfDay(change.at)}, ${formatDuration(moment.time - change.at)} ago`,
            ...change.value.provedBy.slice(0, 1),
          ),
        ];
  return group('worker', expression, stateText(pod, moment).text, [
    ...fields.slice(0, 1),
    ...stateSince,
    ...fields.slice(1),
  ]);
}

function waitsNode(context: DebugContext, pod: PodHistory, expression: string): DebugNode {
  const { waits } = podRow(context.index.incident, context.moment, pod);
  const list = listed(waits, expression, (wait, name, at) => ({
    name,
    expression: at,
    text: wait.text,
    known: 'inferred',
    provedBy: wait.provedBy,
  }));
  return group(
    'waits',
    expression,
    waits.map(({ text }) => text).join('; ') || 'for nothing',
    list,
  );
}

/** What its worker has, what waits, and when the pod is due again. */
function queueNode(context: DebugContext, pod: PodHistory, expression: string): DebugNode {
  const queue = pod.queue(context.moment);
  if (queue === undefined)
    return leaf('queue', expression, shown(unknown('the workers hold no entry that a line tells')));
  const { active, waiting, next } = queueTexts(queue, context.moment.time);
  return group('queue', expression, waiting.text, [
    leaf('active', `${expression}.active`, active),
    leaf('waiting', `${expression}.waiting`, waiting),
    plain('replaced', `${expression}.replaced`, plural(queue.replaced.length, 'update')),
    leaf('next', `${expression}.next`, next),
  ]);
}

/** `podActions`, as the last line of computePodActions has it. */
function actionsNode({ moment }: DebugContext, pod: PodHistory, expression: string): DebugNode {
  const last = pod
    .by(moment)
    ?.computed.findLast(({ at, position }) => at <= moment.time && knownBy(moment, position));
  if (last === undefined)
    return leaf(
      'podActions',
      expression,
      shown(unknown('computePodActions prints what it gave at --v=3')),
    );
  const { actions, init, input, at } = last;
  const field = (name: string, value: string | number | boolean | undefined): DebugNode =>
    value === undefined
      ? leaf(name, `${expression}.${name}`, shown(unknown('its line has none')))
      : plain(name, `${expression}.${name}`, String(value), input);
  const list = shown(init, (which) => `[${which.join(' ')}]`);
  return group('podActions', expression, planText(last).text, [
    field('at', formatTimeOfDay(at)),
    field('KillPod', actions.killPod),
    field('CreateSandbox', actions.createSandbox),
    field('SandboxID', actions.sandboxId),
    field('Attempt', actions.attempt),
    leaf('InitContainersToStart', `${expression}.InitContainersToStart`, list),
    field('ContainersToStart', `[${actions.containersToStart.join(' ')}]`),
    field('ContainersToKill', `[${actions.containersToKill.join(' ')}]`),
  ]);
}

function sandboxesNode(context: DebugContext, pod: PodHistory, expression: string): DebugNode {
  const { sandboxes = [] } = pod.by(context.moment) ?? {};
  const born = sandboxes.filter(({ state }) => state.changeAt(context.moment) !== undefined);
  const list = listed(born, expression, (sandbox, name, at) => ({
    ...group(name, at, shortId(sandbox.sandboxId), [
      plain('id', `${at}.id`, sandbox.sandboxId, ...sandbox.provedBy.slice(0, 1)),
      valued('attempt', `${at}.attempt`, sandbox.attempt),
      tracked(context, 'state', `${at}.state`, sandbox.state),
    ]),
  }));
  return group('sandboxes', expression, plural(born.length, 'sandbox', 'sandboxes'), list);
}

function containersNode(context: DebugContext, pod: PodHistory, expression: string): DebugNode {
  const { moment } = context;
  const { containers = [] } = pod.by(moment) ?? {};
  const born = containers.filter(({ state }) => state.changeAt(moment) !== undefined);
  const list = listed(born, expression, (container, name, at) => {
    const state = tracked(context, 'state', `${at}.state`, container.state);
    const label = `${container.name.value ?? shortId(container.containerId)}: ${state.text}`;
    const gone = state.text === 'exited' || state.text === 'removed';
    return group(name, at, label, [
      valued('name', `${at}.name`, container.name),
      plain('id', `${at}.id`, container.containerId, ...container.provedBy.slice(0, 1)),
      state,
      ...(gone ? [valued('exitCode', `${at}.exitCode`, container.exitCode)] : []),
    ]);
  });
  return group('containers', expression, plural(born.length, 'container'), list);
}

function networkNode(context: DebugContext, pod: PodHistory, expression: string): DebugNode {
  const { index, moment } = context;
  const { network = [] } = pod.by(moment) ?? {};
  const begun = network.filter(
    ({ from, attempts }) =>
      from <= moment.time && (attempts[0] === undefined || knownBy(moment, attempts[0].position)),
  );
  const list = listed(begun, expression, (operation, name, at) => {
    const row = networkRow(index.incident, moment, operation, 0);
    return {
      ...group(name, at, row.label, [
        plain('command', `${at}.command`, row.command),
        leaf('outcome', `${at}.outcome`, row.outcome),
        plain('failures', `${at}.failures`, String(row.failures)),
        plain(
          'error',
          `${at}.error`,
          row.message ?? 'none',
          ...(row.attempts.at(-1)?.provedBy ?? []),
        ),
      ]),
      known: row.outcome.known,
      provedBy: row.attempts.at(-1)?.provedBy ?? [],
      changes: () => positionsOf(operation),
    };
  });
  const changes = (): readonly number[] => pod.network.flatMap(positionsOf).sort((a, b) => a - b);
  return { ...group('network', expression, plural(begun.length, 'operation'), list), changes };
}

function phasesNode({ moment }: DebugContext, pod: PodHistory, expression: string): DebugNode {
  const { phases = [] } = pod.by(moment) ?? {};
  const begun = phases.filter((phase) => phase.from <= moment.time);
  const list = listed(begun, expression, (phase, name, at) => {
    const over = phase.to !== undefined && phase.to <= moment.time;
    const length = formatDuration((over ? phase.to : moment.time) - phase.from);
    const text = over ? length : `${length} so far`;
    return {
      name,
      expression: at,
      text: `${phase.kind}, ${phase.known === 'unknown' ? 'no line tells its end' : text}`,
      known: phase.known,
      provedBy: phase.provedBy,
    };
  });
  return group('phases', expression, plural(begun.length, 'phase'), list);
}

function eventsNode({ moment }: DebugContext, pod: PodHistory, expression: string): DebugNode {
  const { events = [] } = pod.by(moment) ?? {};
  const past = events.filter((event) => event.at <= moment.time && knownBy(moment, event.position));
  const list = listed(past, expression, (event, name, at) =>
    plain(name, at, `${formatTimeOfDay(event.at)} ${event.text}`, event.input),
  );
  return group('events', expression, plural(past.length, 'event'), list);
}

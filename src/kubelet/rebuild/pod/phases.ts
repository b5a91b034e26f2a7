// The stretches of a pod's life that have a name: what a timeline draws as bars, and what tells the slow step.
import type { InputId } from '../../../base/input.ts';
import { micros, SECOND, type Micros } from '../../../base/time.ts';
import type { KubeletEvent } from '../../event.ts';
import { type Fact, isOf } from '../facts/fact.ts';
import type { NetworkOperation, PodPhase, WorkerTracks } from '../history.ts';
import type { IdIndex } from '../identity/ids.ts';
import type { Track } from '../track.ts';

type Kind = PodPhase['kind'];

interface Mark {
  readonly at: Micros;
  readonly provedBy: readonly InputId[];
}

export function phasesOf(
  facts: readonly Fact[],
  worker: WorkerTracks,
  network: readonly NetworkOperation[],
  ids: IdIndex,
): readonly PodPhase[] {
  const marks = marksOf(facts, worker, ids);
  const phases = [
    ...starting(marks, facts, ids),
    ...ending(marks, facts, ids),
    ...pulls(facts, marks.terminating, ids),
    ...backoffs(facts, ids),
    ...network.flatMap((one) => networkPhase(one, marks.terminated ?? marks.finished)),
  ];
  return phases.sort((a, b) => a.from - b.from);
}

interface Marks {
  readonly added: Mark | undefined;
  /** No worker ever takes it up. */
  readonly refused: Mark | undefined;
  /** Its first sync. */
  readonly begun: Mark | undefined;
  readonly started: Mark | undefined;
  /** A readiness probe says so for the first time. */
  readonly ready: Mark | undefined;
  readonly terminating: Mark | undefined;
  readonly terminated: Mark | undefined;
  readonly finished: Mark | undefined;
  readonly forgotten: Mark | undefined;
}

function marksOf(facts: readonly Fact[], worker: WorkerTracks, ids: IdIndex): Marks {
  const first = (wanted: (event: KubeletEvent) => boolean): Mark | undefined =>
    markOf(facts.find(({ event }) => wanted(event)));
  const forgotten = leaves(worker.present);
  return {
    added: first((event) => event.kind === 'config' && event.op === 'ADD'),
    begun: becomes(worker.started),
    refused: first((event) => event.kind === 'admission.denied'),
    started: first((event) => event.kind === 'pod.started'),
    ready: first(
      (event) =>
        event.kind === 'loop.probe' && event.probe === 'readiness' && event.status === 'ready',
    ),
    terminating: becomes(worker.terminationRequested),
    terminated:
      becomes(worker.terminated) ??
      sandboxEnd(facts, worker.terminated, ids) ??
      mayHave(worker.terminated, forgotten),
    finished: becomes(worker.finished) ?? mayHave(worker.finished, forgotten),
    forgotten,
  };
}

/** What is told of one sandbox. */
interface Round {
  readonly needed: Mark | undefined;
  readonly sandbox: Mark | undefined;
  readonly container: Mark | undefined;
}

function roundOf(facts: readonly Fact[], ids: IdIndex): Round {
  // Init containers end before the first of the others is created.
  const init = facts.findIndex(({ event }) => isCreating(event) && event.isInit);
  const app = facts.findIndex(({ event }, i) => i > init && isCreating(event) && !event.isInit);
  const running = init < 0 ? facts : app < 0 ? [] : facts.slice(app);
  return {
    needed: markOf(facts.find(({ event }) => event.kind === 'sandbox.needed')),
    sandbox:
      markOf(facts.find(({ event }) => event.kind === 'sandbox.created')) ??
      markOf(facts.find((fact) => startedBy(fact, ids) === 'sandbox')),
    container: markOf(running.find((fact) => startedBy(fact, ids) === 'container')),
  };
}

function isCreating(
  event: KubeletEvent,
): event is Extract<KubeletEvent, { kind: 'container.creating' }> {
  return event.kind === 'container.creating';
}

function startedBy({ event }: Fact, ids: IdIndex): 'sandbox' | 'container' | undefined {
  if (event.kind !== 'pleg.event' || event.type !== 'ContainerStarted') return undefined;
  return ids.get(event.id)?.isSandbox === true ? 'sandbox' : 'container';
}

/** A sync that finds a sandbox dead says so, and PLEG says that it died. */
const TOGETHER = 3 * SECOND;

/** Where lines of another sandbox begin: where the last one was found dead, which its death alone does not tell, for what died is guessed. */
function nextSandboxes(facts: readonly Fact[], ids: IdIndex): readonly number[] {
  const found: number[] = [];
  let last: { readonly id: string; readonly start: number } | undefined;
  facts.forEach((fact, i) => {
    const { event, at } = fact;
    if (event.kind !== 'pleg.event') return;
    if (startedBy(fact, ids) === 'sandbox') last = { id: event.id, start: i };
    if (last === undefined || event.type !== 'ContainerDied' || event.id !== last.id) return;
    const { start } = last;
    const need = facts.findIndex(
      (one, index) =>
        index > start && one.event.kind === 'sandbox.needed' && Math.abs(one.at - at) < TOGETHER,
    );
    if (need >= 0) found.push(Math.min(need, i));
    last = undefined;
  });
  return found;
}

function becomes({ changes }: Track<boolean>): Mark | undefined {
  return markAt(changes.find(({ value }) => value.value === true));
}

/** The first moment from which on it may be true of a worker that is gone in the end: no line tells more up to 1.21. */
function mayHave({ changes }: Track<boolean>, gone: Mark | undefined): Mark | undefined {
  if (gone === undefined) return undefined;
  return markAt(changes.find(({ value }, i) => value.value === undefined && i > 0));
}

/** Where nothing tells more of the worker, its pod is down when its last sandbox is. */
function sandboxEnd(
  facts: readonly Fact[],
  { changes }: Track<boolean>,
  ids: IdIndex,
): Mark | undefined {
  const from = changes.find(({ value }, i) => value.value === undefined && i > 0)?.at ?? Infinity;
  const isDeath = ({ event, at }: Fact): boolean =>
    event.kind === 'pleg.event' &&
    event.type === 'ContainerDied' &&
    at >= from &&
    ids.get(event.id)?.isSandbox === true;
  return markOf(facts.findLast(isDeath));
}

/** The first moment from which on it is not sure to be true any more. */
function leaves({ changes }: Track<boolean>): Mark | undefined {
  return markAt(changes.find(({ value }, i) => value.value !== true && i > 0));
}

function markAt(change: Track<boolean>['changes'][number] | undefined): Mark | undefined {
  return change === undefined ? undefined : { at: change.at, provedBy: change.value.provedBy };
}

function starting(marks: Marks, facts: readonly Fact[], ids: IdIndex): readonly PodPhase[] {
  const { added, refused, begun, started, ready, terminating } = marks;
  const before = terminating === undefined ? facts : facts.filter(({ at }) => at <= terminating.at);
  const [next, ...more] = nextSandboxes(before, ids);
  const { needed, sandbox, container } = roundOf(
    next === undefined ? facts : facts.slice(0, next),
    ids,
  );
  const running = container ?? started;
  const end = next === undefined ? terminating : markOf(facts[next]);
  return [
    ...span(
      'queue',
      added,
      (begun === undefined ? needed : earlier(begun, needed)) ?? sandbox ?? refused,
    ),
    ...span('sandbox', needed, sandbox ?? running ?? end),
    ...span('start', sandbox, running ?? end),
    ...(ready === undefined ? [] : span('ready', running, ready)),
    ...span('running', running, end),
    ...[next, ...more].flatMap((from, i) => {
      if (from === undefined) return [];
      const to = more[i];
      const round = roundOf(facts.slice(from, to), ids);
      return inSandbox(round, to === undefined ? terminating : markOf(facts[to]));
    }),
  ];
}

/** Of a sandbox that comes after another. */
function inSandbox(
  { needed, sandbox, container }: Round,
  end: Mark | undefined,
): readonly PodPhase[] {
  return [
    ...span('sandbox', needed, sandbox ?? container ?? end),
    ...span('start', sandbox, container ?? end),
    ...span('running', container, end),
  ];
}

function ending(marks: Marks, facts: readonly Fact[], ids: IdIndex): readonly PodPhase[] {
  const { terminating, terminated, finished, forgotten } = marks;
  if (terminating === undefined) return [];
  const after = facts.filter((fact) => fact.at >= terminating.at);
  const kill = markOf(after.find((fact) => fact.event.kind === 'container.killing'));
  const dead = lastDeath(after, ids);
  const unmount = markOf(after.find((fact) => isVolume(fact, 'unmountStarted')));
  const unmounted = markOf(after.findLast((fact) => isVolume(fact, 'unmounted')));
  const killed = earlier(dead, terminated);
  return [
    ...span('terminating', terminating, finished),
    ...span('kill', kill, killed ?? terminated ?? finished),
    ...span('teardown', killed ?? terminating, terminated),
    ...span('unmount', unmount, unmounted),
    ...span('cleanup', terminated, finished),
    ...span('finished', finished, forgotten),
  ];
}

/**
 * Of its containers. Each counts when it died first, for another process of the kubelet finds it dead anew; and when its kill was done,
 * where PLEG’s line is not printed, as of a pod that is gone from its source (syncLoopIteration in pkg/kubelet/kubelet.go).
 */
function lastDeath(facts: readonly Fact[], ids: IdIndex): Mark | undefined {
  const deaths = (kind: 'pleg.event' | 'container.killed') =>
    facts.flatMap((fact) => {
      if (!isOf(kind, fact)) return [];
      const { event } = fact;
      const isDeath = event.kind === 'container.killed' || event.type === 'ContainerDied';
      return isDeath && ids.get(event.id)?.isSandbox !== true ? [{ id: event.id, fact }] : [];
    });
  const first = new Map<string, Fact>();
  for (const { id, fact } of [...deaths('pleg.event'), ...deaths('container.killed')])
    if (!first.has(id)) first.set(id, fact);
  return markOf([...first.values()].sort((a, b) => a.position - b.position).at(-1));
}

function isVolume({ event }: Fact, step: string): boolean {
  return event.kind === 'volume' && event.step === step;
}

function markOf(fact: Fact | undefined): Mark | undefined {
  return fact === undefined ? undefined : { at: fact.at, provedBy: [fact.input] };
}

/** A relist sees a death late: the worker may have been done before. */
function earlier(a: Mark | undefined, b: Mark | undefined): Mark | undefined {
  if (a === undefined) return undefined;
  return b !== undefined && b.at < a.at ? b : a;
}

/** A phase from one mark to another; open when the second is missing; none without the first, or when no time passes. */
function span(kind: Kind, from: Mark | undefined, to: Mark | undefined): readonly PodPhase[] {
  if (from === undefined || (to !== undefined && to.at <= from.at)) return [];
  const provedBy = to === undefined ? from.provedBy : [...from.provedBy, ...to.provedBy];
  return [{ kind, from: from.at, to: to?.at, known: 'inferred', provedBy }];
}

function pulls(
  facts: readonly Fact[],
  terminating: Mark | undefined,
  ids: IdIndex,
): readonly PodPhase[] {
  const told = facts.flatMap((fact, i) => {
    if (fact.event.kind !== 'pod.event' || fact.event.reason !== 'Pulling') return [];
    const end = facts
      .slice(i + 1)
      .find(
        ({ event }) =>
          event.kind === 'pod.event' && (event.reason === 'Pulled' || event.reason === 'Failed'),
      );
    return span('pull', markOf(fact), markOf(end)).map(
      (one) => ({ ...one, known: 'seen' }) as const,
    );
  });
  const ofRuntime = runtimePulls(facts, terminating, ids).filter(
    ({ from, to = Infinity }) => !told.some((one) => one.from < to && (one.to ?? Infinity) > from),
  );
  return [...told, ...ofRuntime];
}

/** Pulls as the runtime tells of them, from which the pod's part in them was inferred. */
function runtimePulls(
  facts: readonly Fact[],
  terminating: Mark | undefined,
  ids: IdIndex,
): readonly PodPhase[] {
  const phases: PodPhase[] = [];
  const open: Mark[] = [];
  for (const fact of facts) {
    const { event, at, input } = fact;
    if (event.kind === 'image.pulling')
      open.push({ at: micros(at - event.for), provedBy: [input] });
    else if (event.kind === 'image.pullFailed')
      phases.push(...span('pull', open.shift(), markOf(fact)));
    else if (event.kind === 'image.pulled') {
      // Its end may tell of a begin before the log's.
      const begin = event.took === undefined ? undefined : micros(at - event.took);
      const began = begin === undefined ? undefined : { at: begin, provedBy: [] };
      phases.push(...span('pull', open.shift() ?? began, markOf(fact)));
    }
  }
  const without = open.flatMap((one) => {
    const next = facts.find((fact) => fact.at > one.at && goesOn(fact, ids));
    const cut = terminating === undefined || terminating.at <= one.at ? undefined : terminating;
    return span(
      'pull',
      one,
      next === undefined ? cut : (earlier(cut, markOf(next)) ?? markOf(next)),
    );
  });
  return [...phases, ...without];
}

/** A sync that does more, or failed, waits for no pull any longer, whatever became of the line about its end. */
function goesOn(fact: Fact, ids: IdIndex): boolean {
  const { kind } = fact.event;
  if (kind === 'worker.error' || kind === 'container.asked') return true;
  return startedBy(fact, ids) === 'container';
}

/** From a failure that says "back-off" to the next container that starts. */
function backoffs(facts: readonly Fact[], ids: IdIndex): readonly PodPhase[] {
  const phases: PodPhase[] = [];
  let since: Fact | undefined;
  for (const fact of facts) {
    const { event } = fact;
    if (event.kind === 'worker.error' && /ack-off/.test(event.error)) since ??= fact;
    const starts = startedBy(fact, ids) === 'container';
    const ends = event.kind === 'config' && (event.op === 'DELETE' || event.op === 'REMOVE');
    if (since !== undefined && (starts || ends)) {
      phases.push(...span('backoff', markOf(since), markOf(fact)));
      since = undefined;
    }
  }
  return since === undefined ? phases : [...phases, ...span('backoff', markOf(since), undefined)];
}

/** No network is made for a pod that is terminated; what is left of one may be taken down still. */
function networkPhase(operation: NetworkOperation, over: Mark | undefined): readonly PodPhase[] {
  const { command, from, until, attempts } = operation;
  const latest = command === 'ADD' && over !== undefined && over.at > from ? over.at : undefined;
  const to = until.value ?? latest;
  // Of its end alone nobody knows how long it took.
  if (to === from) return [];
  const provedBy = attempts.flatMap((one) => one.provedBy.slice(0, 1)).slice(0, 3);
  const known = until.known === 'seen' ? 'seen' : 'inferred';
  return [{ kind: 'network', from, to, known, provedBy }];
}

// What is told of each sandbox of a pod: when it was made, and when its containers started.
import type { InputId } from '../../../base/input.ts';
import { MILLISECOND, SECOND, type Micros } from '../../../base/time.ts';
import type { KubeletEvent } from '../../event.ts';
import type { Fact } from '../facts/fact.ts';
import type { IdIndex } from '../identity/ids.ts';

export interface Mark {
  readonly at: Micros;
  readonly provedBy: readonly InputId[];
  /** A relist tells it: what happened was before. */
  readonly isOfRelist?: boolean;
}

export interface Round {
  readonly needed: Mark | undefined;
  /** The old sandbox is stopped before (--v=4). */
  readonly stopping: Mark | undefined;
  readonly creating: Mark | undefined;
  readonly sandbox: Mark | undefined;
  /** The first container, which may be an init container. */
  readonly first: Mark | undefined;
  /** The first that is shown to be none. */
  readonly app: Mark | undefined;
  /** Lines tell init containers apart. */
  readonly isTold: boolean;
  /** A teardown failed, before which killPodWithSyncResult kills all containers. */
  readonly failed: Mark | undefined;
}

/** `isPlain`: the pod is shown to have no init containers. */
export function roundOf(facts: readonly Fact[], ids: IdIndex, isPlain: boolean): Round {
  const first = facts.find((fact) => startedBy(fact, ids) === 'container');
  const isTold = facts.some(({ event }) => event.kind === 'container.creating');
  const app = isTold ? createdApp(facts, ids) : isPlain ? first : shownApp(facts, ids);
  const needed = facts.find(({ event }) => event.kind === 'sandbox.needed');
  const isFirst = needed?.event.kind === 'sandbox.needed' && needed.event.need === 'none';
  const stopping = facts.find(({ event }) => event.kind === 'sandbox.stopping' && event.anew);
  return {
    needed: markOf(needed),
    stopping: isFirst ? undefined : markOf(stopping),
    creating: markOf(facts.find(({ event }) => event.kind === 'sandbox.creating')),
    sandbox:
      markOf(facts.find(({ event }) => event.kind === 'sandbox.created')) ??
      markOf(facts.find((fact) => startedBy(fact, ids) === 'sandbox')),
    first: markOf(first),
    app: markOf(app),
    isTold,
    failed: markOf(
      facts.find(
        (fact) => hasFailedTeardown(fact) && fact.position > (first?.position ?? Infinity),
      ),
    ),
  };
}

/** Init containers end before the first of the others is created. */
function createdApp(facts: readonly Fact[], ids: IdIndex): Fact | undefined {
  const init = facts.findIndex(({ event }) => isCreating(event) && event.isInit);
  const app = facts.findIndex(({ event }, i) => i > init && isCreating(event) && !event.isInit);
  const running = init < 0 ? facts : app < 0 ? [] : facts.slice(app);
  return running.find((fact) => startedBy(fact, ids) === 'container');
}

function isCreating(
  event: KubeletEvent,
): event is Extract<KubeletEvent, { kind: 'container.creating' }> {
  return event.kind === 'container.creating';
}

/**
 * "Creating container in pod" is not printed below --v=4. A plan (--v=3) has containers to start once the init containers are done
 * (computePodActions); what else tells that the pod runs tells it of the last one that started before.
 */
function shownApp(facts: readonly Fact[], ids: IdIndex): Fact | undefined {
  const plan = facts.findIndex(
    ({ event }) => event.kind === 'pod.actions' && event.actions.containersToStart.length > 0,
  );
  const isStart = (fact: Fact): boolean => startedBy(fact, ids) === 'container';
  if (plan >= 0) return facts.slice(plan).find(isStart);
  const shown = facts.findIndex(({ event }) => showsRunning(event));
  return shown < 0 ? undefined : facts.slice(0, shown).findLast(isStart);
}

/** No init container is asked whether it is ready, and none is left when the phase is Running (getPhase in pkg/kubelet/kubelet_pods.go). */
function showsRunning(event: KubeletEvent): boolean {
  if (event.kind === 'pod.phase') return event.phase === 'Running';
  if (event.kind === 'loop.probe') return event.probe === 'readiness' && event.status === 'ready';
  return event.kind === 'pod.started';
}

/** Its lines stand together. */
const ONE_RELIST = MILLISECOND;

/** Nothing started or died before the first container that is shown to be none: it has no init containers. */
export function hasNoInit(facts: readonly Fact[], ids: IdIndex): boolean {
  const app = shownApp(facts, ids);
  if (app === undefined) return false;
  const before = facts.slice(0, facts.indexOf(app));
  return !before.some(
    (fact) =>
      fact.event.kind === 'pleg.event' &&
      ids.get(fact.event.id)?.isSandbox !== true &&
      app.at - fact.at > ONE_RELIST,
  );
}

export function startedBy({ event }: Fact, ids: IdIndex): 'sandbox' | 'container' | undefined {
  if (event.kind !== 'pleg.event' || event.type !== 'ContainerStarted') return undefined;
  return ids.get(event.id)?.isSandbox === true ? 'sandbox' : 'container';
}

/** A container that could not be stopped may run still: the sandbox is tried all the same. */
export function hasFailedTeardown({ event }: Fact): boolean {
  if (event.kind !== 'worker.error' && event.kind !== 'podKiller.failed') return false;
  return event.error.includes('KillPodSandbox') && !event.error.includes('KillContainer');
}

export function markOf(fact: Fact | undefined): Mark | undefined {
  if (fact === undefined) return undefined;
  return { at: fact.at, provedBy: [fact.input], isOfRelist: fact.event.kind.startsWith('pleg.') };
}

/** A sync that finds a sandbox dead says so, and PLEG says that it died. */
const TOGETHER = 3 * SECOND;

/** Where lines of another sandbox begin: where the last one was found dead, which its death alone does not tell, for what died is guessed. */
export function nextSandboxes(facts: readonly Fact[], ids: IdIndex): readonly number[] {
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

// Sandboxes and containers of one pod, from what PLEG saw of them and what the runtime manager did to them.
import { inferred, seen, unknown, type Value } from '../../../base/input.ts';
import type { KubeletEvent, SampledContainer } from '../../event.ts';
import { type Fact, isOf, type Of } from '../facts/fact.ts';
import type { ContainerHistory, SandboxHistory, WorkerTracks } from '../history.ts';
import type { IdIndex, KnownId } from '../identity/ids.ts';
import { imagesIn } from '../identity/images.ts';
import { sampledContainer } from '../facts/samples.ts';
import { OpenTrack, type Track } from '../track.ts';
import { LetGo } from './letGo.ts';

type ContainerState = 'creating' | 'running' | 'killing' | 'exited' | 'removed';
type SandboxState = 'starting' | 'ready' | 'notReady' | 'stopped' | 'removed';

export function rebuildContainers(
  facts: readonly Fact[],
  ids: IdIndex,
  sandboxes: readonly SandboxHistory[],
  worker: WorkerTracks,
): readonly ContainerHistory[] {
  const found = idsOf(facts, ids, false);
  const met = found.map(({ id, name }) => ({ id, name, first: firstOf(id, facts) }));
  const letGo = new LetGo(met, worker, facts);
  return found.map((known) => container(known, facts, sandboxes, letGo));
}

export function rebuildSandboxes(facts: readonly Fact[], ids: IdIndex): readonly SandboxHistory[] {
  const boxes = idsOf(facts, ids, true);
  const plans = facts.filter((fact) => isOf('pod.actions', fact));
  const firsts = boxes.map(({ id }) => firstOf(id, facts));
  return boxes.map((known, index) =>
    sandbox(known, facts, attemptOf({ known, index, plans, firsts })),
  );
}

/** Position of the first line that names a sandbox. */
function firstOf(id: string, facts: readonly Fact[]): number {
  const first = facts.find(({ event }) => idsIn(event).includes(id));
  return first?.position ?? Infinity;
}

interface Numbered {
  readonly known: KnownId;
  /** Its place among the sandboxes of its pod. */
  readonly index: number;
  /** What computePodActions gave, in order; an attempt in it is that of the sandbox to be made, else of the one in use. */
  readonly plans: readonly Of<'pod.actions'>[];
  readonly firsts: readonly number[];
}

function attemptOf({ known, index, plans, firsts }: Numbered): Value<number> {
  const from = firsts[index] ?? Infinity;
  const until = firsts[index + 1] ?? Infinity;
  const isInUse = ({ event: { actions } }: Of<'pod.actions'>): boolean =>
    !actions.createSandbox && (actions.sandboxId ?? known.id) === known.id;
  const plan =
    plans.find((one) => isInUse(one) && one.event.actions.sandboxId === known.id) ??
    plans.findLast(({ position }) => position < from) ??
    plans.find((one) => one.position < until && isInUse(one));
  const attempt = plan?.event.actions.attempt;
  if (plan !== undefined && attempt !== undefined) return seen(attempt, plan.input);
  return index === 0
    ? unknown('no line tells the attempt: computePodActions prints it at --v=3')
    : inferred(index, ...known.provedBy.slice(0, 1));
}

/** Ids of one kind that the facts of a pod name, in the order they were met. */
function idsOf(facts: readonly Fact[], ids: IdIndex, sandboxes: boolean): readonly KnownId[] {
  const found = new Set<KnownId>();
  for (const { event } of facts) {
    for (const id of idsIn(event)) {
      const known = ids.get(id);
      if (known !== undefined && (known.isSandbox === true) === sandboxes) found.add(known);
    }
  }
  return [...found];
}

function idsIn(event: KubeletEvent): readonly (string | undefined)[] {
  if (event.kind === 'sample.pod') return event.containers.map(({ id }) => id);
  return ['id' in event ? event.id : 'sandboxId' in event ? event.sandboxId : undefined];
}

function container(
  known: KnownId,
  facts: readonly Fact[],
  sandboxes: readonly SandboxHistory[],
  letGo: LetGo,
): ContainerHistory {
  const state = new OpenTrack<ContainerState>();
  let dead: number | undefined;
  let exitCode: Value<number> = unknown('how it ended is not in the log');
  let firstAt: number | undefined;
  for (const fact of facts) {
    const { event, input } = fact;
    const sampled = sampledContainer(event, known.id);
    if (sampled === undefined && (!('id' in event) || event.id !== known.id)) continue;
    firstAt ??= fact.at;
    const next = sampled === undefined ? containerState(fact) : newsOf(sampled, state);
    if (sampled?.exitCode !== undefined && exitCode.known === 'unknown')
      exitCode = seen(sampled.exitCode, input);
    if (next !== undefined) state.set(fact.at, seen(next, input), fact.position);
    if (next === 'exited') dead ??= fact.position;
    if (isOf('container.removing', fact)) {
      const value = letGo.state(fact, dead);
      const last = state.changes.at(-1)?.value.value;
      if (last !== 'removed' && last !== value.value) state.set(fact.at, value, fact.position);
    }
    if (event.kind === 'pleg.finished') exitCode = seen(event.exitCode, input);
  }
  return {
    containerId: known.id,
    name: nameOf(known, facts),
    image: imageOf(known, facts),
    sandboxId:
      known.sandboxId === undefined
        ? sandboxAt(sandboxes, firstAt)
        : seen(known.sandboxId, ...known.provedBy),
    state,
    exitCode,
    provedBy: known.provedBy,
  };
}

/** Lines that name it by its id are among the first, but for a status, which comes when it likes. */
function nameOf({ id, name, provedBy }: KnownId, facts: readonly Fact[]): Value<string> {
  if (name === undefined) return unknown('not in the log');
  const status = facts.find(
    ({ event }) => event.kind === 'container.image' && event.id === id && event.name === name,
  );
  return seen(name, ...(status === undefined ? provedBy : [status.input]));
}

/** By the container's id, else by its name: another container of that name runs the image of the same spec. */
function imageOf({ id, name }: KnownId, facts: readonly Fact[]): Value<string> {
  let found: Value<string> = unknown('its image is not in the log');
  for (const { event, input } of facts)
    for (const use of imagesIn(event)) {
      if (use.id === id) return seen(use.image, input);
      if (name !== undefined && use.container === name) found = inferred(use.image, input);
    }
  return found;
}

/** A status lags behind PLEG: it tells of a container where no line does, and of an end. */
function newsOf(
  { state }: SampledContainer,
  known: Track<ContainerState>,
): ContainerState | undefined {
  if (known.changes.at(-1)?.value.value === 'removed') return undefined;
  if (state === 'terminated') return 'exited';
  return state === 'running' && known.changes.length === 0 ? 'running' : undefined;
}

function containerState({ event }: Fact): ContainerState | undefined {
  switch (event.kind) {
    case 'pleg.event':
      if (event.type === 'ContainerStarted') return 'running';
      if (event.type === 'ContainerDied') return 'exited';
      return event.type === 'ContainerRemoved' ? 'removed' : undefined;
    case 'pleg.transition':
      if (event.to === 'running') return 'running';
      if (event.to === 'exited') return 'exited';
      return event.to === 'non-existent' ? 'removed' : undefined;
    case 'container.created':
      return 'creating';
    case 'container.started':
      return 'running';
    case 'pleg.finished':
    case 'container.killed':
      return 'exited';
    case 'container.killing':
      return 'killing';
    default:
      return undefined;
  }
}

/** The newest sandbox that was there when the container showed up. */
function sandboxAt(sandboxes: readonly SandboxHistory[], at: number | undefined): Value<string> {
  const [only] = sandboxes;
  const alone = sandboxes.length === 1 ? only : undefined;
  const found =
    alone ??
    sandboxes.findLast((one) => {
      const first = one.state.changes[0];
      // A relist reports the containers of a new pod before their sandbox, microseconds apart.
      return first !== undefined && at !== undefined && first.at <= at + 1000;
    });
  return found === undefined
    ? unknown('no line ties it to a sandbox')
    : inferred(found.sandboxId, ...found.provedBy.slice(0, 1));
}

function sandbox(known: KnownId, facts: readonly Fact[], attempt: Value<number>): SandboxHistory {
  const state = new OpenTrack<SandboxState>();
  const { provedBy } = known;
  for (const fact of facts) {
    const { event } = fact;
    const id = 'id' in event ? event.id : undefined;
    if (id !== known.id) continue;
    const next = sandboxState(fact);
    if (next !== undefined) state.set(fact.at, seen(next, fact.input), fact.position);
  }
  return {
    sandboxId: known.id,
    attempt,
    state,
    provedBy,
  };
}

function sandboxState({ event }: Fact): SandboxState | undefined {
  switch (event.kind) {
    case 'sandbox.created':
      return 'ready';
    case 'sandbox.stopped':
      return 'stopped';
    case 'pleg.event':
      if (event.type === 'ContainerStarted') return 'ready';
      if (event.type === 'ContainerDied') return 'notReady';
      return event.type === 'ContainerRemoved' ? 'removed' : undefined;
    case 'pleg.transition':
      if (event.to === 'running') return 'ready';
      if (event.to === 'exited') return 'notReady';
      return event.to === 'non-existent' ? 'removed' : undefined;
    default:
      return undefined;
  }
}

// What a pod waits for at a moment: which step the model expects next, since when, and when it should have come.
import { shortVolumeName } from '../identity/identify.ts';
import { MINUTE, micros, SECOND, type Micros } from '../../../base/time.ts';
import type { Fact } from '../facts/fact.ts';
import type { Awaited, NetworkOperation, WorkerTracks } from '../history.ts';
import { imagesIn, isSameImage } from '../identity/images.ts';
import type { Change, Moment } from '../track.ts';
import { triesBy } from './tries.ts';
import { backOffsOf, lateAfter, type RetrySources } from './retry.ts';

/** A retry of a failed sync comes 10 to 15 s later, at the next tick of the sync loop. */
const RETRY = 16 * SECOND;
/** A relist a second, its length, and the status of the pod. */
const RELIST = 3 * SECOND;
/** How long a sync waits for volumes before it fails. */
const VOLUME_WAIT = 2 * MINUTE + 3 * SECOND;
/** What the runtime gets beyond the grace period to stop a container. */
const KILL_SLACK = 2 * SECOND;
/** Making a sandbox takes well under this; RunPodSandbox may take 4 min before it fails. */
const SANDBOX = 30 * SECOND;

export interface AwaitSources extends RetrySources {
  readonly worker: WorkerTracks;
  readonly network: readonly NetworkOperation[];
}

export function awaitsAt(sources: AwaitSources, moment: Moment): readonly Awaited[] {
  const { worker } = sources;
  if (worker.present.at(moment).value !== true) return [];
  const past = sources.facts.filter(({ at }) => at <= moment.time);
  if (worker.finished.at(moment).value === true) return ofFinished(sources, past, moment);
  const ending = worker.terminationRequested.at(moment).value === true;
  switch (worker.state.at(moment).value ?? (ending ? 'terminating' : undefined)) {
    case 'terminating':
      return ofTerminating(sources, past, moment);
    case 'terminated':
      return ofTerminated(sources, past, moment);
    case 'sync':
      return ofSync(sources, past, moment);
    default:
      return [];
  }
}

function ofTerminating(
  sources: AwaitSources,
  past: readonly Fact[],
  moment: Moment,
): readonly Awaited[] {
  const began = sources.worker.state.changeAt(moment);
  const broken = failing(sources.network, 'DEL', moment);
  if (broken.length > 0)
    return broken.map((one) => networkWait(one, 'CNI DEL of its sandbox', moment));
  const since = began?.at ?? moment.time;
  const kills = past.filter(
    (fact) => fact.event.kind === 'container.killing' && fact.at >= since - SECOND,
  );
  const open = kills.filter((kill) => !hasDied(past, kill));
  if (open.length > 0)
    return open.map((kill) => {
      const { event } = kill;
      const name = event.kind === 'container.killing' ? (event.name ?? '') : '';
      const grace = event.kind === 'container.killing' ? (event.grace ?? 30) : 30;
      return expected(
        `container ${name} to end`.replace('  ', ' '),
        kill.at,
        kill.at + grace * SECOND + KILL_SLACK,
        kill,
      );
    });
  return [waiting('its sandboxes to stop', began, since, since + RETRY)];
}

function ofTerminated(
  sources: AwaitSources,
  past: readonly Fact[],
  moment: Moment,
): readonly Awaited[] {
  const began = sources.worker.state.changeAt(moment);
  const since = began?.at ?? moment.time;
  const volumes = openVolumes(past, 'unmountStarted', 'unmounted');
  if (volumes.length > 0)
    return volumes.map((fact) =>
      expected(`volume ${volumeName(fact)} to be unmounted`, fact.at, since + VOLUME_WAIT, fact),
    );
  return [waiting('a relist that sees it gone, then cleanup', began, since, since + RELIST)];
}

function ofFinished(
  sources: AwaitSources,
  past: readonly Fact[],
  moment: Moment,
): readonly Awaited[] {
  const finished = sources.worker.finished.changeAt(moment);
  const since = finished?.at ?? moment.time;
  const removed = past.findLast(
    (fact) => fact.event.kind === 'config' && fact.event.op === 'REMOVE',
  );
  if (removed !== undefined)
    return [expected('housekeeping to forget it', removed.at, removed.at + 2.5 * SECOND, removed)];
  if (sources.worker.deleted.at(moment).value !== true) return [];
  return [waiting('the API server to delete it', finished, since, since + 2 * SECOND)];
}

function ofSync(sources: AwaitSources, past: readonly Fact[], moment: Moment): readonly Awaited[] {
  const broken = failing(sources.network, 'ADD', moment);
  if (broken.length > 0)
    return broken.map((one) => networkWait(one, 'CNI ADD for its sandbox', moment));
  const started = past.findLast(
    ({ event }) => event.kind === 'pleg.event' && event.type === 'ContainerStarted',
  );
  const volumes = openVolumes(past, 'mountStarted', 'mounted');
  const failed = past.findLast((fact) => fact.event.kind === 'worker.error');
  if (started === undefined && volumes.length > 0)
    return volumes.map((fact) =>
      expected(`volume ${volumeName(fact)} to be mounted`, fact.at, fact.at + VOLUME_WAIT, fact),
    );
  const pulls = openPulls(past);
  if (pulls.length > 0) return pulls;
  if (failed !== undefined && failed.position > (started?.position ?? -1))
    return [retryOf(failed, past, sources)];
  if (started !== undefined) return [];
  const needed = past.findLast((fact) => fact.event.kind === 'sandbox.needed');
  return needed === undefined
    ? []
    : [expected('its sandbox and first container', needed.at, needed.at + SANDBOX, needed)];
}

/** Pulls that go on, of which nobody knows when they should be done. */
function openPulls(past: readonly Fact[]): readonly Awaited[] {
  let open: readonly { readonly image: string; readonly fact: Fact }[] = [];
  for (const fact of past) {
    const { event } = fact;
    const [use] = imagesIn(event);
    if (use === undefined) continue;
    const { image } = use;
    const others = open.filter((one) => !isSameImage(one.image, image));
    const begins =
      event.kind === 'image.pulling' || (event.kind === 'pod.event' && event.reason === 'Pulling');
    if (!begins) open = others;
    else if (others.length === open.length) open = [...open, { image, fact }];
  }
  return open.map(({ image, fact }) => ({
    what: `image ${image} to be pulled`,
    since: fact.at,
    due: undefined,
    provedBy: [fact.input],
  }));
}

/** After a failure: the end of a container's back-off where the error tells it, else the next try. */
function retryOf(failed: Fact, past: readonly Fact[], sources: AwaitSources): Awaited {
  const error = failed.event.kind === 'worker.error' ? failed.event.error : '';
  const [backOff] = backOffsOf(failed, sources);
  if (backOff !== undefined) {
    const { container, length, died } = backOff;
    const since = died ?? failed.at;
    const due = since + length + lateAfter(backOff, failed, sources);
    return expected(`the back-off of container ${container}`, since, due, failed);
  }
  if (/ack-off pulling image/.test(error))
    return expected('the back-off of its image pull', failed.at, failed.at + RETRY, failed);
  const first = firstFailure(failed, past);
  const what = first === failed ? 'the next attempt of its sync' : 'a sync of it that succeeds';
  return expected(what, first.at, first.at + RETRY, failed);
}

/** Of the failures in a row that end with this one: nothing of the pod started between them. */
function firstFailure(last: Fact, past: readonly Fact[]): Fact {
  const started = past.findLast(
    ({ event }) => event.kind === 'pleg.event' && event.type === 'ContainerStarted',
  );
  const from = started?.position ?? -1;
  return (
    past.find(({ event, position }) => event.kind === 'worker.error' && position > from) ?? last
  );
}

function failing(
  network: readonly NetworkOperation[],
  command: 'ADD' | 'DEL',
  moment: Moment,
): readonly NetworkOperation[] {
  return network.filter((one) => {
    if (one.command !== command || one.from > moment.time) return false;
    return one.until.value === undefined || one.until.value > moment.time;
  });
}

/** The first retry should have done it: one that hangs and one that fails again and again are overdue alike. */
function networkWait(operation: NetworkOperation, what: string, moment: Moment): Awaited {
  const last = triesBy(operation, moment).at(-1);
  return {
    what,
    since: operation.from,
    due: micros(operation.from + RETRY),
    provedBy: (last ?? operation.attempts[0])?.provedBy ?? [],
  };
}

function hasDied(past: readonly Fact[], kill: Fact): boolean {
  const id = 'id' in kill.event ? kill.event.id : undefined;
  return past.some(
    ({ event, position }) =>
      position > kill.position &&
      'id' in event &&
      event.id === id &&
      (event.kind === 'pleg.finished' ||
        event.kind === 'container.killed' ||
        (event.kind === 'pleg.event' && event.type === 'ContainerDied')),
  );
}

function openVolumes(past: readonly Fact[], begin: string, end: string): readonly Fact[] {
  const open = new Map<string, Fact>();
  for (const fact of past) {
    if (fact.event.kind !== 'volume') continue;
    if (fact.event.step === begin) open.set(volumeName(fact), fact);
    else if (fact.event.step === end) open.delete(volumeName(fact));
  }
  return [...open.values()];
}

/** The name a person gave it: the last part of a unique name, without the UID. */
function volumeName({ event }: Fact): string {
  return event.kind === 'volume' ? shortVolumeName(event.volume) : '';
}

function expected(what: string, since: Micros, due: number, proof: Fact): Awaited {
  return { what, since, due: micros(due), provedBy: [proof.input] };
}

function waiting(
  what: string,
  change: Change<unknown> | undefined,
  since: Micros,
  due: number,
): Awaited {
  return { what, since, due: micros(due), provedBy: change?.value.provedBy ?? [] };
}

import type { Value } from '../../base/input.ts';
import { rfc3339OrNull } from '../../base/time.ts';
import type { History, PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment, Track } from '../../kubelet/rebuild/track.ts';
import { tracksOf } from '../../kubelet/rebuild/worker/workerTracks.ts';
import type { Tape } from '../../replay/tape.ts';
import { podName } from '../present/incident.ts';
import { lineRef, type LineRef } from './lineRef.ts';

/** A value as it is exported: how it is known, and the lines that prove it. */
interface ExportedValue {
  readonly value: unknown;
  readonly known: Value<unknown>['known'];
  readonly provedBy: readonly LineRef[];
  readonly why?: string;
}

/** The whole rebuilt state at a moment, or that of one pod, as plain JSON. */
export function exportState(
  tape: Tape,
  history: History,
  moment: Moment,
  pods: readonly PodHistory[],
): unknown {
  const value = (input: Value<unknown>): ExportedValue => ({
    value: input.value ?? null,
    known: input.known,
    provedBy: input.provedBy.map((id) => lineRef(tape, id)),
    ...(input.known === 'unknown' ? { why: input.why } : {}),
  });
  const run = history.runs.findLast((candidate) => candidate.from <= moment.time);
  return {
    time: rfc3339OrNull(moment.time),
    kubelet:
      run === undefined
        ? null
        : {
            since: rfc3339OrNull(run.from),
            version: value(run.version),
            verbosity: value(run.verbosity),
            node: value(run.node),
          },
    syncLoop: value(history.loopSkips.at(moment)),
    pleg: { healthy: value(history.pleg.healthy.at(moment)) },
    disagreements: history.disagreements
      .filter((one) => one.at <= moment.time)
      .map(({ at, podKey, text, input, log }) => ({
        time: rfc3339OrNull(at),
        pod: nameOf(history, podKey),
        text,
        sample: lineRef(tape, input),
        log: log.map((id) => lineRef(tape, id)),
      })),
    pods: pods
      .filter((pod) => pod.firstSeen <= moment.time)
      .map((pod) => ({
        pod: podName(pod),
        uid: value(pod.uid),
        configSource: value(pod.configSource),
        worker: Object.fromEntries(
          Object.entries<Pick<Track<unknown>, 'at'>>({ ...tracksOf(pod.worker) }).map(
            ([name, track]) => [name, value(track.at(moment))],
          ),
        ),
        sandboxes: pod.sandboxes.map((sandbox) => ({
          id: sandbox.sandboxId,
          state: value(sandbox.state.at(moment)),
        })),
        containers: pod.containers.map((container) => ({
          id: container.containerId,
          name: value(container.name),
          image: value(container.image),
          state: value(container.state.at(moment)),
        })),
        waitsFor: pod.awaits(moment).map((awaited) => ({
          what: awaited.what,
          since: rfc3339OrNull(awaited.since),
          due: awaited.due === undefined ? null : rfc3339OrNull(awaited.due),
          provedBy: awaited.provedBy.map((id) => lineRef(tape, id)),
        })),
      })),
  };
}

function nameOf(history: History, key: string | undefined): string | null {
  const pod = key === undefined ? undefined : history.pod(key);
  return pod === undefined ? null : podName(pod);
}

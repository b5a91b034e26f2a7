// States of containers, by what PLEG saw of them and by who lets go of them.
import { describe, expect, it } from 'vitest';
import { formatTimeOfDay } from '../../../../../src/base/time.ts';
import { rebuild } from '../../../../../src/kubelet/rebuild/rebuild.ts';
import {
  captureNames,
  holdoutNames,
  labCaptureNames,
  quieter,
  readCapture,
  tapeOf,
} from '../../../../support/captures.ts';
import type { ContainerHistory } from '../../../../../src/kubelet/rebuild/history.ts';
import {
  config,
  container,
  historyOf,
  now,
  only,
  pleg,
  running,
  uid,
} from '../../../../support/podLines.ts';

const second = 'd'.repeat(64);
const late = now('10:02:00.000000');

function untracked(clock: string, id = container): string {
  return `${clock} scope.go:117 "RemoveContainer" containerID="${id}"`;
}

function named(clock: string, id: string, name: string): string {
  return `${clock} kuberuntime_container.go:866 "Killing container with a grace period" pod="default/web" podUID="${uid}" containerName="${name}" containerID="containerd://${id}" gracePeriod=30`;
}

function stateOf(id: string, lines: readonly string[]): ReturnType<typeof at> {
  const found = only(historyOf([...running, ...lines])).containers.find(
    ({ containerId }) => containerId === id,
  );
  return at(found);
}

function at(one: ContainerHistory | undefined) {
  return one?.state.at(late);
}

const died = pleg('10:00:20.000000', 'ContainerDied', container);

describe('the topology manager lets go of a container', () => {
  it('that waits for its back-off: it is there, exited', () => {
    const state = stateOf(container, [
      died,
      untracked('10:00:20.001000'),
      untracked('10:00:30.001000'),
    ]);
    expect(state).toMatchObject({ value: 'exited', known: 'seen' });
  });

  it('whose death the sync loop has not told yet', () => {
    const state = stateOf(container, [untracked('10:00:20.001000')]);
    expect(state).toMatchObject({ value: 'exited', known: 'inferred' });
  });

  it('up to 1.18, where it says so itself', () => {
    const line = `10:00:20.001000 topology_manager.go:221 [topologymanager] RemoveContainer - Container ID: ${container}`;
    expect(stateOf(container, [line])).toMatchObject({ value: 'exited', known: 'inferred' });
  });

  it('that another of its name has followed: computePodActions looks at the newest alone', () => {
    const state = stateOf(container, [
      named('10:00:19.000000', container, 'app'),
      died,
      pleg('10:00:21.000000', 'ContainerStarted', second),
      named('10:00:30.000000', second, 'app'),
      pleg('10:00:31.000000', 'ContainerDied', second),
      untracked('10:00:31.001000'),
    ]);
    expect(state).toMatchObject({ value: 'removed', known: 'inferred' });
  });

  it('behind which one has come whose name no line tells: nobody knows', () => {
    const state = stateOf(container, [
      died,
      pleg('10:00:21.000000', 'ContainerStarted', second),
      pleg('10:00:31.000000', 'ContainerDied', second),
      untracked('10:00:31.001000'),
    ]);
    expect(state?.known).toBe('unknown');
  });

  it('of a pod that is deleted, which no sync looks at any more', () => {
    const state = stateOf(container, [
      config('10:00:19.000000', 'DELETE'),
      died,
      untracked('10:00:31.001000'),
    ]);
    expect(state).toMatchObject({ value: 'removed', known: 'inferred' });
  });
});

it('the runtime manager says that it removes a container', () => {
  const state = stateOf(container, [
    died,
    `10:00:31.000000 kuberuntime_container.go:1340 "Removing container" containerID="${container}"`,
    untracked('10:00:31.001000'),
  ]);
  expect(state).toMatchObject({ value: 'removed', known: 'inferred' });
});

it.each(
  [...captureNames(), ...labCaptureNames(), ...holdoutNames()].filter((name) =>
    name.endsWith('v4'),
  ),
)('of %s what is removed is what the lines of --v=4 say, though those are taken away', (name) => {
  const { log } = readCapture(name);
  const removals = new Map<string, string>();
  const line = / (\d\d:\d\d:\d\d\.\d{6}) .*"Removing container" containerID="(\w+)"/g;
  for (const [, time = '', id = ''] of new TextDecoder().decode(log).matchAll(line))
    if (!removals.has(id)) removals.set(id, time);
  const wrong = rebuild(tapeOf(quieter(log, 2))).pods.flatMap((pod) =>
    pod.containers.flatMap(({ containerId, state }) =>
      state.changes.flatMap(({ at: moment, value }) => {
        const time = formatTimeOfDay(moment);
        const isRemoved = (removals.get(containerId) ?? '~') <= time;
        const isRight = isRemoved === (value.value === 'removed');
        return isRight || value.known !== 'inferred'
          ? []
          : [`${pod.name} ${containerId.slice(0, 12)}: ${value.value} ${time}`];
      }),
    ),
  );
  expect(wrong).toEqual([]);
});

// Ends that nobody asked for, told by the pod's sandbox.
import { describe, expect, it } from 'vitest';
import {
  cleaned,
  config,
  container,
  end,
  failed,
  finished,
  historyOf,
  in123,
  kill,
  now,
  only,
  pleg,
  print,
  running,
  runtimeIs,
  sandbox,
  start,
  uid,
} from '../../../../support/podLines.ts';

const old = in123(start);
const wait = failed('10:00:20.000500', 'failed to \\"StartContainer\\" with CrashLoopBackOff');
const crashed = [pleg('10:00:20.000000', 'ContainerDied', container), wait];

const gone = [
  config('10:00:40.000000', 'DELETE'),
  config('10:00:40.001000', 'REMOVE'),
  cleaned('10:00:40.506000'),
  end,
];

describe('a pod whose containers wait for their back-off', () => {
  it('is at its end when a status finds its sandbox stopped, of which no relist has told', () => {
    const { worker } = only(
      historyOf([
        ...running,
        ...crashed,
        print('10:00:25.000000'),
        pleg('10:00:25.900000', 'ContainerDied', sandbox),
        print('10:00:25.900100'),
        ...gone,
      ]),
    );
    expect(worker.state.at(now('10:00:19.000000')).value).toBe('sync');
    expect(worker.state.at(now('10:00:23.000000')).known).toBe('unknown');
    expect(worker.state.at(now('10:00:25.100000')).value).toBe('terminated');
    expect(worker.finished.at(now('10:00:25.800000')).value).toBe(false);
    expect(worker.finished.at(now('10:00:26.000000')).value).toBe(true);
    expect(worker.deleted.at(now('10:00:40.100000')).value).toBe(false);
  });

  it('is at its end by its first status line though a relist that hung tells of its sandbox long after', () => {
    const { worker } = only(
      historyOf([
        ...running,
        pleg('10:00:20.000000', 'ContainerDied', container),
        print('10:00:21.100000'),
        '10:00:45.000000 kubelet.go:2618 "Housekeeping took longer than expected" err="housekeeping took too long" expected="1s" actual="23.5s"',
        print('10:00:45.100000'),
        pleg('10:00:45.400000', 'ContainerDied', sandbox),
        config('10:01:00.000000', 'DELETE'),
        config('10:01:00.001000', 'REMOVE'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:20.500000')).value).toBe('terminating');
    expect(worker.state.at(now('10:00:21.500000')).value).toBe('terminated');
    expect(worker.finished.at(now('10:00:46.000000')).value).toBe(true);
    expect(worker.present.at(now('10:01:05.000000')).value).toBe(false);
  });

  it('still ends when its sandbox has died too and no status is told, though it was deleted meanwhile', () => {
    const { worker } = only(
      historyOf([
        ...running,
        pleg('10:00:20.000000', 'ContainerDied', container),
        pleg('10:00:22.000000', 'ContainerDied', sandbox),
        config('10:00:40.000000', 'DELETE'),
        print('10:00:50.000000'),
        print('10:00:51.000000'),
        config('10:00:51.100000', 'DELETE'),
        config('10:00:51.101000', 'REMOVE'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:30.000000')).value).toBe('terminating');
    expect(worker.deleted.at(now('10:00:45.000000')).value).toBe(false);
    expect(worker.state.at(now('10:00:50.500000')).value).toBe('terminated');
    expect(worker.finished.at(now('10:00:51.050000')).value).toBe(true);
  });

  it('is at its end before 1.29 when its sandbox dies and no sync needs another', () => {
    const { worker } = only(
      historyOf([
        ...old,
        runtimeIs('docker'),
        ...running.slice(start.length),
        ...crashed,
        pleg('10:00:25.900000', 'ContainerDied', sandbox),
        ...gone,
      ]),
    );
    expect(worker.state.at(now('10:00:23.000000')).known).toBe('unknown');
    expect(worker.state.at(now('10:00:26.000000')).value).toBe('terminated');
    expect(worker.finished.at(now('10:00:26.000000')).value).toBe(true);
    expect(worker.deleted.at(now('10:00:40.100000')).value).toBe(false);
  });

  it('goes on when its sandbox died and a sync says that it needs another', () => {
    for (const lines of [old, start]) {
      const { worker } = only(
        historyOf([
          ...lines,
          ...running.slice(start.length),
          ...crashed,
          pleg('10:00:25.900000', 'ContainerDied', sandbox),
          print('10:00:25.900200'),
          end,
        ]),
      );
      expect(worker.state.at(now('10:00:30.000000')).value).toBe('sync');
    }
  });

  it('goes on when the status line may be about another pod of its name, for its sandbox stays', () => {
    const { worker } = only(
      historyOf([
        ...running,
        ...crashed,
        print('10:00:25.000000'),
        config('10:00:50.000000', 'DELETE'),
        print('10:00:50.300000'),
        pleg('10:00:51.000000', 'ContainerDied', sandbox),
        print('10:00:51.000100'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:40.000000')).value).toBe('sync');
  });
});

describe('a pod that is deleted while it ends by itself', () => {
  it('is at its end since its last container died, and does not count as deleted', () => {
    const { worker } = only(
      historyOf([
        ...running,
        finished('10:00:20.000000', container),
        pleg('10:00:20.000100', 'ContainerDied', container),
        print('10:00:21.100000'),
        config('10:00:21.800000', 'DELETE'),
        config('10:00:21.801000', 'REMOVE'),
        print('10:00:21.900000'),
        cleaned('10:00:22.506000'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:20.500000')).value).toBe('terminating');
    expect(worker.terminated.at(now('10:00:21.200000')).value).toBe(true);
    expect(worker.deleted.at(now('10:00:21.900000')).value).toBe(false);
    expect(worker.finished.at(now('10:00:21.950000')).value).toBe(true);
  });

  it('may have ended before, when there is no status line between its death and its deletion', () => {
    const { worker } = only(
      historyOf([
        ...running,
        pleg('10:00:20.000100', 'ContainerDied', container),
        config('10:00:20.800000', 'DELETE'),
        print('10:00:21.100000'),
        pleg('10:00:21.900000', 'ContainerDied', sandbox),
        print('10:00:21.900100'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:20.500000')).known).toBe('unknown');
    expect(worker.state.at(now('10:00:20.900000')).value).toBe('terminating');
    expect(worker.deleted.at(now('10:00:20.900000')).known).toBe('unknown');
  });

  it('was killed for its deadline from a look of the sync loop on, with no grace period that is known', () => {
    const { worker } = only(
      historyOf([
        ...running,
        kill('10:00:30.800000'),
        config('10:00:32.000000', 'DELETE'),
        print('10:00:40.200000'),
        pleg('10:00:41.000000', 'ContainerDied', container),
        pleg('10:00:41.000000', 'ContainerDied', sandbox),
        print('10:00:41.000100'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:30.600000')).value).toBe('terminating');
    expect(worker.deleted.at(now('10:00:35.000000')).value).toBe(false);
    expect(worker.gracePeriod.at(now('10:00:31.000000')).known).toBe('unknown');
    expect(worker.terminated.at(now('10:00:40.300000')).value).toBe(true);
  });
});

describe('a pod of before 1.29 whose containers are over', () => {
  const made = [...old, config('10:00:10.000000', 'ADD'), print('10:00:10.003000', 'No sandbox')];
  const deletor = (clock: string): string =>
    `${clock} pod_container_deletor.go:79 "Container not found in pod's containers" containerID="${sandbox}"`;

  it('is at its end though one relist has told of the death before it told of the start of its sandbox', () => {
    const { worker } = only(
      historyOf([
        ...made,
        finished('10:00:18.000000', container),
        pleg('10:00:18.000100', 'ContainerDied', container),
        pleg('10:00:18.000200', 'ContainerStarted', sandbox),
        pleg('10:00:20.700000', 'ContainerDied', sandbox),
        deletor('10:00:20.700100'),
        ...gone,
      ]),
    );
    expect(worker.state.at(now('10:00:19.000000')).value).toBe('terminating');
    expect(worker.state.at(now('10:00:21.000000')).value).toBe('terminated');
    expect(worker.finished.at(now('10:00:39.000000')).value).toBe(true);
  });

  it('has still to be ended when one relist tells that its sandbox is dead as well', () => {
    const { worker } = only(
      historyOf([
        ...made,
        pleg('10:00:11.000000', 'ContainerStarted', container),
        pleg('10:00:11.000100', 'ContainerStarted', sandbox),
        finished('10:00:18.000000', container),
        pleg('10:00:18.000100', 'ContainerDied', container),
        pleg('10:00:18.000200', 'ContainerDied', sandbox),
        deletor('10:00:18.000300'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:18.500000')).value).not.toBe('terminated');
    expect(worker.finished.at(now('10:00:18.500000')).value).not.toBe(true);
  });

  it('is so when its sandbox went first, and what a sync then killed is not made anew', () => {
    const { worker } = only(
      historyOf([
        ...made,
        pleg('10:00:11.000000', 'ContainerStarted', container),
        pleg('10:00:11.000100', 'ContainerStarted', sandbox),
        pleg('10:00:18.000000', 'ContainerDied', sandbox),
        deletor('10:00:18.000100'),
        print('10:00:18.001000'),
        kill('10:00:18.001100'),
        finished('10:00:19.100000', container),
        pleg('10:00:19.100100', 'ContainerDied', container),
        ...gone,
      ]),
    );
    expect(worker.state.at(now('10:00:18.500000')).value).toBe('sync');
    expect(worker.startedTerminating.at(now('10:00:19.500000')).value).toBe(true);
    expect(worker.state.at(now('10:00:30.000000')).value).toBe('terminated');
    expect(worker.finished.at(now('10:00:39.000000')).value).toBe(true);
  });

  it('goes on while another of its containers runs, which is killed when it is deleted', () => {
    const other = container.replace('bc22', 'ad11');
    const { worker } = only(
      historyOf([
        ...made,
        pleg('10:00:11.000000', 'ContainerStarted', other),
        pleg('10:00:11.000050', 'ContainerStarted', container),
        pleg('10:00:11.000100', 'ContainerStarted', sandbox),
        finished('10:00:18.000000', container),
        pleg('10:00:18.000100', 'ContainerDied', container),
        config('10:00:40.000000', 'DELETE'),
        kill('10:00:40.001000').replace(container, other),
        finished('10:00:41.000000', other),
        pleg('10:00:41.000100', 'ContainerDied', other),
        pleg('10:00:41.000200', 'ContainerDied', sandbox),
        config('10:00:41.100000', 'DELETE'),
        config('10:00:41.101000', 'REMOVE'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:30.000000')).value).toBe('sync');
  });
});

describe('a pod that has ended and of which no status is told', () => {
  const volume = (clock: string, step: 'UnmountVolume started' | 'TearDown succeeded'): string =>
    step === 'UnmountVolume started'
      ? `${clock} reconciler_common.go:162 "operationExecutor.UnmountVolume started for volume \\"data\\" (UniqueName: \\"kubernetes.io/empty-dir/${uid}-data\\") pod \\"${uid}\\" (UID: \\"${uid}\\") "`
      : `${clock} operation_generator.go:803 "UnmountVolume.TearDown succeeded for volume \\"kubernetes.io/empty-dir/${uid}-data\\" (OuterVolumeSpecName: \\"data\\") pod \\"${uid}\\" (UID: \\"${uid}\\"). InnerVolumeSpecName \\"data\\". PluginName \\"kubernetes.io/empty-dir\\", VolumeGIDValue \\"\\""`;
  const ended = [
    ...running,
    pleg('10:00:20.000000', 'ContainerDied', container),
    pleg('10:00:21.100000', 'ContainerDied', sandbox),
    volume('10:00:22.200000', 'UnmountVolume started'),
  ];
  const later = [config('10:00:40.000000', 'DELETE'), config('10:00:40.001000', 'REMOVE'), end];

  it('is terminated when its volumes are unmounted, and has finished when they are', () => {
    const down = volume('10:00:22.220000', 'TearDown succeeded');
    const pod = only(historyOf([...ended, down, ...later]));
    expect(pod.worker.state.at(now('10:00:22.300000'))).toMatchObject({
      known: 'inferred',
      value: 'terminated',
    });
    expect(pod.worker.finished.at(now('10:00:30.000000')).value).toBe(true);
    expect(pod.awaits(now('10:01:30.000000'))).toEqual([]);
  });

  it('has not finished while one is unmounted', () => {
    const { worker } = only(historyOf([...ended, ...later]));
    expect(worker.state.at(now('10:00:30.000000')).value).toBe('terminated');
    expect(worker.finished.at(now('10:00:30.000000')).value).toBe(false);
  });
});

// How a worker came to its end, told by a few lines of it.
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

describe('a kill that failed, before 1.27', () => {
  const old = in123(start);
  const error = failed('10:00:32.000000', 'failed to \\"KillPodSandbox\\" for web');
  const began = [...old, ...running.slice(start.length), kill('10:00:30.001000')];

  const retry = (clock: string): string =>
    `${clock} cni.go:334 "CNI failed to retrieve network namespace path" pod="default/web" err="cannot find network namespace for the terminated container \\"${sandbox}\\""`;

  it('is over or hangs when its next try brings no error', () => {
    const { worker } = only(
      historyOf([
        ...began,
        config('10:00:30.000000', 'DELETE'),
        error,
        retry('10:00:45.000000'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:40.000000')).value).toBe('terminating');
    expect(worker.state.at(now('10:01:00.000000')).known).toBe('unknown');
  });

  it('is not tried again for a container that only the runtime still tells of', () => {
    const { worker } = only(
      historyOf([
        ...old,
        ...running.slice(start.length),
        config('10:00:30.000000', 'REMOVE'),
        kill('10:00:30.001000'),
        error,
        finished('10:00:32.600000', container),
        cleaned('10:00:34.510000'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:01:00.000000')).value).toBe('terminating');
    expect(worker.present.at(now('10:01:00.000000')).value).toBe(true);
  });

  it('is not over by the death of its sandbox when the kill fails after it, and may be with a later try', () => {
    const { worker } = only(
      historyOf([
        ...old,
        ...running.slice(start.length),
        pleg('10:00:30.000000', 'ContainerDied', container),
        failed('10:00:31.000000', 'failed to \\"KillPodSandbox\\" for web'),
        pleg('10:00:31.500000', 'ContainerDied', sandbox),
        error,
        failed('10:00:45.000000', 'failed to \\"KillPodSandbox\\" for web'),
        retry('10:00:58.000000'),
        config('10:01:10.000000', 'DELETE'),
        config('10:01:10.002000', 'REMOVE'),
        cleaned('10:01:10.510000'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:35.000000')).value).toBe('terminating');
    expect(worker.finished.at(now('10:00:50.000000')).value).toBe(false);
    expect(worker.state.at(now('10:00:57.000000')).value).toBe('terminating');
    expect(worker.state.at(now('10:01:00.000000')).known).toBe('unknown');
    expect(worker.finished.at(now('10:01:00.000000')).known).toBe('unknown');
    expect(worker.present.at(now('10:01:20.000000')).value).toBe(false);
  });

  it('makes an orphan stay when the pass that forgot it kills it once more, from an old list', () => {
    const { worker } = only(
      historyOf([
        ...old,
        kill('10:00:02.510000'),
        finished('10:00:03.600000', container),
        kill('10:00:04.510000'),
        failed('10:00:04.511000', 'failed to \\"KillContainer\\" for app: No such container'),
        cleaned('10:00:04.520000'),
        '10:01:00.000000 server.go:529 "Kubelet version" kubeletVersion="v1.23.17"',
        '10:01:00.500000 kubelet.go:2428 "Starting kubelet main sync loop"',
        end,
      ]),
    );
    expect(worker.finished.at(now('10:00:04.000000')).value).toBe(true);
    expect(worker.state.at(now('10:00:30.000000')).value).toBe('terminating');
    expect(worker.finished.at(now('10:00:30.000000')).value).toBe(false);
    expect(worker.working.at(now('10:00:30.000000')).value).toBe(false);
    expect(worker.present.at(now('10:01:10.000000')).value).toBe(false);
  });
});

describe('two status lines after a kill that failed, from 1.29 on', () => {
  const deleted = [...running, config('10:00:30.000000', 'DELETE'), kill('10:00:30.001000')];
  const error = failed('10:00:32.000000', 'failed to \\"KillPodSandbox\\" for web');
  const prints = [print('10:00:33.000000'), print('10:00:53.000000')];
  const told = (...lines: readonly string[]) => {
    const { worker } = only(historyOf([...deleted, ...lines, later]));
    const { value = 'unknown' } = worker.state.at(now('10:00:52'));
    const then = now('10:00:54');
    return [value, worker.state.at(then).value, worker.finished.at(then).value];
  };
  const later = '10:00:54.000000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]';

  it('are of the begin and the end of its retry, the sandbox being dead', () => {
    const dead = pleg('10:00:31.000000', 'ContainerDied', sandbox);
    expect(told(dead, error, ...prints)).toEqual(['terminating', 'terminated', false]);
  });

  it('are of its end and of what follows where the sandbox ran until then', () => {
    const dead = pleg('10:00:34.000000', 'ContainerDied', sandbox);
    const [first = '', second = ''] = prints;
    expect(told(error, first, dead, second)).toEqual(['terminated', 'terminated', true]);
  });

  it('may be either where no line tells when the sandbox died', () => {
    expect(told(error, ...prints)).toEqual(['unknown', 'terminated', undefined]);
  });
});

describe('a sandbox that is dead, before 1.27', () => {
  const on = (runtime: 'containerd' | 'docker'): readonly string[] => [
    ...in123(start),
    runtimeIs(runtime),
    ...running.slice(start.length),
    config('10:00:30.000000', 'DELETE'),
    kill('10:00:30.001000'),
    pleg('10:00:30.100000', 'ContainerDied', container),
    pleg('10:00:30.200000', 'ContainerDied', sandbox),
  ];
  const gone = [config('10:01:30.000000', 'DELETE'), config('10:01:30.001000', 'REMOVE'), end];
  const stateOf = (lines: readonly string[]): string => {
    const { value, known } = only(historyOf(lines)).worker.state.at(now('10:01:00.000000'));
    return value ?? known;
  };

  it('shows with docker that its network is down, and with containerd nothing: that one calls DEL after its death', () => {
    expect(stateOf([...on('docker'), ...gone])).toBe('terminated');
    expect(stateOf([...on('containerd'), ...gone])).toBe('unknown');
    expect(stateOf([...on('containerd'), end])).toBe('unknown');
    const { phases } = only(historyOf([...on('containerd'), ...gone]));
    expect(phases.map(({ kind }) => kind)).toContain('terminating');
    const teardown = phases.find(({ kind }) => kind === 'teardown');
    expect(teardown?.known).toBe('unknown');
  });

  it('is known to be down when volumes are unmounted after it', () => {
    const unmounted = `10:00:31.000000 operation_generator.go:868 UnmountVolume.TearDown succeeded for volume "kubernetes.io/empty-dir/${uid}-data" (OuterVolumeSpecName: "data") pod "${uid}" (UID: "${uid}"). InnerVolumeSpecName "data". PluginName "kubernetes.io/empty-dir", VolumeGidValue ""`;
    expect(stateOf([...on('containerd'), unmounted, ...gone])).toBe('terminated');
  });
});

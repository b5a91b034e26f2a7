// What random scenarios on real kubelets taught: each a few lines of a worker that once were read wrong.
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

const noSandbox = 'No sandbox';

describe('a worker without a sandbox', () => {
  const failing = [
    ...start,
    config('10:00:10.000000', 'ADD'),
    print('10:00:10.003000', noSandbox),
    print('10:00:10.004000', noSandbox),
    failed('10:00:10.200000', 'failed to \\"CreatePodSandbox\\" for web'),
  ];

  it('is at its end by four status lines of which the first stands alone', () => {
    const { worker } = only(
      historyOf([
        ...failing,
        print('10:00:22.000000', noSandbox),
        print('10:00:22.800000', noSandbox),
        print('10:00:22.830000', noSandbox),
        print('10:00:23.800000', noSandbox),
        config('10:01:10.000000', 'DELETE'),
        config('10:01:10.002000', 'REMOVE'),
      ]),
    );
    expect(worker.state.at(now('10:00:21.900000')).value).toBe('sync');
    expect(worker.state.at(now('10:00:22.100000')).value).toBe('terminating');
    expect(worker.state.at(now('10:00:22.900000')).value).toBe('terminated');
    expect(worker.finished.at(now('10:00:23.900000')).value).toBe(true);
    expect(worker.deleted.at(now('10:00:50.000000')).value).toBe(false);
  });

  it('goes on when its syncs print in pairs', () => {
    const { worker } = only(
      historyOf([
        ...failing,
        print('10:00:22.000000', noSandbox),
        print('10:00:22.001000', noSandbox),
        print('10:00:37.000000', noSandbox),
        print('10:00:37.001000', noSandbox),
        config('10:01:10.000000', 'DELETE'),
        config('10:01:10.002000', 'REMOVE'),
      ]),
    );
    expect(worker.state.at(now('10:00:50.000000')).value).toBe('sync');
  });

  it('was deleted while no kubelet ran when three status lines come before the one DELETE', () => {
    const { worker } = only(
      historyOf([
        ...start,
        config('10:00:10.000000', 'ADD'),
        print('10:00:10.050000', noSandbox),
        print('10:00:10.070000', noSandbox),
        print('10:00:11.100000', noSandbox),
        config('10:00:11.200000', 'DELETE'),
        config('10:00:11.201000', 'REMOVE'),
        end,
      ]),
    );
    expect(worker.deleted.at(now('10:00:10.040000')).value).toBe(true);
    expect(worker.state.at(now('10:00:10.200000')).value).toBe('terminated');
    expect(worker.finished.at(now('10:00:11.150000')).value).toBe(true);
  });
});

describe('a sync that is on its way when its pod is deleted', () => {
  const deleted = [
    ...start,
    config('10:00:10.000000', 'ADD'),
    print('10:00:10.003000', noSandbox),
    config('10:00:10.100000', 'DELETE'),
    failed('10:00:12.000000', 'failed to \\"StartContainer\\" for \\"app\\"'),
    end,
  ];

  it('holds the end up, which then comes at once', () => {
    const { worker } = only(historyOf(deleted));
    expect(worker.state.at(now('10:00:11.000000')).value).toBe('terminating');
    expect(worker.startedTerminating.at(now('10:00:11.000000')).value).toBe(false);
    expect(worker.startedTerminating.at(now('10:00:13.000000')).known).toBe('unknown');
    expect(worker.working.at(now('10:00:13.000000')).value).toBe(true);
  });

  it('is told before 1.29 by the sandbox that it makes', () => {
    const old = [
      ...in123(start),
      config('10:00:10.000000', 'ADD'),
      config('10:00:10.100000', 'DELETE'),
      print('10:00:10.105000', noSandbox),
      pleg('10:00:15.000000', 'ContainerStarted', sandbox),
      kill('10:00:17.000000'),
      end,
    ];
    const { worker } = only(historyOf(old));
    expect(worker.startedTerminating.at(now('10:00:11.000000')).known).toBe('unknown');
    expect(worker.startedTerminating.at(now('10:00:18.000000')).value).toBe(true);
  });
});

describe('a worker', () => {
  it('is made before the first line of its first sync, however soon that comes', () => {
    const { worker } = only(
      historyOf([
        ...start,
        config('10:00:10.000000', 'ADD'),
        failed('10:00:10.002000', 'CreateContainerConfigError'),
        end,
      ]),
    );
    expect(worker.working.at(now('10:00:10.500000')).value).toBe(false);
  });

  it('takes its hook for the begin of its end, when it was deleted while no kubelet ran', () => {
    const hook = `10:00:10.004000 kuberuntime_container.go:590 "Running preStop hook" pod="default/web" podUID="${uid}" containerName="app" containerID="containerd://${container}"`;
    const { worker } = only(
      historyOf([
        ...start,
        config('10:00:10.000000', 'ADD'),
        hook,
        kill('10:00:14.000000'),
        print('10:00:15.000000'),
        print('10:00:16.000000'),
        config('10:00:16.100000', 'DELETE'),
        config('10:00:16.101000', 'REMOVE'),
        end,
      ]),
    );
    expect(worker.deleted.at(now('10:00:12.000000')).value).toBe(true);
    expect(worker.state.at(now('10:00:12.000000')).value).toBe('terminating');
  });
});

describe('a worker that ends', () => {
  const gone = [config('10:01:00.000000', 'DELETE'), config('10:01:00.000400', 'REMOVE')];

  it('stays while its kill fails, though its directory is gone', () => {
    const broken = (clock: string): string =>
      failed(clock, 'failed to \\"KillPodSandbox\\" for web');
    const { worker } = only(
      historyOf([
        ...running,
        ...gone,
        broken('10:01:00.300000'),
        cleaned('10:01:00.520000'),
        broken('10:01:20.000000'),
        end,
      ]),
    );
    expect(worker.present.at(now('10:01:21.000000')).value).toBe(true);
    expect(worker.state.at(now('10:01:19.000000')).value).toBe('terminating');
    expect(worker.present.at(now('10:01:30.000000')).value).toBe(false);
  });

  it('was over before its deletion, by the line of the sync that noticed', () => {
    const { worker } = only(
      historyOf([
        ...running,
        pleg('10:00:30.000000', 'ContainerDied', container),
        pleg('10:00:30.000100', 'ContainerDied', sandbox),
        print('10:00:40.000000'),
        print('10:00:41.000000'),
        config('10:00:50.000000', 'DELETE'),
        config('10:00:50.001000', 'REMOVE'),
        print('10:00:52.000000'),
        print('10:00:53.000000'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:45.000000')).value).toBe('terminating');
    expect(worker.state.at(now('10:00:51.000000')).value).toBe('terminating');
    expect(worker.state.at(now('10:00:52.500000')).value).toBe('terminated');
    expect(worker.finished.at(now('10:00:53.100000')).value).toBe(true);
  });

  it('has its cause before all that follows, however fast that comes', () => {
    const { worker } = only(
      historyOf([
        ...running,
        config('10:01:00.000000', 'DELETE'),
        print('10:01:00.000500'),
        print('10:01:00.001000'),
        print('10:01:00.900000'),
        config('10:01:00.920000', 'DELETE'),
        config('10:01:00.921000', 'REMOVE'),
        end,
      ]),
    );
    expect(worker.deleted.at(now('10:01:00.500000')).value).toBe(true);
    expect(worker.state.at(now('10:01:00.500000')).value).toBe('terminated');
  });
});

describe('a worker of a log that begins late', () => {
  it('is forgotten with its directory, though nothing else of its end was seen', () => {
    const { worker } = only(
      historyOf([
        print('10:00:48.000000'),
        pleg('10:00:49.000000', 'ContainerDied', container),
        cleaned('10:00:51.000000'),
        end,
      ]),
    );
    expect(worker.present.at(now('10:00:49.500000')).value).toBe(true);
    expect(worker.state.at(now('10:00:49.500000')).known).toBe('unknown');
    expect(worker.present.at(now('10:00:52.000000')).value).toBe(false);
  });

  it('has its housekeeping at the times that what it cleaned up tells', () => {
    const other = 'ffffffff-ca33-4316-ac70-0cfb035016d4';
    const { pods } = historyOf([
      pleg('10:00:01.000000', 'ContainerStarted', container),
      cleaned('10:00:20.512000').replaceAll(uid, other),
      config('10:01:00.000000', 'DELETE'),
      kill('10:01:00.001000'),
      print('10:01:00.500000'),
      print('10:01:01.400000'),
      config('10:01:01.420000', 'DELETE'),
      config('10:01:01.421000', 'REMOVE'),
      end,
    ]);
    const worker = pods.find(({ name }) => name === 'web')?.worker;
    expect(worker?.present.at(now('10:01:02.450000')).value).toBe(true);
    expect(worker?.present.at(now('10:01:02.550000')).value).toBe(false);
  });

  it('begins again with the next start of the kubelet, which has the same process id', () => {
    const { runs } = historyOf([
      pleg('10:00:01.000000', 'ContainerStarted', container),
      '10:01:00.000000 server.go:529 "Kubelet version" kubeletVersion="v1.34.2"',
      '10:01:00.500000 kubelet.go:2428 "Starting kubelet main sync loop"',
    ]);
    expect(runs).toHaveLength(2);
  });
});

describe('a worker of 1.23', () => {
  const old = in123(start);
  const oldRunning = [...old, ...running.slice(2)];

  it.each([
    ['before', '10:01:01.620000'],
    ['after', '10:01:01.602000'],
  ])(
    'that was forgotten is made anew to kill what an old list shows, and stays when that fails %s its directory goes',
    (_, gone) => {
      const failure = failed('10:01:01.604000', 'failed to \\"KillContainer\\" for \\"app\\"');
      const { worker } = only(
        historyOf([
          ...oldRunning,
          config('10:01:00.000000', 'REMOVE'),
          kill('10:01:00.001000'),
          finished('10:01:01.200000', container),
          kill('10:01:01.600000'),
          ...[cleaned(gone), failure].sort(),
          end,
        ]),
      );
      expect(worker.present.at(now('10:02:00.000000')).value).toBe(true);
      expect(worker.state.at(now('10:02:00.000000')).value).toBe('terminating');
    },
  );

  it('is forgotten by the pass after the one that took its directory, when it finished in between', () => {
    const { worker } = only(
      historyOf([
        ...oldRunning,
        config('10:01:00.000000', 'DELETE'),
        config('10:01:00.000400', 'REMOVE'),
        kill('10:01:00.001000'),
        cleaned('10:01:02.509000'),
        finished('10:01:02.511000', container),
        end,
      ]),
    );
    expect(worker.finished.at(now('10:01:02.600000')).value).toBe(true);
    expect(worker.present.at(now('10:01:04.400000')).value).toBe(true);
    expect(worker.present.at(now('10:01:04.600000')).value).toBe(false);
  });

  it('may be over or not when a container died that may start again, and its pod is deleted at once', () => {
    const other = 'a'.repeat(64);
    const { worker } = only(
      historyOf([
        ...oldRunning,
        pleg('10:00:20.000000', 'ContainerDied', container),
        pleg('10:00:21.000000', 'ContainerStarted', other),
        pleg('10:00:30.000000', 'ContainerDied', other),
        config('10:00:30.700000', 'DELETE'),
        pleg('10:00:32.000000', 'ContainerDied', sandbox),
        config('10:00:32.100000', 'DELETE'),
        config('10:00:32.101000', 'REMOVE'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:30.600000')).known).toBe('unknown');
    expect(worker.deleted.at(now('10:00:31.000000')).known).toBe('unknown');
  });

  it('is not over when two of its containers died before and after a restart, and one is killed later', () => {
    const { worker } = only(
      historyOf([
        ...old,
        finished('10:00:00.600000', 'a'.repeat(64)),
        config('10:00:02.000000', 'ADD'),
        pleg('10:00:10.000000', 'ContainerDied', 'b'.repeat(64)),
        config('10:01:00.000000', 'DELETE'),
        kill('10:01:00.001000'),
        pleg('10:01:01.000000', 'ContainerDied', container),
        end,
      ]),
    );
    expect(worker.finished.at(now('10:00:30.000000')).value).toBe(false);
    expect(worker.state.at(now('10:01:00.500000')).value).toBe('terminating');
  });

  it('may be over when its container died and nothing followed, or wait for a slow runtime', () => {
    const { worker } = only(
      historyOf([
        ...oldRunning,
        pleg('10:00:30.000000', 'ContainerDied', container),
        config('10:00:36.000000', 'DELETE'),
        pleg('10:00:42.000000', 'ContainerDied', sandbox),
        config('10:00:42.100000', 'DELETE'),
        config('10:00:42.101000', 'REMOVE'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:29.000000')).value).toBe('sync');
    expect(worker.state.at(now('10:00:35.000000')).known).toBe('unknown');
    expect(worker.state.at(now('10:00:37.000000')).value).toBe('terminating');
    // Who ends already is not asked.
    expect(worker.deleted.at(now('10:00:38.000000')).known).toBe('unknown');
  });

  it('is over when its sandbox went unasked, however late, and whatever is removed after it', () => {
    const { worker } = only(
      historyOf([
        ...oldRunning,
        pleg('10:00:30.000000', 'ContainerDied', container),
        pleg('10:00:50.000000', 'ContainerDied', sandbox),
        pleg('10:01:10.000000', 'ContainerDied', 'c'.repeat(64)),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:31.000000')).value).toBe('terminating');
    expect(worker.finished.at(now('10:00:51.000000')).value).toBe(true);
  });

  it('may be terminated from its last CNI DEL on, however late a relist tells', () => {
    const torn =
      '10:01:02.000000 plugins.go:420 "Calling network plugin to tear down the pod" pod="default/web" networkPluginName="cni"';
    const { worker } = only(
      historyOf([
        ...oldRunning,
        config('10:01:00.000000', 'DELETE'),
        kill('10:01:00.001000'),
        torn,
        pleg('10:01:15.000000', 'ContainerDied', container),
        pleg('10:01:15.000100', 'ContainerDied', sandbox),
        config('10:01:15.200000', 'DELETE'),
        config('10:01:15.201000', 'REMOVE'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:01:01.900000')).value).toBe('terminating');
    expect(worker.state.at(now('10:01:03.000000')).known).toBe('unknown');
    expect(worker.state.at(now('10:01:15.100000')).value).toBe('terminated');
  });

  it('that was removed while a sync held its end up stays until that sync has failed', () => {
    const { worker } = only(
      historyOf([
        ...old,
        config('10:00:10.000000', 'ADD'),
        print('10:00:10.010000', noSandbox),
        config('10:00:15.000000', 'DELETE'),
        config('10:00:15.000100', 'REMOVE'),
        cleaned('10:00:16.520000'),
        failed('10:00:26.000000', 'failed to \\"StartContainer\\" for \\"app\\"'),
        end,
      ]),
    );
    expect(worker.present.at(now('10:00:27.000000')).value).toBe(true);
    expect(worker.state.at(now('10:00:25.000000')).value).toBe('terminating');
    expect(worker.present.at(now('10:00:40.000000')).value).toBe(false);
  });

  it('that was deleted takes no note of it while its sync kills a container whose hook has failed', () => {
    const { worker } = only(
      historyOf([
        ...oldRunning,
        config('10:01:00.000000', 'DELETE'),
        kill('10:01:00.600000'),
        failed(
          '10:01:00.750000',
          'failed to \\"StartContainer\\" for \\"app\\" with PostStartHookError',
        ),
        kill('10:01:12.000000'),
        pleg('10:01:13.000000', 'ContainerDied', container),
        pleg('10:01:13.000100', 'ContainerDied', sandbox),
        config('10:01:13.100000', 'DELETE'),
        config('10:01:13.101000', 'REMOVE'),
        end,
      ]),
    );
    expect(worker.terminationRequested.at(now('10:01:00.500000')).value).toBe(true);
    expect(worker.startedTerminating.at(now('10:01:05.000000')).value).not.toBe(true);
    expect(worker.startedTerminating.at(now('10:01:12.100000')).value).toBe(true);
  });

  it('stays when its kill has failed once its pod was removed, for nobody tries again', () => {
    const { worker } = only(
      historyOf([
        ...oldRunning,
        config('10:01:00.000000', 'DELETE'),
        config('10:01:00.000400', 'REMOVE'),
        kill('10:01:00.001000'),
        finished('10:01:01.200000', container),
        failed('10:01:01.300000', 'failed to \\"KillPodSandbox\\" for web'),
        cleaned('10:01:02.520000'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:02:00.000000')).value).toBe('terminating');
    expect(worker.present.at(now('10:02:00.000000')).value).toBe(true);
  });

  it('is at its end when its sandbox can not be stopped after the last container has died', () => {
    const { worker } = only(
      historyOf([
        ...oldRunning,
        pleg('10:00:30.000000', 'ContainerDied', container),
        failed('10:00:30.100000', 'failed to \\"KillPodSandbox\\" for web'),
        failed('10:00:44.000000', 'failed to \\"KillPodSandbox\\" for web'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:29.000000')).value).toBe('sync');
    expect(worker.state.at(now('10:00:40.000000')).value).toBe('terminating');
    expect(worker.deleted.at(now('10:00:40.000000')).value).toBe(false);
  });

  it('was deleted while no kubelet ran when its sandbox goes unasked before the one DELETE', () => {
    const { worker } = only(
      historyOf([
        ...old,
        runtimeIs('docker'),
        config('10:00:10.000000', 'ADD'),
        pleg('10:00:10.040000', 'ContainerStarted', sandbox),
        pleg('10:00:12.200000', 'ContainerDied', sandbox),
        config('10:00:12.900000', 'DELETE'),
        config('10:00:12.901000', 'REMOVE'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:10.500000')).value).toBe('terminating');
    expect(worker.deleted.at(now('10:00:10.500000')).value).toBe(true);
    expect(worker.finished.at(now('10:00:12.300000')).value).toBe(true);
  });
});

describe('a new kubelet', () => {
  const restart = [
    '10:01:00.000000 server.go:529 "Kubelet version" kubeletVersion="v1.34.2"',
    '10:01:00.500000 kubelet.go:2428 "Starting kubelet main sync loop"',
  ];
  const [version = '', loop = ''] = restart;

  it('is one without its first lines too, when its loop begins anew', () => {
    const history = historyOf([...running, loop, config('10:01:01.000000', 'ADD'), end]);
    expect(history.runs).toHaveLength(2);
    expect(historyOf([...running, version, loop, end]).runs).toHaveLength(2);
  });

  it('finds a pod at its end, whose worker stops at once', () => {
    const { worker } = only(
      historyOf([
        ...restart,
        config('10:01:01.000000', 'ADD'),
        print('10:01:01.001000'),
        `10:01:01.002000 status_manager.go:1038 "Patch status for pod" pod="default/web" podUID="${uid}" patch="{}"`,
        `10:01:01.004000 pod_workers.go:949 "Pod worker has stopped" podUID="${uid}"`,
        end,
      ]),
    );
    expect(worker.state.at(now('10:01:02.000000')).value).toBe('terminated');
    expect(worker.finished.at(now('10:01:02.000000')).value).toBe(true);
  });

  it('takes no container for the sandbox while another is not seen to end', () => {
    const second = container.replaceAll('b', 'd');
    const old = in123(restart);
    const { worker } = only(
      historyOf([
        ...old.map((line) => line.replace('10:01', '10:00')),
        config('10:00:10.000000', 'ADD'),
        print('10:00:10.003000', noSandbox),
        pleg('10:00:11.000000', 'ContainerStarted', container),
        pleg('10:00:11.000100', 'ContainerStarted', second),
        pleg('10:00:11.000200', 'ContainerStarted', sandbox),
        ...old,
        finished('10:01:00.800000', container),
        config('10:01:01.000000', 'ADD'),
        pleg('10:01:05.000000', 'ContainerDied', second),
        end,
      ]),
    );
    expect(worker.finished.at(now('10:01:10.000000')).value).toBe(false);
  });

  it('may find a pod over whose container has ended before, and that nothing is told of', () => {
    const { worker } = only(
      historyOf([
        ...in123(running),
        pleg('10:00:31.000100', 'ContainerDied', container),
        ...in123(start).map((line) => line.replace('10:00:00', '10:00:32')),
        finished('10:00:32.900000', container),
        config('10:00:33.000000', 'ADD'),
        config('10:01:20.000000', 'DELETE'),
        config('10:01:20.001000', 'REMOVE'),
        end,
      ]),
    );
    expect(worker.present.at(now('10:00:40.000000')).value).toBe(true);
    expect(worker.state.at(now('10:00:40.000000')).known).toBe('unknown');
  });

  it('forgets at once a pod whose containers and sandbox it finds as dead as they were seen before (1.22 to 1.26)', () => {
    const { worker } = only(
      historyOf([
        ...in123(running),
        pleg('10:00:31.000100', 'ContainerDied', container),
        ...in123(start).map((line) => line.replace('10:00:00', '10:00:40')),
        finished('10:00:40.900000', container),
        config('10:00:41.000000', 'ADD'),
        pleg('10:00:41.100000', 'ContainerDied', container),
        pleg('10:00:41.100100', 'ContainerDied', sandbox),
        config('10:01:20.000000', 'DELETE'),
        config('10:01:20.001000', 'REMOVE'),
        end,
      ]),
    );
    expect(worker.finished.at(now('10:00:41.050000')).value).toBe(true);
    expect(worker.present.at(now('10:00:50.000000')).value).toBe(false);
  });

  it('makes a pod past its deadline anew each time it is forgotten (1.22 to 1.26)', () => {
    const { worker } = only(
      historyOf([
        ...in123(running),
        kill('10:00:30.000000'),
        finished('10:00:31.000000', container),
        pleg('10:00:31.000100', 'ContainerDied', container),
        pleg('10:00:31.000200', 'ContainerDied', sandbox),
        ...in123(start).map((line) => line.replace('10:00:00', '10:01:00')),
        config('10:01:01.000000', 'ADD'),
        config('10:01:20.000000', 'DELETE'),
        config('10:01:20.001000', 'REMOVE'),
        end,
      ]),
    );
    expect(worker.finished.at(now('10:01:02.000000')).value).toBe(true);
    expect(worker.present.at(now('10:01:02.800000')).value).toBe(false);
    expect(worker.present.at(now('10:01:10.000000')).value).toBe(true);
    expect(worker.finished.at(now('10:01:10.000000')).value).toBe(true);
    expect(worker.present.at(now('10:01:21.000000')).value).toBe(false);
  });

  it('forgets a pod whose directory goes, though its REMOVE is not on the tape', () => {
    const { worker } = only(
      historyOf([
        kill('10:00:37.001000'),
        print('10:00:43.064000'),
        print('10:00:44.052000'),
        cleaned('10:00:46.002000'),
        end,
      ]),
    );
    expect(worker.present.at(now('10:00:45.000000')).value).toBe(true);
    expect(worker.present.at(now('10:00:50.000000')).value).toBe(false);
  });

  it('ends what was deleted before it, whose hook holds the kill up, and which leaves at once', () => {
    const { worker } = only(
      historyOf([
        ...restart,
        config('10:01:01.000000', 'ADD'),
        kill('10:01:41.000000'),
        print('10:01:41.300000'),
        print('10:01:42.100000'),
        config('10:01:42.120000', 'DELETE'),
        config('10:01:42.120100', 'REMOVE'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:01:20.000000')).value).toBe('terminating');
    expect(worker.deleted.at(now('10:01:20.000000')).value).toBe(true);
  });
});

describe('a worker that is asked to end while its sync waits for volumes (1.23)', () => {
  const volume = (clock: string, what: string): string =>
    `${clock} reconciler.go:293 "operationExecutor.${what} started for volume \\"v\\" (UniqueName: \\"kubernetes.io/configmap/${uid}-v\\") pod \\"web\\" (UID: \\"${uid}\\") " pod="default/web"`;
  const old = in123(start);
  const waiting = [
    ...old,
    config('10:00:10.000000', 'ADD'),
    volume('10:00:10.100000', 'VerifyControllerAttachedVolume'),
    volume('10:00:10.200000', 'MountVolume'),
    volume('10:00:26.000000', 'MountVolume'),
  ];
  const forced = [
    config('10:00:40.000000', 'DELETE'),
    config('10:00:40.001000', 'REMOVE'),
    cleaned('10:00:42.510000'),
  ];
  const timedOut = failed('10:02:13.000000', 'unmounted volumes=[v]: timed out');

  const mounted = (clock: string): string =>
    `${clock} operation_generator.go:616 "MountVolume.SetUp succeeded for volume \\"v\\" (UniqueName: \\"kubernetes.io/configmap/${uid}-v\\") pod \\"web\\" (UID: \\"${uid}\\") " pod="default/web"`;

  it('takes note when they come', () => {
    const { worker } = only(
      historyOf([
        ...waiting,
        config('10:00:40.000000', 'DELETE'),
        mounted('10:00:50.000000'),
        print('10:00:50.002000', noSandbox),
        pleg('10:00:51.000000', 'ContainerStarted', container),
        kill('10:00:51.001000'),
        pleg('10:00:53.000000', 'ContainerDied', container),
        config('10:00:53.500000', 'DELETE'),
        config('10:00:53.501000', 'REMOVE'),
        end,
      ]),
    );
    expect(worker.startedTerminating.at(now('10:00:49.000000')).value).toBe(false);
    expect(worker.startedTerminating.at(now('10:00:51.100000')).value).toBe(true);
    expect(worker.finished.at(now('10:00:53.600000')).value).toBe(true);
  });

  it('goes on with it, whatever is cleaned up meanwhile', () => {
    const { worker } = only(historyOf([...waiting, ...forced, timedOut, end]));
    expect(worker.state.at(now('10:02:00.000000')).value).toBe('terminating');
    expect(worker.startedTerminating.at(now('10:02:00.000000')).value).toBe(false);
    expect(worker.present.at(now('10:02:00.000000')).value).toBe(true);
  });

  it('is asked at once when its volumes were there', () => {
    const { worker } = only(historyOf([...waiting, mounted('10:00:27.000000'), ...forced, end]));
    expect(worker.startedTerminating.at(now('10:00:41.000000')).value).toBe(true);
    expect(worker.present.at(now('10:02:00.000000')).value).toBe(false);
  });

  it('does so from 1.27 on, where a request ends the wait', () => {
    const { worker } = only(
      historyOf([...waiting, ...forced, end].map((line) => line.replace('v1.23.17', 'v1.28.2'))),
    );
    expect(worker.startedTerminating.at(now('10:00:41.000000')).value).toBe(true);
  });
});

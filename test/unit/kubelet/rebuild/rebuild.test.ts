import { describe, expect, it } from 'vitest';
import { sourceId, type Gap } from '../../../../src/base/input.ts';
import { micros } from '../../../../src/base/time.ts';
import { rebuild } from '../../../../src/kubelet/rebuild/rebuild.ts';
import type { Moment } from '../../../../src/kubelet/rebuild/track.ts';
import { rebuildCapture, tapeOf } from '../../../support/captures.ts';
import {
  at,
  config,
  container,
  failed as failedSync,
  historyOf,
  in123,
  kill,
  now,
  only,
  pleg,
  print,
  running,
  sandbox,
  start,
  uid,
} from '../../../support/podLines.ts';

describe('a worker at v=2', () => {
  it('is there from its ADD on, without a UID until PLEG tells it', () => {
    const pod = only(historyOf(running));
    expect(pod.uid.value).toBe(uid);
    expect(pod.worker.present.at(now('10:00:09.000000')).known).toBe('unknown');
    expect(pod.worker.state.at(now('10:00:10.100000'))).toMatchObject({
      known: 'inferred',
      value: 'sync',
    });
    expect(pod.sandboxes.map(({ sandboxId }) => sandboxId)).toEqual([sandbox]);
    expect(pod.containers.map(({ containerId }) => containerId)).toEqual([container]);
  });

  it('ends with the last two status lines, and is forgotten by the next housekeeping', () => {
    const { worker } = only(
      historyOf([
        ...running,
        config('10:01:00.000000', 'DELETE'),
        kill('10:01:00.001000'),
        print('10:01:05.000000'),
        print('10:01:05.800000'),
        config('10:01:05.820000', 'DELETE'),
        config('10:01:05.821000', 'REMOVE'),
        '10:01:20.000000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]',
      ]),
    );
    expect(worker.state.at(now('10:01:04.000000')).value).toBe('terminating');
    expect(worker.gracePeriod.at(now('10:01:04.000000')).value).toBe(30);
    expect(worker.state.at(now('10:01:05.100000')).value).toBe('terminated');
    expect(worker.finished.at(now('10:01:05.790000')).value).toBe(false);
    expect(worker.finished.at(now('10:01:05.810000')).value).toBe(true);
    expect(worker.present.at(now('10:01:06.400000')).value).toBe(true);
    expect(worker.present.at(now('10:01:06.600000')).value).toBe(false);
  });

  it('is known by a sandbox that it could not make, though nothing else is said of it', () => {
    const failed =
      '10:02:00.000000 kuberuntime_manager.go:1170 "CreatePodSandbox for pod failed" err="rpc error: code = Unknown desc = no" pod="default/web"';
    const { worker } = only(historyOf([failed]));
    const then = now('10:02:00.000000');
    expect(worker.present.at(then)).toMatchObject({ known: 'inferred', value: true });
    expect(worker.state.at(then)).toMatchObject({ known: 'inferred', value: 'sync' });
    expect(worker.present.at(now('10:01:59.000000')).known).toBe('unknown');
  });

  it('ends by itself with the last of its containers, not with the first', () => {
    const other = 'a'.repeat(64);
    const { worker } = only(
      historyOf([
        ...running,
        pleg('10:00:12.000000', 'ContainerStarted', other),
        pleg('10:00:20.000000', 'ContainerDied', other),
        pleg('10:00:30.000000', 'ContainerDied', container),
        print('10:00:33.000000'),
        pleg('10:00:34.000000', 'ContainerDied', sandbox),
        print('10:00:34.001000'),
        config('10:00:40.000000', 'DELETE'),
        config('10:00:40.001000', 'REMOVE'),
      ]),
    );
    expect(worker.state.at(now('10:00:29.900000')).value).toBe('sync');
    expect(worker.state.at(now('10:00:30.100000')).value).toBe('terminating');
    // The worker is busy from then on until its end, however quiet it is.
    expect(worker.working.at(now('10:00:32.900000')).value).toBe(true);
    expect(worker.finished.at(now('10:00:34.100000')).value).toBe(true);
  });

  it('ends by itself though its last sync killed a sidecar', () => {
    const sidecar = 'b'.repeat(64);
    const { worker } = only(
      historyOf([
        ...running,
        pleg('10:00:12.000000', 'ContainerStarted', sidecar),
        pleg('10:00:20.000000', 'ContainerDied', container),
        kill('10:00:20.002000'),
        pleg('10:00:24.000000', 'ContainerDied', sidecar),
        print('10:00:26.000000'),
        print('10:00:26.900000'),
        config('10:01:00.000000', 'DELETE'),
        config('10:01:00.001000', 'REMOVE'),
      ]),
    );
    expect(worker.state.at(now('10:00:23.900000')).value).toBe('sync');
    expect(worker.state.at(now('10:00:24.100000')).value).toBe('terminating');
    expect(worker.finished.at(now('10:00:27.000000')).value).toBe(true);
    expect(worker.deleted.at(now('10:00:50.000000')).value).toBe(false);
  });

  it('is evicted from the kill on when its pod was over a limit of its own', () => {
    const { worker } = only(
      historyOf([
        ...running,
        kill('10:00:30.000000'),
        print('10:00:31.000000'),
        '10:00:31.001000 eviction_manager.go:629 "Eviction manager: pod is evicted successfully" pod="default/web"',
        print('10:00:32.000000'),
      ]),
    );
    expect(worker.evicted.at(now('10:00:29.900000')).value).toBe(false);
    expect(worker.evicted.at(now('10:00:30.500000')).value).toBe(true);
    expect(worker.state.at(now('10:00:30.500000')).value).toBe('terminating');
  });

  it('is evicted from the kill on though the eviction manager did not wait for its end', () => {
    const { worker } = only(
      historyOf([
        ...running,
        kill('10:00:30.000000'),
        '10:00:40.001000 eviction_manager.go:627 "Eviction manager: pod failed to evict" err="timeout waiting to kill pod" pod="default/web"',
        print('10:00:42.000000'),
        print('10:00:43.000000'),
      ]),
    );
    expect(worker.evicted.at(now('10:00:29.900000')).value).toBe(false);
    expect(worker.evicted.at(now('10:00:30.500000')).value).toBe(true);
    expect(worker.state.at(now('10:00:41.000000')).value).toBe('terminating');
    expect(worker.state.at(now('10:00:42.500000')).value).toBe('terminated');
  });

  it('is evicted for long when its sandbox is dead but its network can not be taken down', () => {
    const { worker } = only(
      historyOf([
        ...in123(running),
        kill('10:00:30.000000'),
        pleg('10:00:31.000000', 'ContainerDied', container),
        pleg('10:00:31.000100', 'ContainerDied', sandbox),
        failedSync('10:00:31.200000', 'failed to \\"KillPodSandbox\\" for web'),
        '10:00:40.001000 eviction_manager.go:573 "Eviction manager: pod failed to evict" err="timeout waiting to kill pod" pod="default/web"',
        failedSync('10:00:44.000000', 'failed to \\"KillPodSandbox\\" for web'),
      ]),
    );
    expect(worker.evicted.at(now('10:00:43.000000')).value).toBe(true);
    expect(worker.state.at(now('10:00:43.000000')).value).toBe('terminating');
  });

  it('of a pod that was not admitted is done as soon as its deletion has made it', () => {
    const { worker } = only(
      historyOf([
        ...start,
        config('10:00:10.000000', 'ADD'),
        '10:00:10.001000 allocation_manager.go:702 "Pod admission denied" pod="default/web" reason="OutOfcpu" message="Node didn\'t have enough resource"',
        config('10:01:00.000000', 'DELETE'),
        config('10:01:00.001000', 'REMOVE'),
        '10:01:20.000000 kubelet.go:2515 "SyncLoop ADD" source="api" pods=[]',
      ]),
    );
    expect(worker.finished.at(now('10:01:00.100000')).value).toBe(true);
    expect(worker.present.at(now('10:01:03.000000')).value).toBe(false);
  });

  it('is forgotten at the begin of a pass of housekeeping that then hangs', () => {
    const { worker } = only(
      historyOf([
        ...running,
        config('10:01:00.000000', 'DELETE'),
        kill('10:01:00.001000'),
        print('10:01:05.000000'),
        print('10:01:05.800000'),
        config('10:01:05.820000', 'DELETE'),
        config('10:01:05.821000', 'REMOVE'),
        `10:01:23.009000 kubelet_volumes.go:163 "Cleaned up orphaned pod volumes dir" podUID="${uid}" path="/var/lib/kubelet/pods/${uid}/volumes"`,
        '10:01:23.010000 kubelet.go:2618 "Housekeeping took longer than expected" err="housekeeping took too long" expected="1s" actual="16.51s"',
      ]),
    );
    expect(worker.present.at(now('10:01:06.400000')).value).toBe(true);
    expect(worker.present.at(now('10:01:06.600000')).value).toBe(false);
  });

  it('does not know the grace period when its pod is deleted once more', () => {
    const { worker } = only(
      historyOf([
        ...running,
        config('10:01:00.000000', 'DELETE'),
        kill('10:01:00.001000'),
        config('10:01:04.000000', 'DELETE'),
      ]),
    );
    expect(worker.gracePeriod.at(now('10:01:03.000000')).value).toBe(30);
    expect(worker.gracePeriod.at(now('10:01:05.000000')).known).toBe('unknown');
  });

  it('ends unasked when the time of its pod is over', () => {
    const { worker } = only(
      historyOf([
        ...running,
        kill('10:00:25.000000'),
        print('10:00:26.000000'),
        pleg('10:00:27.000000', 'ContainerDied', container),
        print('10:00:27.001000'),
        config('10:01:00.000000', 'DELETE'),
        config('10:01:00.001000', 'REMOVE'),
      ]),
    );
    expect(worker.state.at(now('10:00:23.800000')).value).toBe('sync');
    // The deadline strikes at a look of the sync loop for pods to sync, and the kill follows.
    expect(worker.state.at(now('10:00:24.600000')).value).toBe('terminating');
    expect(worker.finished.at(now('10:00:27.100000')).value).toBe(true);
    expect(worker.deleted.at(now('10:00:50.000000')).value).toBe(false);
  });

  it('is not taken for deleted when its first sync kills what its hook failed for', () => {
    const failed = (clock: string, why: string): string =>
      `${clock} pod_workers.go:1324 "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with ${why}" pod="default/web" podUID="${uid}"`;
    const { worker } = only(
      historyOf([
        ...start,
        config('10:00:10.000000', 'ADD'),
        print('10:00:10.003000', 'No sandbox'),
        kill('10:00:10.400000'),
        failed('10:00:10.500000', 'PostStartHookError'),
        pleg('10:00:11.000000', 'ContainerStarted', sandbox),
        pleg('10:00:11.000100', 'ContainerDied', container),
        failed('10:00:11.001000', 'CrashLoopBackOff'),
      ]),
    );
    expect(worker.state.at(now('10:00:10.600000')).value).toBe('sync');
  });

  it('that failed its end, then did it, is done though the API server is away', () => {
    const failed = `10:01:00.100000 pod_workers.go:1324 "Error syncing pod, skipping" err="failed to \\"KillPodSandbox\\"" pod="default/web" podUID="${uid}"`;
    const away =
      '10:01:16.000000 controller.go:145 "Failed to ensure lease exists, will retry" err="dial tcp 10.99.0.254:6443: connect: connection refused"';
    const { worker } = only(
      historyOf([
        ...running,
        config('10:01:00.000000', 'DELETE'),
        failed,
        print('10:01:15.000000'),
        print('10:01:15.050000'),
        print('10:01:15.900000'),
        away,
        '10:02:20.000000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]',
      ]),
    );
    expect(worker.state.at(now('10:01:15.100000')).value).toBe('terminated');
    expect(worker.finished.at(now('10:01:20.000000')).value).toBe(true);
  });

  it('that is force deleted goes on until its own end', () => {
    const { worker } = only(
      historyOf([
        ...running,
        config('10:01:00.000000', 'DELETE'),
        config('10:01:00.000400', 'REMOVE'),
        kill('10:01:00.001000'),
        print('10:01:00.900000'),
        print('10:01:01.800000'),
        '10:01:20.000000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]',
      ]),
    );
    expect(worker.state.at(now('10:01:00.500000')).value).toBe('terminating');
    expect(worker.finished.at(now('10:01:01.700000')).value).toBe(false);
    expect(worker.finished.at(now('10:01:01.900000')).value).toBe(true);
    expect(worker.present.at(now('10:01:02.600000')).value).toBe(false);
  });

  it('that is force deleted after an earlier restart of its container goes on as well', () => {
    const { worker } = only(
      historyOf([
        ...running,
        kill('10:00:30.000000'),
        pleg('10:00:33.000000', 'ContainerStarted', 'e'.repeat(64)),
        config('10:01:00.000000', 'DELETE'),
        config('10:01:00.000400', 'REMOVE'),
        kill('10:01:00.001000'),
        print('10:01:00.900000'),
        print('10:01:01.800000'),
        '10:01:20.000000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]',
      ]),
    );
    expect(worker.state.at(now('10:00:59.000000')).value).toBe('sync');
    expect(worker.state.at(now('10:01:00.500000')).value).toBe('terminating');
    expect(worker.finished.at(now('10:01:01.700000')).value).toBe(false);
    expect(worker.finished.at(now('10:01:01.900000')).value).toBe(true);
  });

  describe('of 1.23, whose status has no lines,', () => {
    const old = in123(running);
    const failed = (clock: string): string =>
      `${clock} generic.go:205 "GenericPLEG: Unable to retrieve pods" err="rpc error"`;

    it('may be terminated at any time while no relist succeeds', () => {
      const seconds = Array.from({ length: 40 }, (_, i) => `10:01:${String(i).padStart(2, '0')}`);
      const { worker } = only(
        historyOf([
          ...old,
          config('10:01:00.000000', 'DELETE'),
          kill('10:01:00.001000'),
          ...seconds.map((second) => failed(`${second}.500000`)),
          pleg('10:01:40.500000', 'ContainerDied', container),
          pleg('10:01:40.500100', 'ContainerDied', sandbox),
          config('10:01:40.520000', 'DELETE'),
          config('10:01:40.521000', 'REMOVE'),
        ]),
      );
      expect(worker.state.at(now('10:01:20.000000')).known).toBe('unknown');
      // The grace period is 30 s, and the runtime answered.
      expect(worker.state.at(now('10:01:35.000000')).value).toBe('terminated');
      expect(worker.finished.at(now('10:01:39.000000')).value).toBe(false);
    });

    it('ends with its first sync when its containers died before the kubelet started', () => {
      const { worker } = only(
        historyOf([
          ...old.slice(0, 2),
          `10:00:00.600000 generic.go:296 "Generic (PLEG): container finished" podID=${uid} containerID="${container}" exitCode=0`,
          config('10:00:02.000000', 'ADD'),
          pleg('10:00:03.000000', 'ContainerDied', sandbox),
          '10:01:20.000000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]',
        ]),
      );
      expect(worker.state.at(now('10:00:02.500000')).known).toBe('unknown');
      expect(worker.finished.at(now('10:00:03.100000')).value).toBe(true);
    });

    it('ends unasked when the time of its pod is over, as its sandbox shows', () => {
      const { worker } = only(
        historyOf([
          ...old,
          kill('10:00:25.000000'),
          pleg('10:00:27.000000', 'ContainerDied', container),
          pleg('10:00:27.000100', 'ContainerDied', sandbox),
          config('10:01:00.000000', 'DELETE'),
          config('10:01:00.001000', 'REMOVE'),
        ]),
      );
      expect(worker.state.at(now('10:00:25.100000')).value).toBe('terminating');
      expect(worker.finished.at(now('10:00:27.200000')).value).toBe(true);
      expect(worker.deleted.at(now('10:00:50.000000')).value).toBe(false);
    });

    it('had ended while no kubelet ran, though its sandbox is met as one that starts', () => {
      const died = (id: string): string =>
        `10:00:00.600000 generic.go:296 "Generic (PLEG): container finished" podID=${uid} containerID="${id}" exitCode=0`;
      const { worker } = only(
        historyOf([
          ...old.slice(0, 2),
          died(container),
          died('a'.repeat(64)),
          config('10:00:02.000000', 'ADD'),
          pleg('10:00:02.030000', 'ContainerDied', container),
          pleg('10:00:02.031000', 'ContainerDied', 'a'.repeat(64)),
          pleg('10:00:02.032000', 'ContainerStarted', sandbox),
          pleg('10:00:05.000000', 'ContainerDied', sandbox),
          '10:01:20.000000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]',
        ]),
      );
      expect(worker.state.at(now('10:00:02.100000')).value).toBe('terminating');
      expect(worker.finished.at(now('10:00:05.100000')).value).toBe(true);
    });

    it('is that of an orphan when a new kubelet kills what no source gave it', () => {
      const { worker } = only(
        historyOf([
          ...old.slice(0, 2),
          kill('10:00:02.500000'),
          `10:00:03.600000 generic.go:296 "Generic (PLEG): container finished" podID=${uid} containerID="${container}" exitCode=137`,
          '10:01:20.000000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]',
        ]),
      );
      expect(worker.deleted.at(now('10:00:02.600000')).value).toBe(true);
      expect(worker.state.at(now('10:00:03.000000')).known).toBe('unknown');
      expect(worker.finished.at(now('10:00:03.700000')).value).toBe(true);
      expect(worker.present.at(now('10:00:05.000000')).value).toBe(false);
    });
  });

  it('knows then only what had been read', () => {
    const history = historyOf([
      ...running,
      config('10:01:00.000000', 'DELETE'),
      kill('10:01:00.001000'),
      print('10:01:05.000000'),
      print('10:01:05.800000'),
    ]);
    const { worker } = only(history);
    const time = at('10:01:05.400000');
    expect(worker.state.at({ time, position: Infinity, hindsight: 'now' }).value).toBe(
      'terminated',
    );
    expect(worker.state.at({ time, position: 8, hindsight: 'then' }).value).toBe('terminating');
  });

  it('is unknown from a gap on until the pod is seen again', () => {
    const gap: Gap = {
      source: sourceId(0),
      kind: 'suppressed',
      from: at('10:00:30.000000'),
      to: at('10:01:00.000000'),
      text: 'the journal dropped 12 messages',
      provedBy: [],
    };
    const later = pleg('10:02:00.000000', 'ContainerDied', container);
    const again = pleg('10:02:10.000000', 'ContainerStarted', 'd'.repeat(64));
    const { worker } = only(historyOf([...running, later, again], [gap]));
    expect(worker.state.at(now('10:00:29.000000')).value).toBe('sync');
    expect(worker.state.at(now('10:01:30.000000'))).toMatchObject({
      known: 'unknown',
      why: 'the journal dropped 12 messages',
    });
    // It may have been asked to end meanwhile: only what a pod that runs does tells.
    expect(worker.present.at(now('10:02:01.000000')).value).toBe(true);
    expect(worker.state.at(now('10:02:01.000000')).known).toBe('unknown');
    expect(worker.state.at(now('10:02:11.000000')).value).toBe('sync');
  });

  it('stays unknown in the second of two gaps that lie over each other, whatever is told there', () => {
    const gap = (from: string, to: string): Gap => ({
      source: sourceId(0),
      kind: 'suppressed',
      from: at(from),
      to: at(to),
      text: 'the journal dropped 12 messages',
      provedBy: [],
    });
    const gaps = [
      gap('10:00:30.000000', '10:01:00.000000'),
      gap('10:00:50.000000', '10:01:20.000000'),
    ];
    const told = pleg('10:01:05.000000', 'ContainerDied', container);
    const { worker } = only(historyOf([...running, told], gaps));
    expect(worker.present.at(now('10:01:10.000000')).known).toBe('unknown');
  });

  it('of a log that begins in the middle becomes known with the first telling line', () => {
    const { worker } = only(
      historyOf([
        pleg('10:00:01.000000', 'ContainerDied', container),
        pleg('10:00:05.000000', 'ContainerStarted', container),
      ]),
    );
    expect(worker.present.at(now('10:00:02.000000')).value).toBe(true);
    expect(worker.state.at(now('10:00:02.000000')).known).toBe('unknown');
    expect(worker.state.at(now('10:00:06.000000')).value).toBe('sync');
  });

  it('is gone with its process, and made anew by the next', () => {
    const next = [
      'I1121 10:05:00.000000       8 server.go:529] "Kubelet version" kubeletVersion="v1.34.2"',
      'I1121 10:05:00.500000       8 kubelet.go:2428] "Starting kubelet main sync loop"',
      'I1121 10:05:01.000000       8 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web"]',
    ];
    const first = running.map((line) => {
      const [clock = '', file = '', ...rest] = line.split(' ');
      return `I1121 ${clock}       7 ${file}] ${rest.join(' ')}`;
    });
    const text = `${[...first, ...next].join('\n')}\n`;
    const history = rebuild(tapeOf(new TextEncoder().encode(text)));
    expect(history.runs.map(({ pid }) => pid)).toEqual([7, 8]);
    const { worker } = only(history);
    expect(worker.present.at(now('10:04:00.000000')).value).toBe(true);
    expect(worker.present.at(now('10:05:00.700000')).value).toBe(false);
    expect(worker.present.at(now('10:05:02.000000')).value).toBe(true);
  });
});

it('a worker of a pod that an earlier run did not admit begins at its end', () => {
  const denied = `10:00:10.001000 allocation_manager.go:702 "Pod admission denied" podUID="${uid}" pod="default/web" reason="NodeAffinity" message="no"`;
  const again = [
    'I1121 10:01:00.000000       8 server.go:529] "Kubelet version" kubeletVersion="v1.34.2"',
    'I1121 10:01:00.500000       8 kubelet.go:2428] "Starting kubelet main sync loop"',
    `I1121 10:01:01.000000       8 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web"]`,
    `I1121 10:01:01.003000       8 util.go:34] "No sandbox for pod can be found. Need to start a new one" pod="default/web"`,
    'I1121 10:01:20.000000       8 kubelet.go:2515] "SyncLoop ADD" source="file" pods=[]',
  ];
  const first = [...start, config('10:00:10.000000', 'ADD'), denied].map((line) => {
    const [clock = '', file = '', ...rest] = line.split(' ');
    return `I1121 ${clock}       7 ${file}] ${rest.join(' ')}`;
  });
  const text = `${[...first, ...again].join('\n')}\n`;
  const { worker, phases } = only(rebuild(tapeOf(new TextEncoder().encode(text))));
  expect(worker.state.at(now('10:01:02.000000')).value).toBe('terminated');
  const [queue] = phases.filter(({ kind }) => kind === 'queue');
  expect(queue?.to).toBeLessThan(now('10:01:02.000000').time);
});

it('an orphan of 1.23 that an earlier run had begun to end is forgotten after its clean-up', () => {
  const of = (pid: number, lines: readonly string[]): string[] =>
    lines.map((line) => {
      const [clock = '', file = '', ...rest] = line.split(' ');
      return `I1121 ${clock}       ${pid} ${file}] ${rest.join(' ')}`;
    });
  const version = (clock: string): string =>
    `${clock} server.go:446 "Kubelet version" kubeletVersion="v1.23.17"`;
  const lines = [
    ...of(7, [
      version('10:00:00.000000'),
      ...running.slice(1),
      config('10:00:30.000000', 'DELETE'),
      kill('10:00:30.001000'),
    ]),
    ...of(8, [
      version('10:01:00.000000'),
      '10:01:00.500000 kubelet.go:2001 "Starting kubelet main sync loop"',
      kill('10:01:02.510000'),
      `10:01:04.530000 kubelet_volumes.go:160 "Cleaned up orphaned pod volumes dir" podUID=${uid} path="/var/lib/kubelet/pods/${uid}/volumes"`,
      '10:01:20.000000 kubelet.go:2117 "SyncLoop ADD" source="file" pods=[]',
    ]),
  ];
  const { worker } = only(rebuild(tapeOf(new TextEncoder().encode(`${lines.join('\n')}\n`))));
  expect(worker.present.at(now('10:01:03.000000')).value).toBe(true);
  expect(worker.present.at(now('10:01:08.000000')).value).toBe(false);
});

it('a pod that went while no kubelet ran is another than the one that comes by its name later', () => {
  const of = (pid: number, lines: readonly string[]): string[] =>
    lines.map((line) => {
      const [clock = '', file = '', ...rest] = line.split(' ');
      return `I1121 ${clock}       ${pid} ${file}] ${rest.join(' ')}`;
    });
  const second = '86887c15-5f6d-4f82-9934-8a1694ee4000';
  const lines = [
    ...of(7, running),
    ...of(8, [
      '10:01:00.000000 server.go:529 "Kubelet version" kubeletVersion="v1.34.2"',
      '10:01:00.500000 kubelet.go:2428 "Starting kubelet main sync loop"',
      kill('10:01:02.510000'),
      `10:01:04.530000 kubelet_volumes.go:163 "Cleaned up orphaned pod volumes dir" podUID="${uid}" path="/var/lib/kubelet/pods/${uid}/volumes"`,
      config('10:01:10.000000', 'ADD'),
      pleg('10:01:11.000000', 'ContainerStarted', 'a'.repeat(64), second),
    ]),
  ];
  const { pods } = rebuild(tapeOf(new TextEncoder().encode(`${lines.join('\n')}\n`)));
  expect(pods.map((pod) => pod.uid.value)).toEqual([uid, second]);
  const then = now('10:01:20.000000');
  expect(pods.map((pod) => pod.worker.present.at(then).value)).toEqual([false, true]);
});

describe('runs', () => {
  it('do not multiply when two kubelets write into one log', () => {
    const lines = Array.from({ length: 40 }, (_, i) => {
      const second = String(i).padStart(2, '0');
      return `I1121 10:00:${second}.000000       ${7 + (i % 2)} kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web-${i}"]`;
    });
    const history = rebuild(tapeOf(new TextEncoder().encode(`${lines.join('\n')}\n`)));
    expect(history.runs.length).toBeLessThanOrEqual(2);
    expect(history.pods).toHaveLength(40);
  });
});

describe('names and ids', () => {
  it('keep two lives of one name apart', () => {
    const other = '7ebae14d-7916-4b85-9dd6-a1f149acd442';
    const history = historyOf([
      ...running,
      config('10:01:00.000000', 'DELETE'),
      config('10:01:00.001000', 'REMOVE'),
      config('10:01:00.500000', 'ADD'),
      pleg('10:01:02.000000', 'ContainerStarted', 'f'.repeat(64), other),
    ]);
    expect(history.podsNamed('default', 'web').map((pod) => pod.uid.value)).toEqual([uid, other]);
    expect(history.identify(other)).toMatchObject({ kind: 'pod', podKey: other });
    expect(history.identify(sandbox.slice(0, 12))).toMatchObject({
      kind: 'sandbox',
      id: sandbox,
      text: 'sandbox of default/web',
    });
  });

  it('take an API pod of a static name for its mirror', () => {
    const mirrored = '9d435265-61dd-4608-b035-f24e33baf47a';
    const own = '0323ff00ec1c611bf6f4ae903236ab1a';
    const history = historyOf([
      ...start,
      config('10:00:10.000000', 'ADD', 'file'),
      pleg('10:00:11.000000', 'ContainerStarted', container, own),
      config('10:00:11.500000', 'ADD'),
      `10:00:12.000000 status_manager.go:1038 "Patch status for pod" pod="default/web" podUID="${mirrored}" patch="{}"`,
    ]);
    expect(only(history).uid.value).toBe(own);
    expect(history.identify(mirrored)?.text).toBe('mirror pod of default/web');
  });
});

describe('the network of a sandbox', () => {
  it.each([
    ['teardown-v2', '9936f76e4b93', 5],
    ['k123-teardown-v2', 'cce315c83b15', 7],
  ])('in %s is torn down at last', (name, id, tries) => {
    const history = rebuildCapture(name);
    const [pod] = history.podsNamed('default', 'web-1');
    const [operation] = pod?.network ?? [];
    expect(operation).toMatchObject({
      command: 'DEL',
      plugin: 'bridge',
      outcome: { value: 'succeeded', known: 'inferred' },
    });
    expect(operation?.sandboxId?.slice(0, 12)).toBe(id);
    expect(operation?.attempts).toHaveLength(tries);
    expect(operation?.attempts.every(({ provedBy }) => provedBy.length > 0)).toBe(true);
    const broken = operation?.attempts[1];
    const moment: Moment = {
      time: micros((broken?.at ?? 0) + 1),
      position: Infinity,
      hindsight: 'now',
    };
    expect(pod?.awaits(moment).map(({ what }) => what)).toEqual(['CNI DEL of its sandbox']);
    const others = history.network.filter(({ podKey }) => podKey === undefined);
    expect(others.length).toBeGreaterThan(4);
    expect(others.every(({ attempts }) => attempts.every(({ by }) => by === 'gc'))).toBe(true);
  });
});

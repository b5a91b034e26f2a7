// A static pod whose file is taken away and put back: one UID, several workers.
import { describe, expect, it } from 'vitest';
import type { WorkerTracks } from '../../../../../src/kubelet/rebuild/history.ts';
import {
  config,
  container,
  end,
  historyOf,
  in123,
  now,
  only,
  pleg,
  print,
  sandbox,
  start,
} from '../../../../support/podLines.ts';

const uid = '842fbe05a3440d849df5c663b9c3f815';
const nextSandbox = '3412fc90b37a2ffa05eaf54416290d8b13fd5a968d93a5c17bc20221edbb6dfb';

const file = (clock: string, op: string): string => config(clock, op, 'file');
const event = (clock: string, type: string, id: string): string => pleg(clock, type, id, uid);
const killed = (clock: string, grace: number): string =>
  `${clock} kuberuntime_container.go:866 "Killing container with a grace period" pod="default/web" podUID="${uid}" containerName="app" containerID="containerd://${container}" gracePeriod=${grace}`;
const dead = (clock: string): string =>
  `${clock} generic.go:357 "Generic (PLEG): container finished" podID="${uid}" containerID="${container}" exitCode=0`;
const cleaned = (clock: string): string =>
  `${clock} kubelet_volumes.go:163 "Cleaned up orphaned pod volumes dir" podUID="${uid}" path="/var/lib/kubelet/pods/${uid}/volumes"`;

const begun = [
  ...start,
  file('10:00:10.000000', 'ADD'),
  print('10:00:10.003000', 'No sandbox'),
  event('10:00:11.000000', 'ContainerStarted', container),
  event('10:00:11.000100', 'ContainerStarted', sandbox),
];
const ended = [
  file('10:00:21.000000', 'REMOVE'),
  killed('10:00:21.001000', 20),
  print('10:00:23.000000'),
  dead('10:00:23.700000'),
  print('10:00:23.701000'),
  cleaned('10:00:24.510000'),
];

describe('a static pod that comes back', () => {
  it('has another worker when the one before was gone', () => {
    const { uid: told, worker } = only(
      historyOf([
        ...begun,
        ...ended,
        file('10:00:40.000000', 'ADD'),
        print('10:00:40.002000'),
        event('10:00:41.000000', 'ContainerStarted', nextSandbox),
        end,
      ]),
    );
    expect(told.value).toBe(uid);
    expect(worker.finished.at(now('10:00:24.000000')).value).toBe(true);
    expect(worker.present.at(now('10:00:30.000000')).value).toBe(false);
    expect(worker.state.at(now('10:00:40.500000')).value).toBe('sync');
    expect(worker.deleted.at(now('10:00:40.500000')).value).toBe(false);
    expect(worker.gracePeriod.at(now('10:02:00.000000')).value).toBe(0);
  });

  it('is made anew by housekeeping when its worker still terminated', () => {
    const { worker } = only(
      historyOf([
        ...begun,
        file('10:00:21.000000', 'REMOVE'),
        killed('10:00:21.001000', 20),
        file('10:00:23.000000', 'ADD'),
        print('10:00:31.000000'),
        dead('10:00:31.700000'),
        print('10:00:31.701000'),
        event('10:00:31.702000', 'ContainerDied', container),
        event('10:00:31.702100', 'ContainerDied', sandbox),
        print('10:00:32.510000'),
        print('10:00:32.511000'),
        event('10:00:33.700000', 'ContainerStarted', nextSandbox),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:25.000000')).value).toBe('terminating');
    expect(worker.deleted.at(now('10:00:25.000000')).value).toBe(true);
    expect(worker.state.at(now('10:00:31.300000')).value).toBe('terminated');
    expect(worker.finished.at(now('10:00:32.000000')).value).toBe(true);
    expect(worker.state.at(now('10:00:32.600000')).value).toBe('sync');
    expect(worker.deleted.at(now('10:00:32.600000')).value).toBe(false);
    expect(worker.finished.at(now('10:02:00.000000')).value).toBe(false);
  });

  it('counts as no deleted one when its file is back before housekeeping has looked', () => {
    const { worker } = only(
      historyOf([
        ...begun,
        file('10:00:21.000000', 'REMOVE'),
        killed('10:00:21.001000', 20),
        file('10:00:22.000000', 'ADD'),
        print('10:00:25.000000'),
        print('10:00:25.701000'),
        event('10:00:25.702000', 'ContainerDied', container),
        print('10:00:26.510000'),
        event('10:00:27.700000', 'ContainerStarted', nextSandbox),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:23.000000')).value).toBe('terminating');
    expect(worker.deleted.at(now('10:00:23.000000')).value).toBe(false);
    expect(worker.finished.at(now('10:00:26.000000')).value).toBe(true);
    expect(worker.state.at(now('10:00:26.600000')).value).toBe('sync');
  });

  it('is made anew when an orphan that housekeeping made of the old one is forgotten (1.23)', () => {
    const { worker } = only(
      historyOf([
        ...in123(begun),
        file('10:00:21.000000', 'REMOVE'),
        killed('10:00:21.001000', 20),
        dead('10:00:21.800000'),
        killed('10:00:22.510000', 1),
        cleaned('10:00:22.520000'),
        file('10:00:24.200000', 'ADD'),
        print('10:00:24.516000'),
        event('10:00:25.000000', 'ContainerStarted', nextSandbox),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:24.600000')).value).toBe('sync');
    expect(worker.present.at(now('10:02:00.000000')).value).toBe(true);
    expect(worker.deleted.at(now('10:02:00.000000')).value).toBe(false);
  });

  it('is not the older pod when it is another one of its name', () => {
    const other = '1d73864f1a2bf5dd142fedefc4ac35c5';
    const history = historyOf([
      ...begun,
      ...ended,
      file('10:00:40.000000', 'ADD'),
      print('10:00:40.002000'),
      pleg('10:00:41.000000', 'ContainerStarted', nextSandbox, other),
      end,
    ]);
    expect(history.pods.map((pod) => pod.uid.value)).toEqual([uid, other]);
    expect(history.pods[0]?.worker.present.at(now('10:01:00.000000')).value).toBe(false);
  });

  it('is not the older pod, of whose death a late event tells', () => {
    const other = '1d73864f1a2bf5dd142fedefc4ac35c5';
    const history = historyOf([
      ...begun,
      file('10:00:21.000000', 'REMOVE'),
      file('10:00:21.000100', 'ADD'),
      killed('10:00:21.001000', 20),
      event('10:00:23.700000', 'ContainerDied', container),
      pleg('10:00:26.000000', 'ContainerStarted', nextSandbox, other),
      end,
    ]);
    expect(history.pods.map((pod) => pod.uid.value)).toEqual([uid, other]);
    expect(history.pods[1]?.marks('config.add')).toHaveLength(1);
  });

  it('begins anew in the run that had killed it as an orphan', () => {
    const { worker } = only(
      historyOf([
        ...begun,
        ...start.map((line) => line.replace('10:00:00', '10:00:30')),
        `10:00:32.510000 kubelet_pods.go:1403 "Clean up containers for orphaned pod we had not seen before" podUID="${uid}" killPodOptions={"Evict":false,"PodTerminationGracePeriodSecondsOverride":1}`,
        killed('10:00:32.512000', 1),
        dead('10:00:33.500000'),
        cleaned('10:00:34.510000'),
        file('10:00:50.000000', 'ADD'),
        print('10:00:50.002000'),
        event('10:00:51.000000', 'ContainerStarted', nextSandbox),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:32.600000')).value).toBe('terminating');
    expect(worker.present.at(now('10:00:45.000000')).value).toBe(false);
    expect(worker.state.at(now('10:01:00.000000')).value).toBe('sync');
    expect(worker.deleted.at(now('10:01:00.000000')).value).toBe(false);
  });

  it('is none that was taken away before a new process listed its name', () => {
    const other = '9f'.repeat(16);
    const third = '5e'.repeat(16);
    const { pods } = historyOf([
      ...begun,
      file('10:00:20.000000', 'REMOVE'),
      file('10:00:20.000100', 'ADD'),
      file('10:00:21.000000', 'REMOVE'),
      file('10:00:21.000100', 'ADD'),
      pleg('10:00:24.000000', 'ContainerStarted', sandbox.replaceAll('9', '7'), other),
      ...start.map((line) => line.replace('10:00:00', '10:00:30')),
      file('10:00:31.000000', 'ADD'),
      pleg('10:00:32.000000', 'ContainerStarted', nextSandbox, third),
      end,
    ]);
    const now40 = now('10:00:40.000000');
    const there = pods.filter((pod) => pod.worker.present.at(now40).value === true);
    expect(there.map((pod) => pod.uid.value)).toEqual([third]);
  });

  it('is no pod that has ended when a kubelet in between killed it as an orphan', () => {
    const { worker } = only(
      historyOf([
        ...begun,
        ...start.map((line) => line.replace('10:00:0', '10:00:3')),
        `10:00:32.500000 kubelet_pods.go:1403 "Clean up containers for orphaned pod we had not seen before" podUID="${uid}" killPodOptions={}`,
        killed('10:00:32.501000', 1),
        dead('10:00:33.500000'),
        cleaned('10:00:34.510000'),
        ...start.map((line) => line.replace('10:00:0', '10:01:0')),
        file('10:01:01.000000', 'ADD'),
        event('10:01:01.001000', 'ContainerDied', sandbox),
        print('10:01:01.002000'),
        event('10:01:02.000000', 'ContainerStarted', nextSandbox),
        end,
      ]),
    );
    expect(worker.present.at(now('10:00:40.000000')).value).toBe(false);
    expect(worker.state.at(now('10:01:01.500000')).value).toBe('sync');
    expect(worker.finished.at(now('10:02:00.000000')).value).toBe(false);
  });
});

describe('a static pod that is removed before the API has told its pods', () => {
  const ready =
    '10:00:33.300000 kubelet.go:2515 "SyncLoop ADD" source="api" pods=["default/other"]';
  const unready = [
    ...begun,
    file('10:00:21.000000', 'REMOVE'),
    '10:00:21.000100 kubelet.go:2848 "Failed to delete pod" pod="default/web" err="skipping delete because sources aren\'t ready yet"',
  ];
  const worker = (lines: readonly string[]): WorkerTracks | undefined =>
    historyOf([...unready, ...lines, end]).pods.find((pod) => pod.name === 'web')?.worker;

  it('goes on until housekeeping finds it in no source', () => {
    const found = worker([ready, killed('10:00:34.510000', 20)]);
    expect(found?.state.at(now('10:00:34.400000')).value).toBe('sync');
    expect(found?.deleted.at(now('10:00:34.400000')).value).toBe(false);
    expect(found?.state.at(now('10:00:34.600000')).value).toBe('terminating');
    expect(found?.deleted.at(now('10:00:34.600000')).value).toBe(true);
  });

  it('stays while the API tells none', () => {
    expect(worker([])?.state.at(now('10:02:00.000000')).value).toBe('sync');
  });
});

describe('a static pod that waits for the one before it', () => {
  it('is over at once when it is removed, and the older one has the lines that follow', () => {
    const history = historyOf([
      ...begun,
      file('10:00:21.000000', 'REMOVE'),
      file('10:00:21.000100', 'ADD'),
      killed('10:00:21.001000', 20),
      file('10:00:24.000000', 'REMOVE'),
      print('10:00:31.000000'),
      dead('10:00:31.700000'),
      print('10:00:31.701000', 'No sandbox'),
      end,
    ]);
    const [old, next] = history.pods;
    expect(history.pods).toHaveLength(2);
    expect(old?.worker.terminated.at(now('10:00:31.300000')).value).toBe(true);
    expect(old?.worker.finished.at(now('10:00:31.800000')).value).toBe(true);
    expect(next?.worker.started.at(now('10:00:22.000000')).value).toBe(false);
    expect(next?.worker.finished.at(now('10:00:24.100000')).value).toBe(true);
    expect(next?.worker.present.at(now('10:00:25.000000')).value).toBe(false);
  });
});

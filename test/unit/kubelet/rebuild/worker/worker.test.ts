// Workers of one pod over several runs of the kubelet.
import { describe, expect, it } from 'vitest';
import {
  at,
  cleaned,
  config,
  container,
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
  sandbox,
  start,
} from '../../../../support/podLines.ts';

const end = '10:03:20.000000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]';

describe('a worker', () => {
  it('does not outlive its process, though it was made anew and its kill has failed', () => {
    const { worker } = only(
      historyOf([
        ...in123(running),
        config('10:01:00.000000', 'REMOVE'),
        kill('10:01:00.001000'),
        finished('10:01:01.200000', container),
        kill('10:01:01.600000'),
        failed('10:01:01.604000', 'failed to \\"KillContainer\\" for \\"app\\"'),
        cleaned('10:01:01.620000'),
        ...in123(start).map((line) => line.replace('10:00:0', '10:02:0')),
        end,
      ]),
    );
    expect(worker.present.at(now('10:01:50.000000')).value).toBe(true);
    expect(worker.present.at(now('10:03:00.000000')).value).toBe(false);
  });

  it('begins anew in the next process, though it does the same there', () => {
    const pod = only(
      historyOf([
        ...running,
        config('10:01:00.000000', 'DELETE'),
        kill('10:01:00.001000'),
        ...start.map((line) => line.replace('10:00:0', '10:01:1')),
        config('10:01:20.000000', 'ADD'),
        kill('10:01:20.002000'),
        '10:01:30.000000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]',
      ]),
    );
    const { worker } = pod;
    const queue = pod.queue(now('10:01:25.000000'));
    expect(worker.working.at(now('10:01:05.000000')).value).toBe(true);
    expect(worker.working.at(now('10:01:15.000000')).known).toBe('unknown');
    expect(worker.state.at(now('10:01:25.000000')).value).toBe('terminating');
    expect(queue?.active.value).toMatchObject({ at: at('10:01:20.002000') });
    expect(queue?.asked).toEqual([]);
  });

  it('may run a pod again that it had ended before, when the API server was not told', () => {
    const other = container.replace('bc22', 'ad11');
    const { worker } = only(
      historyOf([
        ...in123(running),
        pleg('10:01:00.000000', 'ContainerDied', container),
        pleg('10:01:01.100000', 'ContainerDied', sandbox),
        ...in123(start).map((line) => line.replace('10:00:00', '10:01:05')),
        config('10:01:10.000000', 'ADD'),
        print('10:01:10.300000'),
        pleg('10:01:12.000000', 'ContainerStarted', other),
        end,
      ]),
    );
    expect(worker.finished.at(now('10:01:04.000000')).value).not.toBe(false);
    expect(worker.state.at(now('10:02:00.000000')).value).toBe('sync');
    expect(worker.present.at(now('10:03:00.000000')).value).toBe(true);
  });
});

describe('a static pod that has ended', () => {
  const uid = 'c8430d4f783d10dddb246ebc11e640bb';
  const file = (clock: string, op: string): string => config(clock, op, 'file');
  const event = (clock: string, type: string, id: string): string => pleg(clock, type, id, uid);
  const over = [
    ...start,
    file('10:00:10.000000', 'ADD'),
    print('10:00:10.003000', 'No sandbox'),
    event('10:00:11.000000', 'ContainerStarted', sandbox),
    event('10:00:11.000100', 'ContainerStarted', container),
    event('10:00:20.000000', 'ContainerDied', container),
  ];
  const away = [
    file('10:00:32.900000', 'REMOVE'),
    `10:00:34.511000 kubelet_volumes.go:163 "Cleaned up orphaned pod volumes dir" podUID="${uid}" path="/var/lib/kubelet/pods/${uid}/volumes"`,
    file('10:00:50.000000', 'ADD'),
  ];
  const again = [
    ...start.map((line) => line.replace('10:00:0', '10:02:0')),
    file('10:02:01.000000', 'ADD'),
    event('10:02:01.001000', 'ContainerDied', container),
    event('10:02:01.001100', 'ContainerDied', sandbox),
  ];

  it('ends once more each time that it comes, for no source tells its status', () => {
    const { worker, uid: told } = only(
      historyOf([
        ...over,
        print('10:00:21.100000'),
        event('10:00:22.000000', 'ContainerDied', sandbox),
        print('10:00:22.001000'),
        ...away,
        print('10:00:50.012000'),
        print('10:00:50.900000'),
        print('10:00:50.960000'),
        print('10:00:51.950000'),
        ...again,
        print('10:02:01.002000'),
        print('10:02:01.800000'),
        print('10:02:01.860000'),
        print('10:02:02.850000'),
        end,
      ]),
    );
    expect(told.value).toBe(uid);
    expect(worker.present.at(now('10:00:40.000000')).value).toBe(false);
    for (const [ending, terminated, finished] of [
      ['10:00:50.500000', '10:00:51.500000', '10:00:52.000000'],
      ['10:02:01.500000', '10:02:02.500000', '10:02:03.000000'],
    ] as const) {
      expect(worker.state.at(now(ending)).value).toBe('terminating');
      expect(worker.deleted.at(now(ending)).value).toBe(false);
      expect(worker.finished.at(now(terminated)).value).toBe(false);
      expect(worker.state.at(now(terminated)).value).toBe('terminated');
      expect(worker.finished.at(now(finished)).value).toBe(true);
    }
    expect(worker.present.at(now('10:01:50.000000')).value).toBe(true);
    expect(worker.present.at(now('10:03:00.000000')).value).toBe(true);
  });

  it('does so within a few seconds where no line tells when', () => {
    const { worker } = only(
      historyOf(
        in123([
          ...over,
          event('10:00:22.000000', 'ContainerDied', sandbox),
          ...away,
          ...again,
          end,
        ]),
      ),
    );
    expect(worker.present.at(now('10:00:40.000000')).value).toBe(false);
    expect(worker.startedTerminating.at(now('10:00:50.500000')).value).toBe(true);
    expect(worker.state.at(now('10:00:50.500000')).value).toBeUndefined();
    expect(worker.finished.at(now('10:01:00.000000')).value).toBe(true);
    expect(worker.present.at(now('10:01:00.000000')).value).toBe(true);
    expect(worker.startedTerminating.at(now('10:02:01.500000')).value).toBe(true);
    expect(worker.finished.at(now('10:02:10.000000')).value).toBe(true);
    expect(worker.present.at(now('10:03:00.000000')).value).toBe(true);
  });
});

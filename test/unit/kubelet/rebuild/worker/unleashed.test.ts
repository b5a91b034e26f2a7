// Workers that go on when their pod is gone from the API server.
import { describe, expect, it } from 'vitest';
import {
  cleaned,
  config,
  container,
  end,
  finished,
  historyOf,
  in123,
  kill,
  now,
  only,
  pleg,
  print,
  running,
  start,
  uid,
} from '../../../../support/podLines.ts';

/** Deleted with 30 s, and 4 s later once more without any grace. */
const forced = [
  config('10:00:30.000000', 'DELETE'),
  kill('10:00:30.001000'),
  config('10:00:34.000000', 'DELETE'),
  config('10:00:34.001000', 'REMOVE'),
];

describe('a kill that goes on', () => {
  it('is not shortened by a second deletion: what ends after the REMOVE was not over', () => {
    const { worker } = only(
      historyOf([
        ...running,
        ...forced,
        print('10:01:00.200000'),
        cleaned('10:01:00.507000'),
        finished('10:01:01.000000', container),
        print('10:01:01.000100'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:59.000000')).value).toBe('terminating');
    expect(worker.finished.at(now('10:00:59.000000')).value).toBe(false);
    expect(worker.working.at(now('10:00:59.000000')).value).toBe(true);
    expect(worker.state.at(now('10:01:00.300000')).value).toBe('terminated');
    expect(worker.finished.at(now('10:01:00.900000')).value).toBe(false);
    expect(worker.finished.at(now('10:01:01.100000')).value).toBe(true);
    expect(worker.present.at(now('10:01:04.000000')).value).toBe(false);
  });

  it('is told before 1.29 by the container that dies after the REMOVE', () => {
    const { worker } = only(
      historyOf([
        ...in123(start),
        ...running.slice(start.length),
        ...forced,
        finished('10:01:00.400000', container),
        cleaned('10:01:00.507000'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:59.000000')).value).toBe('terminating');
    expect(worker.finished.at(now('10:00:59.000000')).value).toBe(false);
    expect(worker.finished.at(now('10:01:00.504000')).value).toBe(true);
    expect(worker.present.at(now('10:01:04.000000')).value).toBe(false);
  });

  it('is told by a new kubelet that finds it alive', () => {
    const { worker } = only(
      historyOf([
        ...running,
        ...forced,
        ...start.map((line) => line.replace('10:00:0', '10:00:4')),
        `10:00:42.510000 kubelet_pods.go:1403 "Clean up containers for orphaned pod we had not seen before" podUID="${uid}" killPodOptions={"Evict":false}`,
        cleaned('10:00:44.507000'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:39.000000')).value).toBe('terminating');
    expect(worker.present.at(now('10:00:39.000000')).value).toBe(true);
    expect(worker.state.at(now('10:00:42.600000')).value).toBe('terminating');
    expect(worker.present.at(now('10:00:46.000000')).value).toBe(false);
  });

  it('is told before 1.27 by a new kubelet whose first relist finds dead what ran to the last', () => {
    const { worker } = only(
      historyOf([
        ...in123(start),
        ...running.slice(start.length),
        ...forced,
        '10:00:38.500000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]',
        ...in123(start).map((line) => line.replace('10:00:0', '10:00:4')),
        finished('10:00:41.000000', container),
        cleaned('10:00:44.507000'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:37.000000')).value).toBe('terminating');
    expect(worker.present.at(now('10:00:37.000000')).value).toBe(true);
    expect(worker.present.at(now('10:00:46.000000')).value).toBe(false);
  });

  it('is not over when the first of its containers has died, before its REMOVE', () => {
    const other = container.replace('bc22', 'ad11');
    const { worker } = only(
      historyOf([
        ...in123(start),
        ...running.slice(start.length, -1),
        pleg('10:00:11.000050', 'ContainerStarted', other),
        ...running.slice(-1),
        config('10:00:30.000000', 'DELETE'),
        kill('10:00:30.001000'),
        kill('10:00:30.002000').replace(container, other),
        finished('10:00:30.700000', other),
        pleg('10:00:30.700100', 'ContainerDied', other),
        config('10:00:32.000000', 'DELETE'),
        config('10:00:32.001000', 'REMOVE'),
        finished('10:00:35.900000', container),
        cleaned('10:00:36.507000'),
        end,
      ]),
    );
    expect(worker.state.at(now('10:00:34.000000')).value).toBe('terminating');
    expect(worker.finished.at(now('10:00:34.000000')).value).toBe(false);
    expect(worker.present.at(now('10:00:38.000000')).value).toBe(false);
  });
});

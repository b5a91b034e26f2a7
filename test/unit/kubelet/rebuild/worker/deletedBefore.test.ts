// Pods that were deleted before this run of the kubelet.
import { describe, expect, it } from 'vitest';
import {
  config,
  container,
  end,
  finished,
  historyOf,
  kill,
  now,
  only,
  pleg,
  print,
  running,
  sandbox,
  start,
} from '../../../../support/podLines.ts';

describe('a pod that an earlier kubelet had begun to end', () => {
  it('counts as deleted, though its containers are over by now', () => {
    const { worker } = only(
      historyOf([
        ...running,
        config('10:00:30.000000', 'DELETE'),
        kill('10:00:30.001000'),
        ...start.map((line) => line.replace('10:00:0', '10:01:0')),
        finished('10:01:00.600000', container),
        config('10:01:02.000000', 'ADD'),
        pleg('10:01:02.100000', 'ContainerDied', container),
        pleg('10:01:02.100100', 'ContainerStarted', sandbox),
        print('10:01:02.300000'),
        pleg('10:01:03.100000', 'ContainerDied', sandbox),
        print('10:01:03.100100'),
        config('10:01:03.120000', 'DELETE'),
        config('10:01:03.120500', 'REMOVE'),
        end,
      ]),
    );
    expect(worker.deleted.at(now('10:01:02.200000')).value).toBe(true);
    expect(worker.finished.at(now('10:01:03.200000')).value).toBe(true);
  });
});

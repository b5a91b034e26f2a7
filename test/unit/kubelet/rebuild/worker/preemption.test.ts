// Workers of pods that are killed for others: for a critical one at its admission, or for the node.
import { describe, expect, it } from 'vitest';
import {
  config,
  container,
  end,
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

const critical = [
  '10:00:30.000000 kubelet.go:2515 "SyncLoop ADD" source="api" pods=["kube-system/critical"]',
  '10:00:34.002000 util.go:34 "No sandbox for pod can be found. Need to start a new one" pod="kube-system/critical"',
];
const preempting =
  '10:00:30.000500 preemption.go:104 "Preempting pod to free up resources" pod="default/web" podUID="5c0e91e5-ca33-4316-ac70-0cfb035016d4" insufficientResources="[(res: cpu, q: 1100), ]" requestingPod="kube-system/critical"';
const preempted = '10:00:34.000000 preemption.go:127 "Pod evicted successfully" pod="default/web"';

describe('a preempted pod', () => {
  it('is evicted, and the critical one has no worker before', () => {
    const [add = '', first = ''] = critical;
    const { pods } = historyOf([
      ...running,
      add,
      preempting,
      kill('10:00:30.001000'),
      print('10:00:33.999000'),
      preempted,
      first,
      pleg('10:00:34.500000', 'ContainerDied', container),
      print('10:00:34.500100'),
      pleg('10:00:34.500200', 'ContainerDied', sandbox),
      end,
    ]);
    const victim = pods.find(({ name }) => name === 'web')?.worker;
    expect(victim?.state.at(now('10:00:29.900000')).value).toBe('sync');
    expect(victim?.evicted.at(now('10:00:31.000000')).value).toBe(true);
    expect(victim?.deleted.at(now('10:00:31.000000')).value).toBe(false);
    expect(victim?.gracePeriod.at(now('10:00:31.000000')).value).toBe(30);
    const worker = pods.find(({ name }) => name === 'critical')?.worker;
    expect(worker?.present.at(now('10:00:33.000000')).value).not.toBe(true);
    expect(worker?.present.at(now('10:00:34.100000')).value).toBe(true);
  });

  it('is known before 1.34 by its kill and the success', () => {
    const { pods } = historyOf([
      ...in123(start),
      ...running.slice(start.length),
      ...critical.slice(0, 1),
      kill('10:00:30.001000'),
      preempted,
      ...critical.slice(1),
      end,
    ]);
    const victim = pods.find(({ name }) => name === 'web')?.worker;
    expect(victim?.evicted.at(now('10:00:31.000000')).value).toBe(true);
    const worker = pods.find(({ name }) => name === 'critical')?.worker;
    expect(worker?.present.at(now('10:00:33.000000')).value).not.toBe(true);
  });
});

describe('a pod that is evicted while it ends', () => {
  it('may be given less time, and counts as deleted alone', () => {
    const { worker } = only(
      historyOf([
        ...running,
        config('10:00:30.000000', 'DELETE'),
        kill('10:00:30.001000'),
        '10:00:40.000000 eviction_manager.go:405 "Eviction manager: pods ranked for eviction" pods=["default/web"]',
        '10:00:50.000000 eviction_manager.go:573 "Eviction manager: pod failed to evict" err="timeout waiting to kill pod" pod="default/web"',
        end,
      ]),
    );
    expect(worker.gracePeriod.at(now('10:00:39.000000')).value).toBe(30);
    expect(worker.gracePeriod.at(now('10:00:41.000000')).known).toBe('unknown');
    expect(worker.evicted.at(now('10:00:45.000000')).value).toBe(false);
    expect(worker.deleted.at(now('10:00:45.000000')).value).toBe(true);
  });
});

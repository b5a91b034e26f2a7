// Whether a worker worked, where only what woke it and what failed is told.
import { describe, expect, it } from 'vitest';
import {
  config,
  container,
  end,
  failed as fails,
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
} from '../../../../support/podLines.ts';

function failed(clock: string): string {
  return `${clock} pod_workers.go:1324 "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with CrashLoopBackOff: \\"back-off 10s\\"" pod="default/web" podUID="${uid}"`;
}

function working(lines: readonly string[], clock: string): boolean | undefined {
  return only(historyOf(lines)).worker.working.at(now(clock)).value;
}

describe('a sync that fails', () => {
  it('is followed by the next at once when an event came while it went on', () => {
    const lines = [
      ...start,
      config('10:00:10.000000', 'ADD'),
      print('10:00:10.003000', 'No sandbox'),
      pleg('10:00:11.000000', 'ContainerStarted', sandbox),
      failed('10:00:11.300000'),
      end,
    ];
    expect(working(lines, '10:00:11.400000')).toBeUndefined();
    expect(working(lines, '10:00:14.000000')).toBe(false);
    const again = [...lines.slice(0, -1), failed('10:00:12.200000'), end];
    expect(working(again, '10:00:11.400000')).toBe(true);
  });

  it('ends the work, though another fails soon after and the worker was asked twice before it began', () => {
    const lines = [
      ...running,
      pleg('10:01:00.000000', 'ContainerDied', container),
      pleg('10:01:00.000080', 'ContainerStarted', container.replace('bc22', 'ad11')),
      `10:01:01.270000 kubelet.go:2634 "SyncLoop (probe)" probe="liveness" status="unhealthy" pod="default/web"`,
      kill('10:01:01.271000'),
      failed('10:01:03.300000'),
      pleg('10:01:04.000000', 'ContainerDied', container.replace('bc22', 'ad11')),
      failed('10:01:04.000400'),
      end,
    ];
    expect(working(lines, '10:01:02.000000')).toBe(true);
    expect(working(lines, '10:01:03.500000')).not.toBe(true);
  });

  it('leaves the worker idle when only its own event had woken it', () => {
    const lines = [
      ...running,
      pleg('10:01:00.000000', 'ContainerDied', container),
      failed('10:01:00.001000'),
      end,
    ];
    expect(working(lines, '10:01:00.100000')).toBe(false);
  });
});

describe('the first sync of a pod that runs already', () => {
  it('may be over soon, though all that is told of it stands right after its ADD', () => {
    const lines = [
      ...start,
      config('10:00:10.000000', 'ADD'),
      pleg('10:00:10.002000', 'ContainerStarted', sandbox),
      end,
    ];
    expect(working(lines, '10:00:40.000000')).not.toBe(true);
    const told = pleg('10:00:10.001000', 'ContainerStarted', container);
    expect(working([...lines.slice(0, -1), told, end], '10:00:40.000000')).toBe(false);
  });
});

describe('the kill of a sync', () => {
  const hung =
    '10:01:40.000000 kubelet.go:2618 "Housekeeping took longer than expected" err="housekeeping took too long" expected="1s" actual="35s"';
  const probed = [
    ...running,
    `10:01:00.000000 kubelet.go:2634 "SyncLoop (probe)" probe="liveness" status="unhealthy" pod="default/web"`,
    kill('10:01:00.001000'),
  ];

  it('may be over long before a relist tells so, when the runtime hangs', () => {
    const lines = [...probed, hung, pleg('10:01:40.100000', 'ContainerDied', container), end];
    expect(working(lines, '10:01:20.000000')).toBeUndefined();
  });

  it('goes on till the second in which the death is told', () => {
    const lines = [...probed, pleg('10:01:20.000000', 'ContainerDied', container), end];
    expect(working(lines, '10:01:15.000000')).toBe(true);
    expect(working(lines, '10:01:19.500000')).toBeUndefined();
  });
});

describe('a kill that fails', () => {
  const error = (clock: string): string =>
    `${clock} pod_workers.go:1324 "Error syncing pod, skipping" err="failed to \\"KillContainer\\" for \\"app\\" with KillContainerError" pod="default/web" podUID="${uid}"`;
  const killed = [...running, config('10:01:00.000000', 'DELETE'), kill('10:01:00.000500')];

  it('leaves the worker idle, however fast it failed', () => {
    const lines = [...killed, error('10:01:00.001000'), end];
    expect(working(lines, '10:01:00.000800')).toBe(true);
    expect(working(lines, '10:01:05.000000')).toBe(false);
  });

  it('may be followed by the next at once, which may hang, when an event came while it went on', () => {
    const lines = [
      ...killed,
      pleg('10:01:02.000000', 'ContainerDied', sandbox),
      error('10:01:03.000000'),
      end,
    ];
    expect(working(lines, '10:01:05.000000')).toBeUndefined();
  });

  it('is followed by the next at once when an event came while that may have waited for a relist', () => {
    const lines = [
      ...killed,
      pleg('10:01:02.000000', 'ContainerDied', container),
      error('10:01:03.000000'),
      pleg('10:01:04.000000', 'ContainerDied', sandbox),
      error('10:01:04.050000'),
    ];
    expect(working([...lines, end], '10:01:05.000000')).toBeUndefined();
    // A retry comes no sooner than ten seconds later.
    const next = [...lines, error('10:01:05.050000'), end];
    expect(working(next, '10:01:05.000000')).toBe(true);
    expect(working(next, '10:01:06.000000')).toBe(false);
  });
});

describe('a pod that a new process kills though no source has it', () => {
  const lines = [
    ...in123(start),
    '10:00:01.000000 kubelet.go:2515 "SyncLoop ADD" source="api" pods=["default/other"]',
  ];
  const of = (error: string) =>
    historyOf([...lines, fails('10:02:02.000000', error), end]).pods.find(
      ({ name }) => name === 'web',
    )?.worker;

  it('is ended by housekeeping since the call began that hung', () => {
    const worker = of('failed to KillPodSandbox: DeadlineExceeded');
    const then = now('10:01:00.000000');
    expect(worker?.present.at(then).value).toBe(true);
    expect(worker?.state.at(then).value).toBe('terminating');
    expect(worker?.working.at(then).value).toBe(true);
    expect(worker?.state.at(now('10:02:10.000000')).value).toBe('terminating');
    expect(worker?.working.at(now('10:02:10.000000')).value).toBe(false);
  });

  it('is ended when its kill fails at once', () => {
    const worker = of('failed to KillPodSandbox: no such network');
    expect(worker?.present.at(now('10:01:00.000000')).value).not.toBe(true);
    expect(worker?.state.at(now('10:02:10.000000')).value).toBe('terminating');
  });
});

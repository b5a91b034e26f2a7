// What waits for a worker of 1.22 to 1.26, which prints when its work begins and ends, but not what comes meanwhile.
import { describe, expect, test } from 'vitest';
import type { Value } from '../../../../../src/base/input.ts';
import {
  config,
  container,
  historyOf,
  in123,
  now,
  only,
  pleg,
  start,
  uid,
} from '../../../../support/podLines.ts';

function own(clock: string, text: string, work = '0'): string {
  return `${clock} pod_workers.go:900 "${text}" pod="default/web" podUID="${uid}" updateType=${work}`;
}

const begins = 'Processing pod event';
const ends = 'Processing pod event done';
const first = [
  ...in123(start),
  config('10:00:10.000000', 'ADD'),
  own('10:00:10.001000', 'Pod is being synced for the first time'),
  own('10:00:10.001100', begins),
];

/** As the worker's own value, and as the queues tell it. */
function pending(lines: readonly string[], clock: string): readonly (string | undefined)[] {
  const pod = only(historyOf(lines));
  const words = ({ known }: Value<unknown>, value: unknown): string => `${known} ${String(value)}`;
  const told = pod.worker.pending.at(now(clock));
  const waiting = pod.queue(now(clock))?.waiting;
  return [
    words(told, told.value),
    waiting && words(waiting, waiting.value && waiting.value !== 'nothing'),
  ];
}

const nothing = ['inferred false', 'inferred false'];
const one = ['inferred true', 'inferred true'];

describe('up to 1.26 an update waits for a worker', () => {
  test('when the sync loop took it during a sync, which no line of the worker says', () => {
    const lines = [...first, config('10:00:12.000000', 'UPDATE')];
    expect(pending(lines, '10:00:11.000000')).toEqual(nothing);
    expect(pending(lines, '10:00:13.000000')).toEqual(one);
    const taken = [...lines, own('10:00:14.000000', ends), own('10:00:14.000100', begins)];
    expect(pending(taken, '10:00:13.900000')).toEqual(one);
    expect(pending(taken, '10:00:14.500000')).toEqual(nothing);
  });

  test('no more when it did not go on after its sync', () => {
    const lines = [...first, config('10:00:12.000000', 'UPDATE'), own('10:00:14.000000', ends)];
    expect(pending(lines, '10:00:13.900000')).toEqual(one);
    expect(pending(lines, '10:00:14.500000')).toEqual(nothing);
  });

  test('when it came behind another before the worker took that', () => {
    const lines = [
      ...first,
      own('10:00:11.000000', ends),
      pleg('10:00:12.000000', 'ContainerStarted', container),
      pleg('10:00:12.000100', 'ContainerDied', container),
      own('10:00:12.000200', begins),
    ];
    expect(pending(lines, '10:00:11.500000')).toEqual(nothing);
    expect(pending(lines, '10:00:12.500000')).toEqual(one);
  });
});

test('from 1.27 on its own line says so', () => {
  const lines = [...first, config('10:00:12.000000', 'UPDATE')].map((line) =>
    line.replace('v1.23.17', 'v1.34.2'),
  );
  const notified = `10:00:12.000100 pod_workers.go:986 "Notifying pod of pending update" pod="default/web" podUID="${uid}" workType="sync"`;
  expect(pending(lines, '10:00:13.000000')).toEqual(['seen false', 'seen false']);
  expect(pending([...lines, notified], '10:00:13.000000')).toEqual(['seen true', 'seen true']);
});

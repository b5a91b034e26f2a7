// Up to 1.21: what leaves the API server while its worker is still inside a sync.
import { expect, it } from 'vitest';
import {
  config,
  container,
  historyOf,
  kill,
  now,
  only,
  pleg,
  print,
  sandbox,
  start,
} from '../../../../support/podLines.ts';

const old = start.map((line) => line.replace('v1.34.2', 'v1.20.15'));
const left = [
  config('10:00:30.000000', 'DELETE'),
  config('10:00:30.200000', 'DELETE'),
  config('10:00:30.201000', 'REMOVE'),
];
const completed =
  '10:00:40.000000 kubelet.go:2044 "Pod has completed and its containers have been terminated, ignoring remaining sync work" pod="default/web" syncType="sync"';
const last = '10:01:20.000000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]';
const making = [
  ...old,
  config('10:00:10.000000', 'ADD'),
  print('10:00:10.003000', 'No sandbox'),
  pleg('10:00:11.000000', 'ContainerStarted', sandbox),
];

it('a worker whose sandbox gets its network is not known to be done', () => {
  const { worker } = only(historyOf([...making, ...left]));
  expect(worker.state.at(now('10:00:30.500000')).known).toBe('unknown');
  expect(worker.finished.at(now('10:00:30.500000')).known).toBe('unknown');
});

/** Another process. */
const anew = old.map((line) => line.replace('10:00:0', '10:01:0'));
const again = [...anew, '10:01:01.000000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]'];
const runs = [
  ...old,
  config('10:00:10.000000', 'ADD'),
  pleg('10:00:11.000000', 'ContainerStarted', sandbox),
  pleg('10:00:12.000000', 'ContainerStarted', container),
];

it('what housekeeping kills of a pod that no source has is no worker’s', () => {
  const killed = only(historyOf([...runs, ...again, kill('10:01:04.000000')])).worker;
  expect(killed.present.at(now('10:00:30.000000')).value).toBe(true);
  expect(killed.present.at(now('10:01:30.000000')).value).not.toBe(true);
  const added = [config('10:01:02.000000', 'ADD'), kill('10:01:04.000000')];
  const known = only(historyOf([...runs, ...again, ...added])).worker;
  expect(known.present.at(now('10:01:30.000000')).value).toBe(true);
});

it('a kill shows a worker where the begin of the kubelet is not there, or its ADDs are not', () => {
  for (const lines of [[], anew]) {
    const { worker } = only(historyOf([...lines, kill('10:01:04.000000')]));
    expect(worker.present.at(now('10:01:05.000000')).value).toBe(true);
  }
});

it('no worker is kept for a pod that the loop says has completed', () => {
  const { worker } = only(historyOf([...runs, completed, last]));
  expect(worker.present.at(now('10:00:30.000000')).value).toBe(true);
  expect(worker.present.at(now('10:01:05.000000')).value).toBe(false);
});

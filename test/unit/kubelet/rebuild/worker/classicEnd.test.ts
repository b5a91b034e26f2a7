// Up to 1.21: what leaves the API server while its worker is still inside a sync.
import { expect, it } from 'vitest';
import {
  config,
  container,
  historyOf,
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

it('one that went on to its containers is', () => {
  const { worker } = only(
    historyOf([...making, pleg('10:00:12.000000', 'ContainerStarted', container), ...left]),
  );
  expect(worker.finished.at(now('10:00:30.500000')).value).toBe(true);
});

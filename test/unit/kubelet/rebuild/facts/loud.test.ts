// Someone raises the verbosity of a kubelet that runs, and lowers it again: its workers' own lines are there for a while.
import { expect, it } from 'vitest';
import { shownVerbosity } from '../../../../../src/engine/present/values.ts';
import {
  at,
  config,
  container,
  historyOf,
  kill,
  now,
  only,
  pleg,
  print,
  running,
  sandbox,
  uid,
} from '../../../../support/podLines.ts';

const tick = (clock: string): string => `${clock} kubelet.go:2612 "SyncLoop (housekeeping)"`;
const worker = (clock: string, text: string): string =>
  `${clock} pod_workers.go:1256 "${text}" pod="default/web" podUID="${uid}" updateType="sync"`;
const loudly = [
  tick('10:00:40.500000'),
  worker('10:00:41.000000', 'Processing pod event'),
  worker('10:00:41.200000', 'Processing pod event done'),
  tick('10:00:42.500000'),
  tick('10:00:44.500000'),
];

it('holds what was inferred before and after, and what the lines say in between', () => {
  const { worker } = only(
    historyOf([
      ...running,
      ...loudly,
      config('10:01:10.000000', 'DELETE'),
      kill('10:01:10.001000'),
      print('10:01:12.000000'),
      pleg('10:01:12.500000', 'ContainerDied', container),
      pleg('10:01:12.500100', 'ContainerDied', sandbox),
      print('10:01:12.501000'),
      config('10:01:12.520000', 'DELETE'),
      config('10:01:12.522000', 'REMOVE'),
      config('10:02:20.000000', 'ADD', 'file').replace('"default/web"', ''),
    ]),
  );
  expect(worker.present.at(now('10:00:20.000000')).value).toBe(true);
  expect(worker.working.at(now('10:00:41.100000'))).toMatchObject({ value: true, known: 'seen' });
  expect(worker.working.at(now('10:00:42.000000'))).toMatchObject({ value: false, known: 'seen' });
  expect(worker.working.at(now('10:00:50.000000'))).toMatchObject({
    value: false,
    known: 'inferred',
  });
  expect(worker.pending.at(now('10:00:50.000000')).known).toBe('unknown');
  expect(worker.state.at(now('10:01:11.000000')).value).toBe('terminating');
  expect(worker.finished.at(now('10:01:12.600000')).value).toBe(true);
  expect(worker.present.at(now('10:02:00.000000')).value).toBe(false);
});

it('infers nothing beside the lines of a log that has them throughout', () => {
  const history = historyOf([
    ...running.slice(0, 2),
    ...Array.from({ length: 10 }, (_, n) => tick(`10:00:0${n}.600000`)),
    config('10:00:10.000000', 'ADD'),
    worker('10:00:10.500000', 'Pod is being synced for the first time'),
    tick('10:00:11.000000'),
  ]);
  const [first] = only(history).worker.present.changes;
  expect(first).toMatchObject({ at: at('10:00:10.500000'), value: { known: 'seen' } });
});

it('is as loud as its loudest line at least', () => {
  const relist = '10:00:46.000000 generic.go:240 "GenericPLEG: Relisting"';
  const [quiet, loud, louder] = [
    running,
    [...running, ...loudly],
    [...running, relist, ...loudly],
  ].map((lines) => historyOf(lines).runs[0]);
  expect(quiet).toMatchObject({ verbosity: { known: 'unknown' } });
  expect(loud).toMatchObject({
    verbosity: { value: 4, known: 'inferred' },
    verbosityIsLeast: true,
  });
  expect(louder).toMatchObject({ verbosity: { value: 5, known: 'inferred' } });
  if (louder === undefined) throw new Error('no run');
  expect(shownVerbosity(louder).text).toBe('5 or more');
  const flag = '10:00:00.000000 flags.go:64 FLAG: --v="9"';
  const [told] = historyOf([flag, ...running, relist]).runs;
  expect(told).toMatchObject({ verbosity: { value: 9, known: 'seen' }, verbosityIsLeast: false });
});

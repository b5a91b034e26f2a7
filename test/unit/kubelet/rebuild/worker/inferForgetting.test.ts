// When housekeeping forgets a worker.
import { describe, expect, it } from 'vitest';
import {
  cleaned,
  config,
  container,
  end,
  historyOf,
  now,
  only,
  pleg,
  print,
  running,
  sandbox,
} from '../../../../support/podLines.ts';

describe('housekeeping', () => {
  it('forgets what is done with the next pass, though the runtime fails and its directory stays', () => {
    const { worker } = only(
      historyOf([
        ...running,
        pleg('10:00:20.000000', 'ContainerDied', container),
        print('10:00:20.500000'),
        pleg('10:00:21.000000', 'ContainerDied', sandbox),
        print('10:00:21.000100'),
        config('10:00:30.000000', 'DELETE'),
        config('10:00:30.000500', 'REMOVE'),
        '10:00:30.100000 generic.go:206 "GenericPLEG: Unable to retrieve pods" err="rpc error: code = Unavailable"',
        '10:00:31.100000 generic.go:206 "GenericPLEG: Unable to retrieve pods" err="rpc error: code = Unavailable"',
        cleaned('10:00:34.508000'),
        end,
      ]),
    );
    expect(worker.present.at(now('10:00:30.400000')).value).toBe(true);
    expect(worker.present.at(now('10:00:30.600000')).value).toBe(false);
  });
});

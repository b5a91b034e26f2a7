// A pod that is deleted while its first sync waits for its volumes.
import { describe, expect, it } from 'vitest';
import { cleaned, config, historyOf, now, only, start, uid } from '../../../../support/podLines.ts';

const mounting = (clock: string): string =>
  `${clock} reconciler.go:293 "operationExecutor.MountVolume started for volume \\"settings\\" (UniqueName: \\"kubernetes.io/configmap/${uid}-settings\\") pod \\"web\\" (UID: \\"${uid}\\") " pod="default/web"`;
const end = '10:04:20.000000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]';

function workerOf(version: string): ReturnType<typeof only>['worker'] {
  return only(
    historyOf([
      ...start.map((line) => line.replace('v1.34.2', version)),
      config('10:00:10.000000', 'ADD'),
      mounting('10:00:10.100000'),
      mounting('10:00:10.600000'),
      config('10:00:30.000000', 'DELETE'),
      config('10:00:30.000500', 'REMOVE'),
      cleaned('10:00:30.506000'),
      end,
    ]),
  ).worker;
}

describe('a sync that waits for volumes', () => {
  it('goes on when its pod is deleted, up to 1.26, whatever is cleaned up', () => {
    const worker = workerOf('v1.23.17');
    const then = now('10:02:00.000000');
    expect(worker.present.at(then).value).toBe(true);
    expect(worker.state.at(then).value).toBe('terminating');
    expect(worker.startedTerminating.at(then).value).toBe(false);
    expect(worker.working.at(then).value).toBe(true);
    expect(worker.startedTerminating.at(now('10:02:14.000000')).known).toBe('unknown');
    expect(worker.present.at(now('10:03:00.000000')).value).toBe(false);
  });

  it('is given up with the request from 1.27 on', () => {
    expect(workerOf('v1.34.2').present.at(now('10:02:00.000000')).value).toBe(false);
  });
});

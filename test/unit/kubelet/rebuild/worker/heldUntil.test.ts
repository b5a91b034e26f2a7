// A pod that is deleted while its first sync waits for a volume that never comes.
import { describe, expect, it } from 'vitest';
import type { WorkerTracks } from '../../../../../src/kubelet/rebuild/history.ts';
import {
  cleaned,
  config,
  failed,
  historyOf,
  in123,
  now,
  only,
  print,
  start,
  uid,
} from '../../../../support/podLines.ts';

const old = in123(start);
const mount = (clock: string): string =>
  `${clock} reconciler.go:293 "operationExecutor.MountVolume started for volume \\"cfg\\" (UniqueName: \\"kubernetes.io/configmap/${uid}-cfg\\") pod \\"web\\" (UID: \\"${uid}\\") " pod="default/web"`;
const mounted = (clock: string): string =>
  `${clock} operation_generator.go:756 MountVolume.SetUp succeeded for volume "cfg" (UniqueName: "kubernetes.io/configmap/${uid}-cfg") pod "web" (UID: "${uid}") `;
const end = (clock: string): string =>
  `${clock} kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]`;
const forced = [
  config('10:00:20.000000', 'DELETE'),
  config('10:00:20.001000', 'REMOVE'),
  cleaned('10:00:20.520000'),
];

function worker(...lines: readonly string[]): WorkerTracks {
  return only(
    historyOf([...old, config('10:00:10.000000', 'ADD'), mount('10:00:10.300000'), ...lines]),
  ).worker;
}

describe('a sync that waits for a volume, up to 1.26', () => {
  it('goes on when its pod is deleted, removed and its directory gone', () => {
    const found = worker(...forced, end('10:02:00.000000'));
    expect(found.state.at(now('10:01:50.000000')).value).toBe('terminating');
    expect(found.startedTerminating.at(now('10:01:50.000000')).value).toBe(false);
    expect(found.finished.at(now('10:01:50.000000')).value).toBe(false);
    expect(found.present.at(now('10:01:50.000000')).value).toBe(true);
  });

  it('lets the pod end when its time is over', () => {
    const error = 'unmounted volumes=[cfg], unattached volumes=[cfg]: timed out waiting';
    const found = worker(
      ...forced,
      mount('10:01:30.000000'),
      failed('10:02:13.010000', error),
      end('10:02:40.000000'),
    );
    expect(found.startedTerminating.at(now('10:02:12.000000')).value).toBe(false);
    expect(found.present.at(now('10:02:12.000000')).value).toBe(true);
    expect(found.present.at(now('10:02:35.000000')).value).toBe(false);
  });

  it('is over when the volume is mounted', () => {
    const found = worker(
      mounted('10:00:12.000000'),
      print('10:00:12.400000', 'No sandbox'),
      config('10:00:40.000000', 'DELETE'),
      end('10:01:40.000000'),
    );
    expect(found.startedTerminating.at(now('10:01:00.000000')).value).not.toBe(false);
    const late = worker(
      config('10:00:20.000000', 'DELETE'),
      mounted('10:00:32.000000'),
      end('10:01:40.000000'),
    );
    expect(late.startedTerminating.at(now('10:00:31.000000')).value).toBe(false);
    expect(late.startedTerminating.at(now('10:00:33.000000')).value).not.toBe(false);
  });
});

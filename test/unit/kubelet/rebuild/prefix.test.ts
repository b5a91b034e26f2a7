// What the first inputs of a tape tell of a pod, where later ones tell whose they are.
import { describe, expect, test } from 'vitest';
import { sourceId } from '../../../../src/base/input.ts';
import { micros } from '../../../../src/base/time.ts';
import type { History, PodHistory } from '../../../../src/kubelet/rebuild/history.ts';
import { rebuild } from '../../../../src/kubelet/rebuild/rebuild.ts';
import type { Moment } from '../../../../src/kubelet/rebuild/track.ts';
import { readLog } from '../../../../src/log/readLog.ts';
import { Tape } from '../../../../src/replay/tape.ts';

const uid = 'a72d9aa1-65f2-4554-a630-79943c99316e';
const at = (second: number, rest: string): string => `I0302 08:00:${second}.000020    8140 ${rest}`;
const stopped = `pod_workers.go:949] "Pod worker has stopped" podUID="${uid}"`;
const added = 'kubelet.go:2442] "SyncLoop ADD" source="api" pods=["default/pod-2"]';
const tied = `status_manager.go:874] "Patch status for pod" pod="default/pod-2" podUID="${uid}" patch="{}"`;

/** The pod as the mode `then` tells it at the last of the first lines, and a rebuild of these. */
function thenAndPrefix(
  lines: readonly string[],
  count: number,
  key = uid,
): readonly (PodHistory | undefined)[] {
  const [whole, prefix] = [historyOf(lines), historyOf(lines.slice(0, count))];
  const then = whole.pod(key)?.by(endOf(prefix, count));
  const { namespace = '', name = '' } = whole.pod(key) ?? {};
  return [then, prefix.podsNamed(namespace, name)[0]];
}

function historyOf(lines: readonly string[]): History {
  const text = new TextEncoder().encode(`${lines.join('\n')}\n`);
  const table = readLog(sourceId(0), text, { year: 2026 });
  return rebuild(new Tape([{ table, name: 'kubelet.log', clockOffset: micros(0) }]));
}

function endOf(prefix: History, count: number): Moment {
  return { time: prefix.to, position: count - 1, hindsight: 'then' };
}

test.each([
  ['after', [at(31, added), at(32, stopped), at(33, tied)]],
  ['before', [at(31, stopped), at(32, added), at(33, tied)]],
])(
  'a line by a UID alone %s those by a name is not of the pod before a line ties them',
  (_, lines) => {
    const [then, prefix] = thenAndPrefix(lines, 2);
    expect(then?.key).toBe('default/pod-2#1');
    expect(then?.worker.present.changes).toEqual(prefix?.worker.present.changes);
    expect(then?.phases).toEqual(prefix?.phases);
  },
);

test('a pod that only a UID has shown is told by it before a line names it', () => {
  const [then] = thenAndPrefix([at(31, stopped), at(32, added), at(33, tied)], 1);
  expect(then?.key).toBe(uid);
  expect(then?.name).toBe('');
});

test('a REMOVE that came while the API had told no pods did nothing, before a line tells that it has', () => {
  const file = (op: string): string =>
    `kubelet.go:2507] "SyncLoop ${op}" source="file" pods=["default/web"]`;
  const started =
    'kubelet.go:2474] "SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"40d4339a1c9191474fd340f0979d0b47","Type":"ContainerStarted","Data":"57b8db52"}';
  const unready =
    'kubelet.go:2848] "Failed to delete pod" pod="default/web" err="skipping delete because sources aren\'t ready yet"';
  const listed = 'kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/other"]';
  const lines = [
    at(10, 'server.go:489] "Kubelet version" kubeletVersion="v1.34.0"'),
    at(11, file('ADD')),
    at(12, started),
    at(21, file('REMOVE')),
    at(22, unready),
    at(23, 'kubelet.go:2515] "SyncLoop ADD" source="file" pods=["default/third"]'),
    at(33, listed),
  ];
  const [then, prefix] = thenAndPrefix(lines, 6, '40d4339a1c9191474fd340f0979d0b47');
  expect(then?.phases.map(({ kind }) => kind)).not.toContain('terminating');
  expect(then?.phases).toEqual(prefix?.phases);
});

test('what ended with the process is shown by the first line of the next one, before that has given its version', () => {
  const lines = [
    at(10, added),
    at(11, tied),
    'I0302 08:09:36.000020   20100 flags.go:64] FLAG: --v="2"',
    'I0302 08:09:36.100020   20100 server.go:489] "Kubelet version" kubeletVersion="v1.30.0"',
    'I0302 08:09:37.100020   20100 server.go:491] "Golang settings" GOGC=""',
  ];
  for (const count of [3, 4]) {
    const [then, prefix] = thenAndPrefix(lines, count);
    expect(then?.worker.present.changes).toEqual(prefix?.worker.present.changes);
    expect(prefix?.worker.present.changes.at(-1)?.value.provedBy).toHaveLength(1);
  }
});

describe('pods that a later line shows to be one', () => {
  const hash = '40d4339a1c9191474fd340f0979d0b47';
  const file = (op: string): string =>
    `kubelet.go:2507] "SyncLoop ${op}" source="file" pods=["default/web"]`;
  const started = (id: string): string =>
    `kubelet.go:2474] "SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"${hash}","Type":"ContainerStarted","Data":"${id}"}`;
  const returning = [
    at(11, file('ADD')),
    at(12, started('57b8db52')),
    at(21, file('REMOVE')),
    at(31, file('ADD')),
    at(32, started('68c9ec63')),
  ];
  const keysAt = (lines: readonly string[], count: number): readonly (string | undefined)[] => {
    const moment = endOf(historyOf(lines.slice(0, count)), count);
    return historyOf(lines)
      .podsBy(moment)
      .map((pod) => pod.by(moment)?.key);
  };

  test('are two before it: a static pod that comes back', () => {
    expect(historyOf(returning.slice(0, 4)).pods.map(({ key }) => key)).toEqual([
      hash,
      'default/web#2',
    ]);
    expect(keysAt(returning, 4)).toEqual([hash, 'default/web#2']);
    expect(keysAt(returning, 5)).toEqual([hash]);
  });

  test('are two before it: a worker that only its UID had shown', () => {
    const lines = [at(31, added), at(32, stopped), at(33, tied)];
    expect(keysAt(lines, 2)).toEqual(['default/pod-2#1', uid]);
    expect(keysAt(lines, 3)).toEqual([uid]);
  });

  test('are known by the keys that they had', () => {
    const whole = historyOf(returning);
    expect(whole.pod('default/web#2')).toBe(whole.pod(hash));
  });
});

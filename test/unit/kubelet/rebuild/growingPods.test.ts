import { expect, test } from 'vitest';
import { sourceId } from '../../../../src/base/input.ts';
import { micros } from '../../../../src/base/time.ts';
import { GrowingHistory } from '../../../../src/kubelet/rebuild/growingHistory.ts';
import { rebuild } from '../../../../src/kubelet/rebuild/rebuild.ts';
import { firstRecords } from '../../../../src/log/firstRecords.ts';
import { readLog } from '../../../../src/log/readLog.ts';
import type { LogTable } from '../../../../src/log/record.ts';
import { Tape } from '../../../../src/replay/tape.ts';
import { historyText } from '../../../support/historyText.ts';

const uid = '85702b06-9d22-42b9-abc9-a53edc119ba4';
const lines = [
  `I0302 08:01:02.069674   19653 pod_workers.go:949] "Pod worker has stopped" podUID="${uid}"`,
  `I0302 08:01:02.081674   19653 status_manager.go:874] "Patch status for pod" pod="default/pod-0" podUID="${uid}" patch="{}"`,
  'I0302 08:01:02.082694   19653 kubelet.go:2458] "SyncLoop DELETE" source="api" pods=["default/pod-0"]',
];

function tapeOf(table: LogTable): Tape {
  return new Tape([{ table, name: 'kubelet.log', clockOffset: micros(0) }]);
}

test('a pod that its UID alone has shown is the one that a later line names, and no other', () => {
  const text = new TextEncoder().encode(`${lines.join('\n')}\n`);
  const whole = readLog(sourceId(0), text, { year: 2026 });
  // Else a version that later lines tell makes all of it anew.
  const { runs } = rebuild(tapeOf(whole));
  const table = firstRecords(whole);
  table.length = 1;
  const tape = tapeOf(table);
  const growing = new GrowingHistory();
  growing.next(tape, 0, [], runs);
  table.length = lines.length;
  const grown = tape.grown();
  const { pods } = growing.next(grown.tape, grown.from, [], runs);
  expect(pods.map(({ key }) => key)).toEqual([uid]);
});

/** What is told of a log that came in two parts, and of the same at once. */
function grownAndWhole(text: readonly string[], first: number): readonly (readonly string[])[] {
  const whole = readLog(sourceId(0), new TextEncoder().encode(`${text.join('\n')}\n`), {
    year: 2026,
  });
  // Else a version that later lines tell makes all of it anew.
  const { runs } = rebuild(tapeOf(whole));
  const table = firstRecords(whole);
  table.length = first;
  const tape = tapeOf(table);
  const growing = new GrowingHistory();
  growing.next(tape, 0, [], runs);
  table.length = text.length;
  const grown = tape.grown();
  return [growing.next(grown.tape, grown.from, [], runs), rebuild(tapeOf(whole))].map((history) =>
    historyText(history, []),
  );
}

const mentioned = `I0302 08:01:02.081674   19653 status_manager.go:874] "Patch status for pod" pod="default/pod-0" podUID="${uid}" patch="{}"`;
const found = `I0302 08:01:03.069674   19653 generic.go:334] "Generic (PLEG): container finished" podID="${uid}" containerID="ec60b6606735f634153ace06a299a90525d0cdc14621cb0acaa12c519ce3570d" exitCode=1`;
const opened =
  'I0302 08:01:02.082694   19653 kubelet.go:2458] "SyncLoop DELETE" source="api" pods=["default/pod-0"]';

test('a UID means the pod whose name a line told with it before the pod was known', () => {
  const [grown, whole] = grownAndWhole([mentioned, opened, found], 2);
  expect(grown).toEqual(whole);
});

const unmounted = `I0302 08:01:01.099084   19653 reconciler_common.go:162] "operationExecutor.UnmountVolume started for volume \\"token\\" (UniqueName: \\"kubernetes.io/projected/${uid}-token\\") pod \\"${uid}\\" (UID: \\"${uid}\\") "`;

test('a name that a mere mention tells of a UID makes a pod of what lines by the UID alone told', () => {
  const [grown, whole] = grownAndWhole([unmounted, mentioned], 1);
  expect(grown).toEqual(whole);
  expect(whole?.length).toBeGreaterThan(1);
});

test('operations stand in the order in which they began, whichever ended first', () => {
  const line = (second: number, pod: string, begins: boolean): string =>
    `I1121 09:09:0${second}.148848   28299 cni.go:${begins ? '376] "Deleting pod' : '386] "Deleted pod'} from network" pod="default/${pod}" podSandboxID={Type:docker ID:${pod.repeat(13).slice(0, 64)}} networkType="bridge" networkName="dockernet"`;
  const asked =
    'I1121 09:09:05.082694   28299 kubelet.go:2458] "SyncLoop DELETE" source="api" pods=["default/web-2"]';
  const [grown, whole] = grownAndWhole(
    [
      'I1121 09:09:00.148848   28299 kubelet.go:2442] "SyncLoop ADD" source="api" pods=["default/web-1","default/web-2","default/web-3"]',
      line(1, 'web-1', true),
      line(2, 'web-2', true),
      line(3, 'web-2', false),
      line(4, 'web-1', false),
      asked,
    ],
    5,
  );
  expect(whole?.filter((text) => text.startsWith('network'))).toHaveLength(2);
  expect(grown).toEqual(whole);
});

const deleted = '184e79c1-865f-4ae6-a466-85e1abaed201';
const ofDeleted = `pod="default/pod-2" podUID="${deleted}"`;
const waiting = [
  'I0302 08:00:35.000000   19528 server.go:489] "Kubelet version" kubeletVersion="v1.30.0"',
  'I0302 08:00:36.000020   19528 kubelet.go:2442] "SyncLoop ADD" source="api" pods=["default/pod-2"]',
  'I0302 08:00:36.001020   19528 kubelet.go:2452] "SyncLoop REMOVE" source="api" pods=["default/pod-2"]',
  `I0302 08:00:36.009121   19528 kuberuntime_container.go:779] "Killing container with a grace period" ${ofDeleted} containerName="c1" containerID="containerd://d96866fa" gracePeriod=5`,
  'I0302 08:00:41.075254   19528 util.go:48] "No ready sandbox for pod can be found. Need to start a new one" pod="default/pod-2"',
  'I0302 08:00:42.018004   19528 util.go:48] "No ready sandbox for pod can be found. Need to start a new one" pod="default/pod-2"',
  `I0302 08:00:43.002050   19528 kubelet_volumes.go:163] "Cleaned up orphaned pod volumes dir" podUID="${deleted}" path="/var/lib/kubelet/pods/${deleted}/volumes"`,
  'I0302 08:01:10.001020   19528 kubelet.go:2442] "SyncLoop ADD" source="api" pods=["default/pod-4"]',
];

test('the silence after the last line of a pod counts, though all that comes is of another', () => {
  const whole = readLog(sourceId(0), new TextEncoder().encode(`${waiting.join('\n')}\n`), {
    year: 2026,
  });
  const table = firstRecords(whole);
  table.length = waiting.length - 1;
  const tape = tapeOf(table);
  const growing = new GrowingHistory();
  growing.next(tape, 0, []);
  table.length = waiting.length;
  const grown = tape.grown();
  expect(historyText(growing.next(grown.tape, grown.from, []), [])).toEqual(
    historyText(rebuild(tapeOf(whole)), []),
  );
});

const beforeRestart = [
  'I0302 08:00:36.000020   19528 kubelet.go:2442] "SyncLoop ADD" source="api" pods=["default/pod-2"]',
  `I0302 08:00:37.000020   19528 kubelet.go:2474] "SyncLoop (PLEG): event for pod" pod="default/pod-2" event={"ID":"${deleted}","Type":"ContainerStarted","Data":"57b8db52"}`,
  'I0302 08:09:36.000020   20100 flags.go:64] FLAG: --v="2"',
  'I0302 08:09:36.100020   20100 server.go:489] "Kubelet version" kubeletVersion="v1.30.0"',
];

test('what ended with the process stays as it was shown when the next one gives its version', () => {
  const [grown, whole] = grownAndWhole(beforeRestart, 3);
  expect(whole?.find((text) => text.includes(' present: '))).toContain('"known":"inferred"');
  expect(grown).toEqual(whole);
});

import { expect, it } from 'vitest';
import { SECOND } from '../../../../../src/base/time.ts';
import { rebuild } from '../../../../../src/kubelet/rebuild/rebuild.ts';
import {
  captureNames,
  labCaptureNames,
  rebuildCapture,
  tapeOf,
} from '../../../../support/captures.ts';

it.each([...captureNames(), ...labCaptureNames()])(
  'of %s nothing goes on for a pod whose worker has finished, but its time until it is forgotten',
  (name) => {
    const open = rebuildCapture(name).pods.flatMap((pod) => {
      const finished = pod.worker.finished.firstTo(true);
      if (finished === undefined) return [];
      return pod.phases
        .filter(
          ({ kind, from, to }) => to === undefined && from < finished.at && kind !== 'finished',
        )
        .map(({ kind }) => `${pod.name}: ${kind}`);
    });
    expect(open).toEqual([]);
  },
);

it('a sandbox whose own start no line tells is made before its container starts', () => {
  const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';
  const log = [
    '10:00:10.000000       7 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web"]',
    '10:00:10.100000       7 util.go:30] "No sandbox for pod can be found. Need to start a new one" pod="default/web"',
    `10:00:12.000000       7 kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"${uid}","Type":"ContainerStarted","Data":"${'b'.repeat(64)}"}`,
    '10:00:52.000000       7 kubelet.go:2531] "SyncLoop DELETE" source="api" pods=["default/web"]',
  ];
  const text = log.map((line) => `I1121 ${line}\n`).join('');
  const [pod] = rebuild(tapeOf(new TextEncoder().encode(text))).pods;
  const sandbox = pod?.phases.find(({ kind }) => kind === 'sandbox');
  expect((sandbox?.to ?? NaN) - (sandbox?.from ?? NaN)).toBe(1.9 * SECOND);
});

// What is loud on the timeline.
import { expect, test } from 'vitest';
import { buildTimeline } from '../../../../src/engine/present/timeline.ts';
import { itemsOfLane } from '../../../../src/engine/present/timelineStore.ts';
import { diagnosed } from '../../../support/findingTruth.ts';

const id = 'ab'.repeat(32);
const sandbox = `pod="default/web-0" podSandboxID={Type:docker ID:${id}}`;
const lines = [
  'I1121 09:00:00.000000     100 kubelet.go:2139] "SyncLoop ADD" source="api" pods=[default/web-0]',
  `I1121 09:00:01.000000     100 cni.go:359] "Deleting pod from network" ${sandbox} podNetnsPath="/proc/1/ns/net" networkType="x" networkName="net"`,
  `E1121 09:02:01.000000     100 remote_runtime.go:154] "StopPodSandbox from runtime service failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" podSandboxID="${id}"`,
  `I1121 09:02:30.000000     100 cni.go:384] "Deleted pod from network" ${sandbox} networkType="x" networkName="net"`,
];

/** Severities of the pod's network phases by so many lines. */
function loudnessBy(count: number): readonly string[] {
  const log = new TextEncoder().encode(`${lines.slice(0, count).join('\n')}\n`);
  const { lanes, kinds, store } = buildTimeline(diagnosed('k.log', log));
  return lanes
    .flatMap((lane) => itemsOfLane(store, lane.id))
    .flatMap(({ kind }) => kinds[kind] ?? [])
    .flatMap(({ slug, severity }) => (slug === 'phase.network' ? [severity] : []));
}

test('a call that the kubelet gave up is loud, also when its plug-in answers later', () => {
  expect([2, 3, 4].map(loudnessBy)).toEqual([['none'], ['error'], ['error']]);
});

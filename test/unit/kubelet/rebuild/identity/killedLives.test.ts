// The pod killer of kubelets up to 1.21 gives a pod's name without its namespace.
import { expect, it } from 'vitest';
import { config, historyOf, running } from '../../../../support/podLines.ts';

const old = running.map((line) => line.replace('v1.34.2', 'v1.21.14'));
const killing = '10:00:40.000000 kubelet_pods.go:1285 "Killing unwanted pod" podName="web"';
const end = '10:01:20.000000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]';

function killed(...lines: readonly string[]): readonly string[] {
  const { pods } = historyOf([...old, ...lines, killing, end]);
  return pods.flatMap((pod) =>
    pod.events.some(({ kind }) => kind === 'podKiller.killing')
      ? [`${pod.namespace}/${pod.name} ${pod.uid.value ?? '-'}`]
      : [],
  );
}

it('the one pod of the name is told as killed', () => {
  expect(killed()).toEqual(['default/web 5c0e91e5-ca33-4316-ac70-0cfb035016d4']);
});

it('of two pods whose name it is neither is', () => {
  const other =
    '10:00:20.000000 kubelet.go:2515 "SyncLoop ADD" source="api" pods=["kube-system/web"]';
  expect(killed(other)).toEqual([]);
});

it('a pod that has not started yet is not the one', () => {
  const replaced = ['DELETE', 'REMOVE', 'ADD'].map((op, i) => config(`10:00:3${i}.000000`, op));
  expect(killed(...replaced)).toEqual(['default/web 5c0e91e5-ca33-4316-ac70-0cfb035016d4']);
});

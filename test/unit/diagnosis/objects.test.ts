import { describe, expect, test } from 'vitest';
import { objectsOf } from '../../../src/diagnosis/objects.ts';

const uid = '617e9b80-43a3-486c-af36-0beeaf9a919b';
const id = 'a42bedead67e2a9f847dbe7add9f6446946d246ee36d574158817e1a108a0d0e';

describe('the pod that a text names', () => {
  test.each([
    ['a structured field', 'Error syncing pod, skipping pod="apps/web-1"'],
    ['a list', 'SyncLoop DELETE source="api" pods="["apps/web-1"]"'],
    ['a list without quotes', 'SyncLoop DELETE source="api" pods="[apps/web-1]"'],
    ['JSON', 'Error syncing pod pod="{"name":"web-1","namespace":"apps"}"'],
    ['name_ns(uid)', `Error syncing pod ${uid} ("web-1_apps(${uid})"), skipping`],
    ['a containerd name', `name "web-1_apps_${uid}_0" is reserved for "${id}"`],
    ['a container of containerd', `failed to reserve container name "app_web-1_apps_${uid}_1"`],
    ['a CRI-O name', `pod sandbox k8s_web-1_apps_${uid}_0(${id})`],
    ['CRI-O, the other way round', 'error adding pod apps_web-1 to CNI network "multus"'],
    ['dockershim', 'NetworkPlugin cni failed to set up pod "web-1_apps" network: x'],
    ['a log path', `failed to compress log "/var/log/pods/apps_web-1_${uid}/app/0.log"`],
    ['kube-ovn, the other way round', 'configure nic pod1a2 for pod web-1/apps failed: x'],
    ['a patch', 'failed to patch status "{}" for pod "apps"/"web-1": x'],
  ])('%s', (_, text) => {
    expect(objectsOf(text).pod).toBe('apps/web-1');
  });

  test('a name alone is kept apart', () => {
    const found = objectsOf(`MountVolume.SetUp failed for volume "v" pod "web-1" (UID: "${uid}")`);
    expect(found).toMatchObject({ pod: undefined, podName: 'web-1', uid, volume: 'v' });
  });

  test('a sentence about pods is no pod', () => {
    expect(objectsOf('Skipping pod synchronization err="PLEG is not healthy"').pod).toBeUndefined();
  });
});

test('UIDs of slices and of static pods', () => {
  expect(objectsOf(`kubepods-burstable-pod${uid.replaceAll('-', '_')}.slice`).uid).toBe(uid);
  expect(objectsOf('"etcd-n_kube-system(6e1c5b52d2aad4455b926dd422eb38cd)"').uid).toBe(
    '6e1c5b52d2aad4455b926dd422eb38cd',
  );
});

test('ids, containers and images', () => {
  expect(objectsOf(`StopPodSandbox "${id}" failed`).ids).toEqual([id]);
  expect(objectsOf('failed to "StartContainer" for "app" with ErrImagePull').container).toBe('app');
  expect(objectsOf('Back-off pulling image "r/x:1"').image).toBe('r/x:1');
});

test('the UID in the name of a volume is no pod’s', () => {
  const claim = 'pvc-0c6a5b9e-51a1-4b7c-9d7f-0a1b2c3d4e5f';
  const text = `failed for volume "${claim}" (UniqueName: "kubernetes.io/csi/a^${claim}") pod "web-1" (UID: "${uid}")`;
  expect(objectsOf(text).uid).toBe(uid);
  expect(objectsOf(text.replaceAll(`a^${claim}`, `a^${claim.slice(4)}`)).uid).toBe(uid);
});

import { expect, test } from 'vitest';
import { rebuild } from '../../../../../src/kubelet/rebuild/rebuild.ts';
import { rebuildCapture, tapeOf } from '../../../../support/captures.ts';

const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';
const container = 'bc22a4e349b70936417df836e11ebf190f8134c79ffd4b7287638a17eaa820ca';
const sandbox = '9936f76e4b93f8f70d9597148674052df94aee5f64d0b7b11c993c2418d3960d';
const disk = 'kubernetes.io/csi/disk.example^vol-1';
const log = [
  `10:00:10.000000 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web"]`,
  `10:00:10.100000 reconciler_common.go:251] "operationExecutor.MountVolume started for volume \\"data\\" (UniqueName: \\"${disk}\\") pod \\"web\\" (UID: \\"${uid}\\") " pod="default/web"`,
  `10:00:11.000000 kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"${uid}","Type":"ContainerStarted","Data":"${container}"}`,
  `10:00:11.000100 kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"${uid}","Type":"ContainerStarted","Data":"${sandbox}"}`,
  `10:00:30.000000 kuberuntime_container.go:866] "Killing container with a grace period" pod="default/web" podUID="${uid}" containerName="app" containerID="containerd://${container}" gracePeriod=30`,
  `10:00:40.000000 pod_workers.go:1324] "Error syncing pod, skipping" err="remove netns: unlinkat /var/run/netns/cni-0c4a: device or resource busy" pod="default/web" podUID="${uid}"`,
];
const text = log.map((line) => `I1121 ${line.replace(' ', '       7 ')}\n`).join('');
const history = rebuild(tapeOf(new TextEncoder().encode(text)));
const slice = `kubepods-burstable-pod${uid.replaceAll('-', '_')}.slice`;

test.each([
  [uid, 'pod', 'pod default/web'],
  [sandbox.slice(0, 12), 'sandbox', 'sandbox of default/web'],
  [container, 'container', 'container app of default/web'],
  [`/kubepods/burstable/pod${uid}`, 'cgroup', 'cgroup of pod default/web'],
  [
    `kubepods/besteffort/pod${uid}/${container}`,
    'cgroup',
    'cgroup of container app of default/web',
  ],
  [`/kubepods.slice/kubepods-burstable.slice/${slice}`, 'cgroup', 'cgroup of pod default/web'],
  [
    `/kubepods.slice/${slice}/cri-containerd-${sandbox}.scope`,
    'cgroup',
    'cgroup of sandbox of default/web',
  ],
  [`kubernetes.io/configmap/${uid}-cfg`, 'volume', 'volume cfg of default/web'],
  [
    `/var/lib/kubelet/pods/${uid}/volumes/kubernetes.io~configmap/cfg`,
    'volume',
    'volume cfg of default/web',
  ],
  [disk, 'volume', 'volume disk.example^vol-1 of default/web'],
  ['/var/run/netns/cni-0c4a', 'netns', 'network namespace of default/web'],
  [`containerd://${container}`, 'container', 'container app of default/web'],
  [`docker://${sandbox}`, 'sandbox', 'sandbox of default/web'],
  [slice, 'cgroup', 'cgroup of pod default/web'],
  [`web_default(${uid})`, 'pod', 'pod default/web'],
  [`/var/lib/kubelet/pods/${uid}`, 'pod', 'directory of pod default/web'],
  [`/var/lib/kubelet/pods/${uid}/etc-hosts`, 'pod', 'directory of pod default/web'],
])('%s is a %s', (id, kind, words) => {
  expect(history.identify(id)).toMatchObject({ kind, podKey: uid, text: words });
});

test.each([
  '',
  '/',
  '/proc/1/ns/net',
  'kubernetes.io/csi/other^vol',
  `/kubepods/pod${'0'.repeat(32)}`,
])('%j stands for nothing', (id) => {
  expect(history.identify(id)).toBeUndefined();
});

test('dockershim tells the namespace of a sandbox', () => {
  const old = rebuildCapture('k123-netns-missing-v4');
  expect(old.identify('/proc/477/ns/net')).toMatchObject({
    kind: 'netns',
    text: 'network namespace of default/web-3',
  });
});

const imageId = `sha256:${'a'.repeat(64)}`;
const pulls = [
  ...log.slice(0, 5),
  `10:00:41.000000 event.go:389] "Event occurred" object="default/web" fieldPath="spec.containers{app}" kind="Pod" apiVersion="v1" type="Normal" reason="Pulled" message="Container image \\"registry.example/app:1\\" already present on machine"`,
  `10:00:42.000000 status_manager.go:1038] "Patch status for pod" pod="default/web" podUID="${uid}" patch="{\\"status\\":{\\"containerStatuses\\":[{\\"containerID\\":\\"containerd://${container}\\",\\"image\\":\\"registry.example/app:1\\",\\"imageID\\":\\"${imageId}\\",\\"name\\":\\"app\\"}]}}"`,
  `10:00:43.000000 pod_workers.go:1324] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"main\\" with ImagePullBackOff: \\"Back-off pulling image \\\\\\"registry.example/db:2\\\\\\": ErrImagePull: not found\\"" pod="default/db" podUID="${uid.replace('5c', '6c')}"`,
];

test.each([
  ['registry.example/app:1', 'image of container app of default/web'],
  [imageId, 'image of container app of default/web'],
  ['registry.example/db:2', 'image of container main of default/db'],
])('%s is an image', (id, words) => {
  const told = pulls.map((line) => `I1121 ${line.replace(' ', '       7 ')}\n`).join('');
  const history = rebuild(tapeOf(new TextEncoder().encode(told)));
  expect(history.identify(id)).toMatchObject({ kind: 'image', text: words });
  const [web] = history.podsNamed('default', 'web');
  expect(web?.containers.map(({ image }) => image.value)).toEqual(['registry.example/app:1']);
});

test('an image that several pods use is of none alone', () => {
  const found = rebuildCapture('churn-v4').identify('localhost/app:1');
  expect(found).toMatchObject({ kind: 'image', podKey: undefined });
  expect(found?.text).toMatch(/^image of container \w+ of default\/[\w-]+ and of \d+ more$/);
});

test('what only died on the tape may be a container or a sandbox', () => {
  const died = `I1121 10:00:12.000000       7 kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"${uid}","Type":"ContainerDied","Data":"${sandbox}"}\n`;
  const middle = rebuild(tapeOf(new TextEncoder().encode(died)));
  expect(middle.identify(sandbox)?.text).toBe('container or sandbox of default/web');
  expect(middle.pods[0]?.events[0]?.text).toBe('container or sandbox 9936f76e4b93 died');
});

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

test('a path by a PID that comes again is told of each pod that had it, and when', () => {
  const adding = (clock: string, name: string, id: string): readonly string[] => [
    `${clock}.000000 kubelet.go:1913] SyncLoop (ADD, "api"): "${name}_default(${id})"`,
    `${clock}.100000 cni.go:361] Adding default_${name}/${name.repeat(64)} to network bridge/net netns "/proc/477/ns/net"`,
    `${clock}.200000 cni.go:367] Added default_${name}/${name.repeat(64)} to network bridge: &{}`,
  ];
  const lines = [
    '10:00:00.000000 server.go:411] Version: v1.18.20',
    ...adding('10:00:10', 'a', uid),
    ...adding('11:00:10', 'b', uid.replace('5c', '6c')),
  ];
  const told = lines.map((line) => `I1121 ${line.replace(' ', '       7 ')}\n`).join('');
  const both = rebuild(tapeOf(new TextEncoder().encode(told))).identify('/proc/477/ns/net');
  expect(both).toMatchObject({ kind: 'netns', podKey: undefined });
  expect(both?.text).toMatch(
    /^network namespace of default\/a \(named \S+T10:00:10\.1\S*\), of default\/b \(named \S+T11:00:10\.1\S*\)$/,
  );
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

const relist = (time: string, type: string, ids: readonly string[]): readonly string[] =>
  ids.map(
    (id) =>
      `${time} kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"${uid}","Type":"${type}","Data":"${id.repeat(64)}"}`,
  );
const toldOf = (lines: readonly string[]): ((id: string) => string | undefined) => {
  const whole = lines.map((line) => `I1121 ${line.replace(' ', '       7 ')}\n`).join('');
  const told = rebuild(tapeOf(new TextEncoder().encode(whole)));
  return (id) => told.identify(id.repeat(64))?.text;
};

test('two containers that start at once beside a sandbox that lives are containers', () => {
  const told = toldOf([
    ...log.slice(0, 1),
    ...relist('10:00:11.000000', 'ContainerStarted', ['1', '2']),
    ...relist('10:00:12.000000', 'ContainerDied', ['1']),
    ...relist('10:00:13.000000', 'ContainerStarted', ['3', '4']),
    // The sandbox is killed, and all that the pod has is made again.
    ...relist('10:00:20.000000', 'ContainerDied', ['3', '4', '2']),
    ...relist('10:00:21.000000', 'ContainerStarted', ['5', '6', '7']),
    ...relist('10:00:22.000000', 'ContainerDied', ['5', '6']),
    // The collector's, of an older sandbox.
    ...relist('10:00:22.000100', 'ContainerDied', ['2']),
    ...relist('10:00:23.000000', 'ContainerStarted', ['8', '9']),
  ]);
  const kinds = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((id) => told(id)?.split(' ')[0]);
  expect(kinds).toEqual([
    'container',
    'sandbox',
    ...['container', 'container', 'container', 'container'],
    'sandbox',
    ...['container', 'container'],
  ]);
});

test('a sandbox that comes alone after the death of another is one', () => {
  const told = toldOf([
    ...log.slice(0, 1),
    ...relist('10:00:11.000000', 'ContainerStarted', ['1', '2']),
    ...relist('10:00:20.000000', 'ContainerDied', ['1', '2']),
    ...relist('10:00:21.000000', 'ContainerStarted', ['3']),
    ...relist('10:00:22.000000', 'ContainerStarted', ['4']),
  ]);
  expect([told('3'), told('4')]).toEqual(['sandbox of default/web', 'container of default/web']);
});

test('whether a sandbox is among what starts at once is unknown where the log does not tell of the one before', () => {
  const told = toldOf(relist('10:00:11.000000', 'ContainerStarted', ['1', '2']));
  expect(told('1')).toBe('container of default/web');
  expect(told('2')).toBe('container or sandbox of default/web');
});

test('an error of the plug-in names the namespace at any verbosity', () => {
  const old = rebuildCapture('k123-teardown-v2');
  expect(old.identify('/proc/25150/ns/net')?.text).toBe('network namespace of default/web-1');
});

test.each([
  [
    'v1.9.4',
    'docker_sandbox.go:340] failed to read pod IP from plugin/docker: NetworkPlugin cni failed on the status hook for pod "web_default": Unexpected command output nsenter: cannot open /proc/2468/ns/net: No such file or directory\n with error: exit status 1',
  ],
  [
    'v1.23.17',
    'docker_sandbox.go:402] "Failed to read pod IP from plugin/docker" err="networkPlugin cni failed on the status hook for pod \\"web_default\\": unexpected command output nsenter: cannot open /proc/2468/ns/net: No such file or directory\\n with error: exit status 1"',
  ],
])('an IP that %s can’t read names the namespace at any verbosity', (version, line) => {
  const lines = [
    `10:00:00.000000       7 server.go:411] Version: ${version}`,
    `10:00:10.000000       7 kubelet.go:1913] SyncLoop (ADD, "api"): "web_default(${uid})"`,
    `10:00:20.000000       7 ${line}`,
  ];
  const told = new TextEncoder().encode(lines.map((one) => `I1121 ${one}\n`).join(''));
  expect(rebuild(tapeOf(told)).identify('/proc/2468/ns/net')).toMatchObject({
    kind: 'netns',
    podKey: uid,
    text: 'network namespace of default/web',
  });
});

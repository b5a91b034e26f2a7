import { expect, test } from 'vitest';
import { formatDuration, micros } from '../../../../../src/base/time.ts';
import type { History } from '../../../../../src/kubelet/rebuild/history.ts';
import { isSameImage } from '../../../../../src/kubelet/rebuild/identity/images.ts';
import { rebuild } from '../../../../../src/kubelet/rebuild/rebuild.ts';
import { tapeOf } from '../../../../support/captures.ts';

const api = 'registry.example/shop/api:v2';
const cart = 'registry.example/shop/cart:v7';
const imageId = `sha256:${'a1'.repeat(32)}`;
const digest = `registry.example/shop/api@sha256:${'b2'.repeat(32)}`;

/** A journal of both units: `12.5 line` is of 10:00:12.500; a klog line has its level and file in front, the runtime's is its message. */
function journal(...lines: readonly string[]): History {
  const text = lines.map((line) => {
    const [, clock = '', klog, words = ''] = /^([\d.]+) ([IE] )?(.*)$/s.exec(line) ?? [];
    const time = `10:00:${Number(clock).toFixed(6).padStart(9, '0')}`;
    const wrapper = `2026-11-21T${time}+00:00 node-1`;
    if (klog !== undefined)
      return `${wrapper} kubelet[7]: ${klog.trim()}1121 ${time}       7 ${words}\n`;
    const [message = '', more = ''] = words.split(' | ');
    const quoted = message.replaceAll('"', String.raw`\"`);
    return `${wrapper} containerd[9]: time="2026-11-21T${time}Z" level=info msg="${quoted}"${more}\n`;
  });
  return rebuild(tapeOf(new TextEncoder().encode(text.join(''))));
}

const uidOf = (n: number): string => `9af57a45-43e1-44f4-9fd6-7eae624ad40${n}`;
const sandboxOf = (n: number): string => String(n).repeat(64);
const added = (at: number, n: number): string =>
  `${at} I kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web-${n}"]`;
const sandbox = (at: number, n: number): string =>
  `${at} RunPodSandbox for &PodSandboxMetadata{Name:web-${n},Uid:${uidOf(n)},Namespace:default,Attempt:0,} returns sandbox id "${sandboxOf(n)}"`;
const asked = (at: number, n: number, name = 'app'): string =>
  `${at} CreateContainer within sandbox "${sandboxOf(n)}" for container &ContainerMetadata{Name:${name},Attempt:0,}`;
const made = (at: number, n: number): string =>
  `${at} CreateContainer within sandbox "${sandboxOf(n)}" for &ContainerMetadata{Name:app,Attempt:0,} returns container id "${String(n + 4).repeat(64)}"`;
const pull = (at: number, image: string): string => `${at} PullImage "${image}"`;
const pulled = (at: number, image: string): readonly string[] => [
  `${at} Pulled image "${image}" with image id "${imageId}", repo tag "${image}", repo digest "${digest}", size "70601125" in 5.5s`,
  `${at + 0.0001} PullImage "${image}" returns image reference "${imageId}"`,
];

function pulls(history: History, n: number): readonly string[] {
  const [pod] = history.podsNamed('default', `web-${n}`);
  return (pod?.phases ?? [])
    .filter(({ kind }) => kind === 'pull')
    .map(
      ({ from, to, known }) => `${to === undefined ? 'open' : formatDuration(to - from)} ${known}`,
    );
}

test('a pull is the phase of the pod whose container comes next', () => {
  const history = journal(
    added(10, 1),
    added(10.1, 2),
    sandbox(10.4, 1),
    sandbox(10.45, 2),
    pull(10.5, api),
    pull(10.51, cart),
    ...pulled(12, cart),
    asked(12.002, 2),
    made(12.03, 2),
    ...pulled(16, api),
    asked(16.003, 1),
    made(16.04, 1),
  );
  expect(pulls(history, 1)).toEqual(['5.5 s inferred']);
  expect(pulls(history, 2)).toEqual(['1.5 s inferred']);
  const [pod] = history.podsNamed('default', 'web-1');
  expect(pod?.events.map(({ text }) => text)).toContain(
    `the runtime has pulled image ${api}, 67.3 MiB in 5.5 s`,
  );
  expect(pod?.containers.map(({ image }) => image.value)).toEqual([api]);
  expect(history.identify(digest)).toMatchObject({ kind: 'image' });
  expect(history.identify(api)).toMatchObject({
    podKey: uidOf(1),
    text: 'image of container app of default/web-1',
  });
});

test('of two pods that go on at once neither is said to have waited', () => {
  const history = journal(
    added(10, 1),
    added(10.1, 2),
    sandbox(10.4, 1),
    sandbox(10.45, 2),
    pull(10.5, api),
    ...pulled(16, api),
    asked(16.003, 1),
    asked(16.004, 2),
  );
  expect([pulls(history, 1), pulls(history, 2)]).toEqual([[], []]);
});

test('a pull that does not end is told of the pod whose sandbox came right before it', () => {
  const history = journal(added(10, 1), sandbox(10.4, 1), pull(10.42, api), added(50, 2));
  expect(pulls(history, 1)).toEqual(['open inferred']);
  const [pod] = history.podsNamed('default', 'web-1');
  const moment = { time: micros(history.to), position: Infinity, hindsight: 'now' } as const;
  expect(pod?.awaits(moment)).toMatchObject([
    { what: `image ${api} to be pulled`, due: undefined },
  ]);
});

test('a pull whose end is lost is over when its pod goes on, or is to end', () => {
  const uid = uidOf(1);
  const started = `30 I kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="default/web-1" event={"ID":"${uid}","Type":"ContainerStarted","Data":"${'c'.repeat(64)}"}`;
  const begin = [added(10, 1), sandbox(10.4, 1), pull(10.42, api)];
  const deleted = '40 I kubelet.go:2531] "SyncLoop DELETE" source="api" pods=["default/web-1"]';
  expect(pulls(journal(...begin, started, deleted), 1)).toEqual(['19.6 s inferred']);
  expect(pulls(journal(...begin, deleted, added(50, 2)), 1)).toEqual(['29.6 s inferred']);
});

test('an end alone tells when the pull began', () => {
  const history = journal(added(1, 1), sandbox(2, 1), ...pulled(16, api), asked(16.003, 1));
  expect(pulls(history, 1)).toEqual(['5.5 s inferred']);
});

test('a failure belongs to the pod whose sync fails for that image', () => {
  const error = `failed to \\"StartContainer\\" for \\"app\\" with ErrImagePull: \\"failed to pull and unpack image \\\\\\"${api}\\\\\\": not found\\"`;
  const history = journal(
    added(10, 1),
    added(10.1, 2),
    sandbox(10.4, 1),
    sandbox(10.45, 2),
    pull(10.5, api),
    `12 PullImage "${api}" failed | error="not found"`,
    `12.001 E pod_workers.go:1324] "Error syncing pod, skipping" err="${error}" pod="default/web-2" podUID="${uidOf(2)}"`,
  );
  expect(pulls(history, 2)).toEqual(['1.5 s inferred']);
  expect(pulls(history, 1)).toEqual([]);
});

test('what the kubelet records of a pull goes before what the runtime says of it', () => {
  const event = (at: number, reason: string, message: string): string =>
    `${at} I event.go:389] "Event occurred" object="default/web-1" fieldPath="spec.containers{app}" kind="Pod" apiVersion="v1" type="Normal" reason="${reason}" message="${message}"`;
  const history = journal(
    added(10, 1),
    sandbox(10.4, 1),
    event(10.49, 'Pulling', `Pulling image \\"${api}\\"`),
    pull(10.5, api),
    ...pulled(16, api),
    event(16.001, 'Pulled', `Successfully pulled image \\"${api}\\" in 5.51s`),
    asked(16.003, 1),
  );
  expect(pulls(history, 1)).toEqual(['5.5 s seen']);
  expect(history.identify(imageId)?.podKey).toBe(uidOf(1));
});

test('CRI-O ties begin and end by its request', () => {
  const history = journal(
    added(10, 1),
    `10.4 Ran pod sandbox ${sandboxOf(1)} with infra container: default/web-1/POD`,
    `10.5 Pulling image: ${api} | id=9fd4 name=/runtime.v1.ImageService/PullImage`,
    `10.6 Trying to access "${api}"`,
    `11.5 Pulled image: ${digest} | id=9fd4 name=/runtime.v1.ImageService/PullImage`,
    '11.503 Creating container: default/web-1/app',
    `11.6 Created container ${'e'.repeat(64)}: default/web-1/app`,
  );
  expect(pulls(history, 1)).toEqual(['1 s inferred']);
  const [pod] = history.podsNamed('default', 'web-1');
  expect(pod?.containers).toMatchObject([{ name: { value: 'app' }, image: { value: api } }]);
});

test('dockershim tells first of a pull when it has gone on for 10 s', () => {
  const history = journal(
    added(10, 1),
    `10.4 I kuberuntime_manager.go:750] "Creating PodSandbox for pod" pod="default/web-1"`,
    `10.9 I kuberuntime_manager.go:870] "Creating container in pod" containerType="container" container="app" pod="default/web-1"`,
    `21 I kube_docker_client.go:344] "Pulling image" image="${api}" progress="1f: Downloading"`,
    `31 I kube_docker_client.go:344] "Pulling image" image="${api}" progress="1f: Extracting"`,
    `33 I kube_docker_client.go:347] "Stop pulling image" image="${api}" progress="Status: Downloaded newer image for ${api}"`,
  );
  expect(pulls(history, 1)).toEqual(['22 s inferred']);
});

test.each([
  ['nginx', 'docker.io/library/nginx:latest', true],
  ['nginx:1.25', 'docker.io/library/nginx:1.25', true],
  ['example/app', 'docker.io/example/app:latest', true],
  ['registry.example:5000/app', 'registry.example:5000/app:latest', true],
  ['nginx', 'nginx:1.25', false],
  ['nginx', 'registry.example/nginx', false],
])('%s and %s mean one image: %s', (one, other, same) => {
  expect(isSameImage(one, other)).toBe(same);
});

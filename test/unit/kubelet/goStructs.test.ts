// Structs in lines, held against the generated code of k8s.io/api/core/v1 (generated.pb.go).
import { expect, test } from 'vitest';
import { goContainer } from '../../../src/kubelet/goStructs.ts';
import { readCapture } from '../../support/captures.ts';

const i0 = { name: 'i0', image: 'localhost/app:1' };

test('a container stands in a line of 1.23 as a real one had it', () => {
  const log = new TextDecoder().decode(readCapture('k123-churn-v4').log);
  const [, real = ''] = /NextInitContainerToStart:(&Container\{Name:i0,.*,\}) Con/.exec(log) ?? [];
  // The model has no command and no pull policy.
  const ours = real
    .replace(/Command:\[.*\],Args/, 'Command:[],Args')
    .replace('Policy:Never', 'Policy:IfNotPresent');
  expect(goContainer(i0, 23)).toBe(ours);
});

test.each([
  [25, 'Requests:ResourceList{},},', 'StartupProbe:nil,}'],
  [26, 'Requests:ResourceList{},Claims:[]ResourceClaim{},},', 'StartupProbe:nil,}'],
  [27, 'Claims:[]ResourceClaim{},},', 'StartupProbe:nil,ResizePolicy:[]ContainerResizePolicy{},}'],
])('1.%i has the fields that its API has', (minor, resources, last) => {
  expect(goContainer(i0, minor)).toContain(resources);
  expect(goContainer(i0, minor).endsWith(last)).toBe(true);
});

import { expect, test } from 'vitest';
import { kubeletVersion, parseKubeletVersion } from '../../../src/kubelet/version/index.ts';

test('the machine of the pod workers changes with 1.22 and 1.27', () => {
  const machines = [9, 21, 22, 26, 27, 36].map((minor) => kubeletVersion(minor).podWorkers);
  expect(machines).toEqual(['classic', 'classic', 'lifecycle', 'lifecycle', 'pending', 'pending']);
});

test('what is older or newer than the known versions counts as the nearest', () => {
  expect(kubeletVersion(3).minor).toBe(9);
  expect(kubeletVersion(99).minor).toBe(36);
});

test.each([
  ['1.34', 34],
  ['v1.34.2', 34],
  ['v1.23.17+k3s1', 23],
  ['nonsense', undefined],
])('reads %s', (text, minor) => {
  expect(parseKubeletVersion(text)?.minor).toBe(minor);
});

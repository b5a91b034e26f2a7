import { expect, test } from 'vitest';
import { kubeconfigOf } from '../../../../src/extension/live/kubernetesExtension.ts';

const broker = (answer: unknown, asked: unknown[][] = []) => ({
  get: (...args: unknown[]) => {
    asked.push(args);
    return answer;
  },
});
const api = (path: unknown) => ({ available: true, api: { getKubeconfigPath: () => path } });
const host = (hostPath: unknown) => api({ pathType: 'host', hostPath });

test('the file that it uses is taken by its API', () => {
  const asked: unknown[][] = [];
  expect(kubeconfigOf(broker(host('/home/jane/dev.config'), asked))).toBe('/home/jane/dev.config');
  expect(asked).toEqual([['configuration', 'v1']]);
  expect(kubeconfigOf(broker(host('C:\\Users\\jane\\config')))).toBe('C:\\Users\\jane\\config');
});

test.each([
  undefined,
  {},
  { get: 7 },
  broker(undefined),
  broker({ available: false, reason: 'version-unknown' }),
  broker({ available: true, api: {} }),
  broker(host('/a/config:/b/config')),
  broker(host('')),
  broker(api({ pathType: 'wsl', wslPath: '/home/jane/.kube/config' })),
  {
    get: () => {
      throw new Error('not now');
    },
  },
])('what is no such file is none: %#', (exported) => {
  expect(kubeconfigOf(exported)).toBeUndefined();
});

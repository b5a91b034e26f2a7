import { expect, it } from 'vitest';
import { sourceId } from '../../../../src/base/input.ts';
import { isKnownHarmless } from '../../../../src/kubelet/evidence/known.ts';
import { readLog } from '../../../../src/log/readLog.ts';

it.each([
  'I1121 19:52:59.929521     159 streamwatcher.go:120] "Unexpected EOF during watch stream event decoding" err="unexpected EOF"',
  'E1121 20:01:16.372737     218 kuberuntime_manager.go:919] container &Container{Name:main,Image:busybox} start failed in pod web_default(5c0e91e5-ca33-4316-ac70-0cfb035016d4): CreateContainerConfigError: no',
  '{"ts":1795291464758.2515,"caller":"kuberuntime/kuberuntime_manager.go:884","msg":"init container &Container{Name:first} start failed in pod web_default(5c0e91e5-ca33-4316-ac70-0cfb035016d4): CreateContainerConfigError: no"}',
])('knows that nothing moves with %s', (line) => {
  const table = readLog(sourceId(0), new TextEncoder().encode(`${line}\n`), { year: 2026 });
  expect(isKnownHarmless(table.record(0))).toBe(true);
});

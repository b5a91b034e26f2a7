import { expect, it } from 'vitest';
import { sourceId } from '../../../../src/base/input.ts';
import { isKnownHarmless } from '../../../../src/kubelet/evidence/known.ts';
import { readLog } from '../../../../src/log/readLog.ts';

it.each([
  'I1121 19:52:59.929521     159 streamwatcher.go:120] "Unexpected EOF during watch stream event decoding" err="unexpected EOF"',
  'E1121 20:01:16.372737     218 kuberuntime_manager.go:919] container &Container{Name:main,Image:busybox} start failed in pod web_default(5c0e91e5-ca33-4316-ac70-0cfb035016d4): CreateContainerConfigError: no',
  '{"ts":1795291464758.2515,"caller":"kuberuntime/kuberuntime_manager.go:884","msg":"init container &Container{Name:first} start failed in pod web_default(5c0e91e5-ca33-4316-ac70-0cfb035016d4): CreateContainerConfigError: no"}',
  'W1122 13:31:48.460897     159 clientconn.go:1331] [core] grpc: addrConn.createTransport failed to connect to {/run/containerd/containerd.sock /run/containerd/containerd.sock <nil> 0 <nil>}. Err: connection error: desc = "transport: Error while dialing dial unix /run/containerd/containerd.sock: connect: no such file or directory". Reconnecting...',
  'E1122 13:31:48.461164     159 kubelet.go:1839] [failed to "KillContainer" for "old" with KillContainerError: "rpc error: code = Unavailable desc = error reading from server: EOF", failed to "KillPodSandbox" for "ac55ae8b-0a82-4077-bfe9-f828d74c8677" with KillPodSandboxError: "rpc error: code = Unavailable desc = error reading from server: EOF"]',
  'E0526 01:55:43.442128     670 kubelet.go:2183] node "n-1" not found',
  'I0526 01:55:43.142128     670 clientconn.go:948] ClientConn switching balancer to "pick_first"',
  'I0526 01:55:43.142128     670 interface.go:400] Looking for default routes with IPv4 addresses',
])('knows that nothing moves with %s', (line) => {
  const table = readLog(sourceId(0), new TextEncoder().encode(`${line}\n`), { year: 2026 });
  expect(isKnownHarmless(table.record(0))).toBe(true);
});

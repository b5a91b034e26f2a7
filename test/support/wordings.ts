// The words in which kubelets, runtimes and plug-ins of many versions say one fault, each put into the lines that it comes in.
import fs from 'node:fs';
import path from 'node:path';

const uid = '6cc1a1b7-dccb-47ec-471d-f068acc29600';
const sandbox = `${'a'.repeat(63)}1`;
const container = `${'b'.repeat(63)}2`;
const pod = `pod="shop/web-1" podUID="${uid}"`;

const quoted = (text: string): string => JSON.stringify(text);
const sync = (text: string): string =>
  `pod_workers.go:1301] "Error syncing pod, skipping" err=${quoted(text)} ${pod}`;
const started = (reason: string, text: string): string =>
  sync(`failed to "StartContainer" for "app" with ${reason}: ${quoted(text)}`);
const volume = (verb: string, text: string, time: number): string =>
  `nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/csi/x^v podName:${uid} nodeName:}" failed. No retries permitted until 2025-05-12 10:12:00.1 +0000 UTC m=+100.5 (durationBeforeRetry ${8 * 2 ** time}s). Error: ${verb} failed for volume "v" (UniqueName: "kubernetes.io/csi/x^v") pod "web-1" (UID: "${uid}") : ${text}`;

/** What is logged each time, without the klog header's time. */
const chains: Readonly<
  Record<string, (text: string, rpc: string, time: number) => readonly string[]>
> = {
  'sandbox create': (_text, rpc) => [
    `log.go:32] "RunPodSandbox from runtime service failed" err=${quoted(rpc)}`,
    `kuberuntime_sandbox.go:72] "Failed to create sandbox for pod" err=${quoted(rpc)} pod="shop/web-1"`,
    sync(
      `failed to "CreatePodSandbox" for "web-1_shop(${uid})" with CreatePodSandboxError: ${quoted(`Failed to create sandbox for pod "web-1_shop(${uid})": ${rpc}`)}`,
    ),
  ],
  'sandbox stop': (_text, rpc) => [
    `log.go:32] "StopPodSandbox from runtime service failed" err=${quoted(rpc)} podSandboxID="${sandbox}"`,
    `kuberuntime_manager.go:1381] "Failed to stop sandbox" podSandboxID={"Type":"containerd","ID":"${sandbox}"}`,
    sync(`failed to "KillPodSandbox" for "${uid}" with KillPodSandboxError: ${quoted(rpc)}`),
  ],
  'container stop': (_text, rpc) => [
    `log.go:32] "StopContainer from runtime service failed" err=${quoted(rpc)} containerID="${container}"`,
    `kuberuntime_container.go:779] "Container termination failed with gracePeriod" err=${quoted(rpc)} ${pod} containerName="app" containerID="containerd://${container}" gracePeriod=30`,
    sync(`failed to "KillContainer" for "app" with KillContainerError: ${quoted(rpc)}`),
  ],
  'container start': (text) => {
    const [reason = '', ...words] = text.split(':');
    return [started(reason, words.join(':'))];
  },
  pull: (_text, rpc) => [
    `log.go:32] "PullImage from image service failed" err=${quoted(rpc)} image="x"`,
    `kuberuntime_image.go:55] "Failed to pull image" err=${quoted(rpc)} image="x"`,
    started('ErrImagePull', rpc),
  ],
  mount: (text, _rpc, time) => [volume('MountVolume.SetUp', text, time)],
  unmount: (text, _rpc, time) => [volume('UnmountVolume.TearDown', text, time)],
  line: (text) => [`a.go:1] ${text}`],
  exit: (text) => [`run.go:72] "command failed" err=${quoted(text)}`],
};

/** Four times, once a minute. */
export function logOf(way: string, words: string): string {
  const text = words.replaceAll('SID', sandbox).replaceAll('CID', container).replaceAll('UID', uid);
  const code = /^context deadline exceeded|: context deadline exceeded$/.test(text)
    ? 'DeadlineExceeded'
    : 'Unknown';
  const lines = [0, 1, 2, 3].flatMap((time) =>
    (chains[way]?.(text, `rpc error: code = ${code} desc = ${text}`, time) ?? []).map(
      (line, index) => `E0512 10:1${time}:00.00000${index}    1234 ${line}`,
    ),
  );
  return lines.join('\n');
}

const file = path.join(import.meta.dirname, '..', 'fixtures', 'wordings.txt');
/** Id, way and words of each. */
export const rows = fs
  .readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((row) => row.split(' | '));

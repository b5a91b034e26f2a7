import { plantedKey, plantedSecrets } from './secretForms.ts';

const pod = (i: number): string =>
  `pod="default/web-${i}" podUID="5c0e91e5-ca33-4316-ac70-${String(i).padStart(12, '0')}"`;
const time = (i: number): string =>
  `1121 13:${String(10 + Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}`;
const quoted = (text: string): string => JSON.stringify(text);

/** Every form where a kubelet's lines have texts of others: in quotes, in quotes of quotes, in printf lines, in lines below. */
export function plantedLog(): string {
  const lines = plantedSecrets.flatMap(({ text }, i) => [
    `I${time(i)}.000000     298 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web-${i}"]`,
    `E${time(i)}.100000     298 pod_workers.go:1324] "Error syncing pod, skipping" err=${quoted(`failed to "StartContainer" for "main" with ErrImagePull: ${quoted(text)}`)} ${pod(i)}`,
    `E${time(i)}.200000     298 log.go:32] "PullImage from image service failed" err=${quoted(`rpc error: code = Unknown desc = ${text}`)} image="app:${i}"`,
    `E${time(i)}.300000     298 nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/nfs/v-${i} podName: nodeName:}" failed. No retries permitted until 2026-11-21 14:00:00. Error: MountVolume.SetUp failed for volume "v-${i}" (UniqueName: "kubernetes.io/nfs/v-${i}") pod "web-${i}" (UID: "5c0e91e5-ca33-4316-ac70-${String(i).padStart(12, '0')}") : ${text}`,
    `E${time(i)}.400000     298 log.go:32] "RunPodSandbox from runtime service failed" err=${quoted(`rpc error: code = Unknown desc = failed to setup network for sandbox: plugin type="x" failed (add): ${text}`)}`,
    `E${time(i)}.500000     298 kuberuntime_sandbox.go:72] "Failed to create sandbox for pod" err=${quoted(`failed to setup network for sandbox: plugin type="x" failed (add): ${text}`)} ${pod(i)}`,
    `W${time(i)}.600000     298 prober.go:107] "Probe failed" probeType="Readiness" ${pod(i)} containerName="main" probeResult="failure" output=${quoted(text)}`,
  ]);
  const key = [
    `E${time(300)}.000000     298 kubelet.go:1] it was printed:`,
    ...plantedKey.lines,
    ...plantedKey.lines.map((line) => `E${time(301)}.000000     298 kubelet.go:1] ${line}`),
  ];
  return [...lines, ...key, ''].join('\n');
}

/** Secrets of which a text has some, whatever it was escaped for. */
export function leaksIn(text: string): readonly string[] {
  const bare = text.replaceAll('\\', '');
  const secrets = [...plantedSecrets.map(({ secret }) => secret), ...plantedKey.secrets];
  return secrets.filter((secret) => bare.includes(secret.replaceAll('\\', '')));
}

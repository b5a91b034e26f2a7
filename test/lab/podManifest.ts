// From a pod of a scenario to a manifest that a real kubelet runs: what a container does becomes a small shell script.
import { durationMicros } from '../../src/simulate/scenario.ts';
import type { LabScenario } from './labScenario.ts';

export type ScenarioPod = LabScenario['pods'][number];
type ScenarioContainer = ScenarioPod['initContainers'][number];

const seconds = (text: string) => durationMicros(text) / 1e6;

/** A pod that runs and does nothing. */
export const simplePod = (name: string): ScenarioPod => ({
  name,
  namespace: 'default',
  source: 'api',
  count: 1,
  restartPolicy: 'Always',
  gracePeriod: '30s',
  hostNetwork: false,
  initContainers: [],
  configMaps: [],
});

/** Scenario pods with `count: 3` are `NAME-1` to `NAME-3`. */
export function podNames(pod: ScenarioPod): string[] {
  if (pod.count === 1) return [pod.name];
  return Array.from({ length: pod.count }, (_, i) => `${pod.name}-${i + 1}`);
}

export function podManifest(pod: ScenarioPod, name: string, node: string): object {
  const volumes = pod.configMaps.map((configMap) => ({
    name: configMap,
    configMap: { name: configMap },
  }));
  const mounts = pod.configMaps.map((configMap) => ({
    name: configMap,
    mountPath: `/etc/config/${configMap}`,
  }));
  const main: readonly ScenarioContainer[] = pod.containers ?? [
    { name: 'main', image: 'busybox', run: 'forever', after: '1s', exitCode: 0, stopTakes: '0s' },
  ];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: pod.namespace, labels: { app: pod.name } },
    spec: {
      nodeName: node,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      restartPolicy: pod.restartPolicy,
      terminationGracePeriodSeconds: Math.round(seconds(pod.gracePeriod)),
      hostNetwork: pod.hostNetwork,
      // The lab's nodes run what they are given: nothing here takes care of taints.
      tolerations: [{ operator: 'Exists' }],
      volumes,
      initContainers: pod.initContainers.map((c) => containerManifest(c, mounts)),
      containers: main.map((c) => ({ ...containerManifest(c, mounts), ...probes(c) })),
      ...pod.spec,
    },
  };
}

function containerManifest(container: ScenarioContainer, volumeMounts: readonly object[]): object {
  return {
    name: container.name,
    image: container.image,
    // A registry in the name means that the pull itself is the point.
    imagePullPolicy: container.image.includes('/') ? 'IfNotPresent' : 'Never',
    command: ['/bin/sh', '-c', `date +%s > /started; ${script(container)}`],
    volumeMounts,
  };
}

function script(container: ScenarioContainer): string {
  const { run, after, exitCode, stopTakes } = container;
  const pause = stopTakes === '0s' ? '' : `sleep ${seconds(stopTakes)}; `;
  switch (run) {
    case 'forever':
      return `trap '${pause}exit 0' TERM; while :; do sleep 3600 & wait $!; done`;
    case 'exit':
      return `trap '${pause}exit 143' TERM; sleep ${seconds(after)} & wait $!; exit ${exitCode}`;
    case 'ignore-term':
      return "trap '' TERM; while :; do sleep 1; done";
  }
}

/** Probes that hold until the container has run for so long. */
function probes(container: ScenarioContainer): object {
  const failingAfter = (after: string) => ({
    exec: {
      command: ['sh', '-c', `[ $(($(date +%s) - $(cat /started))) -lt ${seconds(after)} ]`],
    },
    periodSeconds: 2,
  });
  const { livenessFailsAfter: live, readinessFailsAfter: ready } = container;
  return {
    ...(live === undefined ? {} : { livenessProbe: failingAfter(live) }),
    ...(ready === undefined ? {} : { readinessProbe: failingAfter(ready) }),
  };
}

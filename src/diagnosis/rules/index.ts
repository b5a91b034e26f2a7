// The registry of rules: one array a family, in the order of the families' names in the documentation.
import type { Program } from '../../log/record.ts';
import type { Rule } from '../rule.ts';
import { apiRules } from './api.ts';
import { certificateRules } from './certificates.ts';
import { containerStartRules } from './containerStart.ts';
import { containerRules } from './containers.ts';
import { daemonRules } from './daemons.ts';
import { deviceRules } from './devices.ts';
import { endRules } from './ends.ts';
import { hostRules } from './hosts.ts';
import { imageRules } from './images.ts';
import { kernelRules } from './kernel.ts';
import { kubeadmRules } from './kubeadm.ts';
import { linkRules } from './links.ts';
import { networkRules } from './network.ts';
import { plegRules } from './pleg.ts';
import { pluginRules } from './plugins.ts';
import { resourceRules } from './resources.ts';
import { runtimeRules } from './runtime.ts';
import { sandboxRules } from './sandbox.ts';
import { startRules } from './start.ts';
import { slowEndRules } from './slowEnds.ts';
import { staticPodRules } from './staticPods.ts';
import { storeRules } from './stores.ts';
import { teardownRules } from './teardown.ts';
import { terminationRules } from './termination.ts';
import { trapsOfContainers } from './trapsOfContainers.ts';
import { trapsOfNode } from './trapsOfNode.ts';
import { unitRules } from './units.ts';
import { unknownRules } from './unknown.ts';
import { volumeRules } from './volumes.ts';

/** What shows that faults of a family are over, where a rule says nothing else. */
function over(by: NonNullable<Rule['overBy']>, family: readonly Rule[]): readonly Rule[] {
  return family.map((rule) => ({ overBy: by, ...rule }));
}

/** What the kubelet asks of a runtime the runtime tells, too, in the same words. */
function toldByRuntimes(family: readonly Rule[]): readonly Rule[] {
  return family.map((rule) => ({ reads: ofPods, ...rule }));
}

const ofPods: readonly Program[] = ['kubelet', 'containerd', 'crio', 'dockerd', 'cri-dockerd'];

export const rules: readonly Rule[] = [
  ...over('relist', plegRules),
  ...over('relist', runtimeRules),
  ...over('stop', terminationRules),
  ...over('stop', slowEndRules),
  ...over('stop', toldByRuntimes(teardownRules)),
  ...over('setup', toldByRuntimes(networkRules)),
  ...over('setup', toldByRuntimes(sandboxRules)),
  ...over('start', toldByRuntimes(imageRules)),
  ...toldByRuntimes([...containerRules, ...containerStartRules]),
  ...resourceRules,
  ...apiRules,
  ...certificateRules,
  ...startRules,
  ...endRules,
  ...hostRules,
  ...kubeadmRules,
  ...kernelRules,
  ...unitRules,
  ...daemonRules,
  ...pluginRules,
  ...linkRules,
  ...storeRules,
  ...staticPodRules,
  ...over('start', volumeRules),
  ...deviceRules,
  ...trapsOfNode,
  ...trapsOfContainers,
  ...toldByRuntimes(unknownRules),
];

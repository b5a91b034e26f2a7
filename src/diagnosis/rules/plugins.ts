// What programs beside the kubelet say that register with it: sidecars of CSI drivers (node-driver-registrar) and device plug-ins.
import { check, remedy, type Rule } from '../rule.ts';
import { fault } from '../verdict.ts';

export const pluginRules: readonly Rule[] = [
  {
    id: 'csi-registration-refused',
    title: 'CSI driver {driver|} cannot be registered with its node: {why|}',
    severity: 'high',
    by: 'node',
    onceIsFault: true,
    reads: ['other'],
    // cmd/csi-node-driver-registrar/main.go and node_register.go.
    signs: [
      {
        text: /Registration process failed with error: (?:.*: )?(?<why>[^:]{1,160}?)(?:, restarting registration container)?\.?\s*$/,
      },
      {
        text: /Registration Server start(?:ed|ing) at: \S*\/(?<driver>[\w.-]+?)-reg\.sock/i,
        heads: ['Registration Server', 'Starting Registration Server'],
        role: 'context',
      },
    ],
    judge: ({ hits }) => (hits.some(({ sign }) => sign.role === undefined) ? fault : undefined),
    explanation: ['Until it is registered no volume of the driver is mounted on this node.'],
    checks: [
      check('Drivers of this node', 'kubectl get csinode {node|NODE} -o yaml'),
      check(
        'The driver’s own log',
        'kubectl get pods -A -o wide --field-selector spec.nodeName=$(hostname) | grep -i csi',
      ),
    ],
    remedy: [remedy('Correct in the driver what the kubelet refuses; the registrar tries again')],
    references: ['https://kubernetes-csi.github.io/docs/node-driver-registrar.html'],
  },
  {
    id: 'device-plugin-empty',
    title: 'A device plug-in offers no device of {resource|its resource}',
    severity: 'medium',
    by: 'fact:resource',
    onceIsFault: true,
    reads: ['other'],
    signs: [
      {
        // As Go prints deviceplugin.ListAndWatchResponse.
        text: /ListAndWatch\((?<resource>[^()]{1,100})\): send devices &?ListAndWatchResponse\{Devices:\[\](?:\*?Device)?\{\}/,
        heads: ['ListAndWatch('],
      },
    ],
    explanation: ['The kubelet tells none of it to the scheduler; pods that ask for it wait.'],
    checks: [
      check(
        'What the node offers',
        "kubectl get node {node|NODE} -o jsonpath='{.status.allocatable}'",
      ),
    ],
    remedy: [
      remedy('Compare the selectors of the plug-in’s configuration with the devices of the node'),
    ],
    references: [
      'https://kubernetes.io/docs/concepts/extend-kubernetes/compute-storage-net/device-plugins/',
    ],
  },
];

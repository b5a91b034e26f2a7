// What kubeadm prints of a node that it cannot make: the phase in which it ends, the checks before it, and its wait for the kubelet
// (cmd/kubeadm/app: cmd/phases/workflow/runner.go, preflight/checks.go, util/apiclient/wait.go).
import { check, remedy, type Rule } from '../rule.ts';
import { unlessBack } from '../verdict.ts';

export const kubeadmRules: readonly Rule[] = [
  {
    id: 'kubeadm-fails',
    title: 'kubeadm ends in phase {phase|}: {why|}',
    severity: 'high',
    by: 'node',
    onceIsFault: true,
    reads: ['other', 'host'],
    signs: [
      { text: /^error execution phase (?<phase>[\w/-]+): (?<why>[^\n]{1,200})/ },
      { text: /^\s*\[ERROR (?<check>[\w.-]+)\]: (?<problem>[^\n]{1,200})/ },
      {
        text: /The HTTP call equal to 'curl -sSL (?<asked>[^'\s]+)' (?:failed with|returned) error: (?<answer>[^\n]{1,200})/,
      },
      { text: /^\[kubelet-check\] The kubelet is not healthy after (?<waited>\S+)/ },
      {
        text: /^(?:\[apiclient\] All control plane components are healthy|\[kubelet-check\] The kubelet is healthy|Your Kubernetes (?:control-plane|master) has initialized|This node has joined the cluster)/,
        role: 'context',
      },
    ],
    judge: unlessBack,
    branches: [
      {
        shown: { line: /\[ERROR [\w.-]+\]: / },
        told: { title: 'kubeadm’s check {check|} fails: {problem|}' },
      },
      {
        shown: { line: /The HTTP call equal to 'curl/ },
        told: {
          title: 'The kubelet does not answer kubeadm ({asked|}): {answer|}',
          checks: [
            check(
              'What does the kubelet say?',
              'systemctl status kubelet; journalctl -xeu kubelet',
            ),
          ],
          remedy: [remedy('Read what the kubelet says as it starts or ends, and correct that')],
        },
      },
      {
        shown: { line: /The kubelet is not healthy after/ },
        told: { title: 'The kubelet is not healthy after kubeadm has waited for it ({waited|})' },
      },
    ],
    explanation: [],
    checks: [check('All that it says', 'kubeadm init --v=5')],
    remedy: [remedy('Correct what the line names, then run it again')],
    references: [
      'https://kubernetes.io/docs/setup/production-environment/tools/kubeadm/troubleshooting-kubeadm/',
    ],
  },
];

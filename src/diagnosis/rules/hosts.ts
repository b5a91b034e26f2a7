// k3s and RKE2: what runs before the kubelet within them, and keeps it from starting.
import { SECOND } from '../../base/time.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import { breaksOff, quietAfter, span, times, untold, fault } from '../verdict.ts';

/** No further try heals it. */
const refused =
  /rejected|[Nn]ot authorized|[Uu]nauthorized|\b401\b|hash does not match|x509:|preparing server|duplicate/;

/** While its server starts an agent waits for some tries. */
function judgeServer(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  const isLast = !quietAfter(suspicion, ask, 30 * SECOND);
  if (hits.some(({ line }) => line.severity === 'fatal')) return fault;
  if (isLast && hits.some(({ line }) => refused.test(line.body))) return fault;
  if (isLast && times(hits) >= 3 && span(hits) >= 30 * SECOND) return fault;
  return breaksOff(suspicion, ask) ? untold : undefined;
}

export const hostRules: readonly Rule[] = [
  {
    id: 'server-unreachable',
    title: 'The node has no connection to its server ({server|})',
    severity: 'high',
    by: 'node',
    reads: ['host', 'kubelet', 'other'],
    signs: [
      {
        text: /(?:failed to get CA certs|Failed to (?:connect to proxy|retrieve agent config\w*|validate connection to cluster)|Remotedialer proxy error|failed to retrieve configuration from server|Unable to (?:retrieve|get) .{0,40}from server|token CA hash does not match|preparing server: )(?:.{0,300}(?:https:\/\/|dial tcp )(?<server>[\w.-]+:\d+))?/,
      },
      {
        text: /Waiting to retrieve (?:agent|kube-proxy) configuration; server is not ready: .{0,300}(?:https:\/\/(?<server>[\w.-]+:\d+))?/,
        // What it waits for can be something of the node itself.
        not: /snapshotter|file system|mount/,
        heads: ['Waiting to retrieve'],
      },
    ],
    judge: judgeServer,
    explanation: [
      {
        says: 'Before its kubelet starts the node asks a server for certificates and configuration, and does not get them.',
        shown: { line: /CA certs|configuration|agent config|token CA hash|preparing server/ },
      },
      {
        says: 'The tunnel breaks through which the server asks this node.',
        shown: { line: /[Pp]roxy error|connect to proxy/ },
      },
      { says: 'Nothing listens at that address.', shown: { line: /connection refused/ } },
      { says: 'No route leads there.', shown: { line: /no route to host|network is unreachable/ } },
      {
        says: 'No answer comes in time.',
        shown: { line: /i\/o timeout|deadline exceeded|Client\.Timeout|handshake timeout/ },
      },
      {
        says: 'The connection is closed before an answer.',
        shown: { line: /: EOF|connection reset/ },
      },
      {
        says: 'The server does not accept the password that the node has: another node of this name has joined, or the password changed.',
        shown: { line: /[Nn]ode password rejected/ },
      },
      {
        says: 'The token is not accepted.',
        shown: { line: /[Nn]ot authorized|[Uu]nauthorized|\b401\b|hash does not match/ },
      },
      {
        says: 'The address is that of the agent’s own load balancer: which server it asks stands in its configuration.',
        shown: { line: /127\.0\.0\.1:644[34]/ },
      },
    ],
    branches: [
      {
        shown: { line: /[Nn]ode password rejected/ },
        told: {
          title: 'The node cannot join: its server refuses the node’s password',
          remedy: [
            remedy(
              'If a node of this name joined before and is gone: delete its secret NODE.node-password.k3s in kube-system',
              'A node of this name that still lives loses its place.',
            ),
            remedy('If two nodes have one name: give them different ones (--with-node-id)'),
          ],
        },
      },
      {
        shown: { line: /[Nn]ot authorized|[Uu]nauthorized|\b401\b|hash does not match/ },
        told: {
          title: 'The node cannot join: its server does not accept the token',
          remedy: [remedy('Compare the token with the server’s')],
        },
      },
    ],
    checks: [
      check(
        'Does the server answer from this node?',
        'curl -vks -m 5 https://{server|SERVER:6443}/cacerts | head -3',
      ),
      check(
        'Which server is configured?',
        'cat /etc/rancher/k3s/config.yaml /etc/systemd/system/k3s-agent.service.env /etc/rancher/rke2/config.yaml 2>/dev/null | grep -iE "server|url"',
      ),
    ],
    remedy: [
      remedy('Repair the way to the server: its process, firewall, load balancer, route'),
      remedy('Correct the server’s address in the configuration'),
    ],
    references: ['k3s-io/k3s#802'],
  },
];

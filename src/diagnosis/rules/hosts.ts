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
  return breaksOff(suspicion, ask) || (ask.isExcerpt && isLast) ? untold : undefined;
}

export const hostRules: readonly Rule[] = [
  {
    // pkg/controller/nodelifecycle/node_lifecycle_controller.go, in a row of the node's conditions.
    id: 'node-status-unknown',
    title: 'The kubelet no longer tells the API server how its node is',
    severity: 'high',
    by: 'node',
    signs: [
      {
        text: /^NodeStatus(?:Unknown|NeverUpdated)\s+Kubelet (?:stopped posting|never posted) node status/,
      },
    ],
    branches: [
      {
        shown: { line: /Kubelet never posted/ },
        told: { title: 'The kubelet has not told the API server yet how its node is' },
      },
    ],
    explanation: ['Why it does not, a row of conditions does not show.'],
    checks: [
      check('Does it run on the node, and what does it say last?', 'systemctl status kubelet'),
      check('Since when?', 'kubectl get lease -n kube-node-lease {node|NODE}'),
    ],
    remedy: [remedy('Look on the node whether it runs and the kubelet reaches the API server')],
    references: ['https://kubernetes.io/docs/reference/node/node-status/'],
  },
  {
    id: 'server-unreachable',
    title: 'What the node asks of its server fails ({server|})',
    severity: 'high',
    by: 'node',
    reads: ['host', 'kubelet', 'other'],
    signs: [
      {
        text: /(?:failed to get CA certs|Failed to (?:connect to proxy|retrieve agent config\w*|validate connection to cluster)|Remotedialer proxy error|failed to retrieve configuration from server|Unable to (?:retrieve|get) .{0,40}from server|token CA hash does not match|preparing server: (?=.{0,300}https?:\/\/))(?:.{0,300}(?:https:\/\/|wss:\/\/|dial tcp )(?<server>[\w.-]+:\d+))?/,
      },
      // Of remotedialer's client.go.
      {
        text: /Failed to connect to proxy\. Response status: (?<status>\d{3})(?: - \d{3} (?<said>[A-Z][A-Za-z ]{2,40}))?/,
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
        says: 'It asks for certificates or configuration.',
        shown: { line: /CA certs|retrieve (?:agent |kube-proxy )?config/ },
      },
      {
        says: 'It is about the tunnel through which the server asks this node.',
        shown: { line: /[Pp]roxy error|connect to proxy/ },
      },
      { says: 'The connection is refused.', shown: { line: /connection refused/ } },
      {
        says: 'Host or network are not reachable.',
        shown: { line: /no route to host|network is unreachable/ },
      },
      {
        says: 'No answer comes in time.',
        shown: { line: /i\/o timeout|deadline exceeded|Client\.Timeout|handshake timeout/ },
      },
      {
        says: 'The connection is cut.',
        shown: { line: /: EOF|connection reset/ },
      },
      {
        says: 'On an agent this is the address of its own load balancer: which server it asks stands in its configuration.',
        shown: { line: /127\.0\.0\.1:644[34]/ },
      },
    ],
    branches: [
      {
        shown: { line: /[Nn]ode password rejected/ },
        told: {
          title: 'The server refuses the node’s password',
          remedy: [
            remedy('If two nodes have one name: give them different ones (--with-node-id)'),
            remedy(
              'If a node of this name joined before and is gone: delete its secret NODE.node-password.k3s in kube-system',
              'A node of this name that still lives loses its place.',
            ),
          ],
        },
      },
      {
        shown: { line: /hash does not match/ },
        told: {
          title: 'The CA hash in the node’s token is not that of the server’s CA',
          remedy: [remedy('Compare the token with the server’s')],
        },
      },
      {
        // Of remotedialer: what answers a path that only the supervisor knows.
        shown: { line: /Response status: (?:403|404) .*\/v1-(?:k3s|rke2)\/connect/s },
        told: {
          title:
            'The tunnel to the server is refused ({server|}): what answers there does not know it',
          explanation: [
            'The tunnel is the supervisor’s (port 9345 of RKE2, 6443 of k3s); an API server refuses the path.',
          ],
          remedy: [remedy('Look to which port the tunnel goes, and which one the supervisor has')],
        },
      },
      {
        shown: { layer: /certificate signed by unknown authority/ },
        told: {
          title: 'The node does not trust the certificate that its server shows ({server|})',
          remedy: [
            remedy('Give the node the authority that the server’s certificate is signed by'),
          ],
        },
      },
      {
        shown: { line: /[Nn]ot authorized|[Uu]nauthorized|\b401\b/ },
        told: {
          title: 'The server answers “not authorized” to the node ({server|})',
          remedy: [remedy('Compare the token with the server’s')],
        },
      },
      {
        shown: { line: /Response status: [3-5]\d\d/ },
        told: {
          title: 'The tunnel to the server is answered with {status|an error} ({said|})',
          explanation: ['The answer comes from the server or from what stands before it.'],
          remedy: [
            remedy(
              'Look which server answers there, and whether what stands before it has a back-end',
            ),
          ],
        },
      },
      {
        shown: {
          line: /connection refused|no route to host|network is unreachable|i\/o timeout|connection timed out/,
        },
        told: { title: 'The node has no connection to its server ({server|})' },
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
      remedy(
        'Look at the way to the server: its process, firewall, load balancer, route',
        undefined,
        {
          line: /refused|no route|unreachable|timeout|timed out|Timeout|deadline|EOF|reset/,
        },
      ),
      remedy('Compare the server’s address in the configuration with the server’s own'),
      remedy('Correct what the root error names'),
    ],
    references: ['k3s-io/k3s#802'],
  },
];

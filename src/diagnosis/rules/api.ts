// The API server as the kubelet sees it: connections, leases, node status, watches.
import { MINUTE, SECOND } from '../../base/time.ts';
import { goDuration } from '../duration.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import {
  aside,
  distinct,
  fault,
  groupBy,
  harmless,
  inStartWindow,
  quietAfter,
  repeated,
  span,
  times,
} from '../verdict.ts';

const transport =
  '(?:connection refused|no route to host|network is unreachable|i\\/o timeout|context deadline exceeded|TLS handshake timeout|Client\\.Timeout|no such host|connection reset|connection timed out|connect: connection timed out|server misbehaving|: EOF|server is currently unable|x509: certificate signed by unknown authority|x509: certificate is (?:not )?valid for|x509: cannot validate certificate)';

/** Five quick tries are built in, and a control plane that boots refuses for a while. */
function judgeUnreachable(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  const length = span(hits);
  // Tries were used up, but no line says that a connection failed: another rule knows why.
  const isTold = hits.some(({ facts }) => facts['why'] !== undefined);
  const refused = ['node-identity-mismatch', 'client-cert-expired', 'node-registration-forbidden'];
  if (!isTold && refused.some((id) => ask.hitsOf(id).some(({ sign }) => sign.role === undefined)))
    return undefined;
  const gaveUp = hits.some(({ line }) =>
    /failed 5 attempts|exceeds retry count|fallback to ensure lease|interval="?7s|retry in 7s/.test(
      line.body,
    ),
  );
  if (
    inStartWindow(suspicion, ask, 2 * MINUTE) &&
    !ask.said('registered').some(({ at }) => at < (hits[0]?.line.at ?? 0)) &&
    (quietAfter(suspicion, ask, 5 * SECOND) || length < 40 * SECOND)
  )
    return harmless('conn-refused-at-boot');
  if (gaveUp || length >= 40 * SECOND) return fault;
  if (times(hits) >= 5 && !quietAfter(suspicion, ask, 30 * SECOND)) return { trust: 0.7 };
  return harmless('lease-single-miss');
}

/** The same local port in each error, or closed connections for longer than a failover takes. */
function judgeDeadConnection({ hits }: Suspicion): Verdict {
  const ports = groupBy(hits, ({ facts }) => facts['port']);
  // All watches share one connection, and end at once with it: that it is used again is the fault.
  const isReused = [...ports].some(
    ([port, list]) => port !== undefined && list.length >= 3 && span(list) > SECOND,
  );
  if (isReused) return fault;
  // Who resets new connections is alive; each has another port.
  const isRefused = ports.size > 2 && hits.every(({ line }) => /connection reset/.test(line.body));
  return !isRefused && times(hits) >= 3 && span(hits) >= 30 * SECOND ? fault : aside;
}

function judgeConflict({ hits }: Suspicion): Verdict {
  if (hits.some(({ line }) => line.body.includes('meaningful conflict'))) return fault;
  return times(hits) >= 6 && span(hits) >= MINUTE ? fault : harmless('conflict-once');
}

function judgeOverload({ hits }: Suspicion): Verdict {
  const kinds = distinct(hits, ({ facts }) => facts['type']);
  const tooMany = hits.filter(({ line }) => line.body.includes('too many requests')).length;
  // A change of etcd's leader costs a request or two.
  const slow = hits.filter(({ facts }) => facts['slow'] !== undefined);
  if (times(slow) >= 3 && span(slow) >= 10 * SECOND) return fault;
  return tooMany >= 2 || (kinds >= 2 && hits.length >= 3) || (tooMany > 0 && kinds > 0)
    ? fault
    : aside;
}

function judgeThrottling({ hits }: Suspicion, ask: Questions): Verdict {
  const waits = hits
    .filter(({ line }) => (ask.sinceStart(line) ?? Infinity) > 30 * SECOND)
    .map(({ facts }) => goDuration(facts['wait'] ?? '') ?? 0);
  const long = waits.filter((wait) => wait >= SECOND).length;
  return long >= 3 || waits.some((wait) => wait >= 5 * SECOND) ? fault : aside;
}

const path = check(
  'Does the server answer from this node?',
  'curl -sk -m 5 https://HOST:6443/healthz; nc -vz HOST 6443',
);

export const apiRules: readonly Rule[] = [
  {
    id: 'api-unreachable',
    overBy: 'api',
    title: 'The API server cannot be reached ({why|})',
    severity: 'critical',
    by: 'node',
    signs: [
      {
        text: new RegExp(
          `(?:[Ff]ailed to (?:update|ensure|get) (?:node )?lease|[Ff]ailed to (?:update|ensure) lease|node lease).*(?<why>${transport})`,
        ),
      },
      {
        text: new RegExp(
          `(?:Error updating node status|Unable to (?:update node status|register node)).*(?<why>${transport})`,
        ),
      },
      {
        text: new RegExp(`[Ff]ailed to (?:list|watch) (?:\\*|&)?v1.*(?<why>${transport})`),
      },
      {
        text: new RegExp(
          `(?:signed certificate from the|create certificate signing request).*(?<why>${transport})`,
        ),
      },
      {
        text: /failed 5 attempts to update node lease|update node status exceeds retry count|fallback to ensure lease/,
        heads: ['failed to update lease using latest lease', 'Failed to update lease using latest'],
      },
      {
        text: new RegExp(
          `(?:Unable to write event|[Uu]nable to (?:fetch|get) pod|Failed to (?:get|update) status for pod).*(?<why>${transport})`,
        ),
        not: /failed calling webhook/,
        role: 'consequence',
      },
    ],
    judge: judgeUnreachable,
    yields: [
      { id: 'control-plane-self-outage', why: 'the server is a crashing static pod of this node' },
      { id: 'dead-api-connection', why: 'only one dead connection is used again and again' },
      { id: 'node-registration-forbidden', why: 'the server answers, and refuses' },
    ],
    unlike: [
      { id: 'lease-single-miss', why: 'it outlives the tries that are built in' },
      { id: 'client-cert-expired', why: 'the connection fails, not the identity' },
    ],
    explanation:
      'Leases and node status cannot be written. After 40 to 50 s the node is marked Unknown, after five minutes its pods are evicted by the control plane. The kubelet goes on running what it has.',
    checks: [path, check('Name and route', 'getent hosts HOST; ip route get ADDRESS')],
    remedy: [
      remedy('Restore the path: server, load balancer, firewall, DNS'),
      remedy('If its certificate is what fails: name its CA and its true address in kubelet.conf'),
      remedy('Look at etcd and the load of the server if it only times out'),
    ],
    references: [
      'kubernetes/kubernetes#83230',
      'kubernetes/kubernetes#106028',
      'rancher/rke2#5289',
    ],
  },
  {
    id: 'dead-api-connection',
    title: 'The kubelet sticks to a dead connection to the API server',
    severity: 'critical',
    by: 'node',
    signs: [
      {
        text: /(?:read|write) tcp (?<port>[\d.]+:\d+|\[[0-9a-f:]+\]:\d+)->\S+ (?:use of closed network connection|read: connection (?:reset|timed out)|i\/o timeout|write: (?:broken pipe|connection timed out))/,
        not: /Error proxying data|PullImage|[Pp]ull(?:ing)? image|ErrImagePull/,
      },
      {
        text: /use of closed network connection|http2: client connection lost|http2: no cached connection was available/,
        not: /Streaming|exec|attach|portforward|TLS handshake|Error proxying data/,
      },
    ],
    judge: judgeDeadConnection,
    unlike: [
      { id: 'api-unreachable', why: 'the errors name one old connection; new ones would work' },
    ],
    explanation:
      'After a failure of a NIC, load balancer or master, one HTTP/2 connection is broken but is used again and again, for about fifteen minutes or for ever, while other nodes are fine.',
    checks: [check('The connection', 'ss -tnpo | grep kubelet'), path],
    remedy: [
      remedy('Restart the kubelet', 'Pods go on.'),
      remedy('Upgrade to 1.19 or later, which checks the health of its connections'),
    ],
    references: [
      'kubernetes/kubernetes#87615',
      'kubernetes/kubernetes#92164',
      'kubernetes/kubernetes#41185',
    ],
  },
  {
    id: 'node-status-conflict',
    title: 'The node’s status cannot be written: conflicts',
    severity: 'medium',
    by: 'node',
    signs: [
      { text: /there is a meaningful conflict/ },
      { text: /Operation cannot be fulfilled on nodes/ },
    ],
    judge: judgeConflict,
    unlike: [{ id: 'conflict-once', why: 'it repeats' }],
    explanation:
      'The kubelet writes from a stale copy of its node, or a second kubelet uses the same name.',
    checks: [
      check(
        'Do two kubelets use this name?',
        'kubectl get node {node|NODE} -o yaml | grep -A3 managedFields | head; ps -C kubelet -o pid,args',
      ),
    ],
    remedy: [remedy('Restart the kubelet', 'Pods go on.'), remedy('Stop the second one')],
    references: ['kubernetes/kubernetes#58002', 'kubernetes/kubernetes#60827'],
  },
  {
    id: 'watch-too-large-rv',
    title: 'Lists fail for ever: “Too large resource version”',
    severity: 'high',
    by: 'node',
    signs: [{ text: /Too large resource version/ }],
    judge: repeated(2),
    follows: ['api-unreachable'],
    unlike: [{ id: 'too-old-rv', why: '“too large” does not heal, “too old” does' }],
    explanation:
      'The client asks for a version that a restored or restarted server does not have yet, and repeats it for ever.',
    checks: [check('Versions of server and kubelet', 'kubectl version; kubelet --version')],
    remedy: [
      remedy('Restart the kubelet', 'Pods go on.'),
      remedy('Upgrade to 1.18.6, 1.19 or later'),
    ],
    references: ['kubernetes/kubernetes#91073', 'kubernetes/kubernetes#107133'],
  },
  {
    id: 'api-overload',
    title: 'The API server or etcd is overloaded',
    severity: 'high',
    by: 'node',
    signs: [
      {
        text: /watch of (?<type>\S+) (?:ended with: very short watch|closed).*very short watch|very short watch: (?<type_2>\S+):|Unexpected watch close/,
      },
      {
        text: /etcdserver: too many requests|server has received too many requests|too many requests, please try again/,
        not: /pull|image|registry/,
      },
      {
        text: /(?<slow>etcdserver: (?:request timed out|timed out|no leader|leader changed)|unable to return a response in the time allotted)/,
      },
    ],
    judge: judgeOverload,
    unlike: [
      {
        id: 'api-unreachable',
        why: 'the server answers: with 429, with time-outs of its etcd, or a watch that ends at once',
      },
    ],
    explanation:
      'Watches of several types end at once, requests are refused with 429, or etcd does not answer in time, in the same minutes; leases are missed in between.',
    checks: [
      check(
        'Latency of etcd',
        'kubectl get --raw /metrics | grep -E "etcd_request_duration_seconds_(sum|count)" | head',
      ),
    ],
    remedy: [
      remedy('Relieve etcd and the server'),
      remedy(
        'Fewer watches: configMapAndSecretChangeDetectionStrategy Cache',
        'Changes arrive later.',
      ),
    ],
    references: ['kubernetes/kubernetes#122903', 'kubernetes/kubernetes#74412'],
  },
  {
    id: 'node-authorizer-no-relation',
    title: 'The node authorizer denies an object that the pod refers to',
    severity: 'medium',
    by: 'node',
    signs: [
      {
        text: /no relationship found between node|no path found to object/,
        not: /failed to fetch token/,
      },
    ],
    judge: ({ hits }) => (span(hits) >= 30 * SECOND ? fault : harmless('no-relation-at-start')),
    unlike: [{ id: 'no-relation-at-start', why: 'it lasts longer than the graph takes to fill' }],
    explanation:
      'The authorizer’s graph does not tie the object to a pod of this node: it lags, the pod is bound to another node, or its spec names an object that does not exist.',
    checks: [
      check(
        'Is the pod bound here, and does the object exist?',
        'kubectl get pod -A -o wide --field-selector spec.nodeName={node|NODE}',
      ),
    ],
    remedy: [
      remedy('Correct the reference in the pod’s spec'),
      remedy('Wait, or restart the API server, if the graph lags'),
    ],
    references: ['kubernetes/kubernetes#113429', 'kubernetes/kubelet#24'],
  },
  {
    id: 'status-patch-fail',
    title: 'The pod’s status cannot be written',
    severity: 'medium',
    by: 'pod',
    signs: [
      {
        text: /[Ff]ailed to (?:update|patch) status for pod|failed to patch status "/,
        not: /not found|object has been modified|meaningful conflict|[Pp]recondition/,
        // An info line until 1.33.
        heads: ['Failed to update status for pod'],
      },
    ],
    judge: repeated(2),
    yields: [{ id: 'api-unreachable', why: 'the API server cannot be reached' }],
    follows: ['api-overload', 'client-cert-expired'],
    unlike: [{ id: 'status-not-found', why: 'the pod is there' }],
    explanation:
      'What others see of this pod is old: the server, a webhook or a newer pod of the same name refuses the patch.',
    checks: [
      check(
        'Webhooks on pods/status',
        'kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations -o yaml | grep -n pods/status',
      ),
    ],
    remedy: [remedy('Correct what the error names')],
    references: ['kubernetes/kubernetes#65813', 'kubernetes/kubernetes#28749'],
  },
  {
    id: 'client-throttling',
    title: 'The kubelet throttles its own requests ({wait|})',
    severity: 'medium',
    by: 'node',
    signs: [
      {
        text: /(?:Waited for (?<wait>[0-9hmsµ.]+) due to client-side throttling|Throttling request took (?<wait_2>[0-9hmsµ.]+))/,
        heads: ['Waited for ', 'Throttling request took', 'Waited before sending request'],
      },
      {
        text: /Waited before sending request.*delay="(?<wait>[0-9hmsµ.]+)"/,
        heads: ['Waited before sending request'],
      },
    ],
    judge: judgeThrottling,
    unlike: [{ id: 'api-overload', why: 'the kubelet’s own limiter waits, not the server' }],
    explanation:
      'kubeAPIQPS and kubeAPIBurst are too small for this many pods: statuses reach the server late though pods start in time.',
    checks: [check('The limits', 'grep -i kubeAPI /var/lib/kubelet/config.yaml')],
    remedy: [
      remedy(
        'Raise kubeAPIQPS and kubeAPIBurst (50 and 100 by default since 1.27)',
        'More load on the API server.',
      ),
    ],
    references: ['kubernetes/kubernetes#80647', 'kubernetes/kubernetes#112443'],
  },
];

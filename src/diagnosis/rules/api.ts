// The API server as the kubelet sees it: connections, leases, node status, watches.
import { MINUTE, SECOND } from '../../base/time.ts';
import { goDuration } from '../duration.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import {
  aside,
  breaksOff,
  distinct,
  fault,
  groupBy,
  harmless,
  inStartWindow,
  quietAfter,
  repeated,
  span,
  times,
  untold,
  tooFew,
} from '../verdict.ts';

const transport =
  '(?:connection refused|no route to host|network is unreachable|i\\/o timeout|context deadline exceeded|TLS handshake timeout|Client\\.Timeout|no such host|connection reset|connection timed out|connect: connection timed out|server misbehaving|: EOF|server is currently unable|x509: certificate signed by unknown authority|x509: certificate is (?:not )?valid for|x509: cannot validate certificate)';

/** Five quick tries are built in, and a control plane that boots refuses for a while. */
function judgeUnreachable(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  const length = span(hits);
  // No further try heals it.
  if (hits.some(({ facts }) => facts['why']?.startsWith('x509') === true)) return fault;
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
  if (breaksOff(suspicion, ask)) return untold;
  return harmless('lease-single-miss');
}

/** The same local port in each error, or closed connections for longer than a failover takes. */
function judgeDeadConnection({ hits }: Suspicion): Verdict {
  const ports = groupBy(hits, ({ facts }) => facts['port']);
  // All watches share one connection, and end at once with it: that it is used again is the fault.
  const isReused = [...ports].some(
    ([port, list]) => port !== undefined && list.length >= 3 && span(list) > SECOND,
  );
  if (isReused)
    return {
      note: 'One local port stands in the errors again and again: it is the same connection.',
    };
  // Who resets new connections is alive; each has another port.
  const isRefused = ports.size > 2 && hits.every(({ line }) => /connection reset/.test(line.body));
  return !isRefused && times(hits) >= 3 && span(hits) >= 30 * SECOND ? fault : aside;
}

function judgeConflict({ hits }: Suspicion): Verdict {
  if (hits.some(({ line }) => line.body.includes('meaningful conflict'))) return fault;
  return times(hits) >= 6 && span(hits) >= MINUTE ? fault : harmless('conflict-once');
}

function judgeOverload(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  const kinds = distinct(hits, ({ facts }) => facts['type']);
  const tooMany = hits.filter(({ line }) => line.body.includes('too many requests')).length;
  // A change of etcd's leader costs a request or two.
  const slow = hits.filter(({ facts }) => facts['slow'] !== undefined);
  if (times(slow) >= 3 && span(slow) >= 10 * SECOND) return fault;
  return tooMany >= 2 || (kinds >= 2 && hits.length >= 3) || (tooMany > 0 && kinds > 0)
    ? fault
    : slow.length > 0
      ? tooFew(suspicion, ask)
      : aside;
}

/** Once may be anything; while a server starts it is usual. */
function judgeServerErrors(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  if (times(hits) >= 3 && span(hits) >= 30 * SECOND) return fault;
  return tooFew(suspicion, ask);
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
    title: 'Requests to the API server {address|} fail ({why|})',
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
          `(?:signed certificate from the|create certificate signing request|[Cc]ouldn't update token).*(?<why>${transport})`,
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
      { id: 'control-plane-self-outage', why: 'a control-plane pod of this node is in back-off' },
      { id: 'dead-api-connection', why: 'the errors name a connection that is cut' },
      { id: 'node-registration-forbidden', why: 'a request for the node is forbidden' },
    ],
    branches: [
      {
        shown: {
          line: /connection refused|no route to host|network is unreachable|no such host|server misbehaving|(?:dial tcp .*|connect: )(?:i\/o timeout|connection timed out)/,
        },
        told: { title: 'The API server {address|} cannot be reached ({why|})' },
      },
    ],
    explanation: [
      { says: 'The connection is refused.', shown: { line: /connection refused/ } },
      { says: 'A name does not resolve.', shown: { line: /no such host|server misbehaving/ } },
      {
        says: 'Host or network are not reachable.',
        shown: { line: /no route to host|network is unreachable/ },
      },
      {
        says: 'No answer comes in time.',
        shown: {
          line: /i\/o timeout|deadline exceeded|handshake timeout|Client\.Timeout|timed out/,
        },
      },
      { says: 'The connection is cut.', shown: { line: /connection reset|: EOF|broken pipe/ } },
      {
        says: 'The certificate that is shown is signed by an authority that the kubelet does not know.',
        shown: { line: /x509: certificate signed by unknown authority/ },
      },
      {
        says: 'The certificate that is shown is not for the name or address that is asked.',
        shown: { line: /x509: (?:certificate is (?:not )?valid for|cannot validate)/ },
      },
      { says: 'The node’s registration fails over it.', shown: { line: /register node/ } },
      {
        says: 'Writing the node’s status fails over it.',
        shown: { line: /updat\w+ node status/ },
      },
    ],
    checks: [path, check('Name and route', 'getent hosts HOST; ip route get ADDRESS')],
    remedy: [
      remedy(
        'Look whether the server runs and listens on the address that the text names',
        undefined,
        { line: /connection refused/ },
      ),
      remedy('Look at the path to it: load balancer, firewall, route', undefined, {
        line: /no route|unreachable|i\/o timeout|timed out|reset|EOF|Timeout|deadline/,
      }),
      remedy('Correct the name or the node’s DNS', undefined, {
        line: /no such host|server misbehaving/,
      }),
      remedy('Compare CA and address in kubelet.conf with the server’s certificate', undefined, {
        line: /x509:/,
      }),
      remedy('Compare the server’s address in kubelet.conf with the one that listens'),
    ],
    references: [
      'kubernetes/kubernetes#83230',
      'kubernetes/kubernetes#106028',
      'rancher/rke2#5289',
    ],
  },
  {
    id: 'dead-api-connection',
    title: 'Requests fail over a connection that is closed or cut',
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
    branches: [
      {
        shown: {
          line: /i\/o timeout|connection timed out/,
          without: /closed network|connection lost|no cached connection|reset|broken pipe/,
        },
        told: { title: 'Reads or writes of a connection are not done in time' },
      },
    ],
    explanation: [],
    checks: [check('The connection', 'ss -tnpo | grep kubelet'), path],
    remedy: [
      remedy('Look whether the kubelet’s connection to that address is still there'),
      remedy('If it goes on: restart the kubelet', 'Pods go on.'),
      remedy('Upgrade to 1.19 or later, which checks the health of its connections', undefined, {
        minor: [0, 19],
      }),
    ],
    references: [
      'kubernetes/kubernetes#87615',
      'kubernetes/kubernetes#92164',
      'kubernetes/kubernetes#41185',
    ],
  },
  {
    id: 'node-status-conflict',
    title: 'Writing the node’s status meets conflicts',
    severity: 'medium',
    by: 'node',
    signs: [
      { text: /there is a meaningful conflict/ },
      { text: /Operation cannot be fulfilled on nodes/ },
    ],
    judge: judgeConflict,
    explanation: [
      'A conflict is a write of an object that somebody else has changed since it was read.',
    ],
    checks: [
      check(
        'Do two kubelets use this name?',
        'kubectl get node {node|NODE} -o yaml | grep -A3 managedFields | head; ps -C kubelet -o pid,args',
      ),
    ],
    remedy: [
      remedy('If a second kubelet uses the name: stop it'),
      remedy('If none does: restart the kubelet', 'Pods go on.'),
    ],
    references: ['kubernetes/kubernetes#58002', 'kubernetes/kubernetes#60827'],
  },
  {
    id: 'watch-too-large-rv',
    title: 'Lists fail: “Too large resource version”',
    severity: 'high',
    by: 'node',
    signs: [{ text: /Too large resource version/ }],
    judge: repeated(2),
    follows: ['api-unreachable'],
    explanation: ['The kubelet asks for a version of the data that the server does not have yet.'],
    checks: [check('Versions of server and kubelet', 'kubectl version; kubelet --version')],
    remedy: [
      remedy('Upgrade to 1.18.6, 1.19 or later', undefined, { minor: [0, 19] }),
      remedy('Restart the kubelet if it goes on', 'Pods go on.'),
    ],
    references: ['kubernetes/kubernetes#91073', 'kubernetes/kubernetes#107133'],
  },
  {
    id: 'api-overload',
    title: 'Watches of the API server end at once',
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
        reads: ['kubelet', 'etcd'],
      },
    ],
    judge: judgeOverload,
    branches: [
      {
        shown: { line: /etcdserver: (?:request timed out|timed out)/ },
        told: { title: 'etcd does not answer a request in time' },
      },
      {
        shown: { line: /etcdserver: (?:no leader|leader changed)/ },
        told: { title: 'etcd has, or had, no leader' },
      },
      {
        shown: { line: /too many requests/ },
        told: { title: 'The API server or etcd refuses requests: too many' },
      },
      {
        shown: { line: /time allotted/ },
        told: { title: 'The API server does not answer in the time that it allows itself' },
      },
    ],
    explanation: [
      { says: 'Requests are refused as too many.', shown: { line: /too many requests/ } },
      {
        says: 'Watches end in the moment in which they begin.',
        shown: { line: /very short watch|Unexpected watch close/ },
      },
    ],
    checks: [
      check(
        'Latency of etcd',
        'kubectl get --raw /metrics | grep -E "etcd_request_duration_seconds_(sum|count)" | head',
      ),
    ],
    remedy: [
      remedy('Look at disk latency and members of etcd', undefined, {
        line: /etcdserver/,
      }),
      remedy('Find who asks so much, and relieve the server', undefined, {
        line: /too many requests/,
      }),
      remedy('Look at the server’s own log of that time'),
    ],
    references: ['kubernetes/kubernetes#122903', 'kubernetes/kubernetes#74412'],
  },
  {
    id: 'api-server-errors',
    title: 'Requests to the API server are answered with errors',
    severity: 'high',
    by: 'node',
    signs: [
      {
        text: /an error on the server \(\\*".{0,300}\\*"\) has prevented the request/,
        // Who asks has given it up.
        not: /context cancell?ed/,
      },
      {
        text: /\*v\d\w*\.\w+: (?:the server is currently unable to handle the request|Internal error occurred|the server could not find the requested resource)/,
      },
    ],
    judge: judgeServerErrors,
    yields: [{ id: 'api-unreachable', why: 'requests fail before they are answered' }],
    explanation: [
      {
        says: 'The answer gives no reason.',
        shown: { line: /an error on the server \(\\*"\\*"\)/ },
      },
      {
        says: 'The answer is that the server cannot handle the request at the moment.',
        shown: { line: /currently unable to handle/ },
      },
      {
        says: 'The answer is that the server does not know what is asked for.',
        shown: { line: /could not find the requested resource/ },
      },
    ],
    checks: [
      path,
      check(
        'What does the server itself say?',
        'crictl logs $(crictl ps --name kube-apiserver -q | head -1) 2>&1 | tail -40',
      ),
    ],
    remedy: [remedy('Read the log of the API server of that time, and of a proxy before it')],
    references: ['kubernetes/kubernetes#102876'],
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
    judge: (suspicion, ask) => {
      if (span(suspicion.hits) >= 30 * SECOND) return fault;
      const isRenewal = suspicion.hits.some(({ line }) =>
        line.body.includes("Couldn't update token"),
      );
      return isRenewal && breaksOff(suspicion, ask) ? untold : harmless('no-relation-at-start');
    },
    branches: [
      {
        shown: { line: /serviceaccounts\/token|Couldn't update token/ },
        told: { title: 'The node authorizer denies a token for a pod’s service account' },
      },
    ],
    explanation: ['The authorizer’s graph does not tie the object to a pod of this node.'],
    checks: [
      check(
        'Is the pod bound here, and does the object exist?',
        'kubectl get pod -A -o wide --field-selector spec.nodeName={node|NODE}',
      ),
    ],
    remedy: [
      remedy('If the pod’s spec names an object that does not exist: correct it'),
      remedy('If both exist: wait for the graph'),
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
        not: /not found|object has been modified|meaningful conflict|[Pp]recondition|[Nn]ode status|for node \\*"/,
        // An info line until 1.33.
        heads: ['Failed to update status for pod'],
      },
    ],
    judge: repeated(2),
    yields: [{ id: 'api-unreachable', why: 'requests to the API server fail' }],
    follows: ['api-overload', 'client-cert-expired', 'api-unauthorized'],
    explanation: [],
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
    explanation: ['The kubelet’s own limiter (kubeAPIQPS, kubeAPIBurst) holds its requests back.'],
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

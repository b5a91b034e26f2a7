// Who the kubelet is to the API server: certificates, names, rights, the clock.
import { MINUTE, SECOND } from '../../base/time.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import { aside, fault, groupBy, harmless, quietAfter, span, times } from '../verdict.ts';

function judgeExpired({ hits }: Suspicion): Verdict {
  const told = hits.some(({ line }) => !/Unauthorized/.test(line.body));
  if (told) return fault;
  const statements = groupBy(hits, (hit) => hit.line.statement).size;
  return statements >= 2 || times(hits) >= 3 ? { trust: 0.8 } : aside;
}

function registeredAfter({ hits }: Suspicion, ask: Questions): boolean {
  const last = hits.at(-1)?.line.at ?? 0;
  return ask.said('registered').some((line) => line.at >= last);
}

function judgeIdentity(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  const denied = hits.some(({ sign }) => sign.role === undefined);
  if (denied) return registeredAfter(suspicion, ask) ? aside : fault;
  if (
    span(hits) < MINUTE ||
    registeredAfter(suspicion, ask) ||
    quietAfter(suspicion, ask, 30 * SECOND)
  )
    return harmless('node-not-found-at-start');
  return { trust: 0.6 };
}

function judgeForbidden(suspicion: Suspicion, ask: Questions): Verdict {
  return registeredAfter(suspicion, ask) ? aside : fault;
}

/** The authorizer and NodeRestriction on a node that asks for another one's objects; of other nodes since 1.32. */
const otherNode =
  /can only access node lease with the same name|is not allowed to modify node|cannot read (?:all nodes|'[^']*'), only its own Node object/;

export const certificateRules: readonly Rule[] = [
  {
    id: 'client-cert-expired',
    title: 'The kubelet’s client certificate has expired or cannot be renewed',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /client certificate is expired|client certificate has expired|No valid client certificate is found|unable to load bootstrap kubeconfig|[Pp]art of the existing bootstrap client certificate/,
      },
      {
        text: /(?:lease|node status|reflector|\*v1\.|register node|[Ss]erver rejected event|Unable to write event).*x509: certificate has expired(?! or is not yet valid: current time \S+ is before)/,
      },
      {
        text: /(?:[Ff]ailed to (?:update|ensure|list|watch)|Error (?:updating|getting) node|register node|Server rejected event|node lease).*\bUnauthorized\b/,
      },
      {
        text: /(?:signed certificate from the (?:master|control plane)|create certificate signing request).*\bUnauthorized\b/,
      },
      {
        text: /x509: certificate has expired or is not yet valid: current time \S+ is after/,
        not: /pull|image|registry|\/v2\/|webhook/i,
      },
    ],
    judge: judgeExpired,
    yields: [{ id: 'clock-skew', why: 'the clock is wrong, not the certificate' }],
    unlike: [
      {
        id: 'node-registration-forbidden',
        why: 'the server does not know who asks; it is no question of rights',
      },
      { id: 'api-unreachable', why: 'the server answers' },
    ],
    explanation:
      'From one moment on every request is Unauthorized, or the kubelet exits for want of bootstrap credentials. The node was off when the certificate should have been renewed, or kubelet.conf does not point to the current one.',
    checks: [
      check(
        'Until when is it valid?',
        'openssl x509 -noout -enddate -in /var/lib/kubelet/pki/kubelet-client-current.pem',
      ),
      check('What does kubelet.conf use?', 'grep client-certificate /etc/kubernetes/kubelet.conf'),
      check('Requests that wait for approval', 'kubectl get csr'),
    ],
    remedy: [
      remedy(
        'Make a new kubelet.conf (kubeadm kubeconfig user --client-name system:node:NODE --org system:nodes), then restart the kubelet',
        'Pods go on.',
      ),
      remedy(
        'Approve the waiting request: kubectl certificate approve',
        'Check that it comes from this node.',
      ),
    ],
    references: [
      'kubernetes/kubernetes#78758',
      'kubernetes/kubernetes#65991',
      'kubernetes/kubeadm#2054',
    ],
  },
  {
    id: 'serving-cert-missing',
    title: 'The kubelet has no serving certificate',
    severity: 'medium',
    by: 'node',
    signs: [
      {
        text: /no serving certificate available for the kubelet/,
        heads: ['http: TLS handshake error'],
      },
      { text: /[Cc]ertificate request was not signed|still unable to rotate certs/ },
    ],
    unlike: [
      { id: 'client-cert-expired', why: 'the node stays Ready; only requests to the kubelet fail' },
      { id: 'tls-handshake-eof', why: 'the kubelet itself has no certificate to show' },
    ],
    explanation:
      'The request for a serving certificate is not approved, by design not by itself: logs, exec and metrics of this node fail, pods run.',
    checks: [check('Requests that wait', 'kubectl get csr | grep kubelet-serving')],
    remedy: [
      remedy('kubectl certificate approve', 'Check names and addresses in the request.'),
      remedy('Install an approver'),
    ],
    references: [
      'kubernetes/kubernetes#73356',
      'kubernetes/kubernetes#59372',
      'kubernetes/kubernetes#138762',
    ],
  },
  {
    id: 'node-identity-mismatch',
    title: 'The node’s name and the kubelet’s identity do not match',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      { text: otherNode },
      {
        text: /node "?[^"\s]+"? not found/,
        not: /^Eviction|lease|trying to set owner/,
        role: 'context',
      },
    ],
    judge: judgeIdentity,
    yields: [
      { id: 'api-unreachable', why: 'the API server cannot be reached' },
      { id: 'control-plane-self-outage', why: 'the API server of this node crashes' },
      { id: 'node-registration-forbidden', why: 'the registration is refused for another reason' },
      { id: 'client-cert-expired', why: 'the kubelet’s certificate is refused' },
      { id: 'cgroup-driver-mismatch-sandbox', why: 'the API server’s own pod cannot start' },
    ],
    unlike: [{ id: 'node-not-found-at-start', why: 'the node never registers' }],
    explanation:
      'The certificate says one node, the kubelet registers under another: the server refuses lease and node. Both names stand in the “forbidden” text.',
    checks: [
      check(
        'The certificate’s name',
        'openssl x509 -noout -subject -in /var/lib/kubelet/pki/kubelet-client-current.pem',
      ),
      check(
        'The kubelet’s name',
        'hostname; ps -o args= -C kubelet | tr " " "\\n" | grep hostname-override',
      ),
    ],
    remedy: [
      remedy(
        'Use the same name in --hostname-override and certificate, or join the node again',
        'Joining again makes a new node object; pods of the old one are evicted.',
      ),
    ],
    references: [
      'kubernetes/minikube#7161',
      'kelseyhightower/kubernetes-the-hard-way#613',
      'kubernetes/kubernetes#82134',
    ],
  },
  {
    id: 'node-registration-forbidden',
    title: 'The API server refuses the node’s registration',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      { text: /User "?system:anonymous"? cannot/ },
      {
        text: /Unable to register node.*(?:[Ff]orbidden|Unauthorized|\bis invalid:)/,
        not: otherNode,
      },
      { text: /nodes is forbidden|nodes "[^"]+" is forbidden: (?!node )/, not: otherNode },
    ],
    judge: judgeForbidden,
    yields: [
      { id: 'client-cert-expired', why: 'the certificate has expired' },
      { id: 'clock-skew', why: 'the clock is wrong' },
    ],
    unlike: [
      { id: 'node-identity-mismatch', why: 'no two node names stand in the text' },
      { id: 'api-unreachable', why: 'the server answers' },
    ],
    explanation:
      'system:anonymous: no valid client certificate was shown. system:node:…: RBAC or NodeRestriction. A bare “Forbidden”: a proxy answered.',
    checks: [
      check('Which identity?', 'kubectl --kubeconfig /etc/kubernetes/kubelet.conf auth whoami'),
      check(
        'A proxy in the environment?',
        'systemctl show kubelet -p Environment; env | grep -i proxy',
      ),
    ],
    remedy: [remedy('Correct kubeconfig and CA'), remedy('Put the API server in NO_PROXY')],
    references: [
      'kubernetes-sigs/cluster-api#8631',
      'kubernetes/kubernetes#123596',
      'kubernetes/kubernetes#47695',
    ],
  },
  {
    id: 'clock-skew',
    title: 'The node’s clock is wrong',
    severity: 'high',
    by: 'node',
    onceIsFault: true,
    signs: [
      { text: /is not yet valid: current time (?<now>\S+) is before (?<from>\S+?)"?(?:\s|$)/ },
      { text: /token (?:is not valid yet|used before issued)|Token is not valid yet/ },
    ],
    unlike: [
      { id: 'client-cert-expired', why: 'the certificate is not valid yet: the clock is behind' },
    ],
    explanation:
      'A certificate or token counts as not yet valid because this machine’s clock is behind: NTP is off, or a VM was resumed.',
    checks: [check('Clock and synchronisation', 'timedatectl; chronyc tracking')],
    remedy: [
      remedy('Repair time synchronisation', 'A jump ahead may expire leases and tokens.'),
      remedy('Restart pods whose tokens were issued in the future'),
    ],
    references: [
      'kubernetes/kubernetes#108844',
      'kubernetes/kubernetes#6159',
      'k0sproject/k0s#3732',
    ],
  },
];

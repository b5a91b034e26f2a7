// Who the kubelet is to the API server: certificates, names, rights, the clock.
import { MINUTE, SECOND } from '../../base/time.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import {
  aside,
  breaksOff,
  fault,
  groupBy,
  harmless,
  quietAfter,
  span,
  times,
  untold,
  tooFew,
} from '../verdict.ts';

/** Once may be a server that starts; no try of the kubelet's heals what goes on. */
function judgeUnauthorized(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  const statements = groupBy(hits, (hit) => hit.line.statement).size;
  if (statements >= 2 || times(hits) >= 3) return { trust: 0.8 };
  return tooFew(suspicion, ask);
}

function registeredAfter({ hits }: Suspicion, ask: Questions): boolean {
  const last = hits.at(-1)?.line.at ?? 0;
  return ask.said('registered').some((line) => line.at >= last);
}

function judgeIdentity(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  const denied = hits.some(({ sign }) => sign.role === undefined);
  if (denied) return registeredAfter(suspicion, ask) ? aside : fault;
  const lasts = span(hits) >= 30 * SECOND && breaksOff(suspicion, ask);
  if (lasts && !ask.hitsOf('api-unreachable').length) return untold;
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
  /can only access node lease with the same name|is not allowed to modify node|node \S+ cannot modify node|cannot read (?:all nodes|'[^']*'), only its own Node object/;

const ofClient: Rule['checks'] = [
  check(
    'Until when is it valid?',
    'openssl x509 -noout -enddate -in /var/lib/kubelet/pki/kubelet-client-current.pem',
  ),
  check('What does kubelet.conf use?', 'grep client-certificate /etc/kubernetes/kubelet.conf'),
  check('Requests that wait for approval', 'kubectl get csr'),
];

export const certificateRules: readonly Rule[] = [
  {
    id: 'client-cert-expired',
    title: 'A certificate has expired ({address|})',
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
        text: /x509: certificate has expired or is not yet valid: current time \S+ is after(?:.{0,80}?verifying certificate SN=(?<serial>\d+))?/,
        not: /pull|image|registry|\/v2\/|webhook/i,
      },
    ],
    yields: [{ id: 'clock-skew', why: 'a certificate is not valid yet, by the text' }],
    branches: [
      {
        // Go's text of both (crypto/x509 verify.go); with “current time” it tells which, from Go 1.14 on.
        shown: {
          line: /has expired or is not yet valid/,
          without:
            /current time \S+ is|client certificate (?:is|has) expired|client certificate is found|bootstrap|certificate has expired(?! or)/,
        },
        told: { title: 'A certificate has expired or is not valid yet ({address|})' },
      },
      {
        // WithAuthentication of apiserver/pkg/endpoints/filters/authentication.go.
        shown: { line: /Unable to authenticate the request/ },
        told: {
          title: 'A client shows the API server a certificate that has expired (SN {serial|})',
          explanation: ['Its requests are refused; which client it is the line does not say.'],
          checks: [
            check(
              'Which certificate of this node has the number?',
              'for c in /var/lib/kubelet/pki/*.pem /etc/kubernetes/pki/*.crt; do openssl x509 -noout -serial -enddate -in $c; done',
            ),
          ],
          remedy: [remedy('Find the client, and give it a new certificate')],
        },
      },
      {
        // Up to Go 1.14 one text is said of both (crypto/x509/verify.go).
        shown: {
          line: /certificate has expired or is not yet valid(?!: current)/,
          without: /current time|client certificate|bootstrap|Unable to authenticate/,
        },
        told: {
          title: 'A certificate has expired, or is not valid yet by the node’s clock ({address|})',
          checks: [
            check('The node’s clock', 'date -u'),
            check(
              'From when until when is the server’s valid?',
              'openssl s_client -connect {address|SERVER:6443} </dev/null 2>/dev/null | openssl x509 -noout -dates',
            ),
          ],
        },
      },
      {
        shown: { line: /client certificate (?:is|has) expired|bootstrap client certificate/ },
        told: { title: 'The kubelet’s client certificate has expired', checks: ofClient },
      },
      {
        shown: { line: /No valid client certificate/ },
        told: { title: 'No valid client certificate is found', checks: ofClient },
      },
      {
        // It asks for one only where its own kubeconfig does not do (kubelet/certificate/bootstrap).
        shown: { line: /unable to load bootstrap kubeconfig/ },
        told: {
          title:
            'The kubelet has no usable kubeconfig, and no bootstrap kubeconfig to get one with',
          checks: ofClient,
        },
      },
    ],
    explanation: [],
    checks: [
      check(
        'From when until when is the certificate valid that is shown there?',
        'openssl s_client -connect {address|HOST:6443} </dev/null | openssl x509 -noout -subject -dates',
      ),
      check('Which time does this node have?', 'timedatectl'),
    ],
    remedy: [
      remedy(
        'Approve the waiting request, if there is one: kubectl certificate approve',
        'Check that it comes from this node.',
        { line: /client certificate|bootstrap kubeconfig/ },
      ),
      remedy(
        'Make a new kubelet.conf (kubeadm kubeconfig user --client-name system:node:NODE --org system:nodes), then restart the kubelet',
        'Pods go on.',
        { line: /client certificate|bootstrap kubeconfig/ },
      ),
      remedy(
        'Look whose certificate it is, and by which clock; renew it where it is made',
        undefined,
        {
          without: /client certificate|bootstrap kubeconfig/,
        },
      ),
    ],
    references: [
      'kubernetes/kubernetes#78758',
      'kubernetes/kubernetes#65991',
      'kubernetes/kubeadm#2054',
    ],
  },
  {
    id: 'api-unauthorized',
    title: 'Requests to the API server are answered “Unauthorized”',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /(?:[Ff]ailed to (?:update|ensure|list|watch)|Error (?:updating|getting) node|register node|Server rejected event|node lease).*\bUnauthorized\b|[Ff]ailed(?: to (?:list|watch).{0,40})?\.\.\.\w{0,3}uthorized$/,
      },
      {
        text: /(?:signed certificate from the (?:master|control plane)|create certificate signing request).*\bUnauthorized\b/,
      },
    ],
    judge: judgeUnauthorized,
    yields: [
      {
        id: 'client-cert-expired',
        why: 'a line tells of a certificate that is not valid or is missing',
      },
      { id: 'clock-skew', why: 'a certificate or token is not valid yet, by the text' },
    ],
    explanation: 'The answer does not say why.',
    checks: [
      check(
        'Until when is it valid, and whose is it?',
        'openssl x509 -noout -enddate -issuer -subject -in /var/lib/kubelet/pki/kubelet-client-current.pem',
      ),
      check('What does kubelet.conf use?', 'grep client-certificate /etc/kubernetes/kubelet.conf'),
      check('Requests that wait for approval', 'kubectl get csr'),
    ],
    remedy: [
      remedy(
        'If it has expired or is of another authority: give the kubelet a new one, then restart it',
        'Pods go on.',
      ),
      remedy(
        'If a request waits: kubectl certificate approve',
        'Check that it comes from this node.',
      ),
    ],
    references: ['kubernetes/kubernetes#78758', 'kubernetes/kubernetes#65991'],
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
    branches: [
      {
        shown: { without: /no serving certificate/ },
        told: {
          title: 'A certificate request is not signed in time',
          checks: [check('Requests that wait', 'kubectl get csr')],
        },
      },
    ],
    explanation: [
      {
        says: 'The TLS handshake with whoever connects to the kubelet fails.',
        shown: { line: /no serving certificate/ },
      },
    ],
    checks: [check('Requests that wait', 'kubectl get csr | grep kubelet-serving')],
    remedy: [
      remedy(
        'If a request waits: kubectl certificate approve',
        'Check names and addresses in the request.',
      ),
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
      { id: 'api-unreachable', why: 'requests to the API server fail' },
      { id: 'control-plane-self-outage', why: 'a control-plane pod of this node is in back-off' },
      { id: 'node-registration-forbidden', why: 'a request for the node is forbidden' },
      { id: 'client-cert-expired', why: 'a certificate is not valid or is missing' },
      { id: 'api-unauthorized', why: 'requests are answered “Unauthorized”' },
      { id: 'cgroup-driver-mismatch-sandbox', why: 'no sandbox can be made on this node' },
    ],
    branches: [
      {
        shown: {
          without:
            /can only access node lease|is not allowed to modify|cannot modify node|only its own Node/,
        },
        told: { title: 'The object of the node is not found' },
      },
    ],
    explanation: [
      {
        says: 'The API server knows the kubelet as another node than the one that it asks for.',
        shown: {
          line: /can only access node lease with the same name|is not allowed to modify node|cannot modify node|only its own Node object/,
        },
      },
    ],
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
      remedy('Use the same name in --hostname-override and certificate', undefined, {
        line: /can only access node lease|is not allowed to modify|cannot modify node|only its own Node/,
      }),
      remedy('Look whether the kubelet tried to register, and what it was told'),
    ],
    references: [
      'kubernetes/minikube#7161',
      'kelseyhightower/kubernetes-the-hard-way#613',
      'kubernetes/kubernetes#82134',
    ],
  },
  {
    id: 'node-registration-forbidden',
    title: 'A request for the node is forbidden',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      { text: /User "?system:anonymous"? cannot/ },
      {
        text: /Unable to register node.*(?:[Ff]orbidden|Unauthorized|\bis invalid:)/,
        not: otherNode,
      },
      {
        text: /nodes is forbidden|nodes "[^"]+" is forbidden: (?!node )/,
        // Another component's rights.
        not: new RegExp(`${otherNode.source}|User "system:(?!node|anonymous|bootstrap)`),
      },
    ],
    judge: judgeForbidden,
    yields: [
      { id: 'client-cert-expired', why: 'a certificate is not valid or is missing' },
      { id: 'api-unauthorized', why: 'requests are answered “Unauthorized”' },
      { id: 'clock-skew', why: 'a certificate or token is not valid yet, by the text' },
    ],
    branches: [
      {
        shown: { line: /may not have pre-allocated hugepages for multiple page sizes/ },
        told: {
          title: 'The API server refuses the node: huge pages of several sizes are pre-allocated',
          checks: [
            check('Huge pages of the host', 'grep -i huge /proc/meminfo; cat /proc/cmdline'),
          ],
          remedy: [
            remedy(
              'Pre-allocate pages of one size: only API servers from 1.19 on take several',
              'The host boots anew.',
            ),
          ],
        },
      },
      {
        shown: { line: /Unable to register node.*is invalid:/ },
        told: {
          title: 'The API server refuses the node: its object is not valid',
          checks: [
            check('What the text names', 'journalctl -u kubelet | grep "is invalid" | tail -1'),
          ],
          remedy: [remedy('Correct what the text names')],
        },
      },
      {
        shown: { line: /Unauthorized/, without: /[Ff]orbidden/ },
        told: { title: 'The registration of the node is answered “Unauthorized”' },
      },
      {
        shown: { line: /: "?[Ff]orbidden"?(?:\s|$)/, without: /is forbidden/ },
        told: {
          title: 'The registration of the node is answered with “Forbidden”, without a reason',
        },
      },
      {
        shown: { line: /system:anonymous/ },
        told: { title: 'The API server takes who asks for system:anonymous' },
      },
    ],
    explanation: [
      {
        says: 'A server takes for system:anonymous who shows no credentials.',
        shown: { line: /system:anonymous/ },
      },
      {
        says: 'The server knows the node by its name, and denies it this request.',
        shown: { line: /User \\*"system:node:/ },
      },
      {
        says: 'The text names no user.',
        shown: { line: /[Ff]orbidden/, without: /User |is invalid|system:|node \S/ },
      },
    ],
    checks: [
      check('Which identity?', 'kubectl --kubeconfig /etc/kubernetes/kubelet.conf auth whoami'),
      check(
        'A proxy in the environment?',
        'systemctl show kubelet -p Environment; env | grep -i proxy',
      ),
    ],
    remedy: [
      remedy('Look whether kubelet.conf has a client certificate of the cluster’s CA', undefined, {
        line: /system:anonymous/,
      }),
      remedy('Look which rights and admission the identity meets', undefined, {
        line: /User \\*"(?!system:anonymous)/,
      }),
      remedy('Put the API server in NO_PROXY, if a proxy stands between', undefined, {
        line: /[Ff]orbidden/,
        without: /User |is invalid|system:/,
      }),
      remedy('Compare kubelet.conf with the cluster’s CA', undefined, {
        line: /system:anonymous|Unauthorized|x509/,
      }),
    ],
    references: [
      'kubernetes-sigs/cluster-api#8631',
      'kubernetes/kubernetes#123596',
      'kubernetes/kubernetes#47695',
    ],
  },
  {
    id: 'clock-skew',
    title: 'A certificate or token is not valid yet, by the clock that judges it ({address|})',
    severity: 'high',
    by: 'node',
    onceIsFault: true,
    signs: [
      { text: /is not yet valid: current time (?<now>\S+) is before (?<from>\S+?)"?(?:\s|$)/ },
      { text: /token (?:is not valid yet|used before issued)|Token is not valid yet/ },
    ],
    explanation: [
      {
        says: 'That clock says {now|}; the certificate begins at {from|}.',
        shown: { line: /current time \S+ is before \S/ },
      },
    ],
    checks: [check('Clock and synchronisation', 'timedatectl; chronyc tracking')],
    remedy: [
      remedy(
        'Compare the clocks of who made and who judges it, and repair the one that is wrong',
        'A jump ahead may expire leases and tokens.',
      ),
    ],
    references: [
      'kubernetes/kubernetes#108844',
      'kubernetes/kubernetes#6159',
      'k0sproject/k0s#3732',
    ],
  },
];

// Images: pulls that are refused, limited, slow or have no room.
import { MINUTE } from '../../base/time.ts';
import { goDuration } from '../duration.ts';
import {
  check,
  remedy,
  type Hit,
  type Questions,
  type Rule,
  type Suspicion,
  type Told,
  type Verdict,
} from '../rule.ts';
import {
  alreadyDeleted,
  aside,
  fault,
  harmless,
  healedSoon,
  span,
  unlessHealed,
} from '../verdict.ts';

const pull =
  '(?:PullImage|[Pp]ull(?:ing)? (?:and unpack )?image|ErrImagePull|ImagePullBackOff|failed to pull|failed to authorize|failed to resolve reference)';

/** The pull of a pod that goes is cut. */
function isGivenUp(hit: Hit, ask: Questions): boolean {
  return /[Cc]anceled/.test(hit.line.body) && alreadyDeleted(hit, ask);
}

function judgePull({ hits: all, ...suspicion }: Suspicion, ask: Questions): Verdict {
  const hits = all.filter((hit) => !isGivenUp(hit, ask));
  return hits.length === 0 ? aside : unlessHealed({ ...suspicion, hits }, ask);
}

/** Waiting for other pulls far longer than pulling. */
function judgeStall({ hits: all, ...suspicion }: Suspicion, ask: Questions): Verdict {
  const hits = all.filter((hit) => !isGivenUp(hit, ask));
  if (hits.length === 0 || healedSoon({ ...suspicion, hits }, ask)) return aside;
  const waits = hits.map(({ facts }) => ({
    own: goDuration(facts['own'] ?? '') ?? 0,
    all: goDuration(facts['all'] ?? '') ?? 0,
  }));
  const queued = waits.filter(({ own, all }) => all >= MINUTE && all >= 4 * own).length;
  if (queued > 0) return { told: queuedPull };
  return hits.some(({ facts }) => facts['own'] === undefined) ? fault : undefined;
}

const registry = check('Does the pull work by hand?', 'crictl pull {image|IMAGE}');

const serial = check(
  'Are pulls serial?',
  'grep -E "serializeImagePulls|maxParallelImagePulls" /var/lib/kubelet/config.yaml',
);
const queuedPull: Told = {
  title: 'Image {image|}: the pull waits for other pulls far longer than it pulls',
  explanation: [],
  checks: [registry, serial],
  remedy: [remedy('Allow parallel pulls', 'More load on disk and network.')],
};

const notReached =
  /connection refused|no route to host|network is unreachable|i\/o timeout|handshake timeout|connection timed out|connection reset/;
/** A file that may not be read is another matter. */
const refusesAccess =
  /\b40[13] (?:Unauthorized|Forbidden)|status(?: code)?:? 40[13]\b|[Ff]orbidden|(?<!permission )denied|[Uu]nauthorized|authentication required|no basic auth/;
const serverError =
  /\b50[0234] (?:Internal|Bad|Service|Gateway)|(?:status(?: code)?:?|status code from \S{1,200}) 50[0234]\b/;

/** The runtime's own image, which each sandbox begins with. */
const ofSandbox = /failed to (?:get|pull) sandbox image|pulling image of sandbox/;

export const imageRules: readonly Rule[] = [
  {
    id: 'image-pull-tls',
    title: 'Image {image|} cannot be pulled: a certificate is not trusted ({address|})',
    severity: 'medium',
    by: 'image',
    signs: [
      { text: new RegExp(`${pull}.*x509:`), not: ofSandbox },
      { text: /(?:Error response from daemon: Get |\/v2\/).*x509:/ },
      {
        text: new RegExp(
          `${pull}.*(?:tls: failed to verify certificate|server gave HTTP response to HTTPS client)`,
        ),
      },
    ],
    branches: [
      {
        shown: { line: /HTTP response to HTTPS/, without: /x509/ },
        told: { title: 'Image {image|} cannot be pulled: the server answers in plain HTTP' },
      },
    ],
    explanation: [
      { says: 'Its authority is not known.', shown: { line: /unknown authority/ } },
      {
        says: 'By the clock of who judges it it has expired.',
        shown: { line: /has expired(?! or is not yet valid)|not yet valid.*is after/ },
      },
      {
        says: 'By the clock of who judges it it is not valid yet.',
        shown: { line: /not yet valid.*is before/ },
      },
      {
        says: 'It is for other names.',
        shown: { line: /is valid for|doesn.t contain|cannot validate/ },
      },
    ],
    checks: [
      registry,
      check(
        'The certificate',
        'openssl s_client -connect REGISTRY:443 -showcerts </dev/null | openssl x509 -noout -issuer -dates',
      ),
      check('The clock', 'timedatectl'),
    ],
    remedy: [
      remedy('Install the CA for the runtime', 'Some runtimes need a restart; containers go on.', {
        line: /unknown authority/,
      }),
      remedy('Compare the clocks; look at the certificate’s dates', undefined, {
        line: /expired|not yet valid/,
      }),
      remedy('Ask the registry by a name that its certificate has', undefined, {
        line: /is valid for|cannot validate|doesn.t contain/,
      }),
      remedy(
        'Correct what the text names, or configure the registry as insecure',
        'Images can be tampered with on the way.',
      ),
    ],
    references: [
      'kubernetes/kubernetes#43924',
      'goharbor/harbor#5066',
      'kubernetes/minikube#12944',
    ],
  },
  {
    id: 'image-pull-rate-limited',
    title: 'The registry limits the rate of pulls ({image|})',
    severity: 'medium',
    by: 'image',
    signs: [
      {
        text: /toomanyrequests|(?:[Pp]ull|image|registry|\/v2\/).*429 Too Many Requests|reached your (?:unauthenticated )?pull rate limit/,
      },
    ],
    explanation: [],
    checks: [registry],
    remedy: [remedy('Pull with an account (imagePullSecrets)'), remedy('Use a mirror or a cache')],
    references: ['ceph/ceph-csi#2029', 'democratic-csi/democratic-csi#90'],
  },
  {
    id: 'image-pull-qps',
    title: 'The kubelet limits its own pulls (pull QPS exceeded)',
    severity: 'low',
    by: 'node',
    signs: [{ text: /pull QPS exceeded/ }],
    judge: ({ hits }) => (span(hits) >= MINUTE ? fault : harmless('qps-burst')),
    explanation: [
      'The limits are registryPullQPS and registryBurst; what they hold back is tried again.',
    ],
    checks: [
      check(
        'The limits',
        'grep -E "registry(PullQPS|Burst)|serializeImagePulls" /var/lib/kubelet/config.yaml',
      ),
    ],
    remedy: [remedy('Raise registryPullQPS and registryBurst', 'More load on the registry.')],
    references: ['zalando-incubator/kubernetes-on-aws#8045', 'cortexlabs/cortex#1989'],
  },
  {
    id: 'image-pull-stall',
    title: 'Image {image|}: the pull is not done in time',
    severity: 'medium',
    by: 'image',
    onceIsFault: true,
    signs: [
      {
        text: /Successfully pulled image .* in (?<own>[0-9hmsµ.]+) \((?<all>[0-9hmsµ.]+) including waiting/,
        heads: ['Successfully pulled image', 'Event occurred', 'Event('],
      },
      {
        text: new RegExp(
          `${pull}.*(?:context canceled|code = Canceled|context deadline exceeded|DeadlineExceeded)`,
        ),
        // A registry that does not answer.
        not: /dial tcp|lookup |handshake timeout|awaiting headers|i\/o timeout|sandbox image/,
      },
    ],
    judge: judgeStall,
    branches: [
      { shown: { line: /[Cc]anceled/ }, told: { title: 'Image {image|}: the pull was canceled' } },
    ],
    explanation: [],
    checks: [registry, serial],
    remedy: [remedy('Pull it by hand, and look how long it takes and where it stops')],
    references: ['kubernetes/kubernetes#59376', 'kubernetes/kubernetes#109956'],
  },
  {
    id: 'image-pull-no-space',
    title: 'No room on the disk to pull {image|the image}',
    severity: 'high',
    by: 'image',
    onceIsFault: true,
    signs: [
      { text: new RegExp(`${pull}.*no space left on device`) },
      {
        text: /(?:failed to register layer|failed to extract layer|Untar re-exec).*no space left on device/,
        heads: ['apply failure'],
      },
    ],
    follows: ['eviction-disk', 'image-gc-insufficient'],
    explanation: ['The kernel answers so where a file system has no bytes or no inodes left.'],
    checks: [
      check(
        'Bytes and inodes',
        'df -h /var/lib/containerd /var/lib/docker /var/lib/containers; df -i /var/lib/containerd',
      ),
      check('Unused images', 'crictl images; crictl imagefsinfo'),
    ],
    remedy: [
      remedy('Look what fills the file system'),
      remedy('crictl rmi --prune', 'Images have to be pulled again.'),
      remedy('A larger disk, lower image GC thresholds'),
    ],
    references: ['kubernetes/kubernetes#32542', 'dandi/dandi-hub#89'],
  },
  {
    id: 'image-pull-backoff',
    title: 'Image {image|} cannot be pulled',
    severity: 'medium',
    by: 'image',
    signs: [
      {
        text: /ErrImagePull|ErrImageNeverPull|InvalidImageName|ImageInspectError|RegistryUnavailable|SignatureValidationFailed|PullImage .*failed|[Ff]ailed to pull image|Handler for POST \S*\/images\/create\S* returned error/,
        not: /pull QPS exceeded|failed to (?:get|pull) sandbox image|pulling image of sandbox/,
      },
      { text: /ImagePullBackOff|Back-off pulling image/, role: 'consequence' },
    ],
    judge: judgePull,
    yields: [
      { id: 'image-pull-tls', why: 'a certificate is not trusted' },
      { id: 'image-pull-rate-limited', why: 'the registry limits the rate' },
      { id: 'image-pull-no-space', why: 'no space is left for it' },
      { id: 'image-pull-qps', why: 'the kubelet’s own limiter refuses' },
      {
        id: 'image-pull-stall',
        why: 'the pull was canceled, waited long, or was not done in time',
      },
    ],
    follows: ['container-runtime-down', 'pid-exhaustion'],
    branches: [
      {
        shown: { line: /ErrImageNeverPull/ },
        told: {
          title:
            'Image {image|} is not on the node, and the pod forbids to pull it (ErrImageNeverPull)',
        },
      },
      {
        shown: { line: /InvalidImageName|invalid reference format/ },
        told: { title: 'Image {image|}: the name is not valid' },
      },
      {
        shown: { line: /no match for platform|no matching manifest for/ },
        told: { title: 'Image {image|} is not there for this platform' },
      },
      {
        shown: { line: /text\/html|unexpected media type|unsupported media/ },
        told: { title: 'Image {image|} cannot be pulled: what is answered is no image' },
      },
      {
        shown: { line: /no such host|server misbehaving|name resolution/ },
        told: {
          title: 'Image {image|} cannot be pulled: a name does not resolve ({address|})',
        },
      },
      {
        shown: { line: notReached },
        told: {
          title: 'Image {image|} cannot be pulled: a connection fails ({address|})',
        },
      },
      {
        shown: { line: /does not exist or may require|may require .?docker login/ },
        told: {
          title: 'Image {image|} cannot be pulled: it does not exist, or access is refused',
        },
      },
      {
        shown: { line: refusesAccess },
        told: { title: 'Image {image|} cannot be pulled: access is refused' },
      },
      {
        shown: { line: /manifest unknown|: not found|does not exist|manifest for \S+ not found/ },
        told: { title: 'Image {image|} is not found' },
      },
      {
        shown: { line: serverError },
        told: { title: 'Image {image|} cannot be pulled: a server answers with an error' },
      },
      {
        shown: { line: /SignatureValidationFailed/ },
        told: { title: 'Image {image|}: its signature is not accepted' },
      },
    ],
    explanation: [
      {
        says: 'These lines tell only that it is tried again later; the line with the reason is not among them.',
        shown: {
          without:
            /ErrImagePull.*: \S+ \S|PullImage|failed to pull|Failed to pull|rpc error|not found|denied|InvalidImageName|ErrImageNeverPull/,
        },
      },
    ],
    checks: [registry],
    remedy: [
      remedy('Correct the image’s name or tag', undefined, {
        line: /not found|manifest unknown|does not exist|InvalidImageName|invalid reference|no match(?:ing|) /,
        without: /text\/html|media type/,
      }),
      remedy(
        'Give the pod credentials for this image (imagePullSecrets), if it is not public',
        undefined,
        {
          line: refusesAccess,
        },
      ),
      remedy('Look at the way to the registry: DNS, proxy, firewall, mirror', undefined, {
        line: /no such host|server misbehaving|connection refused|no route|unreachable|timeout|timed out|reset/,
      }),
      remedy('Look for the first ErrImagePull line of this image', undefined, {
        without:
          /not found|manifest unknown|denied|[Uu]nauthorized|\b40[13]\b|no such host|refused|no route|timeout|timed out|InvalidImageName/,
      }),
      remedy('Correct what the root error names'),
    ],
    references: ['kubernetes/kubernetes#93556', 'goharbor/harbor#5066'],
  },
];

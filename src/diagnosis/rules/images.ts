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
  const cut = hits.filter(({ facts }) => facts['own'] === undefined).length;
  return queued > 0 || cut > 0 ? fault : undefined;
}

const registry = check('Does the pull work by hand?', 'crictl pull {image|IMAGE}');

export const imageRules: readonly Rule[] = [
  {
    id: 'image-pull-tls',
    title: 'Image {image|} cannot be pulled: the registry’s certificate is not trusted',
    severity: 'medium',
    by: 'image',
    signs: [
      { text: new RegExp(`${pull}.*x509:`) },
      { text: /(?:Error response from daemon: Get |\/v2\/).*x509:/ },
      {
        text: new RegExp(
          `${pull}.*(?:tls: failed to verify certificate|server gave HTTP response to HTTPS client)`,
        ),
      },
    ],
    unlike: [{ id: 'client-cert-expired', why: 'the certificate is the registry’s' }],
    explanation:
      'The runtime, not the kubelet, speaks to the registry, and does not trust its certificate: an own CA, a proxy with one, an expired certificate, or a wrong clock.',
    checks: [
      registry,
      check(
        'The certificate',
        'openssl s_client -connect REGISTRY:443 -showcerts </dev/null | openssl x509 -noout -issuer -dates',
      ),
      check('The clock', 'timedatectl'),
    ],
    remedy: [
      remedy('Install the CA for the runtime and restart it', 'Containers go on.'),
      remedy('Mark the registry as insecure', 'Images can be tampered with on the way.'),
    ],
    references: [
      'kubernetes/kubernetes#43924',
      'goharbor/harbor#5066',
      'kubernetes/minikube#12944',
    ],
  },
  {
    id: 'image-pull-rate-limited',
    title: 'The registry limits the rate of pulls ({image|429})',
    severity: 'medium',
    by: 'image',
    signs: [
      {
        text: /toomanyrequests|(?:[Pp]ull|image|registry|\/v2\/).*429 Too Many Requests|reached your (?:unauthenticated )?pull rate limit/,
      },
    ],
    unlike: [{ id: 'image-pull-qps', why: 'the limit is the registry’s, not the kubelet’s' }],
    explanation:
      'The registry answers 429: this address, perhaps shared by a whole network, has used up its pulls.',
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
    unlike: [
      {
        id: 'image-pull-rate-limited',
        why: 'the kubelet itself refuses, without asking the registry',
      },
    ],
    explanation:
      'registryPullQPS (5, bursts of 10) is too little for what this node pulls; each pod waits and tries again.',
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
    title: 'Pulls wait behind one slow image ({image|})',
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
      },
    ],
    judge: judgeStall,
    explanation:
      'Pulls are made one at a time; a large or hanging one holds back all others, and may be cut by a time-out.',
    checks: [
      registry,
      check(
        'Are pulls serial?',
        'grep -E "serializeImagePulls|maxParallelImagePulls" /var/lib/kubelet/config.yaml',
      ),
    ],
    remedy: [
      remedy('Allow parallel pulls', 'More load on disk and network.'),
      remedy('Pull large images ahead of time'),
    ],
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
      },
    ],
    follows: ['eviction-disk', 'image-gc-insufficient'],
    unlike: [{ id: 'image-pull-backoff', why: 'the image was found; unpacking it failed' }],
    explanation:
      'The layers do not fit on the image file system (bytes or inodes). Eviction for disk pressure often follows within seconds.',
    checks: [
      check(
        'Bytes and inodes',
        'df -h /var/lib/containerd /var/lib/docker /var/lib/containers; df -i /var/lib/containerd',
      ),
      check('Unused images', 'crictl images; crictl imagefsinfo'),
    ],
    remedy: [
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
        text: /ErrImagePull|ErrImageNeverPull|InvalidImageName|ImageInspectError|RegistryUnavailable|SignatureValidationFailed|PullImage .*failed|[Ff]ailed to pull image/,
        not: /pull QPS exceeded/,
      },
      { text: /ImagePullBackOff|Back-off pulling image/, role: 'consequence' },
    ],
    judge: judgePull,
    yields: [
      { id: 'image-pull-tls', why: 'the registry’s certificate is not trusted' },
      { id: 'image-pull-rate-limited', why: 'the registry limits the rate' },
      { id: 'image-pull-no-space', why: 'the image is there, the disk is full' },
      { id: 'image-pull-qps', why: 'the kubelet’s own limiter refuses' },
      { id: 'image-pull-stall', why: 'the pull was cut by a time-out' },
    ],
    unlike: [{ id: 'missing-pull-secret', why: 'the pull itself fails' }],
    follows: ['container-runtime-down', 'pid-exhaustion'],
    explanation:
      'Name or tag is wrong, access is denied, or the registry cannot be reached. The ErrImagePull line carries the reason; the back-off lines after it do not.',
    checks: [
      registry,
      check(
        'Are the pull secrets there?',
        "kubectl -n {namespace|NAMESPACE} get pod {podName|POD} -o jsonpath='{.spec.imagePullSecrets}'",
      ),
    ],
    remedy: [
      remedy('Correct the image’s name or tag'),
      remedy('Create the pull secret in the pod’s namespace'),
    ],
    references: ['kubernetes/kubernetes#93556', 'goharbor/harbor#5066'],
  },
];

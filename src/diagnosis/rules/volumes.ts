// Volumes that cannot be mounted.
import { MINUTE, SECOND } from '../../base/time.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import {
  aside,
  fault,
  harmless,
  healedSoon,
  inStartWindow,
  keptFailing,
  longestBackoff,
  span,
  times,
} from '../verdict.ts';

/** In a pod with a fsGroup time-out the warning matters; alone it is printed for each mount. */
function judgeFsGroup({ pod, hits }: Suspicion, ask: Questions): Verdict {
  const timedOut = ask
    .hitsOf('volume-mount-timeout')
    .some(
      ({ line }) =>
        (pod !== undefined && ask.podOf(line) === pod) ||
        hits.some(
          (hit) => hit.line.objects.uid !== undefined && hit.line.objects.uid === line.objects.uid,
        ),
    );
  return timedOut ? fault : harmless('fsgroup-warning');
}

function judgeMissing(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  if (healedSoon(suspicion, ask)) return aside;
  const cacheOnly = hits.every(({ line }) =>
    /failed to sync .* cache|propagate object cache/.test(line.body),
  );
  const backoff = longestBackoff(hits);
  if (cacheOnly) return backoff >= 8 * SECOND || times(hits) >= 4 ? fault : aside;
  return backoff >= 2 * SECOND || times(hits) >= 2 ? fault : { trust: 0.7 };
}

function judgeMultiAttach({ hits, pod }: Suspicion, ask: Questions): Verdict {
  if (span(hits) >= 6 * MINUTE) return fault;
  const waits = ask
    .hitsOf('volume-mount-timeout')
    .filter(({ line }) => pod !== undefined && ask.podOf(line) === pod);
  if (waits.length >= 3 && span(waits) >= 4 * MINUTE) return fault;
  return harmless('multi-attach-race');
}

function judgeTimeout(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits, pod } = suspicion;
  if (healedSoon(suspicion, ask)) return aside;
  const attaching = pod !== undefined && ask.saidOf('waitForAttach', pod).length > 0;
  if (attaching && times(hits) < 2) return harmless('multi-attach-race');
  // The operation's own error says more.
  const isTold = ask.hitsOf('volume-operation-error').some(({ line }) => ask.podOf(line) === pod);
  return isTold && pod !== undefined ? { severity: 'low' } : fault;
}

const events = check(
  'Events of the pod and its volume',
  'kubectl -n {namespace|NAMESPACE} describe pod {podName|POD}; kubectl get volumeattachments',
);

export const volumeRules: readonly Rule[] = [
  {
    id: 'csi-driver-not-registered',
    title: 'CSI driver {driver|} is not registered on this node',
    severity: 'high',
    by: 'fact:driver',
    signs: [{ text: /driver name (?<driver>\S+) not found in the list of registered CSI drivers/ }],
    judge: (suspicion, ask) =>
      healedSoon(suspicion, ask) ||
      (inStartWindow(suspicion, ask, MINUTE) && longestBackoff(suspicion.hits) < 8 * SECOND)
        ? aside
        : keptFailing(4 * SECOND)(suspicion),
    explanation: ['The kubelet does not know a CSI driver of this name on this node.'],
    checks: [
      check(
        'Registered drivers',
        'kubectl get csinode {node|NODE} -o yaml; ls /var/lib/kubelet/plugins_registry',
      ),
      check(
        'The driver’s node pod',
        'kubectl get pods -A -o wide --field-selector spec.nodeName={node|NODE} | grep csi',
      ),
    ],
    remedy: [
      remedy('Look at the driver’s node pod: whether it runs here, and where it registers'),
      remedy(
        'If it registers in another directory: set the kubelet directory in the driver’s chart',
      ),
    ],
    references: [
      'rook/rook#8791',
      'hetznercloud/csi-driver#33',
      'democratic-csi/democratic-csi#270',
    ],
  },
  {
    id: 'volume-mount-timeout',
    title: 'Volumes of the pod cannot be mounted in time ({volume|})',
    severity: 'high',
    by: 'pod',
    onceIsFault: true,
    signs: [
      {
        text: /Unable to (?:attach or )?mount volumes for pod.*(?:timed out|timeout expired|deadline exceeded)/,
      },
      {
        text: /unmounted volumes=\[[^\]]+\].*(?:timed out waiting|timeout expired|deadline exceeded)/,
      },
      { text: /timeout expired waiting for volumes to (?:attach|mount)/ },
    ],
    judge: judgeTimeout,
    yields: [
      { id: 'csi-driver-not-registered', why: 'the driver is not registered' },
      { id: 'csi-op-in-progress', why: 'a CSI call is not answered' },
      { id: 'multi-attach-stuck', why: 'the volume is attached elsewhere' },
      { id: 'fsgroup-slow', why: 'the ownership of its files is set first' },
      { id: 'volume-object-missing', why: 'a ConfigMap, Secret or claim is missing' },
      { id: 'token-request-fail', why: 'no service-account token is given' },
      { id: 'pvc-not-bound', why: 'the claim is not bound' },
      { id: 'volume-not-registered-stuck', why: 'an object of it is not registered' },
      { id: 'node-authorizer-no-relation', why: 'the authorizer denies the object' },
      {
        id: 'static-pod-not-restarted',
        why: 'it is a static pod that is not started',
      },
    ],
    follows: [
      'volume-operation-error',
      // Operations whose error no rule knows, as an event tells it.
      'mount-volume-*',
      'map-volume-*',
      'attach-volume-*',
      'api-unreachable',
      'api-overload',
    ],
    explanation: ['At each sync the kubelet waits some two minutes for the volumes of a pod.'],
    checks: [events, check('Lines of that volume', 'journalctl -u kubelet | grep {volume|VOLUME}')],
    remedy: [
      remedy('Look for lines of the volumes that “unmounted volumes” names, and for their drivers'),
    ],
    references: [
      'kubernetes/kubernetes#75230',
      'kubernetes/kubernetes#31305',
      'longhorn/longhorn#2879',
    ],
  },
  {
    id: 'pvc-not-bound',
    title: 'The pod waits for a volume: claim {claim|} is not bound',
    severity: 'medium',
    by: 'pod',
    signs: [
      {
        text: /error processing PVC (?<claim>[\w./-]+): (?:PVC is not bound|PVC .{0,80}non-bound phase)|PVC (?<claim_2>[\w./-]+) has non-bound phase|non-bound phase \(\\*"\w+/,
      },
    ],
    judge: (suspicion, ask) => (healedSoon(suspicion, ask) ? aside : fault),
    explanation: 'The claim has no volume yet, so there is nothing to mount.',
    checks: [
      check('State of the claim', 'kubectl -n {namespace|NAMESPACE} describe pvc; kubectl get pv'),
    ],
    remedy: [remedy('Find why no volume is bound: the events of the claim tell it')],
    references: ['https://kubernetes.io/docs/concepts/storage/persistent-volumes/'],
  },
  {
    id: 'csi-op-in-progress',
    title: 'A CSI call for volume {volume|} is not done in time',
    severity: 'high',
    by: 'volume',
    signs: [
      {
        text: /code = Aborted desc = .*(?:[Oo]peration|[Rr]equest) .*(?:already exists|in progress|pending)/,
      },
      { text: /Mount(?:Volume\.(?:MountDevice|SetUp)|Device).*code = DeadlineExceeded/ },
    ],
    judge: ({ hits }) =>
      hits.some(({ line }) => line.body.includes('Aborted')) || times(hits) >= 2
        ? fault
        : { trust: 0.7 },
    explanation: [
      {
        says: 'The call is not answered in time.',
        shown: { line: /DeadlineExceeded|deadline exceeded/ },
      },
      {
        says: 'A retry is refused, because an earlier call still runs in the driver.',
        shown: { line: /code = Aborted/ },
      },
    ],
    checks: [
      check('Log of the driver’s node pod', 'kubectl logs -n NAMESPACE CSI_NODE_POD -c DRIVER'),
      check(
        'Hanging map or mount',
        "ps -eo pid,stat,etime,cmd | grep -E 'rbd|iscsi|mount|mkfs|fsck' | grep -v grep",
      ),
    ],
    remedy: [
      remedy('Read the driver’s log of that time'),
      remedy('If a mount hangs in D state: bring the storage back'),
    ],
    references: ['rook/rook#4345'],
  },
  {
    id: 'fsgroup-slow',
    title:
      'Ownership of the files of volume {volume|} is set (fsGroup), and its pod’s volumes time out',
    severity: 'medium',
    by: 'volume',
    onceIsFault: true,
    signs: [
      {
        text: /Setting volume ownership for .*fsGroup set/,
        heads: ['Setting volume ownership for', 'Perform recursive ownership change'],
      },
    ],
    judge: judgeFsGroup,
    explanation: ['The kubelet does so before the pod starts; with many files that takes long.'],
    checks: [
      check('How many files?', 'find /var/lib/kubelet/pods/{uid|POD_UID}/volumes -xdev | wc -l'),
    ],
    remedy: [
      remedy('fsGroupChangePolicy: OnRootMismatch', 'Files with wrong owners deeper down stay so.'),
    ],
    references: ['kubernetes/kubernetes#69699', 'longhorn/longhorn#2131'],
  },
  {
    id: 'volume-object-missing',
    title: 'Volume {volume|}: {missing|the ConfigMap, Secret or claim} is missing',
    severity: 'medium',
    by: 'pod',
    signs: [
      {
        text: /MountVolume\.SetUp failed for volume.*\b(?<missing>(?:configmap|secret)s? "[^"]+") not found/,
      },
      {
        text: /MountVolume\.SetUp failed for volume.*references non-existent (?:config|secret) key/,
      },
      {
        text: /(?:failed to sync (?:configmap|secret) cache|couldn't propagate object cache): timed out/,
      },
      {
        text: /Couldn't get (?:configMap|secret) \S+: (?<missing_2>(?:configmap|secret)s? "[^"]+") not found/,
      },
      {
        text: /failed to fetch PVC from API server: (?<missing_3>persistentvolumeclaims? "[^"]+") not found/,
      },
    ],
    judge: judgeMissing,
    yields: [{ id: 'node-authorizer-no-relation', why: 'the authorizer denies it' }],
    follows: ['api-unreachable', 'api-overload'],
    branches: [
      {
        shown: {
          line: /failed to sync .* cache|propagate object cache/,
          without: /not found|non-existent/,
        },
        told: {
          title: 'Volume {volume|}: a ConfigMap or Secret is not in the kubelet’s cache yet',
          remedy: [
            remedy(
              'If it goes on: look whether the object exists, and whether the API server answers',
            ),
          ],
        },
      },
      {
        shown: { line: /non-existent/ },
        told: { title: 'Volume {volume|}: a key of the ConfigMap or Secret is missing' },
      },
    ],
    explanation: [
      {
        says: 'The kubelet’s cache has not got the object in time; whether it exists, the line does not tell.',
        shown: { line: /failed to sync .* cache|propagate object cache/ },
      },
    ],
    checks: [check('Does it exist?', 'kubectl get configmap,secret,pvc -n {namespace|NAMESPACE}')],
    remedy: [remedy('Create the object, or mark the reference as optional')],
    references: ['kubernetes/kubernetes#90725', 'kubernetes/kubernetes#29297'],
  },
  {
    id: 'volume-not-registered-stuck',
    title: 'Volume {volume|} cannot be mounted: its object is “not registered”',
    severity: 'medium',
    by: 'pod',
    signs: [{ text: /object "[^"]*"\/"[^"]*" not registered/ }],
    judge: keptFailing(MINUTE, 'not-registered-after-completion'),
    explanation: ['The kubelet watches the objects of a pod from its start to its end.'],
    checks: [check('Is the pod terminating?', 'kubectl get pod -A | grep Terminating')],
    remedy: [
      remedy('If the pod is terminating: find what keeps it: its finalizers, its containers'),
      remedy(
        'If it is terminating and nothing of it runs any more: kubectl delete pod --force',
        'Another pod of a StatefulSet may start while something of this one still runs.',
      ),
    ],
    references: [
      'kubernetes/kubernetes#113289',
      'kubernetes/kubernetes#105204',
      'kubernetes/kubernetes#118497',
    ],
  },
  {
    id: 'multi-attach-stuck',
    title: 'Volume {volume|} is attached to another node (Multi-Attach error)',
    severity: 'medium',
    by: 'pod',
    signs: [
      { text: /Multi-Attach error/ },
      {
        text: /MountVolume\.WaitForAttach entering/,
        heads: ['MountVolume.WaitForAttach entering'],
        role: 'context',
      },
    ],
    judge: judgeMultiAttach,
    explanation: ['Such a volume may be attached to one node at a time.'],
    checks: [events],
    remedy: [
      remedy('Find the pod that uses it on the other node'),
      remedy(
        'Only when that node is surely down: delete its pod or its VolumeAttachment',
        'If the old node still writes, the file system is damaged.',
      ),
    ],
    references: ['kubernetes/kubernetes#96142', 'longhorn/longhorn#6804'],
  },
  {
    id: 'token-request-fail',
    title: 'No service-account token for volume {volume|}',
    severity: 'medium',
    by: 'pod',
    signs: [{ text: /failed to fetch token/ }],
    judge: (suspicion) => {
      const early = suspicion.hits.every(({ line }) => line.body.includes('no relationship found'));
      return early ? keptFailing(8 * SECOND, 'no-relation-at-start')(suspicion) : fault;
    },
    follows: ['api-unreachable'],
    branches: [
      {
        shown: { line: /serviceaccounts? .*not found/ },
        told: { title: 'No service-account token for volume {volume|}: the account is not found' },
      },
      {
        shown: {
          line: /connection refused|connection reset|no route to host|network is unreachable|timeout|timed out|deadline exceeded|: EOF/,
        },
        told: {
          title:
            'No service-account token for volume {volume|}: the request to {address|the API server} fails',
        },
      },
    ],
    explanation: [
      {
        says: 'The authorizer does not tie it to a pod of this node.',
        shown: { line: /no relationship found/ },
      },
      {
        says: 'The server does not know the request.',
        shown: { line: /could not find the requested resource/ },
      },
    ],
    checks: [
      check('Does the account exist?', 'kubectl get serviceaccount -n {namespace|NAMESPACE}'),
      check('Can a token be made?', 'kubectl create token ACCOUNT -n {namespace|NAMESPACE}'),
    ],
    remedy: [
      remedy('Create the account again', undefined, { line: /serviceaccounts? .*not found/ }),
      remedy(
        'Look whether the API server has --service-account-issuer and a signing key',
        undefined,
        {
          line: /could not find the requested resource/,
        },
      ),
      remedy('Look whether account and pod exist, and whether the API server answers'),
    ],
    references: ['kubernetes/kubernetes#87147', 'kubernetes/kubernetes#83189'],
  },
];

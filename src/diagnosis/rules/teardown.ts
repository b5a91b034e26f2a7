// What is left of a pod: its network, volumes, directories and cgroups that cannot be taken down.
import { SECOND } from '../../base/time.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import {
  aside,
  fault,
  groupBy,
  harmless,
  span,
  times,
  breaksOff,
  untold,
  tooFew,
} from '../verdict.ts';

/** The warning alone, once per sandbox, is normal; with a StopPodSandbox that fails too it is a fault. */
function judgeNetns(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  const failing = ask
    .hitsOf('cni-del-fails')
    .filter(({ line }) => ask.podOf(line) === suspicion.pod);
  const warned = hits.filter(({ line }) =>
    /terminated container|No such container/.test(line.body),
  );
  // A plug-in that refused while the namespace was still there is why the sandbox is taken down again and again.
  const [refused] = failing;
  if (refused !== undefined && refused.line.at < (warned[0]?.line.at ?? 0)) return aside;
  const sandboxes = [...groupBy(warned, ({ facts }) => facts['sandbox']).values()];
  if (sandboxes.some((list) => times(list) >= 2) && failing.length > 0) return fault;
  return sandboxes.some((list) => times(list) >= 4 && span(list) >= 30 * SECOND) ? fault : aside;
}

function judgeDel({ hits, pod }: Suspicion, ask: Questions): Verdict {
  if (hits.every(({ sign }) => sign.role !== undefined)) return undefined;
  const worker = hits.some(({ line }) =>
    /Error syncing pod|KillPodSandbox|killPod/.test(line.body),
  );
  const last = hits.at(-1)?.line;
  const removed =
    pod !== undefined &&
    last !== undefined &&
    ask.eventsOf(pod, 'config.remove').some(({ at }) => at >= last.at);
  if (removed && times(hits) < 2) return aside;
  if (worker) return fault;
  const byCollector = hits.some(({ line }) => line.body.includes('before removing'));
  const note =
    'The collector of dead containers takes the sandbox down, and tries again each minute.';
  return byCollector ? { severity: 'medium', note } : { severity: 'medium' };
}

function judgeOrphan(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  const total = Math.max(
    0,
    ...hits.map(({ facts }) => Number(facts['total'] ?? facts['more'] ?? 0)),
  );
  if (times(hits) >= 2 || total >= 2) return fault;
  return breaksOff(suspicion, ask) ? untold : aside;
}

function judgeCgroup(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  const failed = hits.some(({ line }) =>
    /[Ff]ailed to (?:delete|destroy)|unable to destroy/.test(line.body),
  );
  if (failed && times(hits) >= 2) return fault;
  if (times(hits) >= 5) return fault;
  return failed ? tooFew(suspicion, ask) : harmless('orphan-cgroup-once');
}

/** A creation that failed cleans up after itself, with the same words. */
const whileCreating =
  /failed to set up sandbox container|RunPodSandbox|[Cc]reatePodSandbox|Failed to create sandbox/;

/** While there is no configuration no plug-in is called (checkInitialized of cni.go): that is cni-not-initialised alone. */
const noDel = new RegExp(`${whileCreating.source}|cni config uninitialized`);

export const teardownRules: readonly Rule[] = [
  {
    id: 'netns-missing-teardown',
    title: 'The network namespace of a terminated container is not found',
    severity: 'medium',
    by: 'sandbox',
    signs: [
      {
        text: /[Cc]annot find network namespace for the terminated container "?(?<sandbox>[0-9a-f]+)/,
        heads: ['CNI failed to retrieve network namespace path'],
      },
      // Docker 1.12 and before forget the container itself.
      {
        text: /CNI failed to retrieve network namespace path: (?:Error: )?No such container: (?<sandbox>[0-9a-f]+)/,
      },
    ],
    judge: judgeNetns,
    branches: [
      {
        shown: { line: /[Tt]ear ?down|StopPodSandbox|KillPodSandbox/ },
        told: { title: 'Network teardown: the network namespace of the sandbox is not found' },
      },
    ],
    explanation: [],
    checks: [
      check('The dead sandbox', 'docker inspect {sandbox|SANDBOX}'),
      check(
        'What does the CNI daemon of this node say?',
        'kubectl -n kube-system get pods -o wide --field-selector spec.nodeName=$(hostname)',
      ),
    ],
    remedy: [
      remedy('Correct what the error of the CNI DEL names', undefined, { said: 'cni-del-fails' }),
      remedy(
        'If only this sandbox is left: remove it by hand (docker rm)',
        'Its address may stay taken in the plug-in’s store.',
      ),
    ],
    references: [
      'kubernetes/kubernetes#75536',
      'kubernetes/kubernetes#52331',
      'kubernetes/kubernetes#44307',
    ],
  },
  {
    id: 'cni-del-fails',
    title: 'CNI DEL fails ({plugin|plug-in}): the sandbox’s network cannot be taken down',
    severity: 'high',
    by: 'sandbox',
    signs: [
      {
        text: /plugin type="(?<plugin>[^"]+)"(?: name="[^"]*")? failed \(delete\)/,
        not: whileCreating,
      },
      { text: /failed to destroy network for (?:pod )?sandbox/, not: noDel },
      {
        text: /[nN]etworkPlugin cni failed to teardown pod|failed to teardown pod "[^"]+" network/,
        not: noDel,
      },
      { text: /error removing pod \S+ from CNI network/ },
      { text: /Error deleting pod from network.*networkType="?(?<plugin>[\w-]+)/ },
      { text: /Error (?:while removing pod from|deleting) network:/ },
      {
        text: /[Ff]ailed to stop sandbox(?! .*before removing) ?(?:podSandboxID|\{)/,
        role: 'consequence',
      },
    ],
    judge: judgeDel,
    yields: [
      { id: 'netns-missing-teardown', why: 'the sandbox’s network namespace is not found' },
      { id: 'cni-unauthorized', why: 'a request of the plug-in is answered “Unauthorized”' },
      { id: 'netns-busy', why: 'the namespace’s file is busy' },
    ],
    follows: [
      'cni-plugin-missing',
      'cni-not-initialised',
      'cni-agent-unreachable',
      'api-unreachable',
      'container-runtime-down',
    ],
    branches: [
      {
        shown: {
          line: /(?:Get|Post|Put|Patch|Delete) \\*"?https?:\/\/\S.*(?:i\/o timeout|connection refused|no route to host|deadline exceeded|handshake timeout|connection timed out|network is unreachable|connection reset|EOF)/,
        },
        told: {
          title:
            'CNI DEL fails ({plugin|plug-in}): its request to {address|a server} is not answered',
        },
      },
    ],
    explanation: [
      'StopPodSandbox fails as long as the sandbox’s network has not been taken down.',
      {
        says: 'The dockershim stops the pause container all the same.',
        shown: { line: /failed to teardown pod \\*"/ },
      },
    ],
    checks: [
      check(
        'The plug-in’s own log or daemon on this node',
        'kubectl -n kube-system get pods -o wide --field-selector spec.nodeName=$(hostname)',
      ),
      check('Are configuration and binary there?', 'ls -l /etc/cni/net.d /opt/cni/bin'),
      check('The sandbox', 'crictl inspectp {anyId|SANDBOX}'),
    ],
    remedy: [
      remedy('Correct what the innermost error names; the kubelet tries again by itself'),
      remedy(
        'If the plug-in refuses because there is nothing left to delete: look for a later version',
      ),
      remedy(
        'Only once the sandbox is dead: delete the plug-in’s stale record of it',
        'Its address is given to another pod.',
      ),
    ],
    references: [
      'projectcalico/calico#7220',
      'projectcalico/calico#4084',
      'bottlerocket-os/bottlerocket#359',
      'kubernetes/kubernetes#93925',
    ],
  },
  {
    id: 'netns-busy',
    title: 'The file of a network namespace is busy and cannot be removed ({netns|})',
    severity: 'medium',
    by: 'sandbox',
    signs: [
      {
        text: /(?:unlinkat|remove) (?<netns>\/(?:var\/)?run\/netns\/\S+): device or resource busy|remove netns:.*device or resource busy/,
      },
    ],
    explanation: ['A file that is still mounted somewhere cannot be removed.'],
    checks: [
      check(
        'Who holds it?',
        'grep -l {netns|/run/netns} /proc/[0-9]*/mountinfo | cut -d/ -f3 | xargs -r ps -o pid,cmd -p',
      ),
    ],
    remedy: [
      remedy('Find who holds it; mount the host path with mountPropagation HostToContainer there'),
      remedy('If a pod holds it: restart that pod'),
    ],
    references: ['containerd/containerd#6143', 'containerd/containerd#3667'],
  },
  {
    id: 'unmount-busy',
    title: 'Volume {volume|} cannot be unmounted: it is busy',
    severity: 'high',
    by: 'volume',
    signs: [
      {
        text: /(?:UnmountVolume\.TearDown|UnmountDevice|[Uu]nmount).*(?:device or resource busy|target is busy|device is busy)/,
        not: /run\/netns/,
      },
      { text: /\/pods\/[0-9a-f-]+\/volumes\/\S+: (?:device or resource busy|target is busy)/ },
    ],
    explanation: [
      'A mount is busy while a process uses something of it, or something is mounted below it.',
    ],
    checks: [
      check(
        'Who holds the mount?',
        'grep -l {uid|POD_UID} /proc/[0-9]*/mountinfo | cut -d/ -f3 | xargs -r ps -o pid,cmd -p',
      ),
      check('Is it mounted on the host?', 'findmnt -R | grep {uid|POD_UID}'),
    ],
    remedy: [
      remedy(
        'Find who holds it and end that; mount host paths with rslave (HostToContainer) there',
      ),
      remedy(
        'Only if nobody writes any more: umount -l the path on the host',
        'The other process keeps writing to a volume that may be attached elsewhere.',
      ),
    ],
    references: [
      'kubernetes/kubernetes#65110',
      'kubernetes/kubernetes#65879',
      'rancher/rancher#19850',
    ],
  },
  {
    id: 'orphaned-pod-volumes',
    title: 'The directory of pod {uid|}, which the node no longer has, cannot be cleaned up',
    severity: 'low',
    by: 'node',
    signs: [
      {
        text: /[Ff]ailed to remove orphaned pod .*(?:dir|subdir)|Orphaned pod found, but failed to remove/,
      },
      {
        text: /[Oo]rphaned pod "?(?<uid>[0-9a-f-]+)"? found, but (?!.*removing pod cgroups)[^]*?(?:total of (?<total>\d+) errors|numErrs="?(?<more>\d+)|$)/,
      },
    ],
    judge: judgeOrphan,
    yields: [
      {
        id: 'volume-reconstruct-fail',
        why: 'what was mounted could not be learned from the disk',
      },
      { id: 'unmount-busy', why: 'the volume is still mounted and busy' },
    ],
    explanation: [],
    checks: [
      check('Is anything still mounted there?', 'findmnt -R -o TARGET,SOURCE | grep {uid|POD_UID}'),
      check('What is left?', 'find /var/lib/kubelet/pods/{uid|POD_UID} -xdev | head -40'),
      check('Which pod was it?', 'tail -1 /var/lib/kubelet/pods/{uid|POD_UID}/etc-hosts'),
    ],
    remedy: [
      remedy('Look what is left in it, and whether something is still mounted there'),
      remedy(
        'When findmnt shows nothing: rm -r --one-file-system the leftover directory',
        'With a mount still there this deletes the data of the volume.',
      ),
    ],
    references: [
      'kubernetes/kubernetes#45464',
      'kubernetes/kubernetes#60987',
      'kubernetes/kubernetes#105536',
      'longhorn/longhorn#485',
    ],
  },
  {
    id: 'volume-reconstruct-fail',
    title: 'What is mounted as volume {volume|} cannot be learned from the disk',
    severity: 'high',
    by: 'volume',
    signs: [
      {
        text: /[Cc]ould not construct volume information/,
        heads: ['Could not construct volume information'],
      },
      {
        text: /[Rr]econciler sync states: could not find (?:volume information|pod information) in desired|Cleaning up mounts for volume that could not be reconstructed/,
        heads: [
          'Reconciler sync states: could not find',
          'Cleaning up mounts for volume that could not be reconstructed',
        ],
        role: 'consequence',
      },
    ],
    judge: ({ hits }) => (hits.some(({ sign }) => sign.role === undefined) ? fault : aside),
    explanation: [
      'From the disk the kubelet learns what an earlier process had mounted.',
      {
        says: 'It cleans the mount up.',
        shown: { line: /Cleaning up mounts|clean(?:ing)? up the mount/ },
      },
    ],
    checks: [
      check(
        'Is it still mounted, or attached twice?',
        'findmnt | grep {uid|POD_UID}; kubectl get volumeattachments | grep {volume|VOLUME}',
      ),
    ],
    remedy: [
      remedy('Look whether it is attached twice before anything else'),
      remedy('Upgrade to 1.27 or later', undefined, { minor: [0, 27] }),
    ],
    references: [
      'kubernetes/kubernetes#101791',
      'kubernetes/kubernetes#33207',
      'kubernetes/kubernetes#60645',
    ],
  },
  {
    id: 'pod-cgroup-delete-fail',
    title: 'The cgroup of a pod that has gone is not removed',
    severity: 'low',
    by: 'pod',
    signs: [
      {
        text: /[Ff]ailed to delete cgroup paths|unable to destroy cgroup paths|Failed to destroy orphaned pod cgroup/,
        heads: ['Failed to delete cgroup paths', 'Failed to destroy orphaned pod cgroup'],
      },
      {
        text: /[Oo]rphaned pod .*found, removing pod cgroups/,
        heads: ['Orphaned pod found, removing pod cgroups', 'Orphaned pod "'],
      },
    ],
    judge: judgeCgroup,
    explanation: [],
    checks: [
      check(
        'Which processes are left?',
        "find /sys/fs/cgroup -path '*kubepods*' -name cgroup.procs -exec grep -H . {} +",
      ),
    ],
    remedy: [
      remedy('Look which processes are left in it, and end them'),
      remedy('If none is: restart the kubelet', 'Pods go on.'),
    ],
    references: [
      'kubernetes/kubernetes#97497',
      'kubernetes/kubernetes#123766',
      'kubernetes/kubernetes#112151',
    ],
  },
];

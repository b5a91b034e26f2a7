// Sandboxes and their cgroups: creation that hangs, collides or is refused.
import { mostOf } from '../../base/extremes.ts';
import { MILLISECOND, micros, SECOND } from '../../base/time.ts';
import {
  type Hit,
  check,
  remedy,
  type Questions,
  type Rule,
  type Suspicion,
  type Verdict,
} from '../rule.ts';
import { groupBy, harmless, unlessHealed } from '../verdict.ts';

/** Times at least this far apart: the line comes twice or more for one and the same change. */
const episode = 10 * SECOND;

function episodes(hits: readonly Hit[]): number {
  return hits.filter(({ line }, i) => line.at - (hits[i - 1]?.line.at ?? -Infinity) >= episode)
    .length;
}

/** Once per pod after a reboot is normal, and at its end; again and again, without a kill by the kubelet, is not. */
function judgeChanged({ hits }: Suspicion, ask: Questions): Verdict {
  const lost = hits.filter(({ line }) => !isAtEnd(ask.podOf(line), line.at, ask));
  const byPod = groupBy(lost, ({ line }) => ask.podOf(line) ?? line.body);
  const killed = (pod: string): boolean =>
    ask.eventsOf(pod, 'container.killing').length > 0 ||
    ask.eventsOf(pod, 'config.delete').length > 0;
  const network = new Set(
    [
      'cni-add-fails',
      'cni-agent-unreachable',
      'cni-ip-leak',
      'cni-ip-exhausted-cloud',
      'cni-state-file-missing',
      'cni-plugin-missing',
      'cni-unauthorized',
      'sandbox-create-deadline',
    ]
      .flatMap((id) => ask.hitsOf(id))
      .map(({ line }) => ask.podOf(line)),
  );
  const again = [...byPod].filter(
    ([pod, list]) => episodes(list) >= 2 && !killed(pod) && !network.has(pod),
  );
  const most = Math.max(0, mostOf(again.map(([, list]) => episodes(list))));
  if (again.length >= 2 || most >= 3)
    return { note: `${again.length} pods lost their sandbox more than once.` };
  return harmless('sandbox-after-reboot');
}

/** Whether a pod was being ended then: from 1.29 on the steps of an end print the same line. */
function isAtEnd(pod: string | undefined, at: number, ask: Questions): boolean {
  const moment = { time: micros(at + SETTLES), position: Infinity, hindsight: 'now' } as const;
  return ask.livesOf(pod ?? '').some(({ worker }) => {
    const { value } = worker.state.at(moment);
    return worker.present.at(moment).value === true && value !== undefined && value !== 'sync';
  });
}

/** From such a line to the change of the worker. */
const SETTLES = 10 * MILLISECOND;

const runtimeLog = check(
  'What does the runtime say about it?',
  'journalctl -u containerd -u crio --since "-1 h" | grep {anyId|SANDBOX}',
);

export const sandboxRules: readonly Rule[] = [
  {
    id: 'sandbox-create-deadline',
    title: 'RunPodSandbox takes longer than the kubelet waits',
    severity: 'high',
    by: 'pod',
    onceIsFault: true,
    signs: [
      {
        text: /RunPodSandbox from runtime service failed.*(?:code = DeadlineExceeded|RST_STREAM with error code: CANCEL)/,
      },
      {
        text: /(?:[Ff]ailed to create sandbox for pod|CreatePodSandbox(?:Error| for pod)).*(?:code = DeadlineExceeded|RST_STREAM with error code: CANCEL)/,
      },
    ],
    follows: ['runtime-list-deadline', 'pleg-runtime-hang', 'container-runtime-down'],
    unlike: [
      {
        id: 'sandbox-name-reserved',
        why: 'this time-out is the first failure; the reservation is its result',
      },
    ],
    explanation:
      'The runtime did not finish the sandbox within the kubelet’s time-out (four minutes, two for older ones). It goes on in the runtime, so the next try usually meets a reserved name.',
    checks: [
      runtimeLog,
      check('Disk latency', 'iostat -x 2 5'),
      check(
        'Does a CNI plug-in hang?',
        'ps -eo pid,etime,cmd | grep "/opt/cni/bin" | grep -v grep',
      ),
    ],
    remedy: [
      remedy('Find what is slow: disk, a lock in the runtime, a CNI ADD that hangs'),
      remedy('Restart the runtime', 'Containers go on.'),
    ],
    references: [
      'containerd/containerd#9947',
      'containerd/containerd#12438',
      'kata-containers/kata-containers#7825',
    ],
  },
  {
    id: 'sandbox-name-reserved',
    title: 'The sandbox’s name is reserved: an earlier attempt has not ended',
    severity: 'high',
    by: 'pod',
    signs: [
      {
        text: /failed to reserve sandbox name|error reserving pod name|pod sandbox with name \S+ already exists/,
      },
    ],
    follows: ['sandbox-create-deadline'],
    unlike: [
      { id: 'container-name-reserved', why: 'the reserved name is a sandbox’s' },
      { id: 'cni-del-fails', why: 'nothing is torn down here' },
    ],
    explanation:
      'The words mislead: the kubelet retries faster than the runtime finishes its first attempt, which timed out minutes before or was cut by a reboot. That first attempt is what to look at.',
    checks: [
      runtimeLog,
      check('The sandbox that has the name', 'crictl pods --name {podName|POD}'),
    ],
    remedy: [
      remedy('Wait, if the runtime is only slow'),
      remedy('Restart the runtime', 'Containers go on; it drops the reservation.'),
      remedy('Upgrade the runtime'),
    ],
    references: ['cri-o/cri-o#7010', 'containerd/containerd#12438', 'kubernetes/kubernetes#107561'],
  },
  {
    id: 'container-name-reserved',
    title: 'The name of container {container|} is reserved: an earlier creation has not ended',
    severity: 'high',
    by: 'pod',
    signs: [
      {
        text: /failed to reserve container name|error reserving ctr name|Conflict\. The (?:container )?name "[^"]+" is already in use/,
      },
    ],
    follows: ['fsgroup-slow', 'container-runtime-down'],
    unlike: [{ id: 'sandbox-name-reserved', why: 'the reserved name is a container’s' }],
    explanation:
      'The first CreateContainer timed out in the kubelet but goes on in the runtime, so that every retry meets its name. A large volume whose files are relabelled or chowned is the usual reason.',
    checks: [
      runtimeLog,
      check(
        'Relabelling of a large volume?',
        'ps -eo pid,etime,cmd | grep -E "restorecon|chcon|chown" | grep -v grep',
      ),
    ],
    remedy: [
      remedy(
        'Avoid the relabelling: seLinuxOptions with mount option, fsGroupChangePolicy OnRootMismatch',
      ),
      remedy('Restart the runtime', 'Containers go on.'),
    ],
    references: ['containerd/containerd#9545', 'cri-o/cri-o#7263', 'cri-o/cri-o#8906'],
  },
  {
    id: 'cgroup-driver-mismatch-sandbox',
    title: 'Kubelet and runtime use different cgroup drivers: no sandbox can start',
    severity: 'critical',
    by: 'node',
    signs: [
      {
        text: /expected cgroupsPath to be of format|did not receive slice as parent|cgroup-parent for systemd cgroup should be a valid slice/,
      },
    ],
    unlike: [
      {
        id: 'pod-cgroup-create-fail',
        why: 'the kubelet made its cgroup; the runtime refuses its form',
      },
      { id: 'cni-not-initialised', why: 'the sandbox fails before its network' },
    ],
    explanation:
      'One side names cgroups as systemd slices, the other as plain paths. Every pod fails the same way, static pods too.',
    checks: [
      check('The kubelet’s driver', 'grep cgroupDriver /var/lib/kubelet/config.yaml'),
      check(
        'The runtime’s driver',
        'crictl info | grep -i systemdcgroup; docker info 2>/dev/null | grep -i "cgroup driver"',
      ),
    ],
    remedy: [
      remedy(
        'Set the same driver on both, systemd where systemd runs, and restart both',
        'Drain first: pods are created anew.',
      ),
    ],
    references: ['kubernetes-sigs/kubespray#8122', 'kubernetes/kubernetes#107403'],
  },
  {
    id: 'sandbox-changed-loop',
    title: 'Pods lose their sandbox again and again, and not by the kubelet',
    severity: 'high',
    by: 'node',
    signs: [
      {
        text: /No ready sandbox for pod .*can be found|[Pp]od sandbox changed, it will be killed and re-created|(?:Multiple|More than 1) sandboxes (?:are ready )?for [Pp]od/,
        heads: [
          'More than 1 sandboxes for pod',
          'No ready sandbox for pod can be found',
          'Multiple sandboxes are ready for Pod',
          'No ready sandbox for pod "',
        ],
      },
    ],
    judge: judgeChanged,
    follows: ['container-runtime-down'],
    unlike: [
      { id: 'liveness-kill', why: 'no line of the kubelet kills them before they die' },
      {
        id: 'crashloop-backoff',
        why: 'sandboxes die with their containers, of several pods in step',
      },
      { id: 'sandbox-after-reboot', why: 'it happens more than once to the same pod' },
    ],
    explanation:
      'Sandboxes and containers of several pods die together with no kill from the kubelet before, are made anew, and die again. With containerd on a cgroup v2 host and SystemdCgroup=false, systemd removes their scopes.',
    checks: [
      check(
        'Driver of containerd',
        'grep -n SystemdCgroup /etc/containerd/config.toml; stat -fc %T /sys/fs/cgroup',
      ),
      check(
        'Does systemd stop the scopes?',
        'journalctl -u "cri-containerd-*.scope" -u "kubepods*" --since "-30 min" | tail',
      ),
    ],
    remedy: [
      remedy(
        'SystemdCgroup = true in containerd’s configuration, then restart containerd and the kubelet',
        'Pods are created anew.',
      ),
    ],
    references: [
      'kubernetes/kubernetes#110177',
      'kubernetes/kubernetes#111469',
      'kubernetes/kubernetes#68885',
    ],
  },
  {
    id: 'pod-cgroup-create-fail',
    title: 'The pod’s cgroup cannot be created',
    severity: 'high',
    by: 'pod',
    signs: [
      {
        text: /unable to ensure pod container exists|failed to create container for \[kubepods|Unit kubepods\S+\.slice already exists|[Ff]ailed to ensure that the pod: \S+ cgroups exist/,
      },
    ],
    judge: unlessHealed,
    yields: [{ id: 'cgroup-driver-mismatch-sandbox', why: 'the two sides use different drivers' }],
    unlike: [
      { id: 'eviction-disk', why: 'a “no space left” under /sys/fs/cgroup is no full disk' },
    ],
    explanation:
      'The sync fails before any sandbox exists: the parent slice is gone from a controller’s hierarchy, systemd was slower than the kubelet, or the kernel has no more cgroups.',
    checks: [
      check(
        'Is the parent there in all controllers?',
        "find /sys/fs/cgroup -maxdepth 3 -name 'kubepods*'",
      ),
      check('Number of cgroups', 'cat /proc/cgroups'),
    ],
    remedy: [remedy('Often the retry works'), remedy('Restart the kubelet', 'Pods go on.')],
    references: ['kubernetes/kubernetes#103542', 'kubernetes/kubernetes#113322'],
  },
  {
    id: 'cgroup-mount-missing',
    title: 'The runtime or the kubelet finds no cgroup mounts',
    severity: 'critical',
    by: 'node',
    signs: [{ text: /cannot found cgroup mount destination|[Cc]group subsystem not mounted/ }],
    unlike: [{ id: 'start-cgroup-v1-refused', why: 'mounts are missing; no version is refused' }],
    explanation:
      'The host runs cgroup v2 with a runtime or kubelet too old for it, or the cgroup mounts are missing.',
    checks: [check('Version and mounts', 'stat -fc %T /sys/fs/cgroup; findmnt -t cgroup,cgroup2')],
    remedy: [
      remedy('Upgrade runtime and kubelet'),
      remedy(
        'Boot with systemd.unified_cgroup_hierarchy=0',
        'cgroup v1 is refused by kubelets from 1.35 on.',
      ),
    ],
    references: ['kubernetes-sigs/kind#2082', 'cloudfoundry-incubator/kubo-deployment#347'],
  },
  {
    id: 'security-profile-fail',
    title: 'A security profile of {container|the container} cannot be applied',
    severity: 'medium',
    by: 'pod',
    signs: [
      {
        text: /load apparmor profile|apparmor_parser|[Cc]annot enforce AppArmor|AppArmor is not (?:enabled|supported)|apparmor is not supported|failed to generate (?:apparmor|seccomp)|cannot load seccomp profile|unable to apply apparmor profile|apparmor failed to apply profile|seccomp.*no such file or directory/,
      },
    ],
    unlike: [{ id: 'container-config-error', why: 'the profile is what is missing' }],
    explanation:
      'The container asks for an AppArmor or seccomp profile that the host does not have, or cannot load. It is refused at each start.',
    checks: [
      check(
        'Profiles and tools',
        'aa-status --enabled; which apparmor_parser; ls -R /var/lib/kubelet/seccomp',
      ),
    ],
    remedy: [
      remedy('Install the tools, load or copy the profile'),
      remedy('Take the profile out of the pod', 'It runs with less protection.'),
    ],
    references: ['siderolabs/talos#8641', 'kubernetes/kubernetes#88755', 'rancher/rke2#8312'],
  },
];

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
import { fault, groupBy, harmless, unlessHealed } from '../verdict.ts';
import { runtimeRestarts } from './risks.ts';

/** Times at least this far apart: the line comes twice or more for one and the same change. */
const episode = 10 * SECOND;

function episodes(hits: readonly Hit[]): number {
  return hits.filter(({ line }, i) => line.at - (hits[i - 1]?.line.at ?? -Infinity) >= episode)
    .length;
}

/** What keeps a sandbox from being made, or the one before from being stopped: the line comes again with each try, and no sandbox does. */
const hindrances = [
  'cni-add-fails',
  'cni-agent-unreachable',
  'cni-ip-leak',
  'cni-ip-exhausted-cloud',
  'cni-state-file-missing',
  'cni-plugin-missing',
  'cni-unauthorized',
  'sandbox-create-deadline',
  'cni-del-fails',
  'stop-sandbox-deadline',
];

/** Those of the pods that have one an episode after their first; nearly all have none, and each line that comes is asked about. */
function cameAgain(hits: readonly Hit[], podOf: (hit: Hit) => string): readonly Hit[] {
  const first = new Map<string, number>();
  const again = new Set<string>();
  for (const hit of hits) {
    const pod = podOf(hit);
    const begin = first.get(pod) ?? hit.line.at;
    if (begin === hit.line.at) first.set(pod, begin);
    else if (hit.line.at - begin >= episode) again.add(pod);
  }
  return again.size === 0 ? [] : hits.filter((hit) => again.has(podOf(hit)));
}

/** Once per pod after a reboot is normal, and at its end; again and again, without a kill by the kubelet, is not. */
function judgeChanged({ hits }: Suspicion, ask: Questions): Verdict {
  const podOf = ({ line }: Hit): string => ask.podOf(line) ?? line.body;
  const byPod = groupBy(cameAgain(hits, podOf), podOf);
  const killed = (pod: string): boolean =>
    ask
      .livesOf(pod)
      .some((life) => life.firstMark('container.killing') ?? life.firstMark('config.delete'));
  // There may be very many of them, and few that are asked for.
  let hindered: ReadonlySet<string | undefined> | undefined;
  const isHindered = (pod: string): boolean =>
    (hindered ??= new Set(
      hindrances.flatMap((id) => ask.hitsOf(id)).map(({ line }) => ask.podOf(line)),
    )).has(pod);
  const again = [...byPod].flatMap(([pod, own]) => {
    if (isHindered(pod) || killed(pod)) return [];
    const count = episodes(own.filter(({ line }) => !isAtEnd(pod, line.at, ask)));
    return count >= 2 ? [count] : [];
  });
  const most = Math.max(0, mostOf(again));
  if (again.length >= 2 || most >= 3)
    return again.length === 1 ? fault : { note: `That is so for ${again.length} pods.` };
  return harmless('sandbox-after-reboot');
}

/** Whether a pod was being ended then: from 1.29 on the steps of an end print the same line. */
function isAtEnd(pod: string, at: number, ask: Questions): boolean {
  const moment = { time: micros(at + SETTLES), position: Infinity, hindsight: 'now' } as const;
  return ask.livesOf(pod).some(({ worker }) => {
    const { value } = worker.state.at(moment);
    return worker.present.at(moment).value === true && value !== undefined && value !== 'sync';
  });
}

/** That one controller of many has no mount is said in passing: who cannot do without it ends with an error. */
function judgeCgroupMount({ hits }: Suspicion): Verdict {
  const isPassing = ({ line, facts }: Hit): boolean =>
    line.severity === 'warning' && /^(?!cgroup$)\w/.test(facts['controller'] ?? '');
  return hits.every(isPassing) ? undefined : fault;
}

/** From such a line to the change of the worker. */
const SETTLES = 10 * MILLISECOND;

const runtimeLog = check(
  'What does the runtime say about it?',
  'journalctl -u containerd -u crio --since "-1 h" | grep {anyId|SANDBOX}',
);

/** The runtime has answered: what took long is the registry, which is told apart. */
const pullsPause = /failed to (?:get|pull) sandbox image/;

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
        not: pullsPause,
      },
      {
        text: /(?:[Ff]ailed to create sandbox for pod|CreatePodSandbox(?:Error| for pod)).*(?:code = DeadlineExceeded|RST_STREAM with error code: CANCEL)/,
        not: pullsPause,
      },
    ],
    follows: ['runtime-list-deadline', 'pleg-runtime-hang', 'container-runtime-down'],
    explanation: [
      'The runtime did not finish the sandbox within the kubelet’s time-out.',
      {
        says: 'What it waits for, these lines do not tell.',
        shown: { without: /plugin|cni|CNI|image|dial / },
      },
    ],
    checks: [
      runtimeLog,
      check('Disk latency', 'iostat -x 2 5'),
      check(
        'Does a CNI plug-in hang?',
        'ps -eo pid,etime,cmd | grep "/opt/cni/bin" | grep -v grep',
      ),
    ],
    remedy: [
      remedy('Find what is slow: the runtime’s log of that time, disk, a CNI plug-in that hangs'),
      remedy('If the runtime hangs: restart it', runtimeRestarts),
    ],
    references: [
      'containerd/containerd#9947',
      'containerd/containerd#12438',
      'kata-containers/kata-containers#7825',
    ],
  },
  {
    id: 'sandbox-image-unavailable',
    title: 'The sandbox (pause) image {pause|} cannot be had',
    severity: 'high',
    by: 'node',
    signs: [
      {
        text: /failed to (?:get|pull) sandbox image(?: \\*"(?<pause>[^"\\]+))?|failed pulling image \\*"(?<pause_2>[^"\\]{0,200}\bpause(?:-\w+)?:[^"\\]{1,40})|(?:unable to pull|failed pulling|pulling) (?:image of sandbox|(?:sandbox|pause) image)|pause image .{0,80}not (?:found|present)/i,
      },
    ],
    judge: unlessHealed,
    explanation: [
      'Each sandbox begins with this image.',
      {
        says: 'A name does not resolve.',
        shown: { line: /no such host|server misbehaving/ },
      },
      {
        says: 'A connection fails, or no answer comes in time.',
        shown: {
          line: /connection refused|no route to host|network is unreachable|i\/o timeout|handshake timeout|deadline exceeded|connection reset/,
        },
      },
      { says: 'It is not found.', shown: { line: /: not found|manifest unknown/ } },
      {
        says: 'Access is refused.',
        shown: {
          line: /\b401 Unauthorized|\b403 Forbidden|(?<!permission )denied|[Uu]nauthorized|[Ff]orbidden/,
        },
      },
      { says: 'A certificate is not accepted.', shown: { line: /x509:/ } },
    ],
    checks: [
      check('Does the pull work by hand?', 'crictl pull {pause|IMAGE}'),
      check(
        'Which image is configured?',
        'grep -rnE "sandbox_image|pause_image|sandbox =" /etc/containerd /etc/crio 2>/dev/null',
      ),
    ],
    remedy: [
      remedy('Look at the way to the registry, or load the image by hand'),
      remedy('Configure a sandbox image that can be had, and restart the runtime', runtimeRestarts),
    ],
    references: ['https://kubernetes.io/docs/setup/production-environment/container-runtimes/'],
  },
  {
    id: 'sandbox-name-reserved',
    title: 'The new sandbox’s name is already taken ({holder|})',
    severity: 'high',
    by: 'pod',
    signs: [
      {
        text: /failed to reserve sandbox name(?:.*is reserved for \\*"(?<holder>[0-9a-f]{12}))?|error reserving pod name|pod sandbox with name \S+ already exists/,
      },
    ],
    follows: ['sandbox-create-deadline'],
    explanation: [
      'The runtime keeps a name for a sandbox that it has, or that is still being made.',
      {
        says: 'A RunPodSandbox that timed out stands in this log.',
        shown: { said: 'sandbox-create-deadline' },
      },
    ],
    checks: [
      runtimeLog,
      check('The sandbox that has the name', 'crictl pods --name {podName|POD}'),
    ],
    remedy: [
      remedy('Look at the holder: if it is still being made, wait'),
      remedy(
        'If it is dead: remove it (crictl stopp, crictl rmp), or restart the runtime',
        'Make sure that no container of it runs.',
      ),
    ],
    references: ['cri-o/cri-o#7010', 'containerd/containerd#12438', 'kubernetes/kubernetes#107561'],
  },
  {
    id: 'container-name-reserved',
    title: 'The name of container {container|} is already taken',
    severity: 'high',
    by: 'pod',
    signs: [
      {
        text: /failed to reserve container name|error reserving ctr name|Conflict\. The (?:container )?name "[^"]+" is already in use/,
      },
    ],
    follows: ['fsgroup-slow', 'container-runtime-down'],
    explanation: [
      'The runtime keeps a name for a container that it has, or that is still being made.',
      {
        says: 'A creation that timed out stands in this log.',
        shown: { line: /CreateContainer.*DeadlineExceeded/ },
      },
    ],
    checks: [
      runtimeLog,
      check(
        'Relabelling of a large volume?',
        'ps -eo pid,etime,cmd | grep -E "restorecon|chcon|chown" | grep -v grep',
      ),
    ],
    remedy: [
      remedy(
        'Look at the holder: if it is still being made, find what is slow (a large volume that is relabelled or chowned is one thing)',
      ),
      remedy('If it is dead: remove it, or restart the runtime', runtimeRestarts),
    ],
    references: ['containerd/containerd#9545', 'cri-o/cri-o#7263', 'cri-o/cri-o#8906'],
  },
  {
    id: 'cgroup-driver-mismatch-sandbox',
    title: 'The sandbox’s cgroup has not the form that the runtime’s driver asks for',
    severity: 'critical',
    by: 'node',
    signs: [
      {
        text: /expected cgroupsPath to be of format|did not receive slice as parent|cgroup-parent for systemd cgroup should be a valid slice/,
      },
    ],
    explanation: [
      'The systemd driver names cgroups as slices, the cgroupfs driver as plain paths.',
    ],
    checks: [
      check('The kubelet’s driver', 'grep cgroupDriver /var/lib/kubelet/config.yaml'),
      check(
        'The runtime’s driver',
        'crictl info | grep -i systemdcgroup; docker info 2>/dev/null | grep -i "cgroup driver"',
      ),
    ],
    remedy: [
      remedy(
        'If the drivers differ: set the same on both, systemd where systemd runs, and restart both',
        'Drain first: pods are created anew.',
      ),
    ],
    references: ['kubernetes-sigs/kubespray#8122', 'kubernetes/kubernetes#107403'],
  },
  {
    id: 'sandbox-changed-loop',
    title: 'Sandboxes of pods are made anew again and again',
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
    explanation: ['No line shows that the kubelet stopped them before.'],
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
      remedy('Find what ends them: the runtime’s and systemd’s log of that second'),
      remedy(
        'If the host has cgroup v2 and containerd SystemdCgroup = false: set it to true, restart containerd and the kubelet',
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
    title: 'The pod’s cgroup cannot be created ({why|})',
    severity: 'high',
    by: 'pod',
    signs: [
      {
        text: /unable to ensure pod container exists(?:.{0,200}? for \[[^\]]{1,200}\] ?: (?<why>[^"\\\n]{1,200}))?|failed to create container for \[kubepods(?:[^\]]{1,200}\] ?: (?<why_2>[^"\\\n]{1,200}))?|Unit kubepods\S+\.slice already exists|[Ff]ailed to ensure that the pod: \S+ cgroups exist/,
      },
    ],
    judge: unlessHealed,
    yields: [{ id: 'cgroup-driver-mismatch-sandbox', why: 'the runtime asks for another form' }],
    explanation: [
      {
        says: 'Of cgroups “no space” means a number of them, not the disk.',
        shown: { line: /no space left on device/ },
      },
      { says: 'systemd has a unit of this name already.', shown: { line: /slice already exists/ } },
    ],
    checks: [
      check(
        'Is the parent there in all controllers?',
        "find /sys/fs/cgroup -maxdepth 3 -name 'kubepods*'",
      ),
      check('Number of cgroups', 'cat /proc/cgroups'),
    ],
    remedy: [
      remedy('Look whether the parent cgroup is there in all controllers'),
      remedy('Find what makes or keeps so many cgroups', undefined, { line: /no space left/ }),
      remedy('If it goes on: restart the kubelet', 'Pods go on.'),
    ],
    references: ['kubernetes/kubernetes#103542', 'kubernetes/kubernetes#113322'],
  },
  {
    id: 'cgroup-mount-missing',
    title: 'The runtime or the kubelet finds no cgroup mounts',
    severity: 'critical',
    by: 'node',
    signs: [
      {
        text: /mountpoint for (?<controller>\w*) ?not found|cannot found cgroup mount destination|[Cc]group subsystem not mounted(?:: \[(?<controller_2>\w+)\])?/,
      },
    ],
    judge: judgeCgroupMount,
    branches: [
      {
        shown: { line: /mountpoint for (?!cgroup )\w+ not found|subsystem not mounted: \[\w+\]/ },
        told: {
          title: 'The runtime or the kubelet finds no mount of cgroup controller {controller|}',
        },
      },
    ],
    explanation: [
      { says: 'Kubelets before 1.19 know cgroup v1 alone.', shown: { minor: [0, 19] } },
    ],
    checks: [check('Version and mounts', 'stat -fc %T /sys/fs/cgroup; findmnt -t cgroup,cgroup2')],
    remedy: [
      remedy('Look which cgroup version the host has, and which kubelet and runtime know'),
      remedy('If the host has v2 and they know v1 alone: upgrade them'),
      remedy('If a mount is missing: mount it'),
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
    explanation: [],
    checks: [
      check(
        'Profiles and tools',
        'aa-status --enabled; which apparmor_parser; ls -R /var/lib/kubelet/seccomp',
      ),
    ],
    remedy: [
      remedy('Look whether the profile and the tool that loads it are on this host'),
      remedy('Take the profile out of the pod', 'It runs with less protection.'),
    ],
    references: ['siderolabs/talos#8641', 'kubernetes/kubernetes#88755', 'rancher/rke2#8312'],
  },
];

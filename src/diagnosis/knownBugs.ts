// Bugs of kubelets and containerd that a release has mended, by what the changelogs of Kubernetes and the release notes of containerd say (facts
// only; `npm run known-bugs` looks each release up there). One is named where the finding has its marks and every version that the log
// tells is one that has it: that it is the cause is not said.
import type { Inquiry } from './inquiry.ts';
import type { Shows } from './shows.ts';

export interface KnownBug {
  readonly of: 'kubelet' | 'containerd';
  /** Findings that it may be behind. */
  readonly findings: readonly string[];
  /** What a line of the finding must say beside. */
  readonly line?: RegExp;
  /** What it does, as the end of a sentence. */
  readonly does: string;
  /** The first releases that have it; one that ends in `.0` speaks for those after it, too. */
  readonly from: readonly string[];
  /** Releases that mended it, with the pull request by which their changelog names it; one that ends in `.0` speaks for those after it. */
  readonly mended: readonly (readonly [release: string, pull: number])[];
  /** No later release has it, where none of `mended` says so. */
  readonly before?: string;
}

export const knownBugs: readonly KnownBug[] = [
  {
    of: 'kubelet',
    findings: ['orphaned-pod-volumes'],
    line: /not a directory/,
    does: 'leaves volumes of pods that were evicted while the node was down',
    from: ['1.22.0'],
    mended: [
      ['1.27.5', 116134],
      ['1.28.0', 116134],
    ],
  },
  {
    of: 'kubelet',
    findings: ['volume-operation-error', 'unmount-busy', 'orphaned-pod-volumes'],
    line: /[Uu]n?mount.*not mounted/,
    does: 'unmounts a directory that is not mounted, again and again, so the pod stays Terminating',
    from: ['1.24.0'],
    mended: [
      ['1.25.14', 119832],
      ['1.26.9', 119831],
      ['1.27.0', 115769],
    ],
  },
  {
    of: 'kubelet',
    findings: ['orphaned-pod-volumes', 'unmount-busy', 'volume-operation-error'],
    line: /subpath/i,
    does: 'does not clean up the mounts of a pod that used a file as a subPath',
    from: ['1.27.0'],
    mended: [
      ['1.27.12', 123052],
      ['1.28.8', 123052],
      ['1.29.3', 123052],
      ['1.30.0', 123052],
    ],
  },
  {
    of: 'kubelet',
    findings: ['volume-operation-error', 'volume-reconstruct-fail', 'unmount-busy'],
    line: /GenerateUnmapVolumeFunc/,
    does: 'cannot clean up block volumes whose reconstruction failed, so the pod stays Terminating',
    from: ['1.28.0'],
    mended: [['1.30.0', 123032]],
  },
  {
    of: 'kubelet',
    findings: ['volume-reconstruct-fail'],
    does: 'rebuilds volumes after a restart by a new way that was turned off again',
    from: ['1.27.0'],
    mended: [
      ['1.27.2', 117752],
      ['1.28.0', 117751],
    ],
  },
  {
    of: 'kubelet',
    findings: ['volume-reconstruct-fail'],
    line: /csi/,
    does: 'cannot rebuild ephemeral CSI volumes after a restart',
    from: ['1.22.0'],
    mended: [
      ['1.23.15', 113347],
      ['1.24.9', 113346],
      ['1.25.0', 108997],
    ],
  },
  {
    of: 'kubelet',
    findings: ['static-pod-not-restarted'],
    does: 'does not start static pods again in some cases',
    from: ['1.22.0'],
    mended: [
      ['1.22.8', 108303],
      ['1.23.5', 107931],
    ],
    before: '1.24.0',
  },
  {
    of: 'kubelet',
    findings: ['static-pod-not-restarted'],
    does: 'has a race by which the workers of static pods stop silently',
    from: ['1.15.0'],
    mended: [
      ['1.15.12', 88915],
      ['1.16.9', 88915],
      ['1.17.5', 88915],
      ['1.18.0', 88915],
    ],
  },
  {
    of: 'kubelet',
    findings: ['device-admission-after-restart'],
    does: 'ends running pods with devices when it is restarted',
    from: ['1.25.10', '1.26.5', '1.27.2'],
    mended: [
      ['1.25.14', 119707],
      ['1.26.9', 119706],
      ['1.27.6', 119432],
    ],
  },
  {
    of: 'kubelet',
    findings: ['admission-outofresource', 'pod-admission-denied'],
    line: /OutOf[cC]pu/,
    does: 'refuses pods with OutOfcpu that come soon after others have completed',
    from: ['1.22.0'],
    mended: [
      ['1.22.9', 108749],
      ['1.23.6', 108723],
      ['1.24.0', 108366],
    ],
  },
  {
    of: 'kubelet',
    findings: ['serving-cert-missing'],
    does: 'may not renew its serving certificate after a restart',
    from: ['1.32.0'],
    mended: [
      ['1.32.3', 130356],
      ['1.33.0', 130348],
    ],
  },
  {
    of: 'kubelet',
    findings: ['start-container-manager-fail', 'kubelet-exit-error'],
    line: /root container \[kubepods\] doesn.t exist/,
    does: 'does not find its root cgroup at times, with cgroup v2 and systemd’s cgroup driver',
    from: ['1.28.0'],
    mended: [['1.32.0', 125923]],
  },
  {
    of: 'kubelet',
    findings: ['kubelet-panic'],
    line: /topologymanager|podTopologyHints/,
    does: 'reads and writes the topology hints at the same time',
    from: ['1.20.0'],
    mended: [
      ['1.20.3', 95111],
      ['1.21.0', 95111],
    ],
  },
  {
    of: 'kubelet',
    findings: ['kubelet-panic'],
    line: /assignment to entry in nil map/,
    does: 'panics when it registers and the node object has no capacity',
    from: ['1.18.0'],
    mended: [
      ['1.19.6', 96297],
      ['1.20.3', 97803],
      ['1.21.0', 95269],
    ],
  },
  {
    of: 'kubelet',
    findings: ['kubelet-panic'],
    line: /portforward|httpstream/,
    does: 'may end with a segmentation fault when a port-forward ends',
    from: ['1.18.19', '1.19.11', '1.20.7'],
    mended: [
      ['1.18.20', 102838],
      ['1.19.12', 102588],
      ['1.20.8', 102586],
    ],
  },
  {
    of: 'kubelet',
    findings: ['kubelet-panic'],
    line: /\blru\b|LRU|EventSourceObjectSpamFilter/,
    does: 'may panic in a cache of client-go',
    from: ['1.22.0'],
    mended: [
      ['1.22.2', 104469],
      ['1.23.0', 104466],
    ],
  },
  {
    of: 'kubelet',
    findings: ['kubelet-panic'],
    line: /nodeshutdown|dbus/,
    does: 'panics on a signal of systemd that it did not expect',
    from: ['1.20.0'],
    mended: [
      ['1.20.5', 98200],
      ['1.21.0', 98200],
    ],
  },
  {
    of: 'kubelet',
    findings: ['kubelet-panic'],
    line: /certificate.*rotat|cert_rotation|closeAllConns/s,
    does: 'may crash when its client certificate is rotated',
    from: ['1.15.0'],
    mended: [
      ['1.15.11', 88079],
      ['1.16.8', 88079],
      ['1.17.4', 88079],
      ['1.18.0', 88079],
    ],
  },
  {
    of: 'kubelet',
    findings: ['dead-api-connection'],
    does: 'keeps a broken HTTP/2 connection to the API server, having no health check of it',
    from: ['1.16.0'],
    mended: [
      ['1.18.18', 100376],
      ['1.19.5', 96778],
      ['1.20.0', 95981],
    ],
  },
  {
    of: 'kubelet',
    findings: ['evented-pleg-bug'],
    does: 'misses the creation of containers where EventedPLEG is on',
    from: ['1.26.0'],
    mended: [['1.29.0', 120942]],
  },
  {
    of: 'kubelet',
    findings: ['log-rotation-fail'],
    line: /being used by another process/,
    does: 'compresses logs on Windows before their files are closed',
    from: ['1.23.0'],
    mended: [
      ['1.23.13', 112483],
      ['1.24.7', 112482],
    ],
    before: '1.25.0',
  },
  {
    of: 'kubelet',
    findings: ['kubelet-exit-error'],
    line: /\b[A-Z]:\\|npipe|\\pipe\\/,
    does: 'may not start on Windows, where it takes sockets for something else',
    from: ['1.31.0'],
    mended: [
      ['1.31.1', 127100],
      ['1.32.0', 126976],
    ],
  },
  {
    of: 'containerd',
    findings: ['container-config-error', 'sandbox-create-error'],
    line: /memory\.memsw\.limit_in_bytes: no such file/,
    does: 'sets a limit of swap where the kernel does not account for swap',
    from: ['1.6.13'],
    mended: [['1.6.14', 7838]],
    before: '1.7.0',
  },
  {
    of: 'containerd',
    findings: ['cni-ip-leak'],
    does: 'leaks addresses of sandboxes whose creation fails',
    from: ['1.5.0'],
    mended: [
      ['1.5.15', 7464],
      ['1.6.9', 7456],
    ],
    before: '1.7.0',
  },
  {
    of: 'containerd',
    findings: ['inotify-exhaustion'],
    does: 'leaks inotify instances when a cgroup is deleted',
    from: ['1.5.0'],
    mended: [['1.5.12', 6961]],
    before: '1.6.0',
  },
  {
    of: 'containerd',
    findings: ['image-pull-backoff'],
    line: /unexpected EOF/,
    does: 'ends a pull that meets an unexpected end of the data, and does not try again',
    from: ['1.5.0'],
    mended: [['1.5.8', 5921]],
    before: '1.6.0',
  },
];

const repositories = { kubelet: 'kubernetes/kubernetes', containerd: 'containerd/containerd' };

/** What is said of a finding that looks like one. */
export interface BugSaid {
  readonly sentence: string;
  readonly step: string;
  readonly reference: string;
}

export function bugsSaid(finding: string, shows: Shows, ask: Inquiry): readonly BugSaid[] {
  return knownBugs.flatMap((bug) => {
    if (!bug.findings.includes(finding)) return [];
    if (bug.line !== undefined && !shows.holds({ line: bug.line })) return [];
    const versions = versionsOf(bug.of, ask);
    const [version] = versions;
    if (version === undefined || !versions.every((one) => has(bug, one))) return [];
    const [release, pull] = mendedNext(bug, version);
    return [
      {
        sentence: `${bug.of} ${version} has a known bug that looks so: it ${bug.does}.`,
        step: `Upgrade ${bug.of} to ${release} or later, if it is that bug`,
        reference: `${repositories[bug.of]}#${String(pull)}`,
      },
    ];
  });
}

/** Of each run, where each tells its own; else none. */
function versionsOf(of: KnownBug['of'], ask: Inquiry): readonly string[] {
  const texts = ask.history.runs.map(({ version, runtime }) =>
    of === 'kubelet' ? version.value : runtime.value,
  );
  const pattern =
    of === 'kubelet'
      ? /^v?(\d+\.\d+\.\d+)(?!\d|-(?:alpha|beta|rc))/
      : /containerd\D+(\d+\.\d+\.\d+)/;
  const versions = texts.map((text) => pattern.exec(text ?? '')?.[1]);
  return versions.every((version) => version !== undefined) ? versions : [];
}

/** Whether a release has it. */
export function has({ from, mended, before }: KnownBug, version: string): boolean {
  if (before !== undefined && isAtLeast(version, before)) return false;
  const isMended = mended.some(([release]) => reaches(version, release));
  return !isMended && from.some((release) => reaches(version, release));
}

/** Of its own minor at or after it; one that begins a minor speaks for all later ones. */
function reaches(version: string, release: string): boolean {
  const isOwn = minorOf(version) === minorOf(release);
  return isAtLeast(version, release) && (isOwn || release.endsWith('.0'));
}

/** The release of its own minor, else the first later one. */
function mendedNext({ mended }: KnownBug, version: string): readonly [string, number] {
  return mended.find(([release]) => isAtLeast(release, version)) ?? mended.at(-1) ?? ['', 0];
}

function minorOf(version: string): string {
  return version.replace(/\.\d+$/, '');
}

function isAtLeast(version: string, other: string): boolean {
  const [a = [], b = []] = [version, other].map((text) => text.split('.').map(Number));
  const at = a.findIndex((number, index) => number !== b[index]);
  return at < 0 || (a[at] ?? 0) > (b[at] ?? 0);
}

import { decode, startsWith } from './bytes.ts';
import { programs, type Program } from './record.ts';

const numbers = new Map<Program, number>(programs.map((name, index) => [name, index]));

export function programNumber(program: Program): number {
  return numbers.get(program) ?? 0;
}

const hostNames = /kubelite|^k3s|^rke2|^k0s|^microshift|^localkube|^edgecore|^kubesolo/;
const ownNames = /kubelet|^hyperkube|^kubenswrapper|openshift-node|^origin-node/;

/** By how they are called in a journal, in syslog, in a unit's, a pod's or a file's name. The first that fits counts. */
const names: readonly (readonly [Program, RegExp])[] = [
  // What the kernel's audit tells, journald logs under that name.
  ['kernel', /^(?:kernel|audit)$/i],
  // So systemd calls a process of its own until that runs what it is to start.
  ['systemd', /^\(.*\)$/],
  ['cri-dockerd', /^cri-docker/],
  ['dockerd', /^dockerd?(?:-current|-latest)?$|docker(d|\.service)$/],
  ['crio', /^cri-?o$|^crio\.service$/],
  ['host', hostNames],
  ['kubelet', ownNames],
  ['kube-apiserver', /^kube-?apiserver|^openshift-apiserver/],
  ['kube-scheduler', /^kube-?scheduler/],
  ['kube-controller-manager', /^(?:kube-?controller-?manager|cloud-controller-manager)/],
  ['kube-proxy', /^kube-?proxy/],
  ['etcd', /^etcd/],
  ['systemd', /^systemd(?:$|-(?:journald|logind|shutdown)$)|^init$/],
  [
    'cni',
    /^(?:calico|felix|bird|cilium|flannel|weave|multus|antrea|kindnet|ovn|aws-node|azure-vnet)/,
  ],
  // A shell that starts a program logs for it: the name tells nothing.
  ['unknown', /^(?:ba|da)?sh$/],
  ['containerd', /^containerd/],
];

/** The program that a journal or syslog calls so; the kubelet is often started by or built into another one. */
export function programNamed(name: string): Program {
  // A snap's service: `microk8s.daemon-containerd`, `k8s.containerd`.
  const own = name.slice(name.lastIndexOf(snapService) + snapService.length);
  const called = (name.includes(snapService) ? own : name).replace(/^k8s\./, '');
  const ofSnap = snapServices.get(called);
  if (ofSnap !== undefined && called !== name) return ofSnap;
  return names.find(([, pattern]) => pattern.test(called))?.[0] ?? 'other';
}

const snapService = '.daemon-';
/** Those of MicroK8s that its snap calls otherwise. */
const snapServices: ReadonlyMap<string, Program> = new Map([
  ['apiserver', 'kube-apiserver'],
  ['controller-manager', 'kube-controller-manager'],
  ['proxy', 'kube-proxy'],
  ['scheduler', 'kube-scheduler'],
]);

/** The kubelet's own and those of programs that have it within. */
export const kubeletNames = new RegExp(`${hostNames.source}|${ownNames.source}`);

/** Index into `programs` of the program whose name stands in `[from, to)`. */
export function programOf(bytes: Uint8Array, from: number, to: number): number {
  // Most lines: no string for them.
  if (to - from === 7 && startsWith(bytes, from, to, 'kubelet')) return kubelet;
  const name = decode(bytes, from, to);
  const known = numbersByName.get(name);
  if (known !== undefined) return known;
  const number = programNumber(programNamed(name));
  if (numbersByName.size < MAX_NAMES) numbersByName.set(name, number);
  return number;
}

/** Names that were met: a log has a few. */
const numbersByName = new Map<string, number>();
const MAX_NAMES = 1000;
const kubelet = programNumber('kubelet');

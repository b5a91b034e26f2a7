// Whose lines stand below a head or in a file, by what these are called: `==> kube-apiserver [1f3d…] <==`, `journalctl -u kubelet`,
// `kind-control-plane/containerd.log`.
import type { Program } from './record.ts';

/** By words of a head; the first that fits counts. */
const words: readonly (readonly [Program, RegExp])[] = [
  [
    'text',
    /^kernel$|\bdescribe\b|container status|\baudit\b|\bversion\b|\binspect\b|\bimages?\b|\bget \w|\bcrictl (?!logs)|\bctr\b|--(?:help|version)\b|\bcat \S+\.(?:ya?ml|json|conf|cfg|env|service|toml)/,
  ],
  ['other', /\blast start\b|^minikube\b|coredns|storage-provisioner|dashboard/],
  ['kernel', /\bdmesg\b|\bjournalctl\b.* -k\b|kern(?:el)?\.log/],
  ['host', /kubelite|\bk3s\b|\brke2\b|microshift|\bk0s\b/],
  ['kube-apiserver', /kube-?apiserver/],
  ['kube-scheduler', /kube-?scheduler/],
  ['kube-controller-manager', /(?:kube|cloud)-?controller-?manager/],
  ['kube-proxy', /kube-?proxy/],
  ['etcd', /\betcd\b/],
  ['cni', /kindnet|calico|cilium|flannel|weave|multus|antrea|aws-node|ipamd|azure-vnet/],
  ['cri-dockerd', /cri-docker/],
  // `docker logs kubelet` are the kubelet's, too.
  ['kubelet', /\bkubelet\b/],
  ['crio', /\bcri-?o\b/],
  ['containerd', /\bcontainerd\b/],
  ['dockerd', /^docker$|\bdockerd\b|-u docker\b/],
];

/** Below a head of these words; `unknown` where they tell nothing. */
export function writerOfTitle(title: string): Program {
  const lower = title.toLowerCase();
  return words.find(([, pattern]) => pattern.test(lower))?.[0] ?? 'unknown';
}

/** Commands that print lines of logs; `tail` and the like by the file that they read. */
const printsLogs =
  /^(?:journalctl|dmesg|stern|systemctl (?:-\S+ )*status|service \S+ status)\b|^(?:kubectl|oc|k|docker|podman|crictl|nerdctl|talosctl|minikube|microk8s|k3s|helm|kubetail)\b.* (?:logs?|dmesg)\b/;
const readsFile = /^(?:z?cat|z?[ef]?grep|tail|head|z?less|more|awk|sed|vim?|nano)\s/;
/** What configures a machine, and what it shows of itself. */
const noLog =
  /\s['"]?\/(?:etc|proc|sys|usr|opt|home|root|run)\/|\.(?:ya?ml|json|conf(?:list)?|cfg|env|service|toml|sh|md|crt|pem|repo|ini|go)\b/;
/** A program that is started where its log can be seen. */
const started =
  /^(?:\S*\/)?(kubelet|hyperkube|dockerd|containerd|crio|cri-dockerd|etcd|k3s|rke2|k0s|microshift|kubelite|flanneld|kube-(?:apiserver|scheduler|controller-manager|proxy))\b(?! (?:kubectl|crictl|ctr|etcd-snapshot|token|check-config))/;
const before = /^(?:sudo|nohup|time|exec|watch|then|do|-\w+|\w+=\S+)\s+/;

/** Whose the lines are that a command prints and that name no program. */
export function writerOfCommand(command: string): Program {
  let typed = command;
  for (let next = typed.replace(before, ''); next !== typed; next = typed.replace(before, ''))
    typed = next;
  const program = started.exec(typed)?.[1];
  if (program !== undefined && !/--(?:help|version)\b/.test(typed)) return writerOfTitle(program);
  if (readsFile.test(typed)) return noLog.test(typed) ? 'text' : writerOfTitle(typed);
  if (!printsLogs.test(typed)) return 'text';
  // Each line of a journal names its program; what stands above them is no log.
  if (/ status\b/.test(typed)) return 'unknown';
  const writer = writerOfTitle(typed);
  return writer === 'unknown' && !/^(?:journalctl|dmesg)/.test(typed) ? 'other' : writer;
}

/** Files of which the name alone tells: of a kind export, a must-gather, a collector. */
const plainFile =
  /(?:^|\/)(kubelet|kubelite|kindnet|calico-node|cilium-agent|kube-flannel|flanneld|weave-net|ipamd|azure-vnet(?:-ipam|-telemetry)?|k3s|rke2|containerd|cri-?o|dockerd?|cri-dockerd|etcd|kube-(?:apiserver|scheduler|controller-manager|proxy))(?:[._-](?:service|journal|log|logs|txt|out|err|info|warning|error|previous|current|\d+))*(?:\.(?:gz|xz|zst))?$/i;
/** `…/pods/kube-system_etcd-node_1f3d…/etcd/0.log`, `…/containers/etcd-node_kube-system_etcd-1f3d….log`, `snap.microk8s.daemon-kubelite/journal.log`. */
const inFolder = [
  /\/pods\/[^/]+\/([^/]+)\/\d+\.log/,
  /\/containers\/[^/_]+_[^/_]+_([^/]+)-[0-9a-f]{64}\.log/,
  /\/snap\.\w+\.daemon-([\w-]+)\/journal\.log/,
  /\/namespaces\/[^/]+\/pods\/[^/]+\/([^/]+)\//,
  /\/host_service_logs\/\w+\/([\w-]+)_service\.log/,
];

/** The program that a file is of, by its place. */
export function writerOfPath(path: string): Program {
  const slashes = path.replaceAll('\\', '/');
  const name = inFolder
    .map((pattern) => pattern.exec(slashes)?.[1])
    .find((one) => one !== undefined);
  if (name !== undefined) {
    const writer = writerOfTitle(name);
    return writer === 'unknown' ? 'other' : writer;
  }
  return writerOfTitle(plainFile.exec(slashes)?.[1] ?? '');
}

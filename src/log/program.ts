import { decode, startsWith } from './bytes.ts';
import { programs } from './lineHead.ts';
import type { Program } from './record.ts';

/** Names under which a journal or syslog knows the programs; the kubelet is often started by or built into another one. */
const identities: readonly (readonly [name: string, program: Program])[] = [
  ['kubelet', 'kubelet'],
  ['containerd', 'containerd'],
  ['crio', 'crio'],
  ['cri-o', 'crio'],
  ['dockerd', 'dockerd'],
  ['docker', 'dockerd'],
  ['kernel', 'kernel'],
  ['k3s', 'kubelet'],
  ['rke2', 'kubelet'],
  ['k0s', 'kubelet'],
  ['hyperkube', 'kubelet'],
  ['microshift', 'kubelet'],
  ['localkube', 'kubelet'],
  ['kubesolo', 'kubelet'],
  ['atomic-openshift-node', 'kubelet'],
  ['origin-node', 'kubelet'],
];

const numbers = new Map<Program, number>(programs.map((name, index) => [name, index]));

export function programNumber(program: Program): number {
  return numbers.get(program) ?? 0;
}

/** Index into `programs` of the program whose name stands in `[from, to)`. */
export function programOf(bytes: Uint8Array, from: number, to: number): number {
  const hit = identities.find(
    ([name]) => to - from === name.length && startsWith(bytes, from, to, name),
  );
  return programNumber(hit?.[1] ?? programByPart(decode(bytes, from, to)));
}

/** `kubelet-wrapper`, `snap.microk8s.daemon-kubelite`, `kubelet-containerd.sh`: the kubelet's name counts most. */
function programByPart(text: string): Program {
  if (/kubelet|kubelite|k3s|rke2/.test(text)) return 'kubelet';
  if (/containerd/.test(text)) return 'containerd';
  return 'other';
}

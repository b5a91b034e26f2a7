import { decode, startsWith } from './bytes.ts';
import { programs } from './lineHead.ts';
import type { Program } from './record.ts';

const numbers = new Map<Program, number>(programs.map((name, index) => [name, index]));

export function programNumber(program: Program): number {
  return numbers.get(program) ?? 0;
}

/** The program that a journal or syslog calls so; the kubelet is often started by or built into another one. */
export function programNamed(name: string): Program {
  if (/^kernel$/i.test(name)) return 'kernel';
  if (/^dockerd?$|docker(d|\.service)$/.test(name)) return 'dockerd';
  if (/^cri-?o$|^crio\.service$/.test(name)) return 'crio';
  if (kubeletNames.test(name)) return 'kubelet';
  // A shell that starts a program logs for it: the name tells nothing.
  if (/^(?:ba|da)?sh$/.test(name)) return 'unknown';
  return name.startsWith('containerd') ? 'containerd' : 'other';
}

const kubeletNames =
  /kubelet|kubelite|^k3s|^rke2|^k0s|^hyperkube|^kubenswrapper|^edgecore|^microshift|^localkube|^kubesolo|openshift-node|^origin-node/;

/** Index into `programs` of the program whose name stands in `[from, to)`. */
export function programOf(bytes: Uint8Array, from: number, to: number): number {
  // Most lines: no string for them.
  if (to - from === 7 && startsWith(bytes, from, to, 'kubelet')) return kubelet;
  return programNumber(programNamed(decode(bytes, from, to)));
}

const kubelet = programNumber('kubelet');

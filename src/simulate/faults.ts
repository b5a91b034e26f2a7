// Which faults of a scenario are on, and who waits for one to end.
import type { Scenario } from './scenario.ts';

export type Fault = Scenario['faults'][number];
export type CniFault = Fault & { readonly kind: 'cni' };
export type RuntimeFault = Fault & { readonly kind: 'runtime' };

export class Faults {
  private readonly on = new Map<string, Fault>();
  private readonly known: readonly Fault[];
  private waiting: (() => void)[] = [];
  /** The runtime's process is stopped: nothing answers. */
  runtimeStopped = false;

  constructor(known: readonly Fault[]) {
    this.known = known;
  }

  switch(name: string, on: boolean): void {
    const fault = this.known.find((candidate) => candidate.name === name);
    if (fault === undefined) return;
    if (on) this.on.set(name, fault);
    else this.on.delete(name);
    this.changed();
  }

  stopRuntime(stopped: boolean): void {
    this.runtimeStopped = stopped;
    this.changed();
  }

  /** Calls back at the next change. */
  onChange(callback: () => void): void {
    this.waiting.push(callback);
  }

  private changed(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const callback of waiting) callback();
  }

  /** The fault of the CNI that hits a call for a pod; `pod` is `ns/name`. */
  cni(command: CniFault['command'], pod: string): CniFault | undefined {
    for (const fault of this.on.values()) {
      if (fault.kind === 'cni' && fault.command === command && pod.includes(fault.filter ?? '')) {
        return fault;
      }
    }
    return undefined;
  }

  runtime(call: RuntimeFault['call'], pod: string): RuntimeFault | undefined {
    for (const fault of this.on.values()) {
      if (fault.kind !== 'runtime' || !pod.includes(fault.filter ?? '')) continue;
      if (fault.call === call || fault.call === 'all') return fault;
    }
    return undefined;
  }

  image(image: string): (Fault & { readonly kind: 'image' }) | undefined {
    for (const fault of this.on.values()) {
      if (fault.kind === 'image' && fault.image === image) return fault;
    }
    return undefined;
  }

  /** Whether a fault is on that has nothing but its kind. */
  isOn(kind: 'url' | 'network-not-ready'): boolean {
    return [...this.on.values()].some((fault) => fault.kind === kind);
  }

  secretMissing(name: string): boolean {
    return [...this.on.values()].some(
      (fault) => fault.kind === 'secret-missing' && fault.secret === name,
    );
  }

  configMapMissing(name: string): boolean {
    for (const fault of this.on.values()) {
      if (fault.kind === 'configmap-missing' && fault.configMap === name) return true;
    }
    return false;
  }
}

// What the network of a node gives to sandboxes, on its disk and in its rules, so that it outlives the kubelet's process: addresses, and
// host ports that lead to them.
import type { ContainerPort } from '../kubelet/pod.ts';
import type { NetworkEvent, NetworkLease } from './journal/neighbourParts.ts';
import type { VirtualClock } from './virtualClock.ts';

/** What of a sandbox its network knows. */
interface Networked {
  readonly id: string;
  readonly podUid: string;
  readonly ip: string;
  readonly hostPorts: readonly ContainerPort[];
}

export class NetworkLeases {
  /** By sandbox: the files of host-local, which stay until a DEL with that container id. */
  private readonly held = new Map<string, NetworkLease>();
  private readonly clock: VirtualClock;
  private readonly tell: (event: NetworkEvent) => void;

  constructor(clock: VirtualClock, tell: (event: NetworkEvent) => void) {
    this.clock = clock;
    this.tell = tell;
  }

  /** All that is held is told of. */
  tellAll(): void {
    for (const sandboxId of this.held.keys()) this.tellOne(sandboxId);
  }

  /** host-local gives an address to each container id that ADD names (plugins/ipam/host-local). */
  give({ id, podUid: uid, ip, hostPorts }: Networked): void {
    this.held.set(id, { uid, ip, hostPorts, since: this.clock.now(), leaked: false });
    this.tellOne(id);
  }

  /** DEL takes it back. */
  takeBack({ id, podUid: uid }: Networked): void {
    if (this.held.delete(id)) this.tell({ kind: 'lease', uid, sandboxId: id, lease: undefined });
  }

  /** The host ports lead to the sandbox no more, whatever becomes of its address. */
  unmap({ id, podUid: uid }: Networked): void {
    const lease = this.held.get(id);
    if (lease === undefined || lease.hostPorts.length === 0) return;
    this.held.set(id, { ...lease, hostPorts: [] });
    this.tell({ kind: 'unmap', uid, sandboxId: id });
  }

  /** The sandbox is removed: no DEL will name it. */
  leak(sandboxId: string): void {
    const lease = this.held.get(sandboxId);
    if (lease === undefined) return;
    this.held.set(sandboxId, { ...lease, leaked: true });
    this.tellOne(sandboxId);
  }

  private tellOne(sandboxId: string): void {
    const held = this.held.get(sandboxId);
    if (held === undefined) return;
    const { uid, ...lease } = held;
    this.tell({ kind: 'lease', uid, sandboxId, lease });
  }
}

import type { Micros } from '../base/time.ts';
import type { NodeCapacity } from '../kubelet/admission.ts';
import type { LogEffect } from '../kubelet/effect.ts';
import type { Pod } from '../kubelet/pod.ts';
import type { PodWorkers } from '../kubelet/podWorkers.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';
import type { ApiServer } from './apiServer.ts';
import type { Faults } from './faults.ts';
import type { KubeletJournal } from './journal/kubeletJournal.ts';
import type { Random } from './random.ts';
import type { Behaviour, FakeRuntime } from './runtime.ts';
import type { VirtualClock } from './virtualClock.ts';

/** What a process of the kubelet stands on and whom it tells. */
export interface KubeletOptions {
  readonly node: string;
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly version: KubeletVersion;
  readonly fullVersion: string;
  readonly api: ApiServer;
  readonly runtime: FakeRuntime;
  readonly runtimeName: 'containerd' | 'crio' | 'docker';
  /** `--network-plugin`, which only the dockershim uses. */
  readonly networkPlugin: string;
  /** The gate EventedPLEG. */
  readonly eventedPleg: boolean;
  readonly faults: Faults;
  /** What stands in its directory, and behind its URL; nothing where it has no such source. */
  readonly staticPods: (source: 'file' | 'http') => readonly Pod[] | undefined;
  readonly behaviourOf: (pod: Pod, container: string) => Behaviour;
  readonly configMapsOf: (pod: Pod) => readonly string[];
  readonly pullSecretsOf: (pod: Pod) => readonly string[];
  readonly capacity: NodeCapacity;
  readonly diskPercent: () => number;
  readonly write: (effect: LogEffect, now: Micros) => void;
  /** Called when the state of the pod workers changed. */
  readonly workersChanged: (workers: PodWorkers, now: Micros) => void;
  /** Each part writes its steps here, where somebody wants to look inside. */
  readonly journal?: KubeletJournal | undefined;
}

// What can be asked about a live cluster. It stands beside the session of logs: either may be there without the other.
import type { Micros } from '../base/time.ts';
import type { RowSeverity, ShownValue } from './rows.ts';

export interface ClusterContexts {
  readonly names: readonly string[];
  /** The one that kubectl would use; empty when the kubeconfig names none. */
  readonly current: string;
}

export interface ConnectRequest {
  readonly context: string;
  /** Default: the files that kubectl would read. */
  readonly kubeconfig?: string;
  /** Whether programs that the kubeconfig names may be run to sign in. */
  readonly runsPrograms: boolean;
  /** Default: none but the kubeconfig's and the environment's. */
  readonly httpProxy?: string;
}

/** The connected cluster as a whole; pods are asked for node by node. */
export interface ClusterRow {
  readonly context: string;
  /** Host and port. */
  readonly server: string;
  readonly version: string;
  /** `stale`: the server is not heard; what is shown is what was last seen. */
  readonly state: 'listing' | 'live' | 'stale';
  /** Since when it is stale. */
  readonly since: Micros | undefined;
  readonly problem: string | undefined;
  /** When the server was not heard, the newest last. */
  readonly silences: readonly {
    readonly from: Micros;
    readonly to: Micros | undefined;
    readonly why: string;
  }[];
  readonly nodes: readonly ClusterNodeRow[];
  readonly pods: number;
  /** Pods that no scheduler has bound to a node. */
  readonly unbound: number;
}

export interface ClusterNodeRow {
  readonly name: string;
  /** `Ready`, `NotReady`, `Unknown`; `Ready, cordoned`. */
  readonly state: string;
  readonly message: string;
  readonly since: Micros | undefined;
  readonly kubelet: string;
  readonly runtime: string;
  readonly os: string;
  readonly pods: number;
  /** Pods that are not as they should be. */
  readonly troubled: number;
  readonly severity: RowSeverity;
  readonly label: string;
}

export interface ClusterPodRow {
  /** The UID that the API server gave it. */
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  /** As kubectl has it: `Running`, `CrashLoopBackOff`, `Terminating`, … */
  readonly state: string;
  /** `1/2` containers. */
  readonly ready: string;
  readonly restarts: number;
  readonly created: Micros | undefined;
  readonly deleting: Micros | undefined;
  readonly origin: string;
  readonly containers: readonly {
    readonly name: string;
    readonly id: string;
    readonly state: string;
  }[];
  readonly severity: RowSeverity;
  readonly label: string;
}

/** Whether the log of a node's kubelet can be had without signing in on the node. */
export type NodeLogRow =
  /** `journal`, or the path of the file below /var/log. */
  | { readonly kind: 'found'; readonly from: string }
  | {
      readonly kind: 'obstacle';
      readonly what: 'rbac' | 'kubelet-flag' | 'feature-gate' | 'os' | 'unreachable' | 'no-node';
      readonly text: string;
      /** What to run or to write, line by line; empty where nobody can say. */
      readonly mend: readonly string[];
    };

/** One of the four that tell of a node's pods: when it was asked, or why it told nothing. */
export interface WitnessRow {
  readonly at: Micros | undefined;
  readonly problem: string | undefined;
}

/** What the API server, the kubelet, the runtime and the log say of one pod; `undefined`: it does not have the pod. */
export interface ComparedPodRow {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** Its key in the session, where the log that is open has it. */
  readonly podKey: string | undefined;
  readonly api: string | undefined;
  readonly kubelet: string | undefined;
  readonly runtime: string | undefined;
  readonly log: ShownValue | undefined;
  readonly differences: readonly {
    readonly text: string;
    /** Since it was first seen, or since when it is known to be so. */
    readonly since: Micros;
    readonly severity: RowSeverity;
  }[];
}

/** How much a node has left of something that evictions are decided by. */
export interface ResourceRow {
  /** `Memory`, `Disk`, `Inodes`, `Image disk`, `Processes`. */
  readonly name: string;
  /** `3.1 GiB free of 8.0 GiB`. */
  readonly text: string;
  /** 0 to 1; undefined where the kubelet does not tell of how much. */
  readonly free: number | undefined;
  readonly severity: RowSeverity;
}

export interface NodeComparison {
  readonly node: string;
  readonly api: WitnessRow;
  readonly kubelet: WitnessRow;
  readonly runtime: WitnessRow;
  /** Of the log that is open, if it is this node's. */
  readonly log: WitnessRow;
  /** As the kubelet told at most half a minute before; empty where it tells nothing. */
  readonly resources: readonly ResourceRow[];
  /** Those with differences first. */
  readonly pods: readonly ComparedPodRow[];
}

/** Every method rejects with a ChannelError whose message is a sentence for a person. */
export interface ClusterApi {
  contexts(kubeconfig: string | undefined): Promise<ClusterContexts>;
  /** Ends the connection before. Rejects when the server does not answer within five seconds; cancelling ends it at once. */
  connectCluster(request: ConnectRequest): Promise<ClusterRow>;
  disconnectCluster(): Promise<void>;
  /** Undefined: none is connected. */
  cluster(): Promise<ClusterRow | undefined>;
  /** Pods of a node by namespace and name; of node `''`, those that wait for one. */
  clusterPods(node: string): Promise<readonly ClusterPodRow[]>;
  /** Asks whether the user may, then what the kubelet has; `open` with a source of kind `node` then follows it. */
  nodeLog(node: string): Promise<NodeLogRow>;
  /** How much somebody looks: kubelets are asked for samples less often `aside`, and not at all while all is `hidden`. */
  setAttention(attention: 'shown' | 'aside' | 'hidden'): Promise<void>;
  /** As the node's kubelet is configured. */
  verbosity(node: string): Promise<number>;
  /** Of the running kubelet, until it restarts. Rejects with what is in the way. */
  setVerbosity(node: string, level: number): Promise<void>;
  /** Asks the kubelet and compares; without a node, the one that was compared last. */
  compareNode(node: string | undefined, filter: string): Promise<NodeComparison>;
}

// One kubelet of the lab: its configuration for its minor, its runs, its log and its verbosity.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Api } from './api.ts';
import { pauseImage } from './image.ts';
import type { NodeSpace } from './nodeSpace.ts';
import { Hopeless, start, until, type Program } from './program.ts';

export interface KubeletOptions {
  readonly node: string;
  /** `1.34` */
  readonly minor: string;
  /** The program's path inside the node. */
  readonly binary: string;
  readonly runtime: 'containerd' | 'docker';
  readonly verbosity: number;
  readonly format: 'text' | 'json';
  /** Evict at less than 10 % of free disk; off by default, because the lab's disk is whatever the machine has. */
  readonly evictsOnDisk: boolean;
  readonly token: string;
}

const logFile = '/var/log/kubelet.log';

export class Kubelet {
  readonly options: KubeletOptions;
  readonly api: Api;
  /** How often it was started. */
  runs = 0;
  private readonly space: NodeSpace;
  private program: Program | undefined;

  constructor(space: NodeSpace, options: KubeletOptions, kubeconfig: string) {
    this.space = space;
    this.options = options;
    this.api = new Api({ host: space.address, port: 10250, token: options.token });
    const config = path.join(space.outside('/etc/kubernetes'), 'kubelet.yaml');
    writeFileSync(config, JSON.stringify(this.config(), null, 2));
    writeFileSync(space.outside('/etc/kubernetes/kubelet.conf'), kubeconfig);
  }

  get log(): string {
    return this.space.outside(logFile);
  }

  /** The folder of truth of run number `n`, for kubelets that write it. */
  truthDir(n: number): string {
    return `/var/lib/lab/truth-${n}`;
  }

  /** Starts the process; `ready` tells when it answers. */
  start(): void {
    this.runs++;
    const truth = this.truthDir(this.runs);
    mkdirSync(this.space.outside(truth), { recursive: true });
    this.program = start('kubelet', [this.options.binary, ...this.flags()], {
      log: this.log,
      within: this.space.within(),
      env: { LAB_TRUTH_DIR: truth },
    });
  }

  async ready(): Promise<void> {
    await until(`the kubelet of ${this.options.node} answers`, 60_000, async () => {
      if (this.program?.end !== undefined) throw new Hopeless(`it ended: ${this.program.end}`);
      return (await this.api.answers('/healthz')) || undefined;
    });
  }

  async stop(): Promise<void> {
    await this.program?.stop(10_000);
  }

  /** Ends it without a warning. */
  async kill(): Promise<void> {
    this.program?.signal('SIGKILL');
    await this.program?.exited;
  }

  get pid(): number {
    return this.program?.pid ?? 0;
  }

  /** As logrotate with `copytruncate`: the process keeps its file. The new name of what was written so far. */
  rotateLog(): string {
    const old = readdirSync(path.dirname(this.log)).filter((f) => f.startsWith('kubelet.log.'));
    const rotated = `${this.log}.${old.length + 1}`;
    copyFileSync(this.log, rotated);
    truncateSync(this.log);
    return rotated;
  }

  async setVerbosity(level: number): Promise<void> {
    await this.api.change('PUT', '/debug/flags/v', String(level));
  }

  private get isOld(): boolean {
    return Number(this.options.minor.split('.')[1]) < 24;
  }

  private config(): Record<string, unknown> {
    const { format, verbosity, evictsOnDisk } = this.options;
    const common = {
      apiVersion: 'kubelet.config.k8s.io/v1beta1',
      kind: 'KubeletConfiguration',
      address: this.space.address,
      port: 10250,
      readOnlyPort: 0,
      authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
      authorization: { mode: 'AlwaysAllow' },
      cgroupDriver: 'cgroupfs',
      enforceNodeAllocatable: [],
      failSwapOn: false,
      staticPodPath: '/etc/kubernetes/manifests',
      resolvConf: '/etc/resolv.conf',
      evictionHard: evictsOnDisk ? { 'nodefs.available': '10%' } : {},
      imageGCHighThresholdPercent: 100,
      makeIPTablesUtilChains: false,
      volumePluginDir: '/var/lib/kubelet/volumeplugins',
    };
    if (this.isOld) return { ...common, logging: { format } };
    return {
      ...common,
      logging: { format, verbosity },
      failCgroupV1: false,
      localStorageCapacityIsolation: true,
      containerRuntimeEndpoint: 'unix:///run/containerd/containerd.sock',
      enableSystemLogQuery: true,
      featureGates: { NodeLogQuery: true, ComponentFlagz: true, ComponentStatusz: true },
    };
  }

  private flags(): string[] {
    const { node, runtime, verbosity } = this.options;
    const common = [
      '--config=/etc/kubernetes/kubelet.yaml',
      '--kubeconfig=/etc/kubernetes/kubelet.conf',
      `--hostname-override=${node}`,
      `--node-ip=${this.space.address}`,
      `--v=${verbosity}`,
    ];
    if (!this.isOld) return common;
    const remote = [
      '--container-runtime=remote',
      '--container-runtime-endpoint=unix:///run/containerd/containerd.sock',
    ];
    const docker = [
      '--container-runtime=docker',
      '--network-plugin=cni',
      '--cni-conf-dir=/etc/cni/net.d',
      '--cni-bin-dir=/opt/cni/bin',
      '--cni-cache-dir=/var/lib/cni/cache',
    ];
    return [
      ...common,
      ...(runtime === 'docker' ? docker : remote),
      `--pod-infra-container-image=${pauseImage}`,
      `--logging-format=${this.options.format}`,
    ];
  }

  /** The truth files that run number `n` has written. */
  truthFiles(n: number): string[] {
    const dir = this.space.outside(this.truthDir(n));
    return existsSync(dir) ? readdirSync(dir).map((file) => path.join(dir, file)) : [];
  }
}

// The container runtime of a lab node: its configuration, its start, and what makes it hang.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { imageArchive, pauseImage } from './image.ts';
import type { NodeSpace } from './nodeSpace.ts';
import { must, start, until, type Program } from './program.ts';

export interface Runtime {
  readonly name: 'containerd' | 'docker';
  start(): Promise<void>;
  /** Stops it in its tracks, as a runtime that answers nobody; `resume` lets it go on. */
  suspend(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** This sandbox may not lower an oom_score_adj, and has no AppArmor; the images are too small to be worth a snapshotter. */
const containerdConfig = `version = 2
root = "/var/lib/containerd"
state = "/run/containerd"
oom_score = 0
[grpc]
  address = "/run/containerd/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${pauseImage}"
  restrict_oom_score_adj = true
  disable_apparmor = true
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "native"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
      SystemdCgroup = false
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/opt/cni/bin"
    conf_dir = "/etc/cni/net.d"
`;

export class Containerd implements Runtime {
  readonly name = 'containerd';
  private readonly space: NodeSpace;
  private program: Program | undefined;

  constructor(space: NodeSpace) {
    this.space = space;
    writeFileSync(space.outside('/etc/containerd/config.toml'), containerdConfig);
  }

  async start(): Promise<void> {
    this.program = start('containerd', ['containerd', '--config', '/etc/containerd/config.toml'], {
      log: this.space.outside('/var/log/containerd.log'),
      within: this.space.within(),
    });
    await until('containerd answers', 30_000, () => this.ctr('version'));
    await this.importImage();
  }

  private async importImage(): Promise<void> {
    const archive = await imageArchive();
    const inside = '/var/tmp/images.tar';
    await must('cp', archive, this.space.outside(inside));
    await this.ctr('images', 'import', '--snapshotter', 'native', inside);
    await must('rm', this.space.outside(inside));
  }

  private ctr(...args: string[]): Promise<string> {
    return this.space.run('ctr', '-n', 'k8s.io', ...args);
  }

  suspend(): void {
    this.program?.signal('SIGSTOP');
  }

  resume(): void {
    this.program?.signal('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.program?.stop(2000);
  }
}

/** runc may not lower an oom_score_adj here either, and dockerd has no setting for it: a wrapper takes the wish out of each bundle. */
const runcWrapper = `#!/bin/sh
bundle=
for a in "$@"; do [ "$p" = --bundle ] && bundle=$a; p=$a; done
if [ -n "$bundle" ]; then sed -i 's/"oomScoreAdj":-[0-9]*/"oomScoreAdj":0/' "$bundle/config.json"; fi
exec runc "$@"
`;

export class Dockerd implements Runtime {
  readonly name = 'docker';
  private readonly space: NodeSpace;
  private program: Program | undefined;

  constructor(space: NodeSpace) {
    this.space = space;
    mkdirSync(space.outside('/etc/docker'), { recursive: true });
    writeFileSync(space.outside('/etc/docker/runc'), runcWrapper, { mode: 0o755 });
    const config = {
      iptables: false,
      bridge: 'none',
      'storage-driver': 'vfs',
      'exec-opts': ['native.cgroupdriver=cgroupfs'],
      runtimes: { lab: { path: '/etc/docker/runc' } },
      'default-runtime': 'lab',
    };
    writeFileSync(space.outside('/etc/docker/daemon.json'), JSON.stringify(config, null, 2));
  }

  async start(): Promise<void> {
    this.program = start('dockerd', ['dockerd'], {
      log: this.space.outside('/var/log/dockerd.log'),
      within: this.space.within(),
    });
    await until('dockerd answers', 40_000, () => this.docker('version'));
    const archive = await imageArchive();
    const inside = '/var/tmp/images.tar';
    await must('cp', archive, this.space.outside(inside));
    await this.docker('load', '-i', inside);
    await must('rm', this.space.outside(inside));
  }

  /** The pid of the pause process of a pod, in the lab's own numbering. */
  async pausePid(namespace: string, pod: string): Promise<number> {
    const name = `name=k8s_POD_${pod}_${namespace}_`;
    const id = (await this.docker('ps', '-q', '--filter', name)).trim();
    return Number(await this.docker('inspect', '-f', '{{.State.Pid}}', id));
  }

  private docker(...args: string[]): Promise<string> {
    return this.space.run('docker', ...args);
  }

  suspend(): void {
    this.program?.signal('SIGSTOP');
  }

  resume(): void {
    this.program?.signal('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.program?.stop(5000);
  }
}

/** Where a runtime's own log is, inside the node. */
export function runtimeLog(runtime: Runtime): string {
  return path.posix.join('/var/log', runtime.name === 'docker' ? 'dockerd.log' : 'containerd.log');
}

// The container runtime of a lab node: its configuration, its start, and what makes it hang.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { apiHost } from './controlPlane.ts';
import { busyboxImage, imageArchive, pauseImage } from './image.ts';
import { emptyRegistryPort } from './registry.ts';
import type { NodeSpace } from './nodeSpace.ts';
import { must, start, until, type Program } from './program.ts';

/** Whether an image is there; if not, what a pull of it finds: a registry that does not know it, or a closed port. */
export type ImageState = 'there' | 'missing' | 'refused';

export interface Runtime {
  readonly name: 'containerd' | 'docker';
  start(): Promise<void>;
  /** Stops it in its tracks, as a runtime that answers nobody; `resume` lets it go on. */
  suspend(): void;
  resume(): void;
  /** The process that holds a pod's namespaces. */
  pausePid(namespace: string, pod: string): Promise<number>;
  setImage(image: string, state: ImageState): Promise<void>;
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
  [plugins."io.containerd.grpc.v1.cri".registry]
    config_path = "/etc/containerd/certs.d"
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

  async pausePid(namespace: string, pod: string): Promise<number> {
    const filter = [
      'labels."io.cri-containerd.kind"==sandbox',
      `labels."io.kubernetes.pod.name"==${pod}`,
    ];
    const listed = await this.ctr(
      'containers',
      'ls',
      '-q',
      [...filter, `labels."io.kubernetes.pod.namespace"==${namespace}`].join(','),
    );
    const tasks = (await this.ctr('tasks', 'ls')).split('\n').map((line) => line.split(/\s+/));
    const running = tasks.find(
      ([id = '', , state]) => state === 'RUNNING' && listed.includes(id) && id !== '',
    );
    if (running === undefined) throw new Error(`${namespace}/${pod} has no running sandbox`);
    return Number(running[1]);
  }

  async setImage(image: string, state: ImageState): Promise<void> {
    if (state === 'there') {
      await this.ctr('images', 'tag', '--force', busyboxImage, image);
      return;
    }
    const host = image.split('/')[0] ?? '';
    const dir = this.space.outside(`/etc/containerd/certs.d/${host}`);
    mkdirSync(dir, { recursive: true });
    const server =
      state === 'missing' ? `http://${apiHost}:${emptyRegistryPort}` : `http://${apiHost}:1`;
    const hosts = `server = "${server}"\n[host."${server}"]\ncapabilities = ["pull", "resolve"]\n`;
    writeFileSync(path.join(dir, 'hosts.toml'), hosts);
    await this.ctr('images', 'rm', image);
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

  async pausePid(namespace: string, pod: string): Promise<number> {
    const name = `name=k8s_POD_${pod}_${namespace}_`;
    const id = (await this.docker('ps', '-q', '--filter', name)).trim();
    return Number(await this.docker('inspect', '-f', '{{.State.Pid}}', id));
  }

  setImage(image: string, state: ImageState): Promise<void> {
    return Promise.reject(new Error(`${image} ${state}: faults of images are for containerd only`));
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

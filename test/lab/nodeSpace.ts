// The namespaces of one lab node: network, mounts, host name and control groups of its own. Inside, everything stands where it
// does on a real node (/var/lib/kubelet, /run/containerd, /etc/cni/net.d), so that logs from here read like any other;
// outside, it is all in the node's folder of the run. The machine's own files are read-only in there.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Hopeless, must, start, until, type Program } from './program.ts';
import { cgroupName, hierarchies, isUnified } from './run.ts';

/** The kernel settings that a kubelet writes when they differ. It finds its wish in a file over each, and leaves the machine's alone. */
const wishedSettings = {
  'vm/overcommit_memory': '1',
  'vm/panic_on_oom': '0',
  'kernel/panic': '10',
  'kernel/panic_on_oops': '1',
  'kernel/keys/root_maxkeys': '1000000',
  'kernel/keys/root_maxbytes': '25000000',
};
const copiedEtc = ['passwd', 'group', 'nsswitch.conf', 'ld.so.cache', 'protocols', 'services'];

export interface SpaceOptions {
  readonly runId: string;
  readonly name: string;
  /** From 1; gives the node its addresses. */
  readonly index: number;
  /** The node's folder of the run. */
  readonly dir: string;
  /** The folder with the programs that were built; inside it is /opt/lab. */
  readonly binaries: string;
  /** Size of an ext4 of its own for /var/lib/kubelet, in MiB. */
  readonly kubeletDiskMiB?: number | undefined;
}

export class NodeSpace {
  readonly address: string;
  private readonly options: SpaceOptions;
  private readonly groups: readonly string[];
  private holder: Program | undefined;

  constructor(options: SpaceOptions) {
    this.options = options;
    this.address = `10.99.0.${options.index}`;
    this.groups = hierarchies().map((dir) =>
      path.join(dir, cgroupName(options.runId), options.name),
    );
    for (const part of [
      'lib/kubelet',
      'lib/containerd',
      'lib/docker',
      'lib/lab',
      'log',
      'tmp',
      'cache',
    ])
      mkdirSync(this.outside(`/var/${part}`), { recursive: true });
    symlinkSync('/run', this.outside('/var/run'));
    this.writeEtc();
  }

  /** Where a path of /var or /etc inside the node is outside. */
  outside(inside: string): string {
    return path.join(this.options.dir, inside);
  }

  private writeEtc(): void {
    const etc = this.outside('/etc');
    mkdirSync(path.join(etc, 'kubernetes/manifests'), { recursive: true });
    mkdirSync(path.join(etc, 'containerd'));
    for (const name of copiedEtc)
      if (existsSync(path.join('/etc', name)))
        copyFileSync(path.join('/etc', name), path.join(etc, name));
    writeFileSync(path.join(etc, 'hosts'), '127.0.0.1 localhost\n');
    writeFileSync(path.join(etc, 'resolv.conf'), 'nameserver 10.96.0.10\n');
    writeFileSync(path.join(etc, 'machine-id'), `${'0'.repeat(31)}${this.options.index}\n`);
  }

  /** Makes the namespaces and joins them to the bridge `kd0`. */
  async open(): Promise<void> {
    const { dir, name, index } = this.options;
    for (const group of this.groups) openGroup(group);
    await this.makeDisk();
    const script = path.join(dir, 'setup.sh');
    writeFileSync(script, this.setupScript());
    const spaces = ['--net', '--mount', '--uts', '--cgroup'];
    this.holder = start(`node ${name}`, ['unshare', ...spaces, 'sh', script], {
      log: path.join(dir, 'setup.log'),
      within: this.inGroups(),
    });
    const ready = path.join(dir, 'ready');
    await until(`the namespaces of ${name} are made`, 20_000, () => {
      if (this.holder?.end !== undefined)
        throw new Hopeless(readFileSync(path.join(dir, 'setup.log'), 'utf8').trim());
      return existsSync(ready) || undefined;
    });
    const host = `kd${index}`;
    const holder = String(this.holder.pid);
    await must('ip', 'link', 'add', host, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', holder);
    await must('ip', 'link', 'set', host, 'master', 'kd0', 'up');
    const inside = ['nsenter', '-t', holder, '-n', 'ip'] as const;
    await must(...inside, 'addr', 'add', `${this.address}/24`, 'dev', 'eth0');
    await must(...inside, 'link', 'set', 'eth0', 'up');
    await must(...inside, 'route', 'add', 'default', 'via', '10.99.0.254');
  }

  /** The command that starts another one inside this node. */
  within(): string[] {
    const target = String(this.holder?.pid ?? 0);
    return [...this.inGroups(), 'nsenter', '-t', target, '-m', '-n', '-u', '-C', '--'];
  }

  /** Runs a short command inside this node; its standard output. */
  run(...argv: readonly string[]): Promise<string> {
    const [command = '', ...args]: string[] = [...this.within(), ...argv];
    return must(command, ...args);
  }

  async stop(): Promise<void> {
    await this.holder?.stop(0);
  }

  private inGroups(): string[] {
    const procs = this.groups.map(
      (group) => `${group}/${isUnified() ? 'system/' : ''}cgroup.procs`,
    );
    return ['sh', '-c', `for f in ${procs.join(' ')}; do echo $$ > $f; done; exec "$@"`, 'sh'];
  }

  private async makeDisk(): Promise<void> {
    const { kubeletDiskMiB } = this.options;
    if (kubeletDiskMiB === undefined) return;
    const image = this.outside('/var/lib/lab/kubelet.ext4');
    await must('truncate', '-s', `${kubeletDiskMiB}M`, image);
    await must('mkfs.ext4', '-q', '-m', '0', image);
  }

  /** Builds the node's tree below /mnt first, so that the run's own folder may lie anywhere, then lays it over the machine's. */
  private setupScript(): string {
    const { dir, name, binaries, kubeletDiskMiB } = this.options;
    const disk =
      kubeletDiskMiB === undefined
        ? ''
        : 'mount -o loop /mnt/var/lib/lab/kubelet.ext4 /mnt/var/lib/kubelet';
    const settings = Object.entries(wishedSettings).map(
      ([key, value]) =>
        `if [ -e /proc/sys/${key} ]; then echo ${value} > /mnt/settings/$(basename ${key}); mount --bind /mnt/settings/$(basename ${key}) /proc/sys/${key}; fi`,
    );
    return `set -e
mount --make-rprivate /
hostname ${name}
${this.foreignMounts()
  .map((at) => `umount -l '${at}' || true`)
  .join('\n')}
ip link set lo up
mount -t tmpfs -o mode=755 tmpfs /mnt
cd /mnt
mkdir -p run tmp opt/cni/bin opt/cni/real opt/lab var etc settings
mount --bind ${dir}/var var
mount --bind ${dir}/etc etc
mount --bind ${binaries} opt/lab
mount --bind /usr/lib/cni opt/cni/real
cp ${dir}/cni/* opt/cni/bin/
for p in opt/cni/real/*; do [ -e opt/cni/bin/$(basename $p) ] || ln -s /opt/cni/real/$(basename $p) opt/cni/bin/; done
${disk}
${settings.join('\n')}
mount -t sysfs sysfs /sys
${this.cgroupMounts()}
touch ${dir}/ready
for d in run tmp opt var etc; do mount --rbind /mnt/$d /$d; done
cd /
umount -l /mnt
mount -o remount,bind,ro /
exec sleep infinity
`;
  }

  /** What this machine has mounted that a node need not know; the last first. */
  private foreignMounts(): string[] {
    const { dir, binaries } = this.options;
    const isKept = (at: string) =>
      at === '/' ||
      ['/proc', '/sys', '/dev', '/usr'].some((top) => `${at}/`.startsWith(`${top}/`)) ||
      [dir, binaries].some((used) => used.startsWith(`${at}/`));
    const mounts = readFileSync('/proc/self/mounts', 'utf8').trim().split('\n');
    return mounts
      .map((line) => line.split(' ')[1] ?? '/')
      .filter((at) => !isKept(at))
      .reverse();
  }

  private cgroupMounts(): string {
    if (isUnified()) return 'mount -t cgroup2 cgroup2 /sys/fs/cgroup';
    const each = hierarchies().map((dir) => {
      const name = path.basename(dir);
      const option = name === 'systemd' ? 'none,name=systemd' : name;
      return `mkdir /sys/fs/cgroup/${name}; mount -t cgroup -o ${option} cgroup /sys/fs/cgroup/${name}`;
    });
    return ['mount -t tmpfs -o mode=755 tmpfs /sys/fs/cgroup', ...each].join('\n');
  }
}

/** A control group that may hold processes: a cpuset is of no use before it has CPUs and memory, which it takes from its parent. */
function openGroup(group: string): void {
  const parent = path.dirname(group);
  for (const dir of [parent, group]) {
    mkdirSync(dir, { recursive: true });
    for (const file of ['cpuset.cpus', 'cpuset.mems'])
      if (!isUnified() && existsSync(path.join(dir, file)))
        writeFileSync(path.join(dir, file), readFileSync(path.join(path.dirname(dir), file)));
  }
  if (!isUnified()) return;
  mkdirSync(path.join(group, 'system'), { recursive: true });
  for (const dir of [path.dirname(parent), parent, group])
    writeFileSync(
      path.join(dir, 'cgroup.subtree_control'),
      readFileSync(path.join(dir, 'cgroup.controllers'), 'utf8').trim().replace(/(\S+)/g, '+$1'),
    );
}

// What the lab needs of the machine: Linux, root, Go and a few Debian packages, which it installs when it may.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian packages by a file that each brings. */
const needed: Readonly<Record<string, string>> = {
  '/usr/bin/containerd': 'containerd',
  '/usr/sbin/runc': 'runc',
  '/usr/lib/cni/bridge': 'containernetworking-plugins',
  '/bin/busybox': 'busybox-static',
  '/sbin/ip': 'iproute2',
  '/usr/bin/nsenter': 'util-linux',
};
const neededForDocker: Readonly<Record<string, string>> = { '/usr/sbin/dockerd': 'docker.io' };

/** Makes this machine fit for the lab; the sentence that says why it is not, or nothing. */
export function prepareMachine(
  withDocker: boolean,
  say: (text: string) => void,
): string | undefined {
  if (process.platform !== 'linux') return `the lab needs Linux, this is ${process.platform}`;
  if (process.getuid?.() !== 0) return 'the lab needs root, for network and mount namespaces';
  if (!canUnshare()) return 'the lab needs to make namespaces, and this machine does not let it';
  if (spawnSync('go', ['version']).status !== 0)
    return 'the lab needs Go on the PATH, to build kube-apiserver and the kubelet';
  const wanted = withDocker ? { ...needed, ...neededForDocker } : needed;
  const missing = missingPackages(wanted);
  if (missing.length === 0) return undefined;
  if (!existsSync('/usr/bin/apt-get')) return `the lab needs ${missing.join(', ')}`;
  say(`installing ${missing.join(', ')}`);
  install(missing);
  const still = missingPackages(wanted);
  return still.length === 0 ? undefined : `apt-get could not install ${still.join(', ')}`;
}

function missingPackages(wanted: Readonly<Record<string, string>>): string[] {
  const missing = Object.entries(wanted).filter(([file]) => !existsSync(file));
  return missing.map(([, name]) => name);
}

function canUnshare(): boolean {
  const flags = ['--net', '--mount', '--pid', '--uts', '--cgroup', '--fork'];
  return spawnSync('unshare', [...flags, 'true']).status === 0;
}

/** Their daemons are not wanted, the lab starts its own: in the runlevel that this pretends, packages start none. */
function install(names: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-q', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...names);
}

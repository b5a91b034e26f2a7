// The network plug-in of the dockershim, up to 1.23: the flag `--network-plugin` with what goes with it, the choice of InitNetworkPlugin
// (network/plugins.go), and what the chosen one makes of the errors of CNI. Facts are of 1.9.4 to 1.23.0.
import type { KubeletVersion } from './version/index.ts';

/** `DefaultPluginName` of plugins.go: what is chosen where the flag is empty. */
export const noopPlugin = 'kubernetes.io/no-op';

/** A field of `NetworkPluginSettings` (docker_service.go), as Go prints its value. */
export type NetworkPluginSetting = readonly [name: string, value: string];

/** `effectiveHairpinMode`: the default is promiscuous-bridge, which only kubenet knows. */
export function effectiveHairpinMode(flag: string): string {
  return flag === 'kubenet' ? 'promiscuous-bridge' : 'hairpin-veth';
}

/** `NetworkPluginSettings` of a kubelet that has every other flag at its default, in the order of the struct. */
export function networkPluginSettings(
  flag: string,
  { minor }: KubeletVersion,
): readonly NetworkPluginSetting[] {
  // container_runtime.go of cmd/kubelet has the directories since 1.12; before, cni.go puts them in where they are empty.
  const [binDir, confDir] = minor >= 12 ? ['/opt/cni/bin', '/etc/cni/net.d'] : ['', ''];
  const binDirs: readonly NetworkPluginSetting[] =
    minor >= 11
      ? [
          ['PluginBinDirString', binDir],
          ['PluginBinDirs', `[${binDir}]`],
        ]
      : [['PluginBinDir', binDir]];
  return [
    ['HairpinMode', effectiveHairpinMode(flag)],
    ['NonMasqueradeCIDR', '10.0.0.0/8'],
    ['PluginName', flag],
    ...binDirs,
    ['PluginConfDir', confDir],
    ...(minor >= 16 ? [['PluginCacheDir', '/var/lib/cni/cache'] as const] : []),
    ['MTU', '0'],
    ...(minor >= 11 ? [] : [['LegacyRuntimeHost', '<nil>'] as const]),
  ];
}

/** InitNetworkPlugin: the `Name()` of the plug-in that a flag chooses, or its error. */
export function initNetworkPlugin(
  flag: string,
  { minor }: KubeletVersion,
): { readonly plugin: string } | { readonly err: string } {
  if (flag === '') return { plugin: noopPlugin };
  if (flag === 'cni' || flag === 'kubenet') return { plugin: flag };
  const err =
    minor >= 16 ? `network plugin "${flag}" not found` : `Network plugin "${flag}" not found.`;
  return { err };
}

/** What NewKubeletCommand prints of an error of InitNetworkPlugin before the process ends. */
export function networkPluginFailure(flag: string, err: string, version: KubeletVersion): string {
  const { minor } = version;
  const settings = networkPluginSettings(flag, version).map((pair) => pair.join(':'));
  // NewMainKubelet of 1.9 and 1.10 chooses a first time itself, and returns the error as it is.
  const made =
    minor < 11
      ? err
      : `didn't find compatible CNI plugin with given settings &{${settings.join(' ')}}: ${err}`;
  // PreInitRuntimeService, since 1.18, is before createAndInitKubelet.
  return `failed to run Kubelet: ${minor < 18 ? 'failed to create kubelet: ' : ''}${made}`;
}

/** Of a call of CNI what SetUpPod or TearDownPod of a plug-in returns; `undefined`: nothing. */
export function networkPluginError(
  plugin: string,
  command: 'ADD' | 'DEL',
  err: string,
  { minor }: KubeletVersion,
): string | undefined {
  if (plugin !== 'kubenet') return err;
  // teardown of kubenet_linux.go keeps the error of a pod whose address it knows to itself up to 1.15.
  if (command === 'DEL' && minor < 16) return undefined;
  const text =
    command === 'ADD' ? 'adding container to network' : 'removing container from network';
  return `${minor < 16 ? 'Error' : 'error'} ${text}: ${err}`;
}

// The dockershim at the start of the kubelet in whose process it runs, up to 1.23.
import {
  effectiveHairpinMode,
  initNetworkPlugin,
  networkPluginFailure,
} from '../kubelet/networkPlugin.ts';
import { DockershimCalls } from './dockershimCalls.ts';
import { say, type LineOptions, type SyncContext } from './syncContext.ts';

/** What the network of the node does goes into the journal of the process that hears of it. `flag`: `--network-plugin`. */
export function hearNetwork(context: SyncContext, flag: string): void {
  const { journal, runtime, runtimeName, version } = context;
  if (journal() === undefined) return;
  // Kubenet has functions of its own for these.
  const dockershim =
    runtimeName === 'docker' && flag === 'cni' ? new DockershimCalls(version) : undefined;
  runtime.listen((event) => {
    journal()?.network(event);
    const { uid, sandboxId } = event;
    for (const call of dockershim?.of(event, runtime.sandboxes.get(sandboxId)) ?? [])
      journal()?.call({ ...call, uid });
  });
}

/**
 * NewDockerService: the network plug-in is chosen, and a server of the runtime's interface started in this very process; false where
 * no plug-in has the name of the flag, which ends the process.
 */
export function startDockershim(context: SyncContext, flag: string): boolean {
  const { runtimeName, version } = context;
  const line = (
    file: string,
    message: string,
    keys: Parameters<typeof say>[3] = [],
    options: LineOptions = {},
  ): void => {
    say(context, file, message, keys, options);
  };
  if (runtimeName !== 'docker') return true;
  const chosen = initNetworkPlugin(flag, version);
  if ('err' in chosen) {
    const err = networkPluginFailure(flag, chosen.err, version);
    line('server.go', 'Failed to run kubelet', [], { severity: 'E', err });
    return false;
  }
  const { minor, structuredLogs } = version;
  const plugin = [['networkPluginName', chosen.plugin]] as const;
  const shim = 'docker_service.go';
  const hairpinMode = [['hairpinMode', effectiveHairpinMode(flag)]] as const;
  line(structuredLogs ? shim : 'kubelet.go', 'Hairpin mode is set', hairpinMode);
  const path = '/etc/cni/net.d/10-cluster-net.conflist';
  // ProbeNetworkPlugins of cni.go looks for its configuration whatever the flag says.
  line('cni.go', 'Using CNI configuration file', [['path', path]], { v: 4 });
  const load = (): void => {
    if (flag !== '') line('plugins.go', 'Loaded network plugin', plugin, { v: 1 });
  };
  // NewMainKubelet loads it, too, before NewDockerService does.
  if (minor <= 10) load();
  load();
  line(shim, 'Docker cri networking managed by the network plugin', plugin);
  line(shim, 'Setting cgroupDriver', [['cgroupDriver', 'cgroupfs']]);
  const server = structuredLogs ? 'kubelet_dockershim.go' : 'kubelet.go';
  line(server, 'Starting the GRPC server for the docker CRI shim.', [], { v: 2 });
  if (structuredLogs) return true;
  const endpoint = [['endpoint', 'unix:///var/run/dockershim.sock']] as const;
  line('remote_runtime.go', 'Connecting to runtime service', endpoint);
  return true;
}

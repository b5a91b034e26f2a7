// What the dockershim calls in the kubelet's own process around one CNI call (TearDownPod and SetUpPod of network/cni/cni.go), as calls of
// the journal: GetNetNS with what is inside it, then the network, and in it each plug-in of its list (libcni/api.go).
import { deletesLoopback, getNetNs, networkName, networkType } from '../kubelet/network.ts';
import type { CallEvent, NetworkEvent } from './journal/neighbourParts.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';
import type { Sandbox } from './runtime.ts';

/** The plug-in behind the first one in the list. */
const secondPlugin = 'portmap';

type Call = Pick<CallEvent, 'kind' | 'call' | 'of'> & Partial<CallEvent>;

/** Hears each event of the network of one process, and gives the calls to write down. */
export class DockershimCalls {
  /** CNI calls that began in this process. */
  private readonly begun = new Set<string>();
  private readonly version: KubeletVersion;

  constructor(version: KubeletVersion) {
    this.version = version;
  }

  of(event: NetworkEvent, sandbox: Sandbox | undefined): readonly Call[] {
    if (!('command' in event) || sandbox === undefined) return [];
    const key = `${event.command} ${event.sandboxId}`;
    if (event.kind === 'call') {
      this.begun.add(key);
      return event.command === 'ADD' ? beginsAdd(sandbox) : beginsDel(sandbox, this.version);
    }
    if (!this.begun.delete(key)) return [];
    return event.command === 'ADD' ? endsAdd(event.err) : endsDel(event.err);
  }
}

/** `GetNetNS` asks Docker for the pause container, and makes the path of its pid. */
function netNs({ id, pid }: Sandbox): readonly Call[] {
  const { path, err } = getNetNs(id, pid);
  const found = err === undefined ? { answer: path } : { err };
  return [
    { kind: 'done', call: 'InspectContainer', of: id, answer: `State.Pid ${pid}` },
    { kind: 'done', call: 'getNetworkNamespace', of: id, ...found },
    { kind: 'done', call: 'GetNetNS', of: id, ...found },
  ];
}

/** AddNetworkList: in the order of the list, each with the result of the one before. */
function beginsAdd(sandbox: Sandbox): readonly Call[] {
  return [
    ...netNs(sandbox),
    { kind: 'done', call: 'addToNetwork', of: 'cni-loopback' },
    { kind: 'begin', call: 'addToNetwork', of: networkName },
    { kind: 'begin', call: 'ExecPluginWithResult', of: networkType },
  ];
}

function endsAdd(err: string | undefined): readonly Call[] {
  const second: Call = {
    kind: 'done',
    call: 'ExecPluginWithResult',
    of: secondPlugin,
    answer: `was given the result of ${networkType} as prevResult`,
  };
  return [
    { kind: 'end', call: 'ExecPluginWithResult', of: networkType, err },
    ...(err === undefined ? [second] : []),
    { kind: 'end', call: 'addToNetwork', of: networkName, err },
  ];
}

/** DelNetworkList: from the last one back. A list of CNI version 0.3.1, as this one, hands on no prevResult. */
function beginsDel(sandbox: Sandbox, version: KubeletVersion): readonly Call[] {
  const loopback: Call = { kind: 'done', call: 'deleteFromNetwork', of: 'cni-loopback' };
  return [
    ...netNs(sandbox),
    ...(deletesLoopback(version) ? [loopback] : []),
    { kind: 'begin', call: 'deleteFromNetwork', of: networkName },
    {
      kind: 'done',
      call: 'ExecPluginWithoutResult',
      of: secondPlugin,
      answer: 'without prevResult',
    },
    { kind: 'begin', call: 'ExecPluginWithoutResult', of: networkType },
  ];
}

function endsDel(err: string | undefined): readonly Call[] {
  return [
    { kind: 'end', call: 'ExecPluginWithoutResult', of: networkType, err },
    { kind: 'end', call: 'deleteFromNetwork', of: networkName, err },
  ];
}

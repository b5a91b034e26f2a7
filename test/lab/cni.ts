// The pod network of a lab node: the bridge plug-in of containernetworking with a shim in front that can misbehave on demand.
// A fault is a small file named for the CNI command; the shim reads it at each call.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface CniFault {
  readonly command: 'ADD' | 'DEL' | 'CHECK';
  readonly behaviour: 'error' | 'hang' | 'slow' | 'garbage';
  readonly message: string;
  /** For `slow`: seconds. */
  readonly delay: number;
  /** Only pods whose `ns/name` contains this. */
  readonly filter?: string | undefined;
}

/** A hang ends when its fault is taken away, or when the runtime kills the plug-in. */
const shim = `#!/bin/sh
fault=/var/lib/lab/cni/$CNI_COMMAND
if [ -f "$fault" ]; then
  . "$fault"
  namespace=\${CNI_ARGS##*K8S_POD_NAMESPACE=}; name=\${CNI_ARGS##*K8S_POD_NAME=}
  case "\${namespace%%;*}/\${name%%;*}" in *"$filter"*)
    case "$behaviour" in
      error) printf '{"cniVersion":"0.4.0","code":999,"msg":"%s"}' "$message"; exit 1 ;;
      garbage) echo '<html>502 Bad Gateway</html>'; exit 1 ;;
      hang) while [ -f "$fault" ]; do sleep 0.2; done ;;
      slow) sleep "$delay" ;;
    esac ;;
  esac
fi
exec /opt/cni/real/bridge
`;

/** Writes the network of node number `index` (from 1) into its `etc`, the shim into `bin`. */
export function writeNetwork(etc: string, bin: string, index: number): void {
  mkdirSync(path.join(etc, 'cni/net.d'), { recursive: true });
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(bin, 'bridge'), shim);
  chmodSync(path.join(bin, 'bridge'), 0o755);
  const conf = {
    cniVersion: '0.4.0',
    name: 'pods',
    plugins: [
      {
        type: 'bridge',
        bridge: 'cni0',
        isGateway: true,
        ipam: {
          type: 'host-local',
          ranges: [[{ subnet: `10.88.${index}.0/24` }]],
          routes: [{ dst: '0.0.0.0/0' }],
        },
      },
    ],
  };
  writeFileSync(path.join(etc, 'cni/net.d/10-pods.conflist'), JSON.stringify(conf, null, 2));
}

/** Switches faults of one node; `lib` is that node's `/var/lib/lab`. */
export function setCniFault(lib: string, fault: CniFault): void {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  mkdirSync(path.join(lib, 'cni'), { recursive: true });
  const lines = [
    `behaviour=${fault.behaviour}`,
    `message=${quote(JSON.stringify(fault.message).slice(1, -1))}`,
    `delay=${fault.delay}`,
    `filter=${quote(fault.filter ?? '')}`,
  ];
  writeFileSync(path.join(lib, 'cni', fault.command), lines.join('\n') + '\n');
}

export function clearCniFault(lib: string, command: CniFault['command']): void {
  rmSync(path.join(lib, 'cni', command), { force: true });
}

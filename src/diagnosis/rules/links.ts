// The ways from a node to others: its network links, as drivers of the kernel, its bonding (drivers/net/bonding/bond_main.c) and systemd-networkd tell of them, and
// the sessions of Calico's BIRD (proto/bgp/bgp.c).
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import { aside, backBy, fault, times } from '../verdict.ts';

/** A device of a pod, a bridge or a tunnel goes with what it was made for. */
const virtual =
  /\b(?:veth|cali|lxc|cni|docker|br-|virbr|flannel|tap|azv|eni[0-9a-f]{6}|vxlan|dummy|tunl|kube|nodelocaldns|weave|ovn|cilium|nerdctl|podman|lo\b)\S*/;

/** Once and back is nothing; a link that comes and goes is a fault, whatever it was last. */
function judgeLink(suspicion: Suspicion): Verdict {
  const { hits } = suspicion;
  const down = hits.filter(({ sign }) => sign.role === undefined);
  if (down.length === 0) return undefined;
  if (times(down) >= 3) return fault;
  const by = backBy(suspicion);
  if (by !== undefined) return { ...aside, shownBy: by, note: 'A later line shows that it is up.' };
  const isBond = down.some(({ line }) => /\b(?:without any active|link status)/.test(line.body));
  return isBond ? fault : { severity: 'low' };
}

/** A session that the other side or a reconfiguration has ended comes up again. */
function judgeSession({ hits }: Suspicion, ask: Questions): Verdict {
  const failed = hits.filter(({ sign }) => sign.role === undefined);
  const last = hits.at(-1);
  if (failed.length === 0 || last?.sign.role === 'context') return undefined;
  return ask.goesOn(last?.line.at ?? 0, 5 * 60_000_000) && times(failed) < 3 ? aside : fault;
}

export const linkRules: readonly Rule[] = [
  {
    id: 'link-down',
    title: 'The network link of {device|a device} is down',
    severity: 'medium',
    by: 'node',
    onceIsFault: true,
    reads: ['kernel', 'systemd', 'other'],
    signs: [
      {
        text: /(?:^|[\s\]])(?:(?:bond|interface|device):? )?(?<device>[\w.@-]{2,20}): (?:\S{1,20}: )?(?:\S{1,20} )?(?:NIC )?(?:Copper |Physical )?[Ll]ink (?:is |status: )?(?:[Dd]own|DOWN|lost)\b/,
        not: virtual,
      },
      {
        text: /link status (?:definitely )?down for (?:(?:active|idle|backup) )?(?:interface|slave) (?<device>[\w.@-]{2,20})/,
      },
      { text: /(?<device>[\w.@-]{2,20}): now running without any active interface/ },
      { text: /^(?<device>[\w.@-]{2,20}): Lost carrier/, not: virtual },
      {
        text: /[Ll]ink (?:is |status: )?(?:now )?(?:[Uu]p|UP)\b|link status (?:definitely )?up\b|link becomes ready|: Gained carrier/,
        heads: [],
        not: virtual,
        role: 'context',
      },
    ],
    judge: judgeLink,
    branches: [
      {
        shown: { line: /without any active interface/ },
        told: { title: 'The bond {device|} has no active link left' },
      },
      {
        shown: { line: /link status (?:definitely )?down for/, times: 3 },
        told: { title: 'Links of a bond are down again and again ({device|})' },
      },
    ],
    explanation: [],
    checks: [
      check('State of the links', 'ip -br link; ethtool {device|DEVICE}; cat /proc/net/bonding/*'),
      check('All that the kernel said then', 'journalctl -k --since "-1 h"'),
    ],
    remedy: [remedy('Look at the cable, the port of the switch, the driver')],
    references: ['https://docs.kernel.org/networking/bonding.html'],
  },
  {
    id: 'bgp-session-fails',
    title: 'A BGP session of the node fails ({peer|}): {why|}',
    severity: 'medium',
    by: 'node',
    onceIsFault: true,
    reads: ['cni', 'other'],
    signs: [
      {
        text: /^(?:bird6?: )?(?<peer>(?:Mesh|Node|Global)_\w+): (?<why>(?:Error|Received|Socket|Connection)\b[^\n]{0,120})/,
      },
      {
        text: /BGP: (?<why>Unexpected connect from unknown address) (?<peer>[\da-f.:]+)/,
      },
      {
        text: /^(?:bird6?: )?(?:Mesh|Node|Global)_\w+: State changed to (?:up|feed)|BGP session established/,
        heads: ['bird', 'Mesh', 'Node', 'Global'],
        role: 'context',
      },
    ],
    judge: judgeSession,
    branches: [
      {
        shown: { line: /Unexpected connect/ },
        told: {
          title: 'BIRD knows no peer of the address {peer|} that connects to it',
          checks: [
            check('Address of each node', 'kubectl get nodes -o wide; calicoctl node status'),
          ],
          remedy: [
            remedy(
              'Compare the address that Calico has for that node with the one it connects from',
            ),
          ],
        },
      },
    ],
    explanation: [],
    checks: [check('State of the sessions', 'calicoctl node status')],
    remedy: [remedy('Look whether the peer runs and is reached (TCP port 179)')],
    references: ['https://docs.tigera.io/calico/latest/operations/troubleshoot/'],
  },
];

// Daemons of the host that a node's disks, clock and first boot depend on. Their lines have no level: each is known by its words, as chrony (sources.c,
// reference.c, sched.c), systemd-timesyncd, multipath-tools (multipathd/main.c, libmultipath/structs_vec.c), smartd, lvm2, open-iscsi (usr/initiator.c, usr/io.c,
// usr/login.c) and cloud-init (cmd/main.py, config/modules.py) print them.
import { check, remedy, type Rule } from '../rule.ts';
import { unlessBack } from '../verdict.ts';
import { everybody } from '../watched.ts';

/** A pool in such a mode makes and deletes no volume. */
const refusing =
  /unable to service pool target messages|switching pool to (?:read-only|failure) mode/;

export const daemonRules: readonly Rule[] = [
  {
    id: 'clock-unsynchronised',
    title: 'The node’s clock is not synchronised: {why|}',
    severity: 'medium',
    by: 'node',
    onceIsFault: true,
    reads: ['other', 'systemd'],
    signs: [
      { text: /^Can't synchronise: (?<why>[^\n]{1,120})/ },
      { text: /^(?<why>Could not step system clock|System clock wrong by [\d.]{1,20} seconds)/ },
      { text: /^(?<why>Timed out waiting for reply from \S+)/ },
      {
        text: /^(?:Selected source|System clock was stepped by|Initial synchronization to time server|(?:Contacted|Synchronized to) time server)/,
        heads: [
          'Selected source',
          'System clock was stepped',
          'Initial synchronization',
          'Contacted time server',
          'Synchronized to time server',
        ],
        role: 'context',
      },
    ],
    judge: unlessBack,
    explanation: [
      {
        says: 'No server of time answers.',
        shown: { line: /no sources|no selectable sources|Timed out waiting for reply/ },
      },
      { says: 'The servers do not agree on the time.', shown: { line: /no majority/ } },
    ],
    checks: [
      check('State of the clock', 'chronyc tracking; chronyc sources -v; timedatectl status'),
    ],
    remedy: [remedy('Look whether the servers of time are reached from this node (UDP port 123)')],
    references: ['https://chrony-project.org/faq.html'],
  },
  {
    id: 'multipath-path-lost',
    title: 'Multipath device {map|} has lost a path',
    severity: 'medium',
    by: 'fact:map',
    onceIsFault: true,
    reads: ['other'],
    signs: [
      {
        text: /^(?<map>[\w.-]{1,80}): (?:remaining active paths: 0\b|timed out waiting for active path|Entering recovery mode)/,
      },
      { text: /\bchecker failed path \S+ in map (?<map>[\w.-]{1,80})/ },
      { text: /^(?<map>[\w.-]{1,80}): \S+ - \S+ checker reports path is down/ },
      {
        text: /^(?<map>[\w.-]{1,80}): (?:remaining active paths: [1-9]|[\w:-]+ - \S+ checker reports path is up|Recovered to normal mode)/,
        role: 'context',
      },
    ],
    judge: unlessBack,
    branches: [
      {
        shown: { line: /remaining active paths: 0\b|waiting for active path/ },
        told: { title: 'Multipath device {map|} has no path left' },
      },
    ],
    explanation: [
      {
        says: 'What is asked of it waits or fails until a path is back.',
        shown: { line: /remaining active paths: 0\b/ },
      },
    ],
    checks: [
      check('Its paths', 'multipath -ll {map|}'),
      check('What does the kernel say of them?', 'journalctl -k --since "-1 h"'),
    ],
    remedy: [remedy('Look at the way to the storage: its target, switch, adapter')],
    references: ['https://github.com/opensvc/multipath-tools'],
  },
  {
    id: 'iscsi-connection-fails',
    title: 'An iSCSI connection fails ({target|}): {why|}',
    severity: 'high',
    by: 'node',
    onceIsFault: true,
    reads: ['other', 'kernel'],
    signs: [
      { text: /^connect to (?<target>\S{1,120}) failed \((?<why>[^()]{1,80})\)/ },
      { text: /^connect to (?<target>\S{1,120}) (?<why>timed out)/ },
      { text: /cannot make a connection to (?<target>\S{1,120})/ },
      {
        text: /Kernel reported iSCSI connection (?<target>[\d:]+) error \(\d+ ?- (?<why>[^()]{1,80})\)/,
      },
      { text: /login rejected: (?<why>[^\n]{1,80})/ },
      {
        text: /(?<why>could not communicate to iscsid)|(?<why_2>got read error \([^()]{1,20}\), daemon died\?)/,
        reads: ['other', 'kubelet', 'host', 'unknown'],
      },
      {
        text: /^ ?(?:connection|session)(?<target>[\d:]+): (?<why>detected conn error \(\d+\)|session recovery timed out[^\n]{0,40}|ping timeout[^\n]{0,40})/,
      },
      {
        text: /[Cc]onnection[\d:]+ .{0,300}is operational (?:now|after recovery)/,
        heads: ['connection', 'Connection'],
        role: 'context',
      },
    ],
    judge: unlessBack,
    branches: [
      {
        shown: { line: /could not communicate to iscsid|daemon died\?/ },
        told: {
          title: 'iscsiadm does not reach iscsid, the daemon of iSCSI on this node: {why|}',
          checks: [
            check(
              'Does it run, and how did it end?',
              'systemctl status iscsid; journalctl -u iscsid -n 60',
            ),
          ],
          remedy: [remedy('Start iscsid, and look why it ended')],
        },
      },
    ],
    explanation: [
      {
        says: 'iscsid says that it shuts down.',
        shown: { said: 'iscsidEnds' },
      },
      {
        says: 'The target refuses the login.',
        shown: { line: /login rejected/i },
      },
      {
        says: 'What is asked of its disks fails until the session is back.',
        shown: { line: /session recovery timed out/ },
      },
    ],
    checks: [
      check('Sessions and their disks', 'iscsiadm -m session -P 3'),
      check('Does the portal answer?', 'nc -vz {target|PORTAL}'),
    ],
    remedy: [
      remedy('Compare the credentials and the initiator’s name with the target’s', undefined, {
        line: /login rejected/i,
      }),
      remedy('Look whether the target and the way to it are up'),
    ],
    references: ['https://github.com/open-iscsi/open-iscsi'],
  },
  {
    // What smartd says of a disk (smartmontools, smartd.cpp).
    id: 'disk-health',
    title: 'The disk {device|} reports that it fails: {why|}',
    severity: 'medium',
    by: 'fact:device',
    onceIsFault: true,
    reads: ['other'],
    signs: [
      {
        text: /^Device: (?<device>\/dev\/\S{1,80})(?: \[[^\]]{1,40}\])?, (?<why>\d+ (?:Currently unreadable|Offline uncorrectable)[^\n]{0,40}|FAILED SMART self-check[^\n]{0,60}|Failed SMART usage Attribute[^\n]{0,60}|Self-Test Log error count increased[^\n]{0,40})/,
      },
    ],
    explanation: [],
    checks: [check('What the disk says', 'smartctl -a {device|DEVICE}')],
    remedy: [remedy('Copy what is on it, and replace it')],
    references: ['https://www.smartmontools.org/wiki/FAQ'],
  },
  {
    // LVM's monitor (daemons/dmeventd/plugins/thin, lib/metadata) and dm-thin of the kernel.
    id: 'thin-pool-full',
    title: 'The thin pool {pool|} runs out of space ({used|})',
    severity: 'medium',
    by: 'node',
    onceIsFault: true,
    reads: ['other', 'systemd', 'kernel'],
    signs: [
      {
        text: /Thin pool (?<pool>\S{1,120}) (?:data|metadata) is now (?<used>(?:9\d|100)\.\d+%) full/,
      },
      {
        text: /thin: (?<pool>[\d:]+): (?:switching pool to out-of-data-space|no free (?:data|metadata) space available)/,
      },
      {
        // deviceset.go of moby's devmapper, until it was taken out.
        text: /Thin Pool has (?<used>\d+ free (?:data|metadata) blocks) which is less than minimum required/,
        reads: everybody,
      },
      {
        text: /thin: (?<pool>[\d:]+): (?:unable to service pool target messages|switching pool to (?:read-only|failure) mode)/,
      },
    ],
    judge: ({ hits }) =>
      hits.some(({ line }) => refusing.test(line.body)) ? { severity: 'high' } : {},
    branches: [
      {
        // pool_message and set_pool_mode of drivers/md/dm-thin.c.
        shown: { line: refusing, without: /out-of-data-space|no free|% full/ },
        told: {
          title: 'The thin pool {pool|} takes no changes: it is read-only or has failed',
          checks: [
            check('In which mode is it?', 'dmsetup status --target thin-pool'),
            check('All that the kernel said', 'journalctl -k | grep -i "device-mapper"'),
          ],
          remedy: [
            remedy('Look for the first line in which the pool changed its mode'),
            remedy(
              'Repair its metadata while it is not in use (thin_check, thin_repair)',
              'Keep a copy first.',
            ),
          ],
        },
      },
    ],
    explanation: [
      { says: 'Writes to its volumes wait or fail.', shown: { line: /out-of-data-space|no free/ } },
    ],
    checks: [check('What is used', 'lvs -a -o name,size,data_percent,metadata_percent')],
    remedy: [remedy('Extend the pool, or delete what is not needed')],
    references: ['https://man7.org/linux/man-pages/man7/lvmthin.7.html'],
  },
  {
    id: 'cloud-init-fails',
    title: 'cloud-init: {what|a step} fails',
    severity: 'medium',
    by: 'fact:what',
    onceIsFault: true,
    reads: ['other', 'systemd'],
    signs: [
      {
        text: /\[(?:WARNING|ERROR|CRITICAL)\]: (?:Running module (?<what>[\w-]+) .{0,120}failed|Failed to run module (?<what_2>[\w-]+)|(?:failed stage|failed run of stage) (?<what_3>[\w-]+)|Failed loading (?<what_4>[\w -]{1,40}))/,
        heads: [],
      },
    ],
    explanation: [],
    checks: [
      check('What it did', 'cloud-init status --long'),
      check('Its log', 'grep -A20 -iE "warn|fail|traceback" /var/log/cloud-init.log | tail -60'),
    ],
    remedy: [remedy('Correct what its log names, in the node’s user data or image')],
    references: ['https://cloudinit.readthedocs.io/en/latest/howto/debugging.html'],
  },
];

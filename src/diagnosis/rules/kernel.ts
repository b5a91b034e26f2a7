// What the kernel says of the node's disks, memory, network and processors. Its lines have no level: each is known by its words, as kernel/, mm/, block/, fs/ and
// net/ of Linux print them.
import { MINUTE } from '../../base/time.ts';
import {
  check,
  remedy,
  type Hit,
  type Questions,
  type Rule,
  type Suspicion,
  type Verdict,
} from '../rule.ts';
import { aside, fault, times, unlessBack } from '../verdict.ts';
import { everybody } from '../watched.ts';

const kernelLog = check('All that the kernel said then', 'journalctl -k --since "-1 h"');

function ofKernel(rule: Omit<Rule, 'reads' | 'onceIsFault'>): Rule {
  return { reads: ['kernel'], onceIsFault: true, ...rule };
}

/** A network namespace waits some seconds for its last packets. */
function judgeHeld({ hits }: Suspicion, ask: Questions): Verdict {
  const last = hits.at(-1)?.line.at ?? 0;
  return times(hits) < 2 || (times(hits) < 3 && ask.goesOn(last, MINUTE)) ? aside : fault;
}

const noSize = /beyond end of device.*limit=0\b/s;

/** Beside a device without size what fails on others as a rule follows from it: they may lie on it. */
function judgeDevice({ hits }: Suspicion, ask: Questions): Verdict {
  const isNoSize = ({ line }: Hit): boolean => noSize.test(line.body);
  const follows = !hits.some(isNoSize) && ask.hitsOf('device-io-errors').some(isNoSize);
  return follows ? { severity: 'medium' } : fault;
}

/** Functions in the trace of a process that waits (fs/fs-writeback.c, fs/sync.c, fs/namespace.c, net/sunrpc, fs/nfs, fs/ceph, net/core/dev.c and rtnetlink.c). */
const forWriting =
  '(?:wb_wait_for_completion|sync_inodes_sb|__?sync_filesystem|ovl_sync_fs|wait_on_page_writeback|jbd2_log_wait_commit)\\+0x';
const forMount = '(?:(?:__\\w+_)?sys_umount|ksys_umount|cleanup_mnt|deactivate_super)\\+0x';
const forServer = '(?:rpc_wait\\w*|nfs\\d?_\\w+|ceph_\\w+)\\+0x';
const forNetDevice = '(?:rollback_registered\\w*|unregister_netdevice\\w*|netdev_run_todo)\\+0x';
const forNetLock = '(?:rtnl_lock|rtnetlink_rcv_msg)\\+0x';
const waitsFor = [forWriting, forMount, forServer, forNetDevice, forNetLock].join('|');

export const kernelRules: readonly Rule[] = [
  ofKernel({
    id: 'device-io-errors',
    title: 'Errors of {device|a device}, or of the file system on it',
    severity: 'high',
    by: 'fact:device',
    judge: judgeDevice,
    follows: ['thin-pool-full'],
    signs: [
      {
        text: /I\/O error,? (?:on )?dev(?:ice)? (?<device>[\w!.-]+)|Buffer I\/O error on dev(?:ice)? (?<device_2>[\w!.-]+)|critical (?:medium|target|space allocation) error, dev (?<device_3>[\w!.-]+)/,
      },
      {
        text: /(?:EXT[234]|JBD2|BTRFS|F2FS)(?:-fs)? (?:error|critical|warning)?:? ?\(device (?<device>[\w!.-]+)\)|Aborting journal on device (?<device_4>[\w!.]+)|JBD2: I\/O error when updating journal superblock for (?<device_5>[\w!.]+)|EXT4-fs \((?<device_2>[\w!.-]+)\): (?:I\/O error|failed to convert unwritten|Remounting filesystem read-only|previous I\/O error)|XFS \((?<device_3>[\w!.-]+)\): .*(?:[Cc]orrupt|I\/O [Ee]rror|Internal error|[Ss]hut(?:ting)? ?down|Unmount and run xfs_repair)/,
      },
      {
        // bio_check_eod of block/blk-core.c: who asks, then the device and its size on the next line, or in the same.
        text: /attempt to access beyond end of device\s+(?<device>[\w!.-]+): rw=.*?(?:limit|want)=\d+/,
      },
      {
        text: /rejecting I\/O to (?:offline|dead) device|Device offlined|(?<device>nvme\S+): .{0,60}(?:controller is down|timeout, aborting)|rbd: (?<device_2>rbd\d+): \w+ at .{0,60}result -\d/,
      },
    ],
    branches: [
      {
        shown: { line: /offline device|dead device|Device offlined|controller is down/ },
        told: { title: 'Device {device|} is offline: the kernel rejects what is asked of it' },
      },
      {
        shown: { line: noSize },
        told: {
          title: 'Device {device|} has no size any more: every access is beyond its end',
          remedy: [
            remedy('Look whether the disk was taken away, or the way to its target is lost'),
          ],
        },
      },
      {
        shown: { line: /beyond end of device/ },
        told: {
          title: 'Accesses are beyond the end of device {device|}',
          remedy: [remedy('Compare the size of the device with that of the file system on it')],
        },
      },
      {
        shown: {
          line: /XFS \(.*(?:[Cc]orrupt|Internal error|xfs_repair)/,
          without: /I\/O error,? (?:on )?dev|Buffer I\/O|error, dev |metadata I\/O error/,
        },
        told: {
          title: 'The XFS file system on {device|a device} is corrupt',
          remedy: [
            remedy('Look whether the disk below reports errors of its own'),
            remedy('Unmount it, then check it with xfs_repair -n', 'Keep a copy before a repair.'),
          ],
        },
      },
      {
        // EBLOCKLISTED of include/linux/ceph/rados.h is ESHUTDOWN.
        shown: { line: /rbd: .*result -108/ },
        told: {
          title: 'Reads or writes of {device|a device} fail with -108: its mapping is shut down',
          explanation: ['So end the requests of a client that the Ceph cluster has blocklisted.'],
          checks: [check('Is this node blocklisted?', 'ceph osd blocklist ls')],
          remedy: [remedy('Find why the client was shut out, then map and mount the image anew')],
        },
      },
      {
        shown: { line: /read-only/ },
        told: { title: 'The file system on {device|a device} is made read-only' },
      },
      {
        shown: { line: /I\/O error|error, dev |result -\d/i },
        told: { title: 'Reads or writes of {device|a device} fail' },
      },
    ],
    explanation: [
      {
        says: 'Commands to the device are not answered in time.',
        shown: { line: /timeout, aborting/ },
      },
      {
        says: 'A volume over the network looks so when its target is lost.',
        shown: { line: /offline device|dead device|Device offlined|controller is down/ },
      },
      {
        // jbd2_journal_abort of fs/jbd2/journal.c.
        says: 'The journal of its file system is aborted: nothing more is written to it.',
        shown: { line: /[Aa]bort(?:ed|ing) journal/ },
      },
      {
        says: 'The file system on it reports an error.',
        shown: { line: /-fs (?:error|critical|\()|XFS \(|BTRFS/ },
      },
    ],
    checks: [
      check(
        'Which device is it, and what is mounted from it?',
        'lsblk -o NAME,SIZE,STATE,TRAN,MOUNTPOINTS',
      ),
      kernelLog,
    ],
    remedy: [
      remedy('Look whether the disk, its controller or the way to its target fails'),
      remedy(
        'Once the device answers: check the file system while it is not mounted',
        'Keep a copy first.',
      ),
    ],
    references: ['https://docs.kernel.org/admin-guide/ext4.html'],
  }),
  ofKernel({
    id: 'file-server-silent',
    title: 'The file server {server|} does not answer',
    severity: 'high',
    by: 'fact:server',
    signs: [
      {
        text: /nfs: server (?<server>\S+) not responding, (?:still trying|timed out)|CIFS: .{0,40}[Ss]erver (?<server_2>\S+ )?(?:not responding|has not responded)|libceph: (?<server_3>osd\d+ \S+|mon(?=\d)).{0,80}session lost/,
      },
      {
        text: /nfs: server (?<server>\S+) OK|libceph: (?<server_2>osd\d+ \S+|mon(?=\d)).{0,80}session established/,
        role: 'context',
      },
    ],
    judge: unlessBack,
    branches: [
      {
        // A client of Ceph whose monitor is lost hunts for any other one (net/ceph/mon_client.c).
        shown: { line: /hunting for new mon/ },
        told: { title: 'No monitor of Ceph answers' },
      },
    ],
    explanation: [
      {
        says: 'A process that uses a mount of it waits until it answers.',
        shown: { line: /still trying/ },
      },
      { says: 'What was asked of it ends with an error.', shown: { line: /timed out/ } },
    ],
    checks: [
      check('Does it answer?', 'ping -c 3 {server|SERVER}; rpcinfo -T tcp {server|SERVER} nfs'),
      check('Who waits?', 'ps -eo pid,stat,wchan:32,cmd | grep " D"'),
    ],
    remedy: [
      remedy(
        'Look whether the server and the way to it are up; what waits goes on when it answers',
      ),
    ],
    references: ['kubernetes/kubernetes#31272'],
  }),
  ofKernel({
    id: 'kernel-hung-task',
    title: 'Processes wait in the kernel for minutes ({task|})',
    severity: 'high',
    by: 'node',
    signs: [
      {
        text: /INFO: task (?<task>[^:\n]{1,40}(?::[^:\s]{1,20})?):\d+ blocked for more than \d+ seconds/,
      },
      { text: new RegExp(`^[ ?]*(?:${waitsFor})`), role: 'context' },
    ],
    judge: ({ hits }) => (hits.some(({ sign }) => sign.role === undefined) ? fault : undefined),
    explanation: [
      'The kernel names so a process in an uninterruptible wait, mostly for a disk or a file server; the trace below such a line tells for what.',
      {
        says: 'It waits until what was written is on the disk below.',
        shown: { line: new RegExp(forWriting) },
      },
      { says: 'It takes a mount down.', shown: { line: new RegExp(forMount) } },
      { says: 'It waits for a file server.', shown: { line: new RegExp(forServer) } },
      {
        says: 'It waits for the lock of the network’s settings (rtnl).',
        shown: { line: new RegExp(forNetLock), without: new RegExp(forNetDevice) },
      },
    ],
    branches: [
      {
        shown: {
          line: new RegExp(forNetDevice),
          without: new RegExp(`${forWriting}|${forMount}|${forServer}`),
        },
        told: {
          title:
            'Processes wait in the kernel for minutes ({task|}): a network device is not removed',
          explanation: [
            'The kernel names so a process in an uninterruptible wait; by its trace it waits while a network device is taken away.',
          ],
          remedy: [
            remedy(
              'Look which device is removed then, and its driver among the bugs of this kernel',
            ),
          ],
        },
      },
    ],
    checks: [
      check('Who waits, and in what?', 'ps -eo pid,stat,wchan:32,cmd | grep " D"'),
      kernelLog,
    ],
    remedy: [remedy('Look which disk or server the trace’s functions are about')],
    references: ['https://docs.kernel.org/admin-guide/sysctl/kernel.html#hung-task-timeout-secs'],
  }),
  ofKernel({
    id: 'kernel-lockup',
    title: 'A processor does not get on in the kernel (lockup or RCU stall)',
    severity: 'high',
    by: 'node',
    signs: [
      {
        text: /soft lockup - CPU#\d+ stuck for|hard LOCKUP|rcu\S*:? (?:INFO: )?rcu_\w+ (?:self-)?detected (?:expedited )?stall|detected stalls? on CPUs/,
      },
    ],
    explanation: [
      'The kernel’s watchdogs say so of a processor that does not get back to the scheduler for seconds. A virtual machine that its host does not let run looks the same.',
    ],
    checks: [check('Time taken by the host (st)', 'vmstat 1 5'), kernelLog],
    remedy: [
      remedy('If it is a virtual machine: look at the load of its host'),
      remedy('Else look the trace up among the bugs of this kernel version'),
    ],
    references: ['https://docs.kernel.org/admin-guide/lockup-watchdogs.html'],
  }),
  ofKernel({
    id: 'conntrack-full',
    title: 'The table of connections is full: the kernel drops packets',
    severity: 'high',
    by: 'node',
    signs: [{ text: /nf_conntrack: (?:nf_conntrack: )?table full, dropping packet/ }],
    explanation: ['The limit is nf_conntrack_max; while it is reached, new connections fail.'],
    checks: [
      check(
        'Used and allowed',
        'sysctl net.netfilter.nf_conntrack_count net.netfilter.nf_conntrack_max',
      ),
    ],
    remedy: [
      remedy('Find who opens so many connections: conntrack -L | cut -d= -f2 | sort | uniq -c'),
      remedy('Raise the limit (kube-proxy: conntrack.maxPerCore)', 'Some kernel memory.'),
    ],
    references: ['https://kubernetes.io/docs/reference/config-api/kube-proxy-config.v1alpha1/'],
  }),
  ofKernel({
    id: 'kernel-no-memory',
    title: 'The kernel cannot allocate memory',
    severity: 'medium',
    by: 'node',
    signs: [
      {
        text: /page allocation (?:failure|stalls)|SL[UA]B: Unable to allocate memory|kmem_cache_create\([^)]*\) failed with error -12|Unable to create nf_conn slab cache|Out of memory and no killable processes/,
      },
    ],
    explanation: [
      {
        says: 'A request for connected pages was not met; free memory may be there, in smaller pieces.',
        shown: { line: /page allocation failure: order:[1-9]/ },
      },
      {
        says: 'A cache for a new network namespace could not be made, which each sandbox needs.',
        shown: { line: /nf_conn/ },
      },
      'The trace below such a line tells who asked for the memory.',
    ],
    checks: [
      check(
        'Free memory, by size of its pieces',
        'cat /proc/buddyinfo; grep -iE "slab|free" /proc/meminfo',
      ),
      kernelLog,
    ],
    remedy: [
      remedy('Look what takes the memory; the slab figures show the kernel’s own part'),
      remedy(
        'If it is broken into pieces: echo 1 > /proc/sys/vm/compact_memory',
        'Costs processor time for a moment.',
      ),
    ],
    references: ['https://docs.kernel.org/admin-guide/sysctl/vm.html#compact-memory'],
  }),
  ofKernel({
    id: 'kernel-limit-reached',
    title: 'A limit of the kernel is reached ({limit|})',
    severity: 'high',
    by: 'fact:limit',
    signs: [
      {
        text: /cgroup: fork rejected by (?<limit>pids) controller|VFS: (?<limit_2>file-max) limit \d+ reached|TCP: out of memory -- consider tuning (?<limit_3>tcp_mem)/,
      },
      // ENFILE, whoever is told so.
      { text: /(?<limit>too many open files in system)/, reads: everybody },
    ],
    explanation: [
      {
        says: 'A cgroup has as many processes as it may; it starts no more.',
        shown: { line: /pids controller/ },
      },
      {
        says: 'The node has as many files open as it may.',
        shown: { line: /file-max|too many open files in system/ },
      },
      {
        says: 'The buffers of connections take as much memory as they may.',
        shown: { line: /tcp_mem/ },
      },
    ],
    checks: [
      check(
        'Used and allowed',
        'cat /proc/sys/fs/file-nr /proc/net/sockstat; cat /sys/fs/cgroup/kubepods.slice/pids.max',
      ),
    ],
    remedy: [
      remedy('Find who uses so many'),
      remedy('Raise the limit', 'What uses so many may use more.'),
    ],
    references: ['https://kubernetes.io/docs/concepts/policy/pid-limiting/'],
  }),
  ofKernel({
    id: 'netdevice-held',
    title: 'The kernel cannot remove network device {netdevice|}: something still holds it',
    severity: 'medium',
    by: 'fact:netdevice',
    signs: [{ text: /unregister_netdevice: waiting for (?<netdevice>\S+) to become free/ }],
    judge: judgeHeld,
    branches: [
      {
        // netdev_wait_allrefs of net/core/dev.c waits for a count of 1 (of 0 before 5.17).
        shown: { line: /[Uu]sage count = -\d/ },
        told: {
          title:
            'The kernel cannot remove network device {netdevice|}: its count of references is below zero',
          explanation: [
            'A reference was given back more often than it was taken: the count is wrong; what makes or removes namespaces may wait for it.',
          ],
        },
      },
    ],
    explanation: [
      'A network namespace does not end while a reference to its device is left; what makes or removes others may wait for it.',
    ],
    checks: [
      check('How many namespaces are there?', 'ls /run/netns /var/run/docker/netns | wc -l'),
      kernelLog,
    ],
    remedy: [
      remedy('Look the kernel version up: several have lost such a reference'),
      remedy('If it stays: boot the node anew', 'All pods of the node stop; drain it first.'),
    ],
    references: ['moby/moby#5618', 'kubernetes/kubernetes#70427'],
  }),
  ofKernel({
    id: 'neighbour-table-full',
    title: 'The table of neighbours (ARP) is full',
    severity: 'medium',
    by: 'node',
    signs: [{ text: /neighbou?r(?:: \w+: neighbor)? table overflow/ }],
    explanation: ['Packets to an address for which the table has no room are lost.'],
    checks: [
      check('Used and allowed', 'ip -s neigh | wc -l; sysctl net.ipv4.neigh.default.gc_thresh3'),
    ],
    remedy: [
      remedy('Raise net.ipv4.neigh.default.gc_thresh1 to 3 (ipv6 too)', 'Some kernel memory.'),
    ],
    references: ['https://docs.kernel.org/networking/ip-sysctl.html'],
  }),
  ofKernel({
    id: 'kernel-crash',
    title: 'The kernel itself fails',
    severity: 'critical',
    by: 'node',
    signs: [
      {
        text: /Kernel panic - not syncing|BUG: (?:unable to handle|kernel NULL pointer)|kernel BUG at |general protection fault|\[Hardware Error\]: (?!Corrected)|Uncorrected (?:hardware )?(?:memory )?error|Oops: \d/,
      },
    ],
    branches: [
      {
        shown: {
          line: /Hardware Error|Uncorrected/,
          without: /Kernel panic|BUG|general protection|Oops/,
        },
        told: { title: 'The hardware reports an error to the kernel' },
      },
    ],
    explanation: [
      { says: 'A panic stops the machine.', shown: { line: /Kernel panic/ } },
      { says: 'The hardware reports an error.', shown: { line: /Hardware Error|Uncorrected/ } },
    ],
    checks: [kernelLog, check('What did the firmware record?', 'ipmitool sel list | tail')],
    remedy: [
      remedy(
        'Look the first lines of the trace up among the bugs of this kernel version; check the hardware',
      ),
      remedy('If it comes again: drain the node', 'Its pods are made anew elsewhere.'),
    ],
    references: ['https://docs.kernel.org/admin-guide/bug-hunting.html'],
  }),
  ofKernel({
    // drivers/edac/edac_mc.c
    id: 'memory-module-errors',
    title: 'Memory module {dimm|} has errors that its ECC corrects',
    severity: 'medium',
    by: 'fact:dimm',
    signs: [{ text: /EDAC MC\d+: (?<count>\d+) (?:CE|UE) [^\n]{0,80}?\bon (?<dimm>[\w#.:-]+)/ }],
    judge: ({ hits }) =>
      hits.every(({ line, facts }) => / CE /.test(line.body) && Number(facts['count']) < 10)
        ? { severity: 'low' }
        : fault,
    branches: [
      {
        shown: { line: /EDAC MC\d+: \d+ UE / },
        told: { title: 'Memory module {dimm|} has errors that its ECC cannot correct' },
      },
    ],
    explanation: [],
    checks: [check('How many on which module?', 'grep . /sys/devices/system/edac/mc/mc*/*/*count')],
    remedy: [
      remedy('Have the module looked at, and exchanged if it goes on', 'The machine stops.'),
    ],
    references: ['https://docs.kernel.org/driver-api/edac.html'],
  }),
  {
    id: 'selinux-denied',
    title: 'SELinux denies {comm|a process} {perm|an access} of {object|an object}',
    severity: 'medium',
    by: 'fact:comm',
    onceIsFault: true,
    // The records that auditd writes to its own file are of no program.
    reads: ['kernel', 'other', 'systemd'],
    signs: [
      {
        // avc_audit_pre_callback and avc_audit_post_callback of security/selinux/avc.c.
        text: /\bavc: {1,2}denied {1,2}\{ (?<perm>[^{}]{1,80}) \} for {1,2}(?!.*\bpermissive=1)(?:.{0,200}?\bcomm="(?<comm>[^"]{1,64})")?(?:.{0,200}?\b(?:path|name)="(?<object>[^"]{1,300})")?(?:.{0,400}?scontext=\S*?:(?<source>\w+):s\d)?(?:.{0,400}?tcontext=\S*?:(?<target>\w+):s\d)?/,
        heads: ['audit', 'AVC', 'type='],
      },
      {
        text: /SELinux is preventing (?<comm>\S{1,200}?) from (?:using the )?(?<perm>[\w, ]{1,80}?) (?:access |capability )?on the (?:\w+ )?(?<object>\S{1,300}?)\.(?:\s|$)/,
      },
    ],
    explanation: [
      {
        says: 'The process has the label {source|}, the object {target|}.',
        shown: { line: /scontext=.*tcontext=/, without: /\{ (?:dyn)?transition \}/ },
      },
      {
        says: 'The process has the label {source|} and was to get {target|}.',
        shown: { line: /\{ (?:dyn)?transition \} .*scontext=.*tcontext=/ },
      },
      {
        says: 'The process is a container’s.',
        shown: { line: /scontext=\S*:container_(?:\w*_)?t:/ },
      },
      {
        says: 'The process is one that systemd has started.',
        shown: { line: /scontext=\S*:init_t:/ },
      },
    ],
    checks: [
      check('All that was denied', 'ausearch -m avc -ts recent'),
      check('The label of the object', 'ls -ldZ {object|PATH}'),
    ],
    remedy: [
      remedy(
        'If the object has a wrong label: restorecon -Rv its path, or give the volume the label that the container may use',
      ),
      remedy('Else a policy that allows it; see audit2allow'),
    ],
    references: ['https://kubernetes.io/docs/tasks/configure-pod-container/security-context/'],
  },
  {
    id: 'apparmor-denied',
    title: 'AppArmor denies {comm|a process} {operation|an operation} (profile {profile|})',
    severity: 'medium',
    by: 'fact:operation',
    onceIsFault: true,
    reads: ['kernel', 'other', 'systemd'],
    signs: [
      {
        // audit_cb of security/apparmor/audit.c.
        text: /apparmor="DENIED"(?:.{0,80}?\boperation="(?<operation>[^"]{1,64})")?(?:.{0,80}?\binfo="(?<why>[^"]{1,100})")?(?:.{0,200}?\bprofile="(?<profile>[^"]{1,200})")?(?:.{0,200}?\bname="(?<object>[^"]{1,300})")?(?:.{0,200}?\bcomm="(?<comm>[^"]{1,64})")?(?:.{0,200}?\bdenied_mask="(?<mask>[^"]{1,64})")?(?:.{0,200}?\bpeer="(?<peer>[^"]{1,200})")?/,
        heads: ['audit', 'AVC', 'type='],
      },
    ],
    explanation: [
      { says: 'The object is {object|}.', shown: { line: /DENIED".* name="/ } },
      { says: 'AppArmor says why: {why|}.', shown: { line: /DENIED".* info="/ } },
      { says: 'It is denied towards a process of profile {peer|}.', shown: { line: / peer="/ } },
    ],
    checks: [
      check('All that was denied', 'journalctl -k --since "-1 h" | grep apparmor=.DENIED'),
      check('Loaded profiles', 'aa-status'),
    ],
    remedy: [
      remedy('If the process needs it: a profile that allows it, set for the pod’s container'),
    ],
    references: ['https://kubernetes.io/docs/tutorials/security/apparmor/'],
  },
  {
    id: 'nvidia-driver-mismatch',
    title: 'The NVIDIA driver cannot be used: {why|}',
    severity: 'high',
    by: 'node',
    onceIsFault: true,
    reads: ['kernel', 'kubelet', 'other', 'containerd', 'crio', 'dockerd', 'systemd', 'host'],
    signs: [
      {
        // As the kernel module and NVML print it.
        text: /NVRM: (?<why>API mismatch)|(?:NVML|nvml error): (?<why_2>[Dd]river\/library version mismatch)/,
      },
      {
        text: /NVRM: (?<why>The NVIDIA probe routine (?:was not called|failed) for \d+ device|None of the NVIDIA devices were (?:probed|initialized)|No NVIDIA (?:GPU|graphics adapter) found|RmInitAdapter failed)/,
      },
      {
        text: /the client has (?:the )?version (?<client>[\d.]+\d)|this kernel module has (?:the )?version (?<module>[\d.]+\d)/,
        role: 'context',
      },
    ],
    judge: ({ hits }) => (hits.some(({ sign }) => sign.role === undefined) ? fault : undefined),
    branches: [
      {
        shown: { line: /API mismatch|library version mismatch/ },
        told: {
          title: 'The NVIDIA kernel module and libraries are of different versions',
          remedy: [
            remedy(
              'Load the module of the installed version: boot the node anew, or unload and load it',
              'Pods that use a GPU stop; drain the node first.',
            ),
          ],
        },
      },
    ],
    explanation: [
      {
        says: 'The libraries are of {client|another version}, the loaded module is of {module|another}.',
        shown: { line: /the client has (?:the )?version/ },
      },
    ],
    checks: [
      check(
        'Loaded and installed',
        'cat /proc/driver/nvidia/version; modinfo -F version nvidia; nvidia-smi',
      ),
    ],
    remedy: [remedy('Look whether the driver’s module is loaded and fits GPU and kernel')],
    references: ['https://docs.nvidia.com/datacenter/tesla/driver-installation-guide/'],
  },
];

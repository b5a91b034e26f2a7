import { describe, expect, test } from 'vitest';
import { sourceId } from '../../../../src/base/input.ts';
import { Writers, writersOf } from '../../../../src/kubelet/evidence/writers.ts';
import { MemoryBytes } from '../../../../src/log/byteStore.ts';
import { type SourceOptions, TableBuilder } from '../../../../src/log/tableBuilder.ts';
import { diagnoseText } from '../../../support/cases.ts';
import { fakeTable } from '../../../support/fakeTable.ts';

function writersIn(lines: readonly string[], options: SourceOptions = {}): readonly string[] {
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  const builder = new TableBuilder(sourceId(0), new MemoryBytes(bytes), options);
  builder.append(bytes);
  builder.finish();
  const { table } = builder;
  return Array.from({ length: table.length }, (_, row) => {
    const { program, known } = writersOf(table).at(row);
    return `${program} ${known}`;
  });
}

const ofKubelet = `E0503 07:13:29.120233    1208 kubelet.go:1874] skipping pod synchronization`;
const ofScheduler = `W0503 07:13:29.120233       1 schedule_one.go:98] no fit`;
const shared = `E0503 07:13:30.120233    1208 reflector.go:205] Failed to list *v1.Service: refused`;

describe('whose a line is', () => {
  test.each([
    '1. [cannot start a container, expected cgroupsPath to be of form "slice:prefix:name" (kubelet)](https://example.com/4857)',
    '    systemctl restart kubelet',
    '    clusters:',
    '    apiVersion: kubelet.config.k8s.io/v1beta1',
    '~',
    '● kubelet.service - kubelet: The Kubernetes Node Agent',
    '   Loaded: loaded (/lib/systemd/system/kubelet.service; enabled; vendor preset: enabled)',
    '     Loaded: not-found (Reason: Unit kubelet.service not found.)',
    '     Active: activating (auto-restart) (Result: exit-code) since Thu 2020-08-06 02:03:40 UTC; 9s ago',
    '    Process: 1437 ExecStart=/usr/bin/kubelet $KUBELET_ARGS (code=exited, status=255)',
    ' Main PID: 31846 (code=exited, status=255)',
    '      Tasks: 16 (limit: 63249)',
    '     Memory: 72.3M',
    '   Mem peak: 14.3M',
    '        CPU: 2.155s',
    '     CGroup: /system.slice/kubelet.service',
    '             └─114006 kubelet --config=/etc/kubernetes/kubelet.conf',
    '           |-114006 /usr/bin/kubelet --config=/etc/kubernetes/kubelet.conf',
    '    Drop-In: /etc/systemd/system/kubelet.service.d',
    '       Docs: https://kubernetes.io/docs/home/',
    ' Invocation: 67b9a1e19e554553a8d2222de4725835',
    '❗  unable to fetch logs for: describe nodes, kubelet',
    'kube-system      cilium-operator-5c844c548c-5j4kd   0/1     CreateContainerConfigError   8 (51m ago)    118d',
    'web-0   0/1   Init:CrashLoopBackOff   7   2d3h   10.0.0.7   node-1',
    '..',
  ])('what a page shows beside a log is text: %s', (line) => {
    expect(writersIn([line, '', ofKubelet]).at(0)).toBe('text seen');
  });

  test('a trace of the shell that starts a unit is text, an object that a command printed, too', () => {
    const trace = 'Oct 13 19:15:53 n1 sh[98]: + kubeadm init --config=/etc/a.yaml';
    const beside = `Oct 13 19:15:53 n1 sh[98]: ${ofKubelet}`;
    expect(writersIn([trace, beside, beside]).at(0)).toBe('text seen');
    expect(writersIn(['{', '  "Id": "6451aa1d", ', '  "State": {}', '}', ofKubelet])).toEqual([
      'text seen',
      'kubelet inferred',
    ]);
  });

  test('a line without any head that only systemd or the kernel says is theirs; one of another logger is nobody’s', () => {
    expect(
      writersIn([
        ofKubelet,
        'run-a-rootfs.mount: Deactivated successfully.',
        'IPv4: martian source 10.0.0.1 from 10.0.0.2, on dev eth0',
        '2024-05-07T11:59:43.499167Z INFO ExtHandler Downloading agent manifest',
      ]),
    ).toEqual(['kubelet inferred', 'systemd inferred', 'kernel inferred', 'unknown unknown']);
  });

  test('a wrapper says it', () => {
    expect(
      writersIn([
        `Oct 13 19:15:53 n1 kubelet[926]: ${ofKubelet}`,
        'Oct 13 19:15:54 n1 systemd[1]: Started kubelet.',
        'Oct 13 19:15:55 n1 cron[7]: run',
      ]),
    ).toEqual(['kubelet seen', 'systemd seen', 'other seen']);
  });

  test('a Go file tells it, and what neighbours are', () => {
    expect(writersIn([ofKubelet, shared])).toEqual(['kubelet inferred', 'kubelet inferred']);
    expect(writersIn([ofScheduler, shared])).toEqual([
      'kube-scheduler inferred',
      'kube-scheduler inferred',
    ]);
    expect(writersIn([shared])).toEqual(['unknown unknown']);
  });

  test('in a program that runs several components, each line tells for itself', () => {
    const inK3s = (line: string): string => `Oct 13 19:15:53 n1 k3s[926]: ${line}`;
    expect(writersIn([ofKubelet, ofScheduler, shared].map(inK3s))).toEqual([
      'kubelet inferred',
      'kube-scheduler inferred',
      // Which of its components it is, nothing tells.
      'host inferred',
    ]);
    expect(
      writersIn([
        inK3s('+ snapctl start'),
        inK3s('time="2024-10-29T17:22:59Z" level=info msg="x"'),
      ]),
    ).toEqual(['text seen', 'host seen']);
  });

  test('what a host has within besides is not the kubelet’s', () => {
    const inK3s = (line: string): string => `Oct 13 19:15:53 n1 k3s[926]: ${line}`;
    const flannel =
      'I0509 21:06:02.006841    2559 vxlan_network.go:68] watching for new subnet leases';
    const notice =
      'Flag --containerd has been deprecated, it was mistakenly registered with the Kubelet.';
    expect(writersIn([ofKubelet, flannel, shared, notice].map(inK3s))).toEqual([
      'kubelet inferred',
      'cni inferred',
      'kubelet inferred',
      'kubelet inferred',
    ]);
  });

  test('what plug-ins say is theirs, whoever logs it; what journalctl explains is text', () => {
    const ofJournal = (line: string): string => `Oct 13 19:15:53 n1 ${line}`;
    const calico = 'kubelet[9]: time="2017-10-13T19:15:53Z" level=info';
    expect(
      writersIn(
        [
          'kubelet[9]: Calico CNI IPAM request count IPv4=1 IPv6=0',
          `${calico} msg="Get Key: /calico/ipam/v2/config"`,
          `${calico} msg="Released address" Workload=a.b-0`,
          'crio[7]: 2017-10-13T19:15:53Z [verbose] Del: a:b:c:ovn-kubernetes:eth0 {}',
          'microshift[8]: {"level":"warn","ts":"2017-10-13T19:15:53.1Z","caller":"etcdserver/util.go:170","msg":"x"}',
          '(kubelet)[744]: kubelet.service: Referenced but unset environment variable',
        ].map(ofJournal),
      ),
    ).toEqual([
      'cni inferred',
      'cni inferred',
      'cni inferred',
      'cni inferred',
      'etcd inferred',
      'systemd seen',
    ]);
    expect(
      writersIn(['░░ Subject: Unit failed', '░░ Defined-By: systemd'], { writer: 'kubelet' }),
    ).toEqual(['text seen', 'text seen']);
  });

  test('kubeadm’s lines are not the kubelet’s', () => {
    expect(
      writersIn([
        'I0705 14:11:14.463820     128 checks.go:618] validating kubelet version',
        'I0705 14:11:19.720211     128 round_trippers.go:553] GET https://n1:6443/healthz',
        'W0705 14:11:31.467322    2680 reset.go:120] [reset] Unmounting directories of the kubelet',
      ]),
    ).toEqual(['other inferred', 'other inferred', 'other inferred']);
  });

  test('an object that kubectl printed is text', () => {
    const event = [
      '{',
      '  "kind": "Event",',
      '  "timestamp": "2024-11-17T10:19:21Z",',
      '  "message": "kubelet: SyncLoop"',
      '}',
    ];
    expect(new Set(writersIn(event))).toEqual(new Set(['text seen']));
  });

  test('what a provisioner says of its steps is not the kubelet’s', () => {
    const step = `time="2021-01-26T11:36:29+01:00" level=info msg="[certificates] checking if there are unused kubelet certificates"`;
    expect(writersIn([step])).toEqual(['unknown unknown']);
  });

  test('what stands around the lines of an export is text', () => {
    const item = `            ${JSON.stringify(ofKubelet)}`;
    const lines = ['        [', '            "1656092504317000000",', item];
    expect(writersIn(lines)).toEqual(['text seen', 'text seen', 'kubelet inferred']);
  });

  test('a heading below a line is not of it', () => {
    expect(writersIn([ofKubelet, '## Next: the kubelet'])).toEqual([
      'kubelet inferred',
      'text seen',
    ]);
  });

  test('the words of a line tell: who is refused, who leads, for whom a reflector lists', () => {
    const klog = (text: string): string => `E0503 07:13:30.120233       1 ${text}`;
    const told = [
      'reflector.go:138] failed to list *v1.Node: nodes is forbidden: User "system:kube-scheduler" cannot list resource "nodes"',
      'leaderelection.go:250] attempting to acquire leader lease kube-system/kube-controller-manager...',
      'reflector.go:458] storage/cacher.go:/pods: failed to list *core.Pod: EOF',
      'reflector.go:205] k8s.io/kubernetes/pkg/kubelet/kubelet.go:452: Failed to list *v1.Service: EOF',
      'reflector.go:205] k8s.io/client-go/informers/factory.go:134: Failed to list *v1.Service: EOF',
    ];
    expect(told.map((text) => writersIn([klog(text)])[0])).toEqual([
      'kube-scheduler inferred',
      'kube-controller-manager inferred',
      'kube-apiserver inferred',
      'kubelet inferred',
      'unknown unknown',
    ]);
  });

  test('etcd is told by its callers, a snap by its service, a plug-in by the form of its lines', () => {
    const zap = (caller: string): string =>
      `{"level":"info","ts":"2023-10-11T09:09:29.154Z","caller":"${caller}","msg":"Running: "}`;
    expect(writersIn([zap('etcdmain/etcd.go:73'), zap('x/y.go:1')])).toEqual([
      'etcd inferred',
      'etcd inferred',
    ]);
    expect(writersIn([zap('x/y.go:1')])).toEqual(['unknown unknown']);
    const inSnap = (text: string): string =>
      `Oct 29 17:24:17 vm microk8s.daemon-containerd[2842]: ${text}`;
    expect(
      writersIn([
        inSnap('time="2024-10-29T17:22:59Z" level=info msg="loading plugin"'),
        inSnap('2024-10-29 17:24:17.105 [INFO][6131] dataplane_linux.go 520: CleanUpNamespace'),
      ]),
    ).toEqual(['containerd seen', 'cni inferred']);
  });

  test('a line that many programs may print is the kubelet’s where messages of its process are', () => {
    const inKubelite = (line: string): string =>
      `May 14 08:12:03 n1 microk8s.daemon-kubelite[2163]: ${line}`;
    expect(
      writersIn([
        inKubelite('I0514 08:12:03.000800    2163 server.go:1256] "Started kubelet"'),
        inKubelite('E0514 08:12:03.001600    2163 server.go:167] "Failed to listen and serve"'),
      ]),
    ).toEqual(['kubelet inferred', 'kubelet inferred']);
  });

  test('a name in a path tells nothing, nor a row of events, nor a line among text', () => {
    const writing = `I0422 08:45:13.359523   17986 update.go:1570] Writing "/etc/kubernetes/kubelet.conf"`;
    expect(writersIn([writing])).toEqual(['unknown unknown']);
    expect(writersIn(['  Normal  NodeReady  37m  kubelet  Node n1 is now NodeReady'])).toEqual([
      'unknown unknown',
    ]);
    expect(writersIn(['the kubelet says', 'and then', 'that', ofKubelet]).slice(0, 3)).toEqual([
      'text inferred',
      'text inferred',
      'text inferred',
    ]);
  });

  test('k3s on a terminal says what it is; so does systemd on a console', () => {
    expect(
      writersIn([
        'INFO[2019-03-13T05:56:57.308028651Z] Starting k3s v0.2.0 (2771ae1)',
        'INFO[2019-03-13T05:57:01.135934713Z] Listening on :6443',
      ]),
    ).toEqual(['host inferred', 'host inferred']);
    const logrus = (msg: string): string => `time="2024-07-19T10:31:04Z" level=info msg="${msg}"`;
    expect(
      writersIn([
        logrus('Starting k3s agent v1.29.6+k3s2 (b4b156d9)'),
        logrus('Using kubelet.sock'),
      ]),
    ).toEqual(['host inferred', 'host inferred']);
    expect(
      writersIn([
        '[  OK  ] Started Podman API Service.',
        'modprobe@fuse.service: Deactivated successfully.',
      ]),
    ).toEqual(['systemd inferred', 'systemd inferred']);
  });

  test.each([
    '\x1b[0;1;31mFailed to create symlink /sys/fs/cgroup/net_cls: File exists\x1b[0m\r',
    '\x1b[!p\x1b]104\x07\x1b[?7hsystemd 257.13-1 running in system mode (+PAM +AUDIT)\r',
    'Detected virtualization wsl.\r',
    '\x1b[0;1;39mWelcome to \x1b[0m\x1b[1mDebian GNU/Linux 13 (trixie)\x1b[0m\x1b[0;1;39m!\x1b[0m\r',
    'bpf-restrict-fs: BPF LSM hook not enabled in the kernel, BPF LSM not supported.',
    'Set hostname to <kind-control-plane>.',
    'Queued start job for default target graphical.target.\r',
    '\x1b[0;1;38:5:185mkubelet.slice: Failed to delete controller cgroups /kubelet.slice, ignoring: Device or resource busy\x1b[0m\r',
    '[\x1b[0;32m  OK  \x1b[0m] Created slice \x1b[0;1;39mkubelet.slice\x1b[0m - slice used to run Kubernetes / Kubelet.\r',
    '\r\x1b[K         Starting \x1b[0;1;39msystemd-update-done.service\x1b[0m - Update is Completed...\r',
    '[\x1b[0m\x1b[0;31m*     \x1b[0m] Job ldconfig.service/start running (2s / no limit)\r',
    '[ ***  ] (1 of 2) A start job is running for Wait for Network',
  ])('what systemd says on a console, in colours, too: %j', (line) => {
    expect(writersIn([line, 'x', 'y'])[0]).toBe('systemd inferred');
  });

  test('below the head of a section each line has its own time', () => {
    const zap = `{"level":"warn","ts":"2026-03-30T16:21:09.711562Z","caller":"embed/a.go:188","msg":"m"}`;
    expect(writersIn(['==> etcd [e2ce1af4bbd9] <==', zap, zap], { writer: 'etcd' })).toHaveLength(
      3,
    );
  });

  test.each([
    'E0727 12:26:20.529559 71419 logs.go:178] command /bin/bash -c "sudo journalctl -u kubelet -n 60" failed with error: NewSession: connection refused output: ""',
    'I0518 00:24:39.998717   12869 cli_runner.go:115] Run: docker container inspect minikube',
  ])('where minikube cannot read a log, it says so in its section: %s', (line) => {
    expect(writersIn([line, ofKubelet], { writer: 'kubelet' })).toEqual([
      'other inferred',
      'kubelet seen',
    ]);
    expect(writersIn([line], { writer: 'kernel' })).toEqual(['other inferred']);
  });

  test('a page called after a program is not its log', () => {
    const page = ['What is the kubelet?', 'An agent on each node.'];
    expect(writersIn(page, { writer: 'kubelet' })).toEqual(['unknown unknown', 'unknown unknown']);
    expect(writersIn([...page, 'panic: x'], { writer: 'kubelet' })[0]).toBe('kubelet seen');
    const log = [ofKubelet, shared, ofKubelet];
    expect(writersIn([...page, ...log], { writer: 'kubelet' })[0]).toBe('kubelet seen');
  });

  test('the head of a section says it', () => {
    expect(writersIn([shared], { writer: 'kube-apiserver' })).toEqual(['kube-apiserver seen']);
    expect(writersIn(['* ==> dmesg <==', '* [  +1.4] FS-Cache'], { writer: 'kernel' })).toEqual([
      'text seen',
      'kernel seen',
    ]);
    expect(writersIn([ofKubelet], { writer: 'text' })).toEqual(['kubelet inferred']);
    const onTerminal = 'FATA[0003] starting kubernetes: preparing server';
    expect(writersIn([onTerminal], { writer: 'host' })).toEqual(['host inferred']);
  });

  test('a dockerd that runs a containerd of its own says which lines are whose', () => {
    const line = (rest: string) => `time="2025-09-18T05:54:56.040149325Z" level=info ${rest}`;
    const lines = [
      line('msg="Starting up"'),
      line('msg="containerd not running, starting managed containerd"'),
      line('msg="started new containerd process" module=libcontainerd pid=59855'),
      line('msg="starting containerd" revision=05044ec0 version=1.7.27'),
      line('msg="metadata content store policy set" policy=shared'),
      line('msg="containerd successfully booted in 0.032307s"'),
      line('msg="OTEL tracing is not configured"'),
      line('msg="shim disconnected" id=1a2b namespace=moby'),
      line('msg="Loading containers: start."'),
    ];
    const programs = 'dockerd dockerd dockerd containerd containerd containerd dockerd containerd';
    const expected = [...programs.split(' '), 'dockerd'].map((program) => `${program} inferred`);
    expect(writersIn(lines)).toEqual(expected);
    expect(writersIn(lines, { writer: 'dockerd' })).toEqual(expected);
    const [alone] = writersIn(lines.slice(3));
    expect(alone).toBe('containerd inferred');
  });
});

describe('lines of others are not judged as the kubelet’s', () => {
  test.each([
    ['kubectl describe nodes', '  hugepages-1Gi:      0\n  hugepages-2Mi:      0\n'],
    ['docker inspect', '            "OOMKilled": false,\n            "Dead": false,\n'],
    [
      'kube-scheduler',
      'Oct 13 19:15:53 n1 kube-scheduler[9]: E1013 19:15:53.000001       1 reflector.go:138] Failed to watch *v1.Node: failed to list *v1.Node: nodes is forbidden: User "system:kube-scheduler" cannot list resource "nodes" in API group "" at the cluster scope\n',
    ],
    [
      'dockerd',
      'Oct 13 19:15:53 n1 dockerd[9]: time="2022-10-13T19:15:53Z" level=error msg="rpc error: code = Unavailable desc = error reading from server: EOF"\n',
    ],
    [
      'kube-proxy',
      "E1013 19:15:53.000001       1 proxier.go:1600] can't open port, skipping it: listen tcp4 :30080: bind: address already in use\nI1013 19:15:53.000002       1 service.go:1] x\n",
    ],
  ])('%s', (_, text) => {
    const loud = diagnoseText(text).findings.filter(({ severity }) => severity !== 'info');
    expect(loud.map(({ id, severity }) => `${id} ${severity}`)).toEqual([]);
  });
});

test('of a long log that grows only what came is looked at again', () => {
  let asked = 0;
  let length = 1_000_001;
  const table = {
    ...fakeTable(0, [0]),
    programOf: () => {
      asked++;
      return 'kubelet' as const;
    },
    get length() {
      return length;
    },
  };
  const writers = new Writers(table);
  writers.shares();
  const atFirst = asked;
  for (; length < 1_000_020; length++) writers.shares();
  expect(asked - atFirst).toBeLessThan(30);
  expect(writers.shares()).toMatchObject([{ program: 'kubelet', records: 1_000_020 }]);
});

// What programs print for people, and people paste: a description of a node, the state of a unit, the steps of kubeadm. It has no form of a log.
import { describe, expect, test } from 'vitest';
import { diagnoseText } from '../../support/cases.ts';

describe('a fault is told by what is printed for people', () => {
  test.each([
    {
      what: 'conditions that nobody tells any more',
      id: 'node-status-unknown',
      title: 'The kubelet no longer tells the API server how its node is',
      log: `Name:               node-7
Roles:              <none>
Taints:             node.kubernetes.io/unreachable:NoSchedule
Conditions:
  Type             Status    LastHeartbeatTime                 LastTransitionTime                Reason              Message
  ----             ------    -----------------                 ------------------                ------              -------
  MemoryPressure   Unknown   Mon, 02 Mar 2026 09:49:54 +0000   Mon, 02 Mar 2026 09:50:38 +0000   NodeStatusUnknown   Kubelet stopped posting node status.
  DiskPressure     Unknown   Mon, 02 Mar 2026 09:49:54 +0000   Mon, 02 Mar 2026 09:50:38 +0000   NodeStatusUnknown   Kubelet stopped posting node status.
  Ready            Unknown   Mon, 02 Mar 2026 09:49:54 +0000   Mon, 02 Mar 2026 09:50:38 +0000   NodeStatusUnknown   Kubelet stopped posting node status.`,
    },
    {
      what: 'conditions that nobody has told yet',
      id: 'node-status-unknown',
      title: 'The kubelet has not told the API server yet how its node is',
      log: `  Type     Status    LastHeartbeatTime                 LastTransitionTime                Reason                   Message
  Ready    Unknown   Mon, 02 Mar 2026 09:49:54 +0000   Mon, 02 Mar 2026 09:50:38 +0000   NodeStatusNeverUpdated   Kubelet never posted node status.`,
    },
    {
      what: 'a condition with its reason, within a whole description',
      id: 'pleg-runtime-hang',
      title: 'PLEG is not healthy: the last relist of the containers is too old',
      log: `Conditions:
  Type             Status  LastHeartbeatTime                 LastTransitionTime                Reason                       Message
  ----             ------  -----------------                 ------------------                ------                       -------
  MemoryPressure   False   Mon, 02 Mar 2026 09:49:54 +0000   Mon, 02 Mar 2026 09:00:00 +0000   KubeletHasSufficientMemory   kubelet has sufficient memory available
  Ready            False   Mon, 02 Mar 2026 09:49:54 +0000   Mon, 02 Mar 2026 09:47:00 +0000   KubeletNotReady              PLEG is not healthy: pleg was last seen active 6m6.470236812s ago; threshold is 3m0s
Addresses:
  InternalIP:  10.0.0.7
Events:
  Type     Reason             Age                    From             Message
  ----     ------             ----                   ----             -------
  Normal   NodeNotReady       2m                     kubelet, node-7  Node node-7 status is now: NodeNotReady`,
    },
    {
      what: '`systemctl status` of a unit whose first command fails',
      id: 'unit-fails',
      title:
        'The unit kubelet.service is not started: its ExecStartPre “/sbin/modprobe ip_vs” fails',
      log: `● kubelet.service - Kubelet
   Loaded: loaded (/etc/systemd/system/kubelet.service; enabled; vendor preset: enabled)
   Active: failed (Result: start-limit-hit) since Mon 2026-03-02 10:00:20 UTC; 4min ago
  Process: 1437 ExecStartPre=/sbin/modprobe ip_vs (code=exited, status=1/FAILURE)
  Process: 1425 ExecStartPre=/bin/mkdir -p /var/lib/kubelet (code=exited, status=0/SUCCESS)`,
    },
    {
      what: '`systemctl status` of a unit that has failed',
      id: 'unit-fails',
      title: 'The unit containerd.service has failed (exit-code)',
      log: `● containerd.service - containerd container runtime
   Loaded: loaded (/lib/systemd/system/containerd.service; enabled; vendor preset: enabled)
   Active: failed (Result: exit-code) since Mon 2026-03-02 10:00:20 UTC; 15min ago
     Docs: https://containerd.io
 Main PID: 2335 (code=exited, status=2)`,
    },
    {
      what: 'a check of kubeadm',
      id: 'kubeadm-fails',
      title:
        'kubeadm’s check FileContent--proc-sys-net-bridge-bridge-nf-call-iptables fails: /proc/sys/net/bridge/bridge-nf-call-iptables does not exist',
      log: `[preflight] Running pre-flight checks
	[WARNING Swap]: running with swap on is not supported. Please disable swap
error execution phase preflight: [preflight] Some fatal errors occurred:
	[ERROR FileContent--proc-sys-net-bridge-bridge-nf-call-iptables]: /proc/sys/net/bridge/bridge-nf-call-iptables does not exist
[preflight] If you know what you are doing, you can make a check non-fatal with \`--ignore-preflight-errors=...\``,
    },
    {
      what: 'kubeadm’s wait for the kubelet',
      id: 'kubeadm-fails',
      title:
        'The kubelet does not answer kubeadm (http://localhost:10248/healthz): Get "http://localhost:10248/healthz": dial tcp [::1]:10248: connect: connection refused.',
      log: `[wait-control-plane] Waiting for the kubelet to boot up the control plane as static Pods from directory "/etc/kubernetes/manifests". This can take up to 4m0s
[kubelet-check] Initial timeout of 40s passed.
[kubelet-check] It seems like the kubelet isn't running or healthy.
[kubelet-check] The HTTP call equal to 'curl -sSL http://localhost:10248/healthz' failed with error: Get "http://localhost:10248/healthz": dial tcp [::1]:10248: connect: connection refused.`,
    },
    {
      what: 'the end of kubeadm’s wait',
      id: 'kubeadm-fails',
      title: 'The kubelet is not healthy after kubeadm has waited for it (4m0.000926s)',
      log: `[kubelet-check] Waiting for a healthy kubelet at http://127.0.0.1:10248/healthz. This can take up to 4m0s
[kubelet-check] The kubelet is not healthy after 4m0.000926s`,
    },
    {
      what: 'the phase in which kubeadm ends',
      id: 'kubeadm-fails',
      title:
        'kubeadm ends in phase preflight: couldn\'t validate the identity of the API Server: could not find a JWS signature in the cluster-info ConfigMap for token ID "abcdef"',
      log: `error execution phase preflight: couldn't validate the identity of the API Server: could not find a JWS signature in the cluster-info ConfigMap for token ID "abcdef"
To see the stack trace of this error execute with --v=5 or higher`,
    },
    {
      what: 'what `microk8s inspect` finds',
      id: 'unit-fails',
      title: 'The unit snap.microk8s.daemon-kubelet does not run',
      log: `Inspecting services
  Service snap.microk8s.daemon-containerd is running
 FAIL:  Service snap.microk8s.daemon-kubelet is not running
For more details look at: sudo journalctl -u snap.microk8s.daemon-kubelet`,
    },
  ])('$what', ({ id, title, log }) => {
    expect(diagnoseText(`${log}\n`).findings[0]).toMatchObject({ id, title, verdict: 'fault' });
  });
});

describe('nothing is told of what is well', () => {
  test.each([
    {
      what: 'conditions of a node that is well',
      log: `Conditions:
  Type                 Status  LastHeartbeatTime                 LastTransitionTime                Reason                       Message
  ----                 ------  -----------------                 ------------------                ------                       -------
  NetworkUnavailable   False   Mon, 02 Mar 2026 09:00:10 +0000   Mon, 02 Mar 2026 09:00:10 +0000   CalicoIsUp                   Calico is running on this node
  MemoryPressure       False   Mon, 02 Mar 2026 09:49:54 +0000   Mon, 02 Mar 2026 09:00:00 +0000   KubeletHasSufficientMemory   kubelet has sufficient memory available
  Ready                True    Mon, 02 Mar 2026 09:49:54 +0000   Mon, 02 Mar 2026 09:00:30 +0000   KubeletReady                 kubelet is posting ready status`,
    },
    {
      what: '`systemctl status` of a unit that runs',
      log: `● kubelet.service - kubelet: The Kubernetes Node Agent
     Loaded: loaded (/lib/systemd/system/kubelet.service; enabled; vendor preset: enabled)
    Drop-In: /etc/systemd/system/kubelet.service.d
             └─10-kubeadm.conf
     Active: active (running) since Mon 2026-03-02 10:00:20 UTC; 15min ago
       Docs: https://kubernetes.io/docs/home/
    Process: 1425 ExecStartPre=/bin/mkdir -p /var/lib/kubelet (code=exited, status=0/SUCCESS)
   Main PID: 1700 (kubelet)`,
    },
    {
      what: 'a console on which a node in a container starts',
      log: `Detected virtualization docker.
\x1b[0;1;31mFailed to create symlink /sys/fs/cgroup/cpu: File exists\x1b[0m
\x1b[0;1;31mFailed to create symlink /sys/fs/cgroup/net_cls: File exists\x1b[0m
Set hostname to <kind-control-plane>.
\x1b[0;1;38;5;185mkubelet.slice: Failed to delete controller cgroups /kubelet.slice, ignoring: Device or resource busy\x1b[0m
[\x1b[0;32m  OK  \x1b[0m] Created slice \x1b[0;1;39mkubelet.slice\x1b[0m - slice used to run Kubernetes / Kubelet.`,
    },
    {
      what: 'kubeadm’s wait for a kubelet that comes up',
      log: `[kubelet-check] Initial timeout of 40s passed.
[kubelet-check] The HTTP call equal to 'curl -sSL http://localhost:10248/healthz' failed with error: Get "http://localhost:10248/healthz": dial tcp [::1]:10248: connect: connection refused.
[apiclient] All control plane components are healthy after 61.003251 seconds
[upload-config] Storing the configuration used in ConfigMap "kubeadm-config" in the "kube-system" Namespace`,
    },
  ])('$what', ({ log }) => {
    const { findings } = diagnoseText(`${log}\n`);
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { MemoryBytes } from '../../../src/log/byteStore.ts';
import { sectionsOf } from '../../../src/log/sections.ts';
import { writerOfPath } from '../../../src/log/writerOfTitle.ts';

function told(text: string): readonly string[] {
  return sectionsOf(new MemoryBytes(new TextEncoder().encode(text))).map(
    ({ title, writer, linesAbove }) => `${linesAbove} ${title} ${writer}`,
  );
}

describe('sections of a text', () => {
  test('minikube logs', () => {
    const text =
      '* \n* ==> Audit <==\n* |a|\n* ==> kube-apiserver [1f3d] <==\nx\n* ==> kubelet <==\ny\n';
    expect(told(text)).toEqual([
      '0  unknown',
      '1 Audit text',
      '3 kube-apiserver [1f3d] kube-apiserver',
      '5 kubelet kubelet',
    ]);
  });

  test('fences of a page, and what stands between', () => {
    expect(told('Hello\n```\nE0503 a\n```\nbye\n')).toEqual([
      '0  unknown',
      '1  unknown',
      '3  text',
    ]);
  });

  test('kubectl cluster-info dump', () => {
    const pod = 'kube-system/etcd-minikube';
    const text = `==== START logs for container etcd of pod ${pod} ====\nx\n==== END logs for container etcd of pod ${pod} ====\n`;
    expect(told(text)).toEqual([`0 etcd of ${pod} etcd`, '2  unknown']);
    const other = `==== START logs for container metrics-server of pod kube-system/metrics-server-7 ====\nx\n`;
    expect(told(other)).toEqual(['0 metrics-server of kube-system/metrics-server-7 other']);
  });

  test('a session on a terminal, with its carriage returns', () => {
    expect(told('$ k3s server &\r\nx\r\n$ crictl inspect 1\r\n')).toEqual([
      '0 k3s server & host',
      '2 crictl inspect 1 text',
    ]);
  });

  test('commands behind prompts of any kind, as deep as they stand', () => {
    const typed = [
      'root@n-1:~# kubectl logs -n kube-system kube-apiserver-n-1',
      '    [root@n-1 ~]# ls /opt/cni/bin',
      'n-1:/# cat /var/log/azure-vnet.log | grep x',
      '(venv) sre@n-1 dir % kubectl describe pod a',
      'sh-4.4# journalctl -u crio',
      'user@n-1:~$ sudo dockerd --debug',
      'user@n-1:~$ kubectl logs web-1',
      'user@n-1:~$ kubectl apply -f https://a/kube-flannel.yml',
      'user@n-1:~$ systemctl status kubelet',
      'user@n-1:~$',
    ];
    expect(
      told(typed.map((line) => `${line}\nx\n`).join('')).map((line) => line.split(' ').at(-1)),
    ).toEqual([
      'kube-apiserver',
      'text',
      'cni',
      'text',
      'crio',
      'dockerd',
      'other',
      'text',
      'unknown',
      'text',
    ]);
  });

  test('a command without a prompt counts in a fence alone', () => {
    expect(told('kubectl logs shows\n  ```bash\ncat kubelet.log\nx\n  ```\n')).toEqual([
      '0  unknown',
      '1 bash unknown',
      '2 cat kubelet.log kubelet',
      '4  text',
    ]);
  });

  test('a plain log has none', () => {
    expect(told('I0503 07:13:29.120233 1 a.go:1] x\n--- a ---\n')).toEqual([]);
  });
});

test.each([
  ['x/kind-control-plane/containerd.log', 'containerd'],
  ['x/kubelet.log.1.gz', 'kubelet'],
  ['x/pods/kube-system_etcd-n_1f3d/etcd/0.log', 'etcd'],
  ['x/snap.microk8s.daemon-kubelite/journal.log', 'host'],
  ['x/minikube.log', 'unknown'],
])('%s is of %s', (path, writer) => {
  expect(writerOfPath(path)).toBe(writer);
});

// A copy of a kubelet that is older than Go's modules, which today's Go builds: its own code as it is, its neighbours from its own
// staging area, and what it needs of others in the versions that the first kubelet with a go.mod asks for.
import fs from 'node:fs';
import path from 'node:path';

/** The first release line whose go.mod tells versions that still fit. */
export const firstWithModules = 'v1.15.12';
const staged =
  'api apiextensions-apiserver apimachinery apiserver client-go kube-aggregator metrics code-generator';
/** What that go.mod has in a later form, or not at all. */
const older = {
  'github.com/juju/ratelimit': 'v1.0.1',
  'github.com/golang/glog': 'v0.0.0-20160126235308-23def4e6c14b',
  'github.com/kr/pty': 'v1.1.8',
};

/** How the declarations begin that computePodActions is made of. */
const podActionsCode = [
  'type containerToKillInfo ',
  'type podActions ',
  'func (m *kubeGenericRuntimeManager) podSandboxChanged(',
  'func containerChanged(',
  'func shouldRestartOnFailure(',
  'func containerSucceeded(',
  'func (m *kubeGenericRuntimeManager) computePodActions(',
  'func findNextInitContainerToRun(',
  'func isContainerFailed(',
];
const podActionsHead = `package kuberuntime

import (
\t"fmt"

\t"github.com/golang/glog"
\t"k8s.io/api/core/v1"
\truntimeapi "k8s.io/kubernetes/pkg/kubelet/apis/cri/v1alpha1/runtime"
\tkubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
\tproberesults "k8s.io/kubernetes/pkg/kubelet/prober/results"
\t"k8s.io/kubernetes/pkg/kubelet/util/format"
)
`;

function write(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

/** `copy`: the folder with the old sources; `goMod`: the text of the go.mod of `firstWithModules`. */
export function makeModule(copy, goMod) {
  fs.rmSync(path.join(copy, 'vendor'), { recursive: true, force: true });
  const own = staged.split(' ').map((name) => `k8s.io/${name}`);
  for (const name of own) write(path.join(copy, 'staging/src', name, 'go.mod'), `module ${name}\n`);
  const replaced = new Map(
    [...goMod.matchAll(/^\s*(\S+) => (\S+ v\S+)/gm)].map(([, name, to]) => [name, to]),
  );
  for (const [name, version] of Object.entries(older)) replaced.set(name, `${name} ${version}`);
  for (const name of own) replaced.set(name, `./staging/src/${name}`);
  // Writes checkpoints, which no script asks for; not to be had any more.
  replaced.set('github.com/dchest/safefile', './stub/safefile');
  write(path.join(copy, 'stub/safefile/go.mod'), 'module github.com/dchest/safefile\n');
  write(
    path.join(copy, 'stub/safefile/safefile.go'),
    'package safefile\n\nimport "os"\n\nfunc WriteFile(name string, data []byte, mode os.FileMode) error {\n\treturn os.WriteFile(name, data, mode)\n}\n',
  );
  const required = [...own, 'github.com/dchest/safefile'].map((name) => `\t${name} v0.0.0`);
  const to = [...replaced].map(([name, target]) => `\t${name} => ${target}`);
  write(
    path.join(copy, 'go.mod'),
    `module k8s.io/kubernetes\n\ngo 1.18\n\nrequire (\n${required.join('\n')}\n)\n\nreplace (\n${to.join('\n')}\n)\n`,
  );
  // The watch on the folder of manifests needs a package that is gone; the other systems' file does without.
  const config = path.join(copy, 'pkg/kubelet/config');
  fs.rmSync(path.join(config, 'file_linux.go'), { force: true });
  const other = path.join(config, 'file_unsupported.go');
  write(other, fs.readFileSync(other, 'utf8').replace('// +build !linux\n', ''));
  // A fake that needs a library of mocks, and the tests that use it.
  for (const file of ['container/testing/runtime_mock.go', 'pleg/generic_test.go']) {
    fs.rmSync(path.join(copy, 'pkg/kubelet', file), { force: true });
  }
  alonePodWorkers(copy);
  alonePodActions(copy);
}

/** The pod workers in a package of their own: the rest of theirs needs half of the world. Evictions are left out. */
function alonePodWorkers(copy) {
  const text = fs.readFileSync(path.join(copy, 'pkg/kubelet/pod_workers.go'), 'utf8');
  const [workers] = text.split('// killPodNow ');
  const alone = workers.replace(/\t"(?:fmt|k8s\.io\/kubernetes\/pkg\/kubelet\/eviction)"\n/g, '');
  write(path.join(copy, 'pkg/kubelet/oracle/pod_workers.go'), `${alone}\ntype empty struct{}\n`);
}

/** computePodActions with all that it calls of its package, whose rest needs volumes, clouds and cgroups, and goes. */
function alonePodActions(copy) {
  const room = path.join(copy, 'pkg/kubelet/kuberuntime');
  const text = ['kuberuntime_manager', 'kuberuntime_container', 'helpers']
    .map((name) => fs.readFileSync(path.join(room, `${name}.go`), 'utf8'))
    .join('');
  const declared = podActionsCode.map((start) => {
    const at = text.indexOf(`\n${start}`);
    return text.slice(at, text.indexOf('\n}\n', at) + '\n}\n'.length);
  });
  fs.rmSync(room, { recursive: true });
  write(path.join(room, 'pod_actions.go'), podActionsHead + declared.join(''));
}

/** Our test files are written for later kubelets: their clock, log and types as the old one has them. */
export function asOld(text) {
  return text
    .replace('"k8s.io/klog/v2"', '"flag"')
    .replace('klog.LogToStderr(false)', 'flag.Set("stderrthreshold", "FATAL")')
    .replace('klog.SetOutput(io.Discard)', 'flag.Set("log_dir", os.TempDir())')
    .replace(/\t"io"\n/, '')
    .replace('"k8s.io/utils/clock/testing"', '"k8s.io/apimachinery/pkg/util/clock"')
    .replace(
      '"k8s.io/cri-api/pkg/apis/runtime/v1"',
      '"k8s.io/kubernetes/pkg/kubelet/apis/cri/v1alpha1/runtime"',
    )
    .replace(/kubecontainer\.(State|Status)\b/g, 'kubecontainer.Container$1')
    .replace('status.IPs = []string{p.Ip}', 'status.IP = p.Ip')
    .replace('status.IPs, text', 'strings.Fields(status.IP), text')
    .replace(/\t"k8s\.io\/apimachinery\/pkg\/util\/sets"\n(?=[^]*sets\.Empty)/, '')
    .replaceAll('sets.Empty', 'empty');
}

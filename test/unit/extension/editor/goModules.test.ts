// Which module has a file at a release; each rule as `go mod download` was seen to follow it.
import { expect, test } from 'vitest';
import {
  isMinor,
  moduleArgument,
  moduleOf,
  stagingVersion,
  tagInName,
} from '../../../../src/extension/editor/goModules.ts';
import { functionNamed, functionsIn } from '../../../../src/extension/editor/goFunctions.ts';
import { goSourcePage, kubernetesRelease } from '../../../../src/protocol/uris.ts';

const reflector = 'staging/src/k8s.io/client-go/tools/cache/reflector.go';

test.each([
  ['v1.34.2', 'v1.34.2'],
  ['1.34.2', 'v1.34.2'],
  ['v1.29.3-eks-adc7111', 'v1.29.3'],
  ['v1.28.5+k3s1', 'v1.28.5'],
  ['v1.27.8-gke.1067004', 'v1.27.8'],
  ['v1.30.0-rc.1', 'v1.30.0-rc.1'],
  ['v1.34', 'v1.34'],
  ['v1.34.x', undefined],
  ['v1.2.3/../../x', 'v1.2.3'],
  ['v1.2.3 -toolexec=x', 'v1.2.3'],
  ['v2.0.0', undefined],
  ['', undefined],
])('the version %s stands for the source of %s', (version, release) => {
  expect(kubernetesRelease(version)).toBe(release);
});

test.each([
  ['v1.9.4', 'pkg/kubelet/kubelet.go', 'k8s.io/kubernetes@v1.9.4'],
  ['v1.34', 'pkg/kubelet/kubelet.go', 'k8s.io/kubernetes@v1.34'],
  // Before 1.15 staging repositories have no go.mod: they are in the repository's own module.
  ['v1.9.4', reflector, 'k8s.io/kubernetes@v1.9.4'],
  ['v1.14.10', reflector, 'k8s.io/kubernetes@v1.14.10'],
  ['v1.15.3', reflector, 'k8s.io/client-go@kubernetes-1.15.3'],
  ['v1.15.7', reflector, 'k8s.io/client-go@v0.15.7'],
  ['v1.16.3', reflector, 'k8s.io/client-go@kubernetes-1.16.3'],
  ['v1.16.4', reflector, 'k8s.io/client-go@v0.16.4'],
  ['v1.17.0', reflector, 'k8s.io/client-go@v0.17.0'],
  ['v1.34.2', reflector, 'k8s.io/client-go@v0.34.2'],
  ['v1.34', reflector, 'k8s.io/client-go@v0.34'],
  ['v1.34.0-rc.1', reflector, 'k8s.io/client-go@v0.34.0-rc.1'],
])('at %s %s comes with %s', (release, path, argument) => {
  const module = moduleOf(release, path);
  expect(module && moduleArgument(module)).toBe(argument);
});

test('what is in vendor/ comes with no module', () => {
  expect(moduleOf('v1.34.2', 'vendor/github.com/google/cadvisor/manager/manager.go')).toBe(
    undefined,
  );
});

test.each([
  ['k8s.io/kubernetes', 'v1.9.4 -x'],
  ['k8s.io/kubernetes', '-json'],
  ['k8s.io/kubernetes', 'v1.9.4;id'],
  ['k8s.io/kubernetes', 'master'],
  ['k8s.io/kubernetes', 'v1.9.4\n'],
  ['k8s.io/../kubernetes', 'v1.9.4'],
  ['k8s.io/kubernetes', 'v1.2.3/../../x'],
  ['k8s.io/kubernetes', 'v1.9.4@latest'],
  ['k8s.io/kubernetes', 'v１.9.4'],
  ['example.com/kubernetes', 'v1.9.4'],
  ['-modfile=x', 'v1.9.4'],
])('%s@%s goes to no program', (module, query) => {
  expect(() => moduleArgument({ module, query })).toThrow();
});

test('a folder tells the tag of Kubernetes', () => {
  expect(tagInName('kubernetes@v1.34.2')).toBe('v1.34.2');
  expect(tagInName('kubernetes-1.34.2')).toBe('v1.34.2');
  expect(tagInName('client-go@v0.34.2')).toBe(undefined);
  expect(tagInName('client-go@v0.34.2', 'client-go')).toBe('v1.34.2');
  expect(tagInName('client-go@kubernetes-1.15.3', 'client-go')).toBe('v1.15.3');
  expect(tagInName('client-go@v11.0.0+incompatible', 'client-go')).toBe(undefined);
  expect(stagingVersion('v1.16')).toBe('v0.16');
  expect(isMinor('v1.34')).toBe(true);
  expect(isMinor('v1.34.2')).toBe(false);
});

test('a minor’s page is that of its branch', () => {
  expect(goSourcePage({ version: 'v1.34', path: 'pkg/a.go' }, 3)).toMatch(
    /\/blob\/release-1\.34\/pkg\/a\.go#L3$/,
  );
});

const text = `package made

func Run() {
	if true {
	}
}

func (s *set[T]) has(x T) bool { return true }

func (s *set[T]) Add(x T) {
	go func() {
	}()
}
`;

test('functions stand between the line that declares them and the brace that ends them', () => {
  expect(functionsIn(text)).toEqual([
    { name: 'Run', receiver: undefined, from: 3, to: 6 },
    { name: 'has', receiver: 'set', from: 8, to: 8 },
    { name: 'Add', receiver: 'set', from: 10, to: 13 },
  ]);
  expect(functionNamed(text, 'set.Add')?.from).toBe(10);
  expect(functionNamed(text, 'other.Add')).toBe(undefined);
  // An older name, and one that was not exported then.
  expect(functionNamed(text, 'set.Insert|set.add')?.from).toBe(10);
});

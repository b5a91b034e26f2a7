// What simulated kubelets of 1.20 and before print: their own words, at the place of their own source.
import { expect, test } from 'vitest';
import { printfPlace } from '../../../src/kubelet/version/printfPlaces.ts';
import { parseScenario } from '../../../src/simulate/parse.ts';
import { sprintf } from '../../../src/simulate/sprintf.ts';
import { ownScenarios, runScenario } from '../../support/scenarios.ts';

const minors = [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20] as const;
const scenarios = ownScenarios();

function linesOf(name: string, kubelet: number, verbosity = 9): readonly string[] {
  const scenario = scenarios.get(name);
  if (scenario === undefined) throw new Error(`no scenario ${name}`);
  return runScenario({ ...scenario, runtime: 'docker' }, { kubelet, verbosity }).lines;
}

test.each(minors)('1.%i prints no line that has no place or lacks a value', (kubelet) => {
  for (const name of scenarios.keys())
    for (const line of linesOf(name, kubelet)) {
      expect(line).toMatch(/^[IWE]\d{4} [\d:.]+ +\d+ [\w.]+\.go:\d+\] \S/);
      expect(line).not.toMatch(/\.go:[01]\]|%[a-z]|\[object|undefined/);
    }
});

test.each([21, 22, 26, 31, 36])('structured lines of 1.%i have a place, too', (kubelet) => {
  for (const name of scenarios.keys())
    for (const line of linesOf(name, kubelet)) expect(line).not.toMatch(/\.go:[01]\]/);
});

test('from 1.27 on each relist has a line at v=4', () => {
  const told = (kubelet: number): boolean =>
    /kuberuntime_manager\.go:\d+\] "Retrieved pods from runtime" all=true/.test(
      linesOf('pods-come-and-go', kubelet, 4).join('\n'),
    );
  expect([26, 27, 36].map(told)).toEqual([false, true, true]);
});

test('places are those of the source of each version', () => {
  expect(printfPlace('SyncLoop (ADD, %q): %q', 9)).toEqual({
    file: 'kubelet.go',
    line: 1840,
    func: 'syncLoopIteration',
    severity: 'I',
    v: 2,
  });
  expect(printfPlace('SyncLoop (ADD, %q): %q', 20)?.line).toBe(1914);
  expect(printfPlace('Using podns path %v', 13)).toBeUndefined();
  expect(printfPlace('CNI failed to retrieve network namespace path: %v', 9)).toMatchObject({
    file: 'cni.go',
    line: 242,
    severity: 'W',
  });
});

test('a pod is named with its UID, and an event as Go prints it', () => {
  const text = linesOf('cni-del-fails', 9).join('\n');
  const uid = '[0-9a-f-]{36}';
  expect(text).toMatch(
    new RegExp(`kubelet.go:1840\\] SyncLoop \\(ADD, "api"\\): "web-0_default\\(${uid}\\)"`),
  );
  expect(text).toMatch(
    new RegExp(
      `kubelet.go:1885\\] SyncLoop \\(PLEG\\): "web-0_default\\(${uid}\\)", event: &pleg.PodLifecycleEvent{ID:"${uid}", Type:"ContainerStarted", Data:"[0-9a-f]{64}"}`,
    ),
  );
});

test.each(minors)('1.%i prints its plan at v=3 and its relists at v=5', (kubelet) => {
  const at = (verbosity: number): string =>
    linesOf('pods-come-and-go', kubelet, verbosity).join('\n');
  expect(at(2)).not.toContain('computePodActions got');
  expect(at(3)).toMatch(
    /computePodActions got \{KillPod:true CreateSandbox:true SandboxID: Attempt:0/,
  );
  expect(at(4)).not.toContain('Relisting');
  expect(at(5)).toContain(
    'generic.go:' + String(printfPlace('GenericPLEG: Relisting', kubelet)?.line),
  );
});

test.each(minors)('1.%i says which sandbox it failed to stop', (kubelet) => {
  expect(linesOf('cni-del-fails', kubelet, 2).join('\n')).toMatch(
    /Failed to stop sandbox \{"docker" "[0-9a-f]{64}"\}/,
  );
});

test.each(minors)('1.%i warns of a network namespace that is not found', (kubelet) => {
  const lines = linesOf('netns-missing', kubelet, 2).filter((line) =>
    line.includes('CNI failed to retrieve network namespace path'),
  );
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toMatch(/^W.* cni\.go:\d+\] .*terminated container/);
});

test.each([9, 13, 14, 20, 21, 26, 31, 32, 36])(
  'a pod whose inspection fails again is told as 1.%i tells it',
  (kubelet) => {
    const scenario = parseScenario(
      JSON.stringify({
        title: 'A test.',
        lasts: '60s',
        pods: [{ name: 'a1', gracePeriod: '2s' }],
        faults: [{ name: 'e', kind: 'runtime', call: 'PodSandboxStatus', behaviour: 'error' }],
        actions: [
          { at: '1s', do: 'create', pod: 'a1' },
          { at: '30s', do: 'fault', fault: 'e', on: true },
          { at: '31s', do: 'delete', pod: 'a1' },
        ],
      }),
    );
    if (!scenario.ok) throw new Error(scenario.error);
    const words = /Ignoring events|Reinspecting|failed reinspection|PodSandboxStatus of sandbox/;
    /** What each relist of the last seconds says. */
    const told = (verbosity: number): readonly string[] => {
      const { lines } = runScenario(scenario.value, { kubelet, verbosity });
      const seconds = new Map<string, string[]>();
      for (const line of lines) {
        const said = words.exec(line)?.[0];
        const second = / 08:00:(5[2-8])/.exec(line)?.[1];
        if (said === undefined || second === undefined) continue;
        seconds.set(second, [...(seconds.get(second) ?? []), `${line[0] ?? ''} ${said}`]);
      }
      return [...new Set([...seconds.values()].map((all) => all.join(', ')))];
    };
    const [failed, severity] = [
      'E PodSandboxStatus of sandbox',
      (kubelet > 13 && kubelet < 21) || kubelet > 35 ? 'I' : 'E',
    ];
    const first = [failed, `${severity} Ignoring events`];
    const again = ['I Reinspecting', failed, `${severity} failed reinspection`];
    expect(told(5)).toEqual([[...first, ...(kubelet < 32 ? again : [])].join(', ')]);
    const isLoud = kubelet < 14;
    const quiet = [
      ...(isLoud ? first : [failed]),
      ...(isLoud ? again.slice(1) : kubelet < 32 ? [failed] : []),
    ];
    expect(told(2)).toEqual([quiet.join(', ')]);
  },
);

test('what one version prints, another does not', () => {
  const of = (kubelet: number): string => linesOf('cni-del-fails', kubelet).join('\n');
  expect(of(9)).toContain('About to del CNI network');
  expect(of(20)).not.toContain('About to del CNI network');
  expect(of(20)).toMatch(
    /Error deleting default_web-0\/[0-9a-f]{64} from network bridge\/cluster-net/,
  );
  expect(of(9)).toContain('skipping pod synchronization - [container runtime is down PLEG');
  expect(of(9)).not.toContain('Patch status');
});

test('sprintf quotes what %q shows, and leaves structs as they are', () => {
  expect(sprintf('%v %q %d %%', ['a', 'b"c', '3'])).toBe('a "b\\"c" 3 %');
  expect(sprintf('%q', [{ shown: '{"docker" "x"}' }])).toBe('{"docker" "x"}');
});

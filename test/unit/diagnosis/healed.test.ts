import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { diagnoseText } from '../../support/cases.ts';

const uid = '617e9b80-43a3-486c-af36-0beeaf9a919b';

function at(second: number, text: string, severity = 'E'): string {
  const minute = String(Math.floor(second / 60)).padStart(2, '0');
  const rest = (second % 60).toFixed(6).padStart(9, '0');
  return `${severity}0314 08:${minute}:${rest}    2113 ${text}`;
}

function added(second: number, pod = 'web-1'): string {
  return at(second, `kubelet.go:2401] "SyncLoop ADD" source="api" pods=["apps/${pod}"]`, 'I');
}

function started(second: number, pod = 'web-1'): string {
  const event = `{"ID":"${pod === 'web-1' ? uid : uid.replace('617e', '9c0a')}","Type":"ContainerStarted","Data":"${'ab'.repeat(32)}"}`;
  return at(
    second,
    `kubelet.go:2453] "SyncLoop (PLEG): event for pod" pod="apps/${pod}" event=${event}`,
    'I',
  );
}

/** A pod whose container's name is still held by a create that ran long. */
function reserved(second: number): string {
  return at(
    second,
    `pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with CreateContainerError: \\"failed to reserve container name \\\\\\"app_web-1_apps_0\\\\\\": name is reserved for \\\\\\"${'cd'.repeat(32)}\\\\\\"\\"" pod="apps/web-1" podUID="${uid}"`,
  );
}

const end = (second: number): string => at(second, 'kubelet.go:1400] "Nothing new"', 'I');

function found(lines: readonly string[], id: string): Finding {
  const { findings } = diagnoseText(`${lines.join('\n')}\n`);
  return findings.find((one) => one.id === id) ?? expect.fail(findings.map((one) => one.id).join());
}

describe('a short trouble of a pod', () => {
  const held = 'container-name-reserved';
  const trouble = [added(1), reserved(10), reserved(22)];

  const change = (second: number, op: string): string =>
    at(second, `kubelet.go:2401] "SyncLoop ${op}" source="api" pods=["apps/web-1"]`, 'I');
  const asked = (second: number): readonly string[] =>
    [...trouble, change(second, 'DELETE')].sort((a, b) => (a.slice(1) < b.slice(1) ? -1 : 1));
  const removed = [change(35, 'REMOVE')];

  test('that healed is told aside, with the line that shows it', () => {
    const finding = found([...trouble, started(35), end(300)], held);
    expect(finding.severity).toBe('info');
    expect(finding.explanation).toContain('The pod made progress at 08:00:35');
    expect(finding.evidence.map(({ role }) => role)).toContain('context');
    expect(finding.count).toBe(2);
  });

  test('of one that was to go is over when it is gone', () => {
    const finding = found([...asked(5), ...removed, end(300)], held);
    expect(finding.explanation).toContain('The pod made progress at 08:00:35');
  });

  test.each([
    ['after which the log soon ends', [...trouble, started(35), end(120)]],
    ['after which the pod shows nothing', [...trouble, end(300)]],
    ['that came back', [...trouble, started(35), reserved(200), started(215), end(500)]],
    ['that ended as the pod was deleted', [...asked(15), ...removed, end(300)]],
    ['that lasted', [...trouble, reserved(34), reserved(46), reserved(75), started(80), end(500)]],
  ])('%s is a fault', (_, lines) => {
    expect(found(lines, held).severity).not.toBe('info');
  });
});

describe('a short trouble of the node', () => {
  const slow = at(
    10,
    'kubelet.go:2452] "Housekeeping took longer than expected" err="housekeeping took too long" expected="1s" actual="22.4s"',
  );

  test('is over when a new pod starts', () => {
    const finding = found(
      [slow, added(40, 'web-2'), started(44, 'web-2'), end(300)],
      'housekeeping-slow',
    );
    expect(finding.severity).toBe('info');
    expect(finding.explanation).toContain('A new pod made progress');
  });

  test('is a fault while nothing shows that the node works', () => {
    expect(found([slow, end(300)], 'housekeeping-slow').severity).not.toBe('info');
  });
});

test('what is a fault at once stays one, however well all goes on', () => {
  const panic = at(
    10,
    'panic.go:115] "Observed a panic" panic="runtime error: index out of range"',
  );
  const lines = [panic, added(40, 'web-2'), started(44, 'web-2'), end(300)];
  expect(found(lines, 'kubelet-panic').severity).toBe('critical');
});

describe('what heals as a rule', () => {
  const absent = [1, 4].map((second) =>
    at(
      second,
      'controller.go:146] failed to get node "n1" when trying to set owner ref to the node lease: nodes "n1" not found',
    ),
  );

  test('cannot be told where the log ends in it', () => {
    const finding = found(absent, 'node-not-found-at-start');
    expect(finding.verdict).toBe('unknown');
    expect(finding.title).toContain('Cannot be told from this log');
  });

  test('is harmless where a pod comes from the API server after it', () => {
    const log = [...absent, added(6), end(120)];
    expect(found(log, 'node-not-found-at-start').verdict).toBe('harmless');
  });
});

test('a line that two signs fit, and one that is printed twice, says a fault once', () => {
  const notReady = at(
    1,
    'kubelet.go:1900] "Skipping pod synchronization" err="[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]"',
  );
  expect(found([notReady], 'startup-not-ready-transient').count).toBe(1);
  const kill =
    'Nov 20 10:00:01 n1 kernel: Memory cgroup out of memory: Killed process 2686 (main) total-vm:1kB, anon-rss:1kB';
  const told = `Nov 20 10:00:01 n1 kernel: oom-kill:constraint=CONSTRAINT_MEMCG,oom_memcg=/a,task_memcg=/a/b,task=main,pid=2686,uid=0`;
  expect(found([told, kill, kill], 'container-oomkilled').count).toBe(1);
});

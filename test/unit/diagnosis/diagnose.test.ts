import { describe, expect, test } from 'vitest';
import { formatTimeOfDay, micros } from '../../../src/base/time.ts';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { rebuild } from '../../../src/kubelet/rebuild/rebuild.ts';
import { readCapture, tapeOf } from '../../support/captures.ts';
import { diagnoseText, readCase } from '../../support/cases.ts';

const uid = '617e9b80-43a3-486c-af36-0beeaf9a919b';
const refused =
  'rpc error: code = Unknown desc = failed to setup network for sandbox \\"ab\\": plugin type=\\"calico\\" failed (add): stat /var/lib/calico/nodename: no such file or directory';

function at(second: number, text: string): string {
  const minute = String(Math.floor(second / 60)).padStart(2, '0');
  const rest = (second % 60).toFixed(6).padStart(9, '0');
  return `E0314 08:${minute}:${rest}    2113 ${text}`;
}

/** The four lines in which one failed sandbox is told. */
function chain(second: number, pod = 'web-1'): string[] {
  return [
    at(
      second,
      `remote_runtime.go:193] "RunPodSandbox from runtime service failed" err="${refused}"`,
    ),
    at(
      second + 0.0001,
      `kuberuntime_sandbox.go:72] "Failed to create sandbox for pod" err="${refused}" pod="apps/${pod}"`,
    ),
    at(
      second + 0.0002,
      `kuberuntime_manager.go:1166] "CreatePodSandbox for pod failed" err="${refused}" pod="apps/${pod}"`,
    ),
    at(
      second + 0.0003,
      `pod_workers.go:1294] "Error syncing pod, skipping" err="failed to \\"CreatePodSandbox\\" for \\"${pod}_apps(${uid})\\": ${refused}" pod="apps/${pod}" podUID="${uid}"`,
    ),
  ];
}

function find(lines: readonly string[], id: string): Finding {
  const found = diagnoseText(lines.join('\n')).findings.filter((finding) => finding.id === id);
  expect(found).toHaveLength(1);
  return found[0] ?? expect.fail();
}

describe('a chain of wrapped errors', () => {
  test('is one finding with the innermost text', () => {
    const finding = find(chain(0), 'cni-state-file-missing');
    expect(finding).toMatchObject({ pod: 'apps/web-1', count: 1, severity: 'high' });
    expect(finding.explanation).toContain('stat /var/lib/calico/nodename: no such file');
    expect(finding.evidence).toHaveLength(4);
  });

  test('that repeats tells count and period', () => {
    const finding = find(
      [0, 13, 26, 39].flatMap((second) => chain(second)),
      'cni-state-file-missing',
    );
    expect(finding.count).toBe(4);
    expect(finding.period).toBe(13_000_000);
    expect(finding.explanation).toContain('Seen 4 times, ~13 s apart.');
  });

  test('that becomes rarer is said to', () => {
    const finding = find(
      [0, 1, 3, 7, 15, 31, 63].flatMap((second) => chain(second)),
      'cni-state-file-missing',
    );
    expect(finding.explanation).toContain('the waits grow');
  });
});

test('a fault that no line tells of any more was last seen then, which is no end', () => {
  const quiet = at(1200, 'x.go:1] "Something else"');
  const { spans, ended, last } = find([...chain(0), quiet], 'cni-state-file-missing');
  expect(ended).toBe(last);
  expect(spans.map(({ to, isQuiet }) => [to, isQuiet])).toEqual([[last, true]]);
  expect(find(chain(0), 'cni-state-file-missing').ended).toBeUndefined();
});

test('a consequence hangs under its cause', () => {
  const sync = (second: number, err: string): string =>
    at(
      second,
      `pod_workers.go:1294] "Error syncing pod, skipping" err="${err}" pod="apps/web-1" podUID="${uid}"`,
    );
  const deadline = 'rpc error: code = DeadlineExceeded desc = context deadline exceeded';
  const lines = [
    sync(
      0,
      `failed to \\"CreatePodSandbox\\" for \\"web-1_apps(${uid})\\" with CreatePodSandboxError: \\"${deadline}\\"`,
    ),
    sync(
      13,
      `failed to \\"CreatePodSandbox\\": failed to reserve sandbox name \\"web-1_apps_${uid}_0\\"`,
    ),
  ];
  expect(find(lines, 'sandbox-name-reserved').causedBy).toBe(
    find(lines, 'sandbox-create-deadline').key,
  );
});

test('what began after a fault showed is not its cause, but for a call that has timed out since', () => {
  const of = (capture: string) =>
    diagnoseText(new TextDecoder().decode(readCapture(capture).log)).findings;
  // The API server is away 2 to 18 s after the plug-in’s DEL had failed.
  const failing = of('mix-14-v2').filter(({ id }) => id === 'cni-del-fails');
  expect(failing.length).toBeGreaterThan(0);
  expect(failing.flatMap(({ causedBy }) => causedBy ?? [])).toEqual([]);
  const hung = of('runtime-stopped-v2').find(({ id }) => id === 'pleg-runtime-hang');
  expect(hung?.causedBy).toBe('runtime-list-deadline');
});

test('a look-alike is ruled out and said to be', () => {
  const pull = (second: number, err: string): string =>
    at(
      second,
      `pod_workers.go:1294] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with ${err}" pod="apps/web-1" podUID="${uid}"`,
    );
  const lines = [
    pull(
      0,
      'ErrImagePull: \\"failed to do request: x509: certificate signed by unknown authority\\"',
    ),
    pull(13, 'ImagePullBackOff: \\"Back-off pulling image \\\\\\"r/x:1\\\\\\"\\"'),
  ];
  const finding = find(lines, 'image-pull-tls');
  expect(finding.ruledOut.map(({ id }) => id)).toContain('image-pull-backoff');
  expect(finding.evidence.map(({ role }) => role)).toContain('consequence');
  expect(diagnoseText(lines.join('\n')).findings.map(({ id }) => id)).not.toContain(
    'image-pull-backoff',
  );
});

test('two pods are two findings, and the list is the same each time', () => {
  const text = [
    ...chain(0, 'web-1'),
    ...chain(5, 'web-2'),
    at(9, 'x.go:1] "Nameserver limits exceeded"'),
  ].join('\n');
  const { findings } = diagnoseText(text);
  expect(diagnoseText(text).findings).toEqual(findings);
  expect(findings.at(-1)?.severity).toBe('info');
});

test('a cut of a few lines is trusted less than a log with its start', () => {
  const start = [
    'I0314 07:50:00.000000    2113 server.go:415] "Kubelet version" kubeletVersion="v1.27.3"',
    ...Array.from(
      { length: 80 },
      (_, i) =>
        `I0314 07:51:${String(i % 60).padStart(2, '0')}.000000    2113 x.go:${i}] "Something"`,
    ),
  ];
  const whole = find([...start, ...chain(0), ...chain(13)], 'cni-state-file-missing');
  const cut = find([...chain(0), ...chain(13)], 'cni-state-file-missing');
  expect(cut.confidence).toBeLessThan(whole.confidence);
});

test('nothing is found in nothing', () => {
  expect(diagnoseText('').findings).toEqual([]);
});

test('what fails in words that no rule knows is told with the words', () => {
  const odd = chain(0).map((line) =>
    line.replaceAll(refused, 'rpc error: code = Unknown desc = gremlins'),
  );
  const finding = find([...odd, ...chain(600, 'web-2')], 'sandbox-create-error');
  expect(finding).toMatchObject({ pod: 'apps/web-1', severity: 'low' });
  expect(finding.explanation).toContain('Root error: gremlins');
});

test('a line that only repeats a known one is not told as unknown', () => {
  const [first = '', second = '', third = ''] = chain(0);
  const cut = second.replaceAll(refused, 'rpc error: code = Unk');
  const ids = diagnoseText([first, cut, third].join('\n')).findings.map(({ id }) => id);
  expect(ids).toEqual(['cni-state-file-missing']);
});

test('a command holds names of the log only where a shell reads them as a word', () => {
  const image = (name: string): string =>
    at(
      0,
      `pod_workers.go:1294] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"c\\" with ErrImagePull: \\"not found\\"" pod="apps/web-1" image="${name}"`,
    );
  const commandsOf = (name: string): string =>
    find([image(name)], 'image-pull-backoff')
      .checks.map(({ command }) => command)
      .join('\n');
  expect(commandsOf('registry.example/web:1')).toContain('crictl pull registry.example/web:1');
  expect(commandsOf('x$(reboot)')).not.toContain('reboot');
});

test.each([
  ['worker-start', 'pull-once'],
  ['two-hours', 'attach-wait'],
  ['scale-down', 'secret-late-2'],
])(
  'healthy nodes in one file, %s before %s, stay healthy though the clock jumps back',
  (...names) => {
    const text = names.map((name) => readCase(`ok-${name}`).log.toString()).join('');
    const { findings } = diagnoseText(text);
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  },
);

test('a fault of a pod ends with the pod, and another pod of its name begins without it', () => {
  const remove = at(30, 'kubelet.go:2411] "SyncLoop REMOVE" source="api" pods=["apps/web-1"]');
  const later = at(60, 'x.go:1] "Something else"');
  const lines = [...chain(0), ...chain(13), remove, later];
  const { last, ended, spans } = find(lines, 'cni-state-file-missing');
  expect(ended).toBe(last + 17_000_000 - 300);
  expect(spans.map(({ isQuiet }) => isQuiet)).toEqual([false]);
  const anew = at(40, 'kubelet.go:2401] "SyncLoop ADD" source="api" pods=["apps/web-1"]');
  expect(find([...lines.slice(0, -1), anew, later], 'cni-state-file-missing').ended).toBe(ended);
  const again = [...lines.slice(0, -1), anew, ...chain(45), later];
  expect(find(again, 'cni-state-file-missing').spans.map(({ to }) => to)).toEqual([
    ended,
    undefined,
  ]);
});

test('a claim that does not exist keeps a volume away as a missing Secret does', () => {
  const error =
    'unmounted volumes=[c], unattached volumes=[c]: error processing PVC apps/absent: failed to fetch PVC from API server: persistentvolumeclaims \\"absent\\" not found';
  const lines = [0, 15].map((second) =>
    at(
      second,
      `pod_workers.go:965] "Error syncing pod, skipping" err="${error}" pod="apps/web-1" podUID=${uid}`,
    ),
  );
  expect(find(lines, 'volume-object-missing').pod).toBe('apps/web-1');
});

test('a refusal by a predicate of an old kubelet is one, though it says nothing more', () => {
  const line = at(
    0,
    'predicate.go:141] "Predicate failed on Pod" pod="apps/web-1" err="Predicate NodePorts failed"',
  );
  expect(find([line], 'pod-admission-denied').title).toContain('NodePorts');
});

test.each([
  ['runtime-stopped-v2', 'pleg-runtime-hang', '11:19:21.321', '11:23:23.608'],
  ['runtime-stopped-v2', 'runtime-list-deadline', '11:21:22.254', '11:23:23.608'],
  ['cni-add-error-v2', 'cni-add-fails', '11:09:55.028', '11:10:36.250'],
])('of %s %s ends when it is shown to be over', (capture, id, from, to) => {
  const tape = tapeOf(readCapture(capture).log);
  const finding = diagnose(rebuild(tape), tape).find((each) => each.id === id);
  const clock = (time = NaN): string => formatTimeOfDay(micros(time)).slice(0, 12);
  expect(finding?.spans.map((span) => [clock(span.from), clock(span.to)])).toEqual([[from, to]]);
});

test('a rhythm is told only where most waits are about the same', () => {
  const lines = (...seconds: readonly number[]): string[] =>
    seconds.flatMap((second) => chain(second));
  expect(find(lines(0, 4, 8, 23, 55), 'cni-state-file-missing')).toMatchObject({
    period: undefined,
    explanation: expect.stringMatching(/Seen 5 times(?!, about)/) as string,
  });
  expect(find(lines(0, 12, 25, 37, 50), 'cni-state-file-missing').explanation).toContain(
    'Seen 5 times, ~12.5 s apart',
  );
});

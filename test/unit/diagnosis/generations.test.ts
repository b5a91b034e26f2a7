// What is said of several pods of one name, one after another, is not said of one that does it again and again.
import { describe, expect, it } from 'vitest';
import { diagnoseText } from '../../support/cases.ts';

const uids = [1, 2, 3].map((n) => `${n}77ae7de-69d4-4eba-8362-12755cf442ac`);
const [first = '', second = '', third = ''] = uids;

function at(clock: string, text: string): string {
  return `I1122 ${clock}       7 ${text}`;
}

function severityOf(lines: readonly string[], id: string): string | undefined {
  const { findings } = diagnoseText(`${lines.join('\n')}\n`);
  return findings.find((one) => one.id === id)?.severity;
}

const start = (clock: string): string[] => [
  at(`${clock}.000000`, 'server.go:529] "Kubelet version" kubeletVersion="v1.34.2"'),
  at(`${clock}.500000`, 'kubelet.go:2428] "Starting kubelet main sync loop"'),
];
const end = at('10:09:00.000000', 'kubelet.go:2515] "SyncLoop ADD" source="api" pods=[]');

describe('pod-worker-stuck-terminating', () => {
  const enters = (clock: string, uid: string): string =>
    at(
      clock,
      `kubelet.go:2129] "SyncTerminatingPod enter" pod="default/db-0" podUID="${uid}" gracePeriod=30`,
    );

  it('is a worker that goes on and on', () => {
    const lines = ['10:00:10', '10:00:25', '10:00:40'].map((at) => enters(`${at}.000000`, first));
    expect(severityOf([...start('10:00:00'), ...lines, end], 'pod-worker-stuck-terminating')).toBe(
      'high',
    );
  });

  it('is not three pods of a name that end in turn', () => {
    const lines = [
      enters('10:00:10.000000', first),
      enters('10:00:25.000000', second),
      enters('10:00:40.000000', third),
    ];
    expect(
      severityOf([...start('10:00:00'), ...lines, end], 'pod-worker-stuck-terminating'),
    ).toBeUndefined();
  });
});

describe('mirror-pod-loop', () => {
  const deleted = (clock: string, uid: string): string =>
    at(clock, `kubelet.go:3203] "Trying to delete pod" pod="kube-system/proxy" podUID="${uid}"`);
  const severity = (lines: readonly string[]): string | undefined =>
    severityOf([...start('10:00:00'), ...lines, end], 'mirror-pod-loop');

  it('is a mirror that is made again and again', () => {
    expect(
      severity([
        deleted('10:00:10.000000', first),
        deleted('10:00:30.000000', second),
        deleted('10:00:50.000000', third),
      ]),
    ).toBe('medium');
  });

  it('is not one that a person deletes, of which the kubelet tells twice', () => {
    expect(
      severity([
        deleted('10:00:10.000000', first),
        deleted('10:00:10.600000', first),
        deleted('10:01:02.000000', second),
      ]),
    ).toBe('info');
  });
});

describe('static-manifest-duplicate', () => {
  const [one, two] = ['842fbe05a3440d849df5c663b9c3f815', '1d73864f1a2bf5dd142fedefc4ac35c5'];
  const added = (clock: string): string =>
    at(clock, 'kubelet.go:2515] "SyncLoop ADD" source="file" pods=["kube-system/proxy"]');
  const began = (clock: string, uid = ''): string =>
    at(
      clock,
      `kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="kube-system/proxy" event={"ID":"${uid}","Type":"ContainerStarted","Data":"${uid}${uid}"}`,
    );

  it('is two manifests in one process', () => {
    const lines = [added('10:00:10.000000'), began('10:00:11.000000', one)];
    const more = [added('10:00:30.000000'), began('10:00:31.000000', two)];
    expect(
      severityOf([...start('10:00:00'), ...lines, ...more, end], 'static-manifest-duplicate'),
    ).toBe('high');
  });

  it('is not a manifest that was changed while no kubelet ran', () => {
    const lines = [added('10:00:10.000000'), began('10:00:11.000000', one)];
    const more = [added('10:00:31.000000'), began('10:00:32.000000', two)];
    expect(
      severityOf(
        [...start('10:00:00'), ...lines, ...start('10:00:30'), ...more, end],
        'static-manifest-duplicate',
      ),
    ).toBeUndefined();
  });
});

describe('sandbox-changed-loop', () => {
  const lost = (clock: string, name: string): string =>
    at(
      clock,
      `util.go:52] "No ready sandbox for pod can be found. Need to start a new one" pod="default/${name}"`,
    );
  const event = (clock: string, type: string, name: string, n: number): string => {
    const uid = name === 'job-1' ? first : second;
    return at(
      clock,
      `kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="default/${name}" event={"ID":"${uid}","Type":"${type}","Data":"${`${uid.slice(0, 8)}${n}`.padEnd(64, '0')}"}`,
    );
  };
  const begun = (name: string): string[] => [
    at('10:00:10.000000', `kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/${name}"]`),
    event('10:00:11.000000', 'ContainerStarted', name, 1),
    event('10:00:11.000100', 'ContainerStarted', name, 2),
  ];
  const severity = (lines: readonly string[]): string | undefined =>
    severityOf([...start('10:00:00'), ...lines, end], 'sandbox-changed-loop');

  it('is pods whose sandbox is made anew again and again', () => {
    const again = (name: string): string[] =>
      ['10:01:10', '10:01:30', '10:01:50'].flatMap((clock, n) => [
        event(`${clock}.000000`, 'ContainerDied', name, 2 * n + 2),
        lost(`${clock}.001000`, name),
        event(`${clock}.900000`, 'ContainerStarted', name, 2 * n + 4),
      ]);
    const all = [...begun('job-1'), ...begun('job-2'), ...again('job-1'), ...again('job-2')];
    expect(severity(all.sort())).toBe('high');
  });

  it('is not the status lines with which jobs end, however long that takes', () => {
    const ends = (name: string): string[] => [
      event('10:01:10.000000', 'ContainerDied', name, 1),
      lost('10:01:11.000000', name),
      event('10:01:31.000000', 'ContainerDied', name, 2),
      lost('10:01:31.001000', name),
    ];
    expect(
      severity([...begun('job-1'), ...begun('job-2'), ...ends('job-1'), ...ends('job-2')]),
    ).toBeUndefined();
  });
});

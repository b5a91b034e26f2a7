// What a finding says beside its lines is shown by them: how often, of what, when, that it is over, and the words that it quotes.
import { describe, expect, test } from 'vitest';
import { sourceId } from '../../../src/base/input.ts';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import { exportFindings } from '../../../src/engine/export/findings.ts';
import { rebuild } from '../../../src/kubelet/rebuild/rebuild.ts';
import { readLog } from '../../../src/log/readLog.ts';
import { Tape } from '../../../src/replay/tape.ts';
import { diagnoseText } from '../../support/cases.ts';

const findingsOf = (lines: readonly string[]) => diagnoseText(`${lines.join('\n')}\n`).findings;

/** As the terminal tells them. */
function textOf(lines: readonly string[]): string {
  const table = readLog(sourceId(0), new TextEncoder().encode(`${lines.join('\n')}\n`));
  const tape = new Tape([{ table, name: 'a.log', clockOffset: 0 }]);
  return exportFindings(tape, diagnose(rebuild(tape), tape), 'text', '1');
}

describe('the time', () => {
  const three = (said: string): readonly string[] =>
    [43, 42, 41].map((age) => `  Warning  Unhealthy  ${age}m  kubelet  ${said}`);
  const failed = 'Failed to start the reel: no space left on device';

  test('of lines that have none of their own is not told', () => {
    const lines = three('Readiness probe failed: 2024-01-10 23:05:07.799 [INFO][7] spools = 0');
    expect(textOf(lines)).toMatch(/^ {2}3 times$/m);
  });

  test.each([
    [`E0116 14:19:24.411840 23 reeler.go:144] ${failed}`, '01-16 14:19:24.411840'],
    [
      `2024-01-16T14:19:24.411840Z stderr F E0116 14:19:24.411840 23 reeler.go:144] ${failed}`,
      '2024-01-16T14:19:24.411840Z',
    ],
    [`2024-01-16 14:19:24.411 ERROR ${failed}`, '2024-01-16T14:19:24.411000'],
    [
      `{"ts":1705414764411.840,"caller":"reeler.go:144","msg":"${failed}","err":"x"}`,
      '2024-01-16T14:19:24.411840Z',
    ],
  ])('has no year and no zone that no line has: %s', (line, time) => {
    expect(textOf([line]).split('\n')[1]).toBe(`  once, ${time}`);
  });

  test('of a kubelet that sends its status is in the zone that the status tells', () => {
    const line = String.raw`E0116 14:19:28.464132 23 kubelet_node_status.go:470] "Error updating node status, will retry" err="failed to patch status \"{\\\"status\\\":{\\\"conditions\\\":[{\\\"lastHeartbeatTime\\\":\\\"2024-01-16T06:19:18Z\\\",\\\"type\\\":\\\"Ready\\\"}]}}\" for node \"a\": Patch \"https://127.0.0.1:6443/api/v1/nodes/a/status?timeout=10s\": net/http: request canceled (Client.Timeout exceeded while awaiting headers)"`;
    expect(textOf([line])).toContain('2024-01-16T06:19:28.464132Z');
  });
});

describe('how often', () => {
  const refused = (node: string): string =>
    `level=error msg="Remotedialer proxy error; reconnecting..." error="dial tcp ${node}:9345: connect: connection refused"`;

  test('without a time two lines of one text are two', () => {
    const [found] = findingsOf([refused('reel.7'), refused('reel.7')]);
    expect(found).toMatchObject({ count: 2 });
  });

  test('a title that names one of several says so', () => {
    const [two] = findingsOf([refused('reel.7'), refused('reel.9')]);
    expect(two?.title).toContain('(reel.7:9345 and another)');
    const [three] = findingsOf([refused('reel.7'), refused('reel.9'), refused('reel.8')]);
    expect(three?.title).toContain('(reel.7:9345 and others)');
    const [one] = findingsOf([refused('reel.7'), refused('reel.7')]);
    expect(one?.title).toContain('(reel.7:9345)');
  });

  test('so does one in the words of a line', () => {
    const klog = (time: string, spool: string, took: string): string =>
      `E1109 18:31:${time} 1529577 reeler.go:218] Failed to start reel ${spool}: out of thread "${spool}::/srv/${spool}.crt" after ${took}`;
    const [found] = findingsOf([klog('12.884589', 'oak', '7ms'), klog('12.891749', 'elm', '8ms')]);
    expect(found?.title).toMatch(/ \(and another\)$/);
    const [same] = findingsOf([klog('12.884589', 'oak', '7ms'), klog('12.891749', 'oak', '8ms')]);
    expect(same?.title).not.toContain('another');
  });

  test('is not once where lines of two statements stand apart', () => {
    const url = 'https://10.0.0.1:6443';
    const late = 'net/http: request canceled (Client.Timeout exceeded while awaiting headers)';
    const text = textOf([
      `E0116 14:19:24.411840 23 controller.go:144] failed to ensure lease exists, will retry in 7s, error: Get "${url}/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/a?timeout=10s": ${late}`,
      `E0116 14:19:28.464132 23 kubelet_node_status.go:470] Error updating node status, will retry: error getting node "a": Get "${url}/api/v1/nodes/a?timeout=10s": ${late}`,
    ]);
    expect(text).toMatch(/^ {2}2 lines, /m);
    expect(text).not.toContain('once');
  });

  test('is what a row of events says, with one blank between its columns, too', () => {
    const said =
      'unable to ensure pod container exists: failed to create container for [kubepods besteffort pod3c701e3a-1cc8-4807-a96d-425fa37d979a] : mkdir /sys/fs/cgroup/memory/kubepods/besteffort/pod3c701e3a-1cc8-4807-a96d-425fa37d979a: cannot allocate memory';
    const [found] = findingsOf([
      `Warning FailedCreatePodContainer 2m7s (x4132 over 14h) kubelet ${said}`,
    ]);
    expect(found).toMatchObject({ id: 'pod-cgroup-create-fail', count: 4132 });
    // Of a long line the end says what is wrong.
    expect(found?.title).toContain(': cannot allocate memory');
  });
});

describe('a certificate that has expired or is not yet valid', () => {
  const list = (why: string): string =>
    `E0809 13:46:38.476674   16214 reflector.go:125] Failed to list *v1.Pod: Get https://10.0.0.1:6443/api/v1/pods: x509: certificate has expired or is not yet valid${why}`;

  test.each([
    ['', 'A certificate has expired or is not valid yet (10.0.0.1:6443)'],
    [
      ': current time 2026-08-09T13:46:38Z is after 2026-08-08T00:00:00Z',
      'A certificate has expired (10.0.0.1:6443)',
    ],
  ])('“%s”', (why, title) => {
    expect(findingsOf([list(why)])).toMatchObject([{ id: 'client-cert-expired', title }]);
  });
});

describe('that it works again', () => {
  const agent = (pid: number, level: string, rest: string): string =>
    `May 08 07:12:41 loom-1 reeld-agent[${pid}]: level=${level} ${rest} subsys=daemon`;
  const failed = agent(7, 'fatal', 'msg="Error while creating daemon" error="exit status 1"');

  test('is not shown by another step of the same part', () => {
    const started = agent(9, 'info', 'msg="Started spool server" address="127.0.0.1:9890"');
    const found = findingsOf([failed, started]);
    expect(found).toMatchObject([{ verdict: 'fault' }]);
    expect(found[0]?.explanation).not.toContain('works');
  });

  test('nor is it said that nothing shows whether it lasts, where a line may', () => {
    const says = (second: number, message: string): string =>
      `May 14 14:20:0${second} loom-1 k3s[9]: time="2026-05-14T14:20:0${second}Z" level=info msg="${message}"`;
    const waits = says(
      4,
      'Waiting for reeld startup: rpc error: code = Unavailable desc = connection error: dial unix /run/reeld.sock: connect: connection refused',
    );
    const ends = 'This log ends before it shows whether that lasts.';
    expect(findingsOf([waits])[0]?.explanation).toContain(ends);
    const [found] = findingsOf([waits, says(5, 'Reeld is now running')]);
    expect(found?.explanation ?? '').not.toContain(ends);
  });

  test('of one link nothing shows that another one is up', () => {
    const link = (second: number, device: string, state: string): string =>
      `Mar 01 10:00:0${second} loom-1 kernel: igb 0000:01:00.0 ${device}: igb: ${device} NIC Link is ${state}`;
    const lines = [link(1, 'eno1', 'Down'), link(3, 'eno2', 'Up 1000 Mbps Full Duplex')];
    expect(findingsOf(lines)).toMatchObject([{ id: 'link-down', severity: 'low' }]);
    const back = findingsOf([...lines, link(4, 'eno1', 'Up 1000 Mbps Full Duplex')]);
    expect(back).toMatchObject([{ id: 'link-down', severity: 'info', verdict: 'harmless' }]);
  });

  test('that systemd has scheduled a restart shows no start', () => {
    const unit = (text: string): string =>
      `Apr 10 18:46:18 loom-1 systemd[1]: kubelet.service: ${text}`;
    const lines = [
      unit('Main process exited, code=exited, status=255/EXCEPTION'),
      unit("Failed with result 'exit-code'."),
      unit('Scheduled restart job, restart counter is at 5.'),
    ];
    expect(findingsOf(lines)[0]?.explanation).toContain('systemd has scheduled a restart of it.');
    const [found] = findingsOf([...lines, unit('Start request repeated too quickly.')]);
    expect(found?.explanation).toContain('given up');
    expect(found?.explanation).not.toContain('scheduled');
  });
});

describe('what stands beside it', () => {
  const klog = (time: string, rest: string): string => `${time} 1 reeler.go:124] ${rest}`;
  const failed = klog(
    'E0227 16:07:06.903213',
    'Failed to wind reel 9: Get https://a.local:8443/api: dial tcp 10.0.0.1:8443: connect: connection refused',
  );

  test('is no setting that is called after a failure', () => {
    const set = klog('I0227 16:07:07.296840', "Set spool 'reel/thread_timeout_established' to 9");
    expect(findingsOf([failed, set])[0]?.explanation).not.toContain('thread_timeout');
  });

  test('is not the same error once more', () => {
    const warning =
      'WARN [2019-08-03T02:38:06.468844998Z] loom.io/agent: "Winding of reel failed" spoolID=9 error="Could not locate spool" identity=4';
    const error =
      'ERROR [2019-08-03T02:38:06.468917932Z] loom.io/agent: "reel winding failed" spoolID=9 error="Could not locate spool" identity=4';
    const [found] = findingsOf([warning, error]);
    expect(found?.explanation).toContain('Root error: Could not locate spool');
    expect(found?.explanation).not.toContain('Beside it stands');
  });
});

describe('what is quoted', () => {
  test('of an unready container is the last that the probe got', () => {
    const [found] = findingsOf(
      [43, 42, 41].flatMap((age) => [
        `  Warning  Unhealthy  ${age}m  kubelet  Readiness probe failed: spools wound = 0`,
        'loom is not ready: REEL is not ready: thread not established with 10.0.1.1',
      ]),
    );
    expect(found?.title).toBe(
      'The readiness probe of a container fails: loom is not ready: REEL is not ready: thread not established with 10.0.1.1',
    );
  });

  test('of a panic is what it says, not how it is logged', () => {
    const [found] = findingsOf([
      `E0301 10:00:01.000000 9 panic.go:115] "Observed a panic" panic="runtime error: invalid memory address" panicGoValue="x"`,
    ]);
    expect(found?.title).toContain('(runtime error: invalid memory address)');
  });

  test('of a text that is too long is the end, where the rule is of that', () => {
    const unmount = `UnmountVolume.TearDown failed for volume "reel" (UniqueName: "kubernetes.io/secret/${'9'.repeat(120)}-reel") pod "loom-7" (UID: "3ddcfef3-f183-43b0-0253-aa4783be643b") ${'x'.repeat(60)}`;
    const busy = 'remove /var/lib/kubelet/pods/3ddcfef3/volumes/reel: device or resource busy';
    const line = `E0301 10:00:01.000000 9 nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/secret/reel podName:3ddcfef3-f183-43b0-0253-aa4783be643b nodeName:}" failed. No retries permitted until 2026-03-01 10:02:03.1 +0000 UTC m=+1.5 (durationBeforeRetry 2m2s). Error: "${unmount} : ${busy}"`;
    const [found] = findingsOf([line]);
    expect(found?.id).toBe('unmount-busy');
    expect(found?.explanation).toContain('device or resource busy');
  });

  test('of a text that is too long is the place that the rule is of', () => {
    const tail = `Source:{${'x'.repeat(60)} ${'y '.repeat(200)}}' (retry limit exceeded!)`;
    const [found] = findingsOf([
      `E1015 08:22:01.867519     897 event.go:142] Unable to write event '&api.Event{Message:"Failed to start ContainerManager system validation failed - Following Cgroup subsystem not mounted: [cpuset]", ${tail}`,
    ]);
    expect(found?.id).toBe('cgroup-mount-missing');
    expect(found?.explanation).toMatch(/Root error: …[^…]*subsystem not mounted: \[cpuset\]/);
  });
});

test('of a socket its path is named once', () => {
  const line =
    'level=error msg="Failed to start reel: dial unix /run/reeld/reeld.sock: connect: connection refused"';
  const [found] = findingsOf([line]);
  expect(found?.explanation).toContain('It names the address /run/reeld/reeld.sock.');
});

test('etcd’s own time-out says nothing of the API server', () => {
  const line =
    '{"level":"warn","ts":"2023-11-24T19:07:05.711193Z","caller":"etcdserver/server.go:1168","msg":"failed to revoke lease","error":"etcdserver: request timed out"}';
  const found = findingsOf([`Nov 24 19:07:10 loom-1 microshift[2586]: ${line}`]);
  expect(found.map(({ title }) => title)).toEqual(['etcd does not answer a request in time']);
});

test('one signal that a container does not heed is not “again and again”', () => {
  const line = (second: number): string =>
    `Mar 01 10:00:0${second} loom-1 crio[9]: time="2026-03-01T10:00:0${second}Z" level=warning msg="Stopping container ${'a1'.repeat(32)} with stop signal timed out: timeout reached after 10 seconds waiting for container process to exit"`;
  expect(findingsOf([line(1)])[0]?.title).not.toContain('again and again');
  expect(findingsOf([1, 2, 3].map(line))[0]?.title).toContain('again and again');
});

test('a level that is called fatal ends the program of a Go logger, not any', () => {
  const said = 'Its level is fatal: the program ends with it.';
  const words = 'failed to wind the reel: no thread';
  const ofGo = [`F0301 10:00:01.000000 9 reeler.go:9] ${words}`, `level=fatal msg="${words}"`];
  for (const line of ofGo) expect(findingsOf([line])[0]?.explanation).toContain(said);
  const found = findingsOf([`2026-03-01 10:00:01.000 FATAL: ${words}`]);
  expect(found[0]?.explanation).not.toContain(said);
});

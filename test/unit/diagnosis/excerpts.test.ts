// Of an excerpt, in which nobody knows what was left out, the finding tells all that its lines decide: in their own words, with what stands beside them.
import { describe, expect, test } from 'vitest';
import { diagnoseText } from '../../support/cases.ts';

const findingsOf = (lines: readonly string[]) => diagnoseText(`${lines.join('\n')}\n`).findings;
const kernel = (second: number, text: string): string =>
  `[ ${String(100 + second)}.000100] ${text}`;
const journal = (second: number, program: string, text: string): string =>
  `May 12 10:00:${String(second).padStart(2, '0')} node-7 ${program}: ${text}`;
const logrus = (level: string, text: string): string =>
  `time="2026-05-12T10:00:00Z" level=${level} ${text}`;

describe('a fault whose lines carry no error', () => {
  test('quotes them, each form once, without numbers that differ', () => {
    const [found] = findingsOf([
      kernel(0, 'blk_update_request: I/O error, dev sdk, sector 12'),
      kernel(1, 'blk_update_request: I/O error, dev sdk, sector 20'),
      kernel(2, 'Aborting journal on device sdk-8.'),
    ]);
    expect(found?.id).toBe('device-io-errors');
    expect(found?.explanation).toContain(
      'Its lines say: “blk_update_request: I/O error, dev sdk, sector 12”; “Aborting journal on device sdk-8.”.',
    );
    expect(found?.explanation).toContain('The journal of its file system is aborted');
  });

  test('quotes a fatal line as its root error', () => {
    const [found] = findingsOf([
      'F0402 08:14:30.100000    1203 kubelet.go:1383] Failed to start ContainerManager system validation failed - Following Cgroup subsystem not mounted: [pids]',
    ]);
    expect(found?.title).toContain('controller pids');
    expect(found?.explanation).toContain('Root error: Failed to start ContainerManager');
  });
});

test('what rules read and say nothing of is told as what no rule knows', () => {
  const [found] = findingsOf([
    'E0512 10:00:00.000000    1234 pod_workers.go:186] Error syncing pod 6cc1a1b7-dccb-47ec-471d-f068acc29600 ("web-1_shop(6cc1a1b7-dccb-47ec-471d-f068acc29600)"), skipping: rpc error: code = DeadlineExceeded desc = context deadline exceeded',
  ]);
  expect(found).toMatchObject({ id: 'syncing-pod-fails', severity: 'low', pod: 'shop/web-1' });
  expect(found?.title).toBe(
    '“Error syncing pod ("web-1_shop"), skipping”: context deadline exceeded',
  );
});

describe('a program of which nothing is known has failed', () => {
  const own = (text: string): string => `2026/05/12 10:00:00 ${text}`;

  test.each([
    [
      'where it says why behind a colon',
      own('Failed to open reel oak:7: no such spool'),
      'open-reel-fails',
    ],
    [
      'where libc speaks',
      '/opt/reel/bin/reel: symbol lookup error: /opt/reel/bin/reel: undefined symbol: wind',
      'opt-reel-bin-reel-fails',
    ],
    [
      'where it hands on a status of gRPC',
      'reel-7 1/2 rpc error: code = 2 desc = failed to wind: spool caused "no space left on device"',
      'reel-fails',
    ],
    [
      'where a value stands first',
      'ERRO: 2026/05/12 10:00:00.000000 ->[192.0.2.7:6783]: reel shutting down due to error: it is stuck',
      'reel-shutting-down-due-to-fails',
    ],
  ])('%s', (_, line, id) => {
    expect(findingsOf([line])).toMatchObject([{ id, severity: 'low', verdict: 'fault' }]);
  });

  test('and what it was caused by is its innermost error', () => {
    const [found] = findingsOf([
      own('Failed to wind: container init caused "mounting \\"/reel\\" caused \\"it is full\\""'),
    ]);
    expect(found?.title).toContain('it is full');
  });
});

describe('a title', () => {
  test('goes on behind the colon where no error is told', () => {
    const [found] = findingsOf([
      logrus('error', 'msg="rejecting connection: 192.0.2.7 reel already wound at 192.0.2.8"'),
    ]);
    expect(found?.title).toBe('“rejecting connection”: 192.0.2.7 reel already wound at 192.0.2.8');
  });

  test('keeps what stands between the words and an error of its own', () => {
    const [found] = findingsOf([
      logrus('error', 'msg="Failed to wind. Status: 503 spool away" error="bad twist"'),
    ]);
    expect(found?.title).toBe('“Failed to wind. Status: 503 spool away”: bad twist');
  });

  test('names the object by a short number, not by how often it changed', () => {
    const [found] = findingsOf([
      'level=error msg="reeling failed" desiredRevision=1 endpointID=1044 error="it is stuck" subsys=reel',
    ]);
    expect(found?.title).toContain('endpointID 1044');
    expect(found?.title).not.toContain('Revision');
  });
});

describe('beside it stands', () => {
  test('the same error with its address', () => {
    const [found] = findingsOf([
      logrus(
        'error',
        'msg="Error writing reel" error="write tcp 192.0.2.7:4048->192.0.2.8:9345: i/o timeout"',
      ),
      'time="2026-05-12T10:00:05Z" level=error msg="writing reel" error="i/o timeout"',
    ]);
    expect(found?.title).toContain('writing reel');
    expect(found?.explanation).toContain('192.0.2.8:9345');
  });

  test('what was only remarked before, where no error is', () => {
    const [found] = findingsOf([
      logrus('debug', 'msg="Cached value indicated that reels are not supported"'),
      logrus('fatal', 'msg="validating reel: the loom is unsupported"'),
    ]);
    expect(found?.explanation).toContain(
      'Beside it stands: “Cached value indicated that reels are not supported”.',
    );
  });

  test('no second line of a record, and not its own', () => {
    const [found] = findingsOf([
      logrus('info', 'msg="Waiting for the reel"'),
      '{"spool":7}',
      logrus('fatal', 'msg="Failed to wind: it is stuck"'),
    ]);
    expect(found?.explanation).not.toContain('spool');
  });
});

test('before a known fault whose lines name no place stands what names one', () => {
  const [found] = findingsOf([
    logrus('info', 'msg="Connecting to proxy" url="wss://reel.example.org/v3/connect"'),
    logrus(
      'error',
      'msg="Failed to connect to proxy" error="x509: certificate signed by unknown authority"',
    ),
  ]);
  expect(found?.title).toContain('does not trust the certificate');
  expect(found?.explanation).toContain(
    'Before it stands: “Connecting to proxy url="wss://reel.example.org/v3/connect"”.',
  );
});

test('of an event of a volume that fails the cause is told', () => {
  const [found] = findingsOf([
    '  Warning  FailedMount  1m  kubelet, n1  MountVolume.WaitForAttach failed for volume "reel" : reel: spool mismatch. reel: map failed: (6) No such device or address',
  ]);
  expect(found).toMatchObject({ severity: 'low', verdict: 'fault' });
  expect(found?.explanation).toContain('spool mismatch');
});

describe('a unit that ends', () => {
  const end = [
    journal(1, 'systemd[1]', 'k3s.service: Main process exited, code=exited, status=1/FAILURE'),
    journal(1, 'systemd[1]', 'Failed to start Lightweight Kubernetes.'),
  ];
  const last = journal(0, 'k3s[811]', logrus('fatal', 'msg="starting kubernetes: reel_start(): "'));

  test('that cannot be started is told with the last that its program said', () => {
    const found = findingsOf([last, ...end]).find(({ id }) => id === 'unit-not-started');
    expect(found).toMatchObject({ severity: 'high' });
    expect(found?.explanation).toContain(
      'Its last error before that: “starting kubernetes: reel_start()',
    );
  });

  test('stands with the fatal line of a program that no rule knows', () => {
    const [found] = findingsOf([
      journal(0, 'reeld[811]', logrus('fatal', 'msg="Failed to start reel: it is stuck"')),
      journal(
        1,
        'systemd[1]',
        'snap.reel.service: Main process exited, code=exited, status=1/FAILURE',
      ),
    ]);
    expect(found?.explanation).toContain('snap.reel.service: Main process exited');
  });
});

describe('a report of the kernel', () => {
  test('is told with its work and the functions of its trace', () => {
    const [found] = findingsOf([
      kernel(0, 'INFO: task kworker/15:1:1234 blocked for more than 122 seconds.'),
      kernel(0, 'Workqueue: reel-sync/dm-1 reel_worker [reel]'),
      kernel(0, 'Call Trace:'),
      kernel(0, ' __schedule+0x282/0x870'),
      kernel(0, ' reel_flush+0x9d/0xd0'),
      kernel(0, ' do_reel+0x38/0x70'),
    ]);
    expect(found?.title).toContain('kworker/15:1');
    expect(found?.explanation).toContain('“Workqueue: reel-sync/dm-1 reel_worker [reel]”');
    expect(found?.explanation).toContain('Functions in the trace below it: reel_flush, do_reel.');
  });

  test('of a count below zero does not say that something holds the device', () => {
    const held = (second: number): string =>
      kernel(second, 'unregister_netdevice: waiting for lo to become free. Usage count = -1');
    const [found] = findingsOf([held(0), held(10)]);
    expect(found?.title).not.toContain('holds');
  });

  test('is counted for each line of one second that names nothing', () => {
    const full = (second: number): string =>
      journal(second, 'kernel', 'nf_conntrack: table full, dropping packet');
    expect(findingsOf([full(0), full(0), full(30), full(30)])).toMatchObject([{ count: 4 }]);
  });
});

test('what worked in between is quoted', () => {
  const closed = (second: number): string =>
    journal(second, 'kernel', ' connection2:0: detected conn error (1020)');
  const [found] = findingsOf([
    closed(0),
    journal(2, 'iscsid[7]', 'connection2:0 is operational after recovery (1 attempts)'),
    closed(7),
  ]);
  expect(found?.id).toBe('iscsi-connection-fails');
  expect(found?.explanation).toContain('In between it works: “connection2:0 is operational');
});

test('what follows from another fault of its severity stands behind it', () => {
  const found = findingsOf([
    kernel(
      1,
      'device-mapper: thin: 253:2: unable to service pool target messages in READ_ONLY or FAIL mode',
    ),
    kernel(2, 'Buffer I/O error on device dm-6, logical block 20448'),
    kernel(3, 'Buffer I/O error on device dm-6, logical block 20449'),
  ]);
  expect(found.map(({ id }) => id)).toEqual(['thin-pool-full', 'device-io-errors']);
});

test('a first election is no lost leader', () => {
  const raft = (text: string): string =>
    `2026-05-12 10:00:00.100000 I | raft: 8e9e05c52164694d ${text}`;
  const [found] = findingsOf([
    raft('is starting a new election at term 1'),
    raft('became candidate at term 2'),
    raft('became leader at term 2'),
  ]);
  expect(found?.title).not.toContain('no leader');
});

describe('a line that says itself that it does not matter is none', () => {
  test.each([
    'I0512 10:00:00.000000       1 reel.go:4] "failed to retrieve reels from the loom; retrieving from the spool" err="context deadline exceeded"',
    'E0512 10:00:00.000000    1234 reel.go:2] "Failed to create reel" err="serviceaccounts \\"reel\\" already exists"',
    'E0512 10:00:00.000000    1234 reel.go:3] "Failed to delete reel" err="reels.example.org \\"reel-7\\" not found"',
    '2026-05-12 10:00:00.000000 W | etcdmain: found invalid file/dir reel under data dir /var/lib/etcd (Ignore this if you are upgrading etcd)',
    logrus(
      'info',
      'msg="skip loading plugin \\"io.containerd.reel\\"..." error="reels are not supported: skip plugin"',
    ),
    '{"level":"debug","ts":"2026-05-12T10:00:00.101Z","caller":"reel/reel.go:1","msg":"reel 7 cannot be deleted because it is in use"}',
  ])('%s', (line) => {
    expect(findingsOf([line]).filter(({ severity }) => severity !== 'info')).toEqual([]);
  });
});

// What a failure's own words do not say stands beside it: of its program, in its last words, in the output of what it ran.
import { describe, expect, test } from 'vitest';
import { diagnoseText } from '../../support/cases.ts';

const findingsOf = (lines: readonly string[]) => diagnoseText(`${lines.join('\n')}\n`).findings;
const logrus = (level: string, rest: string): string => `level=${level} ${rest} subsys=reel`;

describe('a status that tells nothing', () => {
  const status = logrus('error', 'msg="Winding failed" error="exit status 1"');
  const why = logrus('warning', `msg="Spool 'oak' rejected: Argument list too long (7)!"`);

  test('is told with the error that its program told beside it', () => {
    const [found] = findingsOf([status, why]);
    expect(found?.title).toContain("Spool 'oak' rejected: Argument list too long");
    expect(found?.explanation).toContain('Beside it stands: “Spool');
  });

  test('stays where there is none', () => {
    const [found] = findingsOf([status]);
    expect(found?.title).toContain('exit status 1');
    expect(found?.explanation).not.toContain('Beside it');
  });
});

test('of two errors of one moment the operation is told, not what failed in it', () => {
  const [first, second] = findingsOf([
    'E0512 10:00:45.481140 3704850 reel_linux.go:232] reel oak is not ready after 30s',
    'E0512 10:00:45.538839 3704850 reeler.go:334] winding of spool 7 failed: reel oak is not ready after 30s',
  ]);
  expect(first?.title).toBe('“winding of spool 7 failed”: reel oak is not ready after 30s');
  expect(second?.severity).toBe('info');
});

test('what the process said at once before an error stands beside it', () => {
  const [found] = findingsOf([
    'I0512 10:00:45.410215   32050 reel_manager.go:179] Picking spool in range 9 ... 7',
    'E0512 10:00:45.410245   32050 reeler.go:102] failed to register reel: out of spools',
  ]);
  expect(found?.explanation).toContain('Beside it stands: “Picking spool in range 9 ... 7”');
});

describe('the last words of a program below a line of its log', () => {
  const head = 'May 12 10:00:32 node-7 dockerd[4241]: ';
  const line = (level: string, message: string): string =>
    `${head}time="2026-05-12T10:00:32.8Z" level=${level} msg="${message}"`;
  const end = `${head}Error starting daemon: Error winding the reel: no spool by that name.`;

  test('are the fault, before a warning in passing', () => {
    const found = findingsOf([
      line('warning', 'mountpoint for pids not found'),
      line('info', 'Loading reels: start.'),
      end,
    ]).filter(({ severity }) => severity !== 'info');
    expect(found.map(({ title }) => title)).toEqual([
      '“Error starting daemon”: Error winding the reel: no spool by that name.',
    ]);
  });

  test('stand with the end of any unit', () => {
    const other = (text: string): string => text.replaceAll('dockerd[', 'reeld[');
    const [found] = findingsOf([
      other(line('info', 'Loading reels: start.')),
      other(end),
      'May 12 10:00:32 node-7 systemd[1]: reel.service: Main process exited, code=exited, status=1/FAILURE',
      "May 12 10:00:32 node-7 systemd[1]: reel.service: Failed with result 'exit-code'.",
    ]);
    expect(found?.id).toBe('unit-fails');
    expect(found?.explanation).toContain('no spool by that name');
  });
});

test('no mount of any cgroup stays a fault of a runtime', () => {
  const [found] = findingsOf([
    'May 12 10:00:32 node-7 dockerd[4241]: time="2026-05-12T10:00:32.8Z" level=error msg="mountpoint for cgroup not found"',
  ]);
  expect(found?.id).toBe('cgroup-mount-missing');
});

describe('a single warning of a cut', () => {
  const warning = (text: string): string => `W0512 10:00:48.082741       1 reeler.go:303] ${text}`;

  test('is what it is about where something was tried in vain', () => {
    expect(
      findingsOf([warning('failed to read reels: open /dev/reel: no such file')]),
    ).toMatchObject([{ severity: 'low' }]);
  });

  test('is none where it may come up, or is a remark', () => {
    expect(
      findingsOf([
        warning('failed to reach reel: dial tcp 127.0.0.1:7: connection refused'),
        warning('reel 7 is nearly full'),
      ]).filter(({ severity }) => severity !== 'info'),
    ).toEqual([]);
  });
});

test('the same error of a pod again and again is a fault of whichever program', () => {
  const path = '/var/lib/kubelet/pods/6cc1a1b7-dccb-47ec-471d-f068acc29600/volumes/reel/mount';
  const found = findingsOf(
    [10, 11, 13, 14].map(
      (minute, index) =>
        `E0512 10:${String(minute)}:28.976183    7774 utils.go:200] ID: ${String(48926 + index)} GRPC error: rpc error: code = InvalidArgument desc = targetpath ${path} is not mounted`,
    ),
  );
  expect(found).toMatchObject([{ severity: 'low', verdict: 'fault' }]);
});

test('of the output of a command the line that speaks of a failure is the cause', () => {
  const [found] = findingsOf([
    `time="2026-05-12T10:00:54Z" level=fatal msg="Failed to wind up: Failed to execute: reeladm [--login], output reeladm: could not wind all spools: encountered reel database failure\\nLogging in to spool 7\\n, error exit status 6"`,
  ]);
  expect(found?.title).toContain('encountered reel database failure');
});

describe('a kernel line', () => {
  test('of a held device is a fault when it is said again', () => {
    const held = (second: number): string =>
      `May 12 10:00:${String(second)} node-7 kernel: unregister_netdevice: waiting for eth0 to become free. Usage count = 1`;
    expect(findingsOf([held(10)])).toMatchObject([{ severity: 'info' }]);
    expect(findingsOf([held(10), held(20), held(30)])).toMatchObject([{ severity: 'medium' }]);
  });

  test('of a trace tells that a network device is not removed', () => {
    const [found] = findingsOf([
      '[ 1600.000001] INFO: task reeld:3946 blocked for more than 120 seconds.',
      '[ 1600.000002] Call Trace:',
      '[ 1600.000003]  rollback_registered_many+0x184/0x4d0',
      '[ 1600.000004]  rtnl_dellink+0x163/0x2b0',
    ]);
    expect(found?.title).toContain('a network device is not removed');
  });

  test('of an upper layer that cannot be is a fault', () => {
    expect(
      findingsOf([
        "[  211.167320] overlayfs: filesystem on '/reel/7/fs' not supported as upperdir",
      ]),
    ).toMatchObject([{ severity: 'medium' }]);
  });
});

describe('waits', () => {
  const eof = (second: number): string =>
    `May 12 10:${new Date(second * 1000).toISOString().slice(14, 19)} node-7 kernel: reel: failed command: READ`;

  test('that are two tell no growth, and a rhythm only where they are nearly one', () => {
    expect(findingsOf([0, 3, 20].map(eof))[0]?.repeats).toBe('Seen 3 times.');
    expect(findingsOf([0, 10, 21].map(eof))[0]?.repeats).toContain('apart');
  });

  test('that grew once and shrink since tell no growth', () => {
    expect(findingsOf([0, 1, 2, 17, 31, 43].map(eof))[0]?.repeats).toBe('Seen 6 times.');
    expect(findingsOf([0, 1, 3, 7, 15, 30].map(eof))[0]?.repeats).toContain('the waits grow');
  });
});

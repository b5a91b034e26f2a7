// An order to stop before loud lines, or a line behind them by which the same works again, makes them no fault.
import { describe, expect, test } from 'vitest';
import { diagnoseText } from '../../support/cases.ts';

const at = (second: number, who: string, text: string): string =>
  `Mar 01 10:00:${String(second).padStart(2, '0')} loom-1 ${who}: ${text}`;
const says = (second: number, who: string, text: string, level = 'error'): string =>
  at(
    second,
    `${who}[9]`,
    `time="2026-03-01T10:00:0${String(second)}Z" level=${level} msg="${text}"`,
  );
const runtime = (second: number, text: string, level?: string): string =>
  says(second, 'containerd', text, level);

const findingsOf = (lines: readonly string[]) => diagnoseText(`${lines.join('\n')}\n`).findings;

describe('an order to stop', () => {
  const ends = [
    at(3, 'systemd[1]', 'reeld.service: Main process exited, code=exited, status=143/n/a'),
    at(3, 'systemd[1]', "reeld.service: Failed with result 'exit-code'."),
  ];

  test('of its own unit makes its end none, by the order’s line', () => {
    const stop = at(1, 'systemd[1]', 'Stopping Reel daemon...');
    const [found, ...others] = findingsOf([
      stop,
      ...ends,
      at(3, 'systemd[1]', 'Stopped Reel daemon.'),
    ]);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ id: 'unit-fails', severity: 'info', verdict: 'harmless' });
    expect(found?.explanation).toContain('order to stop');
  });

  test('of another unit does not', () => {
    const stop = at(1, 'systemd[1]', 'Stopping Spindle daemon...');
    expect(findingsOf([stop, ...ends])).toMatchObject([{ id: 'unit-fails', severity: 'medium' }]);
    expect(findingsOf(ends)).toMatchObject([{ id: 'unit-fails', severity: 'medium', count: 1 }]);
  });

  test.each([
    ['systemd-logind[5]', 'System is rebooting.'],
    ['systemd[1]', 'Reached target Shutdown.'],
    ['systemd[1]', 'Stopping containerd container runtime...'],
  ])('%s: %s', (who, text) => {
    const error = runtime(2, 'failed to start the lathe: cold');
    expect(findingsOf([error])).toMatchObject([{ verdict: 'fault' }]);
    expect(findingsOf([at(1, who, text), error])).toMatchObject([
      { severity: 'info', verdict: 'harmless' },
    ]);
    const again = at(1, 'systemd[1]', 'Started containerd container runtime.');
    expect(findingsOf([at(1, who, text), again, error])).toMatchObject([{ verdict: 'fault' }]);
  });

  test('is not what a program stops itself', () => {
    const own =
      'kuberuntime_manager.go:589] Stopping PodSandbox for "web-0_default(u)", will start new one';
    const error = 'pod_workers.go:186] Error syncing pod u ("web-0_default(u)"), skipping: cold';
    const kubelet = (second: number, head: string, text: string): string =>
      `${head}0301 10:00:0${second}.000000     900 ${text}`;
    expect(findingsOf([kubelet(1, 'I', own), kubelet(2, 'E', error)])).toMatchObject([
      { verdict: 'fault' },
    ]);
  });

  test('that the program has received counts for this program', () => {
    const signal = says(1, 'dockerd', "Processing signal 'terminated'", 'info');
    const mine = says(2, 'dockerd', 'failed to start the lathe: cold');
    expect(findingsOf([signal, mine])).toMatchObject([{ severity: 'info', verdict: 'harmless' }]);
    expect(findingsOf([signal, runtime(2, 'failed to start the lathe: cold')])).toMatchObject([
      { verdict: 'fault' },
    ]);
  });
});

describe('a line by which the same works', () => {
  const failed = runtime(1, 'failed to connect to the lathe /run/lathe.sock: cold');

  test('makes a failure before it none', () => {
    const works = runtime(2, 'successfully connected to /run/lathe.sock', 'info');
    const [found] = findingsOf([failed, works]);
    expect(found).toMatchObject({ severity: 'info', verdict: 'harmless' });
    expect(found?.evidence.length).toBe(2);
    expect(
      findingsOf([runtime(0, 'successfully connected to /run/lathe.sock', 'info'), failed]),
    ).toMatchObject([{ verdict: 'fault' }]);
  });

  test('of another object, another program, or with a “not” in it does not', () => {
    for (const other of [
      runtime(2, 'successfully connected to /run/spindle.sock', 'info'),
      says(2, 'dockerd', 'successfully connected to /run/lathe.sock', 'info'),
      runtime(2, 'not successfully connected to /run/lathe.sock', 'info'),
    ])
      expect(findingsOf([failed, other])).toMatchObject([{ verdict: 'fault' }]);
  });

  test('that only takes the object away does not', () => {
    const start = runtime(1, 'failed to start container 0a1b2c3d: cold');
    const gone = runtime(2, 'RemoveContainer for 0a1b2c3d returns successfully', 'info');
    const works = runtime(2, 'StartContainer for 0a1b2c3d returns successfully', 'info');
    expect(findingsOf([start, gone])).toMatchObject([{ verdict: 'fault' }]);
    expect(findingsOf([start, works])).toMatchObject([{ severity: 'info', verdict: 'harmless' }]);
  });

  test('that asks another program is missed when it does not come back', () => {
    const stop = at(1, 'systemd[1]', 'Stopping containerd container runtime...');
    const ask = (second: number): string =>
      at(
        second,
        'kubelet[7]',
        `E0301 10:00:${String(second).padStart(2, '0')}.000000       7 reel.go:1] "Failed to start the reel" err="no thread"`,
      );
    expect(findingsOf([stop, ask(5)])).toMatchObject([{ severity: 'info' }]);
    expect(findingsOf([stop, ask(5), ask(50)])).toMatchObject([{ verdict: 'fault' }]);
  });
});

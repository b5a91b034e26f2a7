// What no rule knows is told exactly, and no more than its lines show.
import { describe, expect, test } from 'vitest';
import { diagnoseText } from '../../support/cases.ts';
import { plantedSecrets } from '../../support/secretForms.ts';

const uid = '6cc1a1b7-dccb-47ec-471d-f068acc29600';

/** A klog line of a minute and second after 10:00. */
function line(level: string, second: number, text: string): string {
  const clock = new Date(second * 1000).toISOString().slice(14, 19);
  return `${level}0512 10:${clock}.000000    1234 ${text}`;
}

const unheard = (second: number): string =>
  line(
    'E',
    second,
    `kubelet.go:2100] "Failed to polish the pod" err="rpc error: code = Unknown desc = failed to unmount shm: out of polish" pod="shop/web-1" podUID="${uid}"`,
  );

const others = (from: number, to: number): readonly string[] =>
  Array.from({ length: (to - from) / 10 }, (_, i) =>
    line('I', from + 10 * i, 'kubelet.go:2400] "SyncLoop (housekeeping)"'),
  );

const findingsOf = (lines: readonly string[]) => diagnoseText(`${lines.join('\n')}\n`).findings;

describe('an error of a pod in words that nobody knows', () => {
  test('is a fault while it goes on, told with who says it last', () => {
    const [found] = findingsOf([0, 15, 30, 45, 60].map(unheard));
    expect(found).toMatchObject({
      id: 'polish-the-pod-fails',
      severity: 'medium',
      verdict: 'fault',
      pod: 'shop/web-1',
      count: 5,
      ended: undefined,
    });
    expect(found?.explanation).toContain('who says it last is: CRI-O');
    expect(found?.explanation).toContain('out of polish');
  });

  test('is what a cut is about that has it once, and whether it lasts is not told', () => {
    const [found] = findingsOf([unheard(0)]);
    expect(found).toMatchObject({ severity: 'low', verdict: 'fault' });
    expect(found?.explanation).toContain('ends before it shows whether that lasts');
    expect(found?.checks.length).toBeGreaterThan(0);
  });

  test('cannot be told from an excerpt that goes on without it: nobody knows what was left out', () => {
    const [found] = findingsOf([unheard(0), ...others(300, 400)]);
    expect(found).toMatchObject({ severity: 'info', verdict: 'unknown' });
  });

  test('is no fault any more when it is long past', () => {
    const found = findingsOf([...[0, 15, 30, 45].map(unheard), ...others(50, 600)]);
    expect(found.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });
});

describe('an error of a runtime in words that nobody knows', () => {
  const ofRuntime = (second: number, text: string, level = 'error'): string => {
    const clock = new Date(second * 1000).toISOString().slice(14, 19);
    return `May 12 10:${clock} node-7 containerd[911]: time="2026-05-12T10:${clock}.1Z" level=${level} msg="${text}" error="the lathe is cold"`;
  };
  const about = (second: number): string =>
    ofRuntime(second, `failed to start the lathe of ${String(second).repeat(3)}ab`);

  test('is told by what it says before its values, and goes on', () => {
    const [found, ...others] = findingsOf([0, 20, 40, 60].map(about));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ severity: 'low', verdict: 'fault', count: 4 });
    expect(found?.title).toBe('“failed to start the lathe of 606060ab”: the lathe is cold');
    expect(found?.explanation).toContain('containerd says');
    expect(found?.explanation).toContain('the lathe is cold');
  });

  test('is low where the log breaks off with a step that something waits for', () => {
    expect(findingsOf([about(0)])).toMatchObject([{ severity: 'medium' }]);
    expect(findingsOf([ofRuntime(0, 'ExecSync for the lathe failed')])).toMatchObject([
      { severity: 'info', verdict: 'unknown' },
    ]);
  });

  test('is none about what is gone already, nor as one warning', () => {
    const usual = [
      'failed to delete task of lathe: container not found',
      'cleanup warnings of the lathe',
      'RemoveContainer for lathe failed: no such container',
    ].map((text, second) => ofRuntime(second, text));
    expect(findingsOf([...usual, ofRuntime(5, 'failed to start the lathe', 'warning')])).toEqual(
      [],
    );
  });
});

test('a fatal line of any program in the process is a fault', () => {
  const [found] = findingsOf([
    line('F', 0, 'kubelet.go:1412] failed to start Plugin Polisher: no such polish'),
  ]);
  expect(found).toMatchObject({ id: 'start-plugin-polisher-fails', severity: 'high' });
  expect(found?.explanation).toContain('no such polish');
});

test('what is only printed as an error is none', () => {
  const lines = [0, 30, 60, 90].map((at) =>
    line(
      'E',
      at,
      `cpu_manager.go:395] "RemoveStaleState: removing container" podUID="${uid}" containerName="app"`,
    ),
  );
  expect(findingsOf(lines)).toEqual([]);
});

test('what no retry heals is never called harmless', () => {
  const found = findingsOf(
    [0, 1].map((at) =>
      line(
        'E',
        at,
        'reflector.go:138] k8s.io/client-go/informers/factory.go:134: Failed to watch *v1.Node: x509: certificate signed by unknown authority',
      ),
    ),
  );
  expect(found.length).toBeGreaterThan(0);
  expect(found.map(({ verdict }) => verdict)).not.toContain('harmless');
});

test('words that hold markers of a template stay as they are', () => {
  const hostile = [0, 20, 40, 60].map((at) =>
    line('E', at, `kubelet.go:1] "Failed to {title|x} \${it}" err="{b|c} (d)" pod="shop/web-1"`),
  );
  const [found] = findingsOf(hostile);
  expect(found?.title).toBe('“Failed to {title|x} ${it}”: {b|c} (d)');
});

test.each(plantedSecrets)(
  'what is quoted of an error is starred before it is cut: $text',
  (form) => {
    const err = JSON.stringify(`could not do it: ${form.text}`);
    const findings = findingsOf([
      line('E', 0, `kubelet.go:2100] "Failed to polish the pod" err=${err}`),
      line('E', 5, `Could not polish it: ${form.text}`),
    ]);
    const told = findings.map(({ title, explanation }) => `${title}\n${explanation}`).join('\n');
    expect(told.replaceAll('\\', '')).not.toContain(form.secret.replaceAll('\\', ''));
  },
);

test('of several errors of one chain a cut tells the one that says most, of two moments both', () => {
  const first = line('E', 0, 'volume.go:1] "Failed to mount the reel" err="x509: no such reel"');
  const near = line('W', 0, 'volume.go:2] "Failed to start the loom" err="no thread"');
  const later = line('E', 9, 'volume.go:3] "Failed to load the spindle" err="it is bent"');
  const loud = findingsOf([first, near, later]).filter(({ severity }) => severity !== 'info');
  expect(loud.map(({ id }) => id)).toEqual(['mount-the-reel-fails', 'load-the-spindle-fails']);
});

test('a hint of the line is told as its own', () => {
  const [found] = findingsOf([
    line('E', 0, 'x.go:1] "Setting the reel failed (Hint: oil it first)" err="it is stuck"'),
  ]);
  expect(found?.explanation).toContain('Its own hint: “oil it first”.');
});

test('who speaks last is named only where the program can be asked by who writes', () => {
  const [found] = findingsOf([
    'time="2026-05-12T10:00:00Z" level=error msg="Failed to wind: error opening file /run/reel: no such file or directory: exit status 1"',
  ]);
  expect(found?.explanation).not.toContain('cAdvisor');
});

test('the last words of a program stand with the end of its unit', () => {
  const [found] = findingsOf([
    'May 12 10:00:00 node-7 containerd[911]: containerd: invalid reel "spindle"',
    'May 12 10:00:00 node-7 systemd[1]: containerd.service: Main process exited, code=exited, status=1/FAILURE',
    "May 12 10:00:00 node-7 systemd[1]: containerd.service: Failed with result 'exit-code'.",
  ]);
  expect(found).toMatchObject({ id: 'unit-exits', count: 1 });
  expect(found?.explanation).toContain('Its last error before that: “containerd: invalid reel');
});

describe('what fails is told with its object and by who says it', () => {
  test.each([
    [
      'pairs of the line name its object',
      line('E', 0, 'reel.go:2] "Failed to set the reel" err="it is stuck" reel="oak/7"'),
      '“Failed to set the reel” (reel oak/7): it is stuck',
    ],
    [
      'words of a printf line stand with their values',
      line('E', 0, 'reel.go:2] error retrieving reel oak/7: it is stuck'),
      '“error retrieving reel oak/7”: it is stuck',
    ],
    [
      'a package before a colon is who speaks, no operation',
      '2026-05-12 10:00:00.000000 E | etcdserver: cannot wind reel oak/7: it is stuck',
      'etcdserver: “cannot wind reel oak/7”: it is stuck',
    ],
  ])('%s', (_, text, title) => {
    expect(findingsOf([text])[0]?.title).toBe(title);
  });

  test('kube-proxy says what kube-proxy says', () => {
    const [found] = findingsOf([
      line('E', 0, 'proxier.go:1424] "Failed to execute iptables-restore" err="exit status 2"'),
    ]);
    expect(found).toMatchObject({ id: 'execute-iptables-restore-fails', severity: 'medium' });
    expect(found?.explanation).toContain('kube-proxy says');
    expect(found?.checks.map(({ command }) => command).join()).not.toContain('kubelet');
  });

  test('a component that k0s starts is not the kubelet’s word', () => {
    const [found] = findingsOf([
      'time="2026-05-12 10:00:00" level=error msg="failed to start component *worker.Kubelet: exec: no such file"',
    ]);
    expect(found?.severity).toBe('low');
    expect(found?.explanation).not.toContain('The kubelet says');
  });

  test('words that any client says are the kubelet’s only where a line shows it', () => {
    const wait = (second: number): string =>
      line(
        'I',
        second,
        'request.go:668] Waited for 11.2s due to client-side throttling, not priority and fairness, request: GET:https://192.0.2.1:6443/apis/x',
      );
    expect(findingsOf([wait(0), wait(5)])[0]?.title).toMatch(/^The program throttles/);
    const ofKubelet = line('I', 1, 'kubelet.go:2400] "SyncLoop (housekeeping)"');
    expect(findingsOf([wait(0), ofKubelet, wait(5)])[0]?.title).toMatch(/^The kubelet throttles/);
  });
});

describe('a line and its copy', () => {
  const polish = (second: number): string =>
    line('E', second, 'kubelet.go:2100] "Failed to polish" err="no polish"');

  test('within a second are one', () => {
    expect(findingsOf([polish(0), polish(0)])).toMatchObject([{ count: 1, repeats: '' }]);
    expect(findingsOf([polish(0), polish(5)])).toMatchObject([{ count: 2 }]);
  });

  test('are a storm where there are more', () => {
    expect(findingsOf([polish(0), polish(0), polish(0)])).toMatchObject([{ count: 3 }]);
  });
});

test('what a program prints before it logs is its last word', () => {
  const [found] = findingsOf([
    'May 12 10:00:00 node-7 containerd[911]: containerd: failed to load TOML from /etc/reel.toml: no such key',
  ]);
  expect(found).toMatchObject({ severity: 'medium', verdict: 'fault' });
  expect(found?.title).toBe('containerd: “failed to load TOML from /etc/reel.toml”: no such key');
});

test('a line that says by which other way it went on is none', () => {
  const [found] = findingsOf([
    'May 12 10:00:00 node-7 kernel: reel 0000:01:00.0: failed to allocate 64 MiB buffer, falling back to 32 MiB',
  ]);
  expect(found).toMatchObject({ severity: 'info', verdict: 'harmless' });
});

describe('whether it lasts', () => {
  const untold = 'ends before it shows whether that lasts';
  const logrus = (level: string, second: number, text: string): string =>
    `time="2026-05-12T10:00:${String(second).padStart(2, '0')}Z" level=${level} msg="${text}"`;

  test('is told by the fatal line that follows', () => {
    const [found, ...others] = findingsOf([
      logrus('error', 0, 'Failed to find reel, you may need oil'),
      logrus('fatal', 1, 'failed to find reel, you may need oil'),
    ]);
    expect(others.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(found?.explanation).toContain('the program ends with it');
    expect(found?.explanation).not.toContain(untold);
  });

  test('is told by the same error with other numbers', () => {
    const map = (second: number, id: number): string =>
      line('E', second, `reel.go:2] ID: ${id} failed to map reel ${id}: spindle ${id} is stuck`);
    const [found] = findingsOf([map(0, 17), map(40, 21)]);
    expect(found).toMatchObject({ severity: 'low', verdict: 'fault' });
    expect(found?.explanation).not.toContain(untold);
    expect(findingsOf([map(0, 17)])[0]?.explanation).toContain(untold);
  });

  test('is told by what works on the same object', () => {
    const [found] = findingsOf([
      logrus('error', 0, 'failed to start reel-7'),
      logrus('info', 9, 'StopReel for reel-7 returns successfully'),
    ]);
    expect(found?.explanation).not.toContain(untold);
  });
});

describe('a program of which nothing is known', () => {
  const own = (text: string): string => `2026/05/12 10:00:00 ${text}`;

  test('has failed where it names the error that it got', () => {
    const [found] = findingsOf([own('Failed to open reel 7: permission denied')]);
    expect(found?.severity).toBe('low');
    expect(found?.title).toContain('reel 7');
  });

  test.each([
    'Error pages are served by reel 7',
    'reel 7: 0 errors, exit code 0',
    'Failed reels: none',
  ])('has not where it does not: %s', (text) => {
    expect(findingsOf([own(text)])).toEqual([]);
  });
});

test('an error ends where its line does', () => {
  const [found] = findingsOf([
    'May 12 10:00:00 node-7 kubelet[1234]: E0512 10:00:00.000000    1234 reel.go:2] Failed to create reel: it is stuck',
    'May 12 10:00:00 node-7 kubelet[1234]: Reels are managed by the loom',
  ]);
  expect(found?.explanation).toMatch(/Root error: Failed to create reel: it is stuck$/);
});

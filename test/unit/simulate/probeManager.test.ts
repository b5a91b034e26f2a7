// Results of probes as the kubelet holds them, moment by moment.
import { expect, test } from 'vitest';
import { mapValues } from '../../../src/base/persistentMap.ts';
import { SECOND } from '../../../src/base/time.ts';
import type { KubeletJournal } from '../../../src/simulate/journal/kubeletJournal.ts';
import { parseScenario } from '../../../src/simulate/parse.ts';
import { simulate } from '../../../src/simulate/simulate.ts';

interface Run {
  readonly journal: KubeletJournal;
  readonly lines: readonly string[];
  /** What is held so many seconds after the first moment. */
  at(seconds: number): readonly string[];
}

function run(kubelet: number, file: object): Run {
  const parsed = parseScenario(JSON.stringify({ title: 'A test.', ...file }));
  if (!parsed.ok) throw new Error(parsed.error);
  let journal: KubeletJournal | undefined;
  const lines: string[] = [];
  simulate(parsed.value, {
    kubelet,
    verbosity: 4,
    onLine: (line) => lines.push(line),
    onKubeletJournal: (one) => (journal ??= one),
  });
  if (journal === undefined) throw new Error('There is no journal.');
  const told = journal;
  const { probes } = told.parts;
  const begin = journal.processAt(0)?.since ?? 0;
  const at = (seconds: number): readonly string[] => {
    let step = 0;
    while (step + 1 < told.length && told.timeOf(step + 1) <= begin + seconds * SECOND) step += 1;
    return mapValues(probes.stateBy(step)).map(({ probe, result }) => `${probe} ${result}`);
  };
  return { journal, lines, at };
}

/** When the status of the only pod was set for the last time, in seconds after the first moment. */
function lastStatusOf({ journal }: Run): number {
  const { status } = journal.parts;
  const rows = Array.from({ length: status.length }, (_, place) => status.at(place));
  const last = rows.findLast((row) => row?.event.kind === 'set');
  if (last === undefined) throw new Error('There is no status.');
  return (last.at - (journal.processAt(0)?.since ?? 0)) / SECOND;
}

const bothProbes = { livenessFailsAfter: '1h', readinessFailsAfter: '1h' };

test.each([9, 18, 21])(
  'up to 1.21 the probes of a deleted pod end with the housekeeping after its containers (1.%i)',
  (minor) => {
    const deleted = run(minor, {
      lasts: '3m',
      runtime: 'docker',
      pods: [
        {
          name: 'web',
          gracePeriod: '5s',
          containers: [{ name: 'app', stopTakes: '2s', ...bothProbes }],
        },
      ],
      actions: [
        { at: '1s', do: 'create', pod: 'web' },
        { at: '31s', do: 'delete', pod: 'web' },
        { at: '32s', do: 'kill-apiserver', for: '60s' },
      ],
    });
    expect(deleted.at(35)).toHaveLength(2);
    expect(deleted.at(40)).toEqual([]);
  },
);

test.each([9, 18, 21])('and those of a pod that has succeeded (1.%i)', (minor) => {
  const job = run(minor, {
    lasts: '40s',
    runtime: 'docker',
    pods: [
      {
        name: 'job',
        restartPolicy: 'Never',
        containers: [{ name: 'app', run: 'exit', after: '12s', exitCode: 0, ...bothProbes }],
      },
    ],
    actions: [{ at: '1s', do: 'create', pod: 'job' }],
  });
  const over = lastStatusOf(job);
  expect(job.at(over - 0.1)).toHaveLength(2);
  expect(job.at(over + 2.1)).toEqual([]);
});

const hangingDel = {
  lasts: '4m',
  pods: [{ name: 'web', gracePeriod: '2s', containers: [{ name: 'app', ...bothProbes }] }],
  faults: [{ name: 'del', kind: 'cni', command: 'DEL', behaviour: 'hang' }],
  actions: [
    { at: '1s', do: 'create', pod: 'web' },
    { at: '20s', do: 'fault', fault: 'del', on: true },
    { at: '31s', do: 'delete', pod: 'web' },
  ],
};

test.each([18, 22, 36])(
  'a probe of a container that has ended is refused, and so it fails (1.%i)',
  (minor) => {
    const hangs = run(minor, { runtime: minor < 24 ? 'docker' : 'containerd', ...hangingDel });
    expect(hangs.at(50)).toContain('readiness Success');
    expect(hangs.at(66)).toContain('readiness Failure');
    const failed = hangs.lines.filter((line) => /Readiness.*(?:refused)/.test(line));
    expect(failed.length).toBeGreaterThan(2);
    const url =
      minor < 19 ? 'Get http://10.' : minor < 21 ? 'Get "http://10.' : 'Get \\"http://10.';
    expect(failed[0]).toContain(url);
  },
);

test.each([
  [34, ['readiness Failure', 'liveness Success']],
  [35, []],
  [36, []],
] as const)(
  'a container that ran before a restart has no initial results from 1.35 on (1.%i)',
  (minor, first) => {
    const restarted = run(minor, {
      lasts: '80s',
      pods: [
        {
          name: 'web',
          containers: [{ name: 'app', livenessFailsAfter: '25s', readinessFailsAfter: '1s' }],
        },
      ],
      actions: [
        { at: '1s', do: 'create', pod: 'web' },
        { at: '31s', do: 'restart-kubelet', downFor: '3s' },
      ],
    });
    expect(restarted.at(45)).toEqual(first);
    // Three failures in a row are a result.
    expect(restarted.at(58.5)).toContain('readiness Failure');
  },
);

test.each([
  [34, true],
  [35, false],
])('of a container that has done its work (1.%i)', (minor, stays) => {
  const done = run(minor, {
    lasts: '60s',
    pods: [
      {
        name: 'pair',
        restartPolicy: 'OnFailure',
        containers: [
          { name: 'app', run: 'exit', after: '25s', exitCode: 0, readinessFailsAfter: '1h' },
          { name: 'beside' },
        ],
      },
    ],
    actions: [{ at: '1s', do: 'create', pod: 'pair' }],
  });
  expect(done.at(15)).toEqual(['readiness Success']);
  expect(done.at(50)).toEqual(stays ? ['readiness Failure'] : []);
});

const readyAlone = {
  lasts: '40s',
  pods: [{ name: 'web', containers: [{ name: 'app', readinessFailsAfter: '1h' }] }],
  actions: [{ at: '1s', do: 'create', pod: 'web' }],
};

test.each([20, 21, 22, 36])(
  'from 1.21 on a sync whose container is not ready yet lets its readiness be probed at once (1.%i)',
  (minor) => {
    const alone = run(minor, { runtime: 'containerd', ...readyAlone });
    // The first sync with the container lets it be probed by the status of before, which does not have it.
    expect(alone.at(5.9)).toEqual([]);
    expect(alone.at(6.1)).toEqual(minor < 21 ? [] : ['readiness Success']);
    expect(alone.at(20)).toEqual(['readiness Success']);
  },
);

/** When the readiness of the only container failed, in whole seconds after the first moment. */
function failuresOf({ lines }: Run): readonly number[] {
  const failed = lines.filter((line) => line.includes('Readiness') && line.includes('statuscode'));
  return failed.map((line) => Number(/ \d\d:\d\d:(\d\d)\./.exec(line)?.[1]));
}

const neverReady = {
  ...readyAlone,
  pods: [{ name: 'web', containers: [{ name: 'app', readinessFailsAfter: '0s' }] }],
};

test.each([
  [20, [14, 24, 34]],
  [21, [6, 14, 24, 34]],
  [22, [6, 7, 14, 24, 34]],
  [31, [6, 7, 14, 24, 34]],
  [32, [6, 7, 17, 27, 37]],
  [36, [6, 7, 17, 27, 37]],
])(
  'from 1.22 on each sync does while the result is a failure; from 1.32 on the next turn is a period after it (1.%i)',
  (minor, seconds) => {
    const never = run(minor, { runtime: 'containerd', ...neverReady });
    expect(failuresOf(never)).toEqual(seconds);
    const told = never.lines.filter((line) => line.includes(' Probe by manual run'));
    expect(told.length > 0).toBe(minor >= 32);
  },
);

test.each([
  [9, 20],
  [10, 20],
  [11, 30],
  [20, 30],
])(
  'up to 1.10 the failure for which a container is killed counts against the next one (1.%i)',
  (minor, between) => {
    const never = run(minor, {
      ...{ lasts: '80s', runtime: 'docker', actions: [{ at: '1s', do: 'create', pod: 'web' }] },
      pods: [
        {
          name: 'web',
          gracePeriod: '2s',
          containers: [{ name: 'app', livenessFailsAfter: '1ms' }],
        },
      ],
    });
    const kills = never.lines.filter((line) => /with (?:a )?2 second grace period$/.test(line));
    const [first = 0, second = 0] = kills.map(
      (line) => Number(line.slice(9, 11)) * 60 + Number(line.slice(12, 14)),
    );
    expect(second - first).toBe(between);
  },
);

test.each([
  [16, true],
  [18, false],
  [21, false],
])(
  'from 1.18 on the liveness of a pod that was deleted while the kubelet was down is not probed (1.%i)',
  (minor, probes) => {
    const deleted = run(minor, {
      ...{ lasts: '70s', runtime: 'docker' },
      pods: [
        {
          name: 'web',
          gracePeriod: '60s',
          containers: [{ name: 'app', run: 'ignore-term', livenessFailsAfter: '1h' }],
        },
      ],
      actions: [
        { at: '1s', do: 'create', pod: 'web' },
        { at: '20s', do: 'restart-kubelet', downFor: '4s' },
        { at: '22s', do: 'delete', pod: 'web' },
      ],
    });
    expect(deleted.at(50)).toEqual(probes ? ['liveness Success'] : []);
  },
);

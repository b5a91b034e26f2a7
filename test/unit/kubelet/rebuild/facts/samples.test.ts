import { describe, expect, test } from 'vitest';
import { sampleLine } from '../../../../../src/base/sample.ts';
import { micros, parseRfc3339 } from '../../../../../src/base/time.ts';
import type { History } from '../../../../../src/kubelet/rebuild/history.ts';
import { rebuild } from '../../../../../src/kubelet/rebuild/rebuild.ts';
import { workersJsonl } from '../../../../../src/kubelet/rebuild/workersJsonl.ts';
import { labCaptureNames, readCapture, tapeOf } from '../../../../support/captures.ts';
import { labSamples, tapeWithSamples } from '../../../../support/labSamples.ts';
import { coverage, nameable, precision, scoreWorkers } from '../../../../support/scoreWorkers.ts';

const encoder = new TextEncoder();
const half = (log: string): Uint8Array => {
  const lines = log.split('\n');
  return encoder.encode(lines.slice(Math.floor(lines.length / 2)).join('\n'));
};

describe.each(labCaptureNames())('%s with what its kubelet was asked', (name) => {
  const { log, truths } = readCapture(name);
  const text = new TextDecoder().decode(log);
  const samples = labSamples(name);
  const told = truths.map((truth) => nameable(truth, text + samples.join('\n')));
  const score = (history: History): ReturnType<typeof scoreWorkers> =>
    scoreWorkers([...workersJsonl(history)].join('\n'), told);

  test('the log and the samples agree, and every sample is understood', () => {
    const history = rebuild(tapeWithSamples(log, samples));
    expect(history.disagreements).toEqual([]);
    expect(history.understood.unmatched).toBe(rebuild(tapeOf(log)).understood.unmatched);
    for (const field of ['present', 'state'] as const) {
      const tally = score(history).fields.get(field);
      expect(precision(tally)).toBeGreaterThanOrEqual(0.98);
      expect(coverage(tally)).toBeGreaterThanOrEqual(0.98);
    }
  });

  test('of a log that begins late they tell more than the log alone, and nothing wrong', () => {
    const late = half(text);
    const alone = score(rebuild(tapeOf(late))).fields;
    const both = score(rebuild(tapeWithSamples(late, samples))).fields;
    expect(precision(both.get('state'))).toBeGreaterThanOrEqual(0.995);
    expect(precision(both.get('present'))).toBeGreaterThanOrEqual(precision(alone.get('present')));
  });
});

const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';
const container = 'bc22a4e349b70936417df836e11ebf190f8134c79ffd4b7287638a17eaa820ca';
const log = [
  '10:00:00.000000       7 server.go:529] "Kubelet version" kubeletVersion="v1.34.2"',
  '10:00:00.500000       7 kubelet.go:2428] "Starting kubelet main sync loop"',
  '10:00:10.000000       7 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web"]',
  `10:00:11.000000       7 kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"${uid}","Type":"ContainerStarted","Data":"${container}"}`,
  '10:05:00.000000       7 kubelet.go:2515] "SyncLoop ADD" source="file" pods=[]',
];
const web = {
  uid,
  namespace: 'default',
  name: 'web',
  source: 'api',
  phase: 'Running',
  containers: [{ name: 'app', id: `containerd://${container}`, state: 'running' }],
};

function asked(clock: string, of: string, body: Readonly<Record<string, unknown>>): string {
  return sampleLine({ at: parseRfc3339(`2026-11-21T${clock}Z`) ?? micros(NaN), of, body });
}

function historyOf(lines: readonly string[], samples: readonly string[]): History {
  const text = lines.map((line) => `I1121 ${line}\n`).join('');
  return rebuild(tapeWithSamples(encoder.encode(text), samples));
}

function texts({ disagreements }: History): readonly string[] {
  return disagreements.map(({ podKey, text }) => `${podKey === uid ? 'web: ' : ''}${text}`);
}

describe('a sample and the log', () => {
  const lists = (clock: string, pods: readonly unknown[]): string =>
    asked(clock, '/pods', { pods });

  test('agree', () => {
    expect(texts(historyOf(log, [lists('10:01:00', [web])]))).toEqual([]);
  });

  test('name the container together', () => {
    const [pod] = historyOf(log, [lists('10:01:00', [web])]).pods;
    expect(pod?.containers.map(({ name }) => name.value)).toEqual(['app']);
  });

  test('disagree about a pod that is not listed, once', () => {
    const samples = [lists('10:01:00', []), lists('10:01:10', []), lists('10:01:20', [web])];
    const history = historyOf(log, samples);
    expect(texts(history)).toEqual(['web: /pods does not list it; by the log it is to run']);
    expect(history.pods[0]?.events.filter(({ kind }) => kind === 'disagreement')).toHaveLength(1);
  });

  test('may differ while something changes', () => {
    expect(texts(historyOf(log, [lists('10:00:12', [])]))).toEqual([]);
  });

  test('disagree about what runs and what is forgotten', () => {
    const gone = [
      ...log.slice(0, 4),
      '10:01:00.000000       7 kubelet.go:2515] "SyncLoop DELETE" source="api" pods=["default/web"]',
      '10:01:01.000000       7 util.go:48] "No ready sandbox for pod can be found. Need to start a new one" pod="default/web"',
      '10:01:02.000000       7 util.go:48] "No ready sandbox for pod can be found. Need to start a new one" pod="default/web"',
      '10:01:02.020000       7 kubelet.go:2515] "SyncLoop DELETE" source="api" pods=["default/web"]',
      '10:01:02.021000       7 kubelet.go:2515] "SyncLoop REMOVE" source="api" pods=["default/web"]',
      ...log.slice(4),
    ];
    const samples = [
      asked('10:02:00', '/runningpods/', { pods: [{ ...web, containers: [] }] }),
      lists('10:02:01', [web]),
      asked('10:02:02', '/metrics', {
        metrics: { 'kubelet_working_pods{config="desired",lifecycle="sync",static=""}': 1 },
      }),
    ];
    expect(texts(historyOf(gone, samples))).toEqual([
      'web: /runningpods/ lists it; by the log all its containers are stopped',
      'web: /pods lists it; by the log its worker is forgotten',
      'kubelet_working_pods counts 1 sync; by the log there are 0',
    ]);
  });

  test('without a log samples tell of pods, their states and PLEG', () => {
    const history = historyOf(
      [],
      [
        asked('10:01:00', '/metrics', { metrics: { kubelet_pleg_last_seen_seconds: 1795255259 } }),
        lists('10:01:01', [web]),
        lists('10:01:31', [{ ...web, deleted: true }]),
      ],
    );
    const [pod] = history.pods;
    const at = (clock: string) => ({
      time: parseRfc3339(`2026-11-21T${clock}Z`) ?? micros(NaN),
      position: Infinity,
      hindsight: 'now' as const,
    });
    expect(pod?.configSource.value).toBe('api');
    expect(pod?.worker.state.at(at('10:01:20')).value).toBe('sync');
    expect(pod?.worker.state.at(at('10:01:40')).value).toBe('terminating');
    expect(pod?.containers[0]?.state.at(at('10:01:20')).value).toBe('running');
    expect(history.pleg.healthy.at(at('10:01:00')).value).toBe(true);
  });

  test('probes are counted for their pod, and what fails anew stands in its story', () => {
    const probe = (clock: string, failed: number): string => {
      const counts = { successful: 4, failed, unknown: 0 };
      const of = { uid, namespace: 'default', name: 'web', container: 'app', probe: 'Liveness' };
      return asked(clock, '/metrics/probes', { probes: [{ ...of, ...counts }] });
    };
    const samples = [probe('10:01:00', 9), probe('10:01:20', 9), probe('10:01:40', 12)];
    const [pod] = historyOf(log, samples).pods;
    const [liveness] = pod?.probes ?? [];
    expect(liveness?.counts.changes.map(({ value }) => value.value?.failures)).toEqual([0, 3]);
    expect(
      pod?.events.filter(({ kind }) => kind === 'sample.probe').map(({ text }) => text),
    ).toEqual(['Liveness probe of app failed 3 times since the sample before']);
  });

  test('tell how full the node is, and what kind of kubelet it is that began before the log', () => {
    const stats = { memory: { available: 5, used: 7 } };
    const history = historyOf(log.slice(2), [
      asked('10:01:00', '/stats/summary', { stats }),
      asked('10:01:01', '/statusz', { status: { version: '1.30.2' } }),
      asked('10:01:02', '/configz', { config: { verbosity: 3 } }),
    ]);
    expect(history.stats.changes[0]?.value.value?.memory).toEqual(stats.memory);
    expect(history.runs[0]?.version).toMatchObject({ value: 'v1.30.2', known: 'seen' });
    expect(history.runs[0]?.verbosity).toMatchObject({ value: 3, known: 'inferred' });
  });

  test('hostile samples throw nothing', () => {
    const bad = ['{"ts":1795255260000,"msg":"Sample of /pods","v":0,"pods":[null,7,{"uid":[]}]}'];
    for (const body of [
      { pods: { a: 1 } },
      { metrics: 7 },
      { metrics: { 'kubelet_working_pods{lifecycle="sync"}': 'x' } },
    ])
      bad.push(asked('10:01:00', '/pods', body), asked('10:01:00', '/metrics', body));
    for (const body of [{ probes: [null, { uid: 7, failed: 'x' }] }, { probes: 7 }])
      bad.push(asked('10:01:00', '/metrics/probes', body));
    for (const body of [
      { stats: 7 },
      { stats: { memory: [1] } },
      { stats: { disk: { available: -1 } } },
    ])
      bad.push(asked('10:01:00', '/stats/summary', body));
    bad.push(asked('10:01:00', '/statusz', { status: { version: [] } }));
    expect(historyOf(log, bad).pods.length).toBeGreaterThan(0);
  });
});

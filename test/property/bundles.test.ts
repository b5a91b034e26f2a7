// A kubelet's log is judged in a bundle as it is alone: what stands around it, other programs' sections of other times, changes no finding,
// no pod's story and no worker. `npm run test:bundles -- RUNS` takes captures and simulated logs, too; BUNDLE_SEED begins at a seed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastOf } from '../../src/base/extremes.ts';
import { micros } from '../../src/base/time.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import type { OpenedText } from '../../src/engine/host/sourceHost.ts';
import { readSections } from '../../src/engine/readSections.ts';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import { workersJsonl } from '../../src/kubelet/rebuild/workersJsonl.ts';
import { MemoryBytes } from '../../src/log/byteStore.ts';
import { beginsSections, sectionsOf } from '../../src/log/sections.ts';
import { Tape } from '../../src/replay/tape.ts';
import { captureNames, holdoutNames, labCaptureNames, readCapture } from '../support/captures.ts';
import { caseNames, readCase } from '../support/cases.ts';
import { ownScenarios, runScenario } from '../support/scenarios.ts';

const runs = Number(process.env['BUNDLE_RUNS'] ?? 20);
const modified = micros(Date.UTC(2026, 0, 1) * 1000);

const seed =
  process.env['BUNDLE_SEED'] === undefined ? undefined : Number(process.env['BUNDLE_SEED']);

const captures = [...captureNames(), ...labCaptureNames(), ...holdoutNames()];
const scenarios = ownScenarios();
const cases = caseNames().filter((name) => {
  const { log } = readCase(name);
  return !beginsSections(log) && isOfKubelet(new TextDecoder().decode(log));
});

/**
 * Lines with a clock of their own, of a kubelet: by rows of events with ages, tables of conditions and the kernel’s ring alone nothing tells
 * which section of a bundle goes on behind them.
 */
function isOfKubelet(log: string): boolean {
  const isStamped = /^.{0,45}\d\d:\d\d:\d\d/.test(log);
  return isStamped && /kubelet|^(?:[IWEFD]\d{4} |\{")/m.test(log);
}

/** A sample takes cases only; of all fixtures a third each are captures and simulated. */
const fixture = fc.oneof(
  fc.constantFrom(...cases),
  ...(process.env['BUNDLE_RUNS'] === undefined
    ? []
    : [fc.constantFrom(...captures), fc.constantFrom(...scenarios.keys())]),
);

function logOf(name: string): string {
  const scenario = scenarios.get(name);
  if (scenario !== undefined) return runScenario(scenario).lines.join('\n');
  const log = captures.includes(name) ? readCapture(name).log : readCase(name).log;
  return new TextDecoder().decode(log);
}

function reversed(log: string): string {
  return log.trimEnd().split('\n').reverse().join('\n');
}

/** Sections whose lines read like faults of a node, but are none of the kubelet's. */
const foreign: readonly ((year: number) => string)[] = [
  (year) =>
    `==> etcd [e2ce1af4bbd9] <==\n{"level":"warn","ts":"${String(year)}-03-30T16:21:09.711562Z","caller":"embed/a.go:188","msg":"rejected connection","error":"EOF"}\n`,
  () =>
    '==> kube-scheduler [1f3d] <==\nE0330 16:21:09.000001       1 run.go:74] "command failed" err="finished without leader elect"\nE0330 16:21:09.000002       1 reflector.go:138] Failed to watch *v1.Node: nodes is forbidden\n',
  () => '==> describe nodes <==\nName:   n1\n  hugepages-1Gi:      0\n  memory:  2Gi\n',
  () =>
    '==> coredns [5649] <==\n.:53\n[ERROR] plugin/errors: 2 x. HINFO: read udp: i/o timeout\n[WARNING] plugin/kubernetes: Kubernetes API connection failure: dial tcp 10.96.0.1:443: connect: connection refused\n',
  () =>
    '==> kube-proxy [1f3d] <==\nI0330 16:21:09.000001       1 server.go:655] Version: v1.22.3\nI0330 16:21:09.000002       1 proxier.go:610] "syncProxyRules took" elapsed="1m"\n',
  (year) =>
    `==> kube-apiserver [0b16] <==\n${String(year)}-03-30T18:21:09.000001+08:00 stderr F W0330 10:21:09.000001       1 reflector.go:458] storage/cacher.go:/pods: failed to list *core.Pod: EOF\n`,
  () =>
    '==> Last Start <==\nLog file created at: 2022/03/30 23:21:09\nRunning on machine: host\nI0330 23:21:09.000001   22052 start.go:304] selected driver: docker\nI0330 23:21:10.000001   22052 kubeadm.go:936] kubelet [Unit]\nWants=docker.socket\n',
  () =>
    '==> dmesg <==\n[Mar30 12:00] Out of memory: Killed process 1 (x)\n[  +0.000001] FS-Cache: O-key=[10]\n',
  (year) =>
    `==> Docker <==\nMar 30 13:20:52 m dockerd[9]: time="${String(year)}-03-30T13:20:52Z" level=error msg="Failed to get event" error="EOF"\n`,
];

/** Those of them whose programs have findings of their own. */
const ofTheNode: ReadonlySet<string> = new Set(['Docker', 'dmesg']);

async function* nothing(): AsyncGenerator<Uint8Array> {
  // It is read already.
}

/** What is told of a log: findings, stories, and workers at each of their changes, by times since the first of these. */
function toldOf(log: string): object {
  const bytes = new MemoryBytes(new TextEncoder().encode(log));
  const text: OpenedText = {
    name: 'logs.txt',
    path: undefined,
    modified,
    bytes,
    problem: undefined,
    chunks: nothing,
    dispose: () => undefined,
  };
  const sections = sectionsOf(bytes);
  const sources = readSections(text, sections, 0, { modified });
  const tape = new Tape(sources.map(({ onTape }) => onTape));
  const history = rebuild(tape);
  const events = history.pods.flatMap((pod) =>
    pod.events.map(({ at, text: said }) => ({ at, said: `${pod.namespace}/${pod.name} ${said}` })),
  );
  const begin = leastOf(events.map(({ at }) => at));
  const [, ...workers] = [...workersJsonl(history)].map(
    (line) => JSON.parse(line) as { readonly t: string; readonly workers: unknown },
  );
  return {
    findings: diagnose(history, tape)
      .filter(({ severity }) => severity !== 'info')
      .filter(({ evidence }) =>
        evidence.some(({ input }) => !ofTheNode.has(sections[input.source]?.title ?? '')),
      )
      .map(({ id, severity, pod }) => `${severity} ${id} ${String(pod)}`)
      .toSorted(),
    stories: events.map(({ at, said }) => `${String(at - begin)} ${said}`).toSorted(),
    workers: workers.map(({ t, workers: held }) =>
      JSON.stringify([Date.parse(t) - begin / 1000, held]),
    ),
  };
}

const around = fc.array(
  fc
    .tuple(fc.constantFrom(...foreign), fc.integer({ min: 2019, max: 2025 }))
    .map(([section, year]) => section(year)),
  { minLength: 1, maxLength: 3 },
);

describe('a log in a bundle', () => {
  it('tells what it tells alone', () => {
    fc.assert(
      fc.property(fixture, fc.boolean(), around, around, (name, isReversed, before, after) => {
        const log = logOf(name);
        const own = `==> kubelet <==\n${isReversed ? reversed(log) : log}\n`;
        expect(toldOf([...before, own, ...after].join(''))).toEqual(toldOf(own));
      }),
      { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
    );
  });
});

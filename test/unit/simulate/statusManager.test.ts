import { expect, test } from 'vitest';
import type { KubeletJournal } from '../../../src/simulate/journal/kubeletJournal.ts';
import { simulate } from '../../../src/simulate/simulate.ts';
import { ownScenarios, runScenario } from '../../support/scenarios.ts';

/** What the status manager does in the first seconds of a static pod, which is edited after 20 s: UIDs by the order in which they come. */
function statuses(kubelet: number): string[] {
  const uids: string[] = [];
  return log(kubelet)
    .filter((line) => line.includes(' status_manager.go:'))
    .filter((line) => !line.includes('Starting to sync'))
    .slice(0, 4)
    .map((line) =>
      line
        .replace(/^.*?\] /, '')
        .replaceAll(/[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}/g, (uid) => {
          if (!uids.includes(uid)) uids.push(uid);
          return `U${uids.indexOf(uid)}`;
        }),
    );
}

function log(kubelet: number): readonly string[] {
  const scenario = ownScenarios().get('static-pod-edits');
  if (scenario === undefined) throw new Error('no such scenario');
  return runScenario(scenario, { kubelet, verbosity: 5 }).lines;
}

const name = 'pod="default/proxy-node-a"';

test('1.9 asks by name and sends the status to the mirror pod, which the server does not have at first', () => {
  expect(statuses(9)).toEqual([
    'Pod "proxy-node-a" (U0) does not exist on the server',
    'Status for pod "proxy-node-a_default(U1)" updated successfully: (2, {Phase:Running})',
    'Pod "proxy-node-a" (U2) does not exist on the server',
    'Status for pod "proxy-node-a_default(U3)" updated successfully: (2, {Phase:Running})',
  ]);
});

test('1.23 lets the old pod’s status go when the mirror pod is the new one’s', () => {
  expect(statuses(23)).toEqual([
    `"Pod does not exist on the server" podUID=U0 ${name}`,
    `"Patch status for pod" ${name} patch="{\\"metadata\\":{\\"uid\\":\\"U1\\"}}"`,
    `"Status for pod updated successfully" ${name} statusVersion=2 status={"phase":"Running"}`,
    `"Pod was deleted and then recreated, skipping status update" ${name} oldPodUID=U0 podUID=U2`,
  ]);
});

test('1.36 passes over a static pod as long as it has no mirror pod', () => {
  const text = 'Static pod does not have a corresponding mirror pod; skipping';
  const lines = log(36);
  const skipped = lines.findIndex((line) => line.includes(text));
  const sent = lines.findIndex(
    (line, at) => at > skipped && line.includes('"Patch status for pod"'),
  );
  expect(skipped).toBeGreaterThan(0);
  expect(sent).toBeGreaterThan(skipped);
  expect(statuses(36)[0]).toBe(
    `"Patch status for pod" ${name} podUID="U0" patch="{\\"metadata\\":{\\"uid\\":\\"U1\\"}}"`,
  );
});

test.each([
  [16, /Status for pod ".*" is up-to-date/, 0],
  [18, /Status for pod ".*" is up-to-date: \(\d+\)/, 1],
  [23, /"Status for pod is up-to-date" pod="default\/\S+" statusVersion=\d+/, 1],
  [36, /"Status for pod is up-to-date" pod="default\/\S+" statusVersion=\d+/, 1],
])(
  '1.%i says of a status that the server has already what its version says',
  (kubelet, text, least) => {
    const scenario = ownScenarios().get('pods-come-and-go');
    if (scenario === undefined) throw new Error('no such scenario');
    const of = (verbosity: number): number =>
      runScenario(scenario, { kubelet, verbosity }).lines.filter((line) => text.test(line)).length;
    expect(of(2)).toBe(0);
    if (least === 0) expect(of(3)).toBe(0);
    else expect(of(3)).toBeGreaterThanOrEqual(least);
  },
);

test.each([9, 18, 21])('1.%i makes a status once more when a container has died', (kubelet) => {
  const scenario = ownScenarios().get('pods-come-and-go');
  if (scenario === undefined) throw new Error('no such scenario');
  const { lines } = runScenario(scenario, { kubelet, verbosity: 3 });
  const died = lines.findIndex(
    (line) =>
      /\(PLEG\)/.test(line) && /ContainerDied/.test(line) && !/pod does not exist/.test(line),
  );
  expect(died).toBeGreaterThan(0);
  expect(lines.slice(died + 1, died + 4).join('\n')).toMatch(/Generating (?:pod )?status/);
});

/** By pod: the versions that were set and those that the API server got, in their order. */
function versionsOf(
  scenarioName: string,
  kubelet: number,
): Map<string, Record<'set' | 'sent', number[]>> {
  const scenario = ownScenarios().get(scenarioName);
  if (scenario === undefined) throw new Error('no such scenario');
  let journal: KubeletJournal | undefined;
  simulate(scenario, {
    kubelet,
    verbosity: 3,
    onLine: () => undefined,
    onKubeletJournal: (one) => (journal ??= one),
  });
  if (journal === undefined) throw new Error('There is no journal.');
  const { status } = journal.parts;
  const pods = new Map<string, Record<'set' | 'sent', number[]>>();
  for (let place = 0; place < status.length; place += 1) {
    const event = status.at(place)?.event;
    if (event === undefined || event.kind === 'forget') continue;
    const pod = pods.get(event.uid) ?? { set: [], sent: [] };
    pods.set(event.uid, pod);
    pod[event.kind].push(event.version);
  }
  return pods;
}

test.each([
  ['pods-come-and-go', 9],
  ['pods-come-and-go', 21],
  ['liveness-kill', 9],
  ['crash-loop', 9],
  ['pods-come-and-go', 23],
])('up to 1.26 each version is sent, one after the other (%s, 1.%i)', (scenario, kubelet) => {
  const pods = versionsOf(scenario, kubelet);
  expect(pods.size).toBeGreaterThan(0);
  for (const { set, sent } of pods.values()) {
    // A pod that is to be deleted may be sent the same once more, when it can be.
    const news = sent.filter((version, place) => version !== sent[place - 1]);
    expect(news).toEqual(set.slice(0, news.length));
    expect(sent.length - news.length).toBeLessThanOrEqual(1);
  }
});

test.each([27, 34, 36])('from 1.27 on no version is sent twice (1.%i)', (kubelet) => {
  const pods = versionsOf('pods-come-and-go', kubelet);
  expect(pods.size).toBeGreaterThan(0);
  for (const { sent } of pods.values()) expect(sent).toEqual([...new Set(sent)]);
});

test.each([9, 21, 23, 34])('1.%i has each pod deleted once', (kubelet) => {
  const scenario = ownScenarios().get('pods-come-and-go');
  if (scenario === undefined) throw new Error('no such scenario');
  const pods = runScenario(scenario, { kubelet, verbosity: 3 })
    .lines.filter((line) => line.includes('fully terminated and removed from etcd'))
    .map((line) => /pod[ =]"([^"]+)"/i.exec(line)?.[1]);
  expect(pods.length).toBeGreaterThan(0);
  expect(pods).toEqual([...new Set(pods)]);
});

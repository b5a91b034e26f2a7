// When a sandbox that is not ready is one that was lost.
import { expect, test } from 'vitest';
import { container, pleg, print, sandbox, start } from '../../support/podLines.ts';
import { parseScenario } from '../../../src/simulate/parse.ts';
import { diagnoseText } from '../../support/cases.ts';
import { runScenario } from '../../support/scenarios.ts';

function idsOf(lines: readonly string[]): readonly string[] {
  const text = lines.map((line) => {
    const [clock = '', file = '', ...rest] = line.split(' ');
    return `${line.includes(' err="') ? 'E' : 'I'}1121 ${clock}       7 ${file}] ${rest.join(' ')}`;
  });
  return diagnoseText(`${text.join('\n')}\n`).findings.map(({ id }) => id);
}

const uid = 'c8430d4f783d10dddb246ebc11e640bb';
const file = (clock: string, op: string): string =>
  `${clock} kubelet.go:2515 "SyncLoop ${op}" source="file" pods=["default/web"]`;
const event = (clock: string, type: string, id: string): string => pleg(clock, type, id, uid);
const begun = [
  ...start,
  file('10:00:10.000000', 'ADD'),
  print('10:00:10.003000', 'No sandbox'),
  event('10:00:11.000000', 'ContainerStarted', sandbox),
  event('10:00:11.000100', 'ContainerStarted', container),
];
const end = '10:04:00.000000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]';

test('one that dies again and again under a pod that goes on was lost', () => {
  const lost = [20, 40, 59].flatMap((second) => [
    event(`10:00:${second}.000000`, 'ContainerDied', container),
    event(`10:00:${second}.000100`, 'ContainerDied', sandbox),
    print(`10:00:${second}.001000`),
    event(
      `10:00:${second}.900000`,
      'ContainerStarted',
      sandbox.replaceAll('9', String(second)[0] ?? ''),
    ),
    event(
      `10:00:${second}.900100`,
      'ContainerStarted',
      container.replaceAll('b', String(second)[0] ?? ''),
    ),
  ]);
  expect(idsOf([...begun, ...lost, end])).toContain('sandbox-changed-loop');
});

test('those of a static pod that ends each time its file is put back were not', () => {
  const back = [1, 2, 3].flatMap((minute) => [
    file(`10:0${minute}:00.000000`, 'REMOVE'),
    `10:0${minute}:02.511000 kubelet_volumes.go:163 "Cleaned up orphaned pod volumes dir" podUID="${uid}" path="/var/lib/kubelet/pods/${uid}/volumes"`,
    file(`10:0${minute}:20.000000`, 'ADD'),
    event(`10:0${minute}:20.000500`, 'ContainerDied', container),
    print(`10:0${minute}:20.012000`),
    print(`10:0${minute}:20.900000`),
    print(`10:0${minute}:20.960000`),
    print(`10:0${minute}:21.950000`),
  ]);
  const over = [
    event('10:00:20.000000', 'ContainerDied', container),
    print('10:00:21.100000'),
    event('10:00:22.000000', 'ContainerDied', sandbox),
    print('10:00:22.001000'),
  ];
  expect(idsOf([...begun, ...over, ...back, end])).not.toContain('sandbox-changed-loop');
});

test('those that never got a network were not', () => {
  const tries = [12, 26, 40].flatMap((second) => [
    `10:00:${second}.000000 pod_workers.go:1324 "Error syncing pod, skipping" err="failed to \\"CreatePodSandbox\\" for \\"web_default(${uid})\\" with CreatePodSandboxError: \\"failed to setup network for sandbox: plugin type=\\\\\\"calico\\\\\\" failed (add): no lease\\"" pod="default/web" podUID="${uid}"`,
    print(`10:00:${second + 10}.000000`),
  ]);
  const ids = idsOf([...start, file('10:00:10.000000', 'ADD'), ...tries, end]);
  expect(ids).toContain('cni-add-fails');
  expect(ids).not.toContain('sandbox-changed-loop');
});

test.each([9, 21, 36])('one that cannot be stopped was lost once (1.%i)', (kubelet) => {
  const scenario = parseScenario(stuck);
  if (!scenario.ok) throw new Error(scenario.error);
  const { lines } = runScenario(scenario.value, { kubelet, verbosity: 4 });
  expect(lines.filter((line) => line.includes('No ready sandbox')).length).toBeGreaterThan(5);
  const ids = diagnoseText(lines.join('\n')).findings.map(({ id }) => id);
  expect(ids).not.toContain('sandbox-changed-loop');
});

const stuck = `
title: Two sandboxes die, and the network of neither can be taken down.
runtime: docker
lasts: 2m
pods: [{ name: err, gracePeriod: 2s }, { name: web, gracePeriod: 2s }]
faults: [{ name: refused, kind: cni, command: DEL, behaviour: error }]
actions:
  - { at: 1s, do: create, pod: err }
  - { at: 1s, do: create, pod: web }
  - { at: 10s, do: fault, fault: refused, on: true }
  - { at: 20s, do: kill-sandbox, pod: err }
  - { at: 25s, do: kill-sandbox, pod: web }`;

// A runtime that does not stop what it was asked to stop, of which no line tells.
import { expect, test } from 'vitest';
import { formatTimeOfDay, type Micros } from '../../../src/base/time.ts';
import { diagnoseText } from '../../support/cases.ts';
import { readCapture } from '../../support/captures.ts';
import { runScenario } from '../../support/scenarios.ts';
import { parseScenario } from '../../../src/simulate/parse.ts';

const clock = (time: Micros | undefined): string | undefined =>
  time === undefined ? undefined : formatTimeOfDay(time).slice(0, 12);

/** A capture as far as the time of day that its lines say. */
function until(capture: string, time: string): string {
  const lines = new TextDecoder().decode(readCapture(capture).log).split('\n');
  const end = lines.findIndex((line) => (/^[IWEF]\d{4} ([\d:.]+)/.exec(line)?.[1] ?? '') > time);
  return lines.slice(0, end).join('\n');
}

function loud(text: string) {
  return diagnoseText(text).findings.filter(({ severity }) => severity !== 'info');
}

test('a sandbox that has hung for a minute is a finding, with the pod, since when, and what comes next', () => {
  const [finding, ...others] = loud(until('cni-del-hang-v4', '11:12:57'));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    id: 'slow-sandbox-stop',
    severity: 'medium',
    pod: 'default/web-1',
    ended: undefined,
  });
  expect(clock(finding?.began)).toBe('11:11:56.737');
  expect(finding?.explanation).toMatch(
    /1 min later no line shows its end.*What comes then is StopPodSandbox/,
  );
  expect(loud(until('cni-del-hang-v4', '11:12:20'))).toEqual([]);
});

test('a log that prints no end of any pod proves no hang', () => {
  const quiet = until('cni-del-hang-v2', '11:12:57');
  expect(loud(`${quiet}\nI1121 11:12:57.000000     161 x.go:1] "Something else"`)).toEqual([]);
});

test('when a line tells of the time-out, it is that finding, from the begin of the call on', () => {
  const found = loud(new TextDecoder().decode(readCapture('cni-del-hang-v4').log));
  expect(found.map(({ id }) => id)).toEqual(['stop-sandbox-deadline']);
  expect(clock(found[0]?.began)).toBe('11:11:56.737');
  expect(clock(found[0]?.ended)).toBe('11:14:26.807');
});

test('a container that outlives its grace period by half a minute is a finding until it ends', () => {
  const uid = '617e9b80-43a3-486c-af36-0beeaf9a919b';
  const id = 'a'.repeat(64);
  const line = (second: number, text: string): string =>
    `I0314 08:0${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}.000000    2113 ${text}`;
  const pleg = (type: string): string =>
    `kubelet.go:2456] "SyncLoop (PLEG): event for pod" pod="apps/web-1" event={"ID":"${uid}","Type":"${type}","Data":"${id}"}`;
  const lines = (dies: number): string =>
    [
      line(0, 'kubelet.go:2401] "SyncLoop ADD" source="api" pods=["apps/web-1"]'),
      line(2, pleg('ContainerStarted')),
      line(20, 'kubelet.go:2417] "SyncLoop DELETE" source="api" pods=["apps/web-1"]'),
      line(
        20,
        `kuberuntime_container.go:808] "Killing container with a grace period" pod="apps/web-1" podUID="${uid}" containerName="main" containerID="containerd://${id}" gracePeriod=10`,
      ),
      line(dies, pleg('ContainerDied')),
      line(dies + 2, 'kubelet.go:2417] "SyncLoop DELETE" source="api" pods=["apps/web-1"]'),
      line(dies + 2, 'kubelet.go:2411] "SyncLoop REMOVE" source="api" pods=["apps/web-1"]'),
    ].join('\n');
  const [hung, ...others] = loud(lines(75));
  expect(others).toEqual([]);
  expect(hung?.id).toBe('slow-container-stop');
  expect(hung?.explanation).toContain('grace period of 10 s; 55 s later it was done');
  expect(loud(lines(31))).toEqual([]);
});

/** A pod whose container ends 3 s after it is asked to, and whose sandbox is not stopped for more than a minute. */
function hanging(minor: number, verbosity: number, ...actions: readonly string[]): string {
  const parsed = parseScenario(`
title: A DEL hangs.
kubelet: '1.${minor}'
verbosity: ${verbosity}
lasts: 4m
pods:
  - { name: proxy, source: file, gracePeriod: 5s, containers: [{ name: app, stopTakes: 3s }] }
  - { name: web, gracePeriod: 5s, containers: [{ name: app, stopTakes: 3s }] }
faults: [{ name: del, kind: cni, command: DEL, behaviour: hang }]
actions:
  - { at: 1s, do: create, pod: proxy }
  - { at: 2s, do: create, pod: web }
  - { at: 19s, do: fault, fault: del, on: true }
  - { at: 90s, do: fault, fault: del, on: false }
${actions.map((action) => `  - ${action}`).join('\n')}`);
  if (!parsed.ok) throw new Error(parsed.error);
  return runScenario(parsed.value).lines.join('\n');
}

const editing = '{ at: 20s, do: edit-static, pod: proxy }';
const slow = (text: string) => loud(text).filter(({ id }) => id.startsWith('slow-'));

test.each([23, 27, 34, 36])(
  'the death of a container of a pod that its source has no more is told by its kill alone (1.%i)',
  (minor) => {
    // From v=3 on “Container exited normally” tells it, so that what hangs is the sandbox.
    const [told, ...others] = slow(hanging(minor, 4, editing));
    expect(others).toEqual([]);
    expect(told).toMatchObject({ id: 'slow-sandbox-stop', pod: 'default/proxy-node-a' });
    expect(clock(told?.began)).toMatch(/^08:00:26/);
    expect(clock(told?.ended)).toMatch(/^08:01:3/);
    // Below it nobody knows which of the two hung.
    expect(slow(hanging(minor, 2, editing))).toEqual([]);
  },
);

test.each([23, 34])(
  'a container that had ended is not taken for alive because a new kubelet finds it dead (1.%i)',
  (minor) => {
    const restart = '{ at: 60s, do: restart-kubelet, downFor: 2s }';
    const ending = `{ at: 20s, do: delete, pod: web }`;
    for (const action of [editing, ending]) {
      const found = slow(hanging(minor, 4, action, restart));
      expect(found.map(({ id }) => id)).toEqual(['slow-sandbox-stop']);
      expect(found[0]?.explanation).toContain(
        's later the kubelet was started again, and no line had shown its end',
      );
    }
  },
);

test.each([18, 21, 23])(
  '1.%i: a plug-in that was called and has not answered is why',
  (kubelet) => {
    const scenario = parseScenario(`
title: A call of the plug-in never answers.
runtime: docker
lasts: 3m
pods: [{ name: web, gracePeriod: 2s }]
faults: [{ name: del, kind: cni, command: DEL, behaviour: hang }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 3s, do: fault, fault: del, on: true }
  - { at: 4s, do: delete, pod: web }`);
    if (!scenario.ok) throw new Error(scenario.error);
    const told = (verbosity: number, without = / $/) => {
      const { lines } = runScenario(scenario.value, { kubelet, verbosity });
      const text = lines.filter((line) => !without.test(line)).join('\n');
      const found = diagnoseText(`${text}\n`).findings;
      return found.find(({ id }) => id === 'stop-sandbox-deadline')?.explanation;
    };
    const unknown = 'Why, these lines do not tell.';
    const called = 'The CNI plug-in bridge had been called for it and had not answered.';
    expect(told(2)).toContain(unknown);
    expect(told(4)).toContain(called);
    expect(told(4)).not.toContain(unknown);
    // The loopback alone has an end.
    const loopback = told(4, /Deleting.*cluster-net/);
    expect(loopback).toContain(unknown);
    expect(loopback).not.toContain('CNI plug-in');
  },
);

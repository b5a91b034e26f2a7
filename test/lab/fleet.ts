// A fleet in a log store: simulated kubelets of many nodes. None of them gets the image of a pod; the CNI plug-in of one of them
// tears nothing down.
import assert from 'node:assert/strict';
import { parseScenario } from '../../src/simulate/parse.ts';
import type { Scenario } from '../../src/simulate/scenario.ts';
import { beginning, simulate } from '../../src/simulate/simulate.ts';

export interface StampedLine {
  /** Nanoseconds since 1970. */
  readonly stamp: string;
  readonly text: string;
}

export interface NodeLog {
  readonly node: string;
  readonly lines: readonly StampedLine[];
}

function scenarioOf(node: string, hasFault: boolean): Scenario {
  const parsed = parseScenario(`
title: A registry has lost an image
nodes: [${node}]
lasts: 5m
pods:
  - { name: web, count: 2, gracePeriod: 2s }
  - { name: new, containers: [{ name: app, image: 'registry.example/app:2' }] }
faults:
  - { name: del, kind: cni, command: DEL, behaviour: error }
  - { name: lost, kind: image, behaviour: missing, image: 'registry.example/app:2' }
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 60s, do: fault, fault: lost, on: true }
  - { at: 61s, do: create, pod: new }
  ${hasFault ? '- { at: 75s, do: fault, fault: del, on: true }' : ''}
  - { at: 80s, do: delete, pod: web, every: 5s }
`);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.error);
  return parsed.value;
}

/**
 * The logs of so many nodes, `node-001` and on, that begin at a time: a store takes what is young.
 * @param faulty the number of the one with the fault of its own
 */
export function fleetLogs(count: number, faulty: number, start: Date): readonly NodeLog[] {
  const later = BigInt(start.getTime()) * 1_000n - BigInt(beginning);
  return Array.from({ length: count }, (_, index) => {
    const node = `node-${String(index + 1).padStart(3, '0')}`;
    const lines: StampedLine[] = [];
    let last = 0n;
    simulate(scenarioOf(node, index + 1 === faulty), {
      seed: index + 1,
      onLine: (line) => {
        const at = microsOf(line);
        if (at !== undefined) last = at + later;
        const text = at === undefined ? line : `${line[0] ?? ''}${headOf(last)}${line.slice(21)}`;
        lines.push({ stamp: `${last}000`, text });
      },
    });
    return { node, lines };
  });
}

/** Of a klog line of the year in which simulations are. */
function microsOf(line: string): bigint | undefined {
  const m = /^[IWEF](\d\d)(\d\d) (\d\d:\d\d:\d\d)\.(\d{6})/.exec(line);
  if (m === null) return undefined;
  const [, month, day, time, fraction] = m;
  return BigInt(Date.parse(`2026-${month}-${day}T${time}Z`)) * 1_000n + BigInt(fraction ?? 0);
}

/** `1121 16:00:00.000000` */
function headOf(time: bigint): string {
  const text = new Date(Number(time / 1_000n)).toISOString();
  const fraction = String(time % 1_000_000n).padStart(6, '0');
  return `${text.slice(5, 7)}${text.slice(8, 10)} ${text.slice(11, 19)}.${fraction}`;
}

/** Pushes them into a Loki as an agent that reads the journal does, a stream for each node. How many lines it took. */
export async function pushToLoki(url: string, logs: readonly NodeLog[]): Promise<number> {
  let pushed = 0;
  for (const { node, lines } of logs) {
    const values = lines.map(({ stamp, text }) => [stamp, text]);
    const body = { streams: [{ stream: { unit: 'kubelet.service', node }, values }] };
    const answer = await fetch(`${url}/loki/api/v1/push`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 204, await answer.text());
    pushed += values.length;
  }
  return pushed;
}

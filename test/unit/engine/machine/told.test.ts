// What the log’s side of a simulated kubelet says at each of its lines, held against what that kubelet held.
import { expect, test } from 'vitest';
import { engineHere } from '../../../support/engine.ts';

/** A pod that had ended, and that the API server knows as ended, when the kubelet came back. */
const ended = `
title: A pod had ended before the kubelet was started again.
lasts: 70s
pods:
  - { name: web, gracePeriod: 2s }
  - name: job
    restartPolicy: Never
    containers: [{ name: app, run: exit, after: 5s }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 1s, do: create, pod: job }
  - { at: 30s, do: restart-kubelet, downFor: 5s }`;

async function opened(text: string, kubelet: number, verbosity: number) {
  const engine = await engineHere();
  const name = 'told';
  await engine.call('open', [{ sources: [{ kind: 'scenario', name, text, kubelet, verbosity }] }]);
  const { rows } = await engine.call('inputs', [{ start: 0, count: 10_000 }]);
  return { engine, rows };
}

test.each([22, 23, 24, 25, 26])(
  'in 1.%i a pod that had ended before the kubelet came back is finished at once',
  async (kubelet) => {
    const { engine, rows } = await opened(ended, kubelet, 4);
    const refused = rows.findLastIndex(({ text }) =>
      /requested to restart with same UID.*default\/job/.test(text),
    );
    expect(refused).toBeGreaterThan(0);
    await engine.call('seek', [{ kind: 'position', position: refused }]);
    const { rows: queues } = await engine.call('workerQueues', [{ start: 0, count: 9 }]);
    const job = queues.find(({ pod }) => pod === 'default/job');
    expect(job?.state.text).toBe('finished');
    expect(job?.active).toMatchObject({ text: 'nothing', known: 'seen' });
    const { differences } = await engine.call('machineAt', [{ position: refused }]);
    expect(differences.filter(({ why }) => why === 'wrong')).toEqual([]);
  },
);

// The debugger attached to a real kubelet: the real stack of a worker that hangs, and a stop at the line of a pod's ADD.
import assert from 'node:assert/strict';
import { hostOn } from '../../src/debug/stream.ts';
import { DapClient } from '../support/dapClient.ts';
import { engineHere } from '../support/engine.ts';

type Say = (text: string) => void;

/** A session on the lab's node, ended whatever comes. */
async function attached(
  kubeconfig: string,
  args: object,
  work: (client: DapClient) => Promise<void>,
): Promise<void> {
  const client = new DapClient(
    hostOn(async () => {
      const engine = await engineHere();
      return {
        client: engine,
        async stop() {
          await engine.call('close', []);
          await engine.call('disconnectCluster', []);
          engine.dispose();
        },
      };
    }),
  );
  try {
    await client.ask('initialize', { adapterID: 'kubelet' });
    await client.ask('attach', { context: 'lab', node: 'node-a', kubeconfig, ...args });
    await work(client);
  } finally {
    await client.ask('disconnect');
  }
}

async function threadOf(client: DapClient, pod: string): Promise<number> {
  const threads = await client.list('threads', {}, 'threads');
  const found = threads.find(({ name }) => String(name).startsWith(`${pod}: `));
  assert(found !== undefined, `no thread of ${pod} in ${JSON.stringify(threads)}`);
  return Number(found['id']);
}

/** A pod whose CNI DEL hangs has the frames that the kubelet itself shows. */
export async function stackIsReal(kubeconfig: string, pod: string, say: Say): Promise<void> {
  await attached(kubeconfig, {}, async (client) => {
    await client.move('configurationDone');
    let names: readonly string[] = [];
    const labelled = (name: string): boolean => name.startsWith('goroutine ');
    // A sample that comes after the stop was told makes clients read the stack again.
    for (let tries = 0; tries < 20 && !names.some(labelled); tries++) {
      if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 500));
      const frames = await client.frames(await threadOf(client, pod));
      names = frames.map(({ name }) => String(name));
    }
    const label = names.find(labelled) ?? '';
    assert.match(label, /^goroutine \d+ \[select, \d+ min\], seen at/, names.join('\n'));
    for (const wanted of ['(*Kubelet).SyncTerminatingPod', '(*podWorkers).podWorkerLoop'])
      assert(names.includes(wanted), names.join('\n'));
    say(`  ${label}: ${names.length} frames`);
  });
}

/** Who waits for a pod is stopped at the line of its ADD, with its worker among the threads. */
export async function stopsAtAdd(
  kubeconfig: string,
  pod: string,
  create: () => Promise<unknown>,
  say: Say,
): Promise<void> {
  await attached(kubeconfig, { stopOnEntry: false }, async (client) => {
    const condition = `pod=${pod}`;
    await client.ask('setFunctionBreakpoints', {
      breakpoints: [{ name: 'HandlePodAdditions', condition }],
    });
    const stopped = client.event('stopped');
    await client.ask('configurationDone');
    const created = create();
    const limit = new Promise<never>((_, reject) => {
      setTimeout(reject, 20_000, new Error('no stop within 20 s')).unref();
    });
    const { reason } = await Promise.race([stopped, limit]);
    assert.equal(reason, 'function breakpoint');
    const valueOf = async (expression: string): Promise<string> =>
      String((await client.ask('evaluate', { expression }))['result']);
    assert.equal(await valueOf('line'), 'SyncLoop ADD');
    const threadId = await threadOf(client, pod);
    assert.match(await valueOf('informers.pods'), /^watching, \d+ items/);
    const late = Date.now() - Date.parse(await valueOf('line.time'));
    say(`  stopped ${late} ms after the line was written`);
    assert(late < 10_000, `stopped ${late} ms after its line`);
    // What the worker then does is stepped through, as it comes.
    const state = `pod("${pod}").worker.state`;
    for (let steps = 0; steps < 5 && (await valueOf(state)) !== 'sync'; steps++)
      await client.stop('next', { threadId });
    assert.equal(await valueOf(state), 'sync');
    await created;
  });
}

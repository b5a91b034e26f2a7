// A small cluster for a workbench: an honest API server on the loopback, and behind its proxy a kubelet whose CNI DEL hangs, with
// the log and the goroutines that a real one had.
import fs from 'node:fs';
import path from 'node:path';
import {
  afterTheGoroutines,
  asOfNow,
  hangingDelGoroutines,
  hangingDelLog,
} from '../../support/hangingDel.ts';
import { FakeCluster, fakeNode, fakePod } from '../../support/fakeCluster.ts';
import { FakeKubelet } from '../../support/fakeKubelet.ts';

export interface LiveClusterForTests {
  readonly cluster: FakeCluster;
  readonly kubelet: FakeKubelet;
  readonly settings: Readonly<Record<string, unknown>>;
  /** A folder with the manifests of its pods. */
  readonly content: string;
  /** Lets the kubelet write so many more lines. */
  readonly write: (lines: number) => void;
}

/** As the log has them. */
const uids: Readonly<Record<string, string>> = {
  'web-1': 'b746a82d-20b6-46f1-b329-d2dd3dac6611',
  'web-2': 'ee2d17ea-fc32-4913-8aed-868004829472',
};

function pod(name: string): object {
  return fakePod(name, 'node-a', undefined, uids[name]);
}

/** `age`: how many seconds ago the last line was written that is there at first; by default all was in the past. */
export async function liveCluster(age?: number): Promise<LiveClusterForTests> {
  const kubelet = new FakeKubelet();
  const cluster = await FakeCluster.start(kubelet.answer);
  cluster.put('nodes', fakeNode('node-a'));
  cluster.put('nodes', fakeNode('node-b', 'False'));
  for (const name of ['web-1', 'web-2', 'queue-7f6d']) cluster.put('pods', pod(name));
  cluster.put('pods', fakePod('importer', 'node-b', 'CrashLoopBackOff'));
  // Up to where web-1 has been stopping for a while.
  const lines =
    age === undefined ? hangingDelLog : asOfNow(hangingDelLog, age, afterTheGoroutines - 1);
  let written = 0;
  const write = (count: number): void => {
    written += count;
    kubelet.files.set('kubelet.log', Buffer.from(`${lines.slice(0, written).join('\n')}\n`));
  };
  write(afterTheGoroutines);
  const list = (...names: readonly string[]): string => JSON.stringify({ items: names.map(pod) });
  kubelet.endpoints.set('pods', list('web-1', 'web-2', 'queue-7f6d'));
  kubelet.endpoints.set('runningpods/', list('web-1', 'web-2', 'leftover'));
  kubelet.endpoints.set('configz', '{"kubeletconfig":{"logging":{"verbosity":2}}}');
  kubelet.endpoints.set('stats/summary', JSON.stringify({ node: summary }));
  kubelet.endpoints.set('debug/pprof/goroutine', hangingDelGoroutines);
  const content = path.join(cluster.dir, 'manifests');
  fs.mkdirSync(content);
  fs.writeFileSync(path.join(content, 'pods.yaml'), manifests);
  return {
    cluster,
    kubelet,
    write,
    content,
    settings: { 'kubelet.kubeconfig': cluster.kubeconfig },
  };
}

const manifests = ['web-1', 'web-2', 'gone']
  .map(
    (name) =>
      `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\nspec:\n  containers:\n    - name: main\n`,
  )
  .join('---\n');

/** A node whose disk is nearly full. */
const summary = {
  memory: { availableBytes: 3.1 * 2 ** 30, workingSetBytes: 4.9 * 2 ** 30 },
  fs: { availableBytes: 5.5 * 2 ** 30, capacityBytes: 50 * 2 ** 30, inodes: 3e6, inodesFree: 2e6 },
  rlimit: { maxpid: 32_768, curproc: 312 },
};

// A kubelet behind an API server on the loopback, and a client of the debug adapter that attaches to it.
import { hostOn } from '../../src/debug/stream.ts';
import type { EngineClient } from '../../src/engine/client.ts';
import { DapClient } from './dapClient.ts';
import { engineHere } from './engine.ts';
import { FakeCluster, fakeNode } from './fakeCluster.ts';
import { FakeKubelet } from './fakeKubelet.ts';

export class AttachedKubelet {
  readonly kubelet: FakeKubelet;
  readonly cluster: FakeCluster;
  readonly lines: string[];
  private engine: EngineClient | undefined;
  readonly client = new DapClient(
    hostOn(async () => {
      const client = await engineHere();
      this.engine = client;
      return {
        client,
        stop: async () => {
          await client.call('close', []);
          await client.call('disconnectCluster', []);
          client.dispose();
        },
      };
    }),
  );

  private constructor(cluster: FakeCluster, kubelet: FakeKubelet, lines: readonly string[]) {
    this.cluster = cluster;
    this.kubelet = kubelet;
    this.lines = [...lines];
    this.write();
  }

  static async start(lines: readonly string[]): Promise<AttachedKubelet> {
    const kubelet = new FakeKubelet();
    const cluster = await FakeCluster.start(kubelet.answer);
    cluster.put('nodes', fakeNode('node-a'));
    return new AttachedKubelet(cluster, kubelet, lines);
  }

  /** Lets it log these lines, too. */
  write(...lines: readonly string[]): void {
    this.lines.push(...lines);
    this.kubelet.files.set(
      'kubelet.log',
      Buffer.from(this.lines.map((line) => `${line}\n`).join('')),
    );
  }

  /** What a person does who closes the log that is debugged. */
  async close(): Promise<void> {
    await this.engine?.call('close', []);
  }

  get target(): { readonly node: string; readonly context: string; readonly kubeconfig: string } {
    return { node: 'node-a', context: 'fake', kubeconfig: this.cluster.kubeconfig };
  }

  async attach(args: object = {}, client: object = {}): Promise<void> {
    await this.client.ask('initialize', { adapterID: 'kubelet', ...client });
    const initialized = this.client.event('initialized');
    await this.client.ask('attach', { ...this.target, ...args });
    await initialized;
  }

  async stop(): Promise<void> {
    await this.client.ask('disconnect').catch(() => undefined);
    await this.cluster.stop();
  }
}

// A cluster for tests of what looks at one: an honest API server on the loopback, and a kubeconfig that leads there.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FakeApiServer, pods, type FakeApiServerOptions } from './fakeApiServer.ts';

const nodes = { apiVersion: 'v1', kind: 'Node', plural: 'nodes' };

export class FakeCluster {
  readonly kubeconfig: string;
  readonly dir = mkdtempSync(path.join(os.tmpdir(), 'kd-live-'));
  server: FakeApiServer;
  readonly port: number;
  private readonly options: FakeApiServerOptions;

  private constructor(server: FakeApiServer, options: FakeApiServerOptions) {
    this.server = server;
    this.options = options;
    this.port = Number(new URL(server.url).port);
    this.kubeconfig = path.join(this.dir, 'config');
    writeFileSync(this.kubeconfig, kubeconfigFor(server.url));
  }

  static async start(answer?: FakeApiServerOptions['answer']): Promise<FakeCluster> {
    const options: FakeApiServerOptions = {
      watchList: true,
      resources: [pods, nodes],
      answer: (url, response, request) => {
        if (answer?.(url, response, request) === true) return true;
        if (url.pathname !== '/version') return false;
        response.end('{"gitVersion":"v1.34.2"}');
        return true;
      },
    };
    return new FakeCluster(await FakeApiServer.start(options), options);
  }

  put(plural: 'pods' | 'nodes', object: object): void {
    this.server.etcd(plural).put(object);
  }

  /** A server on the port of the one that was stopped; it knows nothing of what that one had. */
  async startAgain(): Promise<void> {
    this.server = await FakeApiServer.start(this.options, this.port);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

export const fakeNode = (name: string, ready = 'True') => ({
  metadata: { name, uid: `uid-${name}` },
  status: {
    conditions: [
      {
        type: 'Ready',
        status: ready,
        message: ready === 'True' ? 'kubelet is posting ready status' : 'PLEG is not healthy',
        lastTransitionTime: '2026-11-21T09:34:00Z',
      },
    ],
    nodeInfo: {
      kubeletVersion: 'v1.34.2',
      containerRuntimeVersion: 'containerd://1.6.20',
      operatingSystem: 'linux',
      architecture: 'amd64',
    },
  },
});

export const fakePod = (name: string, node: string, waiting?: string, uid = `uid-${name}`) => ({
  metadata: { namespace: 'default', name, uid },
  spec: {
    nodeName: node,
    containers: [{ name: 'main', env: [{ name: 'TOKEN', value: 'planted-secret' }] }],
  },
  status: {
    phase: 'Running',
    containerStatuses: [
      {
        name: 'main',
        containerID: 'containerd://0123abcd',
        ready: waiting === undefined,
        restartCount: waiting === undefined ? 0 : 7,
        state: waiting === undefined ? { running: {} } : { waiting: { reason: waiting } },
      },
    ],
  },
});

function kubeconfigFor(server: string): string {
  return JSON.stringify({
    clusters: [
      { name: 'c', cluster: { server } },
      { name: 'dead', cluster: { server: 'http://127.0.0.1:9' } },
    ],
    users: [{ name: 'u', user: { token: 'planted-token' } }],
    contexts: [
      { name: 'fake', context: { cluster: 'c', user: 'u' } },
      { name: 'dead', context: { cluster: 'dead', user: 'u' } },
    ],
    'current-context': 'fake',
  });
}

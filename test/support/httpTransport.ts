// A list and watch transport against servers of a test: the API server's stand-in, or one that answers everything the same way.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { Result } from '../../src/base/result.ts';
import type { AccessSource } from '../../src/cluster/exchange.ts';
import { httpListerWatcher, type ListedResource } from '../../src/cluster/httpListerWatcher.ts';
import type { ObjectList, WatchOptions } from '../../src/informer/listerWatcher.ts';
import type { KubeObject } from '../../src/informer/object.ts';
import type { RequestError } from '../../src/informer/requestError.ts';
import { FakeApiServer } from './fakeApiServer.ts';

/** What a test has begun, ended after it. */
export const toEnd: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end();
});

export function sourceOf(url: string): AccessSource & { sockets: number } {
  const agent = new http.Agent({ keepAlive: true });
  toEnd.push(() => {
    agent.destroy();
  });
  const source = {
    sockets: 0,
    access: () => Promise.resolve({ server: new URL(url), agent, headers: {} }),
    renew: () => false,
    dispose: () => undefined,
  };
  agent.on('free', () => undefined);
  const create = agent.createConnection.bind(agent);
  agent.createConnection = (...args) => {
    source.sockets += 1;
    return create(...args);
  };
  return source;
}

export async function fakeServer(pods = 0) {
  const server = await FakeApiServer.start({ watchList: true });
  toEnd.push(() => server.stop());
  for (let n = 0; n < pods; n++) server.etcd().put(pod(`pod-${n}`));
  const source = sourceOf(server.url);
  return {
    server,
    source,
    transport: httpListerWatcher<KubeObject>(source, { path: '/api/v1/pods' }),
  };
}

/** A server that answers everything the same way. */
export async function answeringAt(
  answer: http.RequestListener,
  resource: ListedResource = { path: '/api/v1/pods', labelSelector: 'a=b c' },
) {
  const server = http.createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  toEnd.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const source = sourceOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`);
  return { source, transport: httpListerWatcher<KubeObject>(source, resource) };
}

export async function answering(answer: http.RequestListener, resource?: ListedResource) {
  return (await answeringAt(answer, resource)).transport;
}

export const pod = (name: string) => ({ metadata: { namespace: 'test', name } });
export const anyList = { resourceVersion: '0', limit: 0, continue: '' };
export const anyWatch: WatchOptions = {
  resourceVersion: '0',
  allowWatchBookmarks: true,
  timeoutSeconds: 300,
  sendInitialEvents: false,
};

type Transport = ReturnType<typeof httpListerWatcher<KubeObject>>;

export function list(transport: Transport, options = anyList) {
  return new Promise<Result<ObjectList<KubeObject>, RequestError>>((resolve) => {
    transport.list(options, resolve);
  });
}

/** Notes what a watch says, a line for each call. */
export function watching(transport: Transport, options = anyWatch) {
  const heard: string[] = [];
  const note = (text: string): void => {
    heard.push(text);
  };
  const watch = transport.watch(options, {
    opened: () => {
      note('opened');
    },
    event: ({ type, object }) => {
      note(`${type} ${object.metadata?.name ?? ''}`);
    },
    failed: (error) => {
      note(`failed ${error.type === 'status' ? (error.status.reason ?? '') : error.type}`);
    },
    closed: () => {
      note('closed');
    },
  });
  toEnd.push(() => {
    watch.dispose();
  });
  return { heard, watch };
}

export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

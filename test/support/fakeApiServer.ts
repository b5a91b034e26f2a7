// An honest small API server: lists and watches over HTTP as the real one answers them, on the model of src/informer/server.
// It has no discovery, no authentication and no writes; a test changes `etcd` itself, and asks for faults.
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock } from '../../src/base/clock.ts';
import { metaNamespaceKey, type KubeObject } from '../../src/informer/object.ts';
import type { Status } from '../../src/informer/requestError.ts';
import {
  Cacher,
  everything,
  type CacherOptions,
  type OpenWatch,
} from '../../src/informer/server/cacher.ts';
import { Etcd } from '../../src/informer/server/etcd.ts';
import { realClock } from './realClock.ts';

/** A kind of objects that is served; the path is `/api/v1/PLURAL` or, for a group, `/apis/GROUP/VERSION/PLURAL`. */
export interface ServedResource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
}

/** What happens to a request instead of its answer. */
export type Fault =
  | { readonly status: Status; readonly retryAfter?: number }
  /** The connection is reset. */
  | 'reset'
  /** Nothing ever comes. */
  | 'hang';

export interface FakeApiServerOptions extends Partial<CacherOptions> {
  /** Default: pods alone. */
  readonly resources?: readonly ServedResource[];
  /** Answers what is no resource, the version and a node's proxy for example; false leaves it to the server. */
  readonly answer?: (
    url: URL,
    response: http.ServerResponse,
    request: http.IncomingMessage,
  ) => boolean;
}

export const pods: ServedResource = { apiVersion: 'v1', kind: 'Pod', plural: 'pods' };

interface Served {
  readonly resource: ServedResource;
  readonly etcd: Etcd<KubeObject>;
  readonly cacher: Cacher<KubeObject>;
}

export class FakeApiServer {
  /** Every request: method, path and query. */
  readonly requests: string[] = [];
  /** What happens to the next requests, the first one first. */
  readonly faults: Fault[] = [];
  private readonly others: FakeApiServerOptions['answer'];
  private readonly served: readonly Served[];
  private readonly server: http.Server;
  private readonly sockets = new Set<Socket>();
  private readonly watchers = new Map<http.ServerResponse, OpenWatch>();

  private constructor(options: FakeApiServerOptions) {
    const clock: Clock = options.clock ?? realClock;
    const random = options.random ?? Math.random;
    this.others = options.answer;
    this.served = (options.resources ?? [pods]).map((resource) => {
      const etcd = new Etcd<KubeObject>();
      return {
        resource,
        etcd,
        cacher: new Cacher<KubeObject>(etcd, { ...options, clock, random }),
      };
    });
    this.server = http.createServer((request, response) => {
      this.answer(request, response);
    });
    // It keeps no process alive that has nothing else to do.
    this.server.unref();
    this.server.on('connection', (socket) => {
      socket.unref();
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
  }

  /** Listens on the loopback, on a port of the system's choice or on one it had before. */
  static async start(options: FakeApiServerOptions = {}, port = 0): Promise<FakeApiServer> {
    const fake = new FakeApiServer(options);
    await new Promise<void>((resolve, reject) => {
      fake.server.once('error', reject);
      fake.server.listen(port, '127.0.0.1', resolve);
    });
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** How many watches are open. */
  get watches(): number {
    return this.watchers.size;
  }

  etcd(plural = 'pods'): Etcd<KubeObject> {
    return this.named(plural).etcd;
  }

  cacher(plural = 'pods'): Cacher<KubeObject> {
    return this.named(plural).cacher;
  }

  /** Ends all watches: in order, or by cutting the connection. */
  cutWatches(how: 'close' | 'reset'): void {
    for (const [response, watch] of [...this.watchers]) {
      if (how === 'reset') response.destroy();
      watch.dispose();
    }
  }

  async stop(): Promise<void> {
    for (const { cacher } of this.served) cacher.dispose();
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private named(plural: string): Served {
    const found = this.served.find(({ resource }) => resource.plural === plural);
    if (found === undefined) throw new Error(`${plural} are not served`);
    return found;
  }

  private answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url);
    this.requests.push(`${request.method ?? ''} ${url.pathname}${url.search}`);
    const fault = this.faults.shift();
    if (fault === 'hang') return;
    if (fault === 'reset') {
      request.socket.destroy();
      return;
    }
    if (fault !== undefined) {
      refuse(response, fault.status, fault.retryAfter);
      return;
    }
    if (this.others?.(url, response, request) === true) return;
    const target = this.find(url.pathname);
    if (target === undefined || request.method !== 'GET') {
      const reason = target === undefined ? 'NotFound' : 'MethodNotAllowed';
      refuse(response, { code: target === undefined ? 404 : 405, reason, message: 'not served' });
      return;
    }
    const { name, served } = target;
    const matches = selector(url.searchParams, target.namespace);
    if (name !== '') this.get(served, `${target.namespace}/${name}`, response);
    else if (/^(true|1)$/.test(url.searchParams.get('watch') ?? '')) {
      this.watch(served, url.searchParams, matches, response);
    } else this.list(served, url.searchParams, matches, response);
  }

  private find(pathname: string): { served: Served; namespace: string; name: string } | undefined {
    for (const served of this.served) {
      const { apiVersion, plural } = served.resource;
      const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
      const path = new RegExp(`^${base}(?:/namespaces/([^/]+))?/${plural}(?:/([^/]+))?$`);
      const match = path.exec(pathname);
      if (match !== null) return { served, namespace: match[1] ?? '', name: match[2] ?? '' };
    }
    return undefined;
  }

  private get({ etcd, resource }: Served, key: string, response: http.ServerResponse): void {
    const object = etcd.get(key);
    if (object === undefined) {
      refuse(response, { code: 404, reason: 'NotFound', message: `"${key}" not found` });
    } else send(response, 200, typed(resource, object));
  }

  private list(
    { cacher, resource }: Served,
    query: URLSearchParams,
    matches: (object: KubeObject) => boolean,
    response: http.ServerResponse,
  ): void {
    const parameters = {
      resourceVersion: query.get('resourceVersion') ?? '',
      resourceVersionMatch: query.get('resourceVersionMatch') ?? '',
      limit: Number(query.get('limit') ?? 0),
      continue: query.get('continue') ?? '',
    };
    const waiting = cacher.list(parameters, matches, (result) => {
      if (!result.ok) {
        refuse(response, result.error);
        return;
      }
      const { resourceVersion, continue: token, items } = result.value;
      const metadata = { resourceVersion, ...(token === undefined ? {} : { continue: token }) };
      const { apiVersion, kind } = resource;
      send(response, 200, { kind: `${kind}List`, apiVersion, metadata, items });
    });
    response.on('close', () => {
      waiting.dispose();
    });
  }

  private watch(
    { cacher, resource }: Served,
    query: URLSearchParams,
    matches: (object: KubeObject) => boolean,
    response: http.ServerResponse,
  ): void {
    const timeout = query.get('timeoutSeconds');
    const initial = query.get('sendInitialEvents');
    const write = (type: string, object: unknown): boolean => {
      if (response.destroyed) return true;
      if (!response.headersSent) response.writeHead(200, { 'Content-Type': 'application/json' });
      return response.write(`${JSON.stringify({ type, object })}\n`);
    };
    const opened = cacher.watch(
      {
        resourceVersion: query.get('resourceVersion') ?? '',
        resourceVersionMatch: query.get('resourceVersionMatch') ?? '',
        continue: query.get('continue') ?? '',
        allowWatchBookmarks: query.get('allowWatchBookmarks') === 'true',
        sendInitialEvents: initial === null ? undefined : initial === 'true',
        timeoutSeconds: timeout === null ? undefined : Number(timeout),
      },
      matches,
      {
        send: ({ type, object }) => write(type, typed(resource, object)),
        fail: (status) => write('ERROR', statusBody(status)),
        close: () => response.end(),
      },
    );
    if (!opened.ok) {
      refuse(response, opened.error);
      return;
    }
    this.keepOpen(response, opened.value);
  }

  private keepOpen(response: http.ServerResponse, watch: OpenWatch): void {
    this.watchers.set(response, watch);
    if (!response.headersSent) response.writeHead(200, { 'Content-Type': 'application/json' });
    response.flushHeaders();
    response.on('drain', () => {
      watch.resume();
    });
    response.on('close', () => {
      this.watchers.delete(response);
      watch.dispose();
    });
  }
}

function typed({ apiVersion, kind }: ServedResource, object: KubeObject): KubeObject {
  return { ...object, apiVersion, kind };
}

function statusBody(status: Status): object {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', ...status };
}

function refuse(response: http.ServerResponse, status: Status, retryAfter?: number): void {
  const seconds = retryAfter ?? status.details?.retryAfterSeconds;
  if (seconds !== undefined) response.setHeader('Retry-After', String(seconds));
  send(response, status.code ?? 500, statusBody(status));
}

function send(response: http.ServerResponse, code: number, body: unknown): void {
  response.writeHead(code, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Selectors by equality, which is what informers use: `a=b`, `a==b`, `a!=b`, joined by commas. */
function selector(query: URLSearchParams, namespace: string): (object: KubeObject) => boolean {
  const labels = terms(query.get('labelSelector'));
  const fields = terms(query.get('fieldSelector'));
  if (labels.length + fields.length === 0 && namespace === '') return everything;
  return (object) => {
    if (namespace !== '' && object.metadata?.namespace !== namespace) return false;
    return (
      labels.every(({ path, value, equal }) => {
        return (object.metadata?.labels?.[path] === value) === equal;
      }) &&
      fields.every(({ path, value, equal }) => (String(field(object, path)) === value) === equal)
    );
  };
}

interface Term {
  readonly path: string;
  readonly value: string;
  readonly equal: boolean;
}

function terms(text: string | null): Term[] {
  return (text ?? '').split(',').flatMap((part) => {
    const match = /^\s*(.+?)\s*(!=|==?)\s*(.*?)\s*$/.exec(part);
    if (match === null) return [];
    const [, path = '', operator, value = ''] = match;
    return [{ path, value, equal: operator !== '!=' }];
  });
}

function field(object: unknown, path: string): unknown {
  let value: unknown = object;
  for (const name of path.split('.')) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }
  return value ?? '';
}

/** The keys and versions of what the server has, sorted. */
export function contents(etcd: Etcd<KubeObject>): string[] {
  const objects = etcd.list();
  if ('compactedRevision' in objects) return [];
  return objects.map((object) => {
    return `${metaNamespaceKey(object) ?? ''}@${object.metadata?.resourceVersion ?? ''}`;
  });
}

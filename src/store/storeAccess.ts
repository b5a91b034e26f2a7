// The way to a store: its address without what is secret in it, who asks, certificates and proxies.
import http from 'node:http';
import https from 'node:https';
import { HttpProxyAgent, HttpsProxyAgent } from 'hpagent';
import type { Access, AccessSource } from '../cluster/exchange.ts';
import { overheard, proxyFor } from '../cluster/proxy.ts';
import type { StoreCredentials, StoreTarget } from '../protocol/storeApi.ts';
import { StoreError } from './storeError.ts';

export class StoreAccess implements AccessSource {
  /** Without user and password. */
  readonly server: URL;
  /** What must not be shown, whoever says it. */
  readonly secrets: readonly string[];
  private readonly agent: http.Agent;
  private readonly headers: http.OutgoingHttpHeaders;

  constructor(target: StoreTarget, environment: NodeJS.ProcessEnv = process.env) {
    const { server, credentials } = read(target);
    const authorization = authorizationOf(credentials);
    const { tenant, ca, httpProxy = '' } = target;
    this.server = server;
    this.headers = {
      ...(authorization === undefined ? {} : { Authorization: authorization }),
      ...(tenant === undefined || tenant === '' ? {} : { 'X-Scope-OrgID': tenant }),
    };
    this.secrets = secretsOf(credentials, authorization);
    const proxy = proxyFor(server, { ofCluster: '', ofEditor: httpProxy, environment });
    const why = authorization === undefined ? undefined : overheard(server, proxy, '');
    if (why !== undefined) throw new StoreError(why);
    this.agent = agentFor(server, proxy, ca);
  }

  access(): Promise<Access> {
    const { server, agent, headers } = this;
    return Promise.resolve({ server, agent, headers });
  }

  renew(): boolean {
    return false;
  }

  dispose(): void {
    this.agent.destroy();
  }
}

function read(target: StoreTarget): { server: URL; credentials: StoreCredentials | undefined } {
  const text = target.url.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw new StoreError(
      `${withoutUser(text)} is no address of a log store: it begins with http:// or https://.`,
    );
  const inUrl: StoreCredentials | undefined =
    url.username === ''
      ? undefined
      : {
          kind: 'basic',
          user: decoded(url.username),
          password: decoded(url.password),
        };
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return { server: url, credentials: target.credentials ?? inUrl };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutUser(text: string): string {
  return text.replace(/\/\/[^/]*@/, '//').slice(0, 200);
}

function authorizationOf(credentials: StoreCredentials | undefined): string | undefined {
  switch (credentials?.kind) {
    case undefined:
      return undefined;
    case 'basic': {
      const { user, password } = credentials;
      return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    }
    case 'bearer':
      return `Bearer ${credentials.token}`;
    case 'apiKey':
      return `ApiKey ${credentials.key}`;
  }
}

function secretsOf(
  credentials: StoreCredentials | undefined,
  authorization: string | undefined,
): readonly string[] {
  const [, sent = ''] = authorization?.split(' ') ?? [];
  const own = credentials?.kind === 'basic' ? credentials.password : '';
  return [sent, own].filter((secret) => secret !== '');
}

function agentFor(server: URL, proxy: string, ca: string | undefined): http.Agent {
  const options = {
    keepAlive: true,
    maxSockets: 8,
    ...(ca === undefined || ca === '' ? {} : { ca }),
  };
  const isPlain = server.protocol === 'http:';
  if (proxy === '') return isPlain ? new http.Agent(options) : new https.Agent(options);
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol))
    throw new StoreError(
      'The proxy is no http or https address: log stores are reached by no other kind.',
    );
  return isPlain
    ? new HttpProxyAgent({ ...options, proxy })
    : new HttpsProxyAgent({ ...options, proxy });
}

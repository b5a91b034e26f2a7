// Signs in as a kubeconfig says, through client-node where that is right, and beside it where it is not: token files,
// exec plug-ins, the rest of impersonation, proxies of the environment, and certificates that change. Client-node gets a user who names
// no program and no file to be sent (`userIn` of kubeconfig.ts makes it); what else the kubeconfig names is used here, if it is trusted.
//
// Certificates, keys and authorities are read from files without trust: nothing of them is sent but the certificate, which is public.
// A proxy of the kubeconfig sees no more than its server, and without TLS nobody signs in through one. That the server's certificate
// need not be right (`insecure-skip-tls-verify`) is for the kubeconfig to say, which has the credentials too, as with kubectl.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type https from 'node:https';
import type { User } from '@kubernetes/client-node/dist/config_types.js';
import { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import type { Access, AccessSource } from './exchange.ts';
import { runExecPlugin, type ExecCredential } from './execPlugin.ts';
import { field, textField } from './json.ts';
import type { Target } from './kubeconfig.ts';
import { overheard, proxyFor } from './proxy.ts';

export interface KubeconfigAccessOptions {
  /** The editor's setting `http.proxy`. Default: none. */
  readonly httpProxy?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** Milliseconds that a sign-in plug-in may take; a browser may have to be waited for. Default: a minute. */
  readonly execPatience?: number;
  /**
   * False is for a folder that is not trusted: no program is run that the kubeconfig names, no file read to be sent, no server asked but
   * the cluster's. Default true.
   */
  readonly runsPrograms?: boolean;
}

/** A credential is got anew so long before it ends, that it still holds when it arrives. */
const margin = 10_000;

export class KubeconfigAccess implements AccessSource {
  private readonly target: Target;
  private readonly options: KubeconfigAccessOptions;
  private config = new KubeConfig();
  /** The certificates that the present agent was made with. */
  private material: string | undefined;
  private agent: http.Agent | undefined;
  private plugin: Promise<ExecCredential> | undefined;
  private credential: ExecCredential | undefined;

  constructor(target: Target, options: KubeconfigAccessOptions = {}) {
    this.target = target;
    this.options = options;
  }

  async access(): Promise<Access> {
    const { cluster } = this.target;
    const server = URL.canParse(cluster.server) ? new URL(cluster.server) : undefined;
    if (server === undefined || !/^https?:$/.test(server.protocol)) {
      throw new Error(`The server of the cluster ${cluster.name} is no http or https address.`);
    }
    this.refuseOverheard(server);
    const user = await this.user();
    let options = await this.apply(user, server);
    const material = fingerprint(options);
    if (this.material !== undefined && material !== this.material) {
      // Client-node would go on with the agent that has the old certificate.
      this.dispose();
      this.config = new KubeConfig();
      options = await this.apply(user, server);
    }
    this.material = material;
    if (!(options.agent instanceof http.Agent)) throw new Error('The proxy is of an unknown kind.');
    this.agent = options.agent;
    Object.assign(this.agent, { keepAlive: true });
    server.username = '';
    server.password = '';
    const headers = { ...this.impersonation(), ...(options.headers as http.OutgoingHttpHeaders) };
    if (options.auth)
      headers['Authorization'] = `Basic ${Buffer.from(options.auth).toString('base64')}`;
    return { server, agent: this.agent, headers };
  }

  renew(): boolean {
    if (this.target.extras.tokenFile !== undefined) return true;
    if (this.plugin !== undefined) return true;
    if (this.credential === undefined) return false;
    this.credential = undefined;
    return true;
  }

  dispose(): void {
    this.agent?.destroy();
    this.agent = undefined;
  }

  /** The user with all that was got for it, in the fields that client-node reads. */
  private async user(): Promise<User> {
    const { user, extras } = this.target;
    if (extras.tokenFile !== undefined) {
      this.needTrust(`by the file ${extras.tokenFile}; it is read`);
      const token = await readFile(extras.tokenFile, 'utf8').catch(() => '');
      if (token.trim() === '') {
        throw new Error(`The token file of the user ${user.name} is empty or cannot be read.`);
      }
      return { ...plain(user), token: token.trim() };
    }
    const provider = textField(field(user, 'authProvider'), 'name');
    if (provider !== undefined && provider !== 'oidc') {
      throw new Error(
        `The user ${user.name} signs in by the auth provider ${provider}, which Kubernetes has given up; an exec plug-in takes its place.`,
      );
    }
    if (user.token) return plain(user);
    if (!user.exec) {
      if (provider !== undefined) this.needTrust(`by the auth provider ${provider}; it is asked`);
      return user;
    }
    const { token, clientCertificate, clientKey } = await this.fromPlugin();
    return {
      ...plain(user),
      ...(token === undefined ? {} : { token }),
      ...(clientCertificate === undefined ? {} : { certData: base64(clientCertificate) }),
      ...(clientKey === undefined ? {} : { keyData: base64(clientKey) }),
    };
  }

  /** The credential at hand while it holds; requests that come together wait for one run. */
  private async fromPlugin(): Promise<ExecCredential> {
    const { credential } = this;
    if (credential !== undefined && (credential.expires ?? Infinity) > Date.now() + margin) {
      return credential;
    }
    this.plugin ??= this.runPlugin().finally(() => {
      this.plugin = undefined;
    });
    return this.plugin;
  }

  private async runPlugin(): Promise<ExecCredential> {
    const { user, cluster, extras } = this.target;
    this.needTrust('by a program that the kubeconfig names; it is run');
    const result = await runExecPlugin({
      exec: user.exec,
      cluster,
      certificateAuthority:
        cluster.caData ?? (cluster.caFile ? readFileSync(cluster.caFile).toString('base64') : ''),
      directory: extras.directory,
      patience: this.options.execPatience ?? 60_000,
    });
    if (!result.ok) throw new Error(result.error);
    this.credential = result.value;
    return result.value;
  }

  private needTrust(how: string): void {
    if (this.options.runsPrograms !== false) return;
    throw new Error(`The user ${this.target.user.name} signs in ${how} only in a trusted folder.`);
  }

  /** Before anything is run or read. */
  private refuseOverheard(server: URL): void {
    const { user, extras, cluster } = this.target;
    const { token, username } = user;
    const signsIn = [token, username, user.exec, user.authProvider, extras.tokenFile].some(Boolean);
    if (!signsIn) return;
    const why = overheard(server, this.proxyTo(server), ` of the cluster ${cluster.name}`);
    if (why !== undefined) throw new Error(why);
  }

  private proxyTo(server: URL): string {
    return proxyFor(server, {
      ofCluster: this.target.cluster.proxyUrl ?? '',
      ofEditor: this.options.httpProxy ?? '',
      environment: this.options.environment ?? process.env,
    });
  }

  private async apply(user: User, server: URL): Promise<https.RequestOptions> {
    const { cluster } = this.target;
    const proxyUrl = this.proxyTo(server);
    const skipTLSVerify = cluster.skipTLSVerify || server.protocol === 'http:';
    this.config.loadFromClusterAndUser(
      { ...cluster, skipTLSVerify, ...(proxyUrl === '' ? {} : { proxyUrl }) },
      user,
    );
    const options: https.RequestOptions = {};
    try {
      await this.config.applyToHTTPSOptions(options);
    } catch (thrown) {
      throw readable(thrown, user.name);
    }
    return options;
  }

  /** The headers that client-node does not send. */
  private impersonation(): http.OutgoingHttpHeaders {
    const { asUid, asGroups, asUserExtra } = this.target.extras;
    const headers: http.OutgoingHttpHeaders = {};
    if (asUid !== undefined) headers['Impersonate-Uid'] = asUid;
    if (asGroups.length > 0) headers['Impersonate-Group'] = [...asGroups];
    for (const [key, values] of Object.entries(asUserExtra)) {
      headers[`Impersonate-Extra-${encodeURIComponent(key)}`] = [...values];
    }
    return headers;
  }
}

/** Without what names how to get a credential: it is at hand. */
function plain({ exec: _exec, authProvider: _provider, ...user }: User): User {
  return user;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function fingerprint({ ca, cert, key }: https.RequestOptions): string {
  return [ca, cert, key]
    .map((part) => (part instanceof Buffer ? part.toString('base64') : ''))
    .join();
}

function readable(thrown: unknown, user: string): Error {
  if (thrown instanceof Error && 'path' in thrown && typeof thrown.path === 'string') {
    return new Error(`The kubeconfig names a file that cannot be read: ${thrown.path}`);
  }
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return new Error(`Signing in as ${user} failed: ${why}`);
}

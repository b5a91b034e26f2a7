// The control plane of a lab: one process that is etcd and kube-apiserver. Knows their flags and when they are ready.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Api } from './api.ts';
import { Hopeless, start, until, type Program } from './program.ts';

/** Where the API server listens inside the lab's own network. */
export const apiHost = '10.99.0.254';
export const apiPort = 6443;

export class ControlPlane {
  readonly token = randomBytes(16).toString('hex');
  readonly api: Api;
  private readonly dir: string;
  private readonly binary: string;
  private program: Program | undefined;

  constructor(dir: string, binary: string) {
    this.dir = dir;
    this.binary = binary;
    this.api = new Api({ host: apiHost, port: apiPort, token: this.token });
    mkdirSync(dir, { recursive: true });
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(this.file('sa.key'), privateKey.export({ type: 'pkcs1', format: 'pem' }));
    writeFileSync(this.file('tokens.csv'), `${this.token},admin,admin,system:masters\n`);
  }

  get caFile(): string {
    return this.file('certs/apiserver.crt');
  }

  /** Starts it on the data that it had before, if any; resolves when it is ready. */
  async start(): Promise<void> {
    this.program = start('kube-apiserver', [this.binary, ...this.flags()], {
      log: this.file('kube-apiserver.log'),
      env: { LAB_ETCD_DIR: this.file('etcd'), LAB_ETCD_PORT: '2379' },
    });
    await until('kube-apiserver is ready', 120_000, async () => {
      if (this.program?.end !== undefined) throw new Hopeless(`it ended: ${this.program.end}`);
      return (await this.api.answers('/readyz')) || undefined;
    });
  }

  private flags(): string[] {
    return [
      '--etcd-servers=http://127.0.0.1:2379',
      `--secure-port=${apiPort}`,
      '--bind-address=0.0.0.0',
      `--advertise-address=${apiHost}`,
      `--cert-dir=${this.file('certs')}`,
      `--service-account-key-file=${this.file('sa.key')}`,
      `--service-account-signing-key-file=${this.file('sa.key')}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      `--token-auth-file=${this.file('tokens.csv')}`,
      '--authorization-mode=RBAC',
      '--service-cluster-ip-range=10.96.0.0/24',
      '--allow-privileged=true',
      '--disable-admission-plugins=ServiceAccount',
      '--kubelet-preferred-address-types=InternalIP',
    ];
  }

  /** Kills it as a crash would; its data stay. */
  async kill(): Promise<void> {
    this.program?.signal('SIGKILL');
    await this.program?.exited;
  }

  async stop(): Promise<void> {
    this.api.close();
    // It waits for its watchers when asked politely; nobody needs its data again.
    await this.kill();
  }

  /** A kubeconfig with the token of an administrator. */
  kubeconfig(server: string, caFile: string): string {
    return JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        {
          name: 'lab',
          cluster: { server, 'certificate-authority': caFile, 'tls-server-name': 'localhost' },
        },
      ],
      users: [{ name: 'admin', user: { token: this.token } }],
      contexts: [{ name: 'lab', context: { cluster: 'lab', user: 'admin' } }],
      'current-context': 'lab',
    });
  }

  private file(name: string): string {
    return path.join(this.dir, name);
  }
}

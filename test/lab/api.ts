// A client of the lab's API server and of its kubelets: JSON over HTTPS with a static token. Certificates are the lab's own
// and made a moment ago, so they are not checked; nothing here talks to anything but a lab.
import https from 'node:https';

export interface Address {
  readonly host: string;
  readonly port: number;
  readonly token: string;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** The few fields of Kubernetes objects that the lab looks at. */
export interface KubeObject {
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly uid?: string };
  readonly spec?: { readonly nodeName?: string };
  readonly status?: {
    readonly phase?: string;
    readonly podIP?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly nodeInfo?: { readonly kubeletVersion?: string };
  };
}

/** How a PATCH is laid over an object: lists replaced, or merged by the keys that Kubernetes gives them. */
type Patch = 'merge' | 'strategic-merge';

export class Api {
  private readonly agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false });
  private readonly address: Address;

  constructor(address: Address) {
    this.address = address;
  }

  /** One request; rejects when the server cannot be reached or says nothing for 10 s. */
  request(method: string, path: string, body?: unknown, kind: Patch = 'merge'): Promise<Reply> {
    const { host, port, token } = this.address;
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const request = https.request(
        { host, port, path, method, agent: this.agent, timeout: 10_000 },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (part: string) => (text += part));
          response.on('end', () => {
            resolve({ status: response.statusCode ?? 0, text });
          });
          response.on('error', reject);
        },
      );
      request.setHeader('Authorization', `Bearer ${token}`);
      request.on('timeout', () => request.destroy(new Error(`${method} ${path}: no answer`)));
      request.on('error', reject);
      if (body !== undefined) {
        const patch = `application/${kind}-patch+json`;
        const json = method === 'PATCH' ? patch : 'application/json';
        request.setHeader('Content-Type', typeof body === 'string' ? 'text/plain' : json);
        request.write(payload);
      }
      request.end();
    });
  }

  /** The text of a successful answer; any other status is an error with its path. */
  async text(path: string): Promise<string> {
    const { status, text } = await this.request('GET', path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text.slice(0, 200)}`);
    return text;
  }

  async get(path: string): Promise<KubeObject> {
    return JSON.parse(await this.text(path)) as KubeObject;
  }

  async list(path: string): Promise<readonly KubeObject[]> {
    const { items } = JSON.parse(await this.text(path)) as { items: readonly KubeObject[] | null };
    return items ?? [];
  }

  /** Creates or changes something; a refusal is an error with the server's own words. */
  async change(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    kind?: Patch,
  ) {
    const { status, text } = await this.request(method, path, body, kind);
    if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${status} ${text}`);
  }

  /** Whether a path answers 200; a server that does not answer at all counts as no. */
  async answers(path: string): Promise<boolean> {
    try {
      return (await this.request('GET', path)).status === 200;
    } catch {
      return false;
    }
  }

  close(): void {
    this.agent.destroy();
  }
}

export function podPath(namespace: string, name = ''): string {
  return `/api/v1/namespaces/${namespace}/pods${name === '' ? '' : `/${name}`}`;
}

// Which proxy a server is reached through: the kubeconfig's, else the editor's, else the environment's, as Go's
// net/http.ProxyFromEnvironment reads it.
import net from 'node:net';

export interface ProxyOptions {
  /** `proxy-url` of the kubeconfig's cluster. */
  readonly ofCluster: string;
  /** The editor's setting `http.proxy`, `''` where it has none. */
  readonly ofEditor: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** The URL of the proxy, `''` for none. */
export function proxyFor(server: URL, { ofCluster, ofEditor, environment }: ProxyOptions): string {
  if (ofCluster !== '') return ofCluster;
  const of = (name: string): string => environment[name] || environment[name.toLowerCase()] || '';
  if (isDirect(server, of('NO_PROXY'))) return '';
  if (ofEditor !== '') return ofEditor;
  const found = of(server.protocol === 'http:' ? 'HTTP_PROXY' : 'HTTPS_PROXY');
  return found === '' || found.includes('://') ? found : `http://${found}`;
}

/** Whether an address is one of this machine: by number, since `127.example.com` is anybody's. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|\[::1\]|127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/.test(hostname);
}

/**
 * Why nobody may sign in to a server, undefined where one may: without TLS all on the way read what is sent, and so does a proxy,
 * whatever the server is called.
 */
export function overheard(server: URL, proxy: string, whose: string): string | undefined {
  if (server.protocol === 'https:' || (isLoopback(server) && proxy === '')) return undefined;
  return `The server http://${server.host}${whose} has no TLS: who signs in to it would be overheard. Name it by https, or forward its port to this machine.`;
}

function isDirect(server: URL, noProxy: string): boolean {
  if (isLoopback(server)) return true;
  const host = server.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = server.port || (server.protocol === 'http:' ? '80' : '443');
  return noProxy
    .split(',')
    .map((rule) => rule.trim().toLowerCase())
    .some((rule) => rule !== '' && matches(rule, host, port));
}

/** `*`, a network, an address, a name with all below it, or with a leading dot only what is below; each with a port or without. */
function matches(rule: string, host: string, port: string): boolean {
  if (rule === '*') return true;
  if (rule.includes('/')) return isWithin(rule, host);
  const [, name = rule, rulePort] = /^(.*?[^:]):(\d+)$/.exec(rule) ?? [];
  if (rulePort !== undefined && rulePort !== port && !net.isIPv6(rule)) return false;
  const plain = (net.isIPv6(rule) ? rule : name).replace(/^\[|\]$/g, '').replace(/^\*\./, '.');
  if (net.isIP(plain) !== 0) return plain === host;
  return plain.startsWith('.')
    ? host.endsWith(plain)
    : host === plain || host.endsWith(`.${plain}`);
}

function isWithin(network: string, host: string): boolean {
  const family = net.isIP(host);
  const [address = '', bits = ''] = network.split('/');
  if (family === 0 || net.isIP(address) !== family || !/^\d+$/.test(bits)) return false;
  if (Number(bits) > (family === 4 ? 32 : 128)) return false;
  const list = new net.BlockList();
  const type = family === 4 ? 'ipv4' : 'ipv6';
  list.addSubnet(address, Number(bits), type);
  return list.check(host, type);
}

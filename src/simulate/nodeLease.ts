// Mirrors k8s.io/component-helpers/apimachinery/lease/controller.go (v1.34).
// The node's lease, which a simulated kubelet renews at the API server, and what it prints when it cannot. Who looks at leases
// is not simulated.
import { MILLISECOND, SECOND } from '../base/time.ts';
import type { LogEffect } from '../kubelet/effect.ts';
import { formatGoDuration } from '../kubelet/goDuration.ts';
import type { NodeClient } from './nodeClient.ts';
import type { LineOptions } from './syncContext.ts';

/** A quarter of the 40 seconds after which the node counts as lost. */
const renewInterval = 10 * SECOND;
const maxUpdateRetries = 5;
const firstBackoff = 200 * MILLISECOND;
const maxBackoff = 7 * SECOND;
/** Before that nodes had no lease, or the kubelet renewed it in another way. */
const sinceMinor = 17;

export class NodeLease {
  private readonly client: NodeClient;
  /** A lease was renewed before, and may be renewed again without being looked up. */
  private latest = false;

  constructor(client: NodeClient) {
    this.client = client;
  }

  start(): void {
    if (this.client.options.version.minor >= sinceMinor) this.sync();
  }

  private sync(): void {
    if (this.latest) this.update(1, 'latest');
    else this.ensure(firstBackoff);
  }

  private update(attempt: number, base: 'latest' | 'ensured'): void {
    this.request('Put', (err) => {
      if (err === undefined) {
        this.latest = true;
        this.syncLater();
        return;
      }
      this.line('Failed to update lease', [], { severity: 'E', err });
      if (attempt < maxUpdateRetries) this.update(attempt + 1, base);
      else this.gaveUp(base);
    });
  }

  private gaveUp(base: 'latest' | 'ensured'): void {
    const thing = this.client.options.version.minor < 20 ? 'node lease' : 'lease';
    const err = `failed ${maxUpdateRetries} attempts to update ${thing}`;
    if (base === 'latest') {
      const text = 'failed to update lease using latest lease, fallback to ensure lease';
      this.line(text, [['err', err]]);
      this.ensure(firstBackoff);
    } else {
      const keys = [['interval', formatGoDuration(renewInterval)]] as const;
      this.line('Will retry updating lease', keys, { severity: 'E', err });
      this.syncLater();
    }
  }

  private ensure(backoff: number): void {
    this.request('Get', (err) => {
      if (err === undefined) {
        this.update(1, 'ensured');
        return;
      }
      const keys = [['interval', formatGoDuration(backoff)]] as const;
      this.line('Failed to ensure lease exists, will retry', keys, { severity: 'E', err });
      this.client.after(backoff, () => {
        this.ensure(Math.min(2 * backoff, maxBackoff));
      });
    });
  }

  private syncLater(): void {
    this.client.afterPeriod(renewInterval, () => {
      this.sync();
    });
  }

  private request(method: 'Get' | 'Put', answer: (err: string | undefined) => void): void {
    const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';
    this.client.request(method, `${leases}/${this.client.options.node}?timeout=10s`, answer);
  }

  private line(message: string, keys: LogEffect['keys'], options?: LineOptions): void {
    this.client.options.line('controller.go', message, keys, options);
  }
}

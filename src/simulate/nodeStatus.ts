// Mirrors pkg/kubelet/kubelet_node_status.go (v1.34).
// A simulated kubelet registers its node and looks at it again and again; what a node's status says is not simulated.
import { MILLISECOND, SECOND } from '../base/time.ts';
import type { LogEffect } from '../kubelet/effect.ts';
import type { NodeClient } from './nodeClient.ts';

const updateFrequency = 10 * SECOND;
const updateRetries = 5;
const firstStep = 100 * MILLISECOND;
const longestStep = 7 * SECOND;
/** From this minor on an unchanged node is looked up in the kubelet's own cache. */
const cachedSince = 32;
const file = 'kubelet_node_status.go';

export class NodeStatus {
  private readonly client: NodeClient;
  private readonly key: LogEffect['keys'];

  constructor(client: NodeClient) {
    this.client = client;
    this.key = [['node', { ref: ['', client.options.node] }]];
  }

  start(): void {
    this.register(firstStep);
  }

  private register(step: number): void {
    const { line, api, node } = this.client.options;
    this.client.after(step, () => {
      line(file, 'Attempting to register node', this.key);
      this.client.request('Post', '/api/v1/nodes', (err) => {
        if (err !== undefined) {
          line(file, 'Unable to register node with API server', this.key, { severity: 'E', err });
          this.register(Math.min(2 * step, longestStep));
          return;
        }
        if (api.registerNode(node) === 'known') {
          line(file, 'Node was previously registered', this.key);
        }
        line(file, 'Successfully registered node', this.key);
        this.updateLater();
      });
    });
  }

  private updateLater(): void {
    if (this.client.options.version.minor >= cachedSince) return;
    this.client.afterPeriod(updateFrequency, () => {
      this.update(1);
    });
  }

  private update(attempt: number): void {
    const { line, node } = this.client.options;
    // The first try is content with what the server has in its cache.
    const query = attempt === 1 ? 'resourceVersion=0&timeout=10s' : 'timeout=10s';
    this.client.request('Get', `/api/v1/nodes/${node}?${query}`, (cause) => {
      if (cause === undefined) {
        this.updateLater();
        return;
      }
      const err = `error getting node "${node}": ${cause}`;
      line(file, 'Error updating node status, will retry', [], { severity: 'E', err });
      if (attempt < updateRetries) {
        this.update(attempt + 1);
        return;
      }
      const gaveUp = { severity: 'E', err: 'update node status exceeds retry count' } as const;
      line(file, 'Unable to update node status', [], gaveUp);
      this.updateLater();
    });
  }
}

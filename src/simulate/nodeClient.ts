// How the parts of a simulated kubelet that tend its node reach the API server: an answer, or the words of Go's HTTP client.
import { MILLISECOND } from '../base/time.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';
import { requestTime, type ApiServer } from './apiServer.ts';
import { seededRandom, type Random } from './random.ts';
import type { WriteLine } from './syncContext.ts';
import type { VirtualClock } from './virtualClock.ts';

export interface NodeClientOptions {
  readonly clock: VirtualClock;
  readonly version: KubeletVersion;
  readonly api: ApiServer;
  readonly node: string;
  readonly alive: () => boolean;
  readonly line: WriteLine;
}

/** A sanitised host. */
const server = '10.99.0.1:6443';
const jitter = 0.04;

export class NodeClient {
  readonly options: NodeClientOptions;
  /** Of its own, so that what pods do does not hang on it. */
  private readonly random: Random;

  constructor(options: NodeClientOptions) {
    this.options = options;
    this.random = seededRandom(options.clock.now() % 2 ** 32);
  }

  /** Calls back with why there was no answer, if there was none. */
  request(
    method: 'Get' | 'Put' | 'Post' | 'Delete',
    path: string,
    answer: (err: string | undefined) => void,
  ): void {
    const { api, version } = this.options;
    const refused = !api.up;
    this.after(refused ? MILLISECOND : requestTime(this.random), () => {
      const url = `https://${server}${path}`;
      // Since Go 1.14, which 1.19 was the first to be built with.
      const quoted = version.minor < 19 ? url : `"${url}"`;
      const cause = `dial tcp ${server}: connect: connection refused`;
      answer(refused ? `${method} ${quoted}: ${cause}` : undefined);
    });
  }

  after(delay: number, action: () => void): void {
    const { clock, alive } = this.options;
    clock.after(delay, () => {
      if (alive()) action();
    });
  }

  /** After a period that is up to a twenty-fifth longer than it should be, as wait.JitterUntil has it. */
  afterPeriod(period: number, action: () => void): void {
    this.after(period * (1 + jitter * this.random.next()), action);
  }
}

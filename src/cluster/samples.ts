// What a kubelet says of itself while its log is followed: its pods, what the runtime runs, its counters and probes, how full the node is. Asked
// seldom, the less the longer it takes to answer and the less somebody looks; what has not changed is noted once a minute.
import { MINUTE, type Micros } from '../base/time.ts';
import { endpointSample, type SampledEndpoint } from './endpointSample.ts';
import { pause, Trouble } from './logPoll.ts';
import type { LogPart } from './logPart.ts';
import type { NodeProxy } from './nodeProxy.ts';
import { realClock } from './realClock.ts';

/** How much somebody looks: at it, at another window, or at nothing of it. */
export type Attention = 'shown' | 'aside' | 'hidden';

export interface SampleOptions {
  readonly signal: AbortSignal;
  /** Asked before each round. `aside`: a round a minute; `hidden`: none. Default: shown. */
  readonly attention?: () => Attention;
  /** Milliseconds between two rounds. Default 10 s; never less than twenty times what the round before took. */
  readonly interval?: number;
  /** Bytes of samples after which no more are taken. Default 64 MiB, some days of a busy node. */
  readonly limit?: number;
}

/** How many rounds apart each is asked. What is told once and for all is asked again when the kubelet was not to be reached. */
const endpoints: readonly (readonly [SampledEndpoint, rounds: number])[] = [
  ['/pods', 1],
  ['/runningpods/', 1],
  ['/metrics', 1],
  ['/metrics/probes', 2],
  ['/stats/summary', 3],
  // It holds the kubelet up for some milliseconds.
  ['/debug/pprof/goroutine', 30],
  ['/configz', 60],
  ['/statusz', 60],
  ['/flagz', 60],
];
const ASIDE = 6;

/** Lines of JSON, each one sample; without end until the signal. */
export async function* followSamples(
  proxy: NodeProxy,
  options: SampleOptions,
): AsyncGenerator<LogPart> {
  const { signal, attention = () => 'shown', interval = 10_000, limit = 64 << 20 } = options;
  const sampler = new Sampler(proxy, signal);
  for (let sinceAsked = ASIDE; !signal.aborted && sampler.taken < limit; sinceAsked++) {
    const began = Date.now();
    const looked = attention();
    if (looked === 'shown' || (looked === 'aside' && sinceAsked >= ASIDE)) {
      sinceAsked = 0;
      yield* sampler.round();
    }
    await pause(Math.max(interval, 20 * (Date.now() - began)), signal);
  }
  if (signal.aborted) return;
  const size = `${Math.round(limit / (1 << 20))} MiB`;
  yield {
    kind: 'notice',
    text: `No more samples of ${proxy.node} are taken: the limit of ${size} is reached.`,
  };
  // What ends is taken for a log that is complete.
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true });
  });
}

interface Noted {
  readonly said: string;
  readonly at: Micros;
}

class Sampler {
  taken = 0;
  private readonly proxy: NodeProxy;
  private readonly signal: AbortSignal;
  private readonly trouble: Trouble;
  private readonly noted = new Map<SampledEndpoint, Noted>();
  private readonly next = new Map<SampledEndpoint, number>();
  private rounds = 0;

  constructor(proxy: NodeProxy, signal: AbortSignal) {
    this.proxy = proxy;
    this.signal = signal;
    this.trouble = new Trouble(`${proxy.node}, asked for samples,`);
  }

  async *round(): AsyncGenerator<LogPart> {
    const round = this.rounds++;
    for (const [endpoint, apart] of endpoints) {
      if (round < (this.next.get(endpoint) ?? 0)) continue;
      this.next.set(endpoint, round + apart);
      const answer = await this.proxy.get(pathOf(endpoint), this.signal, {
        accept: accepts(endpoint),
      });
      if (answer.ok) yield* this.take(endpoint, answer.value.body.toString());
      else if (answer.error.type !== 'status' || apart === 1) {
        // Another kubelet may answer next. That it refuses what only some of them have is no trouble.
        this.next.clear();
        yield* this.trouble.failed(answer.error);
      }
    }
  }

  private *take(endpoint: SampledEndpoint, answer: string): Generator<LogPart> {
    const at = realClock.now();
    const line = endpointSample(endpoint, answer, at, this.proxy.node);
    if (line === undefined || !this.isNews(endpoint, line, at)) return;
    yield* this.trouble.worked();
    const bytes = Buffer.from(`${line}\n`);
    this.taken += bytes.length;
    yield { kind: 'data', bytes };
  }

  private isNews(endpoint: SampledEndpoint, line: string, at: Micros): boolean {
    // Without its time, a sample that says the same is the same.
    const said = line.replace(/"ts":[\d.]+/, '').replace(/"up":\d+/, '');
    const last = this.noted.get(endpoint);
    if (last?.said === said && at - last.at < MINUTE) return false;
    this.noted.set(endpoint, { said, at });
    return true;
  }
}

function pathOf(endpoint: SampledEndpoint): string {
  const path = endpoint.slice(1);
  return endpoint === '/debug/pprof/goroutine' ? `${path}?debug=2` : path;
}

/** Some answer with protobuf or JSON of a version when anything is welcome. */
function accepts(endpoint: SampledEndpoint): string {
  return /z$|metrics/.test(endpoint) && endpoint !== '/configz' ? 'text/plain' : '*/*';
}

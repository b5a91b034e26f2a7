// What a kubelet says of itself while its log is followed: its pods, what the runtime runs, its counters. Asked seldom, and the less
// the longer it takes to answer; what has not changed is noted once a minute.
import { MINUTE, type Micros } from '../base/time.ts';
import { endpointSample, type SampledEndpoint } from './endpointSample.ts';
import { pause, Trouble } from './logPoll.ts';
import type { LogPart } from './logPart.ts';
import type { NodeProxy } from './nodeProxy.ts';
import { realClock } from './realClock.ts';

export interface SampleOptions {
  readonly signal: AbortSignal;
  /** Milliseconds between two rounds. Default 10 s; never less than twenty times what the round before took. */
  readonly interval?: number;
}

const endpoints: readonly SampledEndpoint[] = ['/pods', '/runningpods/', '/metrics'];

/** Lines of JSON, each one sample; without end until the signal. */
export async function* followSamples(
  proxy: NodeProxy,
  { signal, interval = 10_000 }: SampleOptions,
): AsyncGenerator<LogPart> {
  const trouble = new Trouble(`${proxy.node}, asked for samples,`);
  const noted = new Map<SampledEndpoint, Noted>();
  while (!signal.aborted) {
    const began = Date.now();
    for (const endpoint of endpoints) {
      const answer = await proxy.get(endpoint.slice(1), signal);
      if (!answer.ok) {
        yield* trouble.failed(answer.error);
        continue;
      }
      const at = realClock.now();
      const line = endpointSample(endpoint, answer.value.body.toString(), at);
      if (line === undefined || !isNews(noted, endpoint, line, at)) continue;
      yield* trouble.worked();
      yield { kind: 'data', bytes: Buffer.from(`${line}\n`) };
    }
    await pause(Math.max(interval, 20 * (Date.now() - began)), signal);
  }
}

interface Noted {
  readonly said: string;
  readonly at: Micros;
}

function isNews(
  noted: Map<SampledEndpoint, Noted>,
  endpoint: SampledEndpoint,
  line: string,
  at: Micros,
): boolean {
  // Without its time, a sample that says the same is the same.
  const said = line.replace(/"ts":[\d.]+/, '');
  const last = noted.get(endpoint);
  if (last?.said === said && at - last.at < MINUTE) return false;
  noted.set(endpoint, { said, at });
  return true;
}

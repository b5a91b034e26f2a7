// What the lab's sampler asked of a kubelet while a capture was made, as the samples that a tape holds.
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sourceId } from '../../src/base/input.ts';
import { sampleLine } from '../../src/base/sample.ts';
import { micros } from '../../src/base/time.ts';
import { endpointSample } from '../../src/cluster/endpointSample.ts';
import { readLog } from '../../src/log/readLog.ts';
import { Tape } from '../../src/replay/tape.ts';

interface MetricsLine {
  readonly t: number;
  readonly metrics?: Readonly<Record<string, number>>;
}

interface PodsLine {
  readonly t: number;
  readonly url: '/pods' | '/runningpods/';
  /** Absent when the kubelet did not answer. */
  readonly uids?: readonly string[];
  readonly changed: readonly { readonly metadata: { readonly uid: string } }[];
}

/** One line a sample, in order of time. */
export function labSamples(name: string): readonly string[] {
  const folder = new URL(`../fixtures/lab/${name}/`, import.meta.url);
  const lines = <T>(file: string): T[] => {
    const url = new URL(file, folder);
    if (!existsSync(url)) return [];
    const text = gunzipSync(readFileSync(url)).toString();
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as T);
  };
  const metrics = lines<MetricsLine>('samples.jsonl.gz').flatMap(({ t, metrics: values }) =>
    values === undefined
      ? []
      : [{ t, line: sampleLine({ at: at(t), of: '/metrics', body: { metrics: values } }) }],
  );
  const held = new Map<string, unknown>();
  const pods = lines<PodsLine>('pods.jsonl.gz').flatMap(({ t, url, uids, changed }) => {
    if (uids === undefined) return [];
    for (const pod of changed) held.set(`${url} ${pod.metadata.uid}`, pod);
    const items = uids.map((uid) => held.get(`${url} ${uid}`));
    return [{ t, line: endpointSample(url, JSON.stringify({ items }), at(t)) ?? '' }];
  });
  return [...metrics, ...pods].sort((a, b) => a.t - b.t).map(({ line }) => line);
}

function at(seconds: number): ReturnType<typeof micros> {
  return micros(Math.round(seconds * 1e6));
}

/** A kubelet's log and samples beside it, on one clock. */
export function tapeWithSamples(log: Uint8Array, samples: readonly string[]): Tape {
  const beside = new TextEncoder().encode(`${samples.join('\n')}\n`);
  const source = (id: number, name: string, bytes: Uint8Array): Tape['sources'][number] => ({
    table: readLog(sourceId(id), bytes, { year: 2026 }),
    name,
    clockOffset: micros(0),
  });
  return new Tape([source(0, 'kubelet.log', log), source(1, 'samples.jsonl', beside)]);
}

// A log that begins in the middle, as a rotated one does, or that lacks a stretch: what is claimed of it is as right as of a whole one,
// and its version is told by its lines.
import { expect, it } from 'vitest';
import { micros, parseRfc3339 } from '../../../../../src/base/time.ts';
import type { History } from '../../../../../src/kubelet/rebuild/history.ts';
import { rebuild } from '../../../../../src/kubelet/rebuild/rebuild.ts';
import { findGaps } from '../../../../../src/log/gaps.ts';
import {
  captureNames,
  labCaptureNames,
  readCapture,
  tapeOf,
} from '../../../../support/captures.ts';
import { judgeClaims, type Judgement } from '../../../../support/judgeClaims.ts';

const captures = [...captureNames(), ...labCaptureNames()].map(readCapture);
const MOMENTS = 60;

function withoutHead(log: Uint8Array, share: number): Uint8Array {
  const lines = new TextDecoder().decode(log).split('\n');
  return new TextEncoder().encode(lines.slice(Math.floor(lines.length * share)).join('\n'));
}

/** Without what a process says of itself when it starts. */
function withoutStart(log: Uint8Array): Uint8Array {
  const lines = new TextDecoder().decode(log).split('\n');
  const first = lines.findIndex((line) => line.includes('SyncLoop ADD'));
  return new TextEncoder().encode(lines.slice(first).join('\n'));
}

function timeOf(line: string | undefined): number {
  const { t } = JSON.parse(line ?? '{}') as { t: string };
  return parseRfc3339(t) ?? NaN;
}

/** What is claimed at some moments at which a kubelet ran. */
function claimsOf(history: History, truths: readonly string[]): Judgement[] {
  const runs = truths.map((truth) => truth.split('\n').filter((line) => line !== ''));
  const spans = runs.map((lines) => ({ from: timeOf(lines[0]), to: timeOf(lines.at(-1)) }));
  const step = (history.to - history.from) / MOMENTS;
  const moments = Array.from({ length: MOMENTS }, (_, i) =>
    micros(history.from + (i + 0.5) * step),
  ).filter((at) => spans.some(({ from, to }) => from < at && at < to));
  return judgeClaims(history, runs.flat(), moments);
}

it.each([0.25, 0.5, 0.75])('claims what is so when %f of the log is missing', (share) => {
  const claims = captures.flatMap(({ log, truths }) =>
    claimsOf(rebuild(tapeOf(withoutHead(log, share))), truths),
  );
  for (const field of ['present', 'state', 'terminated', 'finished', 'deleted', 'gracePeriod']) {
    const all = claims.filter((claim) => claim.field === field);
    const wrong = all.filter(({ isRight }) => !isRight).map(({ text }) => text);
    expect(1 - wrong.length / all.length, wrong.slice(0, 5).join('; ')).toBeGreaterThanOrEqual(
      0.985,
    );
  }
});

it('claims less where the log’s own rhythm shows that a stretch of it is missing', () => {
  const loud = captures.filter(({ name }) => /(?:del-hang|del-error|missing)-v4$/.test(name));
  const claims = loud.flatMap(({ log, truths }) => {
    const lines = new TextDecoder().decode(log).split('\n');
    const [from, to] = [0.4, 0.6].map((share) => Math.floor(lines.length * share));
    const text = [...lines.slice(0, from), ...lines.slice(to)].join('\n');
    const tape = tapeOf(new TextEncoder().encode(text));
    const gaps = tape.sources.flatMap(({ table }) => findGaps(table));
    expect(gaps.map(({ kind }) => kind)).toEqual(['missing']);
    return claimsOf(rebuild(tape, { gaps }), truths);
  });
  const seen = claims.filter(({ known }) => known === 'seen');
  const wrong = seen.filter(({ isRight }) => !isRight).map(({ text }) => text);
  expect(1 - wrong.length / seen.length, wrong.slice(0, 5).join('; ')).toBeGreaterThanOrEqual(0.99);
});

it('tells the minor of a run whose start is missing, and names the lines', () => {
  const told = captures.map(({ name, log }) => {
    const [run] = rebuild(tapeOf(withoutStart(log))).runs;
    return { name, version: run?.version };
  });
  const without = told.filter(({ version }) => version?.known !== 'inferred');
  expect(without.map(({ name }) => name)).toEqual([]);
  for (const { name, version } of told) {
    expect([name, version?.value]).toEqual([name, name.includes('k123') ? 'v1.23' : 'v1.34']);
    expect(version?.provedBy.length).toBeGreaterThanOrEqual(3);
  }
});

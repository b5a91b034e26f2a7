import { describe, expect, it } from 'vitest';
import { workersJsonl } from '../../../../src/kubelet/rebuild/workersJsonl.ts';
import { rebuild } from '../../../../src/kubelet/rebuild/rebuild.ts';
import {
  captureNames,
  holdoutNames,
  labCaptureNames,
  quieter,
  readCapture,
  tapeOf,
} from '../../../support/captures.ts';
import {
  coverage,
  nameable,
  pool,
  precision,
  type Score,
  type ScoredField,
  scoreWorkers,
} from '../../../support/scoreWorkers.ts';

const scores = new Map<string, Score>();
for (const name of [...captureNames(), ...labCaptureNames(), ...holdoutNames()]) {
  const { log, truths } = readCapture(name);
  const score = (bytes: Uint8Array): Score => {
    const text = new TextDecoder().decode(bytes);
    const told = truths.map((truth) => nameable(truth, text));
    return scoreWorkers([...workersJsonl(rebuild(tapeOf(bytes)))].join('\n'), told);
  };
  scores.set(name, score(log));
  if (/v[34]/.test(name)) scores.set(`${name} at 2`, score(quieter(log, 2)));
  if (name.endsWith('v4')) scores.set(`${name} at 3`, score(quieter(log, 3)));
}

const flags: readonly ScoredField[] = [
  'terminationRequested',
  'startedTerminating',
  'terminated',
  'deleted',
  'evicted',
  'finished',
];

function pooled(suffix: RegExp): ReturnType<typeof pool> {
  return pool([...scores].filter(([name]) => suffix.test(name)).map(([, score]) => score));
}

describe.each([
  ['verbosity 2', /v2(?:-json)?$/],
  ['verbosity 3', /v3(?:-json)?$/],
  ['verbosity 4', /v4$/],
  ['verbosity 4 without the lines above 2', / at 2$/],
  ['verbosity 4 without the lines above 3', / at 3$/],
])('workers rebuilt from logs of %s', (_, suffix) => {
  const all = pooled(suffix);

  it.each(['present', 'state'] as const)('hold %s almost always', (field) => {
    expect(precision(all.get(field))).toBeGreaterThanOrEqual(0.995);
    expect(coverage(all.get(field))).toBeGreaterThanOrEqual(0.98);
  });

  it.each(flags)('hold the flag %s', (field) => {
    expect(precision(all.get(field))).toBeGreaterThanOrEqual(0.99);
    expect(coverage(all.get(field))).toBeGreaterThanOrEqual(0.95);
  });

  it('claim a grace period only when it is right', () => {
    expect(precision(all.get('gracePeriod'))).toBeGreaterThanOrEqual(0.99);
  });

  it('claim work only when it is right', () => {
    expect(precision(all.get('working'))).toBeGreaterThanOrEqual(0.98);
  });
});

it.each([...scores])('%s holds presence and state by itself', (_, score) => {
  expect(precision(score.fields.get('present'))).toBeGreaterThanOrEqual(0.98);
  expect(precision(score.fields.get('state'))).toBeGreaterThanOrEqual(0.98);
});

// An incident that was there at an earlier input is the same whether one steps to it or jumps, and however little is gone through at once.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Past } from '../../src/engine/past.ts';
import type { Incident } from '../../src/engine/present/incident.ts';
import { readRules } from '../../src/engine/ruling.ts';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import { findGaps } from '../../src/log/gaps.ts';
import { readCapture, tapeOf } from '../support/captures.ts';
import { historyText } from '../support/historyText.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const { ruling } = readRules([], []);

function wholeOf(name: string): Incident {
  const tape = tapeOf(readCapture(name).log);
  const gaps = tape.sources.flatMap(({ table }) => findGaps(table));
  return { tape, history: rebuild(tape, { gaps }), findings: [] };
}

function at(whole: Incident, past: Past, position: number): Incident | undefined {
  return past.at(whole, { position });
}

function textOf(incident: Incident | undefined): readonly string[] {
  if (incident === undefined) return [];
  return [
    ...historyText(incident.history, []),
    ...incident.findings.map((one) => JSON.stringify(one)),
  ];
}

test.each(['teardown-v2', 'churn-v4'])('of %s', { timeout: 600_000 }, (name) => {
  const whole = wholeOf(name);
  const steps = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 8, maxLength: 8 });
  const from = fc.nat(whole.tape.length >> 1);
  fc.assert(
    fc.property(from, steps, (first, counts) => {
      const walked = new Past(ruling, { atOnce: Infinity });
      let position = first;
      at(whole, walked, position);
      for (const count of counts) {
        position = Math.min(position + count, whole.tape.length - 1);
        const own = textOf(at(whole, walked, position));
        const jumped = new Past(ruling, { atOnce: Infinity });
        expect(own, `seed ${seed}, at ${position}`).toEqual(textOf(at(whole, jumped, position)));
        expect(own.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 3, seed },
  );
});

test('what takes long is made bit by bit while others are heard, and told of when it is there', async () => {
  const whole = wholeOf('teardown-v2');
  const position = whole.tape.length - 50;
  const jumped = new Past(ruling, { atOnce: Infinity });
  const expected = textOf(at(whole, jumped, position));
  let tell = (): void => undefined;
  const made = new Promise<void>((resolve) => (tell = resolve));
  const past = new Past(ruling, {
    atOnce: 100,
    onMade: () => {
      tell();
    },
  });
  expect(at(whole, past, position)).toBeUndefined();
  await made;
  expect(textOf(at(whole, past, position))).toEqual(expected);
  // One step further is there at once.
  expect(at(whole, past, position + 1)).toBeDefined();
  past.cut(10);
  expect(at(whole, past, position)).toBeUndefined();
  past.dispose();
});

// Random scenarios are simulated with a journal. The state that the journal folds for a step must be what the kubelet held just
// then, whatever the distance of the states that it keeps, and in whatever order it is asked.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { journalParts, type KubeletJournal } from '../../src/simulate/journal/kubeletJournal.ts';
import type { PartJournal } from '../../src/simulate/journal/partJournal.ts';
import { simulate } from '../../src/simulate/simulate.ts';
import { ownScenarios } from '../support/scenarios.ts';
import { randomScenario } from '../support/randomScenario.ts';

/** Keeps what a part was told to be after each of its steps. */
function watched<E extends { readonly kind: string }, S>(part: PartJournal<E, S>): unknown[] {
  const states: unknown[] = [];
  const add = part.add.bind(part);
  part.add = (step, event, subject, outcome, state) => {
    states.push(state);
    add(step, event, subject, outcome, state);
  };
  return states;
}

const world = fc.record({
  scenario: fc.oneof(randomScenario, fc.constantFrom(...ownScenarios().values())),
  seed: fc.nat(1_000_000),
  kubelet: fc.constantFrom(9, 18, 21, 23, 27, 34, 36),
  spacing: fc.constantFrom(undefined, 1, 7, 100),
  places: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 60, maxLength: 60 }),
});

test('the state that a journal folds for a step is what the kubelet held just then', () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  let held = 0;
  fc.assert(
    fc.property(world, ({ scenario, seed: chance, kubelet, spacing, places }) => {
      const states = new Map<string, unknown[]>();
      let journal: KubeletJournal | undefined;
      simulate(scenario, {
        seed: chance,
        kubelet,
        onLine: () => undefined,
        ...(spacing === undefined ? {} : { journalSpacing: spacing }),
        onKubeletJournal: (one) => {
          if (journal !== undefined) return;
          journal = one;
          for (const part of journalParts) states.set(part, watched(anyPart(one, part)));
        },
      });
      if (journal === undefined) throw new Error('There is no journal.');
      for (const name of journalParts) {
        const part = anyPart(journal, name);
        const all = states.get(name) ?? [];
        expect(part.length).toBe(all.length);
        for (const share of places) {
          const place = Math.min(all.length - 1, Math.floor(share * all.length));
          if (place < 0) continue;
          held += 1;
          if (!isDeepStrictEqual(part.stateAfter(place), all[place]))
            expect(part.stateAfter(place), `seed ${seed}: ${name}, step ${place}`).toEqual(
              all[place],
            );
        }
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? 60), seed },
  );
  expect(held).toBeGreaterThan(10_000);
});

/** A step as a plain list has it. */
interface Plain {
  readonly step: number;
  readonly at: number;
  readonly event: { readonly kind: string };
  readonly outcome: number;
}

/** Keeps all that is written, packed in no way. */
function plainly(journal: KubeletJournal, plain: Map<string, Plain[]>, order: string[]): void {
  let now = 0;
  const at = journal.at.bind(journal);
  journal.at = (time) => {
    now = time;
    return at(time);
  };
  for (const name of journalParts) {
    const part = anyPart(journal, name);
    const rows: Plain[] = [];
    plain.set(name, rows);
    const add = part.add.bind(part);
    part.add = (step, event, subject, outcome, state) => {
      rows.push({ step, at: now, event, outcome });
      order.push(name);
      add(step, event, subject, outcome, state);
    };
  }
}

test('a journal gives each step back as it was written', () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  let steps = 0;
  fc.assert(
    fc.property(world, ({ scenario, seed: chance, kubelet }) => {
      const plain = new Map<string, Plain[]>();
      const order: string[] = [];
      let journal: KubeletJournal | undefined;
      simulate(scenario, {
        seed: chance,
        kubelet,
        onLine: () => undefined,
        onKubeletJournal: (one) => {
          if (journal !== undefined) return;
          journal = one;
          plainly(one, plain, order);
        },
      });
      if (journal === undefined) throw new Error('There is no journal.');
      expect(Array.from(order, (_, step) => journal?.partOf(step))).toEqual(order);
      steps += order.length;
      for (const name of journalParts) {
        const part = anyPart(journal, name);
        const rows = plain.get(name) ?? [];
        expect(part.length).toBe(rows.length);
        rows.forEach((row, place) => {
          const said = `seed ${seed}: ${name}, step ${place}`;
          const given = part.at(place);
          if (!isDeepStrictEqual(given, row)) expect(given, said).toEqual(row);
          if (part.countTo(row.step) !== place + 1)
            expect(part.countTo(row.step), said).toBe(place + 1);
        });
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? 60), seed },
  );
  expect(steps).toBeGreaterThan(10_000);
});

function anyPart(
  journal: KubeletJournal,
  name: (typeof journalParts)[number],
): PartJournal<{ readonly kind: string }, unknown> {
  return journal.parts[name];
}

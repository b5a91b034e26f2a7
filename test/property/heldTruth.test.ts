// What the log of a simulated kubelet tells of its inside is not what that kubelet held otherwise: it is unknown, or late or early by a moment.
// A sample by seed; `HELD=all` looks at each of our scenarios in each version.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SECOND } from '../../src/base/time.ts';
import type { EngineClient } from '../../src/engine/client.ts';
import { seededRandom } from '../../src/simulate/random.ts';
import { engineHere } from '../support/engine.ts';

const folder = path.join(import.meta.dirname, '../../media/scenarios');
/** Its lines stand in another order than that in which they were printed. */
const outOfOrder = 'clock-jumps.yaml';
const names = fs.readdirSync(folder).filter((name) => name !== outOfOrder);
const isWhole = process.env['HELD'] === 'all';
const minors = Array.from({ length: 28 }, (_, i) => i + 9);
/** How long something may be told before it is so, or after. */
const aMoment = 0.15 * SECOND;

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const random = seededRandom(seed);

function one<T>(all: readonly T[]): readonly T[] {
  const chosen = all[Math.floor(random.next() * all.length)];
  return chosen === undefined ? [] : [chosen];
}

/** What is wrong at a position, by what it is of. */
async function wrongAt(engine: EngineClient, position: number): Promise<Map<string, string>> {
  const { differences } = await engine.call('machineAt', [{ position }]);
  // Below --v=4 it is inferred, within a relist, whether a worker waits or works.
  const wrong = differences.filter(({ why, part }) => why === 'wrong' && part !== 'podCache');
  return new Map(
    wrong.map(({ part, pod, field, told, held, text }) => [
      `${part} ${pod?.uid ?? ''} ${field} ${told.text} ${held}`,
      text,
    ]),
  );
}

/** What is told wrongly for longer than a moment. */
async function wrongOf(name: string, kubelet: number, verbosity: number): Promise<string[]> {
  const engine = await engineHere();
  const text = fs.readFileSync(path.join(folder, name), 'utf8');
  await engine.call('open', [{ sources: [{ kind: 'scenario', name, text, kubelet, verbosity }] }]);
  const { rows, total } = await engine.call('inputs', [{ start: 0, count: 10_000 }]);
  const found: string[] = [];
  const places = isWhole ? 60 : 15;
  for (let i = 0; i < places; i++) {
    const position = Math.floor(((i + random.next()) / places) * total);
    const wrong = await wrongAt(engine, position);
    if (wrong.size === 0) continue;
    const { at = 0 } = rows[position] ?? {};
    const later = rows.findIndex((row, j) => j > position && (row.at ?? 0) >= at + aMoment);
    const still = await wrongAt(engine, later < 0 ? total - 1 : later);
    for (const [key, words] of wrong)
      if (still.has(key)) found.push(`${name} 1.${kubelet} v${verbosity} ${position}: ${words}`);
  }
  return found;
}

test.each(names)('by the log of %s nothing is told wrongly', { timeout: 600_000 }, async (name) => {
  const wrong: string[] = [];
  for (const kubelet of isWhole ? minors : one(minors))
    for (const verbosity of [2, 4]) wrong.push(...(await wrongOf(name, kubelet, verbosity)));
  expect(wrong, `SEED=${seed}`).toEqual([]);
});

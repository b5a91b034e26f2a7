// Tries inputs of kinds in turns, each twice, and holds what comes back to the oracles and to bounds of time and memory.
import fc from 'fast-check';
import type { Kind } from './kinds.ts';
import { bytesHeld, MemoryPeak } from './memory.ts';
import { notSentence } from './oracles.ts';

export interface Failure {
  readonly kind: string;
  readonly why: string;
  readonly seed: number;
  readonly path: string | null;
  readonly input: unknown;
}

interface Wanted {
  readonly seed: number;
  /** Whether another round, the n-th, begins; the first always does. */
  readonly goesOn: (round: number) => boolean;
  readonly failed: (failure: Failure) => void;
}

/** Inputs of a kind before the next kind has its turn. */
const BATCH = 20;
const MB = 1 << 20;
/** Milliseconds and bytes that one input may take, tried twice. None of them is longer than some ten thousand bytes. */
const PATIENCE = 5_000;
const MOST_TAKEN = 256 * MB;
/** Rounds until everything is loaded and compiled, and bytes that may be held more in the end. */
const WARM = 4;
const MOST_HELD = 64 * MB;

/** How many inputs were tried. A kind that failed is tried no more. */
export async function tryAll(kinds: readonly Kind[], wanted: Wanted): Promise<number> {
  const { seed, goesOn, failed } = wanted;
  const peak = new MemoryPeak();
  const gone = new Set<string>();
  let tried = 0;
  let warm = 0;
  let round = 0;
  const mayGoOn = (): boolean => round === 0 || goesOn(round);
  for (; mayGoOn() && gone.size < kinds.length; round++) {
    for (const kind of kinds) {
      if (gone.has(kind.name) || !mayGoOn()) continue;
      let why = '';
      const property = fc.asyncProperty(kind.tried, async (one) => {
        tried++;
        const wrong = await fault(one, kind, peak);
        if (wrong === undefined) return;
        why = wrong;
        throw new Error(wrong);
      });
      const details = await fc.check(property, {
        seed: seed + round,
        numRuns: kind.batch ?? BATCH,
        interruptAfterTimeLimit: 60_000,
      });
      if (!details.failed || details.counterexample === null) continue;
      gone.add(kind.name);
      const [{ input }] = details.counterexample;
      const { counterexamplePath: path } = details;
      failed({ kind: kind.name, why, seed: seed + round, path, input });
    }
    if (round === WARM) warm = bytesHeld();
  }
  await peak.end();
  const more = warm === 0 ? 0 : bytesHeld() - warm;
  const why = `${Math.round(more / MB)} MB more are held in the end than after ${WARM} rounds`;
  const kind = kinds.map(({ name }) => name).join(', ');
  if (more > MOST_HELD) failed({ kind, why, seed, path: null, input: undefined });
  return tried;
}

/** What is wrong with an input, or undefined. */
async function fault(
  one: { readonly answer: () => Promise<string> | string },
  { oracles }: Kind,
  peak: MemoryPeak,
): Promise<string | undefined> {
  const began = process.cpuUsage();
  peak.begin();
  const answers: string[] = [];
  for (let time = 0; time < 2; time++) {
    try {
      answers.push(await one.answer());
    } catch (error) {
      const wrong = notSentence(error);
      if (wrong !== undefined) return wrong;
      answers.push(`refused: ${String(error)}`);
    }
  }
  const { user } = process.cpuUsage(began);
  if (user / 1_000 > PATIENCE) return `it takes ${Math.round(user / 1_000)} ms`;
  const { grown } = peak;
  if (grown > MOST_TAKEN) return `it takes ${Math.round(grown / MB)} MB`;
  const [first = '', second = ''] = answers;
  if (first !== second) return 'two answers differ';
  for (const oracle of oracles) {
    const wrong = oracle(first);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

// npm run fuzz:lines [-- --minutes N --mb 1 --worst 20 --seed S --only COMMAND --text XY --seconds 5]: one long line of a repeated character or pair through
// every command of the terminal that reads a file, in an order of chance; then the slowest again, as lines of 6 MB. Of a line of 6 MB no command
// may take more than five seconds of processor time, of a shorter one as much less. Prints the slowest ten of either size; the last line is
// `N passed, N failed`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import './namedJson.ts';
import type { LineTry } from './linePairs.ts';

const { heard } = await import('./commands.ts');
const { lineCommands, lineForms, lineOf, lineTries } = await import('./linePairs.ts');

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    mb: { type: 'string', default: '1' },
    worst: { type: 'string', default: '20' },
    seed: { type: 'string' },
    only: { type: 'string' },
    text: { type: 'string' },
    seconds: { type: 'string', default: '5' },
  },
});
const LARGEST = 6;
const patience = Number(values.seconds);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const until = Date.now() + Number(values.minutes) * 60_000;

interface Took extends LineTry {
  readonly seconds: number;
  /** What threw, where a sentence was due. */
  readonly why: string;
}

const folder = mkdtempSync(path.join(tmpdir(), 'lines-'));
const places: Readonly<Record<string, string>> = {
  LOG: path.join(folder, 'kubelet.log'),
  OTHER: path.join(folder, 'other.log'),
  OUT: path.join(folder, 'a.kubelet-case'),
};
writeFileSync(places['OTHER'] ?? '', lineOf('a', 10, 'quoted').repeat(2));

const own = values.text;
const all =
  own === undefined
    ? lineTries
    : lineForms.flatMap((form) => lineCommands.map((command) => ({ command, text: own, form })));
const tries = mixed(all.filter(({ command }) => command.startsWith(values.only ?? '')));

const walked: Took[] = [];
for (const one of tries) {
  if (Date.now() > until) break;
  walked.push(await took(one, Number(values.mb)));
}
let failures = told(walked, Number(values.mb));
const largest: Took[] = [];
for (const one of slowest(walked, Number(values.worst))) largest.push(await took(one, LARGEST));
failures += told(largest, LARGEST);
rmSync(folder, { recursive: true });
console.log(`${walked.length} of ${tries.length} were tried, from seed ${seed}`);
console.log(`${walked.length + largest.length - failures} passed, ${failures} failed`);
process.exit(failures === 0 && walked.length > 0 ? 0 : 1);

async function took(one: LineTry, mb: number): Promise<Took> {
  writeFileSync(places['LOG'] ?? '', lineOf(one.text, mb * 1_000_000, one.form));
  const args = one.command.split(' ').map((word) => places[word] ?? word);
  const readsLog = !/^(?:simulate|test-rules|sample) /.test(one.command);
  const before = process.cpuUsage();
  let why = '';
  try {
    await heard([...args, ...(readsLog ? ['--year', '2026', '--no-cache'] : [])]);
  } catch (error) {
    why = error instanceof Error ? error.message : String(error);
  }
  const { user, system } = process.cpuUsage(before);
  return { ...one, why, seconds: (user + system) / 1e6 };
}

/** How many took too long, or failed by a bug. */
function told(all: readonly Took[], mb: number): number {
  const failed = all.filter(
    ({ seconds, why }) => why !== '' || seconds > (patience * mb) / LARGEST,
  );
  for (const one of new Set([...slowest(all, 10), ...failed])) {
    const { command, text, form, seconds, why } = one;
    const of = `${command} of ${mb} MB of ${JSON.stringify(text)}, ${form}`;
    console.log(`${failed.includes(one) ? '× ' : ''}${seconds.toFixed(2)} s ${of} ${why}`);
  }
  return failed.length;
}

function slowest(all: readonly Took[], count: number): readonly Took[] {
  return all.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
}

/** In an order that only the seed tells: what a short walk tries is a fair sample of the whole. */
function mixed<T>(all: readonly T[]): readonly T[] {
  let state = seed;
  const chance = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  return all
    .map((one) => ({ one, at: chance() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

// npm run fuzz:lines [-- --minutes N --whole --part 1/2 --seed S --only COMMAND --text XY --seconds 5]: one long line of a repeated character or pair
// through every command of the terminal that reads a file, in an order of chance. Of a line of 6 MB no command may take more than five seconds of
// processor time. Each is tried with 1 MB. What a command takes for most texts grows as the length does, as `--whole` shows, which tries one text of
// each kind with 6 MB at once. So what could take too long is a text that takes more, if that more grew with the square of the length: it is tried
// with 2 MB, and with 6 MB if it still could. (A search that starts again at every sign takes minutes with 1 MB already, by 10^12 steps.) Prints the
// slowest ten of each size; the last line is `N passed, N failed`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import './namedJson.ts';
import type { LineTry } from './linePairs.ts';

const { heard } = await import('./commands.ts');
const { lineCommands, lineForms, lineOf, lineTries, wholeTries } = await import('./linePairs.ts');

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    whole: { type: 'boolean', default: false },
    part: { type: 'string', default: '1/1' },
    seed: { type: 'string' },
    only: { type: 'string' },
    text: { type: 'string' },
    seconds: { type: 'string', default: '5' },
  },
});
/** In MB. */
const LARGEST = 6;
const SIZES = values.whole || values.text !== undefined ? [LARGEST] : [1, 2, LARGEST];
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
    ? values.whole
      ? wholeTries
      : lineTries
    : lineForms.flatMap((form) => lineCommands.map((command) => ({ command, text: own, form })));
const [part = 1, parts = 1] = values.part.split('/').map(Number);
const tries = mixed(all.filter(({ command }) => command.startsWith(values.only ?? ''))).filter(
  (_, i) => i % parts === part - 1,
);

let left: readonly LineTry[] = tries;
let failures = 0;
let walked = 0;
for (const mb of SIZES) {
  const done: Took[] = [];
  for (const one of left) {
    if (Date.now() > until && mb === SIZES[0]) break;
    done.push(await took(one, mb));
  }
  walked += done.length;
  failures += told(done, mb);
  console.log(`${done.length} of ${left.length} were tried with ${mb} MB, from seed ${seed}`);
  left = suspects(done, mb);
}
rmSync(folder, { recursive: true });
console.log(`${walked - failures} passed, ${failures} failed`);
process.exit(failures === 0 && walked > 0 ? 0 : 1);

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

/** What may take too long as the longest line: what it takes beside others of its command and form may grow with the square of the length. */
function suspects(done: readonly Took[], mb: number): readonly Took[] {
  const times = LARGEST / mb;
  const alike = new Map<string, Took[]>();
  for (const one of done) {
    const name = `${one.form} ${one.command}`;
    alike.set(name, [...(alike.get(name) ?? []), one]);
  }
  return [...alike.values()].flatMap((group) => {
    const usual = slowest(group, group.length)[group.length >> 1]?.seconds ?? 0;
    return group.filter(({ seconds }) => (seconds - usual) * times ** 2 + usual * times > patience);
  });
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

// npm run fuzz:lines [-- --minutes N --mb 6 --only COMMAND --pair XY]: one line of a repeated pair through the commands of the terminal, each
// character with each other, nearest to the begin those that end something. Prints the slowest ten, in seconds of processor time; the
// last line is `N passed, N failed`, of those within five seconds a line of 6 MB.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import './namedJson.ts';

const { heard } = await import('./commands.ts');
const { lineCommands, linePairs, lineOf } = await import('./linePairs.ts');

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    mb: { type: 'string', default: '6' },
    only: { type: 'string' },
    pair: { type: 'string' },
  },
});
const until = Date.now() + Number(values.minutes) * 60_000;
const size = Number(values.mb) * 1_000_000;
const patience = Number(values.mb) * (5 / 6);

const folder = mkdtempSync(path.join(tmpdir(), 'lines-'));
const took: { readonly what: string; readonly seconds: number }[] = [];
const pairs = values.pair === undefined ? linePairs : [values.pair];
const commands = lineCommands.filter((name) => values.only === undefined || name === values.only);
walk: for (const pair of pairs) {
  const log = path.join(folder, 'kubelet.log');
  writeFileSync(log, lineOf(pair, size));
  for (const command of commands) {
    if (Date.now() > until) break walk;
    const before = process.cpuUsage();
    const [name = '', ...options] = command.split(' ');
    const words = options[0]?.startsWith('-') === false ? options.splice(0, 1) : [];
    const isCase = name === 'case';
    await heard([
      name,
      ...(isCase ? words : []),
      log,
      ...(isCase ? ['--out', path.join(folder, 'a.kubelet-case')] : words),
      ...options,
      ...['--year', '2026', '--no-cache'],
    ]);
    const { user, system } = process.cpuUsage(before);
    took.push({ what: `${command} of ${JSON.stringify(pair)}`, seconds: (user + system) / 1e6 });
  }
}
rmSync(folder, { recursive: true });

for (const { what, seconds } of took.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
  console.log(`${seconds.toFixed(1)} s ${what}`);
const slow = took.filter(({ seconds }) => seconds > patience).length;
console.log(`${took.length - slow} passed, ${slow} failed`);
process.exit(slow === 0 && took.length > 0 ? 0 : 1);

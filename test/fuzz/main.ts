// npm run fuzz [-- --minutes N --seed S --only KIND]: random inputs of every kind against the oracles. What fails is made small, and
// stands in artifacts/fuzz with its seed. The last line is `N passed, N failed`, of kinds.
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import './namedJson.ts';
import { tryAll } from './run.ts';

// Loaded when JSON can be.
const { kinds } = await import('./kinds.ts');

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    only: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const wanted = kinds.filter(({ name }) => values.only === undefined || name === values.only);
const until = Date.now() + Number(values.minutes) * 60_000;

let failures = 0;
const tried = await tryAll(wanted, {
  seed,
  goesOn: () => Date.now() < until,
  failed: (failure) => {
    failures++;
    const { kind, why, seed: from } = failure;
    const name = kind.includes(',') ? 'memory' : kind;
    mkdirSync('artifacts/fuzz', { recursive: true });
    const file = `artifacts/fuzz/${name}-${from}.json`;
    writeFileSync(file, JSON.stringify(failure, null, 1));
    console.log(`${name}: ${why} (${file}; --seed ${from} --only '${kind}')`);
  },
});

const { user, system } = process.cpuUsage();
console.log(
  `${tried} inputs from seed ${seed}, ${Math.round((tried * 1e6) / (user + system))} a second of processor time`,
);
console.log(`${Math.max(0, wanted.length - failures)} passed, ${failures} failed`);
process.exit(failures === 0 && wanted.length > 0 ? 0 : 1);

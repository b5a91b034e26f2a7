// npm run lab:score -- FOLDER…: how right the rebuild and the findings are on captures, against the truth and against what the
// scenario broke. FOLDER is a capture or holds some. `--wrong` also names the workers of the wrong claims.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import { workersJsonl } from '../../src/kubelet/rebuild/workersJsonl.ts';
import { tapeOf } from '../support/captures.ts';
import { labFaults, type Finds } from '../support/labFaults.ts';
import {
  coverage,
  nameable,
  pool,
  precision,
  scoreWorkers,
  type Score,
  type ScoredField,
} from '../support/scoreWorkers.ts';
import { mixScenario, seedOfMix } from './mix.ts';

const flags: readonly ScoredField[] = [
  'terminationRequested',
  'startedTerminating',
  'terminated',
  'deleted',
  'evicted',
  'finished',
];

export interface Judged {
  readonly name: string;
  readonly verbosity: number;
  readonly score: Score;
  readonly lines: number;
  /** Of the lines, 0 to 1. */
  readonly notUnderstood: number;
  /** Above info, `id pod`. */
  readonly found: readonly string[];
  readonly missed: readonly string[];
  /** Reported though nothing in the scenario can be that; empty for one that nobody has judged. */
  readonly alarms: readonly string[];
}

interface Facts {
  readonly scenario: string;
  readonly kubelet: string;
  readonly verbosity: number;
}

export function judgeCapture(dir: string): Judged {
  const unzipped = (file: string): Buffer => gunzipSync(readFileSync(path.join(dir, file)));
  const facts = JSON.parse(readFileSync(path.join(dir, 'capture.json'), 'utf8')) as Facts;
  const log = unzipped('kubelet.log.gz');
  const text = log.toString();
  const truths = readdirSync(dir)
    .filter((file) => /^truth-\d+\.jsonl\.gz$/.test(file))
    .map((file) => nameable(unzipped(file).toString(), text));
  const tape = tapeOf(log);
  const history = rebuild(tape);
  const { lines, unmatched } = history.understood;
  const found = diagnose(history, tape)
    .filter(({ severity }) => severity !== 'info')
    .map(({ id, pod }) => `${id} ${pod ?? '-'}`);
  return {
    name: path.basename(dir),
    verbosity: facts.verbosity,
    score: scoreWorkers([...workersJsonl(history)].join('\n'), truths),
    lines,
    notUnderstood: lines === 0 ? 0 : unmatched / lines,
    found: [...new Set(found)].sort(),
    ...against(findsOf(facts), found),
  };
}

function findsOf({ scenario, kubelet }: Facts): Finds | undefined {
  const seed = seedOfMix(scenario);
  const minor = /^v?(\d+\.\d+)/.exec(kubelet)?.[1];
  return seed === undefined ? labFaults(scenario) : mixScenario(seed, minor).finds;
}

function against(
  finds: Finds | undefined,
  found: readonly string[],
): Pick<Judged, 'missed' | 'alarms'> {
  if (finds === undefined) return { missed: [], alarms: [] };
  const may = new Set([...finds.must, ...finds.may]);
  const isAllowed = (one: string): boolean => may.has(one) || may.has(one.replace(/ .*/, ' *'));
  return {
    missed: finds.must.filter((one) => !found.includes(one)),
    alarms: [...new Set(found.filter((one) => !isAllowed(one)))],
  };
}

const share = (value: number): string => value.toFixed(4);

/** What of a score is below what the project promises, a sentence each. */
export function below(score: ReturnType<typeof pool>, verbosity: number): string[] {
  const bounds: (readonly [ScoredField, number, number])[] = [
    ['present', 0.995, 0.98],
    ['state', 0.995, 0.98],
    ...flags.map((flag) => [flag, 0.99, 0.95] as const),
    ['gracePeriod', 0.99, 0],
    ['working', 0.98, verbosity >= 4 ? 0.95 : 0],
  ];
  return bounds.flatMap(([field, right, known]) => {
    const tally = score.get(field);
    const [p, c] = [precision(tally), coverage(tally)];
    return [
      ...(p < right ? [`${field} precision ${share(p)} < ${right}`] : []),
      ...(c < known ? [`${field} coverage ${share(c)} < ${known}`] : []),
    ];
  });
}

/** One line of the table: precision and coverage. */
export function tableRow(name: string, fields: ReturnType<typeof pool>): string {
  const both = (field: ScoredField): string => {
    const tally = fields.get(field);
    return `${share(precision(tally))}/${share(coverage(tally))}`;
  };
  const worst = (of: typeof precision): string =>
    share(Math.min(...flags.map((flag) => of(fields.get(flag)))));
  return [
    name.padEnd(26),
    both('present'),
    both('state'),
    `${worst(precision)}/${worst(coverage)}`,
    both('gracePeriod'),
    both('working'),
  ].join('  ');
}

function foldersIn(given: string): string[] {
  if (existsSync(path.join(given, 'capture.json'))) return [given];
  const inner = readdirSync(given, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return inner.flatMap((entry) => foldersIn(path.join(given, entry.name)));
}

function main(args: readonly string[]): void {
  const judged = args
    .filter((arg) => !arg.startsWith('--'))
    .flatMap(foldersIn)
    .map(judgeCapture);
  console.log(
    `${'precision/coverage'.padEnd(26)}  present        state          flags, worst   gracePeriod    working        lines, not understood`,
  );
  for (const { name, score, lines, notUnderstood } of judged)
    console.log(`${tableRow(name, score.fields)}  ${lines} ${(100 * notUnderstood).toFixed(1)} %`);
  for (const verbosity of [...new Set(judged.map((one) => one.verbosity))].sort()) {
    const all = pool(judged.filter((one) => one.verbosity === verbosity).map((one) => one.score));
    console.log(tableRow(`all of verbosity ${verbosity}`, all));
    for (const sentence of below(all, verbosity)) console.log(`  BELOW ${sentence}`);
  }
  if (args.includes('--wrong'))
    for (const { name, score } of judged)
      for (const [what, micros] of [...score.wrong].sort((a, b) => b[1] - a[1]).slice(0, 12))
        console.log(`wrong ${name} ${what} ${(micros / 1e6).toFixed(2)} s`);
  console.log('\nfindings above info');
  for (const { name, found, missed, alarms } of judged) {
    console.log(`${name}: ${found.length === 0 ? 'none' : found.join(', ')}`);
    for (const one of missed) console.log(`  MISSED ${one}`);
    for (const one of alarms) console.log(`  ALARM ${one}`);
  }
}

if (import.meta.filename === process.argv[1]) main(process.argv.slice(2));

// Runs the real client-go and our informer room on the same new scripts and compares their traces, line by line.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { tracers } from '../trace/index.ts';
import { readLines } from '../trace/readLines.ts';
import { writeRecord, type TraceRecord } from '../trace/record.ts';
import {
  generate,
  kinds,
  kindsOf,
  versions,
  type Kind,
  type Script,
  type Version,
} from './generate.ts';
import { GoOracle } from './goOracle.ts';
import { againstOurServer } from './server.ts';
import { shrink } from './shrink.ts';

const { values: options } = parseArgs({
  options: {
    /** The Go program of each version; those that are not given are not asked. */
    '1.37': { type: 'string', default: '' },
    '1.32': { type: 'string', default: '' },
    '1.22': { type: 'string', default: '' },
    '1.9': { type: 'string', default: '' },
    seeds: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    kinds: { type: 'string', default: kinds.join(',') },
    scenarios: { type: 'string', default: '' },
    /** Let the real informer work against our server too. */
    server: { type: 'boolean', default: false },
    /** Only whether there is any difference, as fast as that can be told. */
    brief: { type: 'boolean', default: false },
  },
});

interface Difference {
  readonly line: number;
  readonly ours: string;
  readonly theirs: string;
}

/** Our lines, or what was thrown instead. */
function ourTrace(script: Script, version: Version, theirs: TraceRecord[]): string[] {
  const tracer = tracers[script[0].kind];
  if (tracer === undefined) return [`no kind ${script[0].kind}`];
  try {
    return tracer(script, { version, orderFrom: theirs }).map(comparable);
  } catch (thrown) {
    return [thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)];
  }
}

/** Of several objects that an index refuses, a map's order decides which one Go panics about. */
function comparable(record: TraceRecord): string {
  return writeRecord(record).replace(/(index entry for key )\\"[^"]*\\"/, '$1*');
}

function difference(ours: string[], theirs: string[]): Difference | undefined {
  for (let line = 0; line < Math.max(ours.length, theirs.length); line++) {
    if (ours[line] === theirs[line]) continue;
    return { line, ours: ours[line] ?? '(nothing)', theirs: theirs[line] ?? '(nothing)' };
  }
  return undefined;
}

class Comparison {
  passed = 0;
  failed = 0;
  private readonly go: GoOracle;
  private readonly version: Version;

  constructor(go: GoOracle, version: Version) {
    this.go = go;
    this.version = version;
  }

  async compare(script: Script): Promise<{ found: Difference | undefined; steps: number }> {
    const theirs = await this.go.trace(script);
    if (theirs === undefined) {
      throw new Error(
        `the Go program did not survive a script:\n${text(script)}\n${this.go.lastWords}`,
      );
    }
    const ours = ourTrace(script, this.version, theirs);
    return { found: difference(ours, theirs.map(comparable)), steps: theirs.length };
  }

  async kind(kind: Kind): Promise<void> {
    const count = Number(options.seeds);
    const scripts = generate(kind, this.version, Number(options.seed), count);
    const began = Date.now();
    let steps = 0;
    let bad = 0;
    for (const script of scripts) {
      const result = await this.compare(script);
      steps += result.steps;
      if (result.found === undefined) continue;
      bad += 1;
      if (options.brief) break;
      if (bad === 1) await this.explain(script);
    }
    this.passed += count - bad;
    this.failed += bad;
    if (options.brief) return;
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(
      `${kind} against client-go ${this.version}: ${count} scripts, ${steps} steps, ${bad} differences (seed ${options.seed}, ${seconds} s)`,
    );
  }

  async scenario(file: string): Promise<void> {
    const script = readLines(file) as unknown as Script;
    const { found } = await this.compare(script);
    if (found === undefined) {
      this.passed += 1;
      return;
    }
    this.failed += 1;
    console.log(`${path.basename(file)} differs at line ${found.line}`);
    show(found);
  }

  /** Prints the shortest script that shows the difference. */
  private async explain(script: Script): Promise<void> {
    const shows = async (candidate: Script): Promise<boolean> => {
      const theirs = await this.go.trace(candidate);
      if (theirs === undefined) return false;
      const ours = ourTrace(candidate, this.version, theirs);
      return difference(ours, theirs.map(comparable)) !== undefined;
    };
    const shortest = await shrink(script, shows);
    const { found } = await this.compare(shortest);
    console.log(`A difference from client-go ${this.version}; the shortest script that shows it:`);
    console.log(text(shortest));
    if (found !== undefined) show(found);
  }
}

function text(script: Script): string {
  return script.map((line) => JSON.stringify(line)).join('\n');
}

function show({ line, ours, theirs }: Difference): void {
  console.log(`line ${line}\n  ours:      ${ours}\n  client-go: ${theirs}`);
}

async function main(): Promise<number> {
  const wanted = kinds.filter((kind) => options.kinds.split(',').includes(kind));
  let [passed, failed] = [0, 0];
  for (const version of versions) {
    const binary = options[version];
    if (binary === '') continue;
    const go = new GoOracle(binary);
    const comparison = new Comparison(go, version);
    try {
      for (const kind of wanted.filter((each) => kindsOf[version].includes(each)))
        await comparison.kind(kind);
      if (options.scenarios !== '' && version === '1.37') {
        const files = fs.readdirSync(options.scenarios).filter((name) => name.endsWith('.json'));
        for (const file of files) await comparison.scenario(path.join(options.scenarios, file));
        console.log(`${files.length} scenarios against client-go ${version}`);
      }
    } finally {
      go.close();
    }
    passed += comparison.passed;
    failed += comparison.failed;
  }
  if (options.server) {
    const { '1.37': newest, '1.32': older, seed } = options;
    const result = await againstOurServer({ newest, older, seed: Number(seed) });
    passed += result.passed;
    failed += result.failed;
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();

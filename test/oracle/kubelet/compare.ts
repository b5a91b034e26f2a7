// Runs random scripts on both sides: the Go program beside it answers requests on a pipe, ours is called. A
// difference is shrunk by fast-check and shown with the script that makes it.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { generators } from './generate.ts';
import type { Op } from './script.ts';
import { kubeletTraces } from './traces.ts';

/** A Go test binary that answers `{kind, script}` with `TRACE [...]`, one after the other. */
class GoSide {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly waiting: ((trace: string[]) => void)[] = [];
  private readonly failing: ((error: Error) => void)[] = [];

  constructor(binary: string) {
    this.child = spawn(binary, ['-test.run=^TestOracle$', '-test.timeout=0']);
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      if (!line.startsWith('TRACE ')) return;
      this.failing.shift();
      this.waiting.shift()?.(JSON.parse(line.slice('TRACE '.length)) as string[]);
    });
    let complaints = '';
    this.child.stderr.on('data', (data: Buffer) => {
      complaints = (complaints + data.toString()).slice(-4000);
    });
    this.child.on('close', () => {
      for (const fail of this.failing) fail(new Error(`the Go side ended: ${complaints}`));
    });
  }

  trace(kind: string, script: readonly Op[]): Promise<string[]> {
    return new Promise((resolve, reject) => {
      this.waiting.push(resolve);
      this.failing.push(reject);
      this.child.stdin.write(`${JSON.stringify({ kind, script })}\n`);
    });
  }

  end(): void {
    this.child.stdin.end();
  }
}

function difference(kind: string, script: readonly Op[], theirs: readonly string[]): string {
  const ours = kubeletTraces[kind]?.(script.map((op) => JSON.stringify(op))) ?? [];
  const at = Array.from({ length: Math.max(ours.length, theirs.length) }).findIndex(
    (_, i) => ours[i] !== theirs[i],
  );
  if (at < 0) return '';
  const before = theirs.slice(Math.max(0, at - 6), at).map((line) => `    ${line}`);
  return [...before, `  kubelet: ${theirs[at]}`, `  ours:    ${ours[at]}`].join('\n');
}

async function compareKind(
  kind: string,
  minor: number,
  binary: string,
  seeds: number,
  seed: number,
): Promise<string> {
  const generate = generators[kind];
  if (generate === undefined) return `unknown kind ${kind}`;
  const go = new GoSide(binary);
  const property = fc.asyncProperty(generate(minor), async (script) => {
    const found = difference(kind, script, await go.trace(kind, script));
    if (found !== '') throw new Error(found);
  });
  const result = await fc.check(property, { numRuns: seeds, seed, endOnFailure: false });
  go.end();
  if (!result.failed) return '';
  const script = result.counterexample?.[0].map((op) => JSON.stringify(op)).join('\n') ?? '';
  const cause = result.errorInstance instanceof Error ? result.errorInstance.message : '';
  return `seed ${result.seed}\n${script}\n${cause}`;
}

async function main(): Promise<void> {
  const [seedsText = '', seedText = '', ...jobs] = process.argv.slice(2);
  const seeds = Number(seedsText);
  let passed = 0;
  let failed = 0;
  for (const job of jobs) {
    const [kind = '', minor = '', binary = '', factor = '1'] = job.split('=');
    const count = Math.ceil(seeds * Number(factor));
    const began = performance.now();
    const found = await compareKind(kind, Number(minor), binary, count, Number(seedText));
    const took = ((performance.now() - began) / 1000).toFixed(1);
    if (found === '') {
      passed += count;
      console.log(`${kind} 1.${minor}: ${count} scripts, no difference (${took} s)`);
    } else {
      failed += 1;
      console.log(`${kind} 1.${minor}: different (${took} s)\n${found}`);
    }
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();

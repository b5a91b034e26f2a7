// A program of a benchmark inside the lab's namespaces, in a process of its own, and work that is done many at a time.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import readline from 'node:readline';

const lanes = 32;

/** A program that says what it has seen and used, a line of JSON each time it is asked; at first by itself. */
export class Peer<Report> {
  readonly name: string;
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly waiting: {
    readonly resolve: (report: Report) => void;
    readonly reject: (why: Error) => void;
  }[] = [];
  private complaints = '';

  constructor(
    name: string,
    command: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ) {
    this.name = name;
    const [program = '', ...args] = command;
    this.child = spawn(program, args, { env: { ...process.env, ...env } });
    readline.createInterface({ input: this.child.stdout }).on('line', (line) => {
      this.waiting.shift()?.resolve(JSON.parse(line) as Report);
    });
    this.child.once('close', () => {
      const why = new Error(`${this.name} ended: ${this.complaints.slice(-1000)}`);
      for (const { reject } of this.waiting.splice(0)) reject(why);
    });
    this.child.stderr.on('data', (part) => (this.complaints += String(part)));
  }

  /** What it says next: at first, that it is synced. */
  next(): Promise<Report> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
    });
  }

  ask(): Promise<Report> {
    const answer = this.next();
    this.child.stdin.write('\n');
    return answer;
  }

  async end(): Promise<void> {
    const closed = new Promise((resolve) => this.child.once('close', resolve));
    this.child.kill('SIGKILL');
    await closed;
  }
}

/** Calls `work` with 0 to `count` - 1, many at a time. */
export async function inLanes(count: number, work: (n: number) => Promise<void>): Promise<void> {
  const each = Array.from({ length: lanes }, async (_, lane) => {
    for (let n = lane; n < count; n += lanes) await work(n);
  });
  await Promise.all(each);
}

/** About as large as a pod usually is. */

// The Go program that runs the real client-go, as a process that is asked one script after the other.
import { spawn, type ChildProcess } from 'node:child_process';
import readline from 'node:readline';
import type { TraceRecord } from '../trace/record.ts';
import type { Script } from './generate.ts';

interface Pending {
  readonly resolve: (trace: TraceRecord[] | undefined) => void;
  readonly timer: NodeJS.Timeout;
}

/** How long one script may take; those of scenarios run on a clock of their own, in milliseconds of real time. */
const patience = 20_000;

export class GoOracle {
  private readonly binary: string;
  private child: ChildProcess | undefined;
  private nextId = 0;
  private readonly pending = new Map<number, Pending>();
  private complaints = '';

  constructor(binary: string) {
    this.binary = binary;
  }

  /** The trace of a script; `undefined` if the program did not survive it, which it then says why. */
  trace(script: Script): Promise<TraceRecord[] | undefined> {
    const child = (this.child ??= this.start());
    const id = this.nextId++;
    return new Promise((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), patience);
      this.pending.set(id, { resolve, timer });
      child.stdin?.write(`${JSON.stringify({ id, script })}\n`);
    });
  }

  /** What it said last before it died. */
  get lastWords(): string {
    return this.complaints.slice(0, 2000);
  }

  close(): void {
    this.child?.stdin?.end();
  }

  private start(): ChildProcess {
    const child = spawn(this.binary, ['-test.run', '^TestServe$'], { stdio: 'pipe' });
    this.complaints = '';
    readline.createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{"id"')) {
        this.complaints += `${line}\n`;
        return;
      }
      const reply = JSON.parse(line) as { id: number; trace: TraceRecord[] };
      this.settle(reply.id, reply.trace);
    });
    child.stderr.on('data', (data) => (this.complaints += String(data)));
    child.on('close', () => {
      if (this.child === child) this.child = undefined;
      for (const id of [...this.pending.keys()]) this.settle(id, undefined);
    });
    return child;
  }

  private settle(id: number, trace: TraceRecord[] | undefined): void {
    const waiting = this.pending.get(id);
    this.pending.delete(id);
    clearTimeout(waiting?.timer);
    waiting?.resolve(trace);
  }
}

// Starting and ending programs. Knows signals, exit codes and log files; knows nothing of what the programs are.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** Runs a short command to its end; its standard output. Throws a sentence with what it said on standard error. */
export async function must(command: string, ...args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await execFileAsync(command, args, { maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    throw new Error(`${command} ${args.join(' ')}: ${errorText(error)}`, { cause: error });
  }
}

function errorText(error: unknown): string {
  if (error instanceof Error && 'stderr' in error && typeof error.stderr === 'string') {
    const said = error.stderr.trim();
    if (said !== '') return said;
  }
  return error instanceof Error ? error.message : String(error);
}

/** Thrown by what `until` asks when it is of no use to ask again. */
export class Hopeless extends Error {}

/** Asks again until the answer is there; throws `what` when `limit` milliseconds have passed. */
export async function until<T>(
  what: string,
  limit: number,
  ask: () => Promise<T | undefined> | T | undefined,
  pause = 100,
): Promise<T> {
  const end = Date.now() + limit;
  let last = '';
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
    } catch (error) {
      if (error instanceof Hopeless) throw new Error(`${what}: ${error.message}`, { cause: error });
      last = ` (${errorText(error)})`;
    }
    if (Date.now() > end)
      throw new Error(`${what}: not so after ${Math.round(limit / 1000)} s${last}`);
    await sleep(pause);
  }
}

export interface ProgramOptions {
  /** Standard output and error are appended here. */
  readonly log: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A command that ends with executing its arguments, for instance one that enters namespaces. */
  readonly within?: readonly string[];
}

/** A running program that its starter ends. */
export class Program {
  readonly name: string;
  readonly pid: number;
  /** Resolves with how it ended: `code 0`, `signal SIGKILL`. */
  readonly exited: Promise<string>;
  private ended: string | undefined;

  constructor(name: string, child: ChildProcess) {
    this.name = name;
    this.pid = child.pid ?? 0;
    this.exited = new Promise((resolve) => {
      const end = (how: string) => {
        this.ended = how;
        resolve(how);
      };
      child.once('error', (error) => {
        end(error.message);
      });
      child.once('exit', (code, signal) => {
        end(signal === null ? `code ${String(code)}` : `signal ${signal}`);
      });
    });
  }

  /** How it ended, while it runs `undefined`. */
  get end(): string | undefined {
    return this.ended;
  }

  signal(signal: NodeJS.Signals): void {
    if (this.ended === undefined && this.pid > 0) process.kill(this.pid, signal);
  }

  /** Asks it to end, and kills it when it has not within `grace` milliseconds. */
  async stop(grace = 5000): Promise<void> {
    if (this.ended !== undefined) return;
    this.signal('SIGTERM');
    this.signal('SIGCONT');
    const late = sleep(grace).then(() => {
      this.signal('SIGKILL');
    });
    await Promise.race([this.exited, late]);
    await this.exited;
  }
}

/** Starts a program that runs until it is stopped. */
export function start(name: string, argv: readonly string[], options: ProgramOptions): Program {
  const [command = '', ...args] = [...(options.within ?? []), ...argv];
  const out = openSync(options.log, 'a');
  try {
    const child = spawn(command, args, {
      stdio: ['ignore', out, out],
      env: { ...process.env, ...options.env },
    });
    return new Program(name, child);
  } finally {
    closeSync(out);
  }
}

// A lab as a person has it: started by its command, watched by what it prints, ended by Ctrl-C or worse.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Api } from './api.ts';
import { machineProcesses } from './machineState.ts';
import { Hopeless, until } from './program.ts';
import { ask } from './server.ts';

export class StartedLab {
  output = '';
  private readonly child;
  private readonly exited: Promise<number | null>;

  constructor(...args: readonly string[]) {
    this.child = spawn('node', [path.resolve('scripts/lab.mjs'), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Of its own, so that a signal to the tests does not reach it before they can end it.
      detached: true,
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (part: string) => (this.output += part));
    }
    this.exited = new Promise((resolve) => {
      this.child.once('close', resolve);
    });
  }

  /** Resolves when the output has a text; rejects with all of the output when the lab ends before. */
  async says(text: string, limit: number): Promise<void> {
    await until(`the lab says "${text}"`, limit, () => {
      if (this.output.includes(text)) return true;
      if (this.child.exitCode !== null) throw new Hopeless(this.output);
      return undefined;
    });
  }

  get dir(): string {
    const dir = /its folder is (\S+)/.exec(this.output)?.[1];
    assert(dir !== undefined, `no folder in: ${this.output}`);
    return dir;
  }

  ask(url: string, body?: unknown): Promise<unknown> {
    return ask(path.join(this.dir, 'control.sock'), url, body);
  }

  /** A file of the first node, by its path in there. */
  read(file: string): string {
    return readFileSync(path.join(this.dir, 'nodes/node-a', file), 'utf8');
  }

  /** A client made from the kubeconfig that the lab prints. */
  api(): Api {
    const text = readFileSync(path.join(this.dir, 'kubeconfig'), 'utf8');
    const port = /https:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1];
    const token = /"token":"(\w+)"/.exec(text)?.[1];
    assert(port !== undefined && token !== undefined, text);
    return new Api({ host: '127.0.0.1', port: Number(port), token });
  }

  /** Its exit code, when it ends by itself. */
  ended(): Promise<number | null> {
    return this.exited;
  }

  /** Ctrl-C; the exit code. */
  async interrupt(): Promise<number | null> {
    if (this.child.exitCode === null) process.kill(-(this.child.pid ?? 0), 'SIGINT');
    return this.exited;
  }

  /** kill -9 of the command, or of the conductor that it started in the namespaces. */
  async kill(role: 'command' | 'conductor'): Promise<void> {
    const plan = path.join(this.dir, 'plan.json');
    const conductor = machineProcesses().find(
      ({ command }) => command.includes(plan) && /^\S*node /.test(command),
    );
    const owner = Number(readFileSync(path.join(this.dir, 'owner'), 'utf8').split(' ')[0]);
    process.kill(role === 'command' ? owner : (conductor?.pid ?? 0), 'SIGKILL');
    await this.exited;
  }
}

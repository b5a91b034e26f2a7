// A command whose output is a log that goes on: `ssh node journalctl -fu kubelet`, `docker exec …`, `kubectl …`. When it ends it
// is started again; lines that it prints a second time are left out, and where none of them is seen again a gap is told.
import { spawn } from 'node:child_process';
import type { Followed } from '../sourceHost.ts';
import { pause } from './follow.ts';

export interface CommandOptions {
  readonly signal: AbortSignal;
  /** Milliseconds before it is started again; doubled each time that it says nothing, up to `longestWait`. Default 1000. */
  readonly firstWait?: number;
  readonly longestWait?: number;
  /** Starts after the first. Default: without end. */
  readonly restarts?: number;
}

/** Lines that are remembered, to know them again after a restart. */
const REMEMBERED = 20_000;
const MAX_LINE = 16 << 20;

/** Runs a program, without a shell between, until the signal ends it. The text it gives begins and ends at lines. */
export async function* streamCommand(
  argv: readonly string[],
  options: CommandOptions,
): AsyncGenerator<Followed> {
  const { signal, firstWait = 1_000, longestWait = 30_000, restarts = Infinity } = options;
  const memory = new LineMemory();
  let wait = firstWait;
  for (let start = 0; ; start++) {
    memory.restart();
    const ended = { text: '' };
    for await (const bytes of output(argv, signal, ended)) {
      const fresh = memory.unseen(bytes);
      if (fresh.lostTrack)
        yield {
          kind: 'notice',
          text: 'the command runs again, and none of what it prints was seen before: lines may be missing',
          gap: 'disconnected',
        };
      if (fresh.bytes.length > 0) {
        wait = firstWait;
        yield { kind: 'data', bytes: fresh.bytes };
      }
    }
    if (signal.aborted || start >= restarts) return;
    yield {
      kind: 'notice',
      text: `${ended.text}; it is started again`,
    };
    await pause(wait, signal);
    wait = Math.min(wait * 2, longestWait);
  }
}

/** What a run of the command prints, in whole lines; `ended` says how it ended. */
async function* output(
  argv: readonly string[],
  signal: AbortSignal,
  ended: { text: string },
): AsyncGenerator<Uint8Array> {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = (): void => {
    child.kill();
  };
  signal.addEventListener('abort', stop);
  let complaint = '';
  child.stderr.on('data', (data: Buffer) => {
    complaint = (complaint + data.toString()).slice(-2_000);
  });
  const closed = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      resolve(`${program} can't be started: ${error.message}`);
    });
    child.once('close', (code, by) => {
      const last = complaint.trim().split('\n').at(-1) ?? '';
      const how = by === null ? `with code ${code ?? 0}` : `by ${by}`;
      resolve(`${program} ended ${how}${last === '' ? '' : ` (${last})`}`);
    });
  });
  try {
    let rest = Buffer.alloc(0);
    for await (const chunk of child.stdout) {
      const all = Buffer.concat([rest, chunk as Buffer]);
      const end = all.length > MAX_LINE ? all.length : all.lastIndexOf(10) + 1;
      rest = all.subarray(end);
      if (end > 0) yield all.subarray(0, end);
    }
    if (rest.length > 0) yield Buffer.concat([rest, Buffer.from('\n')]);
    ended.text = await closed;
  } finally {
    signal.removeEventListener('abort', stop);
    child.kill();
  }
}

/** Knows the last lines again. klog's stamps make lines unique, so a line seen twice is the same line printed twice. */
class LineMemory {
  private readonly seen = new Set<string>();
  /** After a restart, until the first line that is new. */
  private comparing = false;
  private met = 0;

  restart(): void {
    this.comparing = this.seen.size > 0;
    this.met = 0;
  }

  unseen(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly lostTrack: boolean } {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    let lostTrack = false;
    const kept: string[] = [];
    for (const line of text.match(/[^\n]*\n/g) ?? []) {
      if (this.comparing && this.seen.has(line)) {
        this.met++;
        continue;
      }
      if (this.comparing) lostTrack = this.met === 0;
      this.comparing = false;
      kept.push(line);
      this.remember(line);
    }
    return { bytes: Buffer.from(kept.join(''), 'latin1'), lostTrack };
  }

  private remember(line: string): void {
    this.seen.delete(line);
    this.seen.add(line);
    if (this.seen.size <= REMEMBERED) return;
    for (const oldest of this.seen) {
      this.seen.delete(oldest);
      break;
    }
  }
}

// A file that grows: what is added comes as it is added. It may be rotated, replaced, cut short or be gone for a while.
import fs from 'node:fs';

/** What comes of a source that is followed. `notice`: something happened between two lines, in words for a person. */
export type Followed =
  | { readonly kind: 'data'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'notice';
      readonly what: 'rotated' | 'shrunk' | 'missing' | 'disconnected' | 'resumed';
      readonly text: string;
      /** Lines may be missing here. */
      readonly isGap: boolean;
    };

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Milliseconds between two looks. Default 250. */
  readonly interval?: number;
  /** Where to begin, in bytes. Default 0: with what the file already holds. */
  readonly from?: number;
}

const CHUNK = 1 << 20;
const NEWLINE = 10;

/** Follows a file until the signal ends it. Only looking is relied on: not every file system tells of changes. */
export async function* followFile(path: string, options: FollowOptions): AsyncGenerator<Followed> {
  const { signal, interval = 250 } = options;
  let file = openFile(path, options.from ?? 0);
  let wasMissing = file === undefined;
  if (wasMissing) yield notice('missing', `${path} is not there yet`, false);
  try {
    while (!signal.aborted) {
      file ??= openFile(path, 0);
      if (file !== undefined) {
        if (wasMissing) yield notice('resumed', `${path} is there again`, true);
        wasMissing = false;
        yield* file.added();
        const change = file.changed();
        if (change !== undefined) {
          // What was written to the old file until it was left is read first.
          yield* file.added();
          yield* file.end();
          yield notice(change, changeText(change, path), change !== 'rotated');
          file.close();
          file = undefined;
          wasMissing = change === 'missing';
          if (!wasMissing) continue;
        }
      }
      await pause(interval, signal);
    }
  } finally {
    file?.close();
  }
}

type Change = 'rotated' | 'shrunk' | 'missing';

function changeText(change: Change, path: string): string {
  if (change === 'rotated') return `${path} was rotated: the new file is read from its start`;
  if (change === 'shrunk') return `${path} was cut short: it is read from its start again`;
  return `${path} is gone`;
}

function notice(
  what: Extract<Followed, { kind: 'notice' }>['what'],
  text: string,
  isGap: boolean,
): Followed {
  return { kind: 'notice', what, text, isGap };
}

/** One opened file and how far it was read. */
class FollowedFile {
  private readonly path: string;
  private readonly fd: number;
  private readonly inode: number;
  private offset: number;
  private lastByte = NEWLINE;

  constructor(path: string, from: number) {
    this.path = path;
    this.fd = fs.openSync(path, 'r');
    const stat = fs.fstatSync(this.fd);
    this.inode = stat.ino;
    this.offset = Math.min(from, stat.size);
  }

  *added(): Generator<Followed> {
    for (;;) {
      const bytes = new Uint8Array(CHUNK);
      const read = fs.readSync(this.fd, bytes, 0, CHUNK, this.offset);
      if (read === 0) return;
      this.offset += read;
      this.lastByte = bytes[read - 1] ?? NEWLINE;
      yield { kind: 'data', bytes: bytes.subarray(0, read) };
    }
  }

  /** A last line that was never ended is not joined to what comes from elsewhere. */
  *end(): Generator<Followed> {
    if (this.lastByte !== NEWLINE) yield { kind: 'data', bytes: Uint8Array.of(NEWLINE) };
  }

  changed(): Change | undefined {
    const now = fs.statSync(this.path, { throwIfNoEntry: false });
    if (now === undefined) return 'missing';
    if (now.ino !== this.inode) return 'rotated';
    return now.size < this.offset ? 'shrunk' : undefined;
  }

  close(): void {
    fs.closeSync(this.fd);
  }
}

function openFile(path: string, from: number): FollowedFile | undefined {
  try {
    return new FollowedFile(path, from);
  } catch {
    // Not there, or not yet readable: it is looked for again.
    return undefined;
  }
}

/** Waits, but not past the signal. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}

// A file that grows: what is added comes as it is added. It may be rotated, written anew, cut short or be gone for a while.
import fs from 'node:fs';
import path from 'node:path';
import { NEWLINE } from '../../../log/bytes.ts';
import type { Followed } from '../sourceHost.ts';

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Milliseconds between two looks. Default 250. */
  readonly interval?: number;
}

const CHUNK = 1 << 20;
/** So many bytes before the end of what was read are looked at again: others there mean that the file was written anew. */
const REMEMBERED = 64;
/** What rotation adds to a name: a number or a date. */
const ROTATED = /^[.-][\d.-]+$/;

/** A file and how far it was read. Only looking is relied on: not every file system tells of changes. */
export class FollowedFile {
  private readonly path: string;
  private piece: Piece | undefined;

  /** `from`: where to begin, in bytes. */
  constructor(file: string, from = 0) {
    this.path = file;
    this.piece = openPiece(file, from);
  }

  get isThere(): boolean {
    return this.piece !== undefined;
  }

  /** What the file holds already. */
  *held(): Generator<Uint8Array> {
    if (this.piece !== undefined) yield* this.piece.added();
  }

  /** Follows it until the signal ends that. */
  async *follow({ signal, interval = 250 }: FollowOptions): AsyncGenerator<Followed> {
    if (this.piece === undefined) yield notice(`${this.path} is not there yet`);
    let gone = false;
    try {
      while (!signal.aborted) {
        this.piece ??= openPiece(this.path, 0);
        if (this.piece !== undefined) {
          yield* data(this.piece.added());
          const change = this.piece.change();
          if (change === 'gone' && !gone) yield notice(`${this.path} is gone`);
          gone = change === 'gone';
          if (change === 'rotated' || change === 'rewritten') {
            yield* this.left(this.piece, change);
            continue;
          }
        }
        await pause(interval, signal);
      }
    } finally {
      this.close();
    }
  }

  /** Leaves a file for the one that has taken its place; what was written to it until then is read first. */
  private *left(piece: Piece, change: 'rotated' | 'rewritten'): Generator<Followed> {
    if (change === 'rotated') yield* data(piece.added());
    yield* data(piece.end());
    if (change === 'rewritten')
      yield notice(`${this.path} was written anew: it is read from its start again`, 'rotation');
    else if (piece.hasSuccessor())
      yield notice(`${this.path} was rotated more than once between two looks`, 'rotation');
    else yield notice(`${this.path} was rotated: the new file is read from its start`);
    this.close();
  }

  close(): void {
    this.piece?.close();
    this.piece = undefined;
  }
}

function* data(chunks: Iterable<Uint8Array>): Generator<Followed> {
  for (const bytes of chunks) yield { kind: 'data', bytes };
}

function notice(text: string, gap?: 'rotation'): Followed {
  return { kind: 'notice', text, ...(gap === undefined ? {} : { gap }) };
}

type Change = 'rotated' | 'rewritten' | 'gone';

/** One opened file: it is read on although its name may by now stand for another. */
class Piece {
  private readonly path: string;
  private readonly fd: number;
  private readonly inode: number;
  private offset: number;
  private last = new Uint8Array(0);

  constructor(file: string, from: number) {
    this.path = file;
    this.fd = fs.openSync(file, 'r');
    const stat = fs.fstatSync(this.fd);
    this.inode = stat.ino;
    this.offset = Math.min(from, stat.size);
  }

  *added(): Generator<Uint8Array> {
    if (!this.isSame()) return;
    for (;;) {
      const bytes = new Uint8Array(CHUNK);
      const read = fs.readSync(this.fd, bytes, 0, CHUNK, this.offset);
      if (read === 0) return;
      this.offset += read;
      const chunk = bytes.subarray(0, read);
      this.last = chunk.slice(-REMEMBERED);
      yield chunk;
    }
  }

  /** A last line that was never ended is not joined to what comes from elsewhere. */
  *end(): Generator<Uint8Array> {
    if ((this.last.at(-1) ?? NEWLINE) !== NEWLINE) yield Uint8Array.of(NEWLINE);
  }

  /** Another file counts once something is written to it: until then the writer may still have this one. */
  change(): Change | undefined {
    const now = fs.statSync(this.path, { throwIfNoEntry: false });
    if (now !== undefined && now.ino !== this.inode) return now.size > 0 ? 'rotated' : undefined;
    if (!this.isSame()) return 'rewritten';
    return now === undefined ? 'gone' : undefined;
  }

  /** The bytes that were read last still stand where they stood. */
  private isSame(): boolean {
    const { last } = this;
    const again = new Uint8Array(last.length);
    fs.readSync(this.fd, again, 0, last.length, this.offset - last.length);
    return again.every((byte, i) => byte === last[i]);
  }

  /** Whether a file that was rotated away too was written after this one: its lines were never seen. */
  hasSuccessor(): boolean {
    const left = fs.fstatSync(this.fd).mtimeMs;
    const base = path.basename(this.path);
    const dir = path.dirname(this.path);
    return fs.readdirSync(dir).some((name) => {
      if (!name.startsWith(base) || !ROTATED.test(name.slice(base.length))) return false;
      const stat = fs.statSync(path.join(dir, name), { throwIfNoEntry: false });
      return stat?.isFile() === true && stat.ino !== this.inode && stat.mtimeMs > left;
    });
  }

  close(): void {
    fs.closeSync(this.fd);
  }
}

function openPiece(file: string, from: number): Piece | undefined {
  try {
    return new Piece(file, from);
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

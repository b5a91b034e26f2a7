// A file that grows: what is added comes as it is added. It may be rotated, written anew, cut short or be gone for a while.
import fs from 'node:fs';
import path from 'node:path';
import { NEWLINE } from '../../../log/bytes.ts';
import type { Followed } from '../sourceHost.ts';
import { reasonOf } from './openPaths.ts';

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
  /** What was told last to be in the way, until it is not any more. */
  private told: string | undefined;

  /** `from`: where to begin, in bytes. */
  constructor(file: string, from = 0) {
    this.path = file;
    const opened = openPiece(file, from);
    if (opened instanceof Piece) this.piece = opened;
  }

  /** What the file holds already. */
  *held(): Generator<Uint8Array> {
    if (this.piece !== undefined) yield* this.piece.added();
  }

  /** Follows it until the signal ends that, and nothing else does: what is in the way is told, and looked at again and again. */
  async *follow({ signal, interval = 250 }: FollowOptions): AsyncGenerator<Followed> {
    let wasThere = this.piece !== undefined;
    try {
      while (!signal.aborted) {
        const seen = yield* this.look(wasThere);
        wasThere ||= this.piece !== undefined;
        if (seen !== 'changed') await pause(interval, signal);
      }
    } finally {
      this.close();
    }
  }

  /** One look: what was added, and whether another file has taken the place of this one. */
  private *look(wasThere: boolean): Generator<Followed, 'changed' | undefined> {
    try {
      const opened = this.piece ?? openPiece(this.path, 0);
      if (!(opened instanceof Piece)) {
        yield* this.tell(opened === GONE && !wasThere ? 'is not there yet' : opened);
        return undefined;
      }
      this.piece = opened;
      yield* data(opened.added());
      const change = opened.change();
      if (change === 'rotated' || change === 'rewritten') {
        this.told = undefined;
        yield* this.left(opened, change);
        return 'changed';
      }
      yield* this.tell(change);
    } catch (error) {
      yield* this.tell(`can't be read: ${reasonOf(error)}`);
    }
    return undefined;
  }

  /** Once, and once when it is over. */
  private *tell(obstacle: string | undefined): Generator<Followed> {
    if (obstacle === this.told) return;
    this.told = obstacle;
    yield notice(
      obstacle === undefined
        ? `${this.path} can be read again`
        : `${this.path} ${obstacle}: it is looked at again until it can be followed`,
    );
  }

  /** Leaves a file for the one that has taken its place; what was written to it until then is read first. */
  private *left(piece: Piece, change: 'rotated' | 'rewritten'): Generator<Followed> {
    if (change === 'rotated') yield* data(piece.added());
    yield* data(piece.end());
    if (change === 'rewritten')
      yield notice(`${this.path} was rewritten: reading it from the start again`, 'rotation');
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

const GONE = 'is gone';

/** What stands at a path, if it is nothing that can be followed. A pipe would hold up who reads, a device may have no end. */
function obstacleIn(stat: fs.Stats | undefined): string | undefined {
  if (stat === undefined) return GONE;
  if (stat.isDirectory()) return 'is a folder now';
  return stat.isFile() ? undefined : 'is no file now';
}

/** One opened file: it is read on although its name may by now stand for another. */
class Piece {
  private readonly path: string;
  private readonly fd: number;
  private readonly inode: number;
  private offset: number;
  private last = new Uint8Array(0);

  constructor(file: string, fd: number, from: number) {
    this.path = file;
    this.fd = fd;
    const stat = fs.fstatSync(fd);
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

  /**
   * What became of it, or what is in the way. Another file counts once something is written to it: until then the writer may still
   * have this one.
   */
  change(): string | undefined {
    const now = fs.statSync(this.path, { throwIfNoEntry: false });
    const isOther = now?.isFile() === true && now.ino !== this.inode;
    if (isOther) return now.size > 0 ? 'rotated' : undefined;
    if (!this.isSame()) return 'rewritten';
    return obstacleIn(now);
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

/** A sentence's end where there is nothing to follow: it is looked for again. */
function openPiece(file: string, from: number): Piece | string {
  try {
    const obstacle = obstacleIn(fs.statSync(file, { throwIfNoEntry: false }));
    if (obstacle !== undefined) return obstacle;
    // It may have become a pipe meanwhile, which must not hold up the thread.
    const fd = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    const other = obstacleIn(fs.fstatSync(fd));
    if (other === undefined) return new Piece(file, fd, from);
    fs.closeSync(fd);
    return other;
  } catch (error) {
    return `can't be read: ${reasonOf(error)}`;
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

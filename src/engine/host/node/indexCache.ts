// Indexes of files that were read before, in a folder of this person: opening such a file again is a matter of reading its index. Which file an
// index belongs to is told by its path, size, time and both ends; the least used ones go when there are too many.
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ownSecret } from './ownFolder.ts';
import { keptBuilder, TableBuilder, type KeptTable } from '../../../log/tableBuilder.ts';
import { fileChunks } from './byteStore.ts';
import { packIndex, readIndex } from './keptIndex.ts';
import { parallelIndex, type ParallelRequest } from './parallelIndex.ts';

export interface IndexCacheOptions {
  readonly dir: string;
  /** Bytes that all indexes may take. Default 2 GB: about those of ten logs of 1 GB. */
  readonly limit?: number;
}

const LIMIT = 2e9;
const ENDING = '.index';
/** What somebody began to write so long ago (ms) is finished by nobody. */
const ABANDONED = 3_600_000;
/** So much of either end of a file is compared. */
const END = 64 << 10;

/** As `parallelIndex`, but from the cache when the file was indexed before and is as it was. */
export async function cachedIndex(
  request: ParallelRequest,
  options: IndexCacheOptions | undefined,
): Promise<TableBuilder | undefined> {
  if (options === undefined) return await parallelIndex(request);
  const cache = new IndexCache(options);
  const key = keyOf(request);
  const kept = cache.load(key);
  if (kept !== undefined) {
    request.onProgress(1);
    return keptBuilder(request.source, request.bytes, request.options, kept);
  }
  const builder = (await parallelIndex(request)) ?? (await serialIndex(request));
  // Of a file that was written meanwhile nobody knows which state was read.
  if (keyOf(request).state === key.state) void cache.save(key, builder.kept);
  return builder;
}

/** For a text that can't be cut: entries of the journal's export span lines. */
async function serialIndex(request: ParallelRequest): Promise<TableBuilder> {
  const { source, bytes, options, signal, onProgress } = request;
  const builder = new TableBuilder(source, bytes, options);
  let done = 0;
  for await (const chunk of fileChunks(bytes, signal)) {
    builder.append(chunk);
    done += chunk.length;
    onProgress(done / bytes.size);
  }
  builder.finish();
  return builder;
}

interface Key {
  /** One index is kept for each name. */
  readonly name: string;
  /** What it was made of and by. */
  readonly state: string;
}

function keyOf({ path: file, bytes, options, workerFile }: ParallelRequest): Key {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  const ends = hash(bytes.read(0, END), bytes.read(Math.max(0, bytes.size - END), END));
  const { year, utcOffset, modified } = options;
  const asked = JSON.stringify([fs.realpathSync(file), year, utcOffset]);
  return {
    name: hash(asked),
    // The code that makes an index is its format's version: another may read other things out of the same lines.
    state: JSON.stringify([
      asked,
      bytes.size,
      stat?.size,
      stat?.mtimeMs,
      modified,
      ends,
      hash(fs.readFileSync(workerFile)),
    ]),
  };
}

class IndexCache {
  private readonly dir: string;
  private readonly limit: number;

  constructor({ dir, limit = LIMIT }: IndexCacheOptions) {
    this.dir = dir;
    this.limit = limit;
  }

  /** What is there but can't be used is removed. */
  load({ name, state }: Key): KeptTable | undefined {
    const file = this.fileOf(name);
    try {
      const secret = ownSecret(this.dir);
      if (secret === undefined) return undefined;
      const kept = readIndex(file, state, secret);
      const now = new Date();
      if (kept === undefined) fs.rmSync(file);
      else fs.utimesSync(file, now, now);
      return kept;
    } catch {
      // Not there, or not readable: the log itself is.
      return undefined;
    }
  }

  /** Writes beside the event loop. That it can't be written (a full disk, no permission) costs time at the next opening, nothing else. */
  async save({ name, state }: Key, table: KeptTable): Promise<void> {
    const file = this.fileOf(name);
    const part = `${file}.${randomUUID()}.part`;
    try {
      const secret = ownSecret(this.dir);
      if (secret === undefined) return;
      const pieces = packIndex(state, table, secret);
      const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
      if (size > this.limit) return;
      this.makeRoom(size);
      await write(part, pieces);
      await fs.promises.rename(part, file);
    } catch {
      await fs.promises.rm(part, { force: true }).catch(() => undefined);
    }
  }

  /** Removes what was used least recently until there is room for so many bytes. */
  private makeRoom(size: number): void {
    const found = fs
      .readdirSync(this.dir)
      .filter((name) => name.endsWith(ENDING) || name.endsWith('.part'))
      .flatMap((name) => {
        const file = path.join(this.dir, name);
        const stat = fs.statSync(file, { throwIfNoEntry: false });
        return stat === undefined ? [] : [{ file, size: stat.size, used: stat.mtimeMs }];
      })
      .sort((a, b) => a.used - b.used);
    let total = found.reduce((sum, each) => sum + each.size, size);
    for (const each of found) {
      const abandoned = each.file.endsWith('.part') && Date.now() - each.used > ABANDONED;
      if (total <= this.limit && !abandoned) continue;
      fs.rmSync(each.file, { force: true });
      total -= each.size;
    }
  }

  private fileOf(name: string): string {
    return path.join(this.dir, `${name}${ENDING}`);
  }
}

async function write(file: string, pieces: readonly Uint8Array[]): Promise<void> {
  const handle = await fs.promises.open(file, 'wx', 0o600);
  try {
    for (const piece of pieces) {
      for (let done = 0; done < piece.length;)
        done += (await handle.write(piece, done)).bytesWritten;
    }
  } finally {
    await handle.close();
  }
}

function hash(...parts: readonly (string | Uint8Array)[]): string {
  const sum = createHash('sha1');
  for (const part of parts) sum.update(part);
  return sum.digest('hex');
}

/** Where a program of this person keeps what it can make again. */
export function userCache(): IndexCacheOptions {
  const { XDG_CACHE_HOME: named = '' } = process.env;
  const base = named === '' ? path.join(os.homedir(), ownCache(process.platform)) : named;
  return { dir: path.join(base, 'kubelet-debugger', 'index') };
}

/** Below the person's folder. */
function ownCache(platform: NodeJS.Platform): string {
  if (platform === 'win32') return path.join('AppData', 'Local');
  return platform === 'darwin' ? path.join('Library', 'Caches') : '.cache';
}

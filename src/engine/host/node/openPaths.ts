// Paths to logs: files, folders, globs, archives, standard input. What can't be read is a source with its problem, never an error.
import fs from 'node:fs';
import path from 'node:path';
import { micros, MILLISECOND, type Micros } from '../../../base/time.ts';
import type { ArchiveLimits } from '../../../log/archive/budget.ts';
import { peek, type Chunks } from '../../../log/archive/chunks.ts';
import { containerOf, expand, sentence, type ArchiveEntry } from '../../../log/archive/expand.ts';
import type { ByteStore } from '../../../log/byteStore.ts';
import { kubeletShare } from '../../../log/looksLikeLog.ts';
import { BlockBytes, FileBytes } from './byteStore.ts';

/** A log that was found. Its chunks are read once, in order; afterwards, or as far as they were read, `bytes` gives them again. */
export interface OpenedSource {
  readonly name: string;
  /** The file on the disk whose bytes these are as they stand there. */
  readonly path: string | undefined;
  readonly bytes: ByteStore;
  readonly modified: Micros | undefined;
  chunks(): Chunks;
  /** Why it is not read, or only in part; complete when the chunks have ended. */
  readonly problem: string | undefined;
  dispose(): void;
}

export interface OpenOptions extends ArchiveLimits {
  /** Where `-` reads from. */
  readonly stdin?: Chunks;
}

const CHUNK = 4 << 20;
/** Enough to tell what a file is. */
const HEAD = 64 << 10;
const MAX_FILES = 10_000;

/** All logs at the given paths, in their order. Read each before asking for the next. */
export async function* openPaths(
  paths: readonly string[],
  options: OpenOptions = {},
): AsyncGenerator<OpenedSource> {
  for (const given of paths) {
    if (given === '-') yield* openStream('standard input', options.stdin ?? process.stdin, options);
    else yield* openPath(given, options);
  }
}

async function* openPath(given: string, options: OpenOptions): AsyncGenerator<OpenedSource> {
  const found = stat(given);
  if (found === undefined) {
    const matches = glob(given);
    if (matches.length === 0) yield failed(given, `${given} does not exist`);
    for (const match of matches) yield* openPath(match, options);
  } else if (found.isDirectory()) yield* openFolder(given, options);
  else yield* openFile(given, given, 'named', options);
}

function stat(file: string): fs.Stats | undefined {
  return fs.statSync(file, { throwIfNoEntry: false });
}

/** Files that a pattern's last parts match: `*` and `?` stand for characters within one name. */
function glob(pattern: string): string[] {
  if (!/[*?]/.test(pattern)) return [];
  const [first = '', ...parts] = pattern.split('/');
  let found = [first === '' ? '/' : first];
  if (/[*?]/.test(first)) found = matching('.', first);
  for (const part of parts) {
    found = found.flatMap((dir) =>
      /[*?]/.test(part) ? matching(dir, part) : [path.join(dir, part)],
    );
  }
  return found.filter((file) => stat(file) !== undefined).slice(0, MAX_FILES);
}

function matching(dir: string, pattern: string): string[] {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.');
  const wanted = new RegExp(`^${source}$`);
  return names(dir)
    .filter((name) => wanted.test(name))
    .map((name) => path.join(dir, name));
}

function names(dir: string): string[] {
  try {
    return fs.readdirSync(dir).sort(byRotation);
  } catch {
    return [];
  }
}

/** Rotated pieces oldest first: `kubelet.log.2.gz`, `kubelet.log.1`, `kubelet.log`. */
export function byRotation(a: string, b: string): number {
  const [baseA, ageA] = rotation(a);
  const [baseB, ageB] = rotation(b);
  if (baseA !== baseB) return baseA < baseB ? -1 : 1;
  return ageB - ageA;
}

function rotation(name: string): readonly [base: string, age: number] {
  const plain = name.replace(/\.(gz|xz|zst)$/, '');
  const m = /^(.*)\.(\d{1,4})$/.exec(plain);
  return m === null ? [plain, 0] : [m[1] ?? plain, Number(m[2])];
}

/** The kubelet's logs in a folder, at any depth. A link that leads out of the folder is not followed. */
async function* openFolder(dir: string, options: OpenOptions): AsyncGenerator<OpenedSource> {
  const root = fs.realpathSync(dir);
  const budget = { files: 0 };
  let any = false;
  for (const file of walk(root, root, budget)) {
    const name = path.join(dir, path.relative(root, file));
    for await (const source of openFile(file, name, 'found', options)) {
      any = true;
      yield source;
    }
  }
  if (budget.files > MAX_FILES)
    yield failed(dir, `${dir} holds more than ${MAX_FILES} files; the rest was not read`);
  if (!any) yield failed(dir, `no kubelet log was found in ${dir}`);
}

function* walk(dir: string, root: string, budget: { files: number }): Generator<string> {
  for (const name of names(dir)) {
    if (budget.files > MAX_FILES) return;
    const file = path.join(dir, name);
    const entry = fs.lstatSync(file, { throwIfNoEntry: false });
    const found = entry?.isSymbolicLink() === true ? linked(file, root) : entry;
    if (found?.isFile() === true) {
      budget.files++;
      yield file;
    } else if (found?.isDirectory() === true && entry?.isSymbolicLink() === false)
      yield* walk(file, root, budget);
  }
}

/** What a link leads to, unless that lies outside `root`. */
function linked(file: string, root: string): fs.Stats | undefined {
  try {
    const target = fs.realpathSync(file);
    return target.startsWith(root + path.sep) ? stat(target) : undefined;
  } catch {
    return undefined;
  }
}

/** `named`: a person asked for this file, it is read whatever it holds. `found`: only if it is a log of the kubelet's kind. */
type Why = 'named' | 'found';

async function* openFile(
  file: string,
  name: string,
  why: Why,
  options: OpenOptions,
): AsyncGenerator<OpenedSource> {
  const found = stat(file);
  const modified = micros((found?.mtimeMs ?? NaN) * MILLISECOND);
  try {
    // Pipes and devices have no size and can be read once only.
    if (found?.isFile() !== true) {
      yield* expanded(name, fs.createReadStream(file), undefined, why, options);
      return;
    }
    const bytes = new FileBytes(file);
    const head = bytes.read(0, HEAD);
    if (containerOf(head) !== undefined) {
      yield* expanded(name, fileChunks(bytes), modified, why, options);
      bytes.dispose();
    } else if (why === 'named' || wanted(name, head)) yield plainFile(file, name, bytes, modified);
    else bytes.dispose();
  } catch (error) {
    yield failed(name, `${name} can't be read: ${reason(error)}`);
  }
}

function plainFile(file: string, name: string, bytes: FileBytes, modified: Micros): OpenedSource {
  return {
    name,
    path: file,
    bytes,
    modified,
    chunks: () => fileChunks(bytes),
    problem: bytes.size === 0 ? `${name} is empty` : undefined,
    dispose: () => {
      bytes.dispose();
    },
  };
}

async function* fileChunks(bytes: FileBytes): Chunks {
  const buffer = new Uint8Array(CHUNK);
  for (let offset = 0; ;) {
    const read = bytes.readInto(buffer, offset);
    if (read === 0) return;
    yield buffer.subarray(0, read);
    offset += read;
    // Between two chunks, questions and a wish to stop come through.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function* openStream(
  name: string,
  chunks: Chunks,
  options: OpenOptions,
): AsyncGenerator<OpenedSource> {
  yield* expanded(name, chunks, undefined, 'named', options);
}

async function* expanded(
  name: string,
  chunks: Chunks,
  modified: Micros | undefined,
  why: Why,
  options: OpenOptions,
): AsyncGenerator<OpenedSource> {
  let entries = 0;
  let read = 0;
  let single: ArchiveEntry | undefined;
  for await (const entry of expand(name, chunks, modified, options)) {
    entries++;
    const opened = await fromEntry(entry, why === 'named' && !entry.name.startsWith(`${name}/`));
    if (opened === undefined) continue;
    read++;
    single = entry;
    yield opened;
  }
  if (entries > 0 && read === 0 && why === 'named' && single === undefined)
    yield failed(name, `no kubelet log was found in ${name}`);
}

/** Undefined for a file of an archive that is no log of ours. */
async function fromEntry(entry: ArchiveEntry, named: boolean): Promise<OpenedSource | undefined> {
  if (entry.problem !== undefined) return failed(entry.name, `${entry.name}: ${entry.problem}`);
  const { head, chunks } = await peek(entry.chunks, HEAD);
  if (!named && !wanted(entry.name, head)) return undefined;
  return new StreamedSource(entry.name, chunks, entry.modified);
}

/** A text that can be read once: what was read of it stays in memory, packed. */
class StreamedSource implements OpenedSource {
  readonly name: string;
  readonly path = undefined;
  readonly bytes = new BlockBytes();
  readonly modified: Micros | undefined;
  problem: string | undefined;
  private readonly source: Chunks;

  constructor(name: string, source: Chunks, modified: Micros | undefined) {
    this.name = name;
    this.source = source;
    this.modified = modified;
  }

  async *chunks(): Chunks {
    try {
      for await (const chunk of this.source) {
        this.bytes.append(chunk);
        yield chunk;
      }
    } catch (error) {
      this.problem = `${this.name}: ${sentence(error)}`;
    }
    if (this.bytes.size === 0) this.problem ??= `${this.name} is empty`;
  }

  dispose(): void {
    // Memory only.
  }
}

/** Logs of the kubelet or of what runs beside it, by their first lines; a container's own log is none, wherever it lies. */
function wanted(name: string, head: Uint8Array): boolean {
  if (/\/(pods|containers)\//.test(name) && !/kubelet/.test(path.basename(name))) return false;
  return kubeletShare(head) >= 0.3;
}

function failed(name: string, problem: string): OpenedSource {
  return {
    name,
    path: undefined,
    bytes: new BlockBytes(),
    modified: undefined,
    chunks: nothing,
    problem,
    dispose: () => undefined,
  };
}

async function* nothing(): Chunks {
  // No bytes.
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known: Readonly<Record<string, string>> = {
    ENOENT: 'it does not exist',
    EACCES: 'no permission',
    EPERM: 'no permission',
    EISDIR: 'it is a folder',
    EMFILE: 'too many files are open',
  };
  return known[code] ?? (error instanceof Error ? error.message : 'unknown error');
}

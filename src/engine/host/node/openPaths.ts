// Paths to logs: files, folders, globs, archives. What can't be read is a text with its problem, never an error.
import fs from 'node:fs';
import path from 'node:path';
import { globOf } from '../../../log/glob.ts';
import { micros, MILLISECOND, type Micros } from '../../../base/time.ts';
import type { ArchiveLimits } from '../../../log/archive/budget.ts';
import type { Chunks } from '../../../log/archive/chunks.ts';
import { containerOf } from '../../../log/archive/expand.ts';
import { isCaseName } from '../../case/caseFile.ts';
import { PARALLEL_FROM } from '../indexParts.ts';
import { archiveTexts, HEAD, isFound, type Why } from '../archiveTexts.ts';
import { failedText } from '../memoryText.ts';
import { truthFileOf } from '../../truth/truthFile.ts';
import type { OpenedText } from '../sourceHost.ts';
import { BlockBytes, fileChunks, FileBytes } from './byteStore.ts';
import { cachedIndex, type IndexCacheOptions } from './indexCache.ts';
import { indexWorkerFile } from './parallelIndex.ts';

const MAX_FILES = 10_000;

export interface HowToOpen {
  readonly limits?: ArchiveLimits;
  /** Where indexes of big files are kept. Default: nowhere. */
  readonly indexCache?: IndexCacheOptions | undefined;
}

/** All logs at a path, shown under `name`: read each before asking for the next. */
export async function* openPath(
  given: string,
  name = given,
  how: HowToOpen = {},
): AsyncGenerator<OpenedText> {
  const found = stat(given);
  if (found === undefined) {
    const matches = glob(given);
    if (matches.length === 0) yield failedText(name, `${given} does not exist.`);
    for (const match of matches) yield* openPath(match, match, how);
  } else if (found.isDirectory()) yield* openFolder(given, how);
  else {
    yield* openFile(given, name, 'named', how);
    if (found.isFile() && truthFileOf(given) === undefined) yield* openTruth(given, name, how);
  }
}

/** What lies beside a log and tells what its kubelet held. */
async function* openTruth(log: string, name: string, how: HowToOpen): AsyncGenerator<OpenedText> {
  const beside = names(path.dirname(log)).filter((each) => truthFileOf(each) !== undefined);
  for (const file of beside) {
    const shown = path.join(path.dirname(name), file);
    yield* openFile(path.join(path.dirname(log), file), shown, 'found', how);
  }
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
  const wanted = globOf(pattern, 'any');
  return names(dir)
    .filter((name) => wanted.isAll(name))
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
  const [, journal, archived, disposed] = archivedJournal.exec(name) ?? [];
  const since = archived ?? disposed;
  if (journal !== undefined && since !== undefined)
    return [`${journal}.journal`, Number.MAX_SAFE_INTEGER - Number.parseInt(since, 16)];
  const plain = name.replace(/\.(gz|xz|zst)$/, '');
  const m = /^(.*)\.(\d{1,4})$/.exec(plain);
  return m === null ? [plain, 0] : [m[1] ?? plain, Number(m[2])];
}

/** `system@SEQNUM_ID-SEQNUM-TIME.journal`, and `system@TIME-RANDOM.journal~` of one that was not closed: its age counts from its first entry. */
const archivedJournal =
  /^(.*)@(?:[\da-f]{32}-[\da-f]{16}-([\da-f]{16})\.journal|([\da-f]{16})-[\da-f]{16}\.journal~)$/;

/** The kubelet's logs in a folder, at any depth. A link that leads out of the folder is not followed. */
async function* openFolder(dir: string, how: HowToOpen): AsyncGenerator<OpenedText> {
  const root = fs.realpathSync(dir);
  const budget = { files: 0 };
  let any = false;
  for (const file of walk(root, root, budget)) {
    const name = path.join(dir, path.relative(root, file));
    for await (const text of openFile(file, name, 'found', how)) {
      any = true;
      yield text;
    }
  }
  if (budget.files > MAX_FILES)
    yield failedText(dir, `${dir} holds more than ${MAX_FILES} files; the rest was not read.`);
  if (!any) yield failedText(dir, `No kubelet log was found in ${dir}.`);
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

async function* openFile(
  file: string,
  name: string,
  why: Why,
  { limits = {}, indexCache }: HowToOpen,
): AsyncGenerator<OpenedText> {
  const found = stat(file);
  const modified = micros((found?.mtimeMs ?? NaN) * MILLISECOND);
  const store = (): BlockBytes => new BlockBytes();
  try {
    // Pipes and devices have no size and can be read once only.
    if (found?.isFile() !== true) {
      const chunks: Chunks = fs.createReadStream(file);
      yield* archiveTexts({ name, chunks, modified: undefined, why, limits, store });
      return;
    }
    const bytes = new FileBytes(file);
    const head = bytes.read(0, HEAD);
    if (containerOf(head, name) !== undefined || isCaseName(name)) {
      const chunks = fileChunks(bytes);
      yield* archiveTexts({ name, chunks, whole: bytes, modified, why, limits, store });
      bytes.dispose();
    } else if (why === 'named' || isFound(name, head))
      yield plainFile(file, name, { bytes, modified, indexCache });
    else bytes.dispose();
  } catch (error) {
    yield failedText(name, `${name} can't be read: ${reasonOf(error)}.`);
  }
}

interface PlainFile {
  readonly bytes: FileBytes;
  readonly modified: Micros;
  readonly indexCache: IndexCacheOptions | undefined;
}

function plainFile(
  file: string,
  name: string,
  { bytes, modified, indexCache }: PlainFile,
): OpenedText {
  const workerFile = bytes.size < PARALLEL_FROM ? undefined : indexWorkerFile();
  return {
    ...(workerFile === undefined
      ? {}
      : {
          index: (request) =>
            cachedIndex({ ...request, path: file, bytes, workerFile }, indexCache),
        }),
    name,
    path: file,
    bytes,
    modified,
    chunks: (signal) => fileChunks(bytes, signal),
    problem: bytes.size === 0 ? `${name} is empty.` : undefined,
    dispose: () => {
      bytes.dispose();
    },
  };
}

export function reasonOf(error: unknown): string {
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

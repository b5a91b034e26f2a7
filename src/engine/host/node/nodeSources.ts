import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { err, ok, type Result } from '../../../base/result.ts';
import { micros, type Micros } from '../../../base/time.ts';
import { MemoryBytes, type ByteStore } from '../../../log/byteStore.ts';
import type { SourceSpec } from '../../../protocol/engineApi.ts';
import type { OpenedText, SourceHost } from '../sourceHost.ts';
import { memoryText } from '../memoryText.ts';

const CHUNK = 4 << 20;
/** More than this from one compressed file is not held in memory. */
const MAX_INFLATED = 1 << 30;
const gunzip = promisify(zlib.gunzip);

/** Texts from files and folders of this machine. */
export function nodeSources(): SourceHost {
  return {
    async open(spec: SourceSpec): Promise<Result<readonly OpenedText[]>> {
      if (spec.kind === 'bytes') return openBytes(spec.name, spec.bytes, spec.modified);
      try {
        return await openPath(spec.path, spec.name);
      } catch (error) {
        return err(readProblem(spec.path, error));
      }
    },
  };
}

async function openPath(
  file: string,
  name = path.basename(file),
): Promise<Result<readonly OpenedText[]>> {
  const stat = await fs.promises.stat(file);
  if (stat.isDirectory()) return openFolder(file);
  const modified = micros(Math.round(stat.mtimeMs * 1000));
  const head = await readHead(file);
  if (isGzip(head)) return openBytes(name, await fs.promises.readFile(file), modified);
  return ok([fileText(file, name, stat.size, modified)]);
}

/** Every file below a folder that is no hidden one, in order of name; those that can't be read are left out unless all are. */
async function openFolder(folder: string): Promise<Result<readonly OpenedText[]>> {
  const entries = await fs.promises.readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter(
      (entry) =>
        entry.isFile() &&
        !entry.name.startsWith('.') &&
        /\.(log|gz|jsonl?|txt|out)(\.|$)|log/i.test(entry.name),
    )
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const texts: OpenedText[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const opened = await openPath(file, path.relative(folder, file));
    if (opened.ok) texts.push(...opened.value);
    else problems.push(opened.error);
  }
  if (texts.length > 0) return ok(texts);
  return err(problems.join('\n') || `${folder} holds no log file.`);
}

async function openBytes(
  name: string,
  bytes: Uint8Array,
  modified: Micros | undefined,
): Promise<Result<readonly OpenedText[]>> {
  if (!isGzip(bytes)) return ok([memoryText(name, new MemoryBytes(bytes), modified)]);
  try {
    const inflated = await gunzip(bytes, { maxOutputLength: MAX_INFLATED });
    return ok([memoryText(name.replace(/\.gz$/, ''), new MemoryBytes(inflated), modified)]);
  } catch (error) {
    return err(
      `${name} can't be decompressed: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function readHead(file: string): Promise<Uint8Array> {
  const handle = await fs.promises.open(file);
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(512), 0, 512, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A plain file, read where it lies. */
function fileText(file: string, name: string, size: number, modified: Micros): OpenedText {
  const descriptor = fs.openSync(file, 'r');
  const bytes: ByteStore = {
    size,
    read(offset, length) {
      const buffer = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      const read = fs.readSync(descriptor, buffer, 0, buffer.length, offset);
      return buffer.subarray(0, read);
    },
  };
  return {
    name,
    path: file,
    modified,
    bytes,
    async *chunks(signal) {
      for (let offset = 0; offset < size; offset += CHUNK) {
        signal.throwIfAborted();
        yield await Promise.resolve(bytes.read(offset, CHUNK));
      }
    },
    dispose() {
      fs.closeSync(descriptor);
    },
  };
}

function readProblem(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return `${file} is not there.`;
  if (code === 'EACCES' || code === 'EPERM') return `${file} may not be read by you.`;
  return `${file} can't be read: ${error instanceof Error ? error.message : String(error)}.`;
}

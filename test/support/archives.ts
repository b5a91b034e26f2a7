import { packTar, type TarEntry } from 'modern-tar';
import { archiveTexts, oneChunk } from '../../src/engine/host/archiveTexts.ts';
import { BlockBytes } from '../../src/engine/host/node/byteStore.ts';
import type { ArchiveLimits } from '../../src/log/archive/budget.ts';
import { passBy } from '../../src/log/archive/chunks.ts';
import { decode } from '../../src/log/bytes.ts';

export interface ReadText {
  readonly name: string;
  readonly text: string;
  readonly problem: string | undefined;
}

/** All that comes of an archive. */
export async function readArchive(
  name: string,
  bytes: Uint8Array,
  limits: ArchiveLimits = {},
): Promise<readonly ReadText[]> {
  const all: ReadText[] = [];
  const store = (): BlockBytes => new BlockBytes();
  const chunks = oneChunk(bytes);
  const texts = archiveTexts({ name, chunks, modified: undefined, why: 'named', limits, store });
  for await (const text of texts) {
    await passBy(text.chunks(new AbortController().signal));
    all.push({
      name: text.name,
      text: decode(text.bytes.read(0, text.bytes.size)),
      problem: text.problem,
    });
  }
  return all;
}

/** Each text as `name: size`, `name! problem`, or both. */
export async function toldOf(
  name: string,
  bytes: Uint8Array,
  limits: ArchiveLimits = {},
): Promise<readonly string[]> {
  const all = await readArchive(name, bytes, limits);
  return all.map(({ name: of, text, problem }) => {
    const size = text === '' ? '' : `: ${text.length}`;
    return problem === undefined ? `${of}${size}` : `${of}${size}! ${problem}`;
  });
}

/** Lines of a kubelet, each with its number. */
export function kubeletText(lines: number): string {
  return Array.from(
    { length: lines },
    (_, n) =>
      `I0621 09:14:02.${String(n).padStart(6, '0')}    1511 kubelet.go:2447] "SyncLoop ADD" source="api" n="${n}"\n`,
  ).join('');
}

export function tarOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  ...more: readonly TarEntry[]
): Promise<Uint8Array> {
  const entries = Object.entries(files).map(([name, body]): TarEntry => {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    return { header: { name, size: bytes.length, type: 'file' }, body: bytes };
  });
  return packTar([...entries, ...more]);
}

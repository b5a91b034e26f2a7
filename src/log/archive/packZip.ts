import { joined } from '../bytes.ts';
import { Zip, ZipDeflate } from 'fflate';

/** A file to be put into a zip archive; its chunks are read once, and may use one buffer again. */
export interface ZipContent {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A zip archive of files in this order. `modified`: ms since 1970, the time that all of them bear. */
export async function packZip(
  files: readonly ZipContent[],
  modified: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let problem: Error | undefined;
  const zip = new Zip((error, part) => {
    if (error === null) parts.push(part);
    else problem ??= error;
  });
  const mtime = withinZip(modified);
  for (const { name, chunks } of files) {
    const file = new ZipDeflate(name);
    file.mtime = mtime;
    zip.add(file);
    for await (const chunk of chunks) file.push(chunk.slice());
    file.push(new Uint8Array(0), true);
  }
  zip.end();
  if (problem !== undefined) throw problem;
  return joined(parts);
}

/** Zip counts years from 1980 to 2099. */
function withinZip(modified: number): number {
  const [first, last] = [315_619_200_000, 4_102_358_400_000];
  return Number.isFinite(modified) ? Math.min(last, Math.max(first, modified)) : first;
}

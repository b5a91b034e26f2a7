import { err, ok } from '../../../base/result.ts';
import { MemoryBytes } from '../../../log/byteStore.ts';
import { memoryText } from '../memoryText.ts';
import type { SourceHost } from '../sourceHost.ts';

/** Texts handed over as bytes: a browser has no files of its own to open. */
export function webSources(): SourceHost {
  return {
    async open(spec) {
      if (spec.kind === 'path')
        return err(
          `${spec.path} can't be opened here: a browser reads only what the editor hands over.`,
        );
      try {
        const { bytes, name } = await inflated(spec.name, spec.bytes);
        return ok([memoryText(name, new MemoryBytes(bytes), spec.modified)]);
      } catch (error) {
        return err(
          `${spec.name} can't be decompressed: ${error instanceof Error ? error.message : String(error)}.`,
        );
      }
    },
  };
}

async function inflated(
  name: string,
  bytes: Uint8Array,
): Promise<{ name: string; bytes: Uint8Array }> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { name, bytes };
  const stream = new Blob([new Uint8Array(bytes)])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'));
  return {
    name: name.replace(/\.gz$/, ''),
    bytes: new Uint8Array(await new Response(stream).arrayBuffer()),
  };
}

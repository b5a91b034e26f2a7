import { archiveTexts, oneChunk } from '../archiveTexts.ts';
import type { SourceHost } from '../sourceHost.ts';
import { BlockBytes } from './byteStore.ts';
import { openPath } from './openPaths.ts';

/** Texts from files, folders, globs and archives of this machine, and from bytes handed over. */
export function nodeSources(): SourceHost {
  return {
    async *open(spec) {
      if (spec.kind === 'path') yield* openPath(spec.path, spec.name ?? spec.path);
      else
        yield* archiveTexts({
          name: spec.name,
          chunks: oneChunk(spec.bytes),
          modified: spec.modified,
          why: 'named',
          limits: {},
          store: () => new BlockBytes(),
        });
    },
  };
}

import { archiveTexts, oneChunk } from '../archiveTexts.ts';
import { scenarioTexts } from '../scenarioTexts.ts';
import type { SourceHost } from '../sourceHost.ts';
import { BlockBytes } from './byteStore.ts';
import { openPath } from './openPaths.ts';

/** Texts from files, folders, globs and archives of this machine, from bytes handed over, and simulated ones. */
export function nodeSources(): SourceHost {
  return {
    async *open(spec, signal) {
      if (spec.kind === 'path') yield* openPath(spec.path, spec.name ?? spec.path);
      else if (spec.kind === 'scenario') yield* scenarioTexts(spec, signal, () => new BlockBytes());
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

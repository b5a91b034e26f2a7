import { MemoryBytes } from '../../../log/byteStore.ts';
import { archiveTexts, oneChunk } from '../archiveTexts.ts';
import { grownText, wallClock } from '../memoryText.ts';
import { scenarioTexts } from '../scenarioTexts.ts';
import type { SourceHost } from '../sourceHost.ts';
import { BlockBytes } from './byteStore.ts';
import { streamCommand } from './command.ts';
import { followedText } from './followedText.ts';
import type { IndexCacheOptions } from './indexCache.ts';
import { openPath } from './openPaths.ts';

/** Texts from files, folders, globs and archives of this machine, from programs, from bytes handed over, and simulated ones. */
export function nodeSources(indexCache?: IndexCacheOptions): SourceHost {
  return {
    async *open(spec, signal, limits = {}) {
      switch (spec.kind) {
        case 'path':
          if (spec.follow === true) yield followedText(spec.path, spec.name ?? spec.path);
          else yield* openPath(spec.path, spec.name ?? spec.path, { limits, indexCache });
          break;
        case 'scenario':
          yield* scenarioTexts(spec, signal, () => new BlockBytes());
          break;
        case 'pushed':
          yield grownText(spec.name, new BlockBytes(), wallClock());
          break;
        case 'command': {
          const name = spec.name ?? spec.argv.join(' ');
          const { argv } = spec;
          yield grownText(name, new BlockBytes(), wallClock(), (stop) =>
            streamCommand(argv, { signal: stop }),
          );
          break;
        }
        case 'bytes':
          yield* archiveTexts({
            name: spec.name,
            chunks: oneChunk(spec.bytes),
            whole: new MemoryBytes(spec.bytes),
            modified: spec.modified,
            why: 'named',
            limits,
            store: () => new BlockBytes(),
          });
          break;
      }
    },
  };
}

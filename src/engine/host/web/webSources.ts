import { MemoryBytes } from '../../../log/byteStore.ts';
import { containerOf } from '../../../log/archive/expand.ts';
import { isCaseName } from '../../case/caseFile.ts';
import { archiveTexts, HEAD, oneChunk } from '../archiveTexts.ts';
import { failedText, grownText, wallClock } from '../memoryText.ts';
import { scenarioTexts } from '../scenarioTexts.ts';
import type { SourceHost } from '../sourceHost.ts';
import { handedText } from './handedText.ts';
import type { IndexThreads } from './indexThreads.ts';

/** Texts handed over as bytes, and simulated ones: a browser has no files of its own to open. */
export function webSources(threads?: IndexThreads): SourceHost {
  return {
    async *open(spec, signal, limits = {}) {
      if (spec.kind === 'path') {
        yield failedText(
          spec.path,
          `${spec.path} can't be opened here: a browser reads only what the editor hands over.`,
        );
        return;
      }
      if (spec.kind === 'command') {
        const name = spec.name ?? spec.argv.join(' ');
        yield failedText(name, `${name} can't be run here: a browser runs no programs.`);
        return;
      }
      if (spec.kind === 'pushed') {
        yield grownText(spec.name, new MemoryBytes(), wallClock());
        return;
      }
      if (spec.kind === 'scenario') {
        yield* scenarioTexts(spec, signal, () => new MemoryBytes());
        return;
      }
      if (
        containerOf(spec.bytes.subarray(0, HEAD), spec.name) === undefined &&
        !isCaseName(spec.name)
      ) {
        yield handedText(spec.name, spec.bytes, spec.modified, threads);
        return;
      }
      yield* archiveTexts({
        name: spec.name,
        chunks: oneChunk(spec.bytes),
        whole: new MemoryBytes(spec.bytes),
        modified: spec.modified,
        why: 'named',
        limits,
        store: () => new MemoryBytes(),
      });
    },
  };
}

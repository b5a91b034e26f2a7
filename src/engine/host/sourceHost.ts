import type { Result } from '../../base/result.ts';
import type { Micros } from '../../base/time.ts';
import type { ByteStore } from '../../log/byteStore.ts';
import type { SourceSpec } from '../../protocol/engineApi.ts';

/** One text that a host has opened: decompressed, still growing while `chunks` runs. */
export interface OpenedText {
  readonly name: string;
  /** The file, when an editor can open it as it is. */
  readonly path: string | undefined;
  readonly modified: Micros | undefined;
  readonly bytes: ByteStore;
  /** The text from its start, in pieces; ends with the text. */
  chunks(signal: AbortSignal): AsyncIterable<Uint8Array>;
  dispose(): void;
}

/** What the engine needs of the platform: texts for a spec. One spec may hold many (a folder, an archive). */
export interface SourceHost {
  open(spec: SourceSpec, signal: AbortSignal): Promise<Result<readonly OpenedText[]>>;
}

import type { SourceSpec } from '../protocol/engineApi.ts';
import { HEAD, isWanted } from './host/archiveTexts.ts';
import type { SessionSources } from './host/sourceHost.ts';

/** Whether a source holds a log of the kubelet or of what runs beside it, by the first 64 KiB of its first text. */
export async function isNodeLog(
  host: SessionSources,
  spec: SourceSpec,
  signal: AbortSignal,
): Promise<boolean> {
  for await (const text of host.open(spec, signal)) {
    try {
      if (text.bytes.size === 0) {
        for await (const _ of text.chunks(signal)) if (text.bytes.size >= HEAD) break;
      }
      return isWanted(text.name, text.bytes.read(0, Math.min(HEAD, text.bytes.size)));
    } finally {
      text.dispose();
    }
  }
  return false;
}

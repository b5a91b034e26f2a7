import { toDisposable, type Disposable } from '../base/disposable.ts';
import type { OpenedSource } from './openedSource.ts';
import type { Pacer } from './pacer.ts';

/** Reads on in all sources that grow of themselves, until the lifetime ends; the pacer is told when one has grown. */
export function followAll(sources: readonly OpenedSource[], pacer: Pacer): Disposable {
  const stop = new AbortController();
  for (const source of sources) void follow(source, stop.signal, pacer);
  return toDisposable(() => {
    stop.abort();
    pacer.dispose();
  });
}

async function follow(source: OpenedSource, signal: AbortSignal, pacer: Pacer): Promise<void> {
  // A source that is quiet is asked no more either.
  const coming = source.text.growth?.follow?.(AbortSignal.any([signal, source.ended]));
  if (coming === undefined) return;
  try {
    for await (const event of coming) {
      if (signal.aborted || !source.isFollowed) return;
      if (event.kind === 'data') source.append(event.bytes);
      else source.notice(event);
      pacer.wish();
      // Questions come through although a source may have much to tell.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    if (!signal.aborted && source.isFollowed) source.finish();
  } catch (error) {
    if (!source.isFollowed) return;
    const reason = error instanceof Error ? error.message : String(error);
    source.finish(`${source.text.name} is no longer followed: ${reason}.`);
  }
  if (!signal.aborted) pacer.wish();
}

// What following a node's log gives, and how Go's file server lists a folder.

/** What comes of a log that is followed. A notice: something happened between the bytes before and those that come next. */
export type LogPart =
  | { readonly kind: 'data'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'notice';
      readonly text: string;
      /** Lines may be missing here. */
      readonly gap?: 'rotation' | 'disconnected';
    };

export interface NodeLogOptions {
  readonly signal: AbortSignal;
  /** Milliseconds between two looks. Default 1000 for files, 2000 for the journal. */
  readonly interval?: number;
  /** Seconds of the journal to begin with. Default an hour. */
  readonly span?: number;
  /** Bytes of a file to begin with, from its end. Default 32 MiB. */
  readonly tail?: number;
}

/** A question that the signal ends is the end, and no failure. */
export async function* quietly(
  signal: AbortSignal,
  parts: AsyncGenerator<LogPart>,
): AsyncGenerator<LogPart> {
  try {
    yield* parts;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** The names that Go's file server lists; a folder's ends with a slash. */
export function namesIn(listing: string): readonly string[] {
  return [...listing.matchAll(/<a href="([^"]{1,512})">/g)].map(([, href = '']) => {
    try {
      return decodeURIComponent(href.replace(/^\.\//, ''));
    } catch {
      return href;
    }
  });
}

import type { Micros } from './time.ts';

/**
 * What something that was asked said at a moment: an input like a log line. It is written as one (a line of JSON, as klog writes them), so that
 * samples stand in a file or a stream of their own, are merged on the tape by time, have an id, and can be opened and read by a person.
 * Any source may hold samples: a recorded file, or one that grows while a node is asked.
 */
export interface Sample {
  readonly at: Micros;
  /** What was asked: `/pods`. It is the line's message: `Sample of /pods`. */
  readonly of: string;
  /** Members of the line, plain data; who reads samples of this kind says which. */
  readonly body: Readonly<Record<string, unknown>>;
}

const START = 'Sample of ';

/** The line, without its line break. */
export function sampleLine({ at, of, body }: Sample): string {
  return JSON.stringify({ ts: at / 1000, msg: sampleMessage(of), v: 0, ...body });
}

export function isSampleMessage(message: string): boolean {
  return message.startsWith(START);
}

export function sampleMessage(of: string): string {
  return `${START}${of}`;
}

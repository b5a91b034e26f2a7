// What the moves of queues are made of, and what a recording of them says.
import type { QueueVersion } from '../../src/protocol/queueApi.ts';
import type { Recording } from '../shared/recording.ts';

export interface Move {
  readonly op: string;
  readonly args?: readonly (string | readonly string[])[];
  readonly mode?: string;
}

export const fresh: Recording<QueueVersion> = { version: '1.37', lines: ['{"kind":"fifo"}'] };

export const names = ['default/web', 'default/db', 'default/job'] as const;

/** The version that the next change gets: later than all before. */
export function nextVersion({ lines }: Recording<QueueVersion>): number {
  const seen = lines.flatMap((line) =>
    [...line.matchAll(/@(\d+)/g)].map(([, version]) => Number(version)),
  );
  return Math.max(0, ...seen) + 1;
}

/** How many changes were queued since the consumer last came. */
export function sincePop({ lines }: Recording<QueueVersion>): number {
  const moves = lines.slice(1).map(opOf);
  return moves.slice(moves.findLastIndex((op) => op.startsWith('Pop')) + 1).length;
}

function opOf(line: string): string {
  return /"op":"(\w+)"/.exec(line)?.[1] ?? '';
}

// What a person has done to the queues: a script of the differential oracle, a header and the moves, which can be kept, shared and replayed.
import { queueVersions, type QueueVersion } from '../../src/protocol/queueApi.ts';

export interface Move {
  readonly op: string;
  readonly args?: readonly (string | readonly string[])[];
  readonly mode?: string;
}

export interface Recording {
  readonly version: QueueVersion;
  /** Lines of JSON: the header, then a move each. */
  readonly lines: readonly string[];
  /** The move that is shown; undefined: the last. */
  readonly at?: number | undefined;
}

export const fresh: Recording = { version: '1.37', lines: ['{"kind":"fifo"}'] };

export const names = ['default/web', 'default/db', 'default/job'] as const;

export function withMoves({ version, lines }: Recording, ...moves: readonly Move[]): Recording {
  return { version, lines: [...lines, ...moves.map((move) => JSON.stringify(move))] };
}

/** The moves up to the one that is shown. */
export function cutAt({ version, lines, at }: Recording): Recording {
  return { version, lines: at === undefined ? lines : lines.slice(0, at + 2) };
}

/** The version that the next change gets: later than all before. */
export function nextVersion({ lines }: Recording): number {
  const seen = lines.flatMap((line) =>
    [...line.matchAll(/@(\d+)/g)].map(([, version]) => Number(version)),
  );
  return Math.max(0, ...seen) + 1;
}

/** How many changes were queued since the consumer last came. */
export function sincePop({ lines }: Recording): number {
  const moves = lines.slice(1).map((line) => opOf(line));
  return moves.slice(moves.findLastIndex((op) => op.startsWith('Pop')) + 1).length;
}

function opOf(line: string): string {
  return /"op":"(\w+)"/.exec(line)?.[1] ?? '';
}

/** What the page kept, if it is of the form that this version keeps. */
export function keptRecording(kept: unknown): Recording {
  if (typeof kept !== 'object' || kept === null) return fresh;
  const { version, lines, at } = kept as Partial<Record<keyof Recording, unknown>>;
  const known = queueVersions.find((each) => each === version);
  if (known === undefined || !Array.isArray(lines) || lines.length === 0) return fresh;
  const texts = lines.filter((line) => typeof line === 'string');
  return { version: known, lines: texts, ...(typeof at === 'number' ? { at } : {}) };
}

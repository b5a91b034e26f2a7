import { describe, expect, it } from 'vitest';
import { HOUR } from '../../../src/base/time.ts';
import { pieceGaps, type Piece } from '../../../src/log/pieceGaps.ts';
import { tableOf } from '../../support/log.ts';

/** A line each second of some minutes of an hour. */
function piece(name: string, minutes: readonly number[], clockOffset = 0): Piece {
  const two = (value: number): string => String(value).padStart(2, '0');
  const lines = minutes.flatMap((minute) =>
    Array.from({ length: 60 }, (_, s) => `I0621 09:${two(minute)}:${two(s)}.000000    1 a.go:1] x`),
  );
  return { table: tableOf(lines.join('\n'), { year: 2024 }), name, clockOffset };
}

const told = (...pieces: Piece[]): string[] =>
  pieceGaps(pieces).map(({ kind, text }) => `${kind}: ${text}`);

describe('pieceGaps', () => {
  it('tells of a piece that is missing between two others, in whatever order they come', () => {
    const missing = [
      'rotation: no log lines for 5 min 1 s between log/kubelet.log.3.gz and log/kubelet.log.1: part of the log may be missing',
    ];
    const pieces = [
      piece('log/kubelet.log.3.gz', [0, 1]),
      piece('log/kubelet.log.1', [7, 8]),
      piece('log/kubelet.log', [9]),
    ];
    expect(told(...pieces)).toEqual(missing);
    expect(told(...pieces.toReversed())).toEqual(missing);
  });

  it('knows pieces by dates', () => {
    expect(told(piece('kubelet.log-20240621', [0]), piece('kubelet.log', [30]))).toHaveLength(1);
    expect(
      told(piece('kubelet-2024-06-21T09-00-00.000.log', [0]), piece('other.log', [30])),
    ).toEqual([]);
  });

  it('leaves pieces alone that follow each other, and logs that are not of one', () => {
    expect(told(piece('kubelet.log.1', [0, 1]), piece('kubelet.log', [2, 3]))).toEqual([]);
    expect(told(piece('kubelet.log', [0]), piece('containerd.log', [30]))).toEqual([]);
    expect(told(piece('a/kubelet.log', [0]), piece('b/kubelet.log', [30]))).toEqual([]);
    expect(told(piece('kubelet.log', []), piece('kubelet.log.1', [1]))).toEqual([]);
  });

  it('counts on the clock of the tape', () => {
    expect(told(piece('kubelet.log.1', [0], -HOUR), piece('kubelet.log', [1]))).toHaveLength(1);
  });
});

import { ArchiveProblem, type Chunks } from './chunks.ts';

export interface ArchiveLimits {
  /** Past this much output, the ratio counts. Default 64 MiB. */
  readonly freeBytes?: number;
  /** Bytes given for each byte read. Real logs reach 10 to 100. Default 200. */
  readonly ratio?: number;
  /** Archives in archives. Default 5. */
  readonly depth?: number;
  /** Files in all archives of one source together. Default 100,000. */
  readonly entries?: number;
}

const STEP = 64 << 10;

/** Counts what one source takes in and gives out, over all layers of its archives, and stops what grows without measure. */
export class Budget {
  private taken = 0;
  private given = 0;
  private entries = 0;
  private readonly limits: Required<ArchiveLimits>;

  constructor(limits: ArchiveLimits) {
    this.limits = { freeBytes: 64 << 20, ratio: 200, depth: 5, entries: 100_000, ...limits };
  }

  /** Counts the bytes of the source itself, no more of them than are soon used: what is given is compared with them. */
  async *countIn(chunks: Chunks): Chunks {
    for await (const chunk of chunks) {
      for (let i = 0; i < chunk.length; i += STEP) {
        const part = chunk.subarray(i, i + STEP);
        this.taken += part.length;
        yield part;
      }
    }
  }

  /** Counts a source that is read by place. */
  takeWhole(bytes: number): void {
    this.taken = Math.max(this.taken, bytes);
  }

  /** Counts what a decompressor gives. Throws ArchiveProblem when it is out of all proportion. */
  spend(bytes: number): void {
    this.given += bytes;
    const { freeBytes, ratio } = this.limits;
    if (this.given <= freeBytes || this.given <= ratio * this.taken) return;
    throw new ArchiveProblem(
      `it unpacks to more than ${ratio} times its size (${this.given} bytes out of ${this.taken} so far); it was not read further`,
      { tooLarge: true },
    );
  }

  enter(depth: number): void {
    if (depth > this.limits.depth)
      throw new ArchiveProblem(
        `archives are nested more than ${this.limits.depth} deep; they were not opened`,
      );
  }

  /** Counts a file, a link, a folder: whatever an archive lists. */
  addEntry(): void {
    this.entries++;
    if (this.entries > this.limits.entries)
      throw new ArchiveProblem(
        `it holds more than ${this.limits.entries} files; the rest was not read`,
        { final: true },
      );
  }
}

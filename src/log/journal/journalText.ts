import type { Budget } from '../archive/budget.ts';
import { ArchiveProblem, type Chunks } from '../archive/chunks.ts';
import { exportText } from './exportText.ts';
import type { JournalFile } from './journalFile.ts';

const CHUNK = 256 << 10;

/** The text of a journal as `journalctl -o export` prints it; at its end, what can't be read of it is thrown. */
export async function* journalText(file: JournalFile, budget: Budget, cut?: string): Chunks {
  let chunk = new Uint8Array(CHUNK);
  let used = 0;
  const { seqnumId } = file;
  for await (const entry of file.entries()) {
    for (const part of exportText(entry, seqnumId)) {
      budget.spend(part.length);
      for (let from = 0; from < part.length;) {
        const piece = part.subarray(from, from + CHUNK - used);
        chunk.set(piece, used);
        used += piece.length;
        from += piece.length;
        if (used < CHUNK) continue;
        yield chunk;
        chunk = new Uint8Array(CHUNK);
        used = 0;
      }
    }
  }
  if (used > 0) yield chunk.subarray(0, used);
  const problem = cut ?? file.problem;
  if (problem !== undefined) throw new ArchiveProblem(problem);
}

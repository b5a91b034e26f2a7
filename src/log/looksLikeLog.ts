import { NEWLINE } from './bytes.ts';
import { LineHead } from './lineHead.ts';
import { FormatNames, readHead } from './readHead.ts';

/** Lines looked at. */
const SAMPLE = 200;

/**
 * How much of a text's start is log lines of the kubelet or of what works beside it, 0 to 1; for choosing files in a folder or
 * bundle that nobody named. Containers' own logs, which a node keeps by the thousand, count nothing.
 */
export function kubeletShare(head: Uint8Array): number {
  const names = new FormatNames();
  const line = new LineHead();
  let lines = 0;
  let known = 0;
  for (let from = 0; from < head.length && lines < SAMPLE; lines++) {
    const found = head.indexOf(NEWLINE, from);
    const end = found < 0 ? head.length : found;
    readHead(head, from, end, names, line);
    if (line.kind !== 'none' && line.program > 0) known++;
    from = end + 1;
  }
  return lines === 0 ? 0 : known / lines;
}

import { at, SPACE, TAB } from './bytes.ts';
import type { LineHead } from './lineHead.ts';

/**
 * True when a line with this head belongs to the record above, whose wrapper told `lastPid`: it has no header of its own
 * and comes from the same process.
 */
export function continues(head: LineHead, lastPid: number): boolean {
  if (head.kind === 'payload') return false;
  if (head.kind === 'wrapped') return head.outerPid === lastPid;
  return lastPid < 0 || isIndented(head);
}

/** A wrapped record's line without its wrapper: journalctl indents the further lines of an entry below its text. */
function isIndented(head: LineHead): boolean {
  const first = at(head.bytes, head.from);
  return head.to === head.from || first === SPACE || first === TAB;
}

// Mirrors docs/JOURNAL_EXPORT_FORMATS.md of systemd, which is how `journalctl -o export` prints an entry.
import { encode, NEWLINE, startsWith, TAB } from '../bytes.ts';
import type { JournalEntry } from './journalFile.ts';

/** An entry as text: its address, its times, its fields, and an empty line. */
export function exportText(entry: JournalEntry, seqnumId: string): readonly Uint8Array[] {
  const { seqnum, realtime, monotonic, bootId, xorHash } = entry;
  const numbers: readonly (readonly [string, bigint])[] = [
    ['m', monotonic],
    ['t', realtime],
    ['x', xorHash],
  ];
  const rest = numbers.map(([name, value]) => `${name}=${value.toString(16)}`).join(';');
  const lines = [
    `__CURSOR=s=${seqnumId};i=${seqnum.toString(16)};b=${bootId};${rest}`,
    `__REALTIME_TIMESTAMP=${realtime}`,
    `__MONOTONIC_TIMESTAMP=${monotonic}`,
    `_BOOT_ID=${bootId}`,
  ];
  return [
    encode(`${lines.join('\n')}\n`),
    // The boot stands in the entry itself.
    ...entry.fields.flatMap((field) => (isBootId(field) ? [] : fieldText(field))),
    newline,
  ];
}

const newline = Uint8Array.of(NEWLINE);

function isBootId(field: Uint8Array): boolean {
  return startsWith(field, 0, field.length, '_BOOT_ID=');
}

/** What has line breaks or control characters comes with its length in front, the rest as a line. */
function fieldText(field: Uint8Array): readonly Uint8Array[] {
  const equals = field.indexOf(61);
  if (equals < 0) return [];
  if (!field.some((byte) => byte < 32 && byte !== TAB)) return [field, newline];
  const size = new Uint8Array(8);
  new DataView(size.buffer).setBigUint64(0, BigInt(field.length - equals - 1), true);
  return [field.subarray(0, equals), newline, size, field.subarray(equals + 1), newline];
}

import { COLON, QUOTE, SPACE } from './bytes.ts';

/** What is told of an identity found in a line: where it stands. */
export type IdentitySink = (bytes: Uint8Array, from: number, to: number) => void;

const NAME = 1;
const HEX = 2;
const SLASH = 47;
const UNDERSCORE = 95;

/** By byte: may stand in a name (`a-z0-9.-`), is a lower-case hexadecimal digit. */
const classes = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = byte >= 48 && byte <= 57;
  const letter = byte >= 97 && byte <= 122;
  const name = digit || letter || byte === 45 || byte === 46 ? NAME : 0;
  return name | (digit || (letter && byte <= 102) ? HEX : 0);
});

/**
 * Finds what may name a pod, sandbox or container: UIDs, static pods' UIDs (32 digits), container ids (64 digits), and
 * `namespace/name` between quotes, brackets or blanks. What else has such a form (`kubernetes.io/secret`) is told too.
 */
export function scanIdentities(
  bytes: Uint8Array,
  from: number,
  to: number,
  sink: IdentitySink,
): void {
  let i = from;
  while (i < to) {
    if (((classes[bytes[i] ?? 0] ?? 0) & NAME) === 0) {
      i++;
      continue;
    }
    const start = i;
    i = runEnd(bytes, i + 1, to);
    const size = i - start;
    if (size === 36 || size === 64 || size === 32) {
      if (isId(bytes, start, size)) sink(bytes, start, i);
    } else if (size === 39 && isId(bytes, start + 3, 36)) sink(bytes, start + 3, i);
    if (bytes[i] === SLASH && opens(bytes[start - 1] ?? 0) && start > from) {
      const end = runEnd(bytes, i + 1, to);
      if (end > i + 1 && closes(bytes, end, to)) {
        sink(bytes, start, end);
        i = end;
      }
    } else if (bytes[i] === UNDERSCORE) i = fullName(bytes, start, i, to, sink);
    else if (size === 4 && bytes[i] === QUOTE) i = jsonReference(bytes, start, i, to, sink);
  }
}

function runEnd(bytes: Uint8Array, i: number, to: number): number {
  let k = i;
  while (k < to && ((classes[bytes[k] ?? 0] ?? 0) & NAME) !== 0) k++;
  return k;
}

/** `8-4-4-4-12` digits, or 32 or 64 digits without a dash. */
function isId(bytes: Uint8Array, start: number, size: number): boolean {
  for (let k = 0; k < size; k++) {
    const byte = bytes[start + k] ?? 0;
    const dash = size === 36 && (k === 8 || k === 13 || k === 18 || k === 23);
    if (dash ? byte !== 45 : ((classes[byte] ?? 0) & HEX) === 0) return false;
  }
  return true;
}

/** `"`, `[`, blank, `,`, `(`: what may stand before a name. */
function opens(byte: number): boolean {
  return byte === QUOTE || byte === 91 || byte === SPACE || byte === 44 || byte === 40;
}

/** The same on the other side, a backslash of an escaped quote too. */
function closes(bytes: Uint8Array, i: number, to: number): boolean {
  if (i >= to) return true;
  const byte = bytes[i] ?? 0;
  return (
    byte === QUOTE || byte === 93 || byte === SPACE || byte === 44 || byte === 92 || byte === 41
  );
}

/** `name_namespace(uid)`, as the kubelet wrote pods before 1.21, is told as `namespace/name`; where to go on. */
function fullName(
  bytes: Uint8Array,
  start: number,
  end: number,
  to: number,
  sink: IdentitySink,
): number {
  const space = end + 1;
  const spaceEnd = runEnd(bytes, space, to);
  if (spaceEnd === space || bytes[spaceEnd] !== 40 || spaceEnd >= to) return end;
  tellJoined(bytes, space, spaceEnd, start, end, sink);
  return spaceEnd;
}

/** Tells `namespace/name` that stands otherwise in the line. */
function tellJoined(
  bytes: Uint8Array,
  space: number,
  spaceEnd: number,
  name: number,
  nameEnd: number,
  sink: IdentitySink,
): void {
  const joined = joinedName(bytes, space, spaceEnd, name, nameEnd);
  sink(joined, 0, joined.length);
}

/** `namespace/name`, of a namespace and a name that stand apart. */
export function joinedName(
  bytes: Uint8Array,
  space: number,
  spaceEnd: number,
  name: number,
  nameEnd: number,
): Uint8Array {
  const joined = new Uint8Array(nameEnd - name + spaceEnd - space + 1);
  joined.set(bytes.subarray(space, spaceEnd));
  joined[spaceEnd - space] = SLASH;
  joined.set(bytes.subarray(name, nameEnd), spaceEnd - space + 1);
  return joined;
}

const NAME_KEY = [110, 97, 109, 101];
const BETWEEN = Uint8Array.from('","namespace":"', (char) => char.charCodeAt(0));

/** `"name":"b","namespace":"a"` is told as `a/b`; where to go on. */
function jsonReference(
  bytes: Uint8Array,
  start: number,
  end: number,
  to: number,
  sink: IdentitySink,
): number {
  if (!NAME_KEY.every((byte, k) => bytes[start + k] === byte)) return end;
  if (bytes[end + 1] !== COLON || bytes[end + 2] !== QUOTE) return end;
  const name = end + 3;
  const nameEnd = runEnd(bytes, name, to);
  if (!BETWEEN.every((byte, k) => bytes[nameEnd + k] === byte)) return end;
  const space = nameEnd + BETWEEN.length;
  const spaceEnd = runEnd(bytes, space, to);
  if (nameEnd === name || spaceEnd === space || bytes[spaceEnd] !== QUOTE) return end;
  tellJoined(bytes, space, spaceEnd, name, nameEnd, sink);
  return spaceEnd;
}

/** True for a text of a form that `scanIdentities` finds. */
export function isIdentity(text: string): boolean {
  return /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[0-9a-f]{64}|[a-z0-9.-]+\/[a-z0-9.-]+)$/.test(
    text,
  );
}

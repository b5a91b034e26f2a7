// AssemblyScript, not TypeScript: `node scripts/wasm.mjs` makes src/log/lineScanCode.ts of it.
//
// Goes through the lines of a chunk once, sixteen bytes at a time: where each ends, what the header of a bare klog line says, and where
// identities stand. It knows what klog.ts and identityScan.ts know, of the common shapes only: every other line is told as `PLAIN`, and
// read by those. Nothing is allocated; src/log/lineScan.ts knows the same layout.

const LINES: i32 = 1024;
const LINE_BYTES: i32 = 64;
const MAX_LINES: i32 = 64;
const IDS: i32 = LINES + LINE_BYTES * MAX_LINES;
const ID_BYTES: i32 = 24;
const MAX_IDS: i32 = 1024;
/** Behind those of a scan, where it may still be read, room for those of one line. */
const MAX_ASKED: i32 = 1024;
/**
 * Texts met lately with the numbers that their dictionaries gave them, each in one of four slots. A slot holds the text's size with its
 * kind, its number, and the text. What there is little of shall not be driven out by what there is much of: sites, messages, and the rest
 * lie apart.
 */
const SITE_SLOTS: i32 = 1 << 16;
const SITE_SHIFT: i32 = 6;
const SITE_COUNT: i32 = 1024;
const MESSAGE_SLOTS: i32 = SITE_SLOTS + (SITE_COUNT << SITE_SHIFT);
const MESSAGE_COUNT: i32 = 2048;
const TEXT_SHIFT: i32 = 7;
const OTHER_SLOTS: i32 = MESSAGE_SLOTS + (MESSAGE_COUNT << TEXT_SHIFT);
const OTHER_COUNT: i32 = 4096;
const SLOT_TEXT: i32 = 8;
const WAYS: i32 = 4;

const SITE: i32 = 1;
const MESSAGE: i32 = 2;
const IDENTITY: i32 = 3;
/** A message with escapes often has ids in it. */
const ESCAPED_MESSAGE: i32 = 4;

const PLAIN: i32 = 0;
const STRUCTURED: i32 = 8;
const ESCAPED: i32 = 16;

/** Where the next identity is told, and where it no longer may be; that there was no room for one. */
let told: i32 = 0;
let limit: i32 = MAX_IDS;
let full: bool = false;

/** Tells the whole lines in `[from, to)`, as many as there is room for; how many. */
export function scan(from: i32, to: i32): i32 {
  told = 0;
  limit = MAX_IDS;
  full = false;
  let count: i32 = 0;
  let start = from;
  while (count < MAX_LINES) {
    const newline = find(10, start, to);
    if (newline < 0) break;
    const line = LINES + count * LINE_BYTES;
    const before = told;
    const end = newline > start && load<u8>(newline - 1) == 13 ? newline - 1 : newline;
    store<i32>(line, newline + 1);
    store<i32>(line, end - start, 4);
    store<i32>(line, readLine(start, end, line), 8);
    if (full) {
      told = before;
      full = false;
      if (count > 0) break;
      store<i32>(line, PLAIN, 8);
    }
    store<i32>(line, told - before, 12);
    count++;
    start = newline + 1;
  }
  return count;
}

/** Tells the identities in `[from, to)` behind those of the scan; how many, or -1 when there is no room for all. */
export function identities(from: i32, to: i32): i32 {
  told = MAX_IDS;
  limit = MAX_IDS + MAX_ASKED;
  full = false;
  findIdentities(from, to);
  return full ? -1 : told - MAX_IDS;
}

/** From now on the text in `[from, to)` has this number. */
export function learn(slot: i32, kind: i32, from: i32, to: i32, number: i32): void {
  store<i32>(slot, (to - from) | (kind << 16));
  store<i32>(slot, number, 4);
  memory.copy(slot + SLOT_TEXT, from, to - from);
}

/** The number of a text, or minus the slot that it shall have, or -1 when it is too long for one. */
function numberOf(kind: i32, from: i32, to: i32): i32 {
  if (kind == SITE) return numberIn(SITE_SLOTS, SITE_COUNT, SITE_SHIFT, kind, from, to);
  if (kind == MESSAGE) return numberIn(MESSAGE_SLOTS, MESSAGE_COUNT, TEXT_SHIFT, kind, from, to);
  return numberIn(OTHER_SLOTS, OTHER_COUNT, TEXT_SHIFT, kind, from, to);
}

function numberIn(slots: i32, count: i32, shift: i32, kind: i32, from: i32, to: i32): i32 {
  const size = to - from;
  if (size > (1 << shift) - SLOT_TEXT) return -1;
  const sum = hash(kind, from, to);
  const head = size | (kind << 16);
  const first = slots + ((sum & (count - 1)) << shift);
  for (let way: i32 = 0; way < WAYS; way++) {
    const slot = first ^ (way << shift);
    const held = load<i32>(slot);
    if (held == 0) return -slot;
    if (held == head && equal(slot + SLOT_TEXT, from, size)) return load<i32>(slot, 4);
  }
  // The same each time that it is asked for, so that it takes but one slot of others.
  return -(first ^ (((sum >> 16) & (WAYS - 1)) << shift));
}

function hash(kind: i32, from: i32, to: i32): i32 {
  let sum = u64(to - from) | (u64(kind) << 32);
  let i = from;
  for (; i + 8 <= to; i += 8) sum = rotl<u64>((sum ^ load<u64>(i)) * 0x9e3779b97f4a7c15, 29);
  if (i < to) {
    const rest = load<u64>(i) << u64((8 - (to - i)) * 8);
    sum = rotl<u64>((sum ^ rest) * 0x9e3779b97f4a7c15, 29);
  }
  return i32((sum * 0x9e3779b97f4a7c15) >> 40);
}

function equal(a: i32, b: i32, size: i32): bool {
  let i: i32 = 0;
  for (; i + 16 <= size; i += 16)
    if (v128.any_true(v128.xor(v128.load(a + i), v128.load(b + i)))) return false;
  for (; i + 4 <= size; i += 4) if (load<u32>(a + i) != load<u32>(b + i)) return false;
  for (; i < size; i++) if (load<u8>(a + i) != load<u8>(b + i)) return false;
  return true;
}

function find(byte: u8, from: i32, to: i32): i32 {
  const wanted = i8x16.splat(byte);
  for (let i = from; i < to; i += 16) {
    const mask = i8x16.bitmask(i8x16.eq(v128.load(i), wanted));
    if (mask != 0) {
      const place = i + ctz(mask);
      return place < to ? place : -1;
    }
  }
  return -1;
}

function digit(i: i32): u32 {
  return u32(load<u8>(i)) - 48;
}

/** Two digits, or above 99. */
function two(i: i32): u32 {
  const tens = digit(i);
  const ones = digit(i + 1);
  return tens > 9 || ones > 9 ? 100 : tens * 10 + ones;
}

/** Severity as an index into `severities`, with `STRUCTURED` and `ESCAPED`; `PLAIN` for what others shall read. */
function readLine(from: i32, to: i32, line: i32): i32 {
  if (to - from < 26) return PLAIN;
  const letter = load<u8>(from);
  const severity = letter == 73 ? 2 : letter == 69 ? 4 : letter == 87 ? 3 : letter == 70 ? 5 : 0;
  if (severity == 0 || load<u8>(from, 5) != 32) return PLAIN;
  if (load<u8>(from, 8) != 58 || load<u8>(from, 11) != 58 || load<u8>(from, 14) != 46) return PLAIN;
  const month = two(from + 1);
  const day = two(from + 3);
  const hour = two(from + 6);
  const minute = two(from + 9);
  const second = two(from + 12);
  const high = two(from + 15);
  const middle = two(from + 17);
  const low = two(from + 19);
  if (month - 1 > 11 || day - 1 > 30 || hour > 23 || minute > 59 || second > 60) return PLAIN;
  if (high > 99 || middle > 99 || low > 99) return PLAIN;
  let i = from + 21;
  while (i < to && load<u8>(i) == 32) i++;
  const pidFrom = i;
  let pid: u32 = 0;
  for (; i < to && digit(i) <= 9; i++) pid = pid * 10 + digit(i);
  if (i == pidFrom || i - pidFrom > 9 || i >= to || load<u8>(i) != 32) return PLAIN;
  // A pager cut the line, or a value of several lines begins: the last bytes decide, which others look at.
  const last = load<u8>(to - 1);
  if (last == 60 || last == 62 || last == 0xa6) return PLAIN;
  store<i32>(line, (month << 5) | day, 16);
  store<i32>(line, (hour * 60 + minute) * 60 + second, 20);
  store<i32>(line, (high * 100 + middle) * 100 + low, 24);
  store<i32>(line, pid, 28);
  const close = readSite(i + 1, to, line);
  if (close < 0) return PLAIN;
  const body = close + 1 < to && load<u8>(close + 1) == 32 ? close + 2 : close + 1;
  const flags = readMessage(body, to, line);
  findIdentities(body, to);
  return severity | flags;
}

/** The `]` behind `file.go:line`, or -1. */
function readSite(from: i32, to: i32, line: i32): i32 {
  const most = min(to, from + 160);
  let i = from;
  let name = from;
  for (; i < most; i++) {
    const byte = load<u8>(i);
    if (byte == 58 || byte <= 32) break;
    if (byte == 47) name = i + 1;
  }
  if (i == from || i >= most || load<u8>(i) != 58) return -1;
  let end = i + 1;
  while (end < most && digit(end) <= 9) end++;
  if (end == i + 1 || end >= to || load<u8>(end) != 93) return -1;
  store<i32>(line, name, 32);
  store<i32>(line, end, 36);
  store<i32>(line, numberOf(SITE, name, end), 40);
  return end;
}

/** The message in quotes at `from`, if that is what stands there. */
function readMessage(from: i32, to: i32, line: i32): i32 {
  if (load<u8>(from) != 34) return 0;
  const quote = i8x16.splat(34);
  const backslash = i8x16.splat(92);
  let escaped: i32 = 0;
  let end = from + 1;
  while (true) {
    if (end >= to) return 0;
    const bytes = v128.load(end);
    const mask = i8x16.bitmask(v128.or(i8x16.eq(bytes, quote), i8x16.eq(bytes, backslash)));
    if (mask == 0) {
      end += 16;
      continue;
    }
    end += ctz(mask);
    if (end >= to) return 0;
    if (load<u8>(end) == 34) break;
    escaped = ESCAPED;
    end += 2;
  }
  if (!pairsFollow(end + 1, to)) return 0;
  store<i32>(line, from + 1, 44);
  store<i32>(line, end, 48);
  store<i32>(line, numberOf(escaped == 0 ? MESSAGE : ESCAPED_MESSAGE, from + 1, end), 52);
  return STRUCTURED | escaped;
}

/** True when `[from, to)` is empty or begins as ` key=`. */
function pairsFollow(from: i32, to: i32): bool {
  let i = from;
  while (i < to && load<u8>(i) == 32) i++;
  if (i >= to) return true;
  if (i == from) return false;
  for (let k = i; k < to; k++) {
    const byte = load<u8>(k);
    if (byte == 61) return k > i;
    if (byte <= 32 || byte == 34) return false;
  }
  return false;
}

/** Of sixteen bytes those that may stand in a name: `a-z0-9.-`. */
function names(bytes: v128): v128 {
  const letters = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(97)), i8x16.splat(26));
  const others = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(45)), i8x16.splat(13));
  return v128.or(letters, v128.andnot(others, i8x16.eq(bytes, i8x16.splat(47))));
}

/** A bit for each of sixteen bytes that is a lower-case hexadecimal digit. */
function hexMask(at: i32): i32 {
  const bytes = v128.load(at);
  const letters = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(97)), i8x16.splat(6));
  const digits = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(48)), i8x16.splat(10));
  return i8x16.bitmask(v128.or(letters, digits));
}

/** Where the name that ends before `at` begins, not before `from`. */
function runStart(at: i32, from: i32): i32 {
  for (let i = at; i > from; i -= 16) {
    const others = ~i8x16.bitmask(names(v128.load(i - 16))) & 0xffff;
    if (others != 0) return max(from, i - 16 + (32 - clz(others)));
  }
  return from;
}

/** Where the name at `at` ends. */
function runEnd(at: i32, to: i32): i32 {
  for (let i = at; i < to; i += 16) {
    const others = ~i8x16.bitmask(names(v128.load(i))) & 0xffff;
    if (others != 0) return min(to, i + ctz(others));
  }
  return max(at, to);
}

/**
 * Looks only where one may be: at a slash, an underscore, a quote with a colon, and at sixteen bytes of a name in a row, which every id
 * of 32 digits or more has.
 */
function findIdentities(from: i32, to: i32): void {
  const slash = i8x16.splat(47);
  const underscore = i8x16.splat(95);
  const quote = i8x16.splat(34);
  const colon = i8x16.splat(58);
  let done = from;
  for (let i = from; i < to; i += 16) {
    const bytes = v128.load(i);
    const keyEnd = v128.and(i8x16.eq(bytes, quote), i8x16.eq(v128.load(i + 1), colon));
    const marks = v128.or(v128.or(i8x16.eq(bytes, slash), i8x16.eq(bytes, underscore)), keyEnd);
    let mask = i8x16.bitmask(marks);
    if (mask == 0) {
      if (i + 16 > to || i < done || !i8x16.all_true(names(bytes))) continue;
      done = readRun(runStart(i, done), runEnd(i, to), from, to);
      continue;
    }
    for (; mask != 0; mask &= mask - 1) {
      const at = i + ctz(mask);
      if (at >= to) return;
      if (at <= done) continue;
      const start = runStart(at, done);
      if (start < at) done = readRun(start, at, from, to);
    }
  }
}

/** Tells what a name and what follows it are; where to go on. */
function readRun(start: i32, end: i32, from: i32, to: i32): i32 {
  const size = end - start;
  if (size >= 32) {
    if (isId(start, size)) tell(start, end);
    else if (size == 39 && isId(start + 3, 36)) tell(start + 3, end);
  }
  if (end >= to) return end;
  const next = load<u8>(end);
  if (next == 47) return start > from ? slashed(start, end, to) : end;
  if (next == 95) return fullName(start, end, to);
  return size == 4 && next == 34 ? jsonReference(start, end, to) : end;
}

function isId(at: i32, size: i32): bool {
  if (size == 32) return (hexMask(at) & hexMask(at + 16)) == 0xffff;
  if (size == 64)
    return (hexMask(at) & hexMask(at + 16) & hexMask(at + 32) & hexMask(at + 48)) == 0xffff;
  if (size != 36 || hexMask(at) != 0xdeff || hexMask(at + 16) != 0xff7b) return false;
  if (hexMask(at + 20) != 0xfff7) return false;
  return (
    load<u8>(at, 8) == 45 &&
    load<u8>(at, 13) == 45 &&
    load<u8>(at, 18) == 45 &&
    load<u8>(at, 23) == 45
  );
}

/** `namespace/name` between quotes, brackets or blanks. */
function slashed(start: i32, slash: i32, to: i32): i32 {
  const before = load<u8>(start - 1);
  if (before != 34 && before != 91 && before != 32 && before != 44 && before != 40) return slash;
  const end = runEnd(slash + 1, to);
  if (end == slash + 1) return slash;
  if (end < to) {
    const after = load<u8>(end);
    if (after != 34 && after != 93 && after != 32 && after != 44 && after != 92 && after != 41)
      return slash;
  }
  tell(start, end);
  return end;
}

/** `name_namespace(uid)`. */
function fullName(start: i32, end: i32, to: i32): i32 {
  const space = end + 1;
  const spaceEnd = runEnd(space, to);
  if (spaceEnd == space || spaceEnd >= to || load<u8>(spaceEnd) != 40) return end;
  tellJoined(space, spaceEnd, start, end);
  return spaceEnd;
}

/** `"name":"b","namespace":"a"`, from behind its first word. */
function jsonReference(start: i32, end: i32, to: i32): i32 {
  if (load<u32>(start) != 0x656d616e || load<u8>(end, 1) != 58 || load<u8>(end, 2) != 34)
    return end;
  const name = end + 3;
  const nameEnd = runEnd(name, to);
  // `","names` and `space":"`.
  if (load<u64>(nameEnd) != 0x73656d616e222c22) return end;
  if (load<u64>(nameEnd, 7) != 0x223a226563617073) return end;
  const space = nameEnd + 15;
  const spaceEnd = runEnd(space, to);
  if (nameEnd == name || spaceEnd == space || load<u8>(spaceEnd) != 34) return end;
  tellJoined(space, spaceEnd, name, nameEnd);
  return spaceEnd;
}

function tell(from: i32, to: i32): void {
  const at = newId();
  if (at < 0) return;
  store<i32>(at, numberOf(IDENTITY, from, to));
  store<i32>(at, from, 4);
  store<i32>(at, to, 8);
  store<i32>(at, -1, 12);
}

/** Tells `namespace/name` that stands otherwise in the line. */
function tellJoined(space: i32, spaceEnd: i32, name: i32, nameEnd: i32): void {
  const at = newId();
  if (at < 0) return;
  store<i32>(at, -1);
  store<i32>(at, space, 4);
  store<i32>(at, spaceEnd, 8);
  store<i32>(at, name, 12);
  store<i32>(at, nameEnd, 16);
}

function newId(): i32 {
  if (told >= limit) {
    full = true;
    return -1;
  }
  return IDS + told++ * ID_BYTES;
}

// Mirrors klogBody.ts for what nearly all lines hold: the `key=value` pairs of one line in its bytes, found as far as they are asked
// for. Whatever is out of the ordinary, it leaves to who reads the text.
import { at, BACKSLASH, decode, QUOTE, SPACE, startsWith } from './bytes.ts';
import { goUnescape } from './goString.ts';
import type { RecentTexts } from './recentTexts.ts';
import type { Field } from './record.ts';

/** The line has no such pair. */
export const NONE = -1;
/** Only the text of the line tells. */
export const ODD = -2;

/** Numbers for each pair: where its key begins, its value begins and ends, and whether that is a string with escapes. */
const WIDTH = 4;
const MAX_PAIRS = 64;
const MAX_MEMBERS = 8;

const EQUALS = 61;
const COMMA = 44;
const COLON = 58;
const LESS = 60;

/** One scan serves all rows of a table: who asks after another begins anew. */
export class PairScan {
  /** Whose pairs these are. */
  owner: object | undefined;
  private bytes: Uint8Array = new Uint8Array(0);
  private end = 0;
  /** Where the next pair is looked for; past the end when there is none. */
  private next = 0;
  private isOdd = false;
  private count = 0;
  private readonly places = new Int32Array(WIDTH * MAX_PAIRS);
  /** The pair whose members these are: where each name begins and ends, and each text. `ODD` of them: it is no such object. */
  private membersOf = NONE;
  /** Where texts are put together. */
  private room = new Uint8Array(0);
  private memberCount = 0;
  private readonly members = new Int32Array(4 * MAX_MEMBERS);

  begin(owner: object, bytes: Uint8Array, from: number, end: number): void {
    this.owner = owner;
    this.bytes = bytes;
    this.next = from;
    this.end = end;
    this.isOdd = false;
    this.count = 0;
    this.membersOf = NONE;
  }

  /** The place of the first pair of a key. */
  find(key: string): number {
    for (let place = 0; ; place += WIDTH) {
      if (place === this.count && !this.scanPair()) return this.isOdd ? ODD : NONE;
      if (this.hasKey(place, key)) return place;
    }
  }

  isQuoted(place: number): boolean {
    return at(this.bytes, this.places[place + 1] ?? 0) === QUOTE;
  }

  /** The value of a pair, unquoted once. */
  value(place: number, texts?: RecentTexts): string {
    const { bytes, places } = this;
    const from = places[place + 1] ?? 0;
    const to = places[place + 2] ?? 0;
    const isQuoted = at(bytes, from) === QUOTE;
    if (isQuoted && places[place + 3] === 1) return this.unescaped(from + 1, to - 1);
    const [start, end] = isQuoted ? [from + 1, to - 1] : [from, to];
    return texts === undefined ? decode(bytes, start, end) : texts.get(bytes, start, end);
  }

  /** As `goUnescape`. Quotes and backslashes are all that is escaped in most texts: these are left out of a copy of the bytes. */
  private unescaped(from: number, to: number): string {
    const { bytes } = this;
    if (this.room.length < to - from) this.room = new Uint8Array(2 * (to - from));
    const { room } = this;
    let size = 0;
    for (let i = from; i < to; i++) {
      let byte = bytes[i] ?? 0;
      if (byte === BACKSLASH) {
        byte = i + 1 < to ? (bytes[++i] ?? 0) : 0;
        if (byte !== QUOTE && byte !== BACKSLASH) return goUnescape(decode(bytes, from, to));
      }
      room[size++] = byte;
    }
    return decode(room, 0, size);
  }

  /** All pairs; undefined where only the text tells. */
  fields(texts: RecentTexts): readonly Field[] | undefined {
    let more = true;
    while (more) more = this.scanPair();
    if (this.isOdd) return undefined;
    const { bytes, places } = this;
    const fields: Field[] = [];
    for (let place = 0; place < this.count; place += WIDTH) {
      const from = places[place + 1] ?? 0;
      const key = texts.get(bytes, places[place] ?? 0, from - 1);
      const value = this.value(place, texts);
      const isPlain = places[place + 3] !== 1;
      const raw = !this.isQuoted(place)
        ? value
        : isPlain
          ? `"${value}"`
          : decode(bytes, from, places[place + 2]);
      fields.push({ key, value, raw });
    }
    return fields;
  }

  /** All pairs as ` key="value"`, each value unquoted once; undefined where only the text tells. */
  flat(): string | undefined {
    let more = true;
    while (more) more = this.scanPair();
    if (this.isOdd) return undefined;
    const { bytes, places } = this;
    let text = '';
    let from = -1;
    for (let place = 0; place < this.count; place += WIDTH) {
      const valueFrom = places[place + 1] ?? 0;
      const to = places[place + 2] ?? 0;
      if (from < 0) from = (places[place] ?? 0) - 1;
      if (this.isQuoted(place) && places[place + 3] !== 1) {
        const goesOn = place + WIDTH < this.count;
        if (!goesOn) text += decode(bytes, from, to);
        continue;
      }
      text += `${decode(bytes, from, valueFrom)}"${this.value(place)}"`;
      from = -1;
    }
    return text;
  }

  /** A member of a pair's value that is a JSON object with nothing but strings; `NONE` when it has no such member. */
  member(place: number, name: string, texts: RecentTexts): string | typeof NONE | typeof ODD {
    if (this.membersOf !== place) this.scanMembers(place);
    const { bytes, members } = this;
    if (this.memberCount < 0) return ODD;
    for (let i = this.memberCount - 4; i >= 0; i -= 4) {
      const from = members[i] ?? 0;
      const to = members[i + 1] ?? 0;
      if (to - from === name.length && startsWith(bytes, from, to, name))
        return texts.get(bytes, members[i + 2] ?? 0, members[i + 3] ?? 0);
    }
    return NONE;
  }

  private scanMembers(place: number): void {
    const { bytes, places, members } = this;
    const to = (places[place + 2] ?? 0) - 1;
    let i = (places[place + 1] ?? 0) + 1;
    let count = 0;
    const isObject = at(bytes, i - 1) === 123 && at(bytes, to) === 125;
    while (isObject && i < to && count < members.length) {
      const key = plainStringEnd(bytes, i, to);
      const value =
        key < 0 || at(bytes, key + 1) !== COLON ? -1 : plainStringEnd(bytes, key + 2, to);
      if (value < 0) break;
      members[count] = i + 1;
      members[count + 1] = key;
      members[count + 2] = key + 3;
      members[count + 3] = value;
      count += 4;
      i = at(bytes, value + 1) === COMMA && value + 2 < to ? value + 2 : value + 1;
      if (i === value + 1) break;
    }
    this.membersOf = place;
    this.memberCount = isObject && i === to ? count : ODD;
  }

  private hasKey(place: number, key: string): boolean {
    const from = this.places[place] ?? 0;
    const to = (this.places[place + 1] ?? 0) - 1;
    return to - from === key.length && startsWith(this.bytes, from, to, key);
  }

  /** Finds one more pair, if there is one. */
  private scanPair(): boolean {
    const { bytes, places, count, next, end } = this;
    if (next >= end) return false;
    const equals = at(bytes, next) === SPACE ? keyEnd(bytes, next + 1, end) : ODD;
    const valueTo = equals < 0 || count === places.length ? ODD : this.valueEnd(equals + 1);
    if (valueTo < 0) {
      this.isOdd = true;
      this.next = end;
      return false;
    }
    places[count] = next + 1;
    places[count + 1] = equals + 1;
    places[count + 2] = valueTo;
    this.count = count + WIDTH;
    this.next = valueTo;
    return true;
  }

  private valueEnd(from: number): number {
    const { bytes, end, places, count } = this;
    const first = at(bytes, from);
    places[count + 3] = 0;
    if (first === QUOTE) {
      for (let i = from + 1; i < end; i++) {
        const byte = bytes[i];
        if (byte === QUOTE) return i + 1;
        if (byte !== BACKSLASH) continue;
        places[count + 3] = 1;
        i++;
      }
      return ODD;
    }
    if (first === LESS && (from + 1 === end || at(bytes, from + 1) <= SPACE)) return ODD;
    const isBracketed =
      first === 123 ||
      first === 91 ||
      (first === 38 && at(bytes, from + 1) === 123) ||
      (first === 109 && startsWith(bytes, from, end, 'map['));
    return isBracketed ? bracketedEnd(bytes, from, end) : bareEnd(bytes, from, end);
  }
}

/** A blank that is no space, or the begin of a character that may be one. */
function isOddByte(byte: number): boolean {
  return byte >= 0x80 || (byte >= 9 && byte <= 13);
}

/** The place of the `=` behind a key; `NONE` when no key stands here. */
export function keyEnd(bytes: Uint8Array, from: number, end: number): number {
  for (let i = from; i < end; i++) {
    const byte = at(bytes, i);
    if (byte === EQUALS) return i > from ? i : NONE;
    if (byte === QUOTE || byte === SPACE) return NONE;
    if (isOddByte(byte)) return ODD;
  }
  return NONE;
}

/** The quote that closes the string at `from`, or -1. */
function stringEnd(bytes: Uint8Array, from: number, end: number): number {
  for (let i = from + 1; i < end; i++) {
    const byte = at(bytes, i);
    if (byte === QUOTE) return i;
    if (byte === BACKSLASH) i++;
  }
  return -1;
}

/** As `stringEnd`, of a string without escapes. */
function plainStringEnd(bytes: Uint8Array, from: number, end: number): number {
  if (at(bytes, from) !== QUOTE) return -1;
  for (let i = from + 1; i < end; i++) {
    const byte = at(bytes, i);
    if (byte === QUOTE) return i;
    if (byte === BACKSLASH || byte < SPACE) return -1;
  }
  return -1;
}

/** Above 0 where the line ends or a space and a pair follow, 0 where they don't; `ODD`. */
function boundary(bytes: Uint8Array, i: number, end: number): number {
  if (i >= end) return 1;
  const byte = at(bytes, i);
  if (byte !== SPACE) return isOddByte(byte) ? ODD : 0;
  const key = keyEnd(bytes, i + 1, end);
  if (key !== NONE) return key;
  for (let k = i; k < end; k++)
    if (at(bytes, k) !== SPACE) return isOddByte(at(bytes, k)) ? ODD : 0;
  return 1;
}

function bareEnd(bytes: Uint8Array, from: number, end: number): number {
  for (let i = from; i < end; i++) {
    const byte = at(bytes, i);
    if (isOddByte(byte)) return ODD;
    if (byte !== SPACE) continue;
    const limit = boundary(bytes, i, end);
    if (limit !== 0) return limit < 0 ? ODD : i;
  }
  return end;
}

/** The shortest balanced text behind which the line ends or a pair begins. */
function bracketedEnd(bytes: Uint8Array, from: number, end: number): number {
  let depth = 0;
  for (let i = from; i < end; i++) {
    const byte = at(bytes, i);
    if (byte === QUOTE) {
      i = stringEnd(bytes, i, end);
      if (i < 0) return ODD;
    } else if (byte === 123 || byte === 91) depth++;
    else if (byte === 125 || byte === 93) {
      depth--;
      const limit = depth <= 0 ? boundary(bytes, i + 1, end) : 0;
      if (limit !== 0) return limit < 0 ? ODD : i + 1;
    }
  }
  return ODD;
}

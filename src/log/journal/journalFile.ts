// Mirrors systemd's journal files (docs/JOURNAL_FILE_FORMAT.md, src/libsystemd/sd-journal/journal-def.h).
import { u32, u64 } from '../archive/littleEndian.ts';
import type { ByteStore } from '../byteStore.ts';
import { unpackField } from './dataObject.ts';
import { jenkins, sipHash } from './fieldHash.ts';

/** Of the head of a file, what is read here. */
const Head = {
  incompatible: 12,
  state: 16,
  fileId: 24,
  seqnumId: 72,
  size: 88,
  entries: 152,
  entryArray: 176,
};
const HEAD = 208;
const KEYED_HASH = 4;
const COMPACT = 16;
/** Compression, keyed hashes and compact files are known; another bit changes what is read. */
const KNOWN = 31;
const ONLINE = 1;

const ObjectType = { data: 1, entry: 3, entryArray: 6, tag: 7 } as const;
const OBJECT = 16;
const ENTRY = 64;
const ENTRY_ARRAY = 24;

/** Fields that many entries share are kept unpacked: so many, none longer than this. */
const KEPT_FIELDS = 4096;
const KEPT_LENGTH = 4096;

export interface JournalEntry {
  readonly seqnum: bigint;
  /** Microseconds since 1970, and since the boot. */
  readonly realtime: bigint;
  readonly monotonic: bigint;
  readonly bootId: string;
  readonly xorHash: bigint;
  /** `NAME=value` each, in the order of the entry. */
  readonly fields: readonly Uint8Array[];
}

/** A binary journal, read by place. What is damaged is passed over and counted. */
export class JournalFile {
  lostFields = 0;
  /** Entries that the list of entries doesn't lead to. */
  private unlisted = 0;
  private read = 0;
  private broken = false;
  private readonly bytes: ByteStore;
  private readonly head: Uint8Array;
  private readonly compact: boolean;
  private readonly isKeyed: boolean;
  private readonly kept = new Map<number, Uint8Array>();

  constructor(bytes: ByteStore) {
    this.bytes = bytes;
    this.head = bytes.read(0, HEAD).slice();
    const flags = u32(this.head, Head.incompatible);
    this.compact = (flags & COMPACT) !== 0;
    this.isKeyed = (flags & KEYED_HASH) !== 0;
  }

  get seqnumId(): string {
    return hex(this.head, Head.seqnumId);
  }

  /** All entries in the order of the file's list of them; behind a break in it, in that of the file, which is the same. */
  async *entries(): AsyncGenerator<JournalEntry> {
    if (this.refusal !== undefined) return;
    let end = u64(this.head, Head.size);
    for (const offset of this.listed()) {
      const entry = await this.entryAt(offset);
      if (entry === undefined) {
        this.broken = true;
        continue;
      }
      end = offset + this.sizeAt(offset);
      yield entry;
    }
    if (!this.broken && this.read >= this.told) return;
    for (const offset of this.found(end)) {
      const entry = await this.entryAt(offset);
      if (entry === undefined) continue;
      this.unlisted++;
      yield entry;
    }
  }

  /** What is to be said of it when its entries were read. */
  get problem(): string | undefined {
    const { refusal, told, read, lostFields, unlisted } = this;
    if (refusal !== undefined) return refusal;
    const missing = told - read;
    const parts = [
      ...(missing > 0 || this.broken
        ? [
            `the journal is cut or damaged: ${read} of its ${Math.max(told, read)} entries were read`,
          ]
        : []),
      ...(unlisted > 0 ? [`${unlisted} of them stand in no list of it`] : []),
      ...(lostFields > 0 ? [`${lostFields} fields in it are damaged and were left out`] : []),
      ...(this.head[Head.state] === ONLINE
        ? ['the journal was not closed: what was written last may be missing']
        : []),
    ];
    return parts.length === 0 ? undefined : parts.join('; ');
  }

  /** Whether a program of such a name wrote into it. Each short field stands in the file once, as it is. */
  names(program: RegExp): boolean {
    const step = 1 << 20;
    for (let from = 0; from < this.bytes.size; from += step) {
      const text = latin1.decode(this.bytes.read(from, step + 256));
      for (const [, name = ''] of text.matchAll(
        /(?:SYSLOG_IDENTIFIER|_SYSTEMD_UNIT|_COMM)=([^\0\n]{1,64})/g,
      ))
        if (program.test(name)) return true;
    }
    return false;
  }

  private get refusal(): string | undefined {
    if (this.head.length < HEAD) return 'the journal is cut: not even its head is there';
    return (u32(this.head, Head.incompatible) & ~KNOWN) === 0
      ? undefined
      : 'the journal is of a newer kind than is read here; please export it with journalctl --file FILE -o export';
  }

  private get told(): number {
    return u64(this.head, Head.entries);
  }

  /** Where the entries are, by the chain of arrays that lists them: each lies behind the one before. */
  private *listed(): Generator<number> {
    const width = this.compact ? 4 : 8;
    let last = 0;
    for (let array = u64(this.head, Head.entryArray); array > 0;) {
      const object = array > last ? this.objectAt(array, ObjectType.entryArray) : undefined;
      if (object === undefined) {
        this.broken = true;
        return;
      }
      last = array;
      for (let i = ENTRY_ARRAY; i + width <= object.length; i += width) {
        const offset = this.compact ? u32(object, i) : u64(object, i);
        if (offset === 0) return;
        yield offset;
      }
      array = u64(object, 16);
    }
  }

  /** Where entries are from a place on, object after object; behind a damaged one, at the next that looks like one. */
  private *found(from: number): Generator<number> {
    for (let at = from + (-from & 7); at + OBJECT <= this.bytes.size;) {
      const size = this.sizeAt(at);
      if (size === 0) {
        at = this.behindZeros(at + 8);
        continue;
      }
      if (this.bytes.read(at, 1)[0] === ObjectType.entry) yield at;
      at += size + (-size & 7);
    }
  }

  /** The next place with a byte in it: a file is mostly longer than what is in it. */
  private behindZeros(from: number): number {
    for (let at = from; ;) {
      const window = this.bytes.read(at, 64 << 10);
      const found = window.findIndex((byte) => byte !== 0);
      if (found >= 0) return at + (found & ~7);
      if (window.length === 0) return at;
      at += window.length;
    }
  }

  private async entryAt(offset: number): Promise<JournalEntry | undefined> {
    const object = this.objectAt(offset, ObjectType.entry);
    if (object === undefined || object.length < ENTRY) return undefined;
    const fields: Uint8Array[] = [];
    const [width, add] = this.compact ? [4, u32] : [16, u64];
    for (let i = ENTRY; i + width <= object.length; i += width) {
      const place = add(object, i);
      const field = this.kept.get(place) ?? (await this.fieldAt(place));
      if (field === undefined) this.lostFields++;
      else fields.push(field);
    }
    this.read++;
    const view = new DataView(object.buffer, object.byteOffset, object.length);
    return {
      seqnum: view.getBigUint64(16, true),
      realtime: view.getBigUint64(24, true),
      monotonic: view.getBigUint64(32, true),
      bootId: hex(object, 40),
      xorHash: view.getBigUint64(56, true),
      fields,
    };
  }

  private async fieldAt(offset: number): Promise<Uint8Array | undefined> {
    const object = this.objectAt(offset, ObjectType.data);
    if (object === undefined) return undefined;
    const payload = object.subarray(this.compact ? 72 : 64);
    const told = object.slice(OBJECT, OBJECT + 8);
    const field = await unpackField(object[1] ?? 0, payload);
    if (field === undefined || !this.isWhole(field, told)) return undefined;
    if (field.length > KEPT_LENGTH) return field;
    if (this.kept.size >= KEPT_FIELDS) this.forgetOldest();
    // A part of a window would hold all of it.
    const copy = field.slice();
    this.kept.set(offset, copy);
    return copy;
  }

  /** Whether a field is what was written, by the hash of it that the file tells. */
  private isWhole(field: Uint8Array, told: Uint8Array): boolean {
    const key = this.head.subarray(Head.fileId, Head.fileId + 16);
    const [low, high] = this.isKeyed ? sipHash(field, key) : jenkins(field);
    return u32(told, 0) === low && u32(told, 4) === high;
  }

  private forgetOldest(): void {
    for (const offset of this.kept.keys()) {
      if (this.kept.size <= KEPT_FIELDS / 2) return;
      this.kept.delete(offset);
    }
  }

  private objectAt(offset: number, type: number): Uint8Array | undefined {
    const size = this.sizeAt(offset);
    if (size === 0 || this.bytes.read(offset, 1)[0] !== type) return undefined;
    return this.bytes.read(offset, size);
  }

  /** The size of the object at a place; 0 where none can be. */
  private sizeAt(offset: number): number {
    const head = offset % 8 === 0 ? this.bytes.read(offset, OBJECT) : none;
    const size = u64(head, 8);
    const type = head[0] ?? 0;
    const isObject = type >= ObjectType.data && type <= ObjectType.tag && (head[1] ?? 0) < 8;
    return head.length === OBJECT && isObject && size >= OBJECT && offset + size <= this.bytes.size
      ? size
      : 0;
  }
}

const none = new Uint8Array(0);
const latin1 = new TextDecoder('latin1');

function hex(bytes: Uint8Array, from: number): string {
  return Array.from(bytes.subarray(from, from + 16), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

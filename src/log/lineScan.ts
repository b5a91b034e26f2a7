// The lines of a chunk gone through by WebAssembly, sixteen bytes at a time. It knows the layout that wasm/lineScan.ts writes; what is
// done with it, the builder knows. Where there is no WebAssembly, or none with vectors, everything is read by the other files alone.
import { lineScanCode } from './lineScanCode.ts';

/** A line takes so many numbers. */
export const LINE_WIDTH = 16;
/** Where in a line its numbers stand. Sizes are without the line break, ends behind it; a site ends before its `]`. */
export const Line = {
  end: 0,
  size: 1,
  flags: 2,
  identities: 3,
  date: 4,
  seconds: 5,
  micros: 6,
  pid: 7,
  siteFrom: 8,
  siteTo: 9,
  site: 10,
  messageFrom: 11,
  messageTo: 12,
  message: 13,
} as const;

/** Flags of a line: its severity, then what its message is. None: it is not a bare klog line, or not one of the common shape. */
export const SEVERITY = 7;
export const STRUCTURED = 8;
export const ESCAPED = 16;

/** An identity takes so many numbers: its own, where it begins and ends, where a name that follows it does, or -1. */
export const IDENTITY_WIDTH = 6;

/** What a text may be; only texts of a kind share numbers. */
export const Kind = { site: 1, message: 2, identity: 3, escapedMessage: 4 } as const;

/** The first identity of a line that was asked about. */
export const ASKED = 1024;

const LINES = 1024;
const MAX_LINES = 64;
/** Of one line that was asked about, behind those of a scan. */
const MAX_ASKED = 1024;
const IDENTITIES = LINES + 4 * LINE_WIDTH * MAX_LINES;
/** Behind texts that it remembers; a vector's width more is read on both sides. */
const ROOM = (1 << 16) + 1024 * 64 + (2048 + 4096) * 128 + 64;

interface ScanCode {
  readonly memory: { readonly buffer: ArrayBuffer };
  scan(from: number, to: number): number;
  identities(from: number, to: number): number;
  learn(slot: number, kind: number, from: number, to: number, number: number): void;
}

/** One scan belongs to one vocabulary: it keeps the numbers of texts that it met. */
export class LineScan {
  /** All of its memory: places are places in it. */
  readonly bytes: Uint8Array;
  /** The part of it that chunks are put into. */
  readonly room: Uint8Array<ArrayBuffer>;
  /** What the last scan told, `LINE_WIDTH` and `IDENTITY_WIDTH` numbers each. */
  readonly lines: Int32Array;
  readonly identities: Int32Array;
  private readonly code: ScanCode;

  constructor(code: ScanCode) {
    const { buffer } = code.memory;
    this.code = code;
    this.bytes = new Uint8Array(buffer);
    this.room = new Uint8Array(buffer, ROOM, buffer.byteLength - ROOM - 64);
    this.lines = new Int32Array(buffer, LINES, LINE_WIDTH * MAX_LINES);
    this.identities = new Int32Array(buffer, IDENTITIES, IDENTITY_WIDTH * (ASKED + MAX_ASKED));
  }

  /** Puts what it has room for of a chunk into its memory, unless it is there already; between which places. */
  take(chunk: Uint8Array, from: number): readonly [begin: number, end: number] {
    if (chunk.buffer === this.room.buffer)
      return [chunk.byteOffset + from, chunk.byteOffset + chunk.length];
    const part = chunk.subarray(from, from + this.room.length);
    this.room.set(part);
    return [ROOM, ROOM + part.length];
  }

  /** Tells whole lines in `[from, to)`, not always all of them; how many. */
  scan(from: number, to: number): number {
    return this.code.scan(from, to);
  }

  /** Tells the identities in `[from, to)` from number `ASKED` on; how many, or -1 when they are too many. */
  findIdentities(from: number, to: number): number {
    return this.code.identities(from, to);
  }

  /** The text in `[from, to)`, of which `told` said that it was met for the first time, has this number. */
  learn(told: number, kind: number, from: number, to: number, number: number): void {
    if (told < -1) this.code.learn(-told, kind, from, to, number);
  }
}

/** What the platform has of WebAssembly. */
interface WebAssemblyScope {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}

/** Undefined where it can't be had. */
export function makeLineScan(): LineScan | undefined {
  const scope = Reflect.get(globalThis, 'WebAssembly') as WebAssemblyScope | undefined;
  if (scope === undefined) return undefined;
  try {
    const code = Uint8Array.from(atob(lineScanCode), (char) => char.charCodeAt(0));
    return new LineScan(new scope.Instance(new scope.Module(code)).exports as ScanCode);
  } catch {
    // No vectors, or a policy that forbids code made of bytes.
    return undefined;
  }
}
